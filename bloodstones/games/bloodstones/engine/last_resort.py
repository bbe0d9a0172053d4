"""A tile spent without effect where no tile has any use: the last resort of AMB-10.

By its default reading a seat that has no use for any tile in hand may spend the one tile of phase 1
or 4, the Chaos Horde that of its raid, without taking or building a village. Without this rule a
seat that has lost everything and used up its villages could never regroup, and the game would not
end.
"""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.builds import building, horde, settling
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.moves.movement import can_march
from bloodstones.games.bloodstones.engine.moves.raiding import cheapest_target
from bloodstones.games.bloodstones.engine.pieces import (
    append_hand_tiles,
    can_pay_build,
    contested,
    most_pips,
)
from bloodstones.games.bloodstones.engine.rule_tables import MOST_COST, RuleTables
from bloodstones.games.bloodstones.engine.state import NOWHERE, UNITS, GameState
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.options import (
    OVERPAY_LAST_RESORT,
    WIPED_OUT_COST_FREE,
)


@kernel
def add_tiles(s: GameState, t: RuleTables, kind: int, out: Array, n: int) -> int:
    """Append every hand tile, to be spent without effect, if no tile has a use; return the count.

    `kind`: what spends the one tile of the phase.
    """
    if t.overpay != OVERPAY_LAST_RESORT or s.hand_size[s.active] == 0 or not no_way(s, t, out, n):
        return n
    return append_hand_tiles(s, t, kind, 0, out, n)


@kernel
def pass_at_least(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Write pass if a tile has been spent as last resort, so that nothing is legal."""
    if n > 0 or t.overpay != OVERPAY_LAST_RESORT or not no_way(s, t, out, n):
        return n
    out[0] = encode(Kind.PASS, 0, 0)
    return 1


@kernel
def no_way(s: GameState, t: RuleTables, out: Array, n: int) -> bool:
    """Whether no tile in the active seat's hand can be spent for anything as map and hand stand.

    The ways are to build, to march, to swap in a battle that is owed, to raid, to settle and to
    come back, in whichever phase they belong. `out` from `n` on is scratch. What nearly always is a
    way is asked first.
    """
    seat = s.active
    if can_build(s, t, seat, out, n) or can_march_or_fight(s, t, seat):
        return False
    most = most_pips(t, seat, int(s.hand_kinds[seat]))
    if cheapest_target(s, t) <= most or can_settle(s, t, seat, most, out, n):
        return False
    return not (horde.is_horde(t, seat) and can_come_back(s, t, seat, out, n))


@kernel
def can_build(s: GameState, t: RuleTables, seat: int, out: Array, n: int) -> bool:
    """Whether any unit can be built."""
    has_base = s.village_count[seat] > 0 or s.citadel[seat] != NOWHERE
    if has_base and not horde.is_horde(t, seat):
        for unit in range(UNITS):
            if unit != Unit.SHIP and can_pay_build(s, t, seat, unit):
                return True
    return building.legal_builds(s, t, out, n) > n


@kernel
def can_march_or_fight(s: GameState, t: RuleTables, seat: int) -> bool:
    """Whether a unit can march for pips, or a battle is owed in which a tile can be swapped.

    The Cutiecorn is none: it goes for nothing (BS-CUTIE-05).
    """
    budget = min(s.hand_pips[seat], MOST_COST)
    holds = s.hand_size[seat] > 0
    for place in range(s.areas_held[seat]):
        area = int(s.held[seat, place])
        if contested(s, seat, area):
            if holds:
                return True
            continue
        for unit in range(UNITS):
            if s.units[seat, area, unit] == 0 or not t.walks[unit] or unit == Unit.CUTIECORN:
                continue
            terrains = t.affordable[seat, unit, budget]
            if can_march(s, t, seat, area, terrains, t.by_ships[unit] == 1):
                return True
    return False


@kernel
def can_settle(s: GameState, t: RuleTables, seat: int, most: int, out: Array, n: int) -> bool:
    """Whether a tile of at most so many pips builds a village, a wiped-out seat's first one too."""
    if not settling.wiped_out(s, t, seat):
        return settling.legal_sites(s, t, most, out, n) > n
    pips = settling.NO_SITE if t.wiped_out_cost == WIPED_OUT_COST_FREE else most
    return settling.legal_new_homes(s, t, pips, out, n) > n


@kernel
def can_come_back(s: GameState, t: RuleTables, seat: int, out: Array, n: int) -> bool:
    """Whether the Chaos Horde has lost every unit and can come back next turn (BS-CHAOS-13)."""
    return not horde.has_units(s, t, seat) and horde.append_reentries(s, t, out, n) > n
