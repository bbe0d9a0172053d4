"""The game in the laboratory: columns, strategies, restricted play, search, commands."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.core.contract.columns import ALWAYS
from bloodstones.core.contract.game import Role, Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.games.battalia.columns import COLUMNS, COUNTED
from bloodstones.games.battalia.engine.rule_tables import TURN_LIMIT
from bloodstones.games.battalia.engine.state import Point, Tally
from bloodstones.games.battalia.game import GAME
from bloodstones.games.battalia.rules.names import SUPPLY
from bloodstones.games.battalia.strategies.policy import FINDER, Bar
from tests.python_players import as_strategy

PLANS = ("builder", "raider", "fighter", "thinner")


def table(*strategies: str, games: int = 2, **options: str) -> dict[str, np.ndarray]:
    setup = Setup("", tuple(Seat("", name) for name in strategies), options)
    rows = GAME.simulate(setup, 5, "table", range(games)).rows
    return {name: np.array(values) for name, values in rows.items()}


def test_every_column_is_filled() -> None:
    rows = table(*PLANS)
    assert list(rows) == [column.name for column in COLUMNS]
    assert set(ALWAYS) <= set(rows)
    assert {len(values) for values in rows.values()} == {2 * 4}
    sources = [column.name for column in COLUMNS if Role.POINTS & column.role]
    assert (sum(rows[name] for name in sources) == rows["score"]).all()
    assert rows["win_credit"].reshape(2, 4).sum(axis=1).tolist() == [1.0, 1.0]
    assert sorted(rows["faction"][:4]) == ["ardei", "lagorai", "nembolari", "orsari"]
    assert (rows["turns"].reshape(2, 4).sum(axis=1) == rows["game_turns"].reshape(2, 4)[:, 0]).all()
    assert len(COUNTED) == len(Tally)
    assert len({column.source for column in COUNTED}) == len(Tally)


def test_the_same_games_come_out_in_any_chunk() -> None:
    setup = Setup("", tuple(Seat("", name) for name in PLANS[:3]))
    whole = GAME.simulate(setup, 1, "x", range(4)).rows["score"]
    parts = [GAME.simulate(setup, 1, "x", range(n, n + 2)).rows["score"] for n in (0, 2)]
    assert list(whole) == [*parts[0], *parts[1]]


@pytest.mark.parametrize("plan", PLANS)
def test_plans_win_against_chance(plan: str) -> None:
    rows = table(plan, "random", games=6)
    assert rows["win_credit"].reshape(6, 2)[:, 0].mean() > 0.8


def test_a_strategy_goes_without_what_it_is_asked_to() -> None:
    free = table("fighter", "raider", "greedy", games=3)
    bare = table(
        *("fighter_without_heroes", "raider_without_weapon", "greedy_without_cohorts"), games=3
    )
    assert free["hired"].reshape(3, 3)[:, 0].sum() > 0
    assert bare["hired"].reshape(3, 3)[:, 0].sum() == 0
    assert bare["gained_weapon"].reshape(3, 3)[:, 1].sum() == 0
    assert bare["cohorts"].reshape(3, 3)[:, 2].sum() == 0
    with pytest.raises(InputError, match="something to go without"):
        FINDER.find("raider_without_wepon", "here")
    assert len(Bar) == 16


@pytest.mark.rule("AMB-19", "BA-SCORE-01")
def test_games_of_plans_come_to_an_end_by_the_rules() -> None:
    for strategy in (*PLANS, "greedy", *(f"{plan}_tuned" for plan in PLANS)):
        assert table(*[strategy] * 2, games=30)["finished"].all(), strategy


@pytest.mark.rule("AMB-19")
def test_a_game_that_decks_leave_open_counts_as_unfinished() -> None:
    rows = table("random", "random", "random", "random", games=12)
    stopped = rows["end_reason"] == "turn_limit"
    assert stopped.any()
    assert (rows["finished"] == ~stopped).all()
    assert set(rows["game_turns"][stopped]) == {TURN_LIMIT}


def test_plans_never_thin_out_what_building_needs() -> None:
    game = GAME.playthrough(Setup("", (Seat("", "thinner_tuned"),) * 2), 4)
    seating, least = GAME.seat(Setup("", (Seat("", "thinner_tuned"),) * 2)), 99
    while not game.over:
        legal = game.legal_codes()
        game.apply_code(int(legal[seating.index(game.state, legal, len(legal))]))
        s = game.state
        if s.point == Point.STEP_ONE and s.tally[:, Tally.LIMBO].sum() > 9:
            held = s.draw + s.hand + s.discard + s.ambush
            least = min(least, *held[:2, SUPPLY].tolist())
    assert 2 <= least < 9


def test_presets_are_of_the_plans() -> None:
    known = FINDER.shipped()
    assert {f"{plan}_tuned" for plan in PLANS} <= set(known)
    assert known["monte_carlo"].policies[0] == "thinner_tuned"


def test_a_python_strategy_sees_its_view() -> None:
    seats = (Seat("", f"{__name__}:first_of_all"), Seat("ardei", "random"))
    game = GAME.seat(Setup("", seats))
    play = GAME.playthrough(Setup("", (Seat("", "random"),) * 2), 3)
    if play.decider != 0:
        play.apply(play.legal()[0])
    legal = play.legal_codes()
    assert game.index(play.state, legal, len(legal)) == len(legal) - 1


@as_strategy
def first_of_all(view: object, legal: tuple[object, ...]) -> object:
    """The last decision of the list, if the view knows the seat's hand."""
    return legal[-1] if view.hand.sum() == 6 else legal[0]  # type: ignore[attr-defined]


def test_tuning_reads_and_changes_parameters() -> None:
    setup = Setup("", (Seat("orsari", "builder"), Seat("ardei", "random")))
    names = [parameter.name for parameter in GAME.parameters("builder")]
    weights = dict(GAME.weights("builder", "orsari", 2))
    assert list(weights) == names
    won = GAME.contest(setup, {0: {**weights, "city": 0.0, "upgrade": 0.0}}, 3, "t", range(2))
    assert won.shape == (2, 2)
    assert (won.sum(axis=1) == 1).all()


def test_the_desk_tells_numbers_events_and_benches() -> None:
    game_commands = game_commands_of("battalia")
    told = {number.name: number for number in game_commands.numbers()}
    assert told["hand.size"].values == (6,)
    assert told["lord.copies"].values == (3,)
    assert {"fight", "converted", "end"} <= {event.name for event in game_commands.events()}
    assert len(game_commands.bench_setups(3)["scripted"].seats) == 3
    assert game_commands.bench_setups(9) == {}


def test_far_is_value_with_a_horizon_of_eight_turns() -> None:
    far, value = (GAME.finder_for().find(name, "test") for name in ("far_32", "value_32"))
    assert dict(far.weights) == {**value.weights, "horizon": 8}
    assert (far.policies, far.values, far.features) == (
        *(value.policies, value.values, value.features),
    )
