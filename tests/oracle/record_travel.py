"""Ways over the map: ship routes, the cost of a step, destinations of withdrawal and retreat."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from itertools import pairwise

from tests.oracle import record_rules as rules
from tests.oracle.record_state import State

Problem = tuple[str, str] | None


def may_enter(state: State, seat: int, unit: str, area: int) -> bool:
    """Tell whether terrain lets the unit into the area (BS-RETREAT-10)."""
    return state.terrain(area) in rules.movement(state.seats[seat].faction, unit)


def link(state: State, seat: int, area: int) -> bool:
    """Tell whether the area is a sea with an own ship and nobody else (BS-MOVE-15, -17, -21)."""
    return (
        state.is_sea(area) and state.force(seat, area)["ship"] > 0 and not state.others(seat, area)
    )


def route_problem(state: State, seat: int, start: int, via: list[int], end: int) -> Problem:
    """Return what is wrong with the ship route `via` from `start` to `end`, or None."""
    for area in via:
        if not state.is_sea(area):
            return "BS-MOVE-15", f"route over area {area}, which is no sea area"
        if not state.force(seat, area)["ship"]:
            return "BS-MOVE-15", f"route over area {area} without an own ship"
        if state.others(seat, area):
            return "BS-MOVE-17", f"route over the contested sea area {area}"
    if any(not state.adjacent(a, b) for a, b in pairwise(via)):
        return "BS-MOVE-15", f"the chain {via} is broken"
    if start != via[0] and not state.adjacent(start, via[0]):
        return "BS-MOVE-16", f"area {start} does not border the chain's first area {via[0]}"
    if not state.adjacent(via[-1], end):
        return "BS-MOVE-16", f"area {end} does not border the chain's last area {via[-1]}"
    return None


def closed(state: State, seat: int, unit: str, area: int) -> Problem:
    """Return why the unit may not enter the area in a move action, or None."""
    if unit in rules.FORTS:
        return "BS-MOVE-11", f"a {unit} cannot move"
    if unit == "undead":
        return "BS-UNDEAD-07", "undead do not move in phase 3"
    if unit == rules.BLANK:
        return "BS-TILE-04", "a blank tile is no unit"
    if may_enter(state, seat, unit, area):
        return None
    if unit == "ship":
        return "BS-MOVE-12", f"a ship cannot enter area {area}"
    if state.is_sea(area):
        return "BS-MOVE-19", f"a {unit} cannot end in sea area {area}"
    return "BS-MOVE-13", f"a {unit} cannot enter area {area}"


def step_problem(
    state: State, seat: int, units: Counter[str], start: int, via: list[int], end: int
) -> Problem:
    """Return why the group may not go from `start` to `end`, or None."""
    if set(units) == {"cutiecorn"} and not state.option("cutie_moves_alone"):  # AMB-48
        return "BS-CUTIE-05", "the Cutiecorn moves without another unit"
    for unit in units:
        if problem := closed(state, seat, unit, end):
            return problem
        if via and unit == "ship":
            return "BS-MOVE-18", "ships may not use a ship route"
    if via:
        if state.is_sea(end) and not state.option("dragon_route_end_sea"):
            return "BS-MOVE-16", "a route may not end at sea"
        return route_problem(state, seat, start, via, end)
    if not state.adjacent(start, end):
        clause = "BS-MOVE-12" if "ship" in units else "BS-MOVE-16"
        return clause, f"areas {start} and {end} share no border and no route is given"
    return None


def fare(state: State, seat: int, end: int) -> Callable[[str], int]:
    """Return what each unit pays to enter the area; nothing where it may not go."""
    faction, terrain = state.seats[seat].faction, state.terrain(end)

    def price(unit: str) -> int:
        if unit == "cutiecorn":  # BS-CUTIE-05
            return 0
        return rules.movement(faction, unit).get(terrain, 0)

    return price


def step_cost(state: State, seat: int, units: Counter[str], start: int, end: int) -> int:
    """Return the cheapest cost of a group entering an area (BS-MOVE-02, BS-MOVE-22 to -24)."""
    price = fare(state, seat, end)
    total = sum(price(unit) * count for unit, count in units.items())
    leaders = units["leader"]
    if not leaders:
        return total
    if state.rides.pairs:
        old, new = state.rides.riders(start, units, state.force(seat, start), price)
        return total - sum(map(price, [*old, *new]))
    riders = Counter(units)
    riders["leader"] -= 1  # one leader always pays its own way
    prices = sorted((price(unit) for unit in riders.elements()), reverse=True)
    return total - sum(prices[:leaders])


def goers(
    state: State, seat: int, start: int, via: list[int], end: int, force: Counter[str]
) -> Counter[str]:
    """Return the units of a withdrawing or retreating force that can go (BS-RETREAT-08)."""
    direct = state.adjacent(start, end)
    found = Counter(
        {
            unit: count
            for unit, count in force.items()
            if unit not in rules.FORTS
            and may_enter(state, seat, unit, end)
            and (direct or (via and unit != "ship"))
        }
    )
    alone = found == {"cutiecorn": 1} and not state.option("cutie_moves_alone")
    return Counter() if alone else found


def flight_problem(
    state: State, seat: int, start: int, via: list[int], end: int, force: Counter[str]
) -> Problem:
    """Return why the force may not withdraw or retreat to `end`, or None (section 12)."""
    if end == start:
        return "BS-RETREAT-02", "the destination is the area of the battle"
    if end in state.seats[seat].banned or state.bans.bars(seat, start, end):
        return "BS-RETREAT-15", f"seat {seat} left area {end} earlier this turn"
    if not state.is_refuge(seat, end):
        return "BS-RETREAT-03", f"area {end} holds only pieces of others"
    if via:
        if problem := route_problem(state, seat, start, via, end):
            clause = "BS-RETREAT-13" if problem[0] == "BS-MOVE-17" else "BS-RETREAT-12"
            return clause, problem[1]
    elif not state.adjacent(start, end):
        return "BS-RETREAT-02", f"area {end} does not border area {start}"
    if not goers(state, seat, start, via, end, force):
        return "BS-RETREAT-10", f"no unit of {dict(force)} may go to area {end}"
    return None


def chains(state: State, seat: int, start: int) -> dict[int, list[int]]:
    """Return a shortest chain of own ships from `start` to each sea area it reaches."""
    found = {a: [a] for a in state.areas[start].neighbours if link(state, seat, a)}
    queue = deque(found)
    while queue:
        here = queue.popleft()
        for near in state.areas[here].neighbours:
            if near not in found and link(state, seat, near):
                found[near] = [*found[here], near]
                queue.append(near)
    return found


def destinations(
    state: State, seat: int, start: int, force: Counter[str], *, by_ship: bool = False
) -> list[tuple[int, list[int]]]:
    """Return all (area, route) that the force may go to; `by_ship`: by routes only."""
    ways = [
        (end, chain)
        for chain in chains(state, seat, start).values()
        for end in state.areas[chain[-1]].neighbours
    ]
    if not by_ship:
        ways += [(end, []) for end in state.areas[start].neighbours]
    return [
        (end, via)
        for end, via in ways
        if flight_problem(state, seat, start, via, end, force) is None
    ]
