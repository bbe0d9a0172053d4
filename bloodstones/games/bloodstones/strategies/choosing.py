"""One decision of any strategy, compiled."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import kind_of, x_of
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import STRATEGY_STREAM, GameState, Point
from bloodstones.games.bloodstones.strategies import (
    army,
    campaign,
    fighting,
    marching,
    posts,
    spending,
)
from bloodstones.games.bloodstones.strategies import fighting as special
from bloodstones.games.bloodstones.strategies.policy import BARRED_KINDS, BARRED_UNITS, Policy
from bloodstones.kit.players.strategy import Family


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


@entry
def choose(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the decider's choice among the `n` legal decisions in `out`.

    Writes only to the decider's random stream, to its memory and to the scratch fields of the
    state. For a restricted strategy it moves the allowed decisions to the front of `out`.

    Parameters
    ----------
    s
        A state in which a seat decides.
    t, p
        The packed rules and the strategies of the seats.
    out
        int32 array; the first `n` entries are the legal decisions, packed.
    n
        How many there are, at least 1.

    Returns
    -------
    int
        0 to `n` - 1.
    """
    n = keep_allowed(s, t, p, out, n)
    if n == 1:
        return 0
    if p.family[s.decider] == Family.RANDOM:
        return next_below(s.streams, STRATEGY_STREAM + s.decider, n)
    return choose_by_plan(s, t, p, out, n)


@kernel
def choose_by_plan(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index that the scripted plan chooses."""
    point = s.point
    if point == Point.MAIN:
        return campaign.choose_action(s, t, p, out, n)
    if point == Point.SELECT:
        return marching.choose_march(s, t, p, out, n)
    if point == Point.MARCHED:
        return campaign.choose_next_step(s, t, p, out, n)
    if point == Point.PAY:
        return spending.choose_payment(s, t, p, out, n)
    if point == Point.SETTLE:
        return spending.choose_settle_tile(s, t, p, out, n)
    if point in (Point.SETTLE_AREA, Point.RESETTLE):
        return spending.choose_settlement(s, t, p, out, n)
    if point == Point.RAID:
        return spending.choose_raid_tile(s, t, p, out, n)
    if point == Point.RAID_VILLAGE:
        return spending.choose_raid(s, t, p, out, n)
    if point == Point.SWAP:
        return fighting.choose_swap(s, t, p, out, n)
    if point == Point.WITHDRAW:
        return fighting.choose_stand(s, t, p, out, n)
    if point == Point.CASUALTY:
        return fighting.choose_casualty(s, t, p, out, n)
    if point == Point.RETREAT:
        return fighting.choose_retreat(s, t, p, out, n)
    if point == Point.FINAL:
        return max(0, army.choose_attack(s, t, p, out, n))
    if point == Point.UNDEAD:
        return special.choose_undead(s, t, p, out, n)
    if point == Point.UNDEAD_STEP:
        return special.choose_step(s, t, p, out, n)
    if point == Point.RAISE:
        return n - 1
    if point == Point.KEEP_OUT:
        return fighting.choose_keep_out(s, t, out, n)
    if point == Point.REENTER:
        return special.choose_reentry(s, t, p, out, n)
    if point == Point.CITADEL:
        return posts.choose_citadel(s, t, p, out, n)
    if point == Point.FOUND:
        return posts.choose_founding(s, t, p, out, n)
    return spending.choose_discard(s, t, p, out, n)
