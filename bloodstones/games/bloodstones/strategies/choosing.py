"""One decision of any strategy, inside the kernels."""

from __future__ import annotations

from bloodstones.core.kernel import entry, kernel
from bloodstones.core.layout import Array
from bloodstones.core.streams import next_below
from bloodstones.games.bloodstones.engine.state import (
    CASUALTY_POINT,
    CITADEL_POINT,
    FINAL_POINT,
    FOUND_POINT,
    KEEP_OUT_POINT,
    MAIN_POINT,
    MARCHED_POINT,
    PAY_POINT,
    RAID_POINT,
    RAID_VILLAGE_POINT,
    RAISE_POINT,
    REENTER_POINT,
    RESETTLE_POINT,
    RETREAT_POINT,
    SELECT_POINT,
    SETTLE_AREA_POINT,
    SETTLE_POINT,
    STRATEGY_STREAM,
    SWAP_POINT,
    UNDEAD_POINT,
    UNDEAD_STEP_POINT,
    WITHDRAW_POINT,
    GameState,
)
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.strategies import (
    army,
    campaign,
    fighting,
    marching,
    placing,
    special,
    spending,
)
from bloodstones.games.bloodstones.strategies.barring import keep_allowed
from bloodstones.games.bloodstones.strategies.policy import Family, Policy

RANDOM = int(Family.RANDOM)


@entry
def choose(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the decider's choice among the `n` legal decisions in `out`.

    May write to the decider's own stream and memory and to scratch fields, to nothing else; for a
    restricted strategy it moves what is allowed to the front of `out`.
    """
    n = keep_allowed(s, t, p, out, n)
    if n == 1:
        return 0
    if p.family[s.decider] == RANDOM:
        return next_below(s.streams, STRATEGY_STREAM + s.decider, n)
    return choose_by_plan(s, t, p, out, n)


@kernel
def choose_by_plan(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index that the scripted plan chooses."""
    point = s.point
    if point == MAIN_POINT:
        return campaign.choose_action(s, t, p, out, n)
    if point == SELECT_POINT:
        return marching.choose_march(s, t, p, out, n)
    if point == MARCHED_POINT:
        return marching.choose_next_step(s, t, p, out, n)
    if point == PAY_POINT:
        return spending.choose_payment(s, t, p, out, n)
    if point == SETTLE_POINT:
        return spending.choose_settle_tile(s, t, p, out, n)
    if point in (SETTLE_AREA_POINT, RESETTLE_POINT):
        return spending.choose_settlement(s, t, p, out, n)
    if point == RAID_POINT:
        return spending.choose_raid_tile(s, t, p, out, n)
    if point == RAID_VILLAGE_POINT:
        return spending.choose_raid(s, t, p, out, n)
    if point == SWAP_POINT:
        return fighting.choose_swap(s, t, p, out, n)
    if point == WITHDRAW_POINT:
        return fighting.choose_stand(s, t, p, out, n)
    if point == CASUALTY_POINT:
        return fighting.choose_casualty(s, t, p, out, n)
    if point == RETREAT_POINT:
        return fighting.choose_retreat(s, t, p, out, n)
    if point == FINAL_POINT:
        return max(0, army.choose_attack(s, t, p, out, n))
    if point == UNDEAD_POINT:
        return special.choose_undead(s, t, p, out, n)
    if point == UNDEAD_STEP_POINT:
        return special.choose_step(s, t, p, out, n)
    if point == RAISE_POINT:
        return n - 1
    if point == KEEP_OUT_POINT:
        return fighting.choose_keep_out(s, t, out, n)
    if point == REENTER_POINT:
        return special.choose_reentry(s, t, p, out, n)
    if point == CITADEL_POINT:
        return placing.choose_citadel(s, t, p, out, n)
    if point == FOUND_POINT:
        return placing.choose_founding(s, t, p, out, n)
    return spending.choose_discard(s, t, p, out, n)
