"""Where the time of a playthrough goes."""

from __future__ import annotations

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.core.kernels.kernel import JIT
from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.game import GAME
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.profiling import time_shares

SAMPLES = 120


def seating() -> Seating:
    seats = (Seat("hill_folk", "random"), Seat("horse_lords", "random"))
    return GAME.seat(Setup("tyrants_lament", seats))


@pytest.mark.skipif(not JIT, reason="times compiled kernels")
def test_every_sample_counts_once_among_decisions_and_time() -> None:
    shares = time_shares(seating(), SAMPLES)
    assert sum(share.samples for share in shares) == SAMPLES
    assert sum(share.decisions for share in shares) == pytest.approx(1)
    assert sum(share.time for share in shares) == pytest.approx(1)
    assert {share.point for share in shares} <= {point.name.lower() for point in Point}
    assert {"main", "select"} <= {share.point for share in shares}
    assert [share.time for share in shares] == sorted((s.time for s in shares), reverse=True)


@pytest.mark.skipif(JIT, reason="about plain Python")
def test_plain_python_is_not_timed() -> None:
    with pytest.raises(InputError, match="compiled kernels to time, got 'NUMBA_DISABLE_JIT=1'"):
        time_shares(seating(), SAMPLES)
