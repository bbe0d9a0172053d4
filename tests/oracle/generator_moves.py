"""Move actions and the undead's phase, once more (sections 8 and 10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations

from tests.oracle import generator_cutiecorn as cutiecorn
from tests.oracle import record_rules as rules
from tests.oracle.generator_position import TYPES, Counts, Position, add, in_order, spread
from tests.oracle.tracks import Rides

STILL = rules.FORTS | {"undead"}  # BS-MOVE-11, BS-UNDEAD-07


def step_cost(p: Position, column: Counts, goal: int) -> int | None:
    """The pips for units that enter an area together, None if one of them may not."""
    units = spread(column)
    prices = [p.entry_pips(p.active, unit, goal) for unit in units]
    paid = [price for price in prices if price is not None]
    if len(paid) < len(units):
        return None
    if p.rides.pairs:
        old, new = p.rides.riders(
            p.start, column, Counter(p.force(p.active, p.start)), fare(p, goal)
        )
        return sum(paid) - sum(map(fare(p, goal), [*old, *new]))
    leaders = column.get("leader", 0)
    return sum(paid) - dearest_ride(units, paid, leaders)


def fare(p: Position, goal: int) -> Callable[[str], int]:
    """What each unit pays to enter an area; nothing where it may not go."""
    return lambda unit: p.entry_pips(p.active, unit, goal) or 0


def dearest_ride(units: list[str], prices: list[int], leaders: int) -> int:
    """The most that leaders save: one carried unit each, one leader on foot (BS-MOVE-22 to -26)."""
    best = 0
    for size in range(1, leaders + 1):
        for carried in combinations(range(len(units)), size):
            on_foot = leaders - sum(units[place] == "leader" for place in carried)
            if on_foot:
                best = max(best, sum(prices[place] for place in carried))
    return best


def marches(p: Position, start: int, column: Counts) -> list[tuple[int, bool, int]]:
    """Every step that the column can take and the hand can pay: goal, by ship, pips."""
    budget = p.hand_pips(p.active) - p.cost
    goals = [(goal, False) for goal in p.near[start]]
    if "ship" not in column:  # BS-MOVE-18
        beyond = p.landings(p.active, start) - set(p.near[start])
        goals += [(goal, True) for goal in sorted(beyond)]
    found = []
    for goal, by_ship in goals:
        cost = step_cost(p, column, goal)
        if cost is not None and cost <= budget:
            found.append((goal, by_ship, cost))
    return found


def columns(p: Position) -> list[str]:
    """Where a move can begin: an uncontested own area with a unit that has somewhere to go."""
    return [
        f"column {area}"
        for area in sorted(p.units[p.active])
        if not p.enemies(p.active, area)  # BS-MOVE-08
        and any(
            marches(p, area, {unit: 1})
            for unit in p.units[p.active][area].keys() - STILL
            if unit != "cutiecorn" or p.alone  # BS-CUTIE-05
        )
    ]


def told(goal: int, by_ship: bool) -> str:
    return f"{goal} by ship" if by_ship else str(goal)


def selections(p: Position) -> list[str]:
    """Units that may join the column, by type and never back, and its steps."""
    found = []
    for unit, count in p.force(p.active, p.start).items():
        back = p.last and TYPES.index(unit) < TYPES.index(p.last)
        if unit in STILL or back or p.column.get(unit, 0) >= count:
            continue
        joined = {**p.column, unit: p.column.get(unit, 0) + 1}
        if joined == {"cutiecorn": 1} and not p.alone:  # BS-CUTIE-05
            continue
        if marches(p, p.start, joined):
            found.append(f"select {unit}")
    if p.column:
        found += steps(p)
    return found


def steps(p: Position) -> list[str]:
    return [f"march {told(goal, ship)}" for goal, ship, _ in marches(p, p.start, p.column)]


def continuations(p: Position) -> list[str]:
    found = ["end_move"]
    if p.start in p.units[p.active] and not p.contested(p.active, p.start):  # BS-MOVE-07
        found += steps(p)
    return found + columns(p)


def form_column(p: Position, area: int) -> None:
    p.start, p.column, p.last, p.point = area, {}, "", "select"


def march(p: Position, goal: int) -> None:
    cost = step_cost(p, p.column, goal)
    assert cost is not None
    force = Counter(p.force(p.active, p.start))
    if p.option("leader_carry") == "per_action":
        p.rides.go(p.start, goal, p.column, force, fare(p, goal))
    for unit, count in p.column.items():
        p.bans.walk(p.active, p.start, goal, unit, count, force[unit])
        p.take(p.active, p.start, unit, count)
        p.put(p.active, goal, unit, count)
    p.cost += cost
    p.start, p.point = goal, "marched"


def end_move(p: Position) -> None:
    p.column, p.due, p.last, p.point = {}, p.cost, "", "pay" if p.cost else "main"
    p.rides = Rides()


def payments(p: Position) -> list[str]:
    """The first tiles of all payments without a spare tile (BS-MOVE-05), named by falling pips."""

    def rank(tile: str) -> tuple[int, int]:
        return -p.pips_of(p.active, tile), TYPES.index(tile)

    hand = [t for t in spread(p.hand[p.active]) if not p.last or rank(t) >= rank(p.last)]
    firsts = set()
    for size in range(1, len(hand) + 1):
        for chosen in combinations(hand, size):
            pips = [p.pips_of(p.active, tile) for tile in chosen]
            if sum(pips) >= p.due > sum(pips) - min(pips):
                firsts.add(min(chosen, key=rank))
    return [f"pay {tile}" for tile in in_order(firsts)]


def pay(p: Position, tile: str) -> None:
    p.spend(p.active, tile)
    p.due, p.last = p.due - p.pips_of(p.active, tile), tile
    if p.due <= 0:
        p.due, p.cost, p.point = 0, 0, "main"


# Undead


def undead_goals(p: Position, area: int) -> list[tuple[int, bool]]:
    """The land areas that an undead can enter from here (BS-UNDEAD-02 to -04)."""
    beyond = p.landings(p.active, area) - set(p.near[area])
    goals = [(goal, False) for goal in p.near[area]] + [(goal, True) for goal in sorted(beyond)]
    return [(goal, by_ship) for goal, by_ship in goals if p.is_land(goal)]


def open_undead(p: Position) -> None:
    own = p.units[p.active]
    p.ready = {area: force["undead"] for area, force in own.items() if "undead" in force}
    p.undead_from, p.point = 0, "undead"


def undead(p: Position) -> list[str]:
    """Undead that can set out, area by area and never back."""
    return ["pass"] + [
        f"undead {area}"
        for area in sorted(p.ready)
        if area >= p.undead_from and not p.enemies(p.active, area) and undead_goals(p, area)
    ]


def set_out(p: Position, area: int) -> None:
    add(p.ready, area, -1)
    p.start = area
    p.undead_from = 0 if p.cutiecorn else area  # one may bring the Cutiecorn to the next
    p.steps, p.point = 2, "undead_step"


def undead_steps(p: Position) -> list[str]:
    ways = undead_goals(p, p.start)
    goals = [f"undead_step {told(*way)}" for way in ways]
    if "cutiecorn" in p.force(p.active, p.start):  # BS-CUTIE-05, AMB-48
        goals += [
            f"undead_step {told(*way)} with cutiecorn"
            for way in ways
            if p.entry_pips(p.active, "cutiecorn", way[0]) is not None
        ]
    return goals if p.steps == 2 else ["pass", *goals]


def undead_step(p: Position, goal: int, rider: bool) -> None:
    for unit in ("undead", "cutiecorn") if rider else ("undead",):
        p.take(p.active, p.start, unit)
        p.put(p.active, goal, unit)
    cutiecorn.settle(p)
    p.start = goal
    p.steps -= 1
    if p.steps == 0 or p.contested(p.active, goal):  # BS-UNDEAD-06
        p.point = "undead"
