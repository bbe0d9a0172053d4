"""Plans: they muster, deploy, command, spend lore; what they know and how they are named."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.battlelore.engine.decisions import MOST_DECISIONS
from bloodstones.games.battlelore.game import GAME
from bloodstones.games.battlelore.strategies.policy import Weight
from bloodstones.kit.playing import play_on
from bloodstones.kit.records.playing import play_and_record
from tests.games.battlelore.scene import setup

PLANS = ("greedy", "banner_holder", "hunter", "archer_line")


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_beats_random_play(plan: str) -> None:
    for table, own in (((plan, "random"), 0), (("random", plan), 1)):
        rows = GAME.simulate(setup("drawn", strategies=table), 2, "plans", range(4)).rows
        assert sum(rows["win_credit"][own::2]) == 4


def test_plans_muster_armies_of_their_own_and_play_cards() -> None:
    armies = {}
    for plan in PLANS:
        rows = GAME.simulate(setup("drawn", strategies=(plan, plan)), 3, "armies", range(6)).rows
        armies[plan] = tuple(rows[f"mustered_{kind}"][0] for kind in range(5))
        assert sum(rows["lore_cards"]) > 0
        assert sum(rows["kills"]) > 0
    assert len(set(armies.values())) >= 3
    assert armies["archer_line"][0] > armies["hunter"][0]
    assert armies["hunter"][4] == 1


def test_rows_have_all_columns_and_add_up() -> None:
    chunk = GAME.simulate(setup("campaign", strategies=("hunter", "greedy")), 1, "rows", range(2))
    rows = chunk.rows
    assert set(rows) == {column.name for column in GAME.columns}
    assert {len(values) for values in rows.values()} == {4}
    assert sum(rows["win_credit"]) == 2
    sources = [name for name in rows if name.startswith("vp_")]
    for row in range(4):
        assert rows["score"][row] == sum(rows[name][row] for name in sources)
    assert len(chunk.areas["fights"]) == 104
    assert sum(chunk.areas["fights"]) == sum(rows["attacks"])


def test_a_plan_goes_without_a_unit_a_tent_or_a_card() -> None:
    """The seat that is free plays as before: its army is the same with the same luck."""
    free = GAME.simulate(setup("drawn", strategies=("hunter", "hunter")), 3, "w", range(6)).rows
    for thing, column in (
        ("kind_5", "mustered_4"),
        ("roc_warrior", "mustered_4"),
        ("tent", "tent"),
    ):
        table = (f"hunter_without_{thing}", "hunter")
        rows = GAME.simulate(setup("drawn", strategies=table), 3, "w", range(6)).rows
        assert max(free[column][::2]) > max(rows[column][::2]) == 0
        assert rows[column][1::2] == free[column][1::2]
    played: set[str] = set()
    for thing in ("line_advance", "lore_8"):
        given = setup("drawn", strategies=(f"hunter_without_{thing}", "hunter"))
        for seed in range(4):
            lines = play_and_record(GAME, given, seed, "w", 0).lines
            told = [line for line in lines[1:] if line["event"] in ("command", "play")]
            used = {(each["seat"], each.get("command", each.get("lore_card"))) for each in told}
            barred = {"line_advance": "line_advance", "lore_8": "rune_ward"}[thing]
            assert (0, barred) not in used
            played |= {name for seat, name in used if seat == 1}
    assert "line_advance" in played
    with pytest.raises(InputError, match="did you mean line_advance"):
        GAME.check(setup("drawn", strategies=("hunter_without_line_advanc", "random")))


def test_playing_on_from_a_position_ends_as_the_game_does() -> None:
    given = setup("a1+b2", strategies=("hunter", "banner_holder"))
    seating, play = GAME.seat(given), GAME.playthrough(given, 3, "on")
    whole, out = play.copy(), np.zeros(MOST_DECISIONS, np.int32)
    play_on(whole.state, seating.tables, seating.policy, out)
    rows = GAME.simulate(given, 3, "on", range(1)).rows
    assert [int(rank) for rank in whole.state.rank] == rows["rank"]
    assert [int(vp) for vp in whole.state.vp] == rows["score"]


def test_contests_change_parameters() -> None:
    given = setup("drawn", strategies=("hunter", "hunter"))
    assert {each.name for each in GAME.parameters("hunter")} == set(Weight.ids())
    lazy = {0: {"banner": 0.0, "hunt": 0.0}}
    assert GAME.contest(given, lazy, 1, "contest", range(6))[:, 0].sum() <= 2


def test_bad_strategies_are_reported() -> None:
    with pytest.raises(InputError, match="did you mean hunter"):
        GAME.check(setup("drawn", strategies=("hunte", "random")))
    assert "greedy" in GAME.finder_for().shipped()


@pytest.mark.parametrize("name", ["monte_carlo_8", "value_8"])
def test_a_searching_strategy_decides(name: str) -> None:
    given = setup("a1+a1", strategies=(name, "random"))
    rows = GAME.simulate(given, 1, "search", range(1)).rows
    assert rows["win_credit"][0] == 1.0


def test_presets_are_plans_with_parameters_of_their_own() -> None:
    shipped = GAME.finder_for().shipped()
    for name in ("hunter_tuned", "banner_holder_tuned", "archer_line_tuned"):
        preset, plan = shipped[name], shipped[name.removesuffix("_tuned")]
        assert preset.weights_of("daqan", 2) != plan.weights_of("daqan", 2)
        rows = GAME.simulate(setup("drawn", strategies=(name, "greedy")), 4, "tuned", range(8)).rows
        assert sum(rows["win_credit"][::2]) >= 5
