"""The public record of a playthrough (JSON Lines, version 1), written as it is played."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bloodstones.core.contract.game import Setup
from bloodstones.games.bloodstones.engine.decisions import Decision
from bloodstones.games.bloodstones.engine.events import entries
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.events import EVENTS, BloodstonesEvent, Mark, marked
from bloodstones.games.bloodstones.record import actions
from bloodstones.games.bloodstones.record.header import GAME
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.options import read_options
from bloodstones.games.bloodstones.rules.reading import source_of
from bloodstones.kit.records.events import END, Line
from bloodstones.kit.records.reading import as_text, envelope, write_lines
from bloodstones.kit.records.strategies import recorded_name

__all__ = ["Line", "Recorder", "header"]

DRAWS = marked(Mark.BY_CHANCE)
ACTIONS: Mapping[str, actions.Action] = {
    name: getattr(actions, name.upper()) for name in marked(Mark.IN_PARTS)
}
BEGUN_BY = {action.begins: name for name, action in ACTIONS.items()}
GROWN_BY = {action.part: action.grow for action in ACTIONS.values()}
LOGGED = {
    event.code: event
    for event in EVENTS.values()
    if event.code is not None and Mark.IN_PARTS not in event.marks
}


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
        **envelope(GAME),
        "rules_version": game.rules.version,
        "options": dict(read_options(setup.options)),
        "map": {"id": game.board.id, "areas": areas},
        "tiles": tiles,
        "seats": [
            {"faction": seat.role, "strategy": recorded_name(seat.strategy, len(setup.seats))}
            for seat in setup.seats
        ],
        "first_seat": int(game.state.first_seat),
        "seed": game.seed,
    }
    if setup.overrides:
        line["overrides"] = dict(setup.overrides)
    if setup.data:
        line["data"] = source_of(setup.data).hashes
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
        self._action: actions.Action
        self._held: list[Line] = []  # lines that follow it
        self._recorded = 0  # entries of the log that are lines already
        self._read_log()

    def apply(self, code: int) -> None:
        """Carry out a packed legal decision, or an outcome of chance, and record what it does."""
        if self.game.is_chance:
            self.game.apply_code(code)
        else:
            decision = Decision.unpack(code)
            self._recorded = 0
            self._begin(decision, self.game.decider)
            self.game.apply_code(code)
            self._follow(decision)
        self._read_log()
        if self.game.over:
            self.lines.append(self._end())

    def _begin(self, decision: Decision, seat: int) -> None:
        name = BEGUN_BY.get(decision.kind)
        if name is not None and self._open is None:
            self._action = ACTIONS[name]
            self._open = {"event": name, "seat": seat, **self._action.opening(decision)}

    def _follow(self, decision: Decision) -> None:
        if self._open is not None and decision.kind in self._action.paying:
            key = self._action.paying[decision.kind]
            self._open[key].append(Unit(decision.x).id)

    def _complete(self) -> bool:
        """Whether the action under way has had its last decision."""
        return Point(int(self.game.state.point)) not in self._action.during

    def _read_log(self) -> None:
        """Add what the log has: first to the action under way, then as lines of its own."""
        fresh = list(entries(self.game.state))[self._recorded :]
        self._recorded += len(fresh)
        ahead: list[tuple[BloodstonesEvent, list[int]]] = []
        after: list[tuple[BloodstonesEvent, list[int]]] = []
        for code, values in fresh:
            grow, event = GROWN_BY.get(code), LOGGED.get(code)
            if grow is not None and self._open is not None:
                grow(self._open, values)
            elif event is not None:
                (ahead if Mark.BEFORE_ACTION in event.marks else after).append((event, values))
        for event, values in ahead:
            self._tell(event, values)
        if self._open is not None and self._complete():
            self.lines += [self._open, *self._held]
            self._open, self._held = None, []
        for event, values in after:
            self._tell(event, values)

    def _tell(self, event: BloodstonesEvent, values: list[int]) -> None:
        line = event.line(values, self.game)
        waits = self._open is not None and Mark.AFTER_ACTION in event.marks
        lines = self._held if waits else self.lines
        last = lines[-1] if lines else {}
        same = (last.get("event"), last.get("seat")) == (event.name, line.get("seat"))
        if same and self.is_draw(line):
            last["tiles"] += line["tiles"]
        else:
            lines.append(line)

    @staticmethod
    def is_draw(line: Line) -> bool:
        """Whether a line says what chance drew."""
        return line["event"] in DRAWS

    def _end(self) -> Line:
        state = self.game.state
        return {
            "event": END,
            "scores": list(self.game.scores),
            "winners": list(self.game.winners),
            "end_reason": self.game.ending.id,
            "turns": int(state.turn),
        }

    def text(self) -> str:
        """Return the record so far as JSON Lines."""
        return as_text(self.lines)

    def write(self, path: Path) -> None:
        """Write the record; an existing file is replaced only by a complete one."""
        write_lines(self.lines, path)
