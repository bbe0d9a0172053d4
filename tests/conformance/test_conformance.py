"""Every game of the registry holds to the contract of a game."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pandas as pd
import pytest

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.core.contract.columns import Columns
from bloodstones.core.contract.game import Role, Seat, Setup
from bloodstones.games.bloodstones.engine.playthrough import Playthrough as PlaythroughOfBloodstones
from bloodstones.games.bloodstones.game import GAME as BLOODSTONES
from bloodstones.games.registry import GAMES, load_game
from bloodstones.kit.parts import Notation
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.testing.conformance import CHECKS, Case
from bloodstones.report.contract.game_report import game_report_of

LIMIT = 60  # turns of a game that random play would not end for long


def usual_case(game_id: str) -> Case:
    """The setup by which the speed of a game is measured, played at random."""
    setup = game_commands_of(game_id).bench_setups(None)["random"]
    game: Any = load_game(game_id)

    def make(seed: int, scripted_chance: bool) -> Playthrough:
        return game.playthrough(setup, seed, scripted_chance=scripted_chance)

    def write(play: Playthrough) -> str:
        return str(game.line_of(play).text())

    read = game.position if game.notation is not None else None
    notation = None if read is None else Notation(write, read, None, None, None, frozenset())
    return Case(game_id, make, games=1, notation=notation)


def bloodstones_case(*factions: str, **options: str) -> Case:
    setup = Setup("tyrants_lament", tuple(Seat(name, "random") for name in factions), options)
    limited = replace(BLOODSTONES.game_setup(setup), turn_limit=LIMIT)

    def make(seed: int, scripted_chance: bool) -> Playthrough:
        return PlaythroughOfBloodstones(limited, seed, scripted_chance=scripted_chance)

    return Case("+".join(factions), make, games=1, notation=BLOODSTONES.notation)


CASES = [
    *(usual_case(game_id) for game_id in GAMES if game_id != BLOODSTONES.id),
    bloodstones_case("dragon_riders", "hill_folk"),
    bloodstones_case("necromancers", "corsairs", "chaos_horde", "horse_lords"),
    bloodstones_case(
        "corsairs", "necromancers", "horse_lords", cutiecorn="true", regroup_trigger="on_empty"
    ),
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_game_holds_to_the_contract(case: Case, check: Callable[[Case], None]) -> None:
    check(case)


@pytest.mark.parametrize("game_id", GAMES)
def test_columns_of_what_seats_do_are_headed_in_words(game_id: str) -> None:
    headed = Columns(load_game(game_id).columns).labels(Role.ACTIVITY)
    odd = {name: words for name, words in headed.items() if re.search(r"[_\d]", words)}
    assert not odd


@pytest.mark.parametrize("game_id", GAMES)
def test_figures_of_typical_games_are_not_called_as_shares_of_points_are(game_id: str) -> None:
    """A ladder tells both in one table, a column each."""
    course = game_report_of(game_id).course
    columns = Columns(load_game(game_id).columns)
    names = ("cell", "replicate", *(column.name for column in columns))
    rows = pd.DataFrame({name: [0] for name in names})
    named = course.figures(rows) if course is not None else {}
    assert not set(named) & set(columns.names(Role.POINTS))
