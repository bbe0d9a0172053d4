"""Tests of the blocks that several sections of reports share."""
