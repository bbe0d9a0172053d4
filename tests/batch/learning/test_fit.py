"""What a fit aims at."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.batch.learning.fit import HELD_OUT, TRACE, Seen, fit, gather, returns
from bloodstones.core.learnable import Observed
from bloodstones.kit.values.judging import EVERYBODY


def seen_of(*ends: tuple[int, float]) -> Seen:
    """Return games of two seats with these turns, the first seat's utility at the end."""
    turns = [count for count, _ in ends]
    utility = np.array([(end, 1.0 - end) for count, end in ends for _ in range(count)], np.float32)
    game = np.repeat(np.arange(len(ends)), turns)
    share = np.concatenate([np.arange(count) / count for count in turns])
    own = np.ones(utility.shape, bool)
    return Seen(np.zeros((len(game), 2, 1), np.float32), utility, utility, game, share, own)


def test_aims_mix_the_end_with_what_is_expected_on_the_way() -> None:
    seen = seen_of((3, 1.0), (1, 0.0))
    guess = np.full((4, 2), 0.5, np.float32)
    last, before = 1.0, TRACE + (1.0 - TRACE) * 0.5
    first = TRACE * before + (1.0 - TRACE) * 0.5
    aims = returns(seen, guess)
    assert aims[:, 0] == pytest.approx([first, before, last, 0.0])
    assert aims.sum(axis=1) == pytest.approx(np.ones(4))


def test_a_guess_that_was_right_changes_no_aim() -> None:
    seen = seen_of((5, 0.25), (2, 0.75))
    assert returns(seen, seen.utility) == pytest.approx(seen.utility)


@pytest.mark.parametrize(("seat", "gets"), [(0, 0.9), (1, 0.1), (EVERYBODY, 0.5)])
def test_values_for_one_seat_are_fitted_to_what_that_seat_gets(seat: int, gets: float) -> None:
    games = 600
    features = np.random.default_rng(3).normal(size=(games, 2, 1)).astype(np.float32)
    utility = np.tile(np.array((0.9, 0.1), np.float32), (games, 1))
    part = Observed(
        features, np.arange(games, dtype=np.int32), np.zeros(games, np.int32), utility, utility
    )
    _, told = fit(gather([(part, seat)]), 1, epochs=60)
    counts = [each["n"] for each in told["calibration"]]
    judged = [each["expected"] for each in told["calibration"]]
    assert np.average(judged, weights=counts) == pytest.approx(gets, abs=0.1)
    assert sum(counts) == told["n"] == games // HELD_OUT * (1 + (seat == EVERYBODY))
