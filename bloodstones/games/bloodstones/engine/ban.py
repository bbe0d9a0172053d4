"""Who may not flee back into an area: the seat, or the units that left it (BS-RETREAT-15, AMB-29).

With `retreat_ban=player` nobody of a seat goes back (`GameState.left_area`). With `units` the ban
is on those that withdrew or retreated. A force is never split but by terrain (BS-RETREAT-07, -08),
so an area is closed to every force with at least one unit that left it this turn, and open to other
forces of the seat. Units of one type in one place are assigned to their owner's advantage, for
each area that was left by itself: those free of the ban march first and are lost last.

`GameState.left_units` counts the units by seat, the area they left, where they are and type.
"""

from __future__ import annotations

from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import UNITS, GameState
from bloodstones.games.bloodstones.engine.tally import add, counted, key_of, shift
from bloodstones.games.bloodstones.rules.register import RETREAT_BAN_UNITS


@kernel
def barred(s: GameState, t: RuleTables, seat: int, area: int, goal: int) -> bool:
    """Whether the ban keeps a seat's force in `area` from going to `goal`."""
    if t.retreat_ban != RETREAT_BAN_UNITS:
        return bool((s.left_area[goal] >> seat) & 1)
    for unit in range(UNITS):
        if counted(s.left_units, key_of(seat, goal, area, unit)) > 0:
            return True
    return False


@kernel
def lift_bans(s: GameState) -> None:
    """Forget who left what: a turn, or a step of final battles, begins."""
    s.left_area[:] = 0
    if s.left_units[0] != 0:
        s.left_units[:] = 0


@kernel
def ban_units(s: GameState, t: RuleTables, seat: int, area: int, goal: int, unit: int) -> None:
    """Ban all units of a type of the force, which goes from an area to another, from going back."""
    number = int(s.units[seat, area, unit])
    again = counted(s.left_units, key_of(seat, area, area, unit))
    take_bans(s, t, seat, area, goal, unit, number)
    add(s, s.left_units, key_of(seat, area, goal, unit), number - again)


@kernel
def take_bans(
    s: GameState, t: RuleTables, seat: int, area: int, goal: int, unit: int, number: int
) -> None:
    """Take along the bans on units of a type that go from an area to another.

    As few of them as possible are under a ban.
    """
    for left in range(t.areas):
        key = key_of(seat, left, area, unit)
        banned = counted(s.left_units, key)
        taken = min(banned, number - (int(s.units[seat, area, unit]) - banned))
        if taken > 0:
            shift(s, s.left_units, key, key_of(seat, left, goal, unit), taken)


@kernel
def drop_bans(s: GameState, t: RuleTables, seat: int, area: int, unit: int) -> None:
    """Let one unit of a type in an area be lost, one under a ban if there is any."""
    for left in range(t.areas):
        key = key_of(seat, left, area, unit)
        if counted(s.left_units, key) > 0:
            add(s, s.left_units, key, -1)
