"""What strategies are made of: parameters, files, and what some of them never do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import numpy as np

from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.names import Name
from bloodstones.games.battalia.engine.state import SEATS
from bloodstones.games.battalia.rules.names import Faction
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.plans import Plans
from bloodstones.kit.players.restricted import going_without
from bloodstones.kit.players.strategy import Family, Strategy


class Weight(Name):
    """The parameters in the order in which they are packed; the first by kind of card."""

    FRIMAN = 0
    CHIEF = 1
    PRIEST = 2
    LORD = 3
    TOOL = 4
    WEAPON = 5
    AMULET = 6
    TITLE = 7
    SCROLL = 8
    TENT = 9
    HORSE = 10
    SUPPLY = 11
    HARMONY = 12
    ENOUGH = 13
    HORIZON = 14
    CITY = 15
    UPGRADE = 16
    ROAD = 17
    ROOM = 18
    NEUTRAL = 19
    RUINS = 20
    CONQUEST = 21
    HUNT = 22
    CAUTION = 23
    HIRE = 24
    HEROES = 25
    MARCH = 26
    THIN = 27
    KEEP = 28
    CONVERT = 29
    MULLIGAN = 30
    RESERVE = 31


class Bar(Name):
    """What a strategy can be restricted from; restricted artifacts are not gained."""

    TOOL = 4
    WEAPON = 5
    AMULET = 6
    TITLE = 7
    SCROLL = 8
    TENT = 9
    HORSE = 10
    HAMMER = 11
    SWORD = 12
    SHIELD = 13
    WINGS = 14
    HORN = 15
    FIGHTS = 16
    HEROES = 17
    COHORTS = 18
    AMBUSH = 19


class Policy(Layout):
    """The strategies of one playthrough, by seat."""

    family: Annotated[Array, np.int64, (SEATS,)]
    weight: Annotated[Array, np.float64, (SEATS, len(Weight))]
    barred: Annotated[Array, np.int64, (SEATS,)]  # bits of `Bar`


RESTRICTED: Final = going_without(
    Bar.ids(), "something to go without", lambda word: 1 << Bar[word.upper()], tuple(Family)
)
PLANS: Final = Plans(Path(__file__).parent, Weight, Faction.ids())
FINDER: Final = Finder(PLANS, RESTRICTED)


def pack_policy(strategies: Sequence[Strategy], roles: Sequence[str] = ()) -> Policy:
    """Pack the strategies of the seats, with their roles if they have any, for kernels.

    >>> packed = pack_policy([FINDER.find("raider_without_horn", "here")])
    >>> int(packed.barred[0]), float(packed.weight[0, Weight.WEAPON])
    (32768, 2.2)
    """
    policy = Policy.new()
    for seat, strategy in enumerate(strategies):
        policy.family[seat] = strategy.family
        weights = strategy.weights_of(roles[seat] if roles else "", len(strategies))
        for name, value in weights.items():
            if name.upper() in Weight.__members__:  # those of searching ones are not for kernels
                policy.weight[seat, Weight[name.upper()]] = value
        policy.barred[seat] = strategy.barred.get("", 0)
    return policy
