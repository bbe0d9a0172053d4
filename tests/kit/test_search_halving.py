"""Sequential halving: who stays in, how the budget is spent, and who is believed to lead."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.search.monte_carlo import (
    begin_halving,
    leader,
    note_gain,
    to_next_candidate,
)
from bloodstones.kit.search.search_parameters import FEWEST_WORLDS, Bench, Knob


@entry
def halve(b: Bench, worth: Array, spent: Array) -> int:
    """Run sequential halving where a candidate gains `worth` in every world; return the leader."""
    begin_halving(b)
    to_next_candidate(b)
    while b.chosen < b.count:
        spent[b.chosen] += 1
        note_gain(b, worth[b.chosen])
        to_next_candidate(b)
    return leader(b)


@entry
def look_and_halve(b: Bench, worth: Array, looks: Array, seen: Array, spent: Array) -> int:
    """The same where looks show another worth; count looks and simulations apart."""
    begin_halving(b)
    to_next_candidate(b)
    while b.chosen < b.count:
        if b.looking:
            seen[b.chosen] += 1
            note_gain(b, looks[b.chosen])
        else:
            spent[b.chosen] += 1
            note_gain(b, worth[b.chosen])
        to_next_candidate(b)
    return leader(b)


def run(
    worth: list[float], simulations: int, lead: float = 1.0, certainty: float = 0.0
) -> tuple[int, list[int]]:
    bench: Any = Bench.new()
    knobs = bench.knobs
    knobs[Knob.SIMULATIONS], knobs[Knob.LEAD] = simulations, lead
    knobs[Knob.CERTAINTY] = certainty
    bench.count = len(worth)
    spent = np.zeros(len(worth), np.int64)
    return int(halve(bench, np.array(worth), spent)), spent.tolist()


def test_the_best_candidate_and_the_first_get_most_of_the_budget() -> None:
    best, spent = run([0.5, 0.1, 0.9, 0.2, 0.3, 0.4, 0.0, 0.6], 64)
    assert best == 2
    assert sum(spent) <= 64
    assert spent[0] == spent[2] == max(spent)
    assert spent[6] == min(spent) > 0


@pytest.mark.parametrize("simulations", [2, 4, 16, 64])
def test_the_budget_is_kept_and_equals_leave_the_decision_with_the_first(simulations: int) -> None:
    best, spent = run([0.5, 0.5, 0.5, 0.5], simulations)
    assert best == 0
    assert sum(spent) <= simulations


def test_a_small_lead_counts_only_after_enough_tries() -> None:
    assert run([0.5, 0.6], 8)[0] == 0
    assert run([0.5, 0.6], 512)[0] == 1


def test_a_budget_short_of_two_rounds_is_spent_on_the_best() -> None:
    worth = [0.5, 0.6, 0.4, 0.9, 0.3, 0.2, 0.1, 0.3, 0.3, 0.3, 0.3, 0.3]
    best, spent = run(worth, 16, lead=0.5)
    assert best == 3
    assert sum(spent) == 16
    assert spent[0] == spent[3] == 2


def test_a_budget_smaller_than_the_choice_goes_to_the_first_candidates() -> None:
    best, spent = run([0.5, 0.1, 0.9, 0.2, 1.0, 1.0], 4, lead=0.5)
    assert best == 2
    assert spent == [1, 1, 1, 1, 0, 0]


def test_a_search_ends_once_the_last_two_differ_significantly() -> None:
    best, spent = run([0.5, 0.9], 64, certainty=3.0)
    assert best == 1
    assert spent == [FEWEST_WORLDS, FEWEST_WORLDS]
    assert run([0.5, 0.9], 64)[1] == [32, 32]


def test_a_search_ends_once_the_last_two_are_alike_in_every_world() -> None:
    assert run([0.5, 0.5], 64, certainty=3.0) == (0, [FEWEST_WORLDS, FEWEST_WORLDS])


def test_a_small_lead_is_played_on_for_as_long_as_it_might_be_luck() -> None:
    best, spent = run([0.5, 0.51], 512, lead=0.1, certainty=3.0)
    assert best == 1
    assert FEWEST_WORLDS < spent[1] < 256


def test_others_than_the_last_two_are_dropped_by_halving_alone() -> None:
    spent = run([0.5, 0.9, 0.1, 0.1], 64, certainty=3.0)[1]
    assert spent[2] == run([0.5, 0.9, 0.1, 0.1], 64)[1][2]


@pytest.mark.parametrize(("retained", "kept"), [(1, [0, 4]), (2, [0, 4]), (3, [0, 3, 4])])
def test_only_what_looks_best_is_simulated_beside_the_first(retained: int, kept: list[int]) -> None:
    bench: Any = Bench.new()
    bench.knobs[Knob.SIMULATIONS], bench.knobs[Knob.RETAINED] = 8, retained
    bench.knobs[Knob.LEAD] = 0.5
    worth, looks = np.array([0.2, 0.9, 0.9, 0.6, 0.8]), np.array([0.1, 0.2, 0.3, 0.7, 0.9])
    bench.count = len(worth)
    seen, spent = np.zeros((2, len(worth)), np.int64)
    assert look_and_halve(bench, worth, looks, seen, spent) == 4
    assert seen.tolist() == [1] * len(worth)  # no simulation: they are not part of the budget
    assert np.flatnonzero(spent).tolist() == kept
    assert 6 < spent.sum() <= 8
    assert bench.tries.tolist()[: len(worth)] == spent.tolist()


def test_so_few_candidates_are_not_looked_at() -> None:
    bench: Any = Bench.new()
    bench.knobs[Knob.SIMULATIONS], bench.knobs[Knob.RETAINED] = 8, 3
    bench.count = 3
    seen, spent = np.zeros((2, 3), np.int64)
    look_and_halve(bench, np.zeros(3), np.zeros(3), seen, spent)
    assert not seen.any()
    assert spent.all()
