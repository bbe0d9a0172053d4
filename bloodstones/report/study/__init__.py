"""The report of a study: its definition, what its sections see (`findings`), the list of them.

`sections` imports `topics`; the other modules do not. Start with `sections`.
"""
