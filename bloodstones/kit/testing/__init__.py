"""Tests that every game must pass: conformance, hidden information, counts of sequences.

Imports the rest of `kit`. Start with `conformance`.
"""
