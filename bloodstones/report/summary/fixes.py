"""The changes that all reports of a folder tested, and the tables of the summary."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from bloodstones.report.contract.tested import (
    TestedChange,
    Tester,
    at_table,
    kinds_of,
    recipe,
    tables_of,
)
from bloodstones.report.document.files import HTML
from bloodstones.report.summary.phrases import role_of
from bloodstones.report.summary.shelf import Shipped, finished_reports, read_shelf
from bloodstones.report.summary.standing import Standing


def tested_changes(root: Path, game: str) -> tuple[TestedChange, ...]:
    """Return the changes of a game that the reports in a folder tested.

    None where there are no finished reports: a report does without.

    Raises
    ------
    DamagedFileError
        If there are some that cannot be read.
    """
    if not finished_reports(root):
        return ()
    return all_tested([one for one in read_shelf(root) if one.game == game])


def all_tested(shelf: Sequence[Shipped]) -> tuple[TestedChange, ...]:
    """Return every change of every report, at every table and with every player type."""
    return tuple(test for one in shelf for test in _tester(one).tests())


def _tester(one: Shipped) -> Tester:
    return Tester(
        game=one.game,
        report=one.id,
        title=one.title,
        by=one.by,
        strategy=one.strategy,
        role=role_of(one.game),
        provenance=one.provenance,
        table=one.table,
        number=one.number,
        kind=kinds_of(one.kinds),
        address=f"../{one.id}/{HTML}",
        where=one.baseline,
        titles=one.arm_names,
    )


def recipes(tested: Sequence[TestedChange]) -> tuple[TestedChange, ...]:
    """Return the change to recommend at each table that has one, the largest gain first."""
    found = []
    for game, baseline, players, of in tables_of(tested):
        of_game = [one for one in tested if one.game == game]
        best = recipe(at_table(of_game, players, of, baseline), players, of, baseline)
        if best is not None:
            found.append(best)
    return tuple(sorted(found, key=lambda one: (-one.mending.gain, one.game, one.players)))


def holding_table(findings: Sequence[Standing]) -> pd.DataFrame:
    """Return what holds for every role at every number of players, one line each."""
    lines = [
        {
            "game": one.game,
            "baseline": one.baseline,
            "players": one.players,
            "faction": one.who,
            "holds": one.holds.value,
            "confidence": one.confidence.value,
            "fair_share": one.fair_share,
            "lowest": one.lowest,
            "at_lowest": one.at_lowest,
            "highest": one.highest,
            "at_highest": one.at_highest,
            "levels": one.levels,
            "reports": one.reports,
            "games": one.games,
        }
        for one in findings
    ]
    return pd.DataFrame(lines)


def fix_table(tested: Sequence[TestedChange]) -> pd.DataFrame:
    """Return every test of a change, with the average distance from fair before and after it.

    Distances are parts of all games: 0.04 is four points. `recommended` marks the one change of
    each table that reports recommend.
    """
    best = {(one.report, one.players, one.of, one.words, one.strategy) for one in recipes(tested)}
    lines = [
        {
            "game": one.game,
            "report": one.report,
            "baseline": one.baseline,
            "players": one.players,
            "change": one.words,
            "of": one.of,
            "player_type": one.kind,
            "strategy": one.strategy,
            "before": one.mending.before,
            "after": one.mending.after,
            "within": one.mending.within,
            "most_moved": one.furthest,
            "was": one.was,
            "becomes": one.becomes,
            "pairs": one.pairs,
            "recommended": (one.report, one.players, one.of, one.words, one.strategy) in best,
        }
        for one in tested
    ]
    return pd.DataFrame(lines)
