"""The report of a balance study: its definition, its `findings`, one section a file.

Imports `blocks`, `contract`, `document`, `front` and `language`. Start with `sections`, the list.
"""
