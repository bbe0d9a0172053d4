"""Where the time of a playthrough goes."""

from __future__ import annotations

import pytest

from bloodstones.core.errors import InputError
from bloodstones.core.kernels.kernel import JIT
from bloodstones.games.bloodstones.cli.time_shares import time_shares
from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.rules.names import Faction

SAMPLES = 120
FACTIONS = [Faction.HILL_FOLK, Faction.HORSE_LORDS]


@pytest.mark.skipif(not JIT, reason="times compiled kernels")
def test_every_sample_counts_once_among_decisions_and_time() -> None:
    shares = time_shares(FACTIONS, ["random"], SAMPLES)
    assert sum(share.samples for share in shares) == SAMPLES
    assert sum(share.decisions for share in shares) == pytest.approx(1)
    assert sum(share.time for share in shares) == pytest.approx(1)
    assert {share.point for share in shares} <= {point.name.lower() for point in Point}
    assert {"main", "select"} <= {share.point for share in shares}
    assert [share.time for share in shares] == sorted((s.time for s in shares), reverse=True)


@pytest.mark.skipif(JIT, reason="about plain Python")
def test_plain_python_is_not_timed() -> None:
    with pytest.raises(InputError, match="compiled kernels to time, got 'NUMBA_DISABLE_JIT=1'"):
        time_shares(FACTIONS, ["random"], SAMPLES)
