"""The report of a study: its definition, its tables, its drafts."""
