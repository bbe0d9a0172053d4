"""The changes that the reports of a folder tested, for the advice of each of them."""

from __future__ import annotations

from pathlib import Path

from bloodstones.report.contract.tested import TestedChange
from bloodstones.report.document.files import HTML
from bloodstones.report.summary.fixes import Fix, fixes
from bloodstones.report.summary.phrases import role_of
from bloodstones.report.summary.shelf import Shipped, finished_reports, read_shelf


def tested_changes(root: Path, game: str) -> tuple[TestedChange, ...]:
    """Return the changes of a game that the reports in a folder tested, the best first.

    None where there are no finished reports: a report does without.

    Raises
    ------
    DamagedFileError
        If there are some that cannot be read.
    """
    if not finished_reports(root):
        return ()
    shelf = [one for one in read_shelf(root) if one.game == game]
    by_id = {one.id: one for one in shelf}
    return tuple(tested_of(fix, by_id[fix.report]) for fix in fixes(shelf))


def tested_of(fix: Fix, one: Shipped) -> TestedChange:
    """Return a change as a report tested it."""
    return TestedChange(
        fix.words,
        fix.players,
        fix.of,
        fix.mending,
        fix.furthest,
        fix.rates,
        role_of(fix.game),
        str(one.provenance.get("study")),
        one.title,
        f"../{one.id}/{HTML}",
    )
