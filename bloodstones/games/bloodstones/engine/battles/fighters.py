"""Who of a force fights (BS-COMBAT-04): all of it or, by AMB-14, those that are not kept out.

With the option `all_units_fight=false` each side may keep units out of a battle. No step for it is
printed; this is the one that is played:

- When: after the withdrawal (whose clauses speak of the units in the area) and before the tiles are
  drawn; the attacker chooses first, openly, then the defender. A fight that is fought again is
  fought by the same units.
- What: unit types in rising order, one unit at a time, until the owner passes. At least one unit
  fights; castles and the citadel always do, being what the area is fought for. The Cutiecorn fights
  beside another unit only, as it is nowhere without one (BS-CUTIE-06).
- Units kept out add nothing to numbers, modifiers or the VP of the enemy, win no ties, and are no
  casualties. Dragons kept out stay after a victory, necromancers kept out raise nobody.
- After the battle the winner's stay. The loser's leave with the survivors by the rules of a retreat
  (BS-COMBAT-35), also when no fighter survives. Without a refuge only those that fought are lost
  (BS-COMBAT-38): units kept out stay, and the area is still contested.
"""

from __future__ import annotations

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine import events
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import (
    ATTACKER,
    DEFENDER,
    SIDES,
    UNITS,
    GameState,
    Point,
)
from bloodstones.games.bloodstones.events import Event
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
