"""The report of a balance study: its definition, its tables and its sections."""
