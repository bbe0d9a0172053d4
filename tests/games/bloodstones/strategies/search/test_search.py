"""Searching strategies: budgets, obvious decisions, streams of the game, strength."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.core.kernels.kernel import JIT, entry
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.bloodstones.engine.playthrough import decision_buffer
from bloodstones.games.bloodstones.engine.state import SCRATCH, STRATEGY_STREAM, GameState, Point
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.strategies.policy import PLANS
from bloodstones.games.bloodstones.strategies.searching import SEARCHED, begins_action, is_searched
from bloodstones.games.bloodstones.strategies.timing import MANY_TURNS
from bloodstones.kit.courses import new_course
from bloodstones.kit.players import searchers
from bloodstones.kit.players.presets import Preset
from bloodstones.kit.players.searchers import parameters
from bloodstones.kit.search.player import SearchPlayer
from bloodstones.kit.search.search_parameters import Knob
from tests.games.bloodstones.strategies.contract import Table, places

pytestmark = pytest.mark.skipif(not JIT, reason="so many playthroughs take compiled kernels")

BUDGET = 8
MAP = "tyrants_lament"
FACTIONS = ("dragon_riders", "horse_lords", "hill_folk", "necromancers")
LEAST_SHARE = 0.6
REPLICATES = 2


def player(table: Table) -> SearchPlayer:
    strategy = table.seating.players[table.seat]
    assert isinstance(strategy, SearchPlayer)
    return strategy


@pytest.fixture(params=["monte_carlo", "ismcts"])
def table(request: pytest.FixtureRequest) -> Table:
    return Table(places()[0], f"{request.param}_{BUDGET}")


@pytest.mark.soak  # compiles the search for a minute or two
def test_a_decision_takes_at_most_the_budget_and_an_obvious_one_nothing(table: Table) -> None:
    spent = set()
    for state, count in table.walk(0):
        before = player(table).simulations
        searched = bool((SEARCHED >> int(state.point)) & 1)
        table.index(GameState.copy(state), count)
        used = player(table).simulations - before
        spent.add(used)
        assert used <= BUDGET
        assert searched or used == 0
    assert {0, BUDGET} <= spent


@pytest.mark.soak  # compiles the search for a minute or two
def test_luck_of_the_game_stays_as_it_was(table: Table) -> None:
    for state, count in table.walk(1, 3):
        twin = GameState.copy(state)
        table.index(twin, count)
        others = np.arange(len(state.streams)) != STRATEGY_STREAM + table.seat
        assert np.array_equal(twin.streams[others], state.streams[others])


@entry
def looks_into(s: GameState) -> bool:
    return is_searched(s)


def test_actions_are_left_to_the_plans_once_the_game_drags_on() -> None:
    state = GameState.new()
    for point, late in ((Point.MAIN, False), (Point.RAID, True)):
        state.point, state.decider = point, 1
        for turns in (MANY_TURNS, MANY_TURNS + 1):
            state.turns[:] = (MANY_TURNS, turns, *[0] * (len(state.turns) - 2))
            assert looks_into(state) == (late or turns == MANY_TURNS)


@entry
def begins(s: GameState) -> bool:
    return begins_action(s)


def test_an_action_begins_with_a_citadel_or_a_main_decision() -> None:
    state = GameState.new()
    found = set()
    for point in Point:
        state.point = point
        if begins(state):
            found.add(point)
    assert found == {Point.CITADEL, Point.MAIN}


def test_a_focused_search_simulates_where_an_action_begins_and_only_what_looks_best() -> None:
    table = Table(places()[0], f"focus_{BUDGET}")
    retained = searchers.searchers(PLANS)["focus"].weights["retained"]
    simulated, looked = 0, 0
    for state, count in table.walk(2):
        before = player(table).simulations
        table.index(GameState.copy(state), count)
        used = player(table).simulations - before
        root = player(table).benches[0]
        assert used == 0 or begins(state)
        if used:
            tried = np.flatnonzero(root.tries[: root.count])
            simulated += 1
            looked += root.count > retained
            assert used <= BUDGET
            assert 0 in tried
            assert len(tried) <= max(2, retained)
    assert simulated >= looked > 0


def test_the_budget_in_the_name_is_the_parameter() -> None:
    for name in searchers.searchers(PLANS):
        strategy = searchers.find_searcher(PLANS, f"{name}_128", "here")
        assert strategy is not None
        assert strategy.weights["simulations"] == 128
        assert (
            replace(strategy, id=name, weights=searchers.searchers(PLANS)[name].weights)
            == searchers.searchers(PLANS)[name]
        )
        assert isinstance(strategy.weights, MappingProxyType)


def test_every_knob_of_the_kernels_is_a_parameter_of_the_files() -> None:
    names = [knob.name.lower() for knob in Knob]
    assert list(parameters()) == names
    for strategy in searchers.searchers(PLANS).values():
        assert list(strategy.weights) == names
        assert strategy.traits.uses_search


@pytest.mark.soak  # compiles the search for a minute or two
def test_it_plays_in_the_cells_of_a_study_with_the_luck_of_the_game() -> None:
    setup = Setup(MAP, (Seat("hill_folk", "monte_carlo_4"), Seat("horse_lords", "ismcts_4")))
    rows = [GAME.simulate(setup, 1, "label", part).rows for part in (range(2), range(1, 2))]
    assert rows[0]["score"][2:] == rows[1]["score"]
    scripted = Setup(MAP, tuple(Seat(seat.role, "warlord") for seat in setup.seats))
    same = GAME.simulate(scripted, 1, "label", range(2)).rows
    assert same["turn_order"] == rows[0]["turn_order"]  # common random numbers


@pytest.mark.soak  # compiles the search for a minute or two
@pytest.mark.parametrize("names", [("value_4", "champion"), ("value_4", "monte_carlo_2")])
def test_a_playthrough_is_the_same_with_and_without_python_between_decisions(
    names: tuple[str, str],
) -> None:
    seating = GAME.seat(Setup(MAP, tuple(map(Seat, FACTIONS[2:], names))))
    ends = []
    for along in (True, False):
        state, key, legal = GameState.new(), game_key(3, "along", 0), decision_buffer()
        if along:
            decisions = seating.play_along(state, key, legal, new_course())
        else:
            decisions = seating.play_out(state, key, legal)
        for name in SCRATCH:
            state[name] = 0
        ends.append((decisions, GameState.to_bytes(state)))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("players", [2, 3])
def test_learned_values_judge_when_every_seat_had_a_turn(players: int) -> None:
    seats = tuple(Seat(role, "value_8") for role in FACTIONS[:players])
    for strategy in GAME.seat(Setup(MAP, seats)).players:
        assert isinstance(strategy, SearchPlayer)
        assert strategy.horizon == players


def test_a_glance_goes_to_the_end_of_the_turn() -> None:
    seats = tuple(Seat(role, "glance_8") for role in FACTIONS[:2])
    for strategy in GAME.seat(Setup(MAP, seats)).players:
        assert isinstance(strategy, SearchPlayer)
        assert strategy.horizon == 1


def test_looks_are_for_strategies_that_look(tmp_path: Path) -> None:
    focus = searchers.searchers(PLANS)["focus"]
    for folder, name, wanted in (
        (focus.looks, "value_8", "a strategy with a pre-selection"),
        (str(tmp_path / "none"), "focus_8", "a folder of a trained evaluator"),
    ):
        with pytest.raises(InputError, match=wanted):
            searchers.find_searcher(PLANS, f"{name}@{folder}", "seats")
    for folder, looks in ((focus.looks, focus.looks), (focus.values, focus.looks)):
        found = searchers.find_searcher(PLANS, f"focus_8@{folder}", "seats")
        assert found is not None
        assert (found.values, found.looks) == (focus.values, looks)


def test_a_preset_without_looks_retains_no_candidates() -> None:
    preset = Preset("mine", "value", "mine", {"retained": 3.0})
    with pytest.raises(InputError, match="retained = 0"):
        searchers.preset_of(preset, searchers.searchers(PLANS)["value"])
    assert searchers.preset_of(preset, searchers.searchers(PLANS)["focus"]).weights["retained"] == 3


def mirrored(one: str, other: str) -> Iterator[tuple[Setup, int]]:
    """Every ordered pair of factions, both ways round, with the seat of `one`."""
    for factions in permutations(FACTIONS, 2):
        for names in ((one, other), (other, one)):
            yield Setup(MAP, tuple(map(Seat, factions, names))), names.index(one)


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("monte_carlo_64", "raider_tuned"),
        ("ismcts_64", "raider_tuned"),
        ("monte_carlo_64", "monte_carlo_16"),
    ],
)
def test_search_beats_its_own_policy_and_more_budget_beats_less(stronger: str, weaker: str) -> None:
    games = list(mirrored(stronger, weaker))
    wins = 0.0
    for setup, seat in games:
        label, seats = "/".join(place.role for place in setup.seats), len(setup.seats)
        credits = GAME.simulate(setup, 7, label, range(REPLICATES)).rows["win_credit"]
        wins += sum(credits[seat::seats])
    assert wins >= LEAST_SHARE * len(games) * REPLICATES
