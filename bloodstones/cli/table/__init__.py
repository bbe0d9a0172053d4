"""People at the terminal: the conversation about one playthrough.

Imports `kit.table` above all. Start with `conversation`.
"""
