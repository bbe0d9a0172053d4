"""Checking a record by the rules of the engine: every line is replayed, the luck taken from it.

The decisions behind the lines are applied one by one; each must be legal, and every line must be
what the rules give for it. The first fault ends the check, since nothing after it has a meaning.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from bloodstones.core.errors import InputError, RunError
from bloodstones.core.game import Setup
from bloodstones.games.bloodstones.engine.decisions import Decision
from bloodstones.games.bloodstones.engine.state import Ending, Point
from bloodstones.games.bloodstones.maps.reading import list_maps, load_map
from bloodstones.games.bloodstones.record.illegal import Fault, IllegalRecordError
from bloodstones.games.bloodstones.record.matching import CLAUSES, difference, named
from bloodstones.games.bloodstones.record.plans import (
    OBLIGED,
    OTHERWISE,
    PASS,
    PLANS,
    UNFINISHED,
    do_pass,
    units,
)
from bloodstones.games.bloodstones.record.reading import Record, RecordLine
from bloodstones.games.bloodstones.record.reasons import why_not
from bloodstones.games.bloodstones.record.scripted import ScriptedGame
from bloodstones.games.bloodstones.record.shapes import PHASES
from bloodstones.games.bloodstones.record.writing import Line
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.numbers import with_overrides
from bloodstones.games.bloodstones.rules.options import DEFAULTS, Readings, read_options
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset

HEADER_LINE: Final = 1
NO_LIMIT: Final = 1 << 40  # turns; a record ends before
SIMULTANEOUS: Final = ("combat_draw", "final_capture")  # every seat of them at the same time
BETWEEN_PHASES: Final = ("phase", "turn", "final", "final_turn", "end")


def verify(record: Record) -> Fault | None:
    """Return the first fault of a record, None if all of it is legal.

    Raises
    ------
    InputError
        If it was played with another version of the rules data, with unknown options or rule
        numbers; UnmodelledRuleError for options that the engine does not play.
    """
    where = f"{record.name} line {HEADER_LINE}"
    rules = with_overrides(load_ruleset(), record.header.overrides, where)
    readings = read_options(record.header.options, where)
    try:
        board = check_header(record, rules, readings)
        _Check(record, rules, board, readings).run()
    except IllegalRecordError as illegal:
        return illegal.fault
    return None


def check_header(record: Record, rules: Ruleset, readings: Readings = DEFAULTS) -> BoardMap:
    """Return the map to play on; raises IllegalRecordError for a header against the rules."""
    header = record.header
    if header.rules_version != rules.version:
        raise InputError(
            f"expected a record of rules version {rules.version!r}, "
            f"got {header.rules_version!r} ({record.name} line {HEADER_LINE})"
        )
    board = _board(header.board)
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


def _board(told: BoardMap) -> BoardMap:
    """Return the shipped map if the record names one, which must be the same; else its own map."""
    if told.id not in list_maps():
        return told
    shipped = load_map(told.id)
    if len(told.areas) != len(shipped.areas):
        reason = f"map {told.id} has {len(shipped.areas)} areas, not {len(told.areas)}"
        raise IllegalRecordError(HEADER_LINE, "BS-MAP-01", reason)
    for area, real in zip(told.areas, shipped.areas, strict=True):
        if area.terrain is not real.terrain:
            reason = f"area {area.id} of {told.id} is {real.terrain.id}, not {area.terrain.id}"
            raise IllegalRecordError(HEADER_LINE, "BS-MAP-01", reason)
        if area.neighbours != real.neighbours:
            reason = f"area {area.id} of {told.id} has other neighbours: {list(real.neighbours)}"
            raise IllegalRecordError(HEADER_LINE, "BS-MAP-05", reason)
    return shipped


def _check_tiles(rules: Ruleset, record: Record, faction: Faction) -> None:
    """Raise IllegalRecordError unless the tile table is that of the rules."""
    real, told = rules.factions[faction].tiles, record.header.tiles[faction]
    for unit in Unit:
        if real.get(unit) != told.get(unit):
            reason = f"the {unit.id} tiles of {faction.id} are not those of the rules"
            raise IllegalRecordError(HEADER_LINE, "BS-COMP-07", reason)


class _Check:
    """The check under way: the game, and the line that comes next."""

    def __init__(self, record: Record, rules: Ruleset, board: BoardMap, readings: Readings) -> None:
        self.lines = list(record.lines)
        self.at = 0
        self.left_out: Line | None = None  # a phase without its line
        header = record.header
        stopped = record.end["end_reason"] == Ending.TURN_LIMIT.id
        limit = min(max(record.end["turns"], 0), NO_LIMIT) if stopped else NO_LIMIT
        setup = Setup(board.id, header.seats)
        try:
            self.game = ScriptedGame(
                rules, board, header.factions, setup, header.first_seat, limit, readings
            )
        except RunError as error:
            raise IllegalRecordError(HEADER_LINE, "BS-SETUP-11", error.message) from error
        self.bag = Counter(rules.combat_tiles)

    @property
    def next(self) -> RecordLine:
        """The line that comes next."""
        return self.lines[self.at]

    def run(self) -> None:
        """Replay the whole record; raises IllegalRecordError at the first fault."""
        self._deal()
        while not self.game.game.over:
            if self.game.has_no_choice:
                fresh = self.game.apply(PASS)
                self._match([line for line in fresh if line["event"] != "swap"])
            else:
                self._act()

    def _deal(self) -> None:
        """Take the starting hands, told in any order of the seats."""
        fresh = self.game.lines()
        told = self.lines[: len(fresh)]
        if {line.event for line in told} != {"draw"}:
            wrong = next(line for line in told if line.event != "draw")
            reason = f"expected a draw line for every seat first, got {named(wrong.event, None)}"
            raise IllegalRecordError(wrong.number, "BS-SETUP-06", reason)
        order = {line["seat"]: place for place, line in enumerate(told)}
        self._match(sorted(fresh, key=lambda line: order.get(line["seat"], len(told))))

    def _act(self) -> None:
        """Apply the decisions of the next line, or pass if it is none of the decider's."""
        self._sort_undead()
        line = self.next
        point, seat = self.game.point, self.game.game.decider
        plan = PLANS[point].get(line.event)
        if plan is None and point in OBLIGED:
            expected = " or ".join(PLANS[point])
            reason = f"expected {named(expected, seat)}, got {named(line.event, None)}"
            raise IllegalRecordError(line.number, CLAUSES[next(iter(PLANS[point]))], reason)
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
        try:
            fresh = self.game.apply(decision)
        except RunError as error:
            raise IllegalRecordError(line.number, "BS-SETUP-11", error.message) from error
        self._match(fresh)

    def _match(self, fresh: list[Line]) -> None:
        """Compare what the rules give with the lines told, taking the luck from these."""
        for place, line in enumerate(fresh):
            if self._leaves_out(line):
                self.left_out = line
                continue
            self._check_phase(line)
            self._align(line)
            told = self.next
            if line["event"] != told.event or line.get("seat") != told.keys.get("seat"):
                reason = f"expected {named(line['event'], line.get('seat'))}, "
                reason += f"got {named(told.event, told.keys.get('seat'))}"
                raise IllegalRecordError(told.number, CLAUSES[line["event"]], reason)
            if line["event"] == "draw":
                self._draw(line, told, fresh[place + 1 :])
            elif line["event"] == "combat_draw":
                self._combat_draw(line, told)
            else:
                slip = difference(line, told)
                if slip is not None:
                    raise IllegalRecordError(told.number, CLAUSES[told.event], slip)
            self.at += 1

    def _leaves_out(self, line: Line) -> bool:
        """Whether the line of a phase is not told: something else follows, or a later phase."""
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
        """Bring the seat's line to the front where the seats may be told in any order."""
        stop = self.at
        while line["event"] in SIMULTANEOUS and self.lines[stop].event == line["event"]:
            stop += 1
        run = self.lines[self.at : stop]
        self.lines[self.at : stop] = sorted(run, key=lambda told: told["seat"] != line["seat"])

    def _draw(self, line: Line, told: RecordLine, rest: list[Line]) -> None:
        """Let the seat have drawn the tiles told, if its bag holds them."""
        seat, drawn, tiles = line["seat"], units(line["tiles"]), units(told["tiles"])
        if len(drawn) != len(tiles):
            reason = f"seat {seat} draws {len(drawn)} tiles here, not {len(tiles)}"
            raise IllegalRecordError(told.number, CLAUSES["draw"], reason)
        if any(other["event"] == "regroup" and other["seat"] == seat for other in rest):
            missing = tuple((Counter(tiles) - Counter(drawn)).keys())  # the bag was emptied
        else:
            missing = self.game.exchange_tiles(seat, drawn, tiles)
        if missing:
            reason = f"the bag of seat {seat} does not hold so many {missing[0].id}"
            raise IllegalRecordError(told.number, "BS-GEN-10", reason)

    def _combat_draw(self, line: Line, told: RecordLine) -> None:
        """Let the side have drawn the combat tiles told, if they can come from one full bag."""
        if len(line["tiles"]) != len(told["tiles"]):
            count = len(line["tiles"])
            reason = f"seat {told['seat']} draws {count} combat tiles, not {len(told['tiles'])}"
            raise IllegalRecordError(told.number, CLAUSES["combat_draw"], reason)
        missing = Counter(told["tiles"]) - self.bag
        if missing:
            reason = f"a combat bag does not hold so many tiles of value {next(iter(missing))}"
            raise IllegalRecordError(told.number, "BS-COMP-05", reason)
        self.game.set_combat_tiles(told["seat"], told["tiles"])
