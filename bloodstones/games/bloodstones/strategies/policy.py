"""What strategies read beside the state: their parameters, and the exact odds as tables."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final

import numpy as np

from bloodstones.core.layout import Array, Layout
from bloodstones.core.names import Name
from bloodstones.games.bloodstones.engine.state import AREAS, SEATS
from bloodstones.games.bloodstones.engine.tables import movement_cost
from bloodstones.games.bloodstones.odds.fight import Tiles, side_sums
from bloodstones.games.bloodstones.odds.hands import NO_TILE
from bloodstones.games.bloodstones.odds.table import odds_table
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset
from bloodstones.games.bloodstones.rules.tiles import MAX_PIPS
from bloodstones.games.bloodstones.strategies.traits import SCRIPTED_TRAITS, Traits, read_traits
from bloodstones.games.bloodstones.strategies.weights import WEIGHTS, full_weights, parameters

STRATEGIES_FILE = Path(__file__).with_name("strategies.toml")
TUNED: Final = Path(__file__).with_name("tuned")  # presets that `bloodstones tune` wrote
MOST_LEAD: Final = 31
LEADS: Final = 2 * MOST_LEAD + 1
MOST_SUM: Final = 64
DRAW_KINDS: Final = 2  # fewer, more
ROOM_BY_DISTANCE: Final = (0.0, 1.0, 0.6, 0.3)  # worth of a village place so many areas away
FACTIONS: Final = len(Faction)
SWAP_PIPS: Final = (NO_TILE, MAX_PIPS - 1, MAX_PIPS)  # hands with no good tile, with one, best
SWAPS: Final = len(SWAP_PIPS)
CROWD: Final = 3  # players from which on others fight each other too
BARRED_UNITS: Final = 0
BARRED_KINDS: Final = 1
NO_WAY: Final = 9999  # pips to where no land way leads


class Family(Name):
    """How a strategy decides."""

    RANDOM = 0
    SCRIPTED = 1
    MONTE_CARLO = 2
    TREE_SEARCH = 3
    PYTHON = 4


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy as data.

    Attributes
    ----------
    id, title
        Name in files and commands, and what it does in a few words.
    family
        How it decides.
    weights
        Parameters by name, as parameters.toml explains them; empty for `random`.
    traits
        What it declares about itself.
    policies
        The scripted strategies that a searching one asks; roll-outs go by the first.
    by_faction
        All parameters by name for the factions that it plays otherwise.
    crowded
        The same for tables of three or more players.
    barred
        By faction the units that it never brings on the map and the kinds of decisions that it
        never takes, a bit for each (`restrictions`).
    """

    id: str
    title: str
    family: Family
    weights: Mapping[str, float]
    traits: Traits = SCRIPTED_TRAITS
    policies: tuple[str, ...] = ()
    by_faction: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    crowded: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    barred: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def weights_of(self, faction: Faction, players: int) -> Mapping[str, float]:
        """Return the parameters with which it plays a faction at a table of so many."""
        weights = self.by_faction.get(faction.id, self.weights)
        return self.crowded.get(faction.id, weights) if players >= CROWD else weights


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


@cache
def strategies() -> Mapping[str, Strategy]:
    """Return the shipped strategies by id: random, the scripted ones, tuned presets of them.

    >>> list(strategies())[:4]
    ['random', 'greedy', 'builder', 'raider']
    """
    with STRATEGIES_FILE.open("rb") as file:
        data = tomllib.load(file)
    found = {name: _strategy(name, entry) for name, entry in data.items()}
    presets = (_preset(path, found) for path in sorted(TUNED.glob("*.toml")))
    return MappingProxyType({**found, **{preset.id: preset for preset in tuple(presets)}})


def _strategy(name: str, entry: Mapping[str, Any]) -> Strategy:
    family = Family.parse(entry["family"], f"{STRATEGIES_FILE.name} {name}.family")
    weights: Mapping[str, float] = MappingProxyType({})
    by_faction: Mapping[str, Mapping[str, float]] = {}
    if family is Family.SCRIPTED:
        given = entry.get("parameters", {})
        where = f"{STRATEGIES_FILE.name} {name}"
        weights = full_weights(given, where)
        by_faction = MappingProxyType(
            {
                faction.id: full_weights({**given, **entry[faction.id]}, where)
                for faction in Faction
                if faction.id in entry
            }
        )
    traits = read_traits(entry.get("traits", {}), f"{STRATEGIES_FILE.name} {name}.traits")
    return Strategy(name, entry["title"], family, weights, traits, by_faction=by_faction)


def _preset(path: Path, known: Mapping[str, Strategy]) -> Strategy:
    """Return the tuned preset of a file: a known strategy with other parameters by faction."""
    with path.open("rb") as file:
        data = tomllib.load(file)
    base = known[data["of"]]
    return replace(
        base,
        id=data["id"],
        title=data["title"],
        traits=replace(base.traits, origin="tuned"),
        by_faction=_by_faction(base.by_faction, data.get("factions", {}), base, path.name),
        crowded=_by_faction(base.crowded, data.get("crowded", {}), base, path.name),
    )


def _by_faction(
    known: Mapping[str, Mapping[str, float]],
    given: Mapping[str, Mapping[str, float]],
    base: Strategy,
    where: str,
) -> Mapping[str, Mapping[str, float]]:
    """Return the known parameters by faction, with those given in their place."""
    full = dict(known)
    for name, weights in given.items():
        faction = Faction.parse(name, where)
        start = known.get(faction.id, base.weights)
        full[faction.id] = full_weights({**start, **weights}, f"{where} {name}")
    return MappingProxyType(full)


def pack_policy(rules: Ruleset, board: BoardMap, seats: Sequence[Strategy]) -> Policy:
    """Pack the strategies of the seats (clockwise) with the odds and the map's village places."""
    return seated(pack_world(rules, board), seats)


def pack_world(rules: Ruleset, board: BoardMap) -> Policy:
    """Pack what strategies know of rules and map, whoever plays: the odds and the ways."""
    world = Policy.new()
    _pack_odds(world, rules)
    _pack_map(world, rules, board)
    return world


def seated(world: Policy, seats: Sequence[Strategy]) -> Policy:
    """Return the policy of strategies (clockwise) in the world of `pack_world`."""
    policy = Policy.copy(world)
    for seat, strategy in enumerate(seats):
        policy.family[seat] = strategy.family
        for faction, masks in strategy.barred.items():
            policy.barred[seat, Faction[faction.upper()]] = masks
        if strategy.family is Family.SCRIPTED:
            known = (strategy.weights_of(faction, len(seats)) for faction in Faction)
            policy.weight[seat] = [[weights[name] for name in parameters()] for weights in known]
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
    known: dict[tuple[int | None, ...], Array] = {}
    for faction in Faction:
        costs = tuple(
            movement_cost(rules, rules.factions[faction], Unit.SWORDSMAN, terrain)
            for terrain in Terrain
        )
        if costs not in known:
            known[costs] = _ways(board, costs)
        policy.walk[faction, :areas, :areas] = known[costs]


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
