"""Search in a game that says nothing but its rules: by ranks, all decisions alike."""

from __future__ import annotations

from dataclasses import replace
from inspect import signature
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bloodstones.core.coding import x_of
from bloodstones.core.learnable import Observed
from bloodstones.core.streams import game_key
from bloodstones.kit.observing import Observer
from bloodstones.kit.players.searchers import parameters
from bloodstones.kit.players.strategy import Family
from bloodstones.kit.search import candidates, deciding
from bloodstones.kit.search.candidates import Nature
from bloodstones.kit.search.knobs import KEY_WORDS, Bench, Knob
from bloodstones.kit.search.noting import NEVER
from bloodstones.kit.search.player import SearchPlayer
from tests.kit import sticks
from tests.kit.test_players import seating

BUDGET = 256
GAMES = 12


def plain(kernel: Any) -> Any:
    """Return what was written, not compiled."""
    return getattr(kernel, "py_func", kernel)


def decision(table: Any, left: int) -> int:
    """How many sticks the first seat takes of so many."""
    state: Any = sticks.State.new()
    out = np.zeros(sticks.MOST_DECISIONS, np.int32)
    sticks.start(state, table.tables, game_key(1, "search", left), out)
    state.sticks, state.point = left, sticks.Point.TURN
    luck = state.streams.copy()
    n = sticks.legal_decisions(state, table.tables, out)
    index = table.index(state, out, n)
    others = np.arange(sticks.STREAMS) != sticks.STRATEGY_STREAM
    assert np.array_equal(luck[others], state.streams[others])
    assert state.sticks == left
    return x_of(int(out[index]))


@pytest.mark.parametrize("name", ["monte_carlo", "ismcts"])
def test_a_search_leaves_multiples_of_four(name: str, tmp_path: Path) -> None:
    table = seating(sticks.finder(tmp_path), f"{name}_{BUDGET}", "random")
    assert [decision(table, left) for left in (2, 3, 5, 6, 7)] == [2, 3, 1, 2, 3]
    player = table.players[0]
    assert isinstance(player, SearchPlayer)
    assert 0 < player.simulations <= 5 * BUDGET


def test_every_knob_of_the_kernels_is_a_parameter_of_the_file() -> None:
    assert list(parameters()) == list(Knob.ids())


@pytest.mark.parametrize(
    "names",
    [
        ("monte_carlo_8", "shy"),
        ("monte_carlo_8", "monte_carlo_8"),
        ("ismcts_8", "monte_carlo_8"),
    ],
)
def test_a_playthrough_is_the_same_with_and_without_python_between_decisions(
    names: tuple[str, str], tmp_path: Path
) -> None:
    finder = sticks.finder(tmp_path)
    ends = []
    for along in (False, True):
        table, state = seating(finder, *names), sticks.State.new()
        assert table.searching
        key, out = game_key(1, "along", 0), np.zeros(sticks.MOST_DECISIONS, np.int32)
        if along:
            decisions = table.play_along(state, key, out, np.zeros(1, np.int64))
        else:
            decisions = table.play_out(state, key, out)
        made = [each.simulations for each in table.players if isinstance(each, SearchPlayer)]
        ends.append((decisions, sum(made), sticks.State.to_bytes(state)))
    assert ends[0] == ends[1]
    assert ends[0][1] > 0


def test_python_in_a_seat_stands_between_decisions(tmp_path: Path) -> None:
    finder = sticks.finder(tmp_path)
    assert not seating(finder, "shy", "bold").searching
    assert not seating(finder, "monte_carlo_8", "tests.kit.test_players:perfect").searching


def observed(table: Any, strays: int = NEVER) -> Observed:
    """What is noted of some playthroughs; every end is worth the same."""
    observer = Observer(
        2,
        lambda *_: 0,
        sticks.features,
        lambda s, t, knobs, out: None,
        lambda state: True,
        dict.fromkeys(Knob.ids(), 0.0),
        strays,
    )
    keys = [game_key(1, "noted", replicate) for replicate in range(GAMES)]
    return observer.observe(table, sticks.SEATS, keys)


@pytest.mark.parametrize("other", ["shy", "monte_carlo_8"])
def test_turns_are_noted_alike_with_and_without_python_between_decisions(
    other: str, tmp_path: Path
) -> None:
    table = seating(sticks.finder(tmp_path), "monte_carlo_16", other)
    slow = replace(table, deciders=replace(table.deciders, note_on=None))
    one, two = observed(table), observed(slow)
    assert np.array_equal(one.features, two.features)
    assert np.array_equal(one.turn, two.turn)
    assert np.array_equal(one.won, two.won)
    assert one.features[one.turn == 0][:, :, 0].min() >= sticks.FEW


