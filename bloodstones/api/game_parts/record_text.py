"""A record of any game in words: turn by turn, or one turn line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from bloodstones.api.game_parts.facts import outcome
from bloodstones.core.errors import InputError
from bloodstones.kit.records.events import END
from bloodstones.kit.records.forms import SEATS
from bloodstones.kit.records.games import GameRecords, Header
from bloodstones.kit.records.reading import Record, RecordLine
from bloodstones.kit.records.sentences import RecordText

INDENT: Final = (0, 0, 0, 2)
SETUP: Final = "Setup"
WHOLE: Final = "The game"  # of a game whose records do not tell turns apart


@dataclass(frozen=True, slots=True)
class Chapter:
    """The lines of one turn; turn 0 is the setup."""

    turn: int
    heading: str
    lines: tuple[RecordLine, ...]


def chapters(record: Record[Header], records: GameRecords) -> Sequence[Chapter]:
    """Return the turns of a record, the setup first; its end belongs to none."""
    words = RecordText(records.events, record.header.names)
    heading, lines = SETUP if records.turns else WHOLE, list[RecordLine]()
    parts: list[Chapter] = []
    for line in record.lines:
        if line.event in (records.turns, END):
            parts.append(Chapter(len(parts), heading, tuple(lines)))
            heading, lines = words.tell(line), []
        else:
            lines.append(line)
    return parts


def show(record: Record[Header], records: GameRecords, title: str, turn: int | None) -> None:
    """Print a record: who plays, every turn, the result; or one turn line by line.

    Raises
    ------
    InputError
        If the record has no such turn.
    """
    from rich.padding import Padding
    from rich.text import Text

    from bloodstones.core.terminal.console import narrow_console

    console = narrow_console()
    words = RecordText(records.events, record.header.names)
    if turn is None:
        console.print(Text(_title(record, title), style="bold"))
        for number, seat in enumerate(record.header.setup.seats):
            name = record.header.names[SEATS][number]
            console.print(Padding(Text(f"seat {number + 1}  {name} ({seat.strategy})"), INDENT))
    for chapter in _chosen(record, records, turn):
        console.print()
        console.print(Text(chapter.heading, style="bold"))
        sentences = brief(chapter.lines, words) if turn is None else in_full(chapter.lines, words)
        for sentence in sentences:
            console.print(Padding(Text(sentence), INDENT, expand=False))
    if turn is None:
        console.print()
        console.print(Text(result(record), style="bold"))


def brief(lines: Sequence[RecordLine], words: RecordText) -> Iterator[str]:
    """Yield a turn in brief: one sentence for each run of lines by the same seat."""
    for subject, of_seat in groupby(lines, key=lambda line: line.keys.get("seat")):
        first, *others = [words.tell(line) for line in of_seat]
        name = "" if subject is None else f"{words.names[SEATS][subject]} "
        yield "; ".join([first, *(other.removeprefix(name) for other in others)])


def in_full(lines: Sequence[RecordLine], words: RecordText) -> Iterator[str]:
    """Yield every line of a turn with its number in the file."""
    for line in lines:
        yield f"{line.number}: {words.tell(line)}"


def as_object(
    record: Record[Header], records: GameRecords, turn: int | None = None
) -> dict[str, Any]:
    """Return a record, or one turn of it, as the JSON object that the command prints.

    Raises
    ------
    InputError
        If the record has no such turn.
    """
    header, end = record.header, record.end
    words = RecordText(records.events, header.names)
    parts = [
        {
            "turn": chapter.turn,
            "heading": chapter.heading,
            "lines": [
                {"line": line.number, "event": line.event, "text": words.tell(line)}
                for line in chapter.lines
            ],
        }
        for chapter in _chosen(record, records, turn)
    ]
    setup = header.setup
    return {
        "game": records.game,
        "map": setup.board,
        "seed": header.seed,
        "options": dict(setup.options),
        "overrides": dict(setup.overrides),
        "choices": dict(setup.choices),
        "data": dict(header.files),
        "seats": [{"role": seat.role, "strategy": seat.strategy} for seat in setup.seats],
        "chapters": parts,
        **{key: end[key] for key in ("scores", "ranks", "end_reason", "turns")},
    }


def result(record: Record[Header]) -> str:
    """Return who won with which scores, in how many turns, and why it ended."""
    end, names = record.end, record.header.names[SEATS]
    won = [names[seat] for seat, rank in enumerate(end["ranks"]) if rank == 1]
    scores = " : ".join(str(score) for score in end["scores"])
    reason = end["end_reason"].replace("_", " ")
    return f"{outcome(won)} ({scores}) after {end['turns']} turns: {reason}"


def _chosen(record: Record[Header], records: GameRecords, turn: int | None) -> Sequence[Chapter]:
    parts = chapters(record, records)
    if turn is None:
        return parts
    if turn >= len(parts):
        wanted = f"a turn from 0 (setup) to {len(parts) - 1}"
        raise InputError(f"expected {wanted}, got {turn} (--turn)")
    return [parts[turn]]


def _title(record: Record[Header], title: str) -> str:
    setup = record.header.setup
    board = f" on {setup.board}" if setup.board else ""
    changes = {**setup.overrides, **setup.options, **setup.choices}
    changed = ", ".join(f"{name} = {value}" for name, value in changes.items())
    return f"{title}{board}, seed {record.header.seed}" + (f", with {changed}" if changed else "")
