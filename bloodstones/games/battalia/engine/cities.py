"""Cities: tokens, building, raising, changing hands; heroes sent back to stock."""

from __future__ import annotations

from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.battalia.engine import board, ending
from bloodstones.games.battalia.engine.events import Event, tell
from bloodstones.games.battalia.engine.state import (
    HEROES,
    NOTHING,
    GameState,
    Point,
    Square,
    Tally,
)
from bloodstones.games.battalia.engine.tables import RuleTables
from bloodstones.games.battalia.rules.names import CITY_BUILDS, LEVELS


@kernel
def token_for(s: GameState, seat: int, level: int, lower: bool) -> int:
    """Return the level of the token that a seat puts on a city of a level, 0 without one.

    `lower`: failing the right one, the next lower one serves (BA-FIGHT-12, AMB-07, AMB-35).
    """
    while level > 0:
        if s.tokens[seat, level] > 0:
            return level
        if not lower:
            return 0
        level -= 1
    return 0


@kernel
def put_token(s: GameState, seat: int, square: int, level: int) -> None:
    """Put a token of a seat on a city that has none."""
    s.tokens[seat, level] -= 1
    s.owner[square] = seat
    s.level[square] = level
    s.reverted[square] = 0
    s.surveyed = 0
    tell(s, Event.TOKEN, seat, square, level)


@kernel
def take_token(s: GameState, square: int) -> None:
    """Give the token of a city back to its owner's stock."""
    owner = s.owner[square]
    if owner != NOTHING:
        s.tokens[owner, s.level[square]] += 1
    s.owner[square] = NOTHING
    s.surveyed = 0


@kernel
def lay_card(s: GameState, square: int, build: int, mask: int, terrain: int) -> None:
    """Put a map card on an empty square."""
    s.what[square] = Square.CITY if build < CITY_BUILDS else Square.ROAD
    s.exits[square] = mask
    s.build[square] = build
    s.terrain[square] = terrain
    s.map_left[build, max(terrain, 0)] -= 1
    s.empty -= 1
    s.surveyed = 0


@kernel
def place(s: GameState, t: RuleTables, square: int, mask: int) -> None:
    """Put down the map card that was paid for, with its token if it is a city (BA-BUILD-13)."""
    seat = s.active
    build = s.act_y
    lay_card(s, square, build, mask, s.terrain_drawn)
    if build < CITY_BUILDS:
        put_token(s, seat, square, token_for(s, seat, s.act_x, t.build_without_token > 0))
        s.tally[seat, Tally.CITIES] += 1
    else:
        s.tally[seat, Tally.ROADS] += 1
    board.block_dead_squares(s, t)
    s.point = Point.CLOSE_LINE
    ending.check_cities(s, t, seat, True)
    ending.check_board(s, t)


@kernel
def upgrade(s: GameState, t: RuleTables, square: int) -> None:
    """Raise a city by a level (BA-BUILD-10)."""
    seat = s.active
    level = s.level[square] + 1
    take_token(s, square)
    put_token(s, seat, square, level)
    s.tally[seat, Tally.UPGRADES] += 1
    s.point = Point.CLOSE_LINE
    ending.check_cities(s, t, seat, True)


@kernel
def can_upgrade(s: GameState, seat: int, square: int) -> bool:
    """Whether a city could be raised but for the price."""
    if s.owner[square] != seat or s.level[square] >= LEVELS - 1:
        return False
    return bool(s.tokens[seat, s.level[square] + 1] > 0)


@kernel
def conquer(s: GameState, seat: int, square: int) -> int:
    """Give a city to a seat; return its level, 0 if it becomes neutral for want of a token."""
    level = s.level[square]
    take_token(s, square)
    token = token_for(s, seat, level, True)
    if token > 0:
        put_token(s, seat, square, token)
    else:
        s.level[square] = 1
        s.reverted[square] = 1
        tell(s, Event.TOKEN, NOTHING, square, 1)
    return token


@kernel
def disband(s: GameState, seat: int, square: int, number: int) -> None:
    """Send so many heroes of a seat on a square back to stock (BA-FIGHT-11)."""
    for hero in range(HEROES):
        if number > 0 and s.hero[seat, hero] == square:
            s.hero[seat, hero] = NOTHING
            number -= 1
            s.tally[seat, Tally.HEROES_LOST] += 1
            tell(s, Event.OFF, seat, square, 0)
