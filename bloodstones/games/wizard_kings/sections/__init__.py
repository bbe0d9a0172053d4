"""What reports say of Wizard Kings alone."""
