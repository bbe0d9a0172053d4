"""Sentences from numbers: names, lists, rates, verdicts, the words of a game."""
