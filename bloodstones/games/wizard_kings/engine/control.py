"""The control check, treasuries, who is out (WK-MOVE-06 to -09, WK-BUILD-01, AMB-51)."""

from __future__ import annotations

from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.log import tell_seat
from bloodstones.games.wizard_kings.engine.pieces import controller
from bloodstones.games.wizard_kings.engine.rule_tables import RuleTables
from bloodstones.games.wizard_kings.engine.state import BLOCKS, GameState
from bloodstones.games.wizard_kings.events import Event


@kernel
def check_control(s: GameState, t: RuleTables) -> None:
    """Settle who controls what until the next check.

    Who has neither a city nor a unit is out (AMB-51).
    """
    for seat in range(t.players):
        s.income[seat] = 0
    for h in range(t.hexes):
        owner = controller(s, t, h)
        s.control[h] = owner
        if owner >= 0:
            s.income[owner] += t.value[h]
    for seat in range(t.players):
        if not s.out[seat] and s.income[seat] == 0 and units_on_map(s, seat) == 0:
            s.out[seat] = 1
            tell_seat(s, Event.OUT, seat)


@kernel
def units_on_map(s: GameState, seat: int) -> int:
    """Count a seat's units on the map."""
    count = 0
    for block in range(seat * BLOCKS, (seat + 1) * BLOCKS):
        count += int(s.hex[block] >= 0)
    return count
