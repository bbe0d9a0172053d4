"""Ships: where they open landings and village sites, and where they sail (BS-MOVE-15 to -17)."""

from __future__ import annotations

from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.bloodstones.engine.builds.settling import has_room
from bloodstones.games.bloodstones.engine.state import GameState
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.rules.names import Terrain, Unit
from bloodstones.games.bloodstones.strategies.policy import Policy
from bloodstones.games.bloodstones.strategies.scripted.estimates import (
    enemy_villages,
    prey_worth,
    wish,
)
from bloodstones.games.bloodstones.strategies.scripted.marching import (
    clear_column,
    pip_price,
    remember,
)
from bloodstones.games.bloodstones.strategies.weights import Weight

LANDING = 0.3  # of a raid's worth where a ship lets units land
SITE = 0.25  # VP of a village site that a ship joins to the network
MOST_SITES = 4
ABOARD = 0.3  # of a sea's worth without own units or bases beside it


@kernel
def ship_worth(s: GameState, t: RuleTables, p: Policy, seat: int, sea: int, leaving: int) -> float:
    """Return what a ship in a sea area is worth; the first one there counts.

    `leaving`: own ships there that do not count, for a ship that sails.
    """
    if t.terrain[sea] != Terrain.SEA or s.units[seat, sea, Unit.SHIP] - leaving > 0:
        return 0.0
    if s.total[sea] > s.force_size[seat, sea]:
        return 0.0
    landings = 0.0
    sites = 0
    harbour = False
    for place in range(t.degree[sea]):
        area = t.adjacent[sea, place]
        if t.terrain[area] == Terrain.SEA:
            harbour = harbour or s.units[seat, area, Unit.SHIP] > 0
            continue
        harbour = harbour or s.force_size[seat, area] > 0 or s.villages[seat, area] > 0
        if s.total[area] == 0 and enemy_villages(s, seat, area) > 0:
            landings += prey_worth(s, t, p, seat, area)
        elif s.pool[seat] > 0 and s.villages[seat, area] == 0 and has_room(s, t, seat, area):
            sites += 1
    worth = LANDING * wish(p, t, seat, Weight.RAID) * landings + SITE * min(sites, MOST_SITES)
    if not harbour:
        worth *= ABOARD
    return wish(p, t, seat, Weight.SHIPS) * worth


@kernel
def plan_sail(s: GameState, t: RuleTables, p: Policy, seat: int, least: float) -> float:
    """Remember the ship that gains most by sailing on, if more than `least`; return the more."""
    best = least
    if wish(p, t, seat, Weight.SHIPS) <= 0.0:
        return best
    pip = pip_price(s, t, p, seat, False)
    for index in range(t.seas):
        start = t.sea_area[index]
        if s.units[seat, start, Unit.SHIP] == 0 or s.total[start] > s.force_size[seat, start]:
            continue
        here = ship_worth(s, t, p, seat, start, 1)
        for place in range(t.degree[start]):
            goal = t.adjacent[start, place]
            if t.terrain[goal] != Terrain.SEA or s.total[goal] > 0:
                continue
            worth = ship_worth(s, t, p, seat, goal, 0) - here - pip
            if worth > best:
                best = worth
                clear_column(s)
                s.column[Unit.SHIP] = 1
                s.column_size = 1
                remember(s, seat, start, goal)
    clear_column(s)
    return best
