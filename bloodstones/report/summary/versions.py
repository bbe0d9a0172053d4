"""What changed since the last version: reports that are new, or have other games or answers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bloodstones import __version__
from bloodstones.core.files.parsing import json_of
from bloodstones.report.summary.shelf import Shipped

FILE: Final = "versions.json"
FORMAT: Final = "bloodstones-answers"
JSON_INDENT: Final = 1
HASH: Final = "table_hash"


@dataclass(frozen=True, slots=True)
class ChangedReport:
    """A report that changed since the last version.

    Attributes
    ----------
    report
        Which.
    what
        "new", "games" (played again) or "answer".
    before
        Its answer in the last version; "" where that is not known.
    """

    report: Shipped
    what: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class Versions:
    """The reports of this version and of the last one.

    Attributes
    ----------
    before, reports
        The last version, and its reports: id -> their `answer` and the hash of their `games`.
        "" and none where no other version is known.
    """

    before: str
    reports: Mapping[str, Mapping[str, str]]

    def changes(self, shelf: Sequence[Shipped]) -> list[ChangedReport]:
        """Return the reports that changed, new ones first; none where nothing is known."""
        found = [change for one in shelf if (change := self._change(one))] if self.before else []
        order = ("new", "games", "answer")
        return sorted(found, key=lambda one: order.index(one.what))

    def _change(self, one: Shipped) -> ChangedReport | None:
        if one.id not in self.reports:
            return ChangedReport(one, "new")
        told = self.reports[one.id]
        answer = told.get("answer", "")
        if told["games"] != _games(one):
            return ChangedReport(one, "games", answer)
        return (
            ChangedReport(one, "answer", answer) if answer and answer != one.card.answer else None
        )


def read_versions(folder: Path) -> Versions:
    """Return what is known of the last version from the folder of a summary."""
    told = _read(folder)
    # A summary that another version made is of the last one now.
    before = told.get("before", {}) if told.get("version") == __version__ else told
    return Versions(str(before.get("version", "")), before.get("reports", {}))


def versions_file(shelf: Sequence[Shipped], versions: Versions) -> dict[str, bytes]:
    """Return the file that the next version compares with, by name."""
    now = {one.id: {"answer": one.card.answer, "games": _games(one)} for one in shelf}
    told = {
        "format": FORMAT,
        "version": __version__,
        "reports": now,
        "before": {"version": versions.before, "reports": versions.reports},
    }
    return {FILE: f"{json.dumps(told, indent=JSON_INDENT, ensure_ascii=False)}\n".encode()}


def _games(one: Shipped) -> str:
    return str(one.provenance.get(HASH, ""))


def _read(folder: Path) -> dict[str, Any]:
    """Return the file as it is; {} where there is none that can be read."""
    try:
        told: dict[str, Any] = json_of((folder / FILE).read_bytes())
        return told if told["format"] == FORMAT else {}
    except (OSError, ValueError, TypeError, KeyError):
        return {}
