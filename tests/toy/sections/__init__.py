"""What reports say of Dare alone."""
