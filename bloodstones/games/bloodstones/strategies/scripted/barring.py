"""What a restricted strategy may not choose is taken out of its legal decisions."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import kind_of, x_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.state import GameState
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.strategies.policy import BARRED_KINDS, BARRED_UNITS, Policy


@kernel
def is_barred(decision: int, units: int, kinds: int) -> bool:
    """Whether a decision brings a barred unit on the map, or is of a barred kind.

    To raise no undead is no raising.
    """
    kind = kind_of(decision)
    if (kinds >> kind) & 1:
        return bool(kind != Kind.RAISE or x_of(decision) > 0)
    if kind in (Kind.FOUND, Kind.BUILD, Kind.REENTER):
        return bool((units >> x_of(decision)) & 1)
    return False


@kernel
def keep_allowed(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Move the decisions that the decider's strategy may choose to the front; return their number.

    A strategy that is not restricted keeps all of them as they are, and so does one that is left
    with none.
    """
    seat = s.decider
    units = int(p.barred[seat, t.faction[seat], BARRED_UNITS])
    kinds = int(p.barred[seat, t.faction[seat], BARRED_KINDS])
    if units == 0 and kinds == 0:
        return n
    kept = 0
    for index in range(n):
        if not is_barred(out[index], units, kinds):
            kept += 1
    if kept in (0, n):
        return n
    kept = 0
    for index in range(n):
        if not is_barred(out[index], units, kinds):
            out[kept] = out[index]
            kept += 1
    return kept


@kernel
def admit(s: GameState, t: RuleTables, policies: Array, values: Array, out: Array, n: int) -> int:
    """Move what the policies of a search may choose to the front; return how many that are."""
    return keep_allowed(s, t, policies[0], out, n)
