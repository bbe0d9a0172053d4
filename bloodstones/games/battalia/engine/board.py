"""The board: what fits where, what is linked to whom, dead squares, ways of heroes."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.events import tell
from bloodstones.games.battalia.engine.rule_tables import DIRECTIONS, RuleTables
from bloodstones.games.battalia.engine.state import HEROES, NOTHING, GameState, Square
from bloodstones.games.battalia.events import Event
from bloodstones.games.battalia.rules.boards import SQUARES
from bloodstones.games.battalia.rules.names import BUILDS, CARDS, CITY_BUILDS, SUPPLY

OPPOSITE: Final = 2
EVERY_BUILD: Final = (1 << BUILDS) - 1  # kinds of map cards, as bits
CITIES: Final = (1 << CITY_BUILDS) - 1
FAR: Final = 99

# Readings of `dead_square` but the default.
FITS: Final = 1
NEXT_EMPTY: Final = 2

# Rows of `work`.
LINKED: Final = 0
REACHED: Final = 0
QUEUE: Final = 1
DISTANCE: Final = 2


@kernel
def has_card(s: GameState, square: int) -> bool:
    """Whether a map card lies on a square."""
    return bool(Square.ROAD <= s.what[square] <= Square.RUINS)


@kernel
def road_to(s: GameState, square: int, direction: int) -> bool:
    """Whether the card on a square has a road towards a direction."""
    return bool(s.exits[square] >> direction & 1)


@kernel
def joined(s: GameState, t: RuleTables, square: int, direction: int) -> int:
    """Return the square to which a road leads from a square, NOTHING if none does (BA-HERO-04)."""
    if not road_to(s, square, direction):
        return NOTHING
    beyond = t.neighbour[square, direction]
    if beyond == NOTHING or not road_to(s, beyond, (direction + OPPOSITE) % DIRECTIONS):
        return NOTHING
    return int(beyond)


@kernel
def roads_from(s: GameState, t: RuleTables, square: int) -> int:
    """Return the sides, as bits, by which a road leads from a square to another."""
    roads = 0
    sides = int(s.exits[square])
    while sides:
        direction = least_of(sides)
        sides &= sides - 1
        if joined(s, t, square, direction) != NOTHING:
            roads |= 1 << direction
    return roads


@kernel
def demands(s: GameState, t: RuleTables, square: int) -> tuple[int, int, int, int]:
    """Return what the surroundings ask of a card on an empty square, as bits of directions.

    Sides that must have a road, sides that must not, sides to empty squares (BA-BUILD-04,
    BA-BUILD-05, AMB-37), and 1 if a city lies beside it (BA-BUILD-03).
    """
    must = 0
    must_not = 0
    towards_empty = 0
    city = 0
    for direction in range(DIRECTIONS):
        beyond = t.neighbour[square, direction]
        if beyond == NOTHING:
            continue
        bit = 1 << direction
        if s.what[beyond] == Square.EMPTY:
            towards_empty |= bit
        elif s.what[beyond] == Square.DEAD:
            if t.blocked_side:
                must_not |= bit
        else:
            if s.what[beyond] == Square.CITY:
                city = 1
            if road_to(s, beyond, (direction + OPPOSITE) % DIRECTIONS):
                must |= bit
            else:
                must_not |= bit
    return must, must_not, towards_empty, city


@kernel
def cards_left(s: GameState, build: int) -> int:
    """Return how many map cards of a kind are left (BA-CARD-11)."""
    total = 0
    for faction in range(s.map_left.shape[1]):
        total += s.map_left[build, faction]
    return total


@kernel
def can_fill(s: GameState, t: RuleTables, square: int, reached: Array) -> bool:
    """Whether some card left can come to lie on an empty square (BA-SCORE-02, AMB-19).

    One of its roads has to meet a neighbour's, or lead to one of the empty squares `reached`.
    """
    must, must_not, towards_empty, city = demands(s, t, square)
    ways = must
    for direction in range(DIRECTIONS):
        beyond = t.neighbour[square, direction]
        led_to = towards_empty >> direction & 1
        if led_to and (t.dead_square == NEXT_EMPTY or reached[beyond]):
            ways |= 1 << direction
    for build in range(BUILDS):
        if city and build < CITY_BUILDS:
            continue
        masks = int(t.fitting[build, must, must_not])
        if t.dead_square != FITS:
            masks &= int(t.meeting[ways])
        if masks and cards_left(s, build) > 0:
            return True
    return False


@kernel
def mark_fillable(s: GameState, t: RuleTables) -> None:
    """Mark in `work` the empty squares that can be filled, those at the ends of roads first."""
    reached = s.work[REACHED]
    for square in range(SQUARES):
        reached[square] = 0
    changed = True
    while changed:
        changed = False
        for square in range(SQUARES):
            empty = s.what[square] == Square.EMPTY and not reached[square]
            if empty and can_fill(s, t, square, reached):
                reached[square] = 1
                changed = True


@kernel
def block_dead_squares(s: GameState, t: RuleTables) -> None:
    """Cover squares that nothing fits on any more, until no further one is dead (BA-SCORE-02)."""
    changed = True
    while changed:
        changed = False
        mark_fillable(s, t)
        reached = s.work[REACHED]
        for square in range(SQUARES):
            if s.what[square] == Square.EMPTY and not reached[square]:
                changed = True
                s.what[square] = Square.DEAD
                s.empty -= 1
                cover(s)
                tell(s, Event.DEAD, s.active, square, 0)


@kernel
def cover(s: GameState) -> None:
    """Take a card of limbo, else a supply of the pool, to lie on a dead square."""
    for card in range(CARDS):
        if s.limbo[card] > 0:
            s.limbo[card] -= 1
            s.blocks[card] += 1
            return
    if s.pool[SUPPLY] > 0:
        s.pool[SUPPLY] -= 1
        s.blocks[SUPPLY] += 1


@kernel
def has_city(s: GameState, seat: int) -> bool:
    """Whether a seat controls a city."""
    for square in range(SQUARES):
        if s.owner[square] == seat:
            return True
    return False


@kernel
def mark_linked(s: GameState, t: RuleTables, seat: int) -> None:
    """Mark in `work` the cards that roads join to a city of a seat (BA-BUILD-06, AMB-06)."""
    linked = s.work[LINKED]
    queue = s.work[QUEUE]
    last = 0
    for square in range(SQUARES):
        linked[square] = 0
        if s.owner[square] == seat:
            linked[square] = 1
            queue[last] = square
            last += 1
    at = 0
    while at < last:
        for direction in range(DIRECTIONS):
            beyond = joined(s, t, queue[at], direction)
            if beyond == NOTHING or linked[beyond]:
                continue
            foreign = s.owner[beyond] not in (NOTHING, seat)
            if t.build_link and foreign:
                continue
            linked[beyond] = 1
            queue[last] = beyond
            last += 1
        at += 1


@kernel
def links_of(s: GameState, t: RuleTables, square: int) -> int:
    """Return the sides of a square, as bits, beyond which a marked card lies."""
    bits = 0
    for direction in range(DIRECTIONS):
        beyond = t.neighbour[square, direction]
        if beyond != NOTHING and s.work[LINKED, beyond]:
            bits |= 1 << direction
    return bits


@kernel
def touches_card(s: GameState, t: RuleTables, square: int) -> bool:
    """Whether a square shares a side with a map card (BA-BUILD-02)."""
    for direction in range(DIRECTIONS):
        beyond = t.neighbour[square, direction]
        if beyond != NOTHING and has_card(s, beyond):
            return True
    return False


@kernel
def allowed(city: int, met: int, homeless: bool) -> int:
    """Return the kinds of map cards that may be built on a square, if they fit, as bits.

    `met`: sides with a road to a linked card; `homeless`: the builder has no city (BA-BUILD-07).
    """
    builds = 0
    if met:
        builds = EVERY_BUILD
    elif homeless:
        builds = CITIES
    return builds & ~CITIES if city else builds


@kernel
def list_places(s: GameState, t: RuleTables, seat: int, build: int, out: Array) -> int:
    """Write where a seat may build a kind of map card and with which exits; return how many.

    It is turned freely (AMB-05). See BA-BUILD-01.
    """
    mark_linked(s, t, seat)
    homeless = not has_city(s, seat)
    n = 0
    for square in range(SQUARES):
        if s.what[square] != Square.EMPTY or not touches_card(s, t, square):
            continue
        must, must_not, _, city = demands(s, t, square)
        if not allowed(city, must & links_of(s, t, square), homeless) >> build & 1:
            continue
        masks = int(t.fitting[build, must, must_not])
        while masks:
            out[n] = encode(Move.PLACE, square, least_of(masks))
            masks &= masks - 1
            n += 1
    return n


@entry
def survey(s: GameState, t: RuleTables) -> None:
    """Note which kinds of map cards the active seat could build somewhere."""
    mark_linked(s, t, s.active)
    homeless = not has_city(s, s.active)
    builds = 0
    for square in range(SQUARES):
        if s.what[square] != Square.EMPTY or not touches_card(s, t, square):
            continue
        must, must_not, _, city = demands(s, t, square)
        may = allowed(city, must & links_of(s, t, square), homeless)
        builds |= may & int(t.builds_fitting[must, must_not])
    s.placeable = builds
    s.surveyed = 1


@kernel
def halts(s: GameState, t: RuleTables, seat: int, square: int) -> bool:
    """Whether a hero must stop on a square because of enemies there (AMB-31, BA-HERO-05)."""
    if t.pass_enemies:
        return False
    if s.owner[square] not in (NOTHING, seat):
        return True
    for other in range(t.players):
        for hero in range(HEROES):
            if other != seat and s.hero[other, hero] == square:
                return True
    return False


@kernel
def barred(s: GameState, seat: int, enemy: int, square: int) -> bool:
    """Whether a hero that retreats before `enemy` may not stop on a square (BA-FIGHT-15)."""
    if s.owner[square] not in (NOTHING, seat):
        return True
    for hero in range(HEROES):
        if s.hero[enemy, hero] == square:
            return True
    return False


@kernel
def measure(s: GameState, t: RuleTables, seat: int, start: int, enemy: int) -> None:
    """Write into `work` how far by road each square is from `start` for a hero of a seat, or FAR.

    `enemy`: whom a hero retreats from, NOTHING for one that just moves.
    """
    far = s.work[DISTANCE]
    queue = s.work[QUEUE]
    for square in range(SQUARES):
        far[square] = FAR
    far[start] = 0
    queue[0] = start
    last = 1
    at = 0
    while at < last:
        here = queue[at]
        at += 1
        if here != start and enemy == NOTHING and halts(s, t, seat, here):
            continue
        for direction in range(DIRECTIONS):
            beyond = joined(s, t, here, direction)
            if beyond == NOTHING or far[beyond] != FAR:
                continue
            if enemy != NOTHING and not t.retreat_barred and barred(s, seat, enemy, beyond):
                continue
            far[beyond] = far[here] + 1
            queue[last] = beyond
            last += 1
