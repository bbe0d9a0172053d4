"""Checking a record by the rules: every line must be what the rules make of those before it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bloodstones.core.datafile import Entry, Faults
from bloodstones.core.errors import InputError, expected
from bloodstones.games.bellum_magica.engine.playthrough import Playthrough
from bloodstones.games.bellum_magica.record.shapes import BY_NAME, SHAPES
from bloodstones.games.bellum_magica.record.writing import FORMAT, GAME_ID, VERSION, Line, Recorder
from bloodstones.games.bellum_magica.rules.options import read_options
from bloodstones.games.bellum_magica.rules.reading import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    read_tables,
)

MOST_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class Fault:
    """The first fault of a record: its line from 1, the clause it breaks, the reason."""

    line: int
    clause: str
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.clause}: {self.reason}"


def read_lines(texts: Iterable[str], where: str) -> list[Line]:
    """Return the objects of a record's lines; InputError for what is no JSON object."""
    lines = []
    for number, text in enumerate(texts, 1):
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            line = None
        if not isinstance(line, dict):
            raise expected("a JSON object", text[:MOST_SHOWN], f"{where} line {number}")
        lines.append(line)
    return lines


def begin(first: Mapping[str, Any], where: str) -> Playthrough:
    """Return the playthrough of a header, at its start; InputError with every fault."""
    for key, value in (("format", FORMAT), ("version", VERSION), ("game", GAME_ID)):
        if first.get(key) != value:
            raise expected(f"{key} {value}", first.get(key), where)
    faults = Faults()
    top = Entry(first, where, faults)
    rules = read_tables(top.table("data"), faults)
    known = {"": "", **{castle.id.lower(): castle.id for castle in rules.castles}}
    seats = [seat.choice("role", known, default="") for seat in top.tables("seats")]
    if not FEWEST_PLAYERS <= len(seats) <= MOST_PLAYERS:
        faults.note(where, f"{FEWEST_PLAYERS} to {MOST_PLAYERS} seats", str(len(seats)))
    faults.raise_if_any()
    options = top.table("options", optional=True).values
    return Playthrough(rules, seats, 0, readings=read_options(options, where), told=True)


def verify(lines: Sequence[Line], where: str = "record") -> Fault | None:
    """Return the first fault of a record by the rules, None if it is legal.

    Raises
    ------
    InputError
        If its header is none of this game and version.
    """
    if not lines:
        raise InputError(f"expected a record, got no lines ({where})")
    game = begin(lines[0], f"{where} line 1")
    recorder = Recorder(game, lines[0])
    while True:
        told = recorder.lines
        for number in range(min(len(told), len(lines))):
            if told[number] != lines[number]:
                return _unlike(number, told[number], lines[number])
        if len(lines) < len(told) or (not game.over and len(lines) == len(told)):
            return Fault(len(lines), "RECORD", "the record stops before the game ends")
        if game.over:
            if len(lines) > len(told):
                return Fault(len(told) + 1, "RECORD", "a line after the end")
            return None
        line = lines[len(told)]
        possible = [each for each in recorder.words.decisions(line) if game.allows(each.pack())]
        if not possible:
            return _impossible(game, len(told), line)
        recorder.step(possible[0].pack())


def _clause(line: Mapping[str, Any]) -> str:
    event = BY_NAME.get(str(line.get("event")))
    return "RECORD" if event is None else SHAPES[event].clause


def _unlike(number: int, told: Line, line: Line) -> Fault:
    clause = _clause(told) if number else "RECORD"
    return Fault(number + 1, clause, f"expected {json.dumps(told)}, got {json.dumps(line)}")


def _impossible(game: Playthrough, number: int, line: Line) -> Fault:
    codes = game.weighted_outcomes()[0] if game.is_chance else game.legal_codes()
    known = ", ".join(str(game.engine.unpack(code)) for code in codes.tolist())
    reason = f"{json.dumps(line)} is not possible; possible are {known}"
    return Fault(number + 1, _clause(line), reason)
