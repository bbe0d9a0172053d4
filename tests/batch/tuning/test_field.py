"""The field: balanced tables, games in rounds, luck that candidates share."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from bloodstones.batch.tuning.field import Field, make_tables
from tests.batch.tuning.paced_race import START, PacedRace


def field(players: tuple[int, ...] = ()) -> Field:
    game = PacedRace()
    tables = make_tables(game, "track", "steady", game.factions, ["steady"], players)
    return Field(game, tables, seed=5)


@pytest.mark.parametrize("players", [2, 3])
def test_each_faction_sits_in_each_seat_equally_often(players: int) -> None:
    seats = Counter((table.faction, table.seat) for table in field((players,)).tables)
    assert len(seats) == 3 * players
    assert len(set(seats.values())) == 1


def test_two_player_tables_are_mirrored() -> None:
    lineups = {table.label for table in field().tables}
    assert {"track/red+blue", "track/blue+red"} <= lineups
    seated = {(table.label, table.seat) for table in field().tables}
    assert {("track/red+blue", 0), ("track/red+blue", 1)} <= seated


def test_games_are_the_same_however_they_are_cut() -> None:
    own = field()
    whole = own.credits({}, "test", range(60))
    parts = [own.credits({}, "test", span) for span in (range(7), range(7, 8), range(8, 60))]
    assert whole.tolist() == np.concatenate(parts).tolist()


def test_candidates_share_their_luck_and_purposes_do_not() -> None:
    own = field()
    as_before = dict.fromkeys(PacedRace.factions, START)
    first = own.credits(as_before, "test", range(120))
    assert first.tolist() == own.credits({}, "test", range(120)).tolist()
    assert first.tolist() != own.credits({}, "other", range(120)).tolist()


def test_a_better_candidate_never_loses_a_game_that_it_had_won() -> None:
    own = field()
    better = {faction: {**START, "pace": 0.7} for faction in PacedRace.factions}
    games = range(120)
    assert (own.credits(better, "test", games) >= own.credits({}, "test", games)).all()
