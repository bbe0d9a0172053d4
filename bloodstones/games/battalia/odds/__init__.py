"""Exact chances: hands out of a known deck, and fights against them."""
