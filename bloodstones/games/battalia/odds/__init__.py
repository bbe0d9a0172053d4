"""Exact chances: hands out of a known deck, and fights against them.

Imports `rules` and no compiler. Start with `fights`.
"""
