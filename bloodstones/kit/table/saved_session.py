"""A playthrough that is not over, in a file: resumed, it continues as if it had never stopped.

The file has the setup, every decision and outcome so far, and marks of the choices that can still
be undone, with the random streams and notes of strategies there, which Python strategies need. In a
variation of a record it says how many decisions and outcomes were taken over. It ends with two
hashes: of the state it leads to, and of the rest of the file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

import bloodstones
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError, RunError
from bloodstones.core.files.parsing import json_of
from bloodstones.core.files.writing import write_atomically
from bloodstones.kit.records.forms import SEATS
from bloodstones.kit.records.reading import FORMAT as RECORD
from bloodstones.kit.saving import DAMAGES, HASH, check_same, content_hash, damaged
from bloodstones.kit.table.people import people_of
from bloodstones.kit.table.session import Mark, Session

FORMAT: Final = "bloodstones-unfinished"
VERSION: Final = 2
STATE: Final = "state"
TAKEN_OVER: Final = "taken_over"  # how many of the codes; none in older files
POSITION: Final = "position"  # where it began; none where that was the setup
WAITS: Final = "waits"  # for whom, and what is asked; none in older files
MOST_BYTES: Final = 10_000_000

Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Kept:
    """The content of a file of an unfinished playthrough.

    Attributes
    ----------
    path
        The file.
    game, setup, seed
        What is played.
    files
        The user's data files that it was played with: name -> SHA-256.
    position
        Where it began, as text; "" at the setup.
    content
        All of it.
    """

    path: Path
    game: str
    setup: Setup
    seed: int
    files: Mapping[str, str]
    position: str
    content: Line

    def restore(self, session: Session) -> None:
        """Bring a session of the same setup and seed to where this one was left.

        Chance and strategies play their part again, see `Session.play_again`.

        Raises
        ------
        InputError
            If the file is damaged, or other rules or strategies lead elsewhere.
        """
        try:
            marks = [_mark(line) for line in self.content["marks"]]
            now = _mark(self.content["now"])
            session.taken_over = int(self.content.get(TAKEN_OVER, 0))
            session.play_again([int(code) for code in self.content["codes"]], now, marks)
        except (*DAMAGES, InputError, RunError) as error:
            raise damaged(self.path, "decisions that these rules do not allow") from error
        if session.digest() != self.content[STATE]:
            raise damaged(self.path, "decisions that lead to another position under these rules")


def keep(session: Session, path: Path, files: Mapping[str, str]) -> None:
    """Write a playthrough that is not over; an old file is replaced only by a complete one."""
    setup = session.setup
    content: Line = {
        "format": FORMAT,
        "version": VERSION,
        "package": bloodstones.__version__,
        "game": session.game.id,
        "board": setup.board,
        "seats": [[seat.role, seat.strategy] for seat in setup.seats],
        "options": dict(setup.options),
        "overrides": dict(setup.overrides),
        "choices": dict(setup.choices),
        "data": setup.data,
        "files": dict(files),
        "seed": session.seed,
        "codes": session.codes,
        TAKEN_OVER: session.taken_over,
        **({POSITION: session.position.text()} if session.position is not None else {}),
        WAITS: {
            "name": session.names[SEATS][session.seat],
            "question": session.voice.question(session.play),
            "turn": int(session.play.state.turn),
        },
        "marks": [_mark_line(mark) for mark in _last(session)],
        "now": _mark_line(session.mark()),
        STATE: session.digest(),
    }
    content[HASH] = content_hash(content)
    lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in content.items())
    write_atomically(path, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


def _last(session: Session) -> list[Mark]:
    """Return the marks that may still be taken back: those of the last one's seat and turn."""
    marks: list[Mark] = []
    for mark in reversed(session.marks):
        if (mark.seat, mark.turn) != (session.marks[-1].seat, session.marks[-1].turn):
            break
        marks.insert(0, mark)
    return marks


@dataclass(frozen=True, slots=True)
class Waiting:
    """What an unfinished playthrough waits for: a player by name, a question, in a turn."""

    name: str
    question: str
    turn: int


def waiting(path: Path) -> Waiting | None:
    """Return what the playthrough of a file waits for; None if the file does not say."""
    try:
        with path.open("rb") as file:
            content = json_of(file.read(MOST_BYTES))
        said = content[WAITS]
        return Waiting(str(said["name"]), str(said["question"]), int(said["turn"]))
    except (OSError, *DAMAGES):
        return None


def load(path: Path) -> Kept:
    """Return the unfinished playthrough of a file.

    Raises
    ------
    InputError
        If the file cannot be read, is another kind of file, damaged, or of another version.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError(f"expected an unfinished game, got {str(path)!r} ({reason})") from error
    try:
        content = json_of(raw) if len(raw) <= MOST_BYTES else None
    except ValueError:
        content = None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        finished = f'"format":"{RECORD}"'.encode() in raw.split(b"\n", 1)[0]
        kind = "the record of a finished game" if finished else "another kind of file"
        tip = f"bloodstones replay {path}" if finished else None
        raise InputError(f"expected an unfinished game, got {kind} ({path})", tip)
    check_same(content, "version", VERSION, "an unfinished game of version", path)
    if content.get(HASH) != content_hash(content):
        raise damaged(path, "one that does not match its hash")
    check_same(content, "package", bloodstones.__version__, "one of bloodstones", path)
    try:
        kept = _kept(path, content)
    except DAMAGES as error:
        raise damaged(path, "values that no unfinished game has") from error
    if not people_of(kept.setup):
        raise damaged(path, "a game without a human player")
    return kept


def _kept(path: Path, content: Line) -> Kept:
    setup = Setup(
        content["board"],
        tuple(Seat(str(role), str(strategy)) for role, strategy in content["seats"]),
        dict(content["options"]),
        dict(content["overrides"]),
        dict(content["choices"]),
        content["data"],
    )
    files = dict(content["files"])
    position = str(content.get(POSITION, ""))
    return Kept(path, content["game"], setup, int(content["seed"]), files, position, content)


def _mark_line(mark: Mark) -> Line:
    streams, memory = mark.streams.tolist(), mark.memory.tolist()
    return {
        "at": mark.at, "seat": mark.seat, "turn": mark.turn, "streams": streams, "memory": memory
    }  # fmt: skip


def _mark(line: Line) -> Mark:
    streams, memory = (np.array(line[name], np.int64) for name in ("streams", "memory"))
    return Mark(int(line["at"]), int(line["seat"]), int(line["turn"]), streams, memory)
