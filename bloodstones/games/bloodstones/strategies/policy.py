"""What strategies read beside the state: their parameters, and the exact odds as tables."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final

import numpy as np

from bloodstones.core.errors import expected, near_matches
from bloodstones.core.layout import Array, Layout
from bloodstones.games.bloodstones.fight_odds import Tiles, side_sums
from bloodstones.games.bloodstones.names import Name
from bloodstones.games.bloodstones.odds_table import odds_table
from bloodstones.games.bloodstones.ruleset import BoardMap, Ruleset
from bloodstones.games.bloodstones.state import AREAS, SEATS
from bloodstones.games.bloodstones.strategies.traits import Traits, read_traits
from bloodstones.games.bloodstones.tables import land_distances

STRATEGIES_FILE = Path(__file__).with_name("strategies.toml")
MOST_LEAD: Final = 31
LEADS: Final = 2 * MOST_LEAD + 1
MOST_SUM: Final = 64
DRAW_KINDS: Final = 2  # fewer, more
ROOM_BY_DISTANCE: Final = (0.0, 1.0, 0.6, 0.3)  # worth of a village place so many areas away


class Family(Name):
    """How a strategy decides."""

    RANDOM = 0
    SCRIPTED = 1
    MONTE_CARLO = 2
    TREE_SEARCH = 3
    PYTHON = 4


class Weight(IntEnum):
    """The parameters of a scripted strategy (strategies.toml)."""

    ATTACK_ODDS = 0
    STAND_ODDS = 1
    CAUTION = 2
    ADVANCE = 3
    ARMY = 4
    RAID = 5
    PIP = 6
    TILE = 7
    UNIT = 8
    GUARD = 9
    EXPOSURE = 10
    LUCK = 11
    VILLAGES = 12
    PATIENCE = 13


WEIGHTS: Final = len(Weight)


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
        Parameters by name, in the units of strategies.toml; empty for `random`.
    traits
        What it declares about itself.
    policies
        The scripted strategies that a searching one asks; roll-outs go by the first.
    """

    id: str
    title: str
    family: Family
    weights: Mapping[str, float]
    traits: Traits = Traits()
    policies: tuple[str, ...] = ()


class Policy(Layout):
    """The strategies of one playthrough: by seat their family and weights; odds; map values."""

    family: Annotated[Array, np.int8, (SEATS,)]
    weight: Annotated[Array, np.float64, (SEATS, WEIGHTS)]
    # P(attacker wins) by attacker's draw, defender's draw (0 fewer, 1 more), ties, lead + MOST_LEAD
    win: Annotated[Array, np.float64, (DRAW_KINDS, DRAW_KINDS, 2, LEADS)]
    # P(sum of an enemy that does not swap) by draw and sum
    enemy_sum: Annotated[Array, np.float64, (DRAW_KINDS, MOST_SUM)]
    room: Annotated[Array, np.float64, (AREAS,)]  # village places around an area, nearer ones more


@cache
def strategies() -> Mapping[str, Strategy]:
    """Return the shipped strategies by id.

    >>> sorted(strategies())
    ['builder', 'random', 'warlord']
    """
    with STRATEGIES_FILE.open("rb") as file:
        data = tomllib.load(file)
    return MappingProxyType({name: _strategy(name, entry) for name, entry in data.items()})


def _strategy(name: str, entry: Mapping[str, Any]) -> Strategy:
    family = Family.parse(entry["family"], f"{STRATEGIES_FILE.name} {name}.family")
    weights = {
        weight.name.lower(): float(entry[weight.name.lower()])
        for weight in Weight
        if family is Family.SCRIPTED
    }
    traits = read_traits(entry.get("traits", {}), f"{STRATEGIES_FILE.name} {name}.traits")
    return Strategy(name, entry["title"], family, MappingProxyType(weights), traits)


def find_strategy(name: str, where: str) -> Strategy:
    """Return the strategy called `name`; `where` names the argument for the error."""
    known = strategies()
    if name not in known:
        tip = near_matches(name, known) or f"known: {', '.join(known)}"
        raise expected("a strategy", name, where, tip)
    return known[name]


def pack_policy(rules: Ruleset, board: BoardMap, seats: Sequence[Strategy]) -> Policy:
    """Pack the strategies of the seats (clockwise) with the odds and the map's village places."""
    policy = Policy.new()
    for seat, strategy in enumerate(seats):
        policy.family[seat] = strategy.family
        for weight in Weight:
            policy.weight[seat, weight] = strategy.weights.get(weight.name.lower(), 0.0)
    _pack_odds(policy, rules)
    for area in board.areas:
        policy.room[area.id] = _room(rules, board, area.id)
    return policy


def _pack_odds(policy: Policy, rules: Ruleset) -> None:
    draws = np.array((rules.tiles_fewer, rules.tiles_more))
    for more, drawn in enumerate(draws):
        distribution = side_sums(Tiles.of(rules), int(drawn)).kept
        for total in distribution:
            policy.enemy_sum[more, total] = float(distribution.probability(total))
    leads = np.arange(-MOST_LEAD, MOST_LEAD + 1)
    own, enemy, ties, lead = np.ix_(draws, draws, np.arange(2), leads)
    policy.win[:] = odds_table(own, enemy, lead, ties, ruleset=rules)


def _room(rules: Ruleset, board: BoardMap, area: int) -> float:
    """Village places within reach of an area over land, nearer ones worth more."""
    worth = 0.0
    for other, steps in land_distances(board, area).items():
        if steps < len(ROOM_BY_DISTANCE):
            limit = rules.village_limit.get(board.areas[other].terrain, 0)
            worth += ROOM_BY_DISTANCE[steps] * limit
    return worth
