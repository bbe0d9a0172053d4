"""Setup: cities on the board, starting decks, first hands, factions and start cities."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below, open_streams
from bloodstones.games.battalia.engine import cards, cities, decks
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.events import tell
from bloodstones.games.battalia.engine.rule_tables import MASKS, RuleTables
from bloodstones.games.battalia.engine.state import (
    DEAL_STREAM,
    NOTHING,
    SETUP_STREAM,
    GameState,
    Point,
    Square,
)
from bloodstones.games.battalia.rules.boards import SQUARES
from bloodstones.games.battalia.rules.names import (
    BUILDS,
    CARDS,
    FACTIONS,
    LEVELS,
    RANKS,
    SUPPLY,
    Build,
)

# Stages, each over all seats or squares before the next.
CORNERS: Final = 0
NEUTRALS: Final = 1
DEALING: Final = 2
HANDS: Final = 3
FIRST: Final = 4
FACTIONS_PICKED: Final = 5
STARTS_PICKED: Final = 6
PLENTY: Final = 127  # more cards of a kind than any pile has


@kernel
def lay_out(s: GameState, t: RuleTables, key: Array) -> None:
    """Lay out board, pool and ruins (BA-SETUP-01, BA-SETUP-04 to -06, -09, -10)."""
    open_streams(s.streams, key)
    s.memory[:] = NOTHING
    s.tent[:] = NOTHING
    s.held[:] = NOTHING
    s.top[:] = NOTHING
    s.item_kind[:] = NOTHING
    s.item_card[:] = NOTHING
    s.item_from[:] = NOTHING
    s.hero[:] = NOTHING
    s.faction[:] = NOTHING
    s.start_square[:] = NOTHING
    s.great[:] = NOTHING
    s.owner[:] = NOTHING
    s.build[:] = NOTHING
    s.terrain[:] = NOTHING
    s.stock[:] = PLENTY
    s.by_item = NOTHING
    s.by_card = NOTHING
    s.target = NOTHING
    s.ambushing = NOTHING
    s.against = NOTHING
    s.act = NOTHING
    s.lit = NOTHING
    for card in range(CARDS):
        s.pool[card] = t.copies[card]
    for build in range(BUILDS):
        for faction in range(FACTIONS):
            s.map_left[build, faction] = t.map_copies[build, faction]
    for seat in range(t.players):
        for level in range(LEVELS):
            s.tokens[seat, level] = t.tokens[level]
    for square in range(SQUARES):
        if t.on[square]:
            s.what[square] = Square.EMPTY
            s.empty += 1
    s.what[t.ruins] = Square.RUINS
    s.exits[t.ruins] = MASKS - 1
    s.empty -= 1
    s.point = Point.NEXT_SETUP


@kernel
def next_setup(s: GameState, t: RuleTables) -> None:
    """Go on to the next card dealt, hand drawn or choice; then the game begins (BA-SETUP-08)."""
    while True:
        if s.picked >= length_of(s, t):
            s.stage += 1
            s.picked = 0
            if s.stage > STARTS_PICKED:
                s.point = Point.BEGIN_TURN
                return
            continue
        break
    if s.stage == CORNERS:
        s.point = Point.START_CITY
    elif s.stage == NEUTRALS:
        s.point = Point.NEUTRAL_CITY
    elif s.stage == DEALING:
        deal_next(s, t)
    elif s.stage == HANDS:
        s.picked += 1
        cards.draw_cards(s, s.picked - 1, t.hand_size, Point.NEXT_SETUP)
    elif s.stage == FIRST:
        s.point = Point.FIRST
    elif s.stage == FACTIONS_PICKED:
        s.decider = (s.first + s.picked) % t.players
        s.point = Point.FACTION
    else:
        s.decider = (s.first + t.players - 1 - s.picked) % t.players
        s.point = Point.START


@kernel
def length_of(s: GameState, t: RuleTables) -> int:
    """Return how many steps a stage of the setup has."""
    if s.stage == NEUTRALS:
        return t.neutrals
    if s.stage == DEALING:
        return t.players * dealt_units(t)
    if s.stage == FIRST:
        return 1
    return t.players


@kernel
def dealt_units(t: RuleTables) -> int:
    """Return how many units each seat is dealt (BA-SETUP-07)."""
    total = 0
    for rank in range(RANKS):
        total += t.dealt[rank]
    return max(1, total)


@kernel
def deal_next(s: GameState, t: RuleTables) -> None:
    """Deal supplies to a seat, then units one by one."""
    units = dealt_units(t)
    seat = s.picked // units
    number = s.picked % units
    if number == 0:
        s.draw[seat, SUPPLY] += t.start_supply
        s.known[seat, SUPPLY] += t.start_supply
        s.pool[SUPPLY] -= t.start_supply
    for rank in range(RANKS):
        if number < t.dealt[rank]:
            s.deck = rank
            s.draw_seat = seat
            s.point = Point.DEAL
            return
        number -= t.dealt[rank]
    s.picked += 1  # no units are dealt at all


@kernel
def list_terrains(s: GameState, t: RuleTables, kind: int, out: Array, weights: Array) -> int:
    """Write which terrain the next start or neutral city may have (BA-SETUP-02, -03, AMB-21)."""
    n = 0
    square = next_square(s, t)
    for faction in range(FACTIONS):
        if not is_laid(s, t, faction) and s.map_left[Build.CITY_CROSS, faction] > 0:
            out[n] = encode(kind, square, faction)
            weights[n] = 1
            n += 1
    return n


@kernel
def next_square(s: GameState, t: RuleTables) -> int:
    """Return the square of the city that is due."""
    return int(t.starts[s.picked] if s.stage == CORNERS else t.neutral[s.picked])


@kernel
def is_laid(s: GameState, t: RuleTables, faction: int) -> bool:
    """Whether a terrain card already lies on a square of this stage."""
    for number in range(s.picked):
        square = t.starts[number] if s.stage == CORNERS else t.neutral[number]
        if s.terrain[square] == faction:
            return True
    return False


@kernel
def sample_terrain(s: GameState, t: RuleTables) -> int:
    """Return a terrain for the city that is due."""
    left = 0
    for faction in range(FACTIONS):
        if not is_laid(s, t, faction) and s.map_left[Build.CITY_CROSS, faction] > 0:
            left += 1
    left = next_below(s.streams, SETUP_STREAM, left)
    for faction in range(FACTIONS):
        if not is_laid(s, t, faction) and s.map_left[Build.CITY_CROSS, faction] > 0:
            if left == 0:
                return faction
            left -= 1
    return NOTHING


@kernel
def lay_city(s: GameState, t: RuleTables, kind: int, square: int, terrain: int) -> None:
    """Put a start city or a neutral one on the board."""
    tell(s, kind, NOTHING, square, terrain)
    cities.lay_card(s, square, Build.CITY_CROSS, MASKS - 1, terrain)
    s.level[square] = t.neutral_level if kind == Move.NEUTRAL_CITY else 0
    next_step(s)


@kernel
def next_step(s: GameState) -> None:
    """One step of this stage is done."""
    s.picked += 1
    s.point = Point.NEXT_SETUP


@kernel
def list_deals(s: GameState, out: Array, weights: Array) -> int:
    """Write which unit may be dealt next."""
    n = 0
    for faction in range(FACTIONS):
        card = s.deck * FACTIONS + faction
        if s.pool[card] > 0:
            out[n] = encode(Move.DEAL, card, s.draw_seat)
            weights[n] = s.pool[card]
            n += 1
    return n


@kernel
def sample_deal(s: GameState) -> int:
    """Return a unit to be dealt."""
    left = next_below(s.streams, DEAL_STREAM, decks.deck_size(s, s.deck))
    card = s.deck * FACTIONS
    while left >= s.pool[card]:
        left -= s.pool[card]
        card += 1
    return int(card)


@kernel
def deal(s: GameState, card: int, seat: int) -> None:
    """Deal a unit face down."""
    tell(s, Move.DEAL, seat, card, 0)
    s.pool[card] -= 1
    s.draw[seat, card] += 1
    next_step(s)


@kernel
def name_first(s: GameState, seat: int) -> None:
    """Name the first player (BA-SETUP-11)."""
    tell(s, Move.FIRST, seat, 0, 0)
    s.first = seat
    s.active = seat
    next_step(s)


@kernel
def list_factions(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the factions that are free (BA-SETUP-12); a seat with a role takes that one."""
    wanted = t.seat_faction[s.decider]
    n = 0
    for faction in range(FACTIONS):
        free = True
        for seat in range(t.players):
            reserved = seat != s.decider and t.seat_faction[seat] == faction
            if s.faction[seat] == faction or reserved:
                free = False
        if free and wanted in (NOTHING, faction):
            out[n] = encode(Move.FACTION, faction, 0)
            n += 1
    return n


@kernel
def take_faction(s: GameState, faction: int) -> None:
    """Take the tokens and heroes of a faction (BA-SETUP-15, BA-HERO-01)."""
    tell(s, Move.FACTION, s.decider, faction, 0)
    s.faction[s.decider] = faction
    next_step(s)


@kernel
def list_starts(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the start cities that nobody has taken (BA-SETUP-13)."""
    n = 0
    for number in range(t.players):
        square = t.starts[number]
        if s.owner[square] == NOTHING:
            out[n] = encode(Move.START, square, 0)
            n += 1
    return n


@kernel
def take_start(s: GameState, square: int) -> None:
    """Put a token of level 1 on a start city (BA-SETUP-14, AMB-03)."""
    tell(s, Move.START, s.decider, square, 0)
    s.start_square[s.decider] = square
    if s.tokens[s.decider, 1] > 0:
        cities.put_token(s, s.decider, square, 1)
    next_step(s)
