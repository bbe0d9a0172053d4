"""What is wrong or doubtful with maps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.questions.answer import COUNT, Answer, Column, Data, Table
from bloodstones.core.questions.parameters import param
from bloodstones.games.bloodstones.maps.reading import path_of
from bloodstones.games.bloodstones.questions.maps.common import NAMES, OfMaps

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.maps.faults import Verdict

MOST_SHOWN: Final = 10  # faults of a map, and warnings
COLUMNS: Final = (
    *(Column("", name) for name in ("Map", "Verdict", "Name")),
    *(Column("", name, COUNT) for name in ("Areas", "Faults", "Warnings")),
)


class CheckMaps(OfMaps):
    """Check maps for faults.

    Shows the first ten faults and warnings of each map. The exit code is 2 if a map has faults and
    0 if there are only warnings.
    """

    name = "maps check"
    examples = ({"names": ("tyrants_lament", "twin_meres")},)

    names: Sequence[str] = param(NAMES, "The maps.", option="MAP", label="Maps")

    def solve(self) -> Answer:
        """Return the faults and warnings of every map."""
        from bloodstones.games.bloodstones.maps.faults import check_file

        verdicts = [(name, check_file(path_of(name), self.rules, name)) for name in self.names]
        bad = sum(bool(verdict.faults) for _, verdict in verdicts)
        title = f"{bad} of {len(verdicts)} maps with faults" if bad else "No map has a fault"
        data = Data({"maps": [_data(name, verdict) for name, verdict in verdicts]})
        rows = [_row(name, verdict) for name, verdict in verdicts]
        notes = [note for name, verdict in verdicts for note in _notes(name, verdict)]
        return Answer(title, [data, Table(COLUMNS, rows)], notes, alone="maps", faulty=bad > 0)


def _kinds(verdict: Verdict) -> dict[str, Sequence[str]]:
    return {"fault": verdict.faults, "warning": verdict.warnings}


def _data(name: str, verdict: Verdict) -> dict[str, Any]:
    kinds = {f"{kind}s": sentences for kind, sentences in _kinds(verdict).items()}
    return {
        "map": name,
        "ok": not verdict.faults,
        **{kind: list(sentences[:MOST_SHOWN]) for kind, sentences in kinds.items()},
        **{f"more_{kind}": max(0, len(all_) - MOST_SHOWN) for kind, all_ in kinds.items()},
    }


def _row(name: str, verdict: Verdict) -> list[Any]:
    """Return a line about a map."""
    board = verdict.board
    what = ["", None] if board is None else [board.name, len(board.areas)]
    counts = [len(sentences) for sentences in _kinds(verdict).values()]
    return [name, "bad" if verdict.faults else "ok", *what, *counts]


def _notes(name: str, verdict: Verdict) -> Iterator[str]:
    """Yield the first faults and warnings of a map."""
    for kind, sentences in _kinds(verdict).items():
        yield from (f"{kind}: {sentence}" for sentence in sentences[:MOST_SHOWN])
        if len(sentences) > MOST_SHOWN:
            yield f"and {len(sentences) - MOST_SHOWN:,} more {kind}s of {name}"


QUESTION: Final = CheckMaps
