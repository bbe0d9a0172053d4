"""What reports say of Bellum Magica alone."""
