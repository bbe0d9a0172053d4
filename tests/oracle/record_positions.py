"""Tiny records and positions for the tests of the record reader."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from tests.oracle import record_rules as rules
from tests.oracle.record_header import open_record
from tests.oracle.record_reader import feed
from tests.oracle.record_state import Check

Event = dict[str, Any]

# One sea (0) between two coasts, two more seas (10, 11), every terrain, two islands (12, 13).
TERRAIN = {
    0: "sea",
    1: "plains",
    2: "forest",
    3: "hills",
    4: "plains",
    5: "plains",
    6: "forest",
    7: "mountains",
    8: "desert",
    9: "plains",
    10: "sea",
    11: "sea",
    12: "plains",
    13: "forest",
}
BORDERS = [(0, 1), (0, 2), (0, 5), (0, 6), (0, 10), (1, 2), (1, 3), (2, 3), (2, 4), (3, 4)]
BORDERS += [(3, 7), (4, 5), (4, 8), (5, 6), (5, 8), (6, 8), (6, 11), (7, 8), (7, 9), (8, 9)]
BORDERS += [(9, 10), (10, 11), (11, 12), (10, 13)]

COST_PIPS = {
    "skirmisher": (0, 2),
    "swordsman": (1, 4),
    "axeman": (1, 4),
    "shieldbearer": (1, 3),
    "cavalry": (2, 3),
    "siege_engine": (1, 3),
    "castle": (2, 4),
    "leader": (2, 5),
    "ship": (1, 4),
    "blank": (None, 5),
    "raider": (0, 2),
    "lizardman": (0, 2),
    "goblin": (0, 3),
    "horde": (0, 3),
    "giant": (2, 5),
    "dragon": (2, 5),
    "necromancer": (2, 5),
}
OWN_COST_PIPS = {("hill_folk", "castle"): (1, 4), ("chaos_horde", "cavalry"): (1, 4)}


def tile_table(*factions: str) -> dict[str, dict[str, Event]]:
    """Return the printed tile table of the factions."""
    table: dict[str, dict[str, Event]] = {}
    for faction in factions:
        table[faction] = {}
        for unit, count in rules.COUNTS[faction].items():
            cost, pips = OWN_COST_PIPS.get((faction, unit), COST_PIPS[unit])
            table[faction][unit] = {"count": count, "cost": cost, "pips": pips}
    return table


def header(*factions: str, **changes: Any) -> Event:
    """Return a header on the tiny map; `changes` replace keys."""
    neighbours: dict[int, list[int]] = {area: [] for area in TERRAIN}
    for one, other in BORDERS:
        neighbours[one].append(other)
        neighbours[other].append(one)
    areas = [{"id": a, "terrain": t, "neighbours": neighbours[a]} for a, t in TERRAIN.items()]
    return {
        "format": "bloodstones-record",
        "version": 1,
        "game": "bloodstones",
        "rules_version": "1",
        "options": {},
        "map": {"id": "tiny", "areas": areas},
        "tiles": tile_table(*factions),
        "seats": [{"faction": faction, "strategy": "hand"} for faction in factions],
        "first_seat": 0,
        "seed": 7,
    } | changes


def position(
    *factions: str,
    units: dict[int, dict[int, str]] | None = None,
    hands: dict[int, str] | None = None,
    villages: dict[int, list[int]] | None = None,
    phase: str = "main",
    options: dict[str, Any] | None = None,
) -> Check:
    """Return a reader in seat 0's turn; units and hands are words, each a unit of the faction.

    Tiles on the map and in hands are taken from the bags; all other tiles are in the bags.
    """
    check = open_record(header(*factions, options=options or {}))
    assert not check.faults
    check.stage, check.turn, check.active = "turns", 1, 0
    check.phase = rules.PHASES.index(phase)
    for seat, own in enumerate(check.state.seats):
        own.hand = Counter((hands or {}).get(seat, "").split())
        for area, words in (units or {}).get(seat, {}).items():
            check.state.add(seat, area, words.split())
            own.bag -= Counter(words.split())
        own.bag -= own.hand
        for area in (villages or {}).get(seat, []):
            own.villages[area] += 1
            own.pool -= 1
        undead = {area: force["undead"] for area, force in own.units.items()}
        own.undead_supply -= sum(undead.values())
        if seat == 0:
            check.unmoved = Counter(undead)
    return check


def play(check: Check, *events: Event) -> list[str]:
    """Feed events; return the clauses of the faults, in order."""
    known = len(check.faults)
    for event in events:
        check.line += 1
        feed(check, json.dumps(event))
    return [fault.clause for fault in check.faults[known:]]


def event(name: str, seat: int | None = None, /, **keys: Any) -> Event:
    """Return an event; `from_` and `in_` stand for the keys that Python reserves."""
    start = {"event": name} | ({} if seat is None else {"seat": seat})
    return start | {key.rstrip("_"): value for key, value in keys.items()}


def move(paid: str, *steps: tuple[str, int, int, list[int], int], seat: int = 0) -> Event:
    """Return a move action; a step is (units, from, to, via, cost)."""
    rows = [
        {"units": Counter(units.split()), "from": a, "to": b, "via": via, "cost": cost}
        for units, a, b, via, cost in steps
    ]
    total = sum(step[4] for step in steps)
    return event("move", seat, paid=paid.split(), cost=total, steps=rows)
