"""The field: balanced tables, games in rounds, luck that candidates share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np
import pytest
from numpy.typing import NDArray

from bloodstones.batch.tuning.contests import contest_of
from bloodstones.batch.tuning.field import TableRotation, make_tables
from bloodstones.core.contract.game import Setup
from bloodstones.core.contract.tunable import Weights
from tests.batch.tuning.paced_race import START, PacedRace


def field(players: tuple[int, ...] = ()) -> TableRotation:
    game = PacedRace()
    blank = Setup("track", ())
    return TableRotation(make_tables(game, blank, "steady", game.every_role, ["steady"], players))


def played(candidate: Mapping[str, Weights], purpose: str, games: range) -> NDArray[np.float64]:
    """The candidate's win credits in some games."""
    own = field()
    by_table = []
    for table, span in zip(own.tables, own.spans(games), strict=True):
        contest = contest_of(table, candidate, purpose)
        by_table.append(np.frombuffer(contest.played(PacedRace(), 5, span)[0] if span else b""))
    return own.in_order(by_table, games)


@pytest.mark.parametrize("players", [2, 3])
def test_each_faction_sits_in_each_seat_equally_often(players: int) -> None:
    seats = Counter((table.role, table.seat) for table in field((players,)).tables)
    assert len(seats) == 3 * players
    assert len(set(seats.values())) == 1


def test_two_player_tables_are_mirrored() -> None:
    lineups = {table.label for table in field().tables}
    assert {"track/red+blue", "track/blue+red"} <= lineups
    seated = {(table.label, table.seat) for table in field().tables}
    assert {("track/red+blue", 0), ("track/red+blue", 1)} <= seated


def test_games_are_the_same_however_they_are_cut() -> None:
    whole = played({}, "test", range(60))
    parts = [played({}, "test", span) for span in (range(7), range(7, 8), range(8, 60))]
    assert whole.tolist() == np.concatenate(parts).tolist()


def test_candidates_share_their_luck_and_purposes_do_not() -> None:
    as_before = dict.fromkeys(PacedRace.every_role, START)
    first = played(as_before, "test", range(120))
    assert first.tolist() == played({}, "test", range(120)).tolist()
    assert first.tolist() != played({}, "other", range(120)).tolist()


def test_a_better_candidate_never_loses_a_game_that_it_had_won() -> None:
    better = {faction: {**START, "pace": 0.7} for faction in PacedRace.every_role}
    games = range(120)
    assert (played(better, "test", games) >= played({}, "test", games)).all()
