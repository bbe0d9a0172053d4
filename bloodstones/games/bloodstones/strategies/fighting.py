"""Decisions of a battle: which attack, stand or withdraw, swap, casualty, where to retreat."""

from __future__ import annotations

from bloodstones.core.kernel import kernel
from bloodstones.core.layout import Array
from bloodstones.games.bloodstones import decisions
from bloodstones.games.bloodstones.battle import counted_sum, side_modifier, tiles_drawn
from bloodstones.games.bloodstones.decisions import kind_of, x_of, y_of
from bloodstones.games.bloodstones.fighters import decider_side, fighters, fighters_with
from bloodstones.games.bloodstones.pieces import contested
from bloodstones.games.bloodstones.state import ATTACKER, DEFENDER, DRAWN, GameState
from bloodstones.games.bloodstones.strategies.estimates import (
    PIP,
    STAND_ODDS,
    column_odds,
    enemies_near,
    tile_worth,
    unit_worth,
)
from bloodstones.games.bloodstones.strategies.placing import LEAST
from bloodstones.games.bloodstones.strategies.policy import MOST_SUM, Policy
from bloodstones.games.bloodstones.tables import RuleTables

FOLLOWERS_WORTH = 2.0
FRIENDS_WORTH = 0.5
ENEMY_WORTH = 1.0


@kernel
def choose_attack(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the attack with the best win probability among the owed battles."""
    best = -1
    most = LEAST
    for index in range(n):
        if kind_of(out[index]) != decisions.ATTACK:
            continue
        odds = column_odds(s, t, p, s.active, y_of(out[index]), x_of(out[index]))
        if odds > most:
            most = odds
            best = index
    return best


@kernel
def choose_stand(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Stand at good odds, else take the best refuge; return the index."""
    attacker = s.side_seat[ATTACKER]
    odds = 1.0 - column_odds(s, t, p, attacker, s.decider, s.battle_area)
    if odds >= p.weight[s.decider, STAND_ODDS]:
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
            if count > 0 and t.movement[seat, unit, t.terrain[area]] >= 0:
                worth += FOLLOWERS_WORTH * count
        if contested(s, seat, area):
            worth -= ENEMY_WORTH * int(s.total[area])
        if worth > most:
            most = worth
            best = index
    return best


@kernel
def win_chance(s: GameState, t: RuleTables, p: Policy, side: int, own_sum: int) -> float:
    """Return P(win) with a known sum of tiles against an enemy that does not swap.

    Corsairs decide after the enemy has shown its tiles (BS-CORSAIR-09): they know its sum.
    """
    own = s.side_seat[side]
    giant = fighters_with(s, 1 - side, t.draws_more) > 0
    more = tiles_drawn(fighters(s, 1 - side), fighters(s, side), giant, 1, 0)
    margin = own_sum + side_modifier(s, t, side) - side_modifier(s, t, 1 - side)
    attack = column_odds(s, t, p, s.side_seat[ATTACKER], s.side_seat[DEFENDER], s.battle_area)
    tie = attack if side == ATTACKER else 1.0 - attack  # a re-fight, without swaps
    if fighters_with(s, DEFENDER, t.wins_ties) > 0:
        tie = 1.0 if side == DEFENDER else 0.0
    if t.swaps_last[own]:
        shown = counted_sum(s, t, 1 - side)
        if shown == margin:
            return tie
        return 1.0 if shown < margin else 0.0
    chance = 0.0
    for total in range(MOST_SUM):
        if total < margin:
            chance += p.enemy_sum[more, total]
        elif total == margin:
            chance += tie * p.enemy_sum[more, total]
    return chance


@kernel
def choose_swap(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the swap whose gain in expected VP most exceeds the tile's worth."""
    seat = s.decider
    side = decider_side(s)
    sum_now = counted_sum(s, t, side)
    chance_now = win_chance(s, t, p, side, sum_now)
    stake = float(fighters(s, ATTACKER) + fighters(s, DEFENDER))
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
        worth = (chance - chance_now) * stake - tile_worth(t, p, seat, unit)
        worth -= p.weight[seat, PIP]
        if worth > most:
            most = worth
            best = index
    return best


@kernel
def lowest_drawn(s: GameState, side: int) -> int:
    """Return the lowest combat tile that the side has drawn."""
    for place in range(DRAWN):
        if s.drawn[side, place] > 0:
            return int(s.drawn[side, place])
    return 0


@kernel
def choose_casualty(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the unit type worth least on the map."""
    best = 0
    least = -LEAST
    for index in range(n):
        unit = x_of(out[index])
        worth = unit_worth(t, s.decider, unit) + int(t.cost[s.decider, unit])
        if worth < least:
            least = worth
            best = index
    return best
