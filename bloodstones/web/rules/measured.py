"""What shipped reports measured of one change of the rules: which role it moves most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.files.pairs import spelling
from bloodstones.core.files.parsing import toml_of
from bloodstones.core.html_tables import words
from bloodstones.stats.inference.rounding import PERCENT, show_difference

if TYPE_CHECKING:
    from bloodstones.report.summary.shelf import Shipped
    from bloodstones.web.studies.shelf import Shelf

WHAT_IFS: Final = "what_ifs"
STUDY_FILE: Final = "study_file"
MARGIN: Final = 0.05  # of Holm's p-value
KINDS: Final = ("options", "overrides")


@dataclass(frozen=True, slots=True)
class Measured:
    """What a study found of one change alone.

    Attributes
    ----------
    name, value
        The reading or the number, and what it was set to.
    report
        Where it stands.
    players
        At tables of so many.
    role
        Whose win rate moves most.
    difference
        By how much, in percentage points with its interval.
    pairs
        Games on both sides.
    sure
        Whether it differs from nought, all changes of the study considered.
    """

    name: str
    value: str
    report: str
    players: int
    role: str
    difference: str
    pairs: int
    sure: bool


class MeasuredChanges:
    """What the reports of a shelf say of single changes.

    Parameters
    ----------
    shelf
        The reports.
    """

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self.of_game = lru_cache(self._of_game)

    def _of_game(self, game_id: str) -> Mapping[str, tuple[Measured, ...]]:
        """Return what is known of the readings and numbers of a game, by their names."""
        found: dict[str, list[Measured]] = {}
        for report in self._shelf.reports():
            if report.game == game_id:
                for each in _measured(report):
                    found.setdefault(each.name, []).append(each)
        return {name: tuple(several) for name, several in found.items()}


def _measured(report: Shipped) -> Iterator[Measured]:
    """Yield what a report says of each arm that changes one thing."""
    table = report.table(WHAT_IFS)
    if not {"arm", "players", "faction", "difference"} <= set(table.columns):
        return
    study = toml_of(str(report.provenance.get(STUDY_FILE, "")))
    for name, arm in study.get("arms", {}).items():
        changed = _changed(arm)
        lines = table[table["arm"] == name]
        if len(changed) != 1 or lines.empty:
            continue
        ((what, value),) = changed.items()
        for players, several in lines.groupby("players"):
            line: Any = several.loc[several["difference"].abs().idxmax()]
            ends = (line["difference"], line["low"], line["high"])
            yield Measured(
                what,
                spelling(value),
                report.id,
                int(str(players)),
                words(str(line["faction"])),
                show_difference(*(float(end) * PERCENT for end in ends)),
                int(line["pairs"]),
                bool(line.get("holm", 0.0) <= MARGIN),
            )


def _changed(arm: Any) -> dict[str, Any]:
    """Return what an arm changes, by name."""
    if not isinstance(arm, dict):
        return {}
    named = [arm[kind] for kind in KINDS if isinstance(arm.get(kind), dict)]
    if not named and all("." in name for name in arm):
        return arm
    return {name: value for each in named for name, value in each.items()}
