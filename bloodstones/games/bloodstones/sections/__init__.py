"""What reports say of this game alone."""
