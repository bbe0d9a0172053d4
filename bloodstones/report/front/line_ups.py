"""The first page on who else sits at the table, where that matters more than the band."""

from __future__ import annotations

from typing import Any

import pandas as pd

from bloodstones.report.front.part import Part
from bloodstones.report.language.phrases import amount, number, rate, table_of
from bloodstones.report.language.wording import listing, the
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable


def line_ups(findings: StudyFindings) -> Part | None:
    """Return what depends on who else sits; None where nothing does by more than the band."""
    tests = findings.table(StudyTable.LINE_UP_TESTS)
    if tests.empty or not tests["depends"].any():
        return None
    found = tests[tests["depends"]].sort_values("deviation", ascending=False, kind="stable")
    total = amount(len(tests), "role", "roles")
    verb = "depends" if len(found) == 1 else "depend"
    answer = f"{number(len(found))} of {total} at a table {verb} on who else sits there"
    extremes = _extremes(found.iloc[0], findings.table(StudyTable.LINE_UPS))
    return Part(answer, (extremes,))


def _extremes(row: Any, rates: pd.DataFrame) -> str:
    """Name the line-ups in which a role wins least and most."""
    own = rates[(rates["players"] == row["players"]) & (rates["faction"] == row["faction"])]
    ends = [own.loc[own["rate"].agg(which)] for which in ("idxmin", "idxmax")]
    spans = [
        f"{rate(float(end['rate']))} against {opponents_text(end['opponents'])}" for end in ends
    ]
    at = table_of(int(row["players"]))
    return f"{at}, {the(str(row['faction']))} win {' and '.join(spans)}"


def opponents_text(opponents: str) -> str:
    """Return the opponents of a line-up in words.

    >>> opponents_text("red+blue")
    'the Red and the Blue'
    """
    return listing([the(name) for name in opponents.split("+")])
