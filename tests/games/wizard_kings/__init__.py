"""Tests of Wizard Kings."""
