"""What strategies read beside the state: their parameters, the exact odds, values of the map."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Final

import numpy as np

from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.games.bloodstones.engine.rule_tables import TERRAINS, movement_cost
from bloodstones.games.bloodstones.engine.state import AREAS, SEATS, UNITS
from bloodstones.games.bloodstones.odds.fight import Tiles, side_sums
from bloodstones.games.bloodstones.odds.hands import NO_TILE
from bloodstones.games.bloodstones.odds.table import odds_table
from bloodstones.games.bloodstones.rules import battle as battle_rules
from bloodstones.games.bloodstones.rules.names import Faction, Role, Terrain, Unit
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset
from bloodstones.games.bloodstones.rules.tiles import MAX_PIPS
from bloodstones.games.bloodstones.strategies.weights import WEIGHTS, Weight
from bloodstones.kit.players.plans import Plans
from bloodstones.kit.players.strategy import Family, Strategy

CROWD: Final = 3  # players from which on others fight each other too
PLANS: Final = Plans(Path(__file__).parent, Weight, Faction.ids(), CROWD)


MOST_LEAD: Final = 31
LEADS: Final = 2 * MOST_LEAD + 1
MOST_SUM: Final = 64
DRAW_KINDS: Final = 2  # fewer, more
ROOM_BY_DISTANCE: Final = (0.0, 1.0, 0.6, 0.3)  # worth of a village place so many areas away
FACTIONS: Final = len(Faction)
SWAP_PIPS: Final = (NO_TILE, MAX_PIPS - 1, MAX_PIPS)  # hands with no good tile, with one, best
SWAPS: Final = len(SWAP_PIPS)
BARRED_UNITS: Final = 0
BARRED_KINDS: Final = 1
NO_WAY: Final = 9999  # pips to where no land way leads
HIGHEST_MODIFIER: Final = 9
WORLDS_KEPT: Final = 64


class Policy(Layout):
    """The strategies of one playthrough: by seat their family and weights; odds; map values."""

    family: Annotated[Array, np.int8, (SEATS,)]
    weight: Annotated[Array, np.float64, (SEATS, FACTIONS, WEIGHTS)]
    barred: Annotated[Array, np.int64, (SEATS, FACTIONS, 2)]  # BARRED_UNITS, BARRED_KINDS: bits
    # P(attacker wins) by attacker's draw, defender's draw (0 fewer, 1 more), ties, lead + MOST_LEAD
    win: Annotated[Array, np.float64, (DRAW_KINDS, DRAW_KINDS, 2, LEADS)]
    # the same with the attacker's and the defender's best hand tile swapped in (SWAP_PIPS)
    swap_win: Annotated[Array, np.float64, (SWAPS, SWAPS, DRAW_KINDS, DRAW_KINDS, 2, LEADS)]
    # P(sum of an enemy) by its swap (0 none, 1 a tile of most pips), draw and sum
    enemy_sum: Annotated[Array, np.float64, (2, DRAW_KINDS, MOST_SUM)]
    room: Annotated[Array, np.float64, (AREAS,)]  # village places around an area, nearer ones more
    walk: Annotated[Array, np.int16, (FACTIONS, AREAS, AREAS)]  # pips for an ordinary unit
    # Unit types that may attack in a terrain with some strength, a bit mask
    invaders: Annotated[Array, np.int64, (FACTIONS, TERRAINS)]
    leavers: Annotated[int, np.int64]  # unit types that leave after a victory (BS-COMBAT-40), too
    unit_worth: Annotated[Array, np.float64, (UNITS,)]  # on the map: its best modifiers


def pack_policy(rules: Ruleset, board: BoardMap, seats: Sequence[Strategy]) -> Policy:
    """Pack the strategies of the seats (clockwise) with the odds and the values of the map."""
    return seated(pack_world(rules, board), seats)


@lru_cache(maxsize=WORLDS_KEPT)
def pack_world(rules: Ruleset, board: BoardMap) -> Policy:
    """Pack what every strategy reads of rules and map: odds, costs of ways, worths of unit types.

    The result is cached and must not be written to: `seated` takes a copy.
    """
    world = Policy.new()
    _pack_odds(world, rules)
    _pack_map(world, rules, board)
    _pack_units(world, rules)
    return world


def seated(world: Policy, seats: Sequence[Strategy]) -> Policy:
    """Return the policy of strategies (clockwise) in the world of `pack_world`."""
    policy = Policy.copy(world)
    for seat, strategy in enumerate(seats):
        policy.family[seat] = strategy.family
        for faction, masks in strategy.barred.items():
            policy.barred[seat, Faction[faction.upper()]] = masks
        if strategy.family is Family.SCRIPTED:
            weights_by_faction = (
                strategy.weights_of(faction.id, len(seats)) for faction in Faction
            )
            names = PLANS.parameters()
            policy.weight[seat] = [
                [weights[name] for name in names] for weights in weights_by_faction
            ]
    return policy


def _pack_odds(policy: Policy, rules: Ruleset) -> None:
    draws = np.array((rules.tiles_fewer, rules.tiles_more))
    tiles = Tiles.of(rules)
    for swap, best in enumerate((NO_TILE, MAX_PIPS)):
        for more, drawn in enumerate(draws):
            sums = side_sums(tiles, int(drawn), best)
            ways = sum(part.denominator for part in sums)
            for part in sums:
                for total in part:
                    policy.enemy_sum[swap, more, total] += part[total] / ways
    leads = np.arange(-MOST_LEAD, MOST_LEAD + 1)
    own, enemy, ties, lead = np.ix_(draws, draws, np.arange(2), leads)
    policy.win[:] = odds_table(own, enemy, lead, ties, ruleset=rules)
    for ours, our_pips in enumerate(SWAP_PIPS):
        for theirs, their_pips in enumerate(SWAP_PIPS):
            policy.swap_win[ours, theirs] = odds_table(
                own,
                enemy,
                lead,
                ties,
                attacker_hand=[our_pips],
                defender_hand=[their_pips],
                ruleset=rules,
            )


def _pack_map(policy: Policy, rules: Ruleset, board: BoardMap) -> None:
    """Pack the ways of ordinary units and the village places around every area."""
    areas = len(board.areas)
    hops = _ways(board, [None if terrain is Terrain.SEA else 1 for terrain in Terrain])
    places = np.array([rules.village_limit.get(area.terrain, 0) for area in board.areas])
    worth = np.zeros(hops.shape)
    for steps, each in enumerate(ROOM_BY_DISTANCE):
        worth[hops == steps] = each
    policy.room[:areas] = worth @ places
    policy.walk[:] = NO_WAY
    ways: dict[tuple[int | None, ...], Array] = {}
    for faction in Faction:
        costs = tuple(
            movement_cost(rules, rules.factions[faction], Unit.SWORDSMAN, terrain)
            for terrain in Terrain
        )
        if costs not in ways:
            ways[costs] = _ways(board, costs)
        policy.walk[faction, :areas, :areas] = ways[costs]


def _pack_units(policy: Policy, rules: Ruleset) -> None:
    """Pack what unit types are worth and where they may attack."""
    for unit, definition in rules.units.items():
        attack, defence = (
            [battle_rules.modifier(definition, role, terrain, False) for terrain in Terrain]
            for role in (Role.ATTACKER, Role.DEFENDER)
        )
        best = max(0, *attack) + max(0, *defence)
        policy.unit_worth[unit] = (best + definition.draws_more + definition.walks) / 2
        policy.leavers |= int(definition.leaves_after_victory) << unit
        for faction in Faction:
            for terrain in Terrain:
                cost = movement_cost(rules, rules.factions[faction], unit, terrain)
                if cost is not None and 0 <= attack[terrain] <= HIGHEST_MODIFIER:
                    policy.invaders[faction, terrain] |= 1 << unit


def _ways(board: BoardMap, costs: Sequence[int | None]) -> Array:
    """Return the least cost from every area to every other, `NO_WAY` where closed terrain is in it.

    `costs`: by terrain, for entering it; None where it is closed.
    """
    areas = len(board.areas)
    ways = np.full((areas, areas), NO_WAY, np.int64)
    np.fill_diagonal(ways, 0)
    for area in board.areas:
        for other in area.neighbours:
            cost = costs[board.areas[other].terrain]
            ways[area.id, other] = NO_WAY if cost is None else cost
    for middle in range(areas):
        ways = np.minimum(ways, ways[:, middle, None] + ways[None, middle, :])
    return np.minimum(ways, NO_WAY)
