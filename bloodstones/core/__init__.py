"""What every game obeys: contracts, errors, data files, compiled kernels, random streams."""
