"""A million games at random (`make soak`); BLOODSTONES_SOAK_GAMES names another number."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from tests.property.random_sets import SHARES, add, shares

GAMES = int(os.environ.get("BLOODSTONES_SOAK_GAMES", "1000000"))
PARTS = 20
FIRST = 1_000_000  # replicates apart from those of the normal suite


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_a_soak_of_random_play_keeps_every_invariant(part: int) -> None:
    games = max(len(SHARES), GAMES // PARTS)
    total: Counter[str] = Counter()
    for tally in shares(games, FIRST + part * games):
        add(total, tally)
    assert total["games"] == games
