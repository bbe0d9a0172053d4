"""Odds of a contest with icepool."""

from icepool import d6

odds = (2 @ d6 > d6).mean()
change = (2 @ d6 > d6 + 1).mean()
spread = (2 @ d6 - d6).probabilities()
