"""What a fit aims at."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.batch.learning.fit import TRACE, Seen, returns


def seen_of(*ends: tuple[int, float]) -> Seen:
    """Return games of two seats with these turns, the first seat's utility at the end."""
    turns = [count for count, _ in ends]
    utility = np.array([(end, 1.0 - end) for count, end in ends for _ in range(count)], np.float32)
    game = np.repeat(np.arange(len(ends)), turns)
    share = np.concatenate([np.arange(count) / count for count in turns])
    return Seen(np.zeros((len(game), 2, 1), np.float32), utility, utility, game, share)


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
