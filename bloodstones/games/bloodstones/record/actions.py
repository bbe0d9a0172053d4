"""Events that take several decisions: how the line of each is put together, piece by piece."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.state import UNITS, Point
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.kit.records.actions import Action
from bloodstones.kit.records.events import Line

MARCH_HEAD: Final = 4  # seat, from, to, cost stand before the counts of a MARCH entry
UNDEAD_HEAD: Final = 4  # seat, from, to, with the Cutiecorn stand before the links


def _raided(line: Line, values: list[int]) -> None:
    area, owner = values[1:]
    line["villages"].append({"area": area, "owner": owner})


def _settled(line: Line, values: list[int]) -> None:
    line["areas"].append(values[1])


def _marched(line: Line, values: list[int]) -> None:
    _, start, goal, cost = values[:MARCH_HEAD]
    counts = values[MARCH_HEAD : MARCH_HEAD + UNITS]
    step: Line = {"units": {Unit(u).id: count for u, count in enumerate(counts) if count}}
    step |= {"from": start, "to": goal}
    via = values[MARCH_HEAD + UNITS :]
    if via:
        step["via"] = via
    step["cost"] = cost
    line["steps"].append(step)
    line["cost"] += cost


def _undead_stepped(line: Line, values: list[int]) -> None:
    _, _, goal, with_cutiecorn = values[:UNDEAD_HEAD]
    if with_cutiecorn:
        line.setdefault("cutiecorn", []).append(len(line["path"]))
    line["path"].append(goal)
    line["via"] += values[UNDEAD_HEAD:]


def _placing(decision: Decision) -> Line:
    return {"unit": Unit(decision.x).id, "area": decision.y, "discarded": []}


ACTIONS: Final[Mapping[str, Action]] = {
    Event.RAID.id: Action(
        Kind.RAID_TILE,
        lambda decision: {"paid": Unit(decision.x).id, "villages": []},
        frozenset({Point.RAID_VILLAGE}),
        Event.RAID_VILLAGE,
        _raided,
    ),
    Event.UNDEAD_MOVE.id: Action(
        Kind.UNDEAD,
        lambda decision: {"path": [decision.x], "via": []},
        frozenset({Point.UNDEAD_STEP}),
        Event.UNDEAD_STEP,
        _undead_stepped,
    ),
    Event.BUILD.id: Action(
        Kind.BUILD,
        _placing,
        frozenset({Point.BUILD_COST}),
        Event.BUILD,
        adds={Kind.DISCARD: "discarded"},
    ),
    Event.REENTER.id: Action(
        Kind.REENTER,
        _placing,
        frozenset({Point.BUILD_COST}),
        Event.REENTER,
        adds={Kind.DISCARD: "discarded"},
    ),
    Event.MOVE.id: Action(
        Kind.COLUMN,
        lambda _: {"paid": [], "cost": 0, "steps": []},
        frozenset({Point.SELECT, Point.MARCHED, Point.PAY}),
        Event.MARCH,
        _marched,
        adds={Kind.PAY: "paid"},
    ),
    Event.SETTLE.id: Action(
        Kind.SETTLE_TILE,
        lambda decision: {"paid": Unit(decision.x).id, "areas": []},
        frozenset({Point.SETTLE_AREA, Point.RESETTLE}),
        Event.SETTLE,
        _settled,
    ),
}
