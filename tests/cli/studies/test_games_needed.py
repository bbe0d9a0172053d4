"""`bloodstones study games`: the three questions, both ways, and what is refused."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from click.testing import CliRunner

import bloodstones as bs
from bloodstones.cli.study import command
from bloodstones.core.errors import InputError
from bloodstones.stats.inference.planning import (
    games_for_difference,
    games_for_half_width,
    games_for_shift,
)


def told(*arguments: str) -> dict[str, Any]:
    done = CliRunner().invoke(command, ["games", *arguments, "--json"], catch_exceptions=False)
    found: dict[str, Any] = json.loads(done.output)
    return found


def test_games_are_those_of_the_formulas() -> None:
    assert told("--within", "1", "--players", "4")["games"] == games_for_half_width(0.01, 0.25)
    asked = ("--shift", "5", "--rate", "25", "--tests", "6", "--power", "90")
    assert told(*asked)["games"] == games_for_shift(0.05, 0.25, power=0.9, tests=6)
    asked = ("--difference", "2", "--players", "4", "--correlation", "0.5")
    assert told(*asked)["games"] == games_for_difference(0.02, 0.25, correlation=0.5)


@pytest.mark.parametrize(
    "asked",
    [
        ("--shift", "3", "--players", "2"),
        ("--difference", "2", "--rate", "25", "--correlation", "0.4", "--tests", "3"),
    ],
)
def test_the_games_that_are_needed_have_the_power_that_was_asked(asked: tuple[str, ...]) -> None:
    games = told(*asked)["games"]
    assert told(*asked, "--games", str(games))["power"] == pytest.approx(80, abs=0.5)


def test_the_games_of_a_half_width_reach_it() -> None:
    asked = ("--within", "2", "--players", "3")
    found = told(*asked, "--games", str(told(*asked)["games"]))
    assert found["half_width"] == pytest.approx(2.0, abs=0.01)


def test_python_answers_as_the_command_does() -> None:
    asked = ("--difference", "2", "--players", "4", "--correlation", "0.5", "--games", "3000")
    answer = bs.games_needed(difference=2, players=4, correlation=0.5, games=3000)
    assert answer.data() == told(*asked)
    assert answer.power == pytest.approx(70, abs=1)
    with pytest.raises(InputError, match=r"expected one of rate= and players=, got .*\(games_need"):
        bs.games_needed(within=1)


def test_the_answer_is_a_panel() -> None:
    done = CliRunner().invoke(command, ["games", "--within", "1", "--players", "4"])
    assert re.search(r"Within +1 points", done.output)
    assert re.search(r"Games needed +7,203", done.output)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--players", "4"), "expected one of --within, --shift and --difference, got 'none'"),
        (("--within", "1"), "expected one of --rate and --players, got 'both or none'"),
        (("--within", "1", "--players", "1"), r"of at least 2, got '1' \(--players\)"),
        (("--shift", "80", "--rate", "25"), "expected a rate and a --shift that make.*'25 and 80'"),
        (("--within", "1", "--rate", "0"), "a rate in per cent, above 0 and below 100, got 0.0"),
        (("--shift", "1", "--rate", "100"), "a rate in per cent, above 0 and below 100, got 100"),
        (("--within", "100", "--rate", "5"), "expected percentage points above 0 and below 100"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(
    arguments: tuple[str, ...], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        told(*arguments)
