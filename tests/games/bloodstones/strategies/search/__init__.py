"""Tests of searching strategies."""
