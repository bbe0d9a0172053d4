"""Setup, the order of turns and phases, drawing and the end, once more (sections 5, 6, 14, 16)."""

from __future__ import annotations

from collections import deque

from tests.oracle import record_rules as rules
from tests.oracle.generator_moves import open_undead
from tests.oracle.generator_position import SCORES, TYPES, Position, add, in_order, spread
from tests.oracle.generator_villages import capture
from tests.oracle.tracks import Bans

# Setup


def deal(p: Position) -> None:
    """BS-SETUP-02, BS-SETUP-06."""
    p.first = p.luck.start_player(len(p.factions))
    for seat in p.seats:
        draw(p, seat, 9)
    next_to_set_up(p)


def setup_order(p: Position) -> list[int]:
    """Reverse turn order, the Chaos Horde last (BS-SETUP-09, BS-SETUP-20)."""
    turns = [(p.first + step) % len(p.factions) for step in reversed(p.seats)]
    return sorted(turns, key=p.is_horde)


def next_to_set_up(p: Position) -> None:
    if p.set_up == len(p.factions):
        next_turn(p)
        return
    p.active = p.decider = setup_order(p)[p.set_up]
    p.point = "citadel" if citadels(p) else "no_site"


def land_distance(p: Position, start: int) -> dict[int, int]:
    """Steps over land borders (BS-SETUP-12)."""
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for area in p.near[here]:
            if p.is_land(area) and area not in steps:
                steps[area] = steps[here] + 1
                queue.append(area)
    return steps


def citadels(p: Position) -> list[str]:
    """BS-SETUP-10 to -14, BS-SETUP-21, BS-SETUP-22."""
    standing = [area for area in (p.citadel(seat) for seat in p.seats) if area is not None]
    too_near = {
        area for place in standing for area, steps in land_distance(p, place).items() if steps < 3
    }
    word = "home" if p.is_horde(p.decider) else "citadel"
    return [
        f"{word} {area}"
        for area, terrain in enumerate(p.terrain)
        if terrain in rules.CITADEL_TERRAINS and area not in too_near
    ]


def place_citadel(p: Position, area: int) -> None:
    p.put(p.decider, area, "citadel")
    choose_home(p, area)


def choose_home(p: Position, area: int) -> None:
    p.home[p.decider], p.points, p.point = area, 5, "found"


def foundings(p: Position) -> list[str]:
    """BS-SETUP-15 to -19."""
    home = p.home[p.decider]
    harbours = [area for area in p.near[home] if not p.is_land(area)]
    found = ["pass"]
    for tile in in_order(p.hand[p.decider]):
        blocks = p.blocks(p.decider, tile)
        if blocks is not None and blocks <= p.points:
            places = harbours if tile == "ship" else [home]
            found += [f"found {tile} {area}" for area in places]
    return found + [f"found {tile} {home}" for tile in p.unbuilt(p.points)]


def found_unit(p: Position, tile: str, area: int) -> None:
    p.draw_out(p.decider, tile)
    p.put(p.decider, area, tile)
    p.points -= p.blocks(p.decider, tile) or 0


def end_founding(p: Position) -> None:
    draw(p, p.decider, p.hand_limit(p.decider))
    p.points = 0
    p.set_up += 1
    next_to_set_up(p)


# Turns


def next_turn(p: Position) -> None:
    if p.turn == p.turn_limit:
        p.ending = "turn_limit"
        finish(p)
        return
    p.active = (p.active + 1) % len(p.factions) if p.turn else p.first
    while p.active in p.eliminated:
        p.active = (p.active + 1) % len(p.factions)
    p.decider = p.active
    p.turn += 1
    p.raided, p.left, p.bans = False, set(), Bans()
    if not p.is_horde(p.active):
        p.picked, p.point = 0, "raid"
    elif p.units[p.active]:
        p.point = "main"
    elif p.empty_areas():
        p.point = "reenter"
    else:  # BS-CHAOS-15
        p.eliminated.add(p.active)
        end_turn(p)


def end_raid(p: Position) -> None:
    p.pips = p.picked = 0
    if p.factions[p.active] == rules.NECROMANCERS:
        open_undead(p)
    else:
        p.point = "main"


def end_main(p: Position) -> None:
    if p.is_horde(p.active):
        draw_phase(p)
    else:
        p.picked, p.point = 0, "settle"


def end_settling(p: Position) -> None:
    p.pips = p.picked = 0
    draw_phase(p)


def draw_phase(p: Position) -> None:
    """BS-DESERT-01, BS-REGROUP-01."""
    for area in sorted(p.units[p.active]):
        if p.terrain[area] == rules.DESERT:
            for unit in spread(p.force(p.active, area)):
                if unit not in rules.DESERT_PROOF:
                    p.lose(p.active, area, unit)
    draw(p, p.active, p.hand_limit(p.active))
    end_turn(p)


def draw(p: Position, seat: int, limit: int) -> None:
    """BS-REGROUP-01 to -09."""
    while p.tiles_in_hand(seat) < limit:
        if not p.bag[seat]:
            if not p.discard[seat]:
                return
            regroup(p, seat)
        tile = p.luck.tile(seat, p.bag[seat], TYPES)
        add(p.bag[seat], tile, -1)
        add(p.hand[seat], tile, 1)


def regroup(p: Position, seat: int) -> None:
    p.bag[seat], p.discard[seat] = p.discard[seat], {}
    if p.regroups[seat] < p.needed_regroups():
        p.regroups[seat] += 1
        add(p.vp[seat], "villages", sum(p.villages[seat].values()))


def end_turn(p: Position) -> None:
    """BS-END-01, AMB-39."""
    needed = p.needed_regroups()
    if all(p.regroups[seat] >= needed for seat in p.seats if seat not in p.eliminated):
        p.finisher, p.ending = p.active, "regroups"
        next_final(p)
    else:
        next_turn(p)


# The end


def next_final(p: Position) -> None:
    """BS-END-03 to -06; after the first round only players with battles have a step."""
    players = len(p.factions)
    for _ in p.seats:
        seat = (p.finisher + 1 + p.final_steps) % players
        in_first_round = p.final_steps < players and seat not in p.eliminated
        p.final_steps += 1
        if in_first_round or p.contested_areas(seat):
            p.active = p.decider = seat
            p.left, p.bans, p.point = set(), Bans(), "final"
            return
    finish(p)


def end_final_step(p: Position) -> None:
    draw(p, p.active, p.hand_limit(p.active))
    next_final(p)


def finish(p: Position) -> None:
    """BS-END-08 to -14."""
    if p.ending == "regroups":
        for seat in p.seats:
            for owner in p.others(seat):
                for area in [a for a in p.villages[owner] if a in p.units[seat]]:
                    for _ in range(p.villages[owner][area]):
                        capture(p, area, owner, seat)
        for seat in p.seats:
            each = 2 if p.is_horde(seat) else 1
            p.vp[seat]["captured_villages"] = each * p.captured[seat]
            p.vp[seat]["captured_citadels"] = 5 * p.citadels[seat]
    keys = [standing(p, seat) for seat in p.seats]
    p.ranks = [1 + sum(other > own for other in keys) for own in keys]
    p.point = "over"


def standing(p: Position, seat: int) -> tuple[bool, int, int, int]:
    """What ranks a player, the higher the better (BS-END-11 to -14, AMB-39)."""
    vp = p.vp[seat]
    taken = vp.get("captured_villages", 0) + vp.get("captured_citadels", 0)
    total = sum(vp.get(source, 0) for source in SCORES)
    return seat not in p.eliminated, total, sum(p.villages[seat].values()), taken
