"""The analyses of a lab: records opened, explained, continued as tables."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final, NamedTuple

import bloodstones
from bloodstones.api.analyses import Analysis
from bloodstones.api.explanations.explanation import PLAYOUTS
from bloodstones.core.errors import BloodstonesError, InputError, expected
from bloodstones.core.files.parsing import json_of
from bloodstones.core.files.writing import write_atomically
from bloodstones.core.seat_style import SEAT_COLOURS
from bloodstones.kit.advice.chances import within
from bloodstones.kit.saving import HASH, content_hash
from bloodstones.web.analysis.records import Records
from bloodstones.web.open_tables import SECONDS, advice_data

FOLDER: Final = "analyses"
ENDING: Final = "-notes.json"
NOTES_FORMAT: Final = "bloodstones-notes-1"
LONGEST: Final = 2_000  # letters of a note
MOST: Final = 500  # notes on a record
MOST_NOTES_BYTES: Final = 10_000_000
WHERE: Final = "note"


@dataclass(slots=True)
class Notes:
    """The notes of a lab.

    Attributes
    ----------
    folder
        Of the lab; they are kept in a folder below it.
    """

    folder: Path
    _lock: Lock = field(default_factory=Lock)

    def find(self, analysis: Analysis) -> Mapping[int, str]:
        """Return the notes on a record: the number of a position -> text; none if damaged."""
        path = self._path(analysis)
        try:
            content = (
                json_of(path.read_bytes()) if path.stat().st_size <= MOST_NOTES_BYTES else None
            )
        except (OSError, ValueError):
            return {}
        if not isinstance(content, dict) or content.get("format") != NOTES_FORMAT:
            return {}
        notes = content.get("notes")
        found = notes.items() if isinstance(notes, dict) else ()
        places = range(len(analysis.positions))
        return {
            int(place): text
            for place, text in found
            if place.isdecimal() and int(place) in places and isinstance(text, str)
        }

    def write(
        self, analysis: Analysis, place: int, text: object, seen: object
    ) -> Mapping[int, str]:
        """Keep a note on a position, an empty one takes it away, and return all of the record.

        Parameters
        ----------
        seen
            The note there that the page shows. Where another page wrote another one since, nothing
            is kept, and that one is returned.

        Raises
        ------
        InputError
            If there is no such position, or a text is none or too long.
        """
        analysis.check_place(place)
        if not isinstance(text, str):
            raise expected("a text", text, WHERE)
        if not isinstance(seen, str):
            raise expected("the note that the page shows", seen, "seen")
        if len(text) > LONGEST:
            raise InputError(f"expected at most {LONGEST:,} letters, got more ({WHERE})")
        with self._lock:
            before = self.find(analysis)
            if before.get(place, "") not in (seen, text.strip()):
                return before
            notes = {**before, place: text.strip()}
            kept = {at: each for at, each in sorted(notes.items()) if each}
            if len(kept) > MOST:
                raise InputError(f"expected at most {MOST} notes on a record, got more ({WHERE})")
            path = self._path(analysis)
            path.parent.mkdir(exist_ok=True)
            content = {"format": NOTES_FORMAT, "record": analysis.digest, "notes": kept}
            write_atomically(path, json.dumps(content).encode())
            return kept

    def _path(self, analysis: Analysis) -> Path:
        return self.folder / FOLDER / f"{analysis.digest}{ENDING}"


FORMAT: Final = "bloodstones-explanation-2"  # 2: with strengths
DIGITS: Final = 16  # of a hash that tells strengths apart
MOST_BYTES: Final = 4_000_000
FAILED: Final = "The explanation failed. The terminal that runs the lab shows the details."


class ExplanationQuestion(NamedTuple):
    """What an explanation is asked for: the digest of a record, playouts, and strengths."""

    digest: str
    playouts: int
    strengths: str


@dataclass(slots=True)
class Explaining:
    """An explanation in progress or done.

    Attributes
    ----------
    total, done
        Playouts: about how many in all, and how many so far.
    result
        The explanation, see `api.explanations.explanation`; None until it is there.
    fault
        Why there is none, "" for nothing.
    """

    total: int
    done: int = 0
    result: dict[str, Any] | None = None
    fault: str = ""

    @property
    def over(self) -> bool:
        """Whether nothing more will come."""
        return self.result is not None or bool(self.fault)

    def standing(self) -> dict[str, Any]:
        """Return where it stands, as data for JSON."""
        return {"done": self.done, "total": self.total, "over": self.over, "fault": self.fault}


@dataclass(slots=True)
class Explanations:
    """The explanations of a lab.

    Attributes
    ----------
    folder
        Of the lab; they are kept in a folder below it.
    """

    folder: Path
    _all: dict[ExplanationQuestion, Explaining] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)
    _turn: Lock = field(default_factory=Lock)  # one is worked out at a time

    def find(self, analysis: Analysis, playouts: int, strengths: str = "") -> Explaining | None:
        """Return an explanation that is saved or in progress, None for one nobody asked for.

        Parameters
        ----------
        playouts, strengths
            As of `Analysis.explain`.
        """
        key = ExplanationQuestion(analysis.digest, playouts, strengths)
        with self._lock:
            if key not in self._all and (kept := self._kept(key)) is not None:
                self._all[key] = Explaining(playouts, playouts, kept)
            return self._all.get(key)

    def begin(self, analysis: Analysis, playouts: int, strengths: str = "") -> Explaining:
        """Return an explanation; one that nobody asked for yet, or that failed, is begun."""
        found = self.find(analysis, playouts, strengths)
        key = ExplanationQuestion(analysis.digest, playouts, strengths)
        with self._lock:
            found = self._all.get(key, found)
            if found is not None and not found.fault:
                return found
            begun = self._all[key] = Explaining(playouts)
        Thread(target=self._work, args=(analysis, key, begun), daemon=True).start()
        return begun

    def _work(self, analysis: Analysis, key: ExplanationQuestion, begun: Explaining) -> None:
        def update(done: int, total: int) -> None:
            begun.done, begun.total = done, total

        try:
            with self._turn:
                result = analysis.explain(key.playouts, update, key.strengths)
            self._keep(key, result)
            begun.result = result
        except BloodstonesError as error:
            begun.fault = str(error)
        except BaseException:
            begun.fault = FAILED
            raise

    def _path(self, key: ExplanationQuestion) -> Path:
        mark = sha256(key.strengths.encode()).hexdigest()[:DIGITS]
        ending = f"-{mark}" if key.strengths else ""
        return self.folder / FOLDER / f"{key.digest}-{key.playouts}{ending}.json"

    def _keep(self, key: ExplanationQuestion, result: dict[str, Any]) -> None:
        path = self._path(key)
        path.parent.mkdir(exist_ok=True)
        content = {
            "format": FORMAT,
            "package": bloodstones.__version__,
            "record": key.digest,
            "playouts": key.playouts,
            "strengths": key.strengths,
            "result": result,
        }
        content[HASH] = content_hash(content)
        write_atomically(path, json.dumps(content).encode())

    def _kept(self, key: ExplanationQuestion) -> dict[str, Any] | None:
        """Return an explanation that is kept; None where it is not, or of another version."""
        path = self._path(key)
        try:
            if path.stat().st_size > MOST_BYTES:
                return None
            content = json_of(path.read_bytes())
        except (OSError, ValueError):
            return None
        if not isinstance(content, dict) or content.get(HASH) != content_hash(content):
            return None
        same = content.get("format") == FORMAT and content.get("package") == bloodstones.__version__
        result = content.get("result")
        return result if same and isinstance(result, dict) else None


QUICK: Final = 6_000  # playouts
BUDGETS: Final = (QUICK, PLAYOUTS)
MOST_OPEN: Final = 8


class Analyses:
    """Analyses of the records of a lab; those last looked at stay open.

    Parameters
    ----------
    folder
        Of the lab.

    Attributes
    ----------
    records
        The records of the folder.
    explanations
        What was found out of them.
    notes
        What somebody wrote on their moments.
    """

    def __init__(self, folder: Path) -> None:
        self.records = Records(folder)
        self.explanations = Explanations(folder)
        self.notes = Notes(folder)
        self._open: OrderedDict[tuple[str, str], Analysis] = OrderedDict()
        self._lock = Lock()  # of the dictionary: nothing that takes long is done under it

    def opened(self, name: str, text: str) -> Analysis | None:
        """Return the analysis of a record that is open, None for one that is not."""
        with self._lock:
            found = self._open.get((name, text))
            if found is not None:
                self._open.move_to_end((name, text))
            return found

    def find(self, name: str) -> Analysis:
        """Return the analysis of a record; InputError if there is none, or it breaks a rule."""
        text = self.records.text(name)
        found = self.opened(name, text)
        if found is not None:
            return found
        made = Analysis(text, name)
        with self._lock:
            found = self._open.setdefault((name, text), made)
            while len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)
            return found


def overview(analysis: Analysis) -> dict[str, Any]:
    """Return what a page needs of a whole record, as data for JSON.

    Returns
    -------
    dict
        `game` (its id), `title`, `result`; `seats`: `name`, `role`, `strategy`, `colour` and
        `score` of each; `positions`: `text`, `seat`, `turn`, `chance` (in words, "" for
        decisions) and `line` of each; `budgets`: how many playouts may be asked for; `rated`: the
        strategies whose strength is known at such a table; `pictures`: whether there are any.
    """
    setup, colours = analysis.course.setup, SEAT_COLOURS
    named = zip(analysis.course.seats, setup.seats, analysis.info.scores, strict=True)
    kinds = analysis.commands.chance
    return {
        "game": analysis.commands.id,
        "title": analysis.commands.title,
        "result": analysis.result,
        "seats": [
            {
                "name": name,
                "role": seat.role,
                "strategy": seat.strategy,
                "colour": colours[place % len(colours)][0],
                "score": score,
            }
            for place, (name, seat, score) in enumerate(named)
        ],
        "positions": [
            {
                "text": list(each.text),
                "seat": each.seat,
                "turn": each.turn,
                "chance": kinds.get(each.chance, each.chance.replace("_", " ")),
                "line": each.line,
            }
            for each in analysis.positions
        ],
        "budgets": list(BUDGETS),
        "rated": list(analysis.rated),
        "pictures": analysis.pictures is not None,
    }


def shown(
    analysis: Analysis, place: int, seat: int | None, arrows: Sequence[tuple[int, int]] = ()
) -> dict[str, Any]:
    """Return a position as data for JSON.

    Parameters
    ----------
    place
        Its number.
    seat
        Whose hand is shown; None: that of who decides there, else of who decided last.
    arrows
        From which area to which, that somebody drew.

    Returns
    -------
    dict
        `picture` and `key` (SVG), `cards` (HTML), `board` (what the seat sees, in words), `seat`,
        `scores`; `mover` and `question`: who decides what there, None and "" for chance and the
        end; `options`: `code` and `words` of what may be decided.
    """
    analysis.check_place(place)
    play = analysis.positions.playthrough(place)
    mover = analysis.mover(play)
    last = max(analysis.positions[place].seat, 0)
    viewer = (last if mover is None else mover) if seat is None else seat
    if viewer not in range(len(analysis.course.seats)):
        raise expected("a seat of the record", viewer, "seat")
    return {
        **analysis.page_parts(place, viewer, arrows=arrows),
        "board": analysis.board(place, viewer),
        "seat": viewer,
        "scores": list(analysis.scores(place)),
        "mover": mover,
        "question": "" if mover is None else analysis.voice.question(play),
        "options": [{"code": each.code, "words": each.words} for each in analysis.options(place)],
    }


def advised(analysis: Analysis, place: int) -> dict[str, Any]:
    """Return what the engine would do at a position, as data for JSON."""
    words = {each.code: each.words for each in analysis.options(analysis.check_place(place))}
    advice = analysis.advise(place, within(SECONDS))
    board = analysis.page_parts(place, advice.seat, advice.code)["picture"]
    return {"picture": board} | advice_data(advice, words)
