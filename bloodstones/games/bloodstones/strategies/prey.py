"""What an attack on a foe is worth: victory, ground, villages that it saves, the odds."""

from __future__ import annotations

from typing import NamedTuple

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.bloodstones.engine.battle import (
    corsairs_land,
    may_withdraw,
    may_withdraw_by_ship,
    notional_cavalry,
)
from bloodstones.games.bloodstones.engine.routes import open_seas
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import NOBODY, WORD_AREAS, GameState
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.strategies.estimates import (
    Foe,
    Ranks,
    enemy_villages,
    horde_seat,
    own_worth,
    prey_worth,
    swapped_odds,
    swaps_of,
    wish,
)
from bloodstones.games.bloodstones.strategies.marching import RIVAL
from bloodstones.games.bloodstones.strategies.policy import Policy
from bloodstones.games.bloodstones.strategies.posts import RAID_WAY
from bloodstones.games.bloodstones.strategies.timing import tiles_to_regroup
from bloodstones.games.bloodstones.strategies.weights import Weight

BACK_SOON = 6  # tiles to a regroup that brings it back
THIRD_PARTY = 0.5  # share of an attack's worth where a further enemy waits
NEXT_DOOR = 0.25  # share of own villages next to an enemy that it threatens
MOST_THREATENED = 8.0  # VP that one enemy force can threaten at a time


class Prey(NamedTuple):
    """What an attack on a foe is worth, whoever takes part."""

    gain: float  # VP of beating it
    rises: int  # undead that may rise then
    ground: float  # VP of driving it off
    own: int  # place of the attacker's best tile in SWAP_PIPS
    swaps: float  # probability that the foe swaps in a tile of most pips
    riders: int  # cavalry that the attack counts beside its own
    third: bool  # a further enemy waits there
    ships: float  # probability that it withdraws by ship where it may not otherwise


@kernel
def slips_away(foe: Foe, ranks: Ranks, riders: int) -> bool:
    """Whether the foe might withdraw from an attack; `riders` count as cavalry of it."""
    return bool(
        may_withdraw(
            ranks.riders + riders,
            foe.riders,
            ranks.bars,
            foe.forts > 0,
            foe.frees,
            foe.terrain == Terrain.SEA,
        )
    )


@kernel
def victory_worth(s: GameState, t: RuleTables, p: Policy, seat: int, foe: Foe) -> float:
    """Return the VP that beating a foe is worth, but for undead that rise."""
    gain = float(foe.size * int(t.vp_per_unit))
    if s.memory[seat, RIVAL] == foe.seat:
        gain += wish(p, t, seat, Weight.LEADER) * foe.size
    gain += int(t.vp_per_victory[seat])
    if s.units[foe.seat, foe.area, Unit.CUTIECORN] > 0:
        gain += t.cutiecorn_vp
    if s.units[foe.seat, foe.area, Unit.CITADEL] > 0:
        gain += t.vp_per_citadel
    return gain


@kernel
def prey_of(
    s: GameState, t: RuleTables, p: Policy, seat: int, foe: Foe, own: int, closing: bool
) -> Prey:
    """Return what an attack of the seat on a foe is worth, whoever takes part.

    `own`: from `swap_kind` of the seat.
    """
    rises = min(foe.size, int(s.undead_supply[seat])) if t.undead[seat] else 0  # BS-NECRO-04
    return Prey(
        victory_worth(s, t, p, seat, foe),
        rises,
        ground_worth(s, t, p, seat, foe.area, closing),
        own,
        swaps_of(s, t, p, seat, foe.seat),
        int(notional_cavalry(corsairs_land(s, t, seat, foe.area))),
        int(s.total[foe.area]) > int(s.force_size[seat, foe.area]) + foe.size,
        escapes(s, t, p, seat, foe),
    )


@kernel
def escapes(s: GameState, t: RuleTables, p: Policy, seat: int, foe: Foe) -> float:
    """Return the probability with which Corsairs withdraw by ship (BS-CORSAIR-03, -04)."""
    expected = wish(p, t, seat, Weight.ESCAPE)
    if expected <= 0.0:
        return 0.0
    held = foe.forts > 0 and not t.corsair_fort_withdraw  # AMB-22
    corsairs = t.faction[foe.seat] == Faction.CORSAIRS
    if not may_withdraw_by_ship(corsairs, False, held, foe.terrain == Terrain.SEA):
        return 0.0
    return expected if t.touching_seas[foe.area] & open_seas(s, t, foe.seat) else 0.0


