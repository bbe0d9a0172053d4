"""Search in a game that says nothing but its rules: by ranks, all decisions alike."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bloodstones.core.contract.learnable import Observed
from bloodstones.core.kernels.decision_codes import x_of
from bloodstones.core.kernels.streams import game_key
from bloodstones.kit.kernels import Nature
from bloodstones.kit.observing import Observer
from bloodstones.kit.players.searchers import parameters
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.players.strategy import Family
from bloodstones.kit.search import candidates, deciding
from bloodstones.kit.search import deciding as simulating
from bloodstones.kit.search.player import SearchPlayer
from bloodstones.kit.search.search_parameters import MOST_LOOKS, Bench, Knob
from bloodstones.kit.search.self_play import NEVER
from tests.kernels import plain
from tests.kit import sticks
from tests.kit.test_players import seating

BUDGET = 256
GAMES = 12


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


def observed(table: Any, random_one_in: int = NEVER) -> Observed:
    """What is noted of some playthroughs; every end is worth the same."""
    knobs = dict.fromkeys(Knob.ids(), 0.0)
    observer = Observer(2, lambda state: True, knobs, search_random_one_in=random_one_in)
    keys = [game_key(1, "noted", replicate) for replicate in range(GAMES)]
    return observer.observe(table, sticks.SEATS, keys)


@pytest.mark.parametrize("other", ["shy", "monte_carlo_8"])
def test_turns_are_noted_alike_with_and_without_python_between_decisions(
    other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seating(sticks.finder(tmp_path), "monte_carlo_16", other)
    one = observed(table)
    monkeypatch.setattr(Seating, "searching", False)
    two = observed(table)
    assert np.array_equal(one.features, two.features)
    assert np.array_equal(one.turn, two.turn)
    assert np.array_equal(one.won, two.won)
    assert one.features[one.turn == 0][:, :, 0].min() >= sticks.FEW


def test_a_stray_search_plays_a_candidate_that_it_would_not_choose(tmp_path: Path) -> None:
    table = seating(sticks.finder(tmp_path), f"monte_carlo_{BUDGET}", "shy")
    best, strayed = observed(table), observed(table, random_one_in=1)
    won = [float(each.won[each.turn == 0][:, 0].mean()) for each in (best, strayed)]
    assert won[0] > won[1]


@pytest.mark.parametrize(("proposer", "policy"), [(-1, "first"), (0, "first"), (1, "second")])
def test_what_is_not_searched_is_left_to_the_plan_under_way(
    proposer: int, policy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert asked_within_an_action(proposer, 0, 0.0, monkeypatch) == [policy]


@pytest.mark.parametrize(("active", "policy"), [(0, "second"), (1, "first")])
def test_a_focused_search_leaves_what_it_decides_in_the_turn_of_others_to_the_first_policy(
    active: int, policy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert asked_within_an_action(1, active, 1.0, monkeypatch) == [policy]


def asked_within_an_action(
    proposer: int, active: int, focus: float, monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """Whom a search asks that does not look into a decision of the first seat."""
    state = SimpleNamespace(decider=0, active=active, memory=np.array([[proposer]]))
    asked: list[str] = []
    monkeypatch.setattr(deciding, "admit", lambda *given: given[-1])
    monkeypatch.setattr(deciding, "is_decided_anew", lambda s, focused: False)
    monkeypatch.setattr(deciding, "who_goes_on", plain(deciding.who_goes_on))
    monkeypatch.setattr(deciding, "choose", lambda s, t, policy, out, n: asked.append(policy) or 1)
    root = SimpleNamespace(knobs=np.zeros(len(Knob)))
    root.knobs[Knob.FOCUS] = focus
    search = (["first", "second"], None, None, root, SimpleNamespace())
    assert plain(deciding.decide)([state], None, search, None, 2) == 1
    return asked


def proposing(
    monkeypatch: pytest.MonkeyPatch, choose: Any, nature: Nature = Nature.ORDINARY, **knobs: float
) -> Any:
    """Return a bench, with all that proposes as it was written, for a policy and natures."""
    for name in ("keep", "restore", "add", "listed", "propose_ideas"):
        monkeypatch.setattr(candidates, name, plain(getattr(candidates, name)))
    monkeypatch.setattr(candidates, "choose", choose)
    monkeypatch.setattr(candidates, "nature_of", lambda *_: nature)
    for module in (candidates, deciding):
        monkeypatch.setattr(module, "strategy_stream", lambda _: 0)
    monkeypatch.setattr(deciding, "next_word", lambda *_: 0)
    monkeypatch.setattr(deciding, "propose", plain(candidates.propose))
    bench: Any = Bench.new()
    for name, value in knobs.items():
        bench.knobs[Knob[name.upper()]] = value
    return bench


def a_state(memory: int = 0) -> Any:
    """A state of one seat that remembers a number."""
    remembered, streams = np.full((1, 4), memory), np.zeros((1, 4), int)
    return SimpleNamespace(decider=0, memory=remembered, streams=streams)


@pytest.mark.parametrize(("loyalty", "first"), [(0.0, 0), (1.0, 2)])
def test_a_loyal_search_begins_with_the_plan_under_way(
    loyalty: float, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def choose(s: Any, t: Any, policy: str, *_: Any) -> int:
        asked.append(policy)
        return 0

    bench = proposing(monkeypatch, choose, width=3, loyalty=loyalty)
    bench.family = Family.TREE_SEARCH
    state, policies = a_state(memory=2), ["first", "second", "third"]
    plain(deciding.begin)(state, None, policies, [7], 0, bench)
    assert asked == policies[first:] + policies[:first]
    assert state.memory[0, -1] == 0


@pytest.mark.parametrize(
    ("family", "retained", "asked"),
    [(Family.MONTE_CARLO, 0, 2), (Family.MONTE_CARLO, 3, 4), (Family.TREE_SEARCH, 0, 4)],
)
def test_no_more_is_proposed_than_the_budget_tries_or_looks_at(
    family: Family, retained: int, asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    policies = [0, 1, 2, 3]
    bench = proposing(
        monkeypatch,
        lambda s, t, policy, *_: policy,
        Nature.PLANNED,
        width=12,
        simulations=2,
        retained=retained,
    )
    bench.family = family
    plain(deciding.begin)(a_state(), None, policies, policies, len(policies), bench)
    assert bench.count == asked
    assert list(bench.code[:asked]) == policies[:asked]


@pytest.mark.parametrize(("has", "asked"), [(False, 1), (True, 3)])
def test_a_policy_without_ideas_is_asked_once(
    has: bool, asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ideas: list[int] = []

    def choose(s: Any, *_: Any) -> int:
        ideas.append(int(s.memory[0, candidates.IDEA]))
        if has:
            s.memory[0, candidates.IDEA] = candidates.HEEDED
        return ideas[-1]

    bench, state = proposing(monkeypatch, choose, ideas=3), a_state()
    bench.count = 0
    candidates.keep(state, bench, 0)
    candidates.propose_ideas(state, None, None, 12, [4, 5, 6, 7], 4, bench)
    assert ideas == [1, 2, 3][:asked]
    assert bench.count == (asked if has else 0)
    assert not state.memory.any()


@pytest.mark.parametrize("noted", [0, MOST_LOOKS])
def test_a_simulation_that_is_not_noted_leaves_what_others_reached(
    noted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench: Any = Bench.new()
    bench.noting, bench.noted = 1, noted
    bench.reached[:] = 0.25
    state = SimpleNamespace(decider=0, active=0, turn=0, point=0)
    for name in ("plan_of", "apply"):
        monkeypatch.setattr(simulating, name, lambda *given: 0)
    monkeypatch.setattr(simulating, "judge_end", lambda s, t, v, values, b: b.utility.fill(0.75))
    plain(simulating.simulate)(state, None, [None], None, bench, 0)
    assert bench.utility[0] == 0.75
    assert (np.asarray(bench.reached) == 0.25).all()
