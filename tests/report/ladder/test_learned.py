"""The section on learned values: stages, calibration and matches of learnings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bloodstones.report.ladder.learned import LearnedValues, find_learned

FIT = {"n": 40, "r2": -0.25, "auc": 0.75}
BIN = {"expected": 0.2, "reached": 0.25, "n": 40}
MATCH = {"games": 100, "win_rate": 0.5, "low": 0.4, "high": 0.6}


@pytest.fixture
def result(tmp_path: Path) -> Path:
    """The result of a learning with three players in two rounds, the first of them kept."""
    first: dict[str, Any] = {**FIT, "by_stage": [FIT, FIT], "calibration": [BIN]}
    first |= {"held_out_games": 4, "against_rival": MATCH}
    second = {**first, "calibration": [{**BIN, "reached": 0.9}], "against_before": MATCH}
    lesson = {"players": 3, "learner": "seer_16", "rival": "strong"}
    told = {"lesson": lesson, "kept": 1, "rounds": [first, second]}
    path = tmp_path / "learned.json"
    path.write_text(json.dumps(told), encoding="utf-8")
    return path


def test_rounds_are_shown_with_their_stages_and_matches(result: Path) -> None:
    tables = find_learned([result])
    assert tables["learned_fit"]["stage"].tolist() == ["all", "1", "2"] * 2
    assert tables["learned_calibration"]["reached"].tolist() == [0.25]
    assert tables["learned_matches"]["against"].tolist() == ["strong", "strong", "round 1"]


def test_the_section_says_how_many_times_the_fair_share_was_won(result: Path) -> None:
    learned = LearnedValues(find_learned([result]), str.upper)
    fits, matches = learned.fit_table(), learned.match_table()
    assert fits.rows[0] == ("3", "1", "whole game", "40", "0.750", "−0.25")
    assert matches.rows[0][2:5] == ("SEER_16", "STRONG", "100")
    assert matches.rows[-1][3] == "round 1"
    assert matches.rows[0][-1] == "1.50"
