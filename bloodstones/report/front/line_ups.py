"""The first page on who else sits at the table, where that matters more than the band."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from bloodstones.report.front.part import Finding, Part
from bloodstones.report.language.verdicts import p_text
from bloodstones.report.language.wording import (
    capital,
    count,
    listing,
    of_share,
    points,
    rate_text,
    the,
)
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable

NAMED: Final = 2  # roles in the advice
DECIMALS: Final = 2  # whole percentage points


def line_ups(findings: StudyFindings) -> Part | None:
    """Return what depends on who else sits; None where nothing does by more than the band."""
    tests = findings.table(StudyTable.LINE_UP_TESTS)
    if tests.empty or not tests["depends"].any():
        return None
    found = tests[tests["depends"]].sort_values("deviation", ascending=False, kind="stable")
    rates = findings.table(StudyTable.LINE_UPS)
    several = tests["players"].nunique() > 1
    sentences = [_extremes(row, rates, several) for _, row in found.head(1).iterrows()]
    total = count(len(tests), "role", "roles") + (" of a table" if several else "")
    lead = (
        f"Who else sits at the table matters more than {of_share(findings.definition.band)} for "
        f"{len(found)} of {total}: {listing(sentences)}."
    )
    advice = (
        "Judge a faction by its tables and not by their average alone. Expect another result "
        f"against other opponents for {listing([the(str(name)) for name in _names(found)])}."
    )
    return Part((Finding(capital(lead)),), advice)


def _names(found: pd.DataFrame) -> list[str]:
    return list(dict.fromkeys(map(str, found["faction"])))[:NAMED]


def _extremes(row: Any, rates: pd.DataFrame, several: bool) -> str:
    """Name the line-ups in which a role wins least and most, with the test."""
    own = rates[(rates["players"] == row["players"]) & (rates["faction"] == row["faction"])]
    at = f" with {count(int(row['players']), 'player')}" if several else ""
    ends = [own.loc[own["rate"].agg(which)] for which in ("idxmin", "idxmax")]
    spans = [
        f"{rate_text({**end, 'seats': end['games']})} against {opponents_text(end['opponents'])}"
        for end in ends
    ]
    return (
        f"{the(str(row['faction']))}{at} win {' and '.join(spans)} (standard deviation between "
        f"line-ups {points(round(float(row['deviation']), DECIMALS))}, test of homogeneity "
        f"{p_text(float(row['holm']))})"
    )


def opponents_text(opponents: str) -> str:
    """Return the opponents of a line-up in words.

    >>> opponents_text("red+blue")
    'the Red and the Blue'
    """
    return listing([the(name) for name in opponents.split("+")])
