"""What records tell."""
