"""What learned values read of each seat: numbers of a position, see features.toml.

They are read from a whole state. A search gives them worlds that were dealt from what its seat may
see, so nothing hidden comes through.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.names import Name
from bloodstones.games.battalia.engine import board
from bloodstones.games.battalia.engine.ending import heroes_out, points_of
from bloodstones.games.battalia.engine.rule_tables import DIRECTIONS, RuleTables
from bloodstones.games.battalia.engine.state import (
    HEROES,
    NOTHING,
    TENTS,
    GameState,
    Square,
)
from bloodstones.games.battalia.rules.boards import SQUARES, WIDTH
from bloodstones.games.battalia.rules.names import CARDS, FACTIONS, LEVELS, SUPPLY
from bloodstones.games.battalia.strategies.values import main_faction, owned, owned_kind


class Feature(Name):
    """A number that is read of each seat, in the order of features.toml."""

    POINTS = 0
    LEVEL_1 = 1
    LEVEL_2 = 2
    LEVEL_3 = 3
    LEVEL_4 = 4
    HEROES = 5
    FRIMAN = 6
    CHIEF = 7
    PRIEST = 8
    LORD = 9
    TOOL = 10
    WEAPON = 11
    AMULET = 12
    TITLE = 13
    SCROLL = 14
    TENT = 15
    HORSE = 16
    SUPPLY = 17
    GREAT = 18
    DECK = 19
    MAIN = 20
    STRENGTH = 21
    MAIN_STRENGTH = 22
    DEFENCE = 23
    HAND = 24
    PILE = 25
    HAND_STRENGTH = 26
    AMBUSHED = 27
    TENTED = 28
    NEUTRAL_NEAR = 29
    RUINS_NEAR = 30
    CITIES_NEAR = 31
    EXPOSED = 32
    EXITS = 33
    EMPTY = 34
    TOKENS = 35
    TO_MOVE = 36
    ROUND = 37


FEATURES: Final = len(Feature)


@entry
def features(s: GameState, t: RuleTables, out: Array) -> None:
    """Write the features of all seats: float64 array over seats and features."""
    for seat in range(t.players):
        out[seat, :FEATURES] = 0.0
        deck(s, t, seat, out[seat])
        lands(s, t, seat, out[seat])
        out[seat, Feature.POINTS] = points_of(s, seat)
        out[seat, Feature.HEROES] = heroes_out(s, seat)
        out[seat, Feature.TO_MOVE] = (seat - s.active) % t.players
        out[seat, Feature.ROUND] = s.turn / t.players
        out[seat, Feature.EMPTY] = s.empty
    for seat in range(t.players):
        threats(s, t, seat, out)


@kernel
def deck(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write what a seat's cards are, and which of them it has at hand."""
    main = main_faction(s, seat)
    for kind in range(Feature.SUPPLY - Feature.FRIMAN):
        out[Feature.FRIMAN + kind] = owned_kind(s, seat, kind)
    for card in range(CARDS):
        number = owned(s, seat, card)
        held = float(s.hand[seat, card])
        out[Feature.DECK] += number
        out[Feature.HAND] += held
        out[Feature.PILE] += s.draw[seat, card]
        out[Feature.AMBUSHED] += s.ambush[seat, card]
        out[Feature.STRENGTH] += number * t.attack[card]
        out[Feature.DEFENCE] += number * t.defence[card]
        out[Feature.HAND_STRENGTH] += held * t.attack[card]
        if card < SUPPLY and card % FACTIONS == main:
            out[Feature.MAIN] += number
            out[Feature.MAIN_STRENGTH] += number * t.attack[card]
    out[Feature.SUPPLY] = owned(s, seat, SUPPLY)
    out[Feature.GREAT] = int(s.great[seat] != NOTHING)
    for tent in range(TENTS):
        out[Feature.TENTED] += int(s.tent[seat, tent] != NOTHING)


@kernel
def lands(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write a seat's cities, and where it could build beside what it has."""
    for square in range(SQUARES):
        if s.owner[square] != seat:
            continue
        if s.level[square] > 0:
            out[Feature.LEVEL_1 + s.level[square] - 1] += 1.0
        for direction in range(DIRECTIONS):
            beyond = t.neighbour[square, direction]
            if beyond != NOTHING and s.what[beyond] == Square.EMPTY:
                out[Feature.EXITS] += int(board.road_to(s, square, direction))
    for level in range(1, LEVELS):
        out[Feature.TOKENS] += s.tokens[seat, level]


@kernel
def threats(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write the straight distances of a seat's heroes to their targets.

    Of each target counts the nearest hero: 1 / (1 + squares), times the levels of a city; what is
    near to others' heroes is exposed.
    """
    for square in range(SQUARES):
        neutral = s.what[square] == Square.CITY and s.owner[square] == NOTHING
        ruins = s.what[square] == Square.RUINS and s.great[seat] == NOTHING
        city = s.owner[square] != NOTHING and s.owner[square] != seat and s.level[square] > 0
        if not (neutral or ruins or city):
            continue
        nearest = WIDTH + WIDTH
        for hero in range(HEROES):
            at = s.hero[seat, hero]
            if at != NOTHING:
                way = abs(at % WIDTH - square % WIDTH) + abs(at // WIDTH - square // WIDTH)
                nearest = min(nearest, way)
        near = 1.0 / (1.0 + nearest) if nearest < WIDTH + WIDTH else 0.0
        if neutral:
            out[seat, Feature.NEUTRAL_NEAR] += near
        elif ruins:
            out[seat, Feature.RUINS_NEAR] += near
        else:
            out[seat, Feature.CITIES_NEAR] += near * s.level[square]
            out[s.owner[square], Feature.EXPOSED] += near * s.level[square]
