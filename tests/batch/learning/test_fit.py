"""What a fit aims at."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.batch.learning.fit import (
    HELD_OUT,
    HIDDEN,
    TRACE,
    SeenNotes,
    fit,
    gather,
    members_of,
    returns,
)
from bloodstones.batch.learning.task import MOST_MEMBERS, LearningEffort
from bloodstones.core.contract.learnable import Observed
from bloodstones.core.errors import InputError
from bloodstones.kit.values.network import EVERYBODY, HEAD, split_networks

LEAST_AUC = 0.8


def seen_of(*ends: tuple[int, float]) -> SeenNotes:
    """Return games of two seats with these turns, the first seat's utility at the end."""
    turns = [count for count, _ in ends]
    utility = np.array([(end, 1.0 - end) for count, end in ends for _ in range(count)], np.float32)
    game = np.repeat(np.arange(len(ends)), turns)
    share = np.concatenate([np.arange(count) / count for count in turns])
    own = np.ones(utility.shape, bool)
    return SeenNotes(np.zeros((len(game), 2, 1), np.float32), utility, utility, game, share, own)


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


def test_a_committee_is_of_networks_with_luck_of_their_own() -> None:
    features = np.random.default_rng(3).normal(size=(300, 2, 1)).astype(np.float32)
    utility = (features[..., 0] > 0).astype(np.float32)
    numbers = np.arange(len(features), dtype=np.int32)
    part = Observed(features, numbers, np.zeros(len(features), np.int32), utility, utility)
    seen = gather([(part, EVERYBODY)])
    alone, _ = fit(seen, 1, epochs=8)
    both, told = fit(seen, 1, epochs=8, members=2)
    assert members_of(both) == 2
    first, second = split_networks(both, HIDDEN)
    hidden = slice(HEAD, len(alone) - HIDDEN[1] - 1)  # all but the output, which is shared
    assert np.array_equal(first[hidden], alone[hidden])
    assert not np.allclose(second[hidden], alone[hidden])
    assert told["auc"] > LEAST_AUC
    again, _ = fit(seen, 1, epochs=1, start=both, members=2)
    assert members_of(again) == 2


def test_more_members_than_the_kernels_have_room_for_are_refused() -> None:
    with pytest.raises(InputError, match="--members"):
        LearningEffort(members=MOST_MEMBERS + 1).check()
