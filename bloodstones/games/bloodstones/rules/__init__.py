"""The rules as data: names, numbers, options, and the pure functions of a battle."""
