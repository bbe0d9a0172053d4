"""Movement: ways, steps, sea transport (WK-MOVE)."""
