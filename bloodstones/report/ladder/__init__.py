"""The report of a ladder: its definition, what its sections see (`findings`), one section a file.

Imports `blocks`, `contract`, `document`, `front` and `language`. Start with `sections`, the list.
"""
