"""Who plays: strategies as data, their files, Python strategies, the players of a table."""
