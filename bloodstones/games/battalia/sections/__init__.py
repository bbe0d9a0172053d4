"""What reports say of Battalia alone."""
