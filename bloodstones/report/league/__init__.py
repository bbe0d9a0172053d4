"""The report of games that people played, read from a list of results."""
