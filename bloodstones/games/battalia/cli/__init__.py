"""What the command line knows of this game alone."""
