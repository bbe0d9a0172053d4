"""Counts of planted faults by game, for people: what `python -m tests.mutants` prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from bloodstones.core.rules.rulebook import ClauseStatus
from bloodstones.games.registry import GAMES
from tests.mutants import table
from tests.mutants.table import DIRECT, Count, Row
from tests.rule_coverage import register_of

COLUMNS = ("marked", "generator", "play", "others", "died", "survived", "undecided", "equivalent")


@dataclass(frozen=True)
class Summary:
    """What is known of a game.

    Attributes
    ----------
    rows, counts
        Its faults and its clauses.
    """

    rows: tuple[Row, ...]
    counts: tuple[Count, ...]

    @property
    def breakable(self) -> list[Count]:
        """The entries that can be played wrongly and have faults, or were held by one around."""
        return [each for each in self.counts if each.breakable]

    @property
    def without(self) -> list[str]:
        """The entries in which no fault was planted, though positions show them."""
        return [each.clause for each in self.counts if each.bare]

    @property
    def data(self) -> list[str]:
        """The entries that are numbers or definitions, which tests of the data hold."""
        return [each.clause for each in self.counts if each.status == str(ClauseStatus.DATA)]


def summaries() -> dict[str, Summary]:
    """Return what is known of each game that has a file."""
    found = {}
    for game in GAMES:
        if rows := tuple(table.read(game).values()):
            found[game] = Summary(rows, tuple(table.counts(register_of(game), rows)))
    return found


def lines_of(found: Mapping[str, Summary]) -> list[str]:
    """Return the tables by game: faults by layer, then clauses and readings.

    What no test noticed has survived, or is undecided: no time was left for all tests.
    """
    heads = "".join(f"{name:>12}" for name in COLUMNS)
    lines = [f"{'':<16}{'faults':>8}{heads}"]
    for game, summary in found.items():
        for name, rows in _groups(game, summary.rows):
            by = Counter(row.killed_by for row in rows)
            numbers = "".join(f"{by[name]:>12}" for name in COLUMNS)
            lines.append(f"{name:<16}{len(rows):>8}{numbers}")
    lines += ["", f"{'clauses':<16}{'with faults':>12}{'held':>8}{'unheld':>8}{'no fault':>10}"]
    for game, summary in found.items():
        held = sum(each.held for each in summary.breakable)
        bare = len(summary.breakable) - held
        lines.append(
            f"{game:<16}{len(summary.breakable):>12}{held:>8}{bare:>8}{len(summary.without):>10}"
        )
    for game, summary in found.items():
        for name, idents in _lists(summary):
            lines += ["", f"{game}, {name}: {' '.join(idents) or 'none'}"]
    return lines


def _lists(summary: Summary) -> list[tuple[str, list[str]]]:
    return [
        ("numbers and definitions only", summary.data),
        ("no fault planted yet, or no code names them", summary.without),
        ("have faults, none noticed by a test of theirs", table.unheld(summary.counts)),
    ]


def _groups(game: str, rows: tuple[Row, ...]) -> list[tuple[str, list[Row]]]:
    direct = [row for row in rows if row.tie in DIRECT]
    return [(game, list(rows)), ("  named clauses", direct)]
