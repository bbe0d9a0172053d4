"""The Cutiecorn of the variant: who may build it, who controls it (BS-CUTIE)."""

from __future__ import annotations

from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.bloodstones.engine import events
from bloodstones.games.bloodstones.engine.ban import drop_bans
from bloodstones.games.bloodstones.engine.pieces import put_unit, take_unit
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import GameState
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.register import RETREAT_BAN_UNITS


@kernel
def can_build_cutiecorn(s: GameState, t: RuleTables, seat: int) -> bool:
    """Whether it is off the map and the hand holds the tiles that it costs (BS-CUTIE-02)."""
    return bool(s.cutiecorn and s.hand_size[seat] >= t.cost[seat, Unit.CUTIECORN])


@kernel
def settle_control(s: GameState, t: RuleTables, area: int) -> None:
    """Pass control if it is alone among the units of others in the area (BS-CUTIE-06).

    Among several others the next in turn order after its last controller gains it.
    """
    if not t.cutiecorn:
        return
    for seat in range(t.players):
        if s.units[seat, area, Unit.CUTIECORN] == 0:
            continue
        if s.force_size[seat, area] == 1 and s.total[area] > 1:
            heir = (seat + 1) % t.players
            while s.force_size[heir, area] == 0:
                heir = (heir + 1) % t.players
            pass_control(s, t, seat, heir, area)
        return


@kernel
def pass_control(s: GameState, t: RuleTables, seat: int, heir: int, area: int) -> None:
    """Make the Cutiecorn of `seat` one of the units of `heir`."""
    if t.retreat_ban == RETREAT_BAN_UNITS:
        drop_bans(s, t, seat, area, Unit.CUTIECORN)
    take_unit(s, seat, area, Unit.CUTIECORN)
    put_unit(s, heir, area, Unit.CUTIECORN)
    events.tell_two(s, Event.CUTIECORN, heir, seat, area)
