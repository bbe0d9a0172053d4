"""What is wrong or doubtful with maps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from bloodstones.core.questions.answer import Answer, Data, Fact, Facts
from bloodstones.core.questions.parameters import param
from bloodstones.games.bloodstones.maps.faults import Verdict, check_file
from bloodstones.games.bloodstones.maps.reading import path_of
from bloodstones.games.bloodstones.questions.maps.common import NAMES, OfMaps

MOST_SHOWN: Final = 10  # faults of a map, and warnings


class CheckMaps(OfMaps):
    """Check maps: the first ten faults and warnings of each at once.

    A command ends with the exit code 2 where a map has faults, with 0 where there are none; there
    may be warnings.
    """

    name = "maps check"
    examples = ({"names": ("tyrants_lament", "twin_meres")},)

    names: Sequence[str] = param(NAMES, "The maps.", option="MAP", label="Maps")

    def solve(self) -> Answer:
        """Return the faults and warnings of every map."""
        verdicts = [(name, check_file(path_of(name), self.rules, name)) for name in self.names]
        bad = sum(bool(verdict.faults) for _, verdict in verdicts)
        title = f"{bad} of {len(verdicts)} maps with faults" if bad else "No map has a fault"
        data = Data({"maps": [_data(name, verdict) for name, verdict in verdicts]})
        parts = [data, *(_facts(name, verdict) for name, verdict in verdicts)]
        return Answer(title, parts, alone="maps", faulty=bad > 0)


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


def _facts(name: str, verdict: Verdict) -> Facts:
    """Return what people read of a map: whether it is sound, and each sentence."""
    board = verdict.board
    what = "" if board is None else f": {board.name}, {len(board.areas)} areas"
    rows = []
    for kind, sentences in _kinds(verdict).items():
        rows += [Fact("", kind, sentence) for sentence in sentences[:MOST_SHOWN]]
        if len(sentences) > MOST_SHOWN:
            more = f"and {len(sentences) - MOST_SHOWN:,} more {kind}s"
            rows.append(Fact("", "…", more))
    return Facts(rows, f"{'bad' if verdict.faults else 'ok'}  {name}{what}")


QUESTION: Final = CheckMaps
