"""Exact odds of battles."""
