"""What the table of Dare says to people."""
