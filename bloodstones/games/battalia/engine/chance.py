"""Chance: what may happen where it moves, with weights, and one outcome drawn from a stream."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.battalia.engine import setup
from bloodstones.games.battalia.engine.cards import cards, decks
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.fights import resolving
from bloodstones.games.battalia.engine.state import (
    DIE_STREAM,
    FIRST_STREAM,
    GameState,
    Point,
)
from bloodstones.games.battalia.engine.tables import RuleTables
from bloodstones.games.battalia.rules.names import CARDS

FACES: Final = 6


@kernel
def list_outcomes(s: GameState, t: RuleTables, out: Array, weights: Array) -> int:
    """Write the outcomes of the chance point and their weights; return how many."""
    point = s.point
    if point == Point.DRAW:
        return list_draws(s, out, weights)
    if point == Point.TOP:
        return decks.list_tops(s, out, weights)
    if point == Point.DIE:
        return list_numbers(Move.DIE, 1, FACES, out, weights)
    if point == Point.DEAL:
        return setup.list_deals(s, out, weights)
    if point == Point.START_CITY:
        return setup.list_terrains(s, t, Move.START_CITY, out, weights)
    if point == Point.NEUTRAL_CITY:
        return setup.list_terrains(s, t, Move.NEUTRAL_CITY, out, weights)
    if point == Point.FIRST:
        return list_numbers(Move.FIRST, 0, t.players, out, weights)
    if point == Point.LUCKY_SPOILS:
        n = resolving.list_spoils(s, Move.LUCKY_SPOIL, out)
        weights[:n] = 1
        return n
    return 0


@kernel
def list_numbers(kind: int, first: int, count: int, out: Array, weights: Array) -> int:
    """Write equally likely outcomes of a kind, numbered from `first`."""
    for number in range(count):
        out[number] = encode(kind, first + number, 0)
        weights[number] = 1
    return count


@kernel
def list_draws(s: GameState, out: Array, weights: Array) -> int:
    """Write which card may leave the draw pile."""
    n = 0
    for card in range(CARDS):
        if s.draw[s.draw_seat, card] > 0:
            out[n] = encode(Move.DRAW, card, 0)
            weights[n] = s.draw[s.draw_seat, card]
            n += 1
    return n


@kernel
def sample(s: GameState, t: RuleTables) -> int:
    """Return one outcome, drawn from the stream of its purpose."""
    point = s.point
    if point == Point.DRAW:
        return encode(Move.DRAW, cards.sample_draw(s), 0)
    if point == Point.TOP:
        return encode(Move.TOP, s.deck, decks.sample_top(s))
    if point == Point.DIE:
        return encode(Move.DIE, 1 + next_below(s.streams, DIE_STREAM, FACES), 0)
    if point == Point.DEAL:
        return encode(Move.DEAL, setup.sample_deal(s), s.draw_seat)
    if point == Point.FIRST:
        return encode(Move.FIRST, next_below(s.streams, FIRST_STREAM, t.players), 0)
    if point == Point.LUCKY_SPOILS:
        return encode(Move.LUCKY_SPOIL, resolving.sample_spoils(s), 0)
    kind = Move.START_CITY if point == Point.START_CITY else Move.NEUTRAL_CITY
    return encode(kind, setup.next_square(s, t), setup.sample_terrain(s, t))
