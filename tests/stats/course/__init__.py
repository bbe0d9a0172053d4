"""Tests of how a playthrough goes over time."""
