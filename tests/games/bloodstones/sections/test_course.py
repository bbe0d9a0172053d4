"""What a ladder's report tells of typical games, counted by hand."""

from __future__ import annotations

import pandas as pd
import pytest

from bloodstones.games.bloodstones.sections.course import (
    COURSE,
    FIRST,
    figures,
    first_regroups,
    groups,
)

PLAYERS = 2


def rows(games: int, **changed: list[object]) -> pd.DataFrame:
    """Games of two; the Horde has no villages, the other seat regroups first in turn 5."""
    count = PLAYERS * games
    table = {
        "cell": ["c"] * count,
        "replicate": [number for number in range(games) for _ in range(PLAYERS)],
        "players": [PLAYERS] * count,
        "faction": ["hill_folk", "chaos_horde"] * games,
        "battles_attacking": [3, 1] * games,
        "withdrawals": [1, 0] * games,
        "villages_built": [20, 0] * games,
        "villages_lost": [4, 0] * games,
        "first_regroup_turns": [5, 4] * games,
        "first_regroup_built": [20, 0] * games,
        "first_regroup_villages": [18, 0] * games,
    }
    return pd.DataFrame(table | changed)


def test_figures_are_a_game_or_a_seat() -> None:
    assert figures(rows(3)) == {
        "battles": pytest.approx(4.0),
        "withdrawn": pytest.approx(0.25),
        "villages_built": pytest.approx(10.0),
        "villages_lost": pytest.approx(2.0),
    }


def test_games_without_an_attack_have_no_share_withdrawn_from() -> None:
    quiet = rows(2, battles_attacking=[0] * 4, withdrawals=[0] * 4)
    assert figures(quiet)["withdrawn"] == 0.0


def test_lines_are_in_two_groups_a_cell_for_each_number_of_players() -> None:
    table = pd.DataFrame([figures(rows(2)), figures(rows(2))])
    battles, villages = groups(table)
    assert battles[2] == ("battles fought a game", "3.0", "3.0")
    assert villages[0] == ("villages built, a player", "10.0", "10.0")


def test_first_regroups_leave_out_the_horde_and_seats_without_one() -> None:
    some = rows(4, first_regroup_turns=[5, 4, 0, 4, 7, 4, 6, 4])
    (line,) = first_regroups(some).to_dict("records")
    assert (line["regroups"], line["turns"]) == (3, pytest.approx(6.0))
    assert (line["villages"], line["built"], line["all_twenty"]) == (18.0, 20.0, 1.0)


def test_first_regroups_are_of_a_sample_spread_over_the_games() -> None:
    turns = [turn for number in range(180) for turn in (number + 1, 1)]
    (line,) = first_regroups(rows(180, first_regroup_turns=turns)).to_dict("records")
    assert line["regroups"] == 60
    assert line["turns"] == pytest.approx(sum(range(1, 181, 3)) / 60)


def test_tables_of_older_versions_have_no_first_regroups() -> None:
    assert first_regroups(rows(2).drop(columns=list(FIRST))).empty


def test_lines_on_first_regroups_are_in_the_order_of_the_numbers_of_players() -> None:
    both = pd.concat([rows(1), rows(1, players=[3, 3], first_regroup_turns=[9, 1])])
    assert COURSE.openings is not None
    lines = COURSE.openings.lines(first_regroups(both), [2, 3])
    assert lines[-1] == ("own turns by the first regroup", "5.0", "9.0")
