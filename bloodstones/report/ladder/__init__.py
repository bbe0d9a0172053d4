"""The report of a ladder: its definition, its tables and its sections."""
