"""What happened, as lines of a record."""
