"""The end: filled boards, fifth cities, points and ties."""

from __future__ import annotations

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.state import HEROES, NOTHING, Ending, GameState, Point
from bloodstones.games.battalia.rules.boards import SQUARES
from bloodstones.games.battalia.rules.names import LEVELS

TOP_LEVEL = LEVELS - 1


@kernel
def cities_of_level(s: GameState, seat: int, level: int) -> int:
    """Return how many cities of a level a seat controls."""
    count = 0
    for square in range(SQUARES):
        if s.owner[square] == seat and s.level[square] == level:
            count += 1
    return count


@entry
def points_of(s: GameState, seat: int) -> int:
    """Return the victory points of a seat: the levels of its cities (BA-SCORE-04)."""
    points = 0
    for square in range(SQUARES):
        if s.owner[square] == seat:
            points += s.level[square]
    return points


@kernel
def heroes_out(s: GameState, seat: int) -> int:
    """Return how many heroes of a seat are on the board."""
    count = 0
    for hero in range(HEROES):
        if s.hero[seat, hero] != NOTHING:
            count += 1
    return count


@kernel
def is_ahead(s: GameState, seat: int, other: int) -> bool:
    """Whether a seat beats another one: by points, then by BA-SCORE-05."""
    ours = points_of(s, seat)
    theirs = points_of(s, other)
    level = TOP_LEVEL
    while ours == theirs and level > 1:
        ours = cities_of_level(s, seat, level)
        theirs = cities_of_level(s, other, level)
        level -= 1
    if ours == theirs:
        ours = heroes_out(s, seat)
        theirs = heroes_out(s, other)
    return bool(ours > theirs)


@kernel
def finish(s: GameState, t: RuleTables, ending: int) -> None:
    """End the playthrough and rank the seats; who is level in all shares a rank (AMB-38)."""
    for seat in range(t.players):
        rank = 1
        for other in range(t.players):
            if is_ahead(s, other, seat):
                rank += 1
        s.rank[seat] = rank
    s.ending = ending
    s.point = Point.OVER


@kernel
def check_cities(s: GameState, t: RuleTables, seat: int, built: bool) -> None:
    """End the game if a seat has its fifth city of the top level (BA-SCORE-03, AMB-20)."""
    if (built or not t.fifth_city) and cities_of_level(s, seat, TOP_LEVEL) >= t.end_cities:
        finish(s, t, Ending.FIFTH_CITY)


@kernel
def check_board(s: GameState, t: RuleTables) -> None:
    """End the game if no square is empty (BA-SCORE-01)."""
    if s.empty == 0 and s.point != Point.OVER:
        finish(s, t, Ending.BOARD_FULL)
