"""Reports of a game: what two of them tell agrees, or their games differ in what is named."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd

from bloodstones.report.agreement import agreements

REPORTS = Path(__file__).parents[2] / "reports"


def report(place, name, rate, half, board="lake"):
    """A folder with one rate and its provenance."""
    folder = place / name
    (folder / "tables").mkdir(parents=True)
    rates = pd.DataFrame(
        {
            "players": [4],
            "strategy": "bold",
            "faction": "red",
            "rate": rate,
            "low": rate - half,
            "high": rate + half,
        }
    )
    rates.to_csv(folder / "tables" / "win_rates_by_strategy_and_faction.csv", index=False)
    told = {"game": "race", "maps": [board], "study_file": 'id = "x"\n'}
    (folder / "provenance.json").write_text(json.dumps(told))
    return folder


def test_rates_within_chance_agree_and_others_are_told_with_their_cause(tmp_path):
    one = report(tmp_path, "one", 0.40, 0.02)
    near = report(tmp_path, "near", 0.41, 0.02)
    far = report(tmp_path, "far", 0.50, 0.02, board="hill")
    (like, other, _) = agreements([one, near, far]).to_dict("records")
    assert (like["agree"], like["why"]) == (True, "")
    assert (other["agree"], other["why"]) == (False, "boards")


def test_shipped_reports_agree_or_their_games_differ():
    table = agreements(sorted(path.parent for path in REPORTS.glob("*/report.toml")))
    assert len(table) > 10
    odd = table[~table["agree"] & (table["why"] == "")]
    assert odd.empty, odd.to_string()


def test_no_reports_have_nothing_to_agree_on():
    assert agreements([]).empty
