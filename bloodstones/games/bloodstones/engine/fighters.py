"""Drawing the combat tiles of a battle, one after another (BS-COMBAT-05, -15 to -17)."""

from __future__ import annotations

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.bloodstones.engine import events
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import (
    ATTACKER,
    DEFENDER,
    DRAWN,
    NOTHING,
    SIDES,
    UNITS,
    GameState,
    Point,
)
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules import battle as battle_rules
from bloodstones.games.bloodstones.rules.names import Unit


@kernel
def kinds_there(s: GameState, side: int) -> int:
    """Return the unit types of a side in the area of the battle, as a bit mask."""
    return int(s.kinds[s.side_seat[side], s.battle_area])


@kernel
def fighting(s: GameState, side: int, unit: int) -> int:
    """Return how many units of a type fight on a side."""
    present = int(s.units[s.side_seat[side], s.battle_area, unit])
    return present - int(s.kept_out[side, unit])


@kernel
def fighters(s: GameState, side: int) -> int:
    """Return how many units fight on a side."""
    count = int(s.force_size[s.side_seat[side], s.battle_area])
    kinds = kinds_there(s, side)
    while kinds:
        count -= int(s.kept_out[side, least_of(kinds)])
        kinds &= kinds - 1
    return count


@kernel
def fighters_with(s: GameState, side: int, trait: Array) -> int:
    """Return how many units that fight have a trait: int8 array over unit types, 0 or 1."""
    count = 0
    kinds = kinds_there(s, side)
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        if trait[unit]:
            count += fighting(s, side, unit)
    return count


@kernel
def open_fight(s: GameState, t: RuleTables, first: int) -> None:
    """Let the sides from `first` on choose who fights, if they may; then the tiles are drawn.

    See BS-COMBAT-04.
    """
    s.point = Point.BATTLE_DRAW
    if t.all_units_fight:  # AMB-14
        return
    for side in range(first, SIDES):
        forts = fighters_with(s, side, t.fortification)
        if fighters(s, side) > max(1, forts):
            s.decider = s.side_seat[side]
            s.last_unit = 0
            s.point = Point.KEEP_OUT
            return


@kernel
def decider_side(s: GameState) -> int:
    """Return the side of the seat that decides in the battle."""
    return ATTACKER if s.decider == s.side_seat[ATTACKER] else DEFENDER


@kernel
def legal_keep_outs(s: GameState, t: RuleTables, out: Array) -> int:
    """Write pass (the rest fights) and the unit types of which one more may be kept out."""
    side = decider_side(s)
    out[0] = encode(Kind.PASS, 0, 0)
    n = 1
    last_one = fighters(s, side) - fighting(s, side, Unit.CUTIECORN) == 1
    for unit in range(s.last_unit, UNITS):
        if last_one and unit != Unit.CUTIECORN:
            continue
        if fighting(s, side, unit) > 0 and not t.fortification[unit]:
            out[n] = encode(Kind.KEEP_OUT, unit, 0)
            n += 1
    return n


@kernel
def keep_out(s: GameState, unit: int) -> None:
    """Keep one unit out of the battle."""
    s.kept_out[decider_side(s), unit] += 1
    s.last_unit = unit


@kernel
def end_keeping_out(s: GameState, t: RuleTables) -> None:
    """Log who is kept out; the other side chooses next, or the tiles are drawn."""
    side = decider_side(s)
    events.open_event(s, Event.KEEP_OUT, s.decider)
    for unit in range(UNITS):
        for _ in range(s.kept_out[side, unit]):
            events.push(s, unit)
    events.close_event(s)
    open_fight(s, t, side + 1)


tiles_drawn = kernel(battle_rules.tiles_drawn)


@kernel
def begin_fight(s: GameState, t: RuleTables) -> None:
    """Let both sides draw from their own full bag (BS-COMBAT-05, -15 to -17)."""
    for side in range(SIDES):
        s.draws_due[side] = tiles_drawn(
            fighters(s, side),
            fighters(s, 1 - side),
            fighters_with(s, side, t.draws_more) > 0,
            t.tiles_more,
            t.tiles_fewer,
        )
        s.drawn[side, :] = 0
        s.swapped[side] = NOTHING
    s.swaps_done = 0
    s.point = Point.COMBAT_TILE


@entry
def drawing_side(s: GameState) -> int:
    """Return the side that draws the next combat tile: the attacker first."""
    return ATTACKER if s.draws_due[ATTACKER] > 0 else DEFENDER


@kernel
def combat_tiles_left(s: GameState, t: RuleTables, side: int, value: int) -> int:
    """Return how many combat tiles of a value the side has not drawn."""
    left = 0
    for place in range(t.combat_tiles):
        left += t.combat_tile[place] == value
    for place in range(DRAWN):
        left -= s.drawn[side, place] == value
    return left


@kernel
def combat_tile_outcomes(s: GameState, t: RuleTables, out: Array, weights: Array) -> int:
    """Write the values that the next combat tile may have, and how many tiles there are of each."""
    side = drawing_side(s)
    n = 0
    last = 0
    for place in range(t.combat_tiles):
        value = t.combat_tile[place]
        left = 0 if value == last else combat_tiles_left(s, t, side, value)
        last = value
        if left > 0:
            out[n] = encode(Kind.COMBAT_TILE, value, 0)
            weights[n] = left
            n += 1
    return n


@kernel
def next_combat_tile(s: GameState, t: RuleTables, side: int, stream: int) -> int:
    """Return the value of the combat tile that a side draws, by the next number of a stream.

    The number is a place among the tiles still in the bag, in rising order.
    """
    drawn = 0
    for place in range(DRAWN):
        drawn += s.drawn[side, place] > 0
    left = next_below(s.streams, stream, t.combat_tiles - drawn)
    at = DRAWN - drawn  # of the lowest tile drawn that has not been passed over
    place = 0
    while True:
        value = t.combat_tile[place]
        if at < DRAWN and s.drawn[side, at] == value:
            at += 1
        elif left == 0:
            return int(value)
        else:
            left -= 1
        place += 1


@kernel
def hold_combat_tile(s: GameState, side: int, value: int) -> None:
    """Put a combat tile among those that a side has drawn, in rising order."""
    at = 1
    while at < DRAWN and s.drawn[side, at] < value:
        s.drawn[side, at - 1] = s.drawn[side, at]
        at += 1
    s.drawn[side, at - 1] = value


@kernel
def draw_combat_tile(s: GameState, value: int) -> None:
    """Draw this combat tile; when both sides have theirs, they may swap."""
    side = drawing_side(s)
    hold_combat_tile(s, side, value)
    events.tell_one(s, Event.COMBAT_DRAW, s.side_seat[side], value)
    s.draws_due[side] -= 1
    if s.draws_due[drawing_side(s)] == 0:
        s.point = Point.NEXT_SWAP
