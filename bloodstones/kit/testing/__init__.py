"""What every game must hold to: conformance, hidden information, counts of sequences.

Imports the rest of `kit`. Start with `conformance`.
"""
