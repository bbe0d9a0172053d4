"""The game as compiled kernels: state, decisions, chance, phases."""
