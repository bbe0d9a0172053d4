"""The public record of a playthrough (JSON Lines, version 1), written as it is played.

With the Cutiecorn (option `cutiecorn`) a record has besides:

- the unit `cutiecorn` in `found` (for founding points), in `build` (it is no hand tile: the tiles
  `discarded` are its whole cost), in the groups of `move` steps (it adds nothing to the cost) and
  in lists of units lost;
- the event `cutiecorn` with `seat`, `owner`, `area`: control passes to `seat` from `owner` there.
  After a battle (BS-CUTIE-08) the line follows `victory`, or `casualty` where the option
  `cutie_casualty` lets it be one; else (BS-CUTIE-06) the line in which the Cutiecorn came to stand
  alone among units of others: `found`, `build`, `reenter`, `move`, `undead_move`, `withdraw`,
  `retreat`, `dragons_leave`. Control passes at once, so that a later step of that very `move` or
  `undead_move` may take it along already;
- the key `cutiecorn` of `undead_move`: the steps of the path, from 1, in which it comes along.

Among several others the next in turn order after its last controller gains control.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any

from bloodstones.core.files import write_atomically
from bloodstones.core.game import Setup
from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.events import TILE_BY_TILE, Event, Phase, entries
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import NOTHING, NOWHERE, SIDES, UNITS, Point
from bloodstones.games.bloodstones.record.header import FORMAT, GAME, VERSION
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.options import read_options

Line = dict[str, Any]

MARCH_HEAD = 4  # seat, from, to, cost stand before the counts of a MARCH entry
ROUTE_AT = 3  # seat, from, to stand before the number of links of a WITHDRAW or RETREAT entry
UNDEAD_HEAD = 4  # seat, from, to, with the Cutiecorn stand before the links of an UNDEAD_STEP entry


def units(numbers: Iterable[int]) -> list[str]:
    """Unit ids of unit numbers."""
    return [Unit(number).id for number in numbers]


def pairs(values: Sequence[int]) -> list[Line]:
    """Villages as {area, owner}, from a flat list."""
    return [
        {"area": area, "owner": owner}
        for area, owner in zip(values[::2], values[1::2], strict=True)
    ]


def header(game: Playthrough, setup: Setup) -> Line:
    """Return the first line: rules, options, map, tile table in force, seats, seed."""
    tiles: dict[str, dict[str, Line]] = {}
    for faction in game.line_up:
        faction_rules = game.rules.factions[faction]
        tiles[faction.id] = {}
        for unit, tile in faction_rules.tiles.items():
            row = {"count": tile.count, "cost": tile.cost, "pips": tile.pips}
            tiles[faction.id][unit.id] = {k: v for k, v in row.items() if v is not None}
    areas = [
        {"id": area.id, "terrain": area.terrain.id, "neighbours": list(area.neighbours)}
        for area in game.board.areas
    ]
    line: Line = {
        "format": FORMAT,
        "version": VERSION,
        "game": GAME,
        "rules_version": game.rules.version,
        "options": dict(read_options(setup.options)),
        "map": {"id": game.board.id, "areas": areas},
        "tiles": tiles,
        "seats": [
            # A strategy in a file of one's own goes by the name of the file, wherever it lies.
            {"faction": seat.role, "strategy": PurePath(seat.strategy).name}
            for seat in setup.seats
        ],
        "first_seat": int(game.state.first_seat),
        "seed": game.seed,
    }
    if setup.overrides:
        line["overrides"] = dict(setup.overrides)
    return line


class Recorder:
    """Collects the lines of a record, one decision after another.

    Actions that take several decisions (raid, build, move, settle) become one line when their last
    decision is made.
    """

    def __init__(self, game: Playthrough, setup: Setup) -> None:
        self.game = game
        self.lines: list[Line] = [header(game, setup)]
        self._open: Line | None = None  # the action under way
        self._held: list[Line] = []  # lines that follow it
        self._told = 0  # entries of the log that are lines already
        self._read_log()

    def apply(self, code: int) -> None:
        """Carry out a packed legal decision, or an outcome of chance, and record what it does."""
        if self.game.is_chance:
            self.game.apply_code(code)
        else:
            decision = Decision.unpack(code)
            self._told = 0
            self._begin(decision, self.game.decider)
            self.game.apply_code(code)
            self._follow(decision)
        self._read_log()
        if self.game.over:
            self.lines.append(self._end())

    def _begin(self, decision: Decision, seat: int) -> None:
        kind = decision.kind
        if kind is Kind.RAID_TILE:
            self._open = {"event": "raid", "seat": seat, "paid": Unit(decision.x).id}
            self._open["villages"] = []
        elif kind is Kind.SETTLE_TILE:
            self._open = {"event": "settle", "seat": seat, "paid": Unit(decision.x).id, "areas": []}
        elif kind is Kind.BUILD:
            self._open = {"event": "build", "seat": seat, "unit": Unit(decision.x).id}
            self._open |= {"area": decision.y, "discarded": []}
        elif kind is Kind.REENTER:
            self._open = {"event": "reenter", "seat": seat, "unit": Unit(decision.x).id}
            self._open |= {"area": decision.y, "discarded": []}
        elif kind is Kind.UNDEAD:
            self._open = {"event": "undead_move", "seat": seat, "path": [decision.x], "via": []}
        elif kind is Kind.COLUMN and self._open is None:
            self._open = {"event": "move", "seat": seat, "paid": [], "cost": 0, "steps": []}

    def _follow(self, decision: Decision) -> None:
        if self._open is None:
            return
        if decision.kind is Kind.DISCARD:
            self._open["discarded"].append(Unit(decision.x).id)
        elif decision.kind is Kind.PAY:
            self._open["paid"].append(Unit(decision.x).id)

    def _complete(self) -> bool:
        """Whether the action under way has had its last decision."""
        open_points = {
            "raid": {Point.RAID_VILLAGE},
            "settle": {Point.SETTLE_AREA, Point.RESETTLE},
            "build": {Point.BUILD_COST},
            "reenter": {Point.BUILD_COST},
            "undead_move": {Point.UNDEAD_STEP},
            "move": {Point.SELECT, Point.MARCHED, Point.PAY},
        }
        assert self._open is not None
        return Point(int(self.game.state.point)) not in open_points[self._open["event"]]

    def _read_log(self) -> None:
        """Add what the log tells: first to the action under way, then as lines of its own."""
        fresh = list(entries(self.game.state))[self._told :]
        self._told += len(fresh)
        for event, values in fresh:
            if event in _IN_ACTION:
                _IN_ACTION[event](self._open, values)
            elif event is Event.RESETTLE:  # its cost follows
                self._tell(event, values)
        if self._open is not None and self._complete():
            self.lines += [self._open, *self._held]
            self._open, self._held = None, []
        for event, values in fresh:
            if event in _BODIES and event is not Event.RESETTLE:
                self._tell(event, values)

    def _tell(self, event: Event, values: list[int]) -> None:
        body = _BODIES[event](values, self.game)
        lines = self._held if self._open and event is Event.CUTIECORN else self.lines
        name = event.name.lower()
        last = lines[-1] if lines else {}
        if event in TILE_BY_TILE and (last.get("event"), last.get("seat")) == (name, body["seat"]):
            last["tiles"] += body["tiles"]
        else:
            lines.append({"event": name, **body})

    def _end(self) -> Line:
        state = self.game.state
        return {
            "event": "end",
            "scores": list(self.game.scores),
            "winners": list(self.game.winners),
            "end_reason": self.game.ending.id,
            "turns": int(state.turn),
        }

    def text(self) -> str:
        """Return the record so far as JSON Lines."""
        return "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in self.lines)

    def write(self, path: Path) -> None:
        """Write the record; an existing file is replaced only by a complete one."""
        write_atomically(path, self.text().encode())


def _raided(action: Line | None, values: list[int]) -> None:
    assert action is not None
    action["villages"] += pairs(values[1:])


def _settled(action: Line | None, values: list[int]) -> None:
    assert action is not None
    action["areas"].append(values[1])


def _marched(action: Line | None, values: list[int]) -> None:
    assert action is not None
    _, start, goal, cost = values[:MARCH_HEAD]
    counts = values[MARCH_HEAD : MARCH_HEAD + UNITS]
    step: Line = {"units": {Unit(u).id: count for u, count in enumerate(counts) if count}}
    step |= {"from": start, "to": goal}
    via = values[MARCH_HEAD + UNITS :]
    if via:
        step["via"] = via
    step["cost"] = cost
    action["steps"].append(step)
    action["cost"] += cost


def _undead_stepped(action: Line | None, values: list[int]) -> None:
    assert action is not None
    _, _, goal, with_cutiecorn = values[:UNDEAD_HEAD]
    if with_cutiecorn:
        action.setdefault("cutiecorn", []).append(len(action["path"]))
    action["path"].append(goal)
    action["via"] += values[UNDEAD_HEAD:]


def _moved_force(values: list[int]) -> Line:
    seat, start, goal, links = values[: ROUTE_AT + 1]
    rest = values[ROUTE_AT + 1 :]
    return {
        "seat": seat,
        "from": start,
        "to": None if goal == NOWHERE else goal,
        "via": rest[:links],
        "lost": units(rest[links:]),
    }


def _swap(values: list[int]) -> Line:
    seat, out, put_in = values
    if out == NOTHING:
        return {"seat": seat, "out": None, "in": None}
    return {"seat": seat, "out": out, "in": Unit(put_in).id}


def _clash(values: list[int], counted: int) -> Line:
    tiles = values[SIDES:]
    sides = {}
    for name, modifier, own in (
        ("attacker", values[0], tiles[:counted]),
        ("defender", values[1], tiles[counted:]),
    ):
        sides[name] = {"tiles": own, "modifier": modifier, "strength": sum(own) + modifier}
    return sides


def _seat_and(*keys: str) -> Callable[[list[int], Playthrough], Line]:
    def body(values: list[int], _: Playthrough) -> Line:
        return dict(zip(("seat", *keys), values, strict=True))

    return body


_IN_ACTION: Mapping[Event, Callable[[Line | None, list[int]], None]] = {
    Event.RAID_VILLAGE: _raided,
    Event.SETTLE: _settled,
    Event.MARCH: _marched,
    Event.UNDEAD_STEP: _undead_stepped,
}

_BODIES: Mapping[Event, Callable[[list[int], Playthrough], Line]] = {
    Event.DRAW: lambda v, _: {"seat": v[0], "tiles": units(v[1:])},
    Event.CITADEL: _seat_and("area"),
    Event.HOME: _seat_and("area"),
    Event.FOUND: lambda v, _: {"seat": v[0], "unit": Unit(v[1]).id, "area": v[-1]},
    Event.TURN: lambda v, game: {"seat": v[0], "turn": int(game.state.turn)},
    Event.PHASE: lambda v, _: {"seat": v[0], "phase": Phase(v[1]).name.lower()},
    Event.BATTLE: _seat_and("defender", "area"),
    Event.WITHDRAW: lambda v, _: _moved_force(v),
    Event.STAND: _seat_and(),
    Event.KEEP_OUT: lambda v, _: {"seat": v[0], "units": units(v[1:])},
    Event.COMBAT_DRAW: lambda v, _: {"seat": v[0], "tiles": v[1:]},
    Event.SWAP: lambda v, _: _swap(v),
    Event.REVEAL: lambda v, _: {"seat": v[0], "tiles": v[1:]},
    Event.CLASH: lambda v, game: _clash(v, game.rules.tiles_counted),
    Event.REFIGHT: lambda v, _: {},
    Event.VICTORY: _seat_and("loser", "vp"),
    Event.CASUALTY: lambda v, _: {"seat": v[0], "units": units(v[1:])},
    Event.CAPTURE_CITADEL: _seat_and("owner"),
    Event.RETREAT: lambda v, _: _moved_force(v),
    Event.DRAGONS_LEAVE: _seat_and("count"),
    Event.RAISE_UNDEAD: _seat_and("area", "count"),
    Event.ELIMINATED: _seat_and(),
    Event.CUTIECORN: _seat_and("owner", "area"),
    Event.RESETTLE: _seat_and("area"),
    Event.DESERT: lambda v, _: {"seat": v[0], "area": v[1], "lost": units(v[2:])},
    Event.REGROUP: _seat_and("number", "vp"),
    Event.FINAL: _seat_and(),
    Event.FINAL_TURN: _seat_and(),
    Event.FINAL_CAPTURE: lambda v, _: {"seat": v[0], "villages": pairs(v[1:])},
}
