"""Decisions that only some factions have: undead, the Horde's return."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.battle import (
    FIGHT_AGAIN,
    clash_outcome,
    counted_sum,
    side_modifier,
    tiles_drawn,
)
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.fighters import decider_side, fighters, fighters_with
from bloodstones.games.bloodstones.engine.pieces import contested
from bloodstones.games.bloodstones.engine.rule_tables import MOST_COST, RuleTables
from bloodstones.games.bloodstones.engine.state import ATTACKER, DEFENDER, DRAWN, NOTHING, GameState
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.strategies.estimates import (
    column_odds,
    enemies_near,
    enemies_up_to,
    enemy_villages,
    likely_odds,
    own_worth,
    prey_near,
    tile_worth,
    wish,
)
from bloodstones.games.bloodstones.strategies.policy import MOST_SUM, Policy
from bloodstones.games.bloodstones.strategies.posts import LEAST
from bloodstones.games.bloodstones.strategies.timing import end_is_near
from bloodstones.games.bloodstones.strategies.weights import Weight

FOLLOWERS_WORTH = 2.0
FRIENDS_WORTH = 0.5
ENEMY_WORTH = 1.0
STAKE_SHIFT = 0.05  # win probability less that is asked for each VP of own pieces to hold


@kernel
def choose_keep_out(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Return the index of a unit that helps nothing in the battle, pass if all do (AMB-14).

    A unit without a modifier here only gives the enemy a victory point more, unless it is needed
    for the draw of one tile more or to keep the enemy from it.
    """
    side = decider_side(s)
    own = fighters(s, side)
    other = fighters(s, 1 - side)
    before = own > other, own < other
    after = own - 1 > other, own - 1 < other
    if before != after:
        return 0
    terrain = t.terrain[s.battle_area]
    walls = fighters_with(s, 1 - side, t.fortification) > 0
    for index in range(1, n):
        unit = x_of(out[index])
        helps = t.modifier[side, unit, terrain] > 0 or (walls and t.siege[unit] > 0)
        ties = side == DEFENDER and t.wins_ties[unit] == 1
        if not (helps or ties or t.draws_more[unit] or t.raises_undead[unit]):
            return index
    return 0


