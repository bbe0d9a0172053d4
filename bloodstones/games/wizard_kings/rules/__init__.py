"""What the rules say: names, numbers, maps, options, register."""
