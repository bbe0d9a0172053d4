"""`bloodstones draws`: what it prints, what it refuses, and what it must not import."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from bloodstones.cli import main
from bloodstones.games.bloodstones.draws.by_turn import Plan, chances_by_turn
from bloodstones.games.bloodstones.rules.names import Faction, Unit

RIDERS = ["--faction", "dragon_riders"]
EXAMPLE = [*RIDERS, "--want", "dragon", "--by-turn", "4", "--spend", "5"]
QUESTIONS = [
    EXAMPLE,
    [*RIDERS, "--want", "5,ship", "--draws", "6", "--at-least", "2"],
    ["--faction", "hill_folk", "--opening", "--worth", "giant=6,castle=4"],
    ["--faction", "corsairs", "--opening", "--inland", "--founding", "units"],
    ["--faction", "corsairs", "--pips", "--founding", "none"],
    ["--faction", "chaos_horde", "--pips", "--by-turn", "5", "--spend", "3"],
    ["--faction", "corsairs", "--regroup", "--spend", "4", "--build", "1"],
]
HEAVY = ("numpy", "numba", "pandas", "scipy", "matplotlib", "pyarrow")
COLUMNS = 80


def read(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    assert main(["draws", *args, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert isinstance(result, dict)
    return result


def refused(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(["draws", *args]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "Traceback" not in shown.err
    return shown.err


def run(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "bloodstones", "draws", *args],
        check=False,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": str(COLUMNS)},
    )


def test_json_of_the_example_holds_the_exact_chances(capsys: pytest.CaptureFixture[str]) -> None:
    result = read(capsys, *EXAMPLE)
    exact = chances_by_turn(Faction.DRAGON_RIDERS, frozenset({Unit.DRAGON}), 4, Plan(5))
    assert result["question"] == "by_turn"
    assert result["want"] == ["dragon"]
    assert result["p_fraction"] == str(exact[-1])
    rows = result["turns"]["rows"]
    assert [Fraction(row["p_fraction"]) for row in rows] == list(exact)
    assert [row["value"] for row in rows] == [1, 2, 3, 4]


def test_draws_from_the_full_bag(capsys: pytest.CaptureFixture[str]) -> None:
    result = read(capsys, *RIDERS, "--want", "dragon", "--draws", "9")
    assert Fraction(result["p_fraction"]) == 1 - Fraction(comb(34, 9), comb(36, 9))
    assert sum(row["p"] for row in result["held"]["rows"]) == pytest.approx(1)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda args: " ".join(args[1:]))
def test_every_question_is_a_panel_of_at_most_eighty_columns(
    question: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    assert main(["draws", *question]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 4
    assert max(map(len, lines)) <= COLUMNS


def test_a_changed_rule_number_is_in_force_and_reported(capsys: pytest.CaptureFixture[str]) -> None:
    more = ["--set", "dragon_riders.dragon.count=4", "--set", "dragon_riders.blank.count=0"]
    assert read(capsys, *EXAMPLE, *more)["p"] > read(capsys, *EXAMPLE)["p"]
    assert main(["draws", *EXAMPLE, *more]) == 0
    assert "dragon_riders.dragon.count = 4" in capsys.readouterr().out


def test_a_turn_too_late_to_count_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bloodstones.games.bloodstones.draws.by_turn.MOST_STATES", 100)
    late = [*RIDERS, "--pips", "--by-turn", "3", "--spend", "5"]
    assert "Tip: an earlier turn, or a smaller --spend" in refused(capsys, *late)


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        ([], "missing --faction and --want (bloodstones draws)"),
        (["--faction", "hil_folk", "--opening"], "Tip: did you mean hill_folk?"),
        (["--opening"], "missing --faction"),
        ([*RIDERS, "--opening", "--pips"], "got --opening and --pips"),
        ([*RIDERS, "--want", "dragon"], "expected one of --draws and --by-turn, got neither"),
        ([*EXAMPLE, "--draws", "5"], "expected one of --draws and --by-turn, got both"),
        ([*RIDERS, "--want", "dragn", "--draws", "5"], "Tip: did you mean dragon?"),
        ([*RIDERS, "--want", "giant", "--draws", "5"], "expected a tile of dragon_riders"),
        ([*RIDERS, "--want", "dragon", "--draws", "x"], "expected a whole number from 0 to 36"),
        ([*RIDERS, "--want", "dragon", "--draws", "-1"], "expected a whole number"),
        (
            [*RIDERS, "--want", "dragon", "--draws", "37"],
            "expected a whole number from 0 to 36, got '37' (--draws)",
        ),
        (
            [*RIDERS, "--want", "dragon", "--draws", "1000000000"],
            "from 0 to 36, got '1000000000' (--draws)",
        ),
        ([*EXAMPLE, "--at-least", "3"], "expected 1 to 2 wanted tiles, got 3 (--at-least)"),
        ([*RIDERS, "--want", "dragon", "--by-turn", "4"], "missing --spend"),
        ([*RIDERS, "--regroup"], "missing --spend"),
        (
            [*RIDERS, "--regroup", "--spend", "0"],
            "expected a whole number of at least 1, got '0' (--spend)",
        ),
        (
            [*RIDERS, "--regroup", "--spend", "7"],
            "expected 0 to 6 tiles spent per turn, a full hand, got 7 (--spend)",
        ),
        ([*EXAMPLE, "--build", "6"], "expected 0 to 5 tiles built of those spent, got 6 (--build)"),
        ([*RIDERS, "--opening", "--spend", "5"], "options that go with --opening, got --spend"),
        ([*RIDERS, "--opening", "--founding", "unit"], "Tip: did you mean units?"),
        ([*RIDERS, "--opening", "--founding", "worth"], "expected --worth with --founding worth"),
        ([*RIDERS, "--opening", "--worth", "dragon"], "expected UNIT=N"),
        (
            [*RIDERS, "--want", "dragon", "--draws", "5", "--spend", "3"],
            "expected --by-turn with --spend, got none (bloodstones draws)",
        ),
        (
            [*RIDERS, "--opening", "--spend", "3"],
            "Tip: --spend goes with --want or --pips or --regroup",
        ),
        ([*EXAMPLE, "--by-turn", "61"], "from 1 to 60, got '61' (--by-turn)"),
        ([*EXAMPLE, "--set", "dragn.cost=1"], "did you mean"),
        ([*EXAMPLE, "--set", "dragon_riders.dragon.count=5"], "expected counts of 36 tiles"),
    ],
)
def test_bad_input_is_one_sentence(
    args: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complaint in refused(capsys, *args)


def test_help_lists_questions_and_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draws", "--help"]) == 0
    shown = capsys.readouterr().out
    for word in ("--want TILES", "--opening", "--regroup", "Examples:", "AIM"):
        assert word in shown
    assert max(map(len, shown.splitlines())) <= COLUMNS


@pytest.mark.parametrize("question", [EXAMPLE, QUESTIONS[-1]], ids=["want", "regroup"])
def test_a_plain_question_loads_nothing_heavy(question: list[str]) -> None:
    done = run(*question)
    assert done.returncode == 0
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "bloodstones.games.bloodstones.draws.by_turn" in loaded
    assert loaded.isdisjoint(HEAVY)


def test_a_frame_of_draws_has_a_row_for_each_turn_with_exact_chances() -> None:
    import bloodstones as bs

    draws = bs.load_game("bloodstones").draws("dragon_riders", want="dragon", by_turn=4, spend=5)
    told = draws.data()["turns"]["rows"]
    assert [float(p) for p in draws.turns["p"]] == [row["p"] for row in told]
    assert draws.turns["p"][-1] == draws.p
    assert draws.to_pandas()["p"].tolist() == [row["p"] for row in told]
