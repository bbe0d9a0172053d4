"""Who beats whom: the extremes that are named are those of all pairs."""

from __future__ import annotations

from types import SimpleNamespace

import pandas as pd
import pytest

from bloodstones.core.errors import RunError
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics import pairs
from bloodstones.report.topics.pairs import MATCH_UPS

RATES = {("a", "b"): 0.9, ("a", "c"): 0.7, ("b", "c"): 0.52}


def findings_of(rates):
    rows = []
    for (one, other), rate in rates.items():
        for first, second, share in ((one, other, rate), (other, one, 1 - rate)):
            verdict = "fair" if abs(share - 0.5) < 0.1 else "unfair"
            ends = {"low": share - 0.02, "high": share + 0.02, "fair_share": 0.5}
            row = {"players": 2, "faction": first, "opponent": second, "rate": share}
            rows.append({**row, **ends, "seats": 400, "games": 400, "verdict": verdict})
    table = pd.DataFrame(rows)
    tables = {StudyTable.MATCH_UPS: table}
    return SimpleNamespace(
        table=lambda name: tables.get(name, pd.DataFrame()),
        definition=SimpleNamespace(band=0.2),
        role="faction",
        levels=(),
        level_names={},
        templates=None,
    )


def test_the_most_uneven_and_the_most_even_pair_are_named():
    part = MATCH_UPS.front(findings_of(RATES))
    assert part.answer.startswith("with two players, the A finish ahead of the B in 90")
    assert "choose the B against the C" in part.advice
    assert part.findings[-1] == ("of three pairs at a table, two are unfair and one is fair")


@pytest.mark.parametrize(
    ("chooses", "claim"), [("off_everywhere", "worst_is_furthest"), ("most_even", "most_even")]
)
def test_a_pair_that_is_not_the_extreme_of_all_stops_the_report(chooses, claim, monkeypatch):
    chosen = getattr(pairs, chooses)

    def wrong(claims):
        found = chosen(claims)
        return found[::-1] if isinstance(found, list) else claims[0]

    monkeypatch.setattr(pairs, chooses, wrong)
    with pytest.raises(RunError, match=rf"Pairs\.{claim}"):
        MATCH_UPS.front(findings_of(RATES))