@kernel
def choose_stand(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Stand at good odds, the lower the more is at stake here, else take the best refuge."""
    seat = s.decider
    attacker = s.side_seat[ATTACKER]
    odds = 1.0 - likely_odds(s, t, p, seat, attacker, seat, s.battle_area)
    wanted = wish(p, t, seat, Weight.STAND_ODDS)
    if end_is_near(s, t, p, seat):
        own = fighters(s, DEFENDER)
        wanted = float(own) / (own + fighters(s, ATTACKER))
    else:
        stake = own_worth(s, t, seat, s.battle_area)
        wanted -= STAKE_SHIFT * wish(p, t, seat, Weight.GUARD) * stake
    if odds >= wanted:
        return 0
    return best_refuge(s, t, out, n, 1)


@kernel
def choose_retreat(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the best refuge."""
    return best_refuge(s, t, out, n, 0)


@kernel
def best_refuge(s: GameState, t: RuleTables, out: Array, n: int, first: int) -> int:
    """Return the index, from `first` on, where most units follow and few enemies are near."""
    seat = s.decider
    best = first
    most = LEAST
    for index in range(first, n):
        area = x_of(out[index])
        worth = -ENEMY_WORTH * enemies_near(s, t, seat, area)
        worth += FRIENDS_WORTH * int(s.force_size[seat, area]) + FRIENDS_WORTH * int(
            s.villages[seat, area]
        )
        for unit in range(s.units.shape[-1]):
            count = int(s.units[seat, s.battle_area, unit])
            if count > 0 and t.movement[seat, t.terrain[area], unit] >= 0:
                worth += FOLLOWERS_WORTH * count
        if contested(s, seat, area):
            worth -= ENEMY_WORTH * int(s.total[area])
        if worth > most:
            most = worth
            best = index
    return best


@kernel
def win_chance(s: GameState, t: RuleTables, p: Policy, side: int, own_sum: int) -> float:
    """Return P(win) with a known sum of tiles, as far as this side sees what the enemy does.

    Corsairs decide after the enemy has shown its tiles (BS-CORSAIR-09): they know its sum. Of
    others it may be open whether they have swapped (BS-COMBAT-22, AMB-18); else they are expected
    to swap in a tile of most pips, where that helps, with the probability `wariness`.
    """
    own = s.side_seat[side]
    other = s.side_seat[1 - side]
    giant = fighters_with(s, 1 - side, t.draws_more) > 0
    more = tiles_drawn(fighters(s, 1 - side), fighters(s, side), giant, 1, 0)
    margin = own_sum + side_modifier(s, t, side) - side_modifier(s, t, 1 - side)
    attack = column_odds(s, t, p, s.side_seat[ATTACKER], s.side_seat[DEFENDER], s.battle_area)
    tie = attack if side == ATTACKER else 1.0 - attack  # a re-fight, without swaps
    if clash_outcome(0, 0, fighters_with(s, DEFENDER, t.wins_ties) > 0) != FIGHT_AGAIN:
        tie = 1.0 if side == DEFENDER else 0.0
    if t.swaps_last[own]:
        shown = counted_sum(s, t, 1 - side)
        if shown == margin:
            return tie
        return 1.0 if shown < margin else 0.0
    swaps = wish(p, t, own, Weight.WARINESS)
    if s.swaps_done == 1 and t.swap_announced:
        swaps = 1.0 if s.swapped[1 - side] != NOTHING else 0.0
    elif s.swaps_done == 0 and s.hand_size[other] == 0:
        swaps = 0.0
    chance = 0.0
    for total in range(min(MOST_SUM, margin + 1)):
        ways = (1.0 - swaps) * p.enemy_sum[0, more, total] + swaps * p.enemy_sum[1, more, total]
        chance += ways if total < margin else tie * ways
    return chance


@kernel
def choose_swap(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the swap whose gain in expected VP most exceeds the tile's worth."""
    seat = s.decider
    side = decider_side(s)
    sum_now = counted_sum(s, t, side)
    chance_now = win_chance(s, t, p, side, sum_now)
    stake = battle_stake(s, t)
    closing = end_is_near(s, t, p, seat)
    lowest = lowest_drawn(s, side)
    lowest_counted = int(s.drawn[side, DRAWN - t.tiles_counted])
    best = 0
    most = 0.0
    for index in range(1, n):
        if x_of(out[index]) != lowest:
            continue
        unit = y_of(out[index])
        pips = int(t.pips[seat, unit])
        if pips <= lowest_counted:
            continue
        chance = win_chance(s, t, p, side, sum_now + pips - lowest_counted)
        worth = (chance - chance_now) * stake
        if not closing:
            worth -= tile_worth(t, p, seat, unit) + wish(p, t, seat, Weight.PIP)
        if worth > most:
            most = worth
            best = index
    return best


@kernel
def battle_stake(s: GameState, t: RuleTables) -> float:
    """Return the VP between winning and losing the battle under way: units, bonus, pieces here."""
    attacker = s.side_seat[ATTACKER]
    defender = s.side_seat[DEFENDER]
    stake = float(fighters(s, ATTACKER) + fighters(s, DEFENDER)) * int(t.vp_per_unit)
    stake += int(t.vp_per_victory[s.decider])
    stake += own_worth(s, t, defender, s.battle_area)
    return stake + own_worth(s, t, attacker, s.battle_area)


@kernel
def lowest_drawn(s: GameState, side: int) -> int:
    """Return the lowest combat tile that the side has drawn."""
    for place in range(DRAWN):
        if s.drawn[side, place] > 0:
            return int(s.drawn[side, place])
    return 0


@kernel
def choose_casualty(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the unit type that is missed least."""
    best = 0
    least = -LEAST
    for index in range(n):
        unit = x_of(out[index])
        worth = p.unit_worth[unit] + int(t.cost[s.decider, unit])
        if worth < least:
            least = worth
            best = index
    return best


STEP_WORTH = 0.01  # undead stay unless a step gains something
FIGHT_WORTH = -4.0  # an undead alone does not seek a battle


@kernel
def undead_worth(s: GameState, t: RuleTables, p: Policy, area: int) -> float:
    """Return what an undead standing in the area is worth for the next raid."""
    seat = s.active
    if s.total[area] > s.force_size[seat, area]:
        return FIGHT_WORTH
    worth = wish(p, t, seat, Weight.RAID) * prey_near(s, t, seat, area)
    if enemies_up_to(s, t, seat, area, 1) > 0:
        for place in range(t.degree[area]):
            if s.force_size[seat, t.adjacent[area, place]] > 1:
                return worth + wish(p, t, seat, Weight.BAIT)
    return worth


@kernel
def choose_undead(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of an undead that does not stand well; pass when all do.

    It stands well with something to prey on, unless more of it waits next door (`PROWL`).
    """
    prowl = wish(p, t, s.active, Weight.PROWL)
    for index in range(1, n):
        area = x_of(out[index])
        if prey_near(s, t, s.active, area) <= 0.0:
            return index
        if prowl > 0.0 and prowl * prey_next_door(s, t, area) > prey_left(s, s.active, area):
            return index
    return 0


@kernel
def prey_next_door(s: GameState, t: RuleTables, area: int) -> int:
    """Return the most enemy villages in an empty area next to an undead."""
    most = 0
    terrains = int(t.affordable[s.active, Unit.UNDEAD, MOST_COST])
    for place in range(t.degree[area]):
        near = t.adjacent[area, place]
        if s.total[near] == 0 and (terrains >> t.terrain[near]) & 1:
            most = max(most, enemy_villages(s, s.active, near))
    return most


@kernel
def prey_left(s: GameState, seat: int, area: int) -> int:
    """Return the enemy villages that no unit of the seat would stand on if one left the area."""
    return enemy_villages(s, seat, area) if s.force_size[seat, area] == 1 else 0


@kernel
def choose_step(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the best step; pass if the undead stands better where it is."""
    best = 0
    most = LEAST
    prowl = wish(p, t, s.active, Weight.PROWL) * wish(p, t, s.active, Weight.RAID)
    for index in range(n):
        if kind_of(out[index]) == Kind.PASS:
            worth = undead_worth(s, t, p, s.column_area) + STEP_WORTH
            worth += prowl * prey_left(s, s.active, s.column_area)
        else:
            worth = undead_worth(s, t, p, x_of(out[index]))
            if s.total[x_of(out[index])] == 0:
                worth += prowl * enemy_villages(s, s.active, x_of(out[index]))
        if worth > most:
            most = worth
            best = index
    return best


@kernel
def choose_reentry(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the strongest unit near villages to raid and far from enemies."""
    seat = s.active
    best = 0
    most = 0.0
    for index in range(1, n):
        unit = x_of(out[index])
        area = y_of(out[index])
        worth = wish(p, t, seat, Weight.UNIT) * p.unit_worth[unit]
        worth += wish(p, t, seat, Weight.RAID) * prey_near(s, t, seat, area)
        worth -= enemies_near(s, t, seat, area)
        if worth > most:
            most = worth
            best = index
    return best
