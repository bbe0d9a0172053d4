"""Tests of what every game gets for nothing."""