def test_a_stray_search_plays_a_candidate_that_it_would_not_choose(tmp_path: Path) -> None:
    table = seating(sticks.finder(tmp_path), f"monte_carlo_{BUDGET}", "shy")
    best, strayed = observed(table), observed(table, strays=1)
    won = [float(each.won[each.turn == 0][:, 0].mean()) for each in (best, strayed)]
    assert won[0] > won[1]


@pytest.mark.parametrize(("proposer", "policy"), [(-1, "first"), (0, "first"), (1, "second")])
def test_what_is_not_searched_is_left_to_the_plan_under_way(proposer: int, policy: str) -> None:
    state = SimpleNamespace(decider=0, memory=np.array([[proposer]]))
    decide = plain(deciding.decide)
    asked: list[str] = []
    given = dict.fromkeys(signature(decide).parameters)
    given |= {"states": [state], "policies": ["first", "second"], "root": SimpleNamespace(), "n": 2}
    given["knobs"] = np.zeros(len(Knob))
    given["is_searched"] = lambda s: False
    given["choose"] = lambda s, t, policy, out, n: asked.append(policy) or 1
    assert decide(**given) == 1
    assert asked == [policy]


@pytest.mark.parametrize(("loyalty", "first"), [(0.0, 0), (1.0, 2)])
def test_a_loyal_search_begins_with_the_plan_under_way(
    loyalty: float, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    knobs = np.zeros(len(Knob))
    knobs[Knob.WIDTH], knobs[Knob.LOYALTY] = 3, loyalty
    bench = SimpleNamespace(count=0, key=np.zeros(KEY_WORDS))
    asked: list[str] = []
    for name in ("keep", "restore", "add"):
        monkeypatch.setattr(candidates, name, lambda *_: None)
    monkeypatch.setattr(deciding, "next_word", lambda *_: 0)
    monkeypatch.setattr(deciding, "propose", plain(candidates.propose))
    state = SimpleNamespace(decider=0, memory=np.array([[2]]), streams=None)
    policies = ["first", "second", "third"]

    def choose(s: Any, t: Any, policy: str, *_: Any) -> int:
        asked.append(policy)
        return 0

    monkeypatch.setattr(candidates, "propose_ideas", lambda *_: None)
    family = Family.TREE_SEARCH
    plain(deciding.begin)(
        choose, lambda _: 0, 0, family, state, None, policies, knobs, [7], 0, bench
    )
    assert asked == policies[first:] + policies[:first]
    assert state.memory[0, -1] == 0


@pytest.mark.parametrize(("family", "asked"), [(Family.MONTE_CARLO, 2), (Family.TREE_SEARCH, 4)])
def test_no_more_is_proposed_than_the_budget_tries(
    family: Family, asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    knobs = np.zeros(len(Knob))
    knobs[Knob.WIDTH], knobs[Knob.SIMULATIONS] = 12, 2
    monkeypatch.setattr(deciding, "next_word", lambda *_: 0)
    monkeypatch.setattr(deciding, "propose", plain(candidates.propose))
    state = SimpleNamespace(decider=0, memory=np.zeros((1, 4), int), streams=np.zeros((1, 4), int))
    bench, policies = proposing(monkeypatch), [0, 1, 2, 3]
    plain(deciding.begin)(
        lambda s, t, policy, *_: policy,
        lambda _: Nature.PLANNED,
        0,
        family,
        state,
        None,
        policies,
        knobs,
        policies,
        len(policies),
        bench,
    )
    assert bench.count == asked
    assert list(bench.code[:asked]) == policies[:asked]


def proposing(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a bench, with all that proposes as it was written."""
    for name in ("keep", "restore", "add", "listed", "propose_ideas"):
        monkeypatch.setattr(candidates, name, plain(getattr(candidates, name)))
    bench: Any = Bench.new()
    return bench


@pytest.mark.parametrize(("has", "asked"), [(False, 1), (True, 3)])
def test_a_policy_without_ideas_is_asked_once(
    has: bool, asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = SimpleNamespace(decider=0, memory=np.zeros((1, 4), int), streams=np.zeros((1, 4), int))
    bench, ideas = proposing(monkeypatch), []

    def choose(s: Any, *_: Any) -> int:
        ideas.append(int(s.memory[0, candidates.IDEA]))
        if has:
            s.memory[0, candidates.IDEA] = candidates.HEEDED
        return ideas[-1]

    bench.count = 0
    candidates.keep(state, bench, 0, 0)
    plain(candidates.propose_ideas)(
        choose, lambda _: Nature.ORDINARY, 0, state, None, None, 3, 12, [4, 5, 6, 7], 4, bench
    )
    assert ideas == [1, 2, 3][:asked]
    assert bench.count == (asked if has else 0)
    assert not state.memory.any()
