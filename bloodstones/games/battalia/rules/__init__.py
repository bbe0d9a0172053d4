"""What the rules name and count: names, data, readings, register."""
