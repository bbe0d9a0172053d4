"""Verifying a record: the engine replays every line and takes the outcomes of chance from it.

The check applies the decisions behind the lines one by one. Each must be legal, and each line must
equal the line that the engine writes for it. The first fault ends the check, since the position
after it is undefined.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bloodstones.core.contract.game import Setup
from bloodstones.core.errors import InputError, RunError
from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.game_setup import GameSetup
from bloodstones.games.bloodstones.engine.state import Ending, Point
from bloodstones.games.bloodstones.events import EVENTS, Mark, marked
from bloodstones.games.bloodstones.maps.reading import list_maps, load_map
from bloodstones.games.bloodstones.record import plans
from bloodstones.games.bloodstones.record.forms import PHASES
from bloodstones.games.bloodstones.record.plans import (
    OBLIGED,
    OTHERWISE,
    UNFINISHED,
    do_pass,
    unit,
)
from bloodstones.games.bloodstones.record.reading import Record, RecordLine
from bloodstones.games.bloodstones.record.reasons import why_not
from bloodstones.games.bloodstones.record.scripted_chance import ScriptedGame
from bloodstones.games.bloodstones.record.scripted_lines import ScriptedLines
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.numbers import with_overrides
from bloodstones.games.bloodstones.rules.options import DEFAULTS, Readings, read_options
from bloodstones.games.bloodstones.rules.reading import load_ruleset, source_of
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset
from bloodstones.kit.records.data_files import check_files
from bloodstones.kit.records.events import Line, named
from bloodstones.kit.records.faults import Fault, IllegalRecordError

__all__ = ["Check", "Fault", "check_header", "verify"]

HEADER_LINE: Final = 1
NO_LIMIT: Final = 1 << 40  # turns; a record ends before
CHANCE: Final = {Point.TILE: "draw", Point.COMBAT_TILE: "combat_draw"}
SIMULTANEOUS: Final = marked(Mark.AT_ONCE)
BETWEEN_PHASES: Final = marked(Mark.BETWEEN_PHASES)

# The plan of each event that may stand where a seat decides: point -> event -> plan.
PLANS: Final[Mapping[Point, Mapping[str, plans.Plan]]] = {
    point: {
        event.name: getattr(plans, event.name)
        for event in EVENTS.values()
        if point.id in event.points
    }
    for point in Point
}


def verify(record: Record, data: str = "") -> Fault | None:
    """Return the first fault of a record, None if all of it is legal.

    Parameters
    ----------
    record
        A record whose form is sound (`reading.parse_record`).
    data
        The folder of the user's data files that it was played with, "" for the shipped ones.

    Raises
    ------
    InputError
        If it was played with another version of the rules data or other data files, with unknown
        options or rule numbers; UnmodelledRuleError for options that the engine does not play.
    """
    where = f"{record.name} line {HEADER_LINE}"
    check_files(record.header.files, source_of(data).hashes, where)
    rules = with_overrides(load_ruleset(data=data), record.header.overrides, where)
    readings = read_options(record.header.options, where)
    try:
        board = check_header(record, rules, readings, data)
        Check(record, rules, board, readings).run()
    except IllegalRecordError as illegal:
        return illegal.fault
    return None


def check_header(
    record: Record, rules: Ruleset, readings: Readings = DEFAULTS, data: str = ""
) -> BoardMap:
    """Return the map to play on; raises IllegalRecordError for a header against the rules."""
    header = record.header
    if header.rules_version != rules.version:
        raise InputError(
            f"expected a record of rules version {rules.version!r}, "
            f"got {header.rules_version!r} ({record.name} line {HEADER_LINE})"
        )
    board = _board(header.board, data)
    for faction in header.factions:
        _check_tiles(rules, record, faction)
        least = rules.factions[faction].min_players
        if len(header.seats) < least and "faction_count_limits" not in readings:
            reason = f"{faction.id} need at least {least} players, not {len(header.seats)}"
            raise IllegalRecordError(HEADER_LINE, "BS-SETUP-05", reason)
    if not board.min_players <= len(header.seats) <= board.max_players:
        reason = f"map {board.id} is not for {len(header.seats)} players"
        raise IllegalRecordError(HEADER_LINE, "BS-SETUP-01", reason)
    return board


def _board(board: BoardMap, data: str) -> BoardMap:
    """Return the shipped map if the record names one, which must be the same; else its own map."""
    if board.id not in list_maps():
        return board
    shipped = load_map(board.id, data)
    if len(board.areas) != len(shipped.areas):
        reason = f"map {board.id} has {len(shipped.areas)} areas, not {len(board.areas)}"
        raise IllegalRecordError(HEADER_LINE, "BS-MAP-01", reason)
    for area, real in zip(board.areas, shipped.areas, strict=True):
        if area.terrain is not real.terrain:
            reason = f"area {area.id} of {board.id} is {real.terrain.id}, not {area.terrain.id}"
            raise IllegalRecordError(HEADER_LINE, "BS-MAP-01", reason)
        if area.neighbours != real.neighbours:
            reason = f"area {area.id} of {board.id} has other neighbours: {list(real.neighbours)}"
            raise IllegalRecordError(HEADER_LINE, "BS-MAP-05", reason)
    return shipped


def _check_tiles(rules: Ruleset, record: Record, faction: Faction) -> None:
    """Raise IllegalRecordError unless the tile table is that of the rules."""
    real, recorded = rules.factions[faction].tiles, record.header.tiles[faction]
    for kind in Unit:
        if real.get(kind) != recorded.get(kind):
            reason = f"the {kind.id} tiles of {faction.id} are not those of the rules"
            raise IllegalRecordError(HEADER_LINE, "BS-COMP-07", reason)


class Check:
    """The check under way: the game, and the line that comes next."""

    def __init__(self, record: Record, rules: Ruleset, board: BoardMap, readings: Readings) -> None:
        self.lines = list(record.lines)
        self.at = 0
        self.left_out: Line | None = None  # a phase without its line
        header = record.header
        stopped = record.end["end_reason"] == Ending.TURN_LIMIT.id
        limit = min(max(record.end["turns"], 0), NO_LIMIT) if stopped else NO_LIMIT
        try:
            setup = GameSetup(rules, board, header.factions, readings, limit)
            self.game = ScriptedGame(setup, header.first_seat)
        except RunError as error:
            raise IllegalRecordError(HEADER_LINE, "BS-SETUP-11", error.message) from error
        self.scripted = ScriptedLines(self.game, Setup(board.id, header.seats))

    @property
    def dealing(self) -> bool:
        """Whether the starting hands are being drawn; their lines may stand in any order."""
        state = self.game.game.state
        return self.game.point is Point.TILE and state.after_draw == Point.DEAL

    @property
    def next(self) -> RecordLine:
        """The line that comes next."""
        return self.lines[self.at]

    def run(self) -> None:
        """Replay the whole record; raises IllegalRecordError at the first fault."""
        while not self.game.game.over:
            if self.game.game.is_chance:
                self._draw()
            else:
                self._act()

    def _draw(self) -> None:
        """Take the tiles that the next line names, one after another, out of their bag."""
        event, seat = CHANCE[self.game.point], self.game.drawer
        self._expect({"event": event, "seat": seat})
        drawn, due = self.next, self.game.tiles_due
        if len(drawn["tiles"]) != due:
            what = "tiles here" if event == "draw" else "combat tiles"
            reason = f"seat {seat} draws {due} {what}, not {len(drawn['tiles'])}"
            raise IllegalRecordError(drawn.number, EVENTS[event].clause, reason)
        self.at += 1
        fresh: list[Line] = []
        for tile in drawn["tiles"]:
            if event == "draw":
                outcome = Decision(Kind.TILE, unit(tile))
                fault = "BS-GEN-10", f"the bag of seat {seat} does not hold so many {tile}"
            else:
                outcome = Decision(Kind.COMBAT_TILE, tile)
                fault = "BS-COMP-05", f"a combat bag does not hold so many tiles of value {tile}"
            if not self.game.is_legal(outcome):
                raise IllegalRecordError(drawn.number, *fault)
            fresh += self._carry_out(outcome)
        self._match(fresh)

    def _act(self) -> None:
        """Apply the decisions of the next line, or pass if it is none of the decider's."""
        self._sort_undead()
        line = self.next
        point, seat = self.game.point, self.game.game.decider
        plan = PLANS[point].get(line.event)
        if plan is None and point in OBLIGED:
            expected = " or ".join(PLANS[point])
            reason = f"expected {named(expected, seat)}, got {named(line.event, None)}"
            raise IllegalRecordError(line.number, EVENTS[next(iter(PLANS[point]))].clause, reason)
        if plan is None:
            plan = OTHERWISE.get(point, do_pass)
        elif line["seat"] != seat:
            reason = f"{named(line.event, line['seat'])} where seat {seat} decides"
            raise IllegalRecordError(line.number, "BS-TURN-01", reason)
        for decision in plan(self.game, self.lines[self.at :]):
            self._decide(decision, line)
        if self.game.point in UNFINISHED:
            raise IllegalRecordError(line.number, *UNFINISHED[self.game.point])

    def _sort_undead(self) -> None:
        """Undead move in any order; the engine wants the areas they leave in rising order.

        But not with a Cutiecorn, which one may bring to the next.
        """
        stop = self.at
        if self.game.game.tables.cutiecorn:
            return
        while self.game.point is Point.UNDEAD and self.lines[stop].event == "undead_move":
            stop += 1
        self.lines[self.at : stop] = sorted(self.lines[self.at : stop], key=lambda x: x["path"][:1])

    def _decide(self, decision: Decision, line: RecordLine) -> None:
        if not self.game.is_legal(decision):
            raise IllegalRecordError(line.number, *why_not(self.game.game, decision))
        self._match(self._carry_out(decision))

    def _carry_out(self, decision: Decision) -> list[Line]:
        """Apply a decision or an outcome; return the lines that the rules give for it."""
        try:
            return self.scripted.apply(decision)
        except RunError as error:
            begun = self.game.game.state.placed > 0  # before, it is the map that is at fault
            number = self.next.number if begun else HEADER_LINE
            raise IllegalRecordError(number, "BS-SETUP-11", error.message) from error

    def _match(self, fresh: list[Line]) -> None:
        """Compare the lines that the engine writes with the next lines of the record."""
        for line in fresh:
            if self._leaves_out(line):
                self.left_out = line
                continue
            self._expect(line)
            slip = EVENTS[line["event"]].difference(line, self.next.keys)
            if slip is not None:
                raise IllegalRecordError(self.next.number, EVENTS[self.next.event].clause, slip)
            self.at += 1

    def _expect(self, line: Line) -> None:
        """Let the next line be this event of this seat; raises IllegalRecordError if it is not."""
        self._check_phase(line)
        self._align(line)
        following = self.next
        if line["event"] != following.event or line.get("seat") != following.keys.get("seat"):
            clause, wanted = EVENTS[line["event"]].clause, named(line["event"], line.get("seat"))
            if self.dealing:
                clause, wanted = "BS-SETUP-06", "a draw line for every seat first"
            reason = f"expected {wanted}, got {named(following.event, following.keys.get('seat'))}"
            raise IllegalRecordError(following.number, clause, reason)

    def _leaves_out(self, line: Line) -> bool:
        """Whether the record leaves out this line of a phase.

        It does if the next line is of another event or of a later phase.
        """
        if line["event"] != "phase" or self.next.event != "phase":
            return bool(line["event"] == "phase")
        return PHASES.index(self.next["phase"]) > PHASES.index(line["phase"])

    def _check_phase(self, line: Line) -> None:
        """A phase line may be left out only when nothing happens in the phase."""
        if line["event"] not in BETWEEN_PHASES and self.left_out is not None:
            reason = f"the line of phase {self.left_out['phase']} is missing before this one"
            raise IllegalRecordError(self.next.number, "BS-TURN-02", reason)
        self.left_out = None

    def _align(self, line: Line) -> None:
        """Bring the seat's line to the front where the lines of the seats may be in any order."""
        at_once = line["event"] in SIMULTANEOUS or self.dealing
        stop = self.at
        while at_once and self.lines[stop].event == line["event"]:
            stop += 1
        run = self.lines[self.at : stop]
        self.lines[self.at : stop] = sorted(run, key=lambda other: other["seat"] != line["seat"])
