"""Events that take several decisions: how the line of each is put together, piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.state import UNITS, Point
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Unit

Line = dict[str, Any]

MARCH_HEAD: Final = 4  # seat, from, to, cost stand before the counts of a MARCH entry
UNDEAD_HEAD: Final = 4  # seat, from, to, with the Cutiecorn stand before the links


@dataclass(frozen=True, slots=True)
class Action:
    """How the line of an event comes together.

    Attributes
    ----------
    begins
        The decision that begins it.
    opening
        Returns the keys of the line that this decision settles, besides the seat.
    during
        The points at which it is still under way.
    part, grow
        The entry of the log that belongs to it, and how it adds to the line; None if the decisions
        tell all of it.
    paying
        The decision that adds a tile, and under which key.
    """

    begins: Kind
    opening: Callable[[Decision], Line]
    during: frozenset[Point]
    part: Event
    grow: Callable[[Line, list[int]], None] | None = None
    paying: Mapping[Kind, str] = field(default_factory=dict)


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


RAID: Final = Action(
    Kind.RAID_TILE,
    lambda decision: {"paid": Unit(decision.x).id, "villages": []},
    frozenset({Point.RAID_VILLAGE}),
    Event.RAID_VILLAGE,
    _raided,
)
UNDEAD_MOVE: Final = Action(
    Kind.UNDEAD,
    lambda decision: {"path": [decision.x], "via": []},
    frozenset({Point.UNDEAD_STEP}),
    Event.UNDEAD_STEP,
    _undead_stepped,
)
BUILD: Final = Action(
    Kind.BUILD,
    _placing,
    frozenset({Point.BUILD_COST}),
    Event.BUILD,
    paying={Kind.DISCARD: "discarded"},
)
REENTER: Final = Action(
    Kind.REENTER,
    _placing,
    frozenset({Point.BUILD_COST}),
    Event.REENTER,
    paying={Kind.DISCARD: "discarded"},
)
MOVE: Final = Action(
    Kind.COLUMN,
    lambda _: {"paid": [], "cost": 0, "steps": []},
    frozenset({Point.SELECT, Point.MARCHED, Point.PAY}),
    Event.MARCH,
    _marched,
    paying={Kind.PAY: "paid"},
)
SETTLE: Final = Action(
    Kind.SETTLE_TILE,
    lambda decision: {"paid": Unit(decision.x).id, "areas": []},
    frozenset({Point.SETTLE_AREA, Point.RESETTLE}),
    Event.SETTLE,
    _settled,
)
