"""The analyses of a lab: records opened, explained, gone on from."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import Any, Final

from bloodstones.api.analyses import Analysis
from bloodstones.api.explanations.explanation import PLAYOUTS
from bloodstones.core.errors import expected
from bloodstones.core.seat_style import SEAT_COLOURS
from bloodstones.kit.advice.chances import within
from bloodstones.web.advice import SECONDS, advice_data
from bloodstones.web.analysis.explanations import Explanations
from bloodstones.web.analysis.notes import Notes
from bloodstones.web.analysis.records import Records

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
        `title`, `result`; `seats`: `name`, `role`, `strategy`, `colour` and `score` of each;
        `positions`: `text`, `seat`, `turn`, `chance` (in words, "" for decisions) and `line` of
        each; `budgets`: how many playouts may be asked for; `rated`: the strategies whose strength
        is known at such a table; `pictures`: whether there are any.
    """
    setup, colours = analysis.course.setup, SEAT_COLOURS
    named = zip(analysis.course.seats, setup.seats, analysis.info.scores, strict=True)
    kinds = analysis.commands.chance
    return {
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


def shown(analysis: Analysis, place: int, seat: int | None) -> dict[str, Any]:
    """Return a position as data for JSON.

    Parameters
    ----------
    place
        Its number.
    seat
        Whose hand is shown; None: that of who decides there, else of who decided last.

    Returns
    -------
    dict
        `picture` (SVG), `board` (what the seat sees, in words), `seat`, `scores`; `mover` and
        `question`: who decides what there, None and "" for chance and the end; `options`: `code`
        and `words` of what may be decided.
    """
    analysis.check_place(place)
    play = analysis.positions.playthrough(place)
    mover = analysis.mover(play)
    last = max(analysis.positions[place].seat, 0)
    viewer = (last if mover is None else mover) if seat is None else seat
    if viewer not in range(len(analysis.course.seats)):
        raise expected("a seat of the record", viewer, "seat")
    return {
        "picture": analysis.picture(place, viewer),
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
    return advice_data(analysis.advise(place, within(SECONDS)), words)
