"""What the rules say: names, numbers, board, options, register."""
