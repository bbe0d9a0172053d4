"""What strategies read beside the state: their parameters, and how far it is to cities."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import numpy as np

from bloodstones.core.layout import Array, Layout
from bloodstones.core.names import Name
from bloodstones.games.wizard_kings.engine.state import CITIES, DIRECTIONS, HEXES, SEATS
from bloodstones.games.wizard_kings.engine.tables import RuleTables
from bloodstones.games.wizard_kings.rules.names import Army, Side, Terrain
from bloodstones.kit.players.finding import Finder
from bloodstones.kit.players.plans import Plans
from bloodstones.kit.players.strategy import Family, Strategy

FAR_AWAY: Final = 99


class Weight(Name):
    """The parameters in the order in which they are packed."""

    CITY = 0
    HUNT = 1
    FAR = 2
    BOLDNESS = 3
    STAND = 4
    GARRISON = 5
    ALARM = 6
    MASS = 7
    SPELLS = 8
    BUY_WIZARD = 9
    BUY_CASTLE = 10
    BUY_FLYER = 11
    BUY_FAST = 12
    BUY_SLOW = 13


WEIGHTS: Final = len(Weight)
PLANS: Final = Plans(Path(__file__).parent, Weight, Army.ids())
FINDER: Final = Finder(PLANS)


class Policy(Layout):
    """The strategies of one playthrough, by seat, and the ways to cities."""

    family: Annotated[Array, np.int8, (SEATS,)]
    weight: Annotated[Array, np.float64, (SEATS, WEIGHTS)]
    # hexes on foot from a hex to a city; in the air; FAR_AWAY without a way
    walk: Annotated[Array, np.int16, (CITIES, HEXES)]
    flight: Annotated[Array, np.int16, (CITIES, HEXES)]


def pack_policy(t: RuleTables, roles: Sequence[str], strategies: Sequence[Strategy]) -> Policy:
    """Pack the strategies of the seats, who have these roles, for kernels."""
    policy = Policy.new()
    for seat, (role, strategy) in enumerate(zip(roles, strategies, strict=True)):
        policy.family[seat] = strategy.family
        if strategy.family is Family.SCRIPTED:
            weights = strategy.weights_of(role, len(roles))
            policy.weight[seat] = [weights[weight.id] for weight in Weight]
    for city in range(t.cities):
        policy.walk[city] = _distances(t, int(t.city_hex[city]), on_foot=True)
        policy.flight[city] = _distances(t, int(t.city_hex[city]), on_foot=False)
    return policy


def _distances(t: RuleTables, city: int, *, on_foot: bool) -> Array:
    """Return the hexes on the way from each hex to a city."""
    found = np.full(HEXES, FAR_AWAY, np.int16)
    found[city] = 0
    todo = deque([city])
    closed = (Side.MOUNTAIN, Side.RIVER, Side.SEA)
    while todo:
        h = todo.popleft()
        for direction in range(DIRECTIONS):
            beyond = int(t.neighbour[h, direction])
            if beyond < 0 or found[beyond] < FAR_AWAY:
                continue
            sea = t.land[beyond] == Terrain.SEA
            if on_foot and (sea or int(t.border[h, direction]) in closed):
                continue
            found[beyond] = found[h] + 1
            todo.append(beyond)
    return found
