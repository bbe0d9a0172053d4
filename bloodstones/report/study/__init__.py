"""The report of a study: its definition, what its sections see (`findings`), the list of them.

`sections` and `find` stand above the room `sections/`, the rest below it. Start with `sections`.
"""
