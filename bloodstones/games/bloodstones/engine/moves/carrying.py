"""Leaders that keep one companion for a whole move action (`leader_carry=per_action`, AMB-12).

Whoever rides free with a leader for the first time in an action becomes that leader's companion
until the action ends. It rides free again whenever it enters an area together with its leader from
the same place; the leader carries nobody else. Which of several units become companions, and which
of the units of one type in one place a column takes, is settled so:

- Companions that go together with their leaders ride first, the costliest of them before others,
  then the earlier types.
- Leaders without a companion then carry units that are nobody's, in the same order; a unit that
  pays nothing needs no ride. Whoever wants other companions marches them in a column of their own,
  which costs the same.
- One leader of a column walks, as in every step (BS-MOVE-24).
- Of units that do not ride, those without a leader or companion go first, then those that were
  parted before (from the lowest area on), at last those whose leader or companion stands with them.

`GameState.rides` counts the companions by the leader's area, their own area and their type.
"""

from __future__ import annotations

from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.bloodstones.engine.state import RIDES, UNITS, GameState
from bloodstones.games.bloodstones.engine.tables import MOST_COST, RuleTables
from bloodstones.games.bloodstones.engine.tally import (
    add,
    count_of,
    counted,
    first_of,
    key_of,
    second_of,
    shift,
    unit_of,
)


@kernel
def idle_leaders(s: GameState, t: RuleTables, seat: int, area: int) -> int:
    """Return how many leaders in an area have no companion in this action."""
    idle = 0
    for unit in range(UNITS):
        if t.leads[unit]:
            idle += int(s.units[seat, area, unit])
    for place in range(RIDES):
        if s.rides[place] == 0:
            break
        if first_of(s.rides[place]) == area:
            idle -= count_of(s.rides[place])
    return idle


@kernel
def unclaimed(s: GameState, seat: int, area: int, unit: int) -> int:
    """Return how many units of a type in an area are no leader's companions."""
    left = int(s.units[seat, area, unit])
    for place in range(RIDES):
        if s.rides[place] == 0:
            break
        if second_of(s.rides[place]) == area and unit_of(s.rides[place]) == unit:
            left -= count_of(s.rides[place])
    return left


@kernel
def share_rides(s: GameState, t: RuleTables, seat: int, terrain: int) -> int:
    """Share out the free rides of the column into a terrain; return the pips that they save.

    Leaves in `s.queue`, by unit type, the companions that ride and, behind them, those that become
    companions by this step.
    """
    start = s.column_area
    s.queue[: 2 * UNITS] = 0
    hands = 0
    for unit in range(UNITS):
        if t.leads[unit]:
            hands += int(s.column[unit])
    saddles = hands - 1  # for leaders: one of them walks
    idle = idle_leaders(s, t, seat, start)
    saved = 0
    for fresh in range(2):
        if fresh:
            hands = min(hands, idle)
        for each in range(MOST_COST, fresh - 1, -1):
            for unit in range(UNITS):
                if s.column[unit] == 0 or t.movement[seat, terrain, unit] != each:
                    continue
                if fresh:
                    riders = min(
                        int(s.column[unit] - s.queue[unit]), unclaimed(s, seat, start, unit)
                    )
                else:
                    riders = min(
                        int(s.column[unit]), counted(s.rides, key_of(0, start, start, unit))
                    )
                riders = min(riders, hands)
                if t.leads[unit]:
                    riders = max(0, min(riders, saddles))
                    saddles -= riders
                s.queue[fresh * UNITS + unit] = riders
                hands -= riders
                saved += riders * each
    return saved


@kernel
def ride(s: GameState, t: RuleTables, seat: int, goal: int) -> None:
    """Note who rides with whom as the column leaves for an area."""
    start = s.column_area
    share_rides(s, t, seat, t.terrain[goal])
    walking = -idle_leaders(s, t, seat, start)  # leaders with a companion who does not ride
    for unit in range(UNITS):
        walking += int(t.leads[unit]) * int(s.column[unit]) - int(s.queue[unit])
    for unit in range(UNITS):
        if s.column[unit] == 0:
            continue
        riding = int(s.queue[unit])
        fresh = int(s.queue[UNITS + unit])
        apart = int(s.column[unit]) - riding - unclaimed(s, seat, start, unit)
        add(s, s.rides, key_of(0, start, start, unit), -riding)
        for area in range(t.areas):
            if area != start:
                apart = part(s, area, start, unit, area, goal, apart)
        part(s, start, start, unit, start, goal, apart)
        add(s, s.rides, key_of(0, goal, goal, unit), riding + fresh)
    for area in range(t.areas):
        if area != start:
            for unit in range(UNITS):
                walking = part(s, start, area, unit, goal, area, walking)
    for unit in range(UNITS):
        walking = part(s, start, start, unit, goal, start, walking)


@kernel
def part(
    s: GameState, leader: int, companion: int, unit: int, leads: int, follows: int, most: int
) -> int:
    """Let at most so many pairs stand elsewhere than before; return how many are left to do.

    `leader`, `companion`: their areas; `leads`, `follows`: their areas from now on.
    """
    if most <= 0:
        return 0
    key = key_of(0, leader, companion, unit)
    number = min(most, counted(s.rides, key))
    shift(s, s.rides, key, key_of(0, leads, follows, unit), number)
    return most - number