@kernel
def ground_worth(
    s: GameState, t: RuleTables, p: Policy, seat: int, goal: int, closing: bool
) -> float:
    """Return the VP that driving an enemy off is worth for the villages in the area."""
    if closing:
        held = enemy_villages(s, seat, goal) * int(t.vp_per_captured_village[seat])
        return wish(p, t, seat, Weight.CLOSING) * held
    worth = wish(p, t, seat, Weight.RAID) * prey_worth(s, t, p, seat, goal)
    threatened = own_worth(s, t, seat, goal)
    for place in range(t.degree[goal]):
        near = t.adjacent[goal, place]
        if s.villages[seat, near] > 0 and s.force_size[seat, near] == 0:
            threatened += NEXT_DOOR * own_worth(s, t, seat, near)
    worth += wish(p, t, seat, Weight.RESCUE) * min(threatened, MOST_THREATENED)
    return worth + hunt_worth(s, t, p, seat, goal)


@kernel
def hunt_worth(s: GameState, t: RuleTables, p: Policy, seat: int, goal: int) -> float:
    """Return what own villages in reach of the Chaos Horde's force in an area are worth.

    It raids where it marches, before others can act (BS-CHAOS-07); what is far counts less.
    """
    weight = wish(p, t, seat, Weight.HUNT)
    if weight <= 0.0:
        return 0.0
    horde = horde_seat(t, seat)
    if horde == NOBODY or s.force_size[horde, goal] == 0:
        return 0.0
    threatened = 0.0
    for word in range(t.words):
        areas = int(s.settled[seat, word])
        while areas:
            area = word * WORD_AREAS + least_of(areas)
            areas &= areas - 1
            way = int(p.walk[Faction.CHAOS_HORDE, goal, area])
            if way <= RAID_WAY:
                threatened += own_worth(s, t, seat, area) / (1.0 + way)
    return weight * min(threatened, MOST_THREATENED)


@kernel
def attack_worth(
    s: GameState, t: RuleTables, p: Policy, foe: Foe, prey: Prey, ranks: Ranks, closing: bool
) -> float:
    """Return the expected VP of an attack with the column; 0 at bad odds."""
    seat = ranks.seat
    odds = swapped_odds(t, p, foe, ranks, prey.own, prey.swaps)
    if odds < wish(p, t, seat, Weight.ATTACK_ODDS) and not closing:
        return 0.0
    gain = prey.gain + wish(p, t, seat, Weight.RAISING) * (prey.rises if ranks.raises else 0)
    ground = prey.ground
    if slips_away(foe, ranks, prey.riders):
        gain *= wish(p, t, seat, Weight.WITHDRAWN)
        ground *= wish(p, t, seat, Weight.DRIVEN)
    elif prey.ships > 0.0 and not ranks.bars:
        gain *= 1.0 - prey.ships * (1.0 - wish(p, t, seat, Weight.WITHDRAWN))
        ground *= 1.0 - prey.ships * (1.0 - wish(p, t, seat, Weight.DRIVEN))
    loss = wish(p, t, seat, Weight.RESTRAINT if closing else Weight.CAUTION) * (ranks.size + 1)
    if s.column[Unit.CUTIECORN] > 0:
        loss += t.cutiecorn_vp
    worth = odds * (gain + ground) - (1.0 - odds) * loss
    price = wish(p, t, seat, Weight.LEAVE)
    if price > 0.0 and tiles_to_regroup(s, t, seat) <= BACK_SOON:
        price *= wish(p, t, seat, Weight.SPARING)
    if price > 0.0:
        kinds = int(p.leavers)
        while kinds:
            unit = least_of(kinds)
            kinds &= kinds - 1
            if s.column[unit] > 0:
                worth -= odds * price * int(s.column[unit])
    return worth * THIRD_PARTY if prey.third else worth


@kernel
def most_worth(t: RuleTables, p: Policy, seat: int, prey: Prey) -> float:
    """Return what no attack is worth more than."""
    gain = prey.gain + wish(p, t, seat, Weight.RAISING) * prey.rises
    return max(0.0, gain) + max(0.0, prey.ground)
