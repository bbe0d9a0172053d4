"""Chance, one small draw at a time: its outcomes, and a sample from the keyed stream."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.bellum_magica.engine import setup
from bloodstones.games.bellum_magica.engine.day import can_be_top, top_kind
from bloodstones.games.bellum_magica.engine.decisions import Kind
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables
from bloodstones.games.bellum_magica.engine.state import (
    CAPTAIN_STREAM,
    CASTLE_STREAM,
    CHEST_STREAM,
    CREATURE_STREAM,
    DIE_STREAM,
    GOBLIN_STREAM,
    IN_PILE,
    LOCATION_STREAM,
    STOLEN_STREAM,
    VALUES,
    GameState,
    Point,
)
from bloodstones.games.bellum_magica.rules.cards import ROWS


@kernel
def pile_range(s: GameState, t: RuleTables) -> tuple[int, int]:
    """Return the first creature that may be turned up now and the one behind the last."""
    if s.point == Point.DEAL_GOBLIN:
        return 0, int(t.goblins)
    if s.kind == 0:
        return int(t.goblins), int(t.most_evil_first)
    return int(t.most_evil_first), int(t.creatures)


@kernel
def list_cards(s: GameState, t: RuleTables, kind: int, out: Array) -> int:
    """Write the creatures of the pile at hand."""
    first, behind = pile_range(s, t)
    n = 0
    for card in range(first, behind):
        if s.where[card] == IN_PILE:
            out[n] = encode(kind, card, 0)
            n += 1
    return n


@kernel
def list_outcomes(s: GameState, t: RuleTables, out: Array, weights: Array) -> int:
    """Write the outcomes of the chance point and their weights; return how many."""
    point = s.point
    for place in range(weights.shape[0]):
        weights[place] = 1
    n = 0
    if point == Point.ROLL:
        for row in range(ROWS):
            out[row] = encode(Kind.ROLL, row, 0)
        n = ROWS
    elif point == Point.FIRST_CAPTAIN:
        for seat in range(t.players):
            out[seat] = encode(Kind.FIRST_CAPTAIN, seat, 0)
        n = t.players
    elif point == Point.DEAL_CASTLE:
        n = setup.free_castles(s, t, Kind.DEAL_CASTLE, out)
    elif point == Point.DEAL_GOBLIN:
        n = list_cards(s, t, Kind.DEAL_GOBLIN, out)
    elif point == Point.OPEN_CREATURE:
        n = list_cards(s, t, Kind.OPEN_CREATURE, out)
    elif point == Point.OPEN_LOCATION:
        top = top_kind(s)
        for place in range(t.locations):
            if can_be_top(s, t, place, top):
                out[n] = encode(Kind.OPEN_LOCATION, place, 0)
                n += 1
    elif point == Point.CHEST:
        n = list_values(s.stack[s.kind], Kind.CHEST, s.kind, out, weights)
    elif point == Point.STOLEN:
        n = list_values(s.chests[s.victim, s.kind], Kind.STOLEN, s.kind, out, weights)
    return n


@kernel
def list_values(counts: Array, code: int, kind: int, out: Array, weights: Array) -> int:
    """Write the values of chests that there are, each as often as it is there."""
    n = 0
    for value in range(VALUES):
        if counts[value] > 0:
            out[n] = encode(code, kind, value)
            weights[n] = counts[value]
            n += 1
    return n


@kernel
def sample_value(counts: Array, place: int) -> int:
    """Return the value of the chest at a place among those counted."""
    for value in range(VALUES):
        place -= counts[value]
        if place < 0:
            return value
    return VALUES


@kernel
def sample_card(s: GameState, t: RuleTables, place: int) -> int:
    """Return the creature at a place of the pile at hand."""
    first, behind = pile_range(s, t)
    for card in range(first, behind):
        if s.where[card] == IN_PILE:
            if place == 0:
                return card
            place -= 1
    return behind


@kernel
def sample_location(s: GameState, t: RuleTables) -> int:
    """Draw a possible top location uniformly."""
    top = top_kind(s)
    n = 0
    for place in range(t.locations):
        n += can_be_top(s, t, place, top)
    wanted = next_below(s.streams, LOCATION_STREAM, n)
    for place in range(t.locations):
        if can_be_top(s, t, place, top):
            if wanted == 0:
                return place
            wanted -= 1
    return n


@kernel
def sample_castle(s: GameState, t: RuleTables) -> int:
    """Draw a free castle board uniformly."""
    n = 0
    for castle in range(t.castles):
        n += setup.is_free(s, t, castle)
    wanted = next_below(s.streams, CASTLE_STREAM, n)
    for castle in range(t.castles):
        if setup.is_free(s, t, castle):
            if wanted == 0:
                return castle
            wanted -= 1
    return n


@kernel
def sample(s: GameState, t: RuleTables) -> int:
    """Return one outcome of the chance point, from the stream of its purpose."""
    point = s.point
    if point == Point.ROLL:
        return encode(Kind.ROLL, next_below(s.streams, DIE_STREAM, ROWS), 0)
    if point == Point.CHEST:
        number = next_below(s.streams, CHEST_STREAM + s.kind, s.stack_size[s.kind])
        return encode(Kind.CHEST, s.kind, sample_value(s.stack[s.kind], number))
    if point == Point.STOLEN:
        number = next_below(s.streams, STOLEN_STREAM, s.chest_count[s.victim, s.kind])
        return encode(Kind.STOLEN, s.kind, sample_value(s.chests[s.victim, s.kind], number))
    if point == Point.OPEN_CREATURE:
        number = next_below(s.streams, CREATURE_STREAM + s.kind, s.pile_size[s.kind])
        return encode(Kind.OPEN_CREATURE, sample_card(s, t, number), 0)
    if point == Point.OPEN_LOCATION:
        return encode(Kind.OPEN_LOCATION, sample_location(s, t), 0)
    if point == Point.DEAL_GOBLIN:
        number = next_below(s.streams, GOBLIN_STREAM, t.goblins - s.done + 1)
        return encode(Kind.DEAL_GOBLIN, sample_card(s, t, number), 0)
    if point == Point.DEAL_CASTLE:
        return encode(Kind.DEAL_CASTLE, sample_castle(s, t), 0)
    return encode(Kind.FIRST_CAPTAIN, next_below(s.streams, CAPTAIN_STREAM, t.players), 0)
