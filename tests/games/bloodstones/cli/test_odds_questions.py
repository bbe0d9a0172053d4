"""The questions of `bloodstones odds`: what they print, what they refuse."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from functools import partial
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from bloodstones.cli import main, questions
from bloodstones.cli.terminal.compiling import message_if_slow
from bloodstones.games.bloodstones.odds import battle as battles
from bloodstones.games.bloodstones.questions.battle import SLOW
from tests.games.bloodstones.cli.test_odds import COLUMNS, EXAMPLE, battle, run

SIDES = battle("dragon_riders: swordsman*2, dragon", "horse_lords: swordsman*2", "plains")
LUCK = ["--drew", "5,4,3,2", "--enemy-drew", "3,3,2"]
NEEDS = ["--needs", "80,95", "--nearby", "cavalry*2, lizardman*3"]
FACTION = [
    "--attacker",
    "dragon_riders",
    "--defender",
    "horse_lords: castle",
    "--terrain",
    "plains",
]
ALSO = ["--also", "hill_folk: castle, raider", "--also-hand", "4"]
real_odds = battles.battle_odds
LIGHT = ("numba", "pandas", "scipy", "matplotlib")


def read(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    assert main(["odds", *args, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert isinstance(result, dict)
    return result


def printed(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(["odds", *args]) == 0
    out = capsys.readouterr().out
    assert max(len(line) for line in out.splitlines()) <= COLUMNS
    return out


def test_json_of_luck(capsys: pytest.CaptureFixture[str]) -> None:
    result = read(capsys, *EXAMPLE, *LUCK, "--defender-hand", "4")
    assert list(result) == ["question", "attacker", "defender", "margin", "outcome", "battle"]
    assert result["attacker"] == {
        "drew": [5, 4, 3, 2],
        "sum": 12,
        "swapped": None,
        "strength": 16,
        "worse": pytest.approx(27 / 70),
        "level": pytest.approx(21 / 70),
        "better": pytest.approx(22 / 70),
        "percentile": pytest.approx(75 / 140),
        "percentile_fraction": "15/28",
    }
    assert (result["defender"]["swapped"], result["defender"]["strength"]) == (4, 12)
    assert result["margin"]["value"] == 4
    assert result["outcome"] == "the attacker won"
    assert result["battle"]["attacker"]["faction"] == "dragon_riders"


def test_the_long_names_of_the_draws_mean_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    long = ["--attacker-drew", "5,4,3,2", "--defender-drew", "3,3,2"]
    assert read(capsys, *EXAMPLE, *long) == read(capsys, *EXAMPLE, *LUCK)


def test_the_panel_of_luck(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, *EXAMPLE, *LUCK, "--defender-hand", "4")
    for text in ("5 4 3 2 = 12", "53.6 %", "the attacker won by strength 16 against 12", "a 4 in"):
        assert text in out, text


def test_json_of_spending(capsys: pytest.CaptureFixture[str]) -> None:
    result = read(capsys, *SIDES, "--spend", "--attacker-hand", "4", "--pip-value", "0.05")
    assert list(result) == ["question", "side", "strategy", "draws", "battle"]
    assert sum(Fraction(case["p_fraction"]) for case in result["draws"]) == 1
    first = result["draws"][0]
    assert {"seen", "draws", "sum", "lowest", "p", "p_fraction", "choices"} == set(first)
    assert {"spend", "sum", "p_win", "p_win_fraction", "worth", "share"} == set(first["choices"][0])
    assert result["battle"]["attacker"]["swap"] == "equilibrium"
    assert result["battle"]["defender"]["swap"] == "never"


def test_the_panel_of_spending(capsys: pytest.CaptureFixture[str]) -> None:
    hands = ["--attacker-hand", "4", "--defender-hand", "5,3", "--attacker-swap", "equilibrium"]
    out = printed(capsys, *EXAMPLE, "--spend", "--side", "defender", *hands)
    for text in ("If the attacker kept:", "If the attacker swapped:", "spend 5", "keep", "Advice"):
        assert text in out, text


@pytest.mark.rule("BS-CORSAIR-09")
def test_many_sights_of_corsairs_are_put_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    sides = battle("hill_folk: swordsman*2", "corsairs: axeman*2", "hills")
    out = printed(capsys, *sides, "--spend", "--side", "defender", "--defender-hand", "5")
    assert "against 7" in out
    assert "things that the enemy may show: all in JSON" in out


def test_json_of_what_if(capsys: pytest.CaptureFixture[str]) -> None:
    result = read(capsys, *EXAMPLE, "--what-if", "--side", "defender")
    assert list(result) == ["question", "side", "changes", "battle"]
    changes = {change["change"]: change for change in result["changes"]}
    castle = changes["one more castle"]
    assert set(castle) == {"change", "p", "p_fraction", "shift", "expected_vp", "can_withdraw"}
    assert castle["shift"] == pytest.approx(castle["p"] - 26 / 245)
    assert changes["one more cavalry"]["can_withdraw"] is True
    assert changes["+1 modifier"]["expected_vp"] is None


def test_the_panel_of_what_if(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, *EXAMPLE, "--what-if", "--side", "defender")
    for text in (
        "Horse Lords (defender)",
        "as it is",
        "a fourth combat tile",
        "one swordsman less",
    ):
        assert text in out, text


def test_json_of_needs(capsys: pytest.CaptureFixture[str]) -> None:
    result = read(capsys, *FACTION, "--needs", "80,99", *NEEDS[2:])
    assert [need["wanted"] for need in result["needs"]] == [0.8, 0.99]
    (best,) = result["needs"][0]["smallest"]
    assert best["force"] == {"cavalry": 1, "lizardman": 3}
    assert (best["cost"], best["units"], best["built"], best["discarded"]) == (2, 4, {}, [])
    assert Fraction(best["p_fraction"]) >= Fraction(4, 5)
    assert result["measure"] == "the sum of build costs, then the number of units added"
    assert result["needs"][1]["smallest"] == []
    assert result["likeliest"]["force"] == {"cavalry": 2, "lizardman": 3}


def test_the_panel_of_needs(capsys: pytest.CaptureFixture[str]) -> None:
    tiles = ["--needs", "90", "--tiles", "dragon, blank*2, swordsman, leader"]
    out = printed(capsys, *FACTION, *tiles)
    for text in ("To win 90.0 %", "build dragon", "discard", "keep", "out of"):
        assert text in out, text
    assert "no force wins this often" in printed(capsys, *FACTION, "--needs", "99", *NEEDS[2:])


def test_units_present_count_and_the_hand_is_swapped(capsys: pytest.CaptureFixture[str]) -> None:
    sides = battle("dragon_riders: swordsman*2", "horse_lords: castle", "hills")
    result = read(capsys, *sides, *NEEDS, "--attacker-hand", "5")
    (nothing,), (best,) = (need["smallest"] for need in result["needs"])
    assert (nothing["units"], nothing["force"]) == (0, {"swordsman": 2})
    assert (best["force"], best["hand"]) == ({"swordsman": 2, "lizardman": 1}, [5])
    assert result["likeliest"] is None
    assert "Present" in printed(capsys, *sides, *NEEDS)


def test_a_defender_asks_for_needs_too(capsys: pytest.CaptureFixture[str]) -> None:
    sides = battle("horse_lords: cavalry*3", "hill_folk", "hills")
    more = ["--side", "defender", "--needs", "50", "--nearby", "giant, castle*2, citadel"]
    result = read(capsys, *sides, *more)
    assert result["needs"][0]["smallest"][0]["nearby"] == {"citadel": 1}


def test_json_of_the_order(capsys: pytest.CaptureFixture[str]) -> None:
    result = read(capsys, *SIDES, *ALSO, "--attacker-hand", "5,4")
    assert [order["order"] for order in result["orders"]] == [
        ["hill_folk", "horse_lords"],
        ["horse_lords", "hill_folk"],
    ]
    best = result["orders"][0]
    assert best["p_all"] >= result["orders"][1]["p_all"]
    assert best["battles"][0]["hand"] == [4]
    assert best["battles"][0]["p_fought"] == 1
    assert best["battles"][1]["p_won"] == best["p_all"]
    assert set(best["battles"][0]) == {
        "defender",
        "hand",
        "p_fought",
        "p_won_if_fought",
        "p_won",
        "p_won_fraction",
        "vp",
        "expected_enemy_vp",
        "can_withdraw",
    }


def test_the_panel_of_the_order(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, *SIDES, *ALSO, "--cornered")
    for text in ("1.", "2.", "(hand 4)", "may withdraw", "VP on average", "Hill Folk, Horse Lords"):
        assert text in out, text


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_a_picture_has_the_same_bytes_each_time(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    paths = [Path(f"{name}.{kind}") for name in ("one", "two")]
    for path in paths:
        out = printed(capsys, *EXAMPLE, "--attacker-hand", "5", "--plot", str(path))
        assert "Picture: " in out.replace("\n", " ")
    one, two = (path.read_bytes() for path in paths)
    assert one == two
    assert len(list(tmp_path.iterdir())) == 2
    if kind == "svg":
        text = one.decode()
        assert "Dragon Riders attack Horse Lords in plains" in text
        assert "the defender wins (" in text


FAULTS = [
    ([*EXAMPLE, "--what-if", "--spend"], "expected one question at a time, got --what-if and"),
    ([*EXAMPLE, "--side", "defender"], "expected options that go with the plain question"),
    ([*EXAMPLE, "--what-if", "--side", "middle"], "expected a role, got 'middle' (--side)"),
    ([*EXAMPLE, "--spend"], "missing --attacker-hand (bloodstones odds --spend)"),
    (
        [*EXAMPLE, "--spend", "--attacker-hand", "5", "--attacker-swap", "greedy"],
        "expected a side with optimal swaps, got 'greedy'",
    ),
    ([*EXAMPLE, "--drew", "5,4,3,2"], "missing --enemy-drew"),
    ([*EXAMPLE, "--drew", "5,4,3", "--enemy-drew", "3,3,2"], "expected 4 combat tiles drawn"),
    ([*EXAMPLE, "--drew", "5,5,5,2", "--enemy-drew", "3,3,2"], "expected combat tiles of the bag"),
    ([*EXAMPLE, "--drew", "5;4", "--enemy-drew", "3,3,2"], "expected pips like 5,3, got '5;4'"),
    ([*EXAMPLE, "--nearby", "cavalry"], "missing --needs"),
    ([*EXAMPLE, "--needs", "90"], "expected --nearby or --tiles with --needs, got neither"),
    ([*EXAMPLE, *NEEDS[2:], "--needs", "most"], "expected percentages like 80,90,95"),
    ([*EXAMPLE, *NEEDS[2:], "--needs", "0"], "expected percentages above 0 and at most 100"),
    ([*EXAMPLE, *NEEDS[2:], "--needs", "101"], "expected percentages above 0 and at most 100"),
    ([*FACTION, "--needs", "90", "--nearby", "axeman"], "expected a unit of dragon_riders"),
    ([*FACTION, "--needs", "90", "--nearby", "cavalery"], "did you mean cavalry?"),
    ([*FACTION, "--needs", "90", "--tiles", "undead"], "expected a tile of dragon_riders"),
    ([*FACTION, "--needs", "90", "--nearby", "ship"], "expected units that can be added in plains"),
    (
        [*FACTION, "--needs", "90", "--tiles", "dragon", "--attacker-hand", "5"],
        "expected --tiles or --attacker-hand, got both",
    ),
    ([*EXAMPLE, "--also-hand", "4"], "expected --also with --also-hand, got none"),
    ([*EXAMPLE, "--cornered"], "expected --also with --cornered, got none"),
    ([*EXAMPLE, "--also", "horse_lords: leader"], "expected different factions"),
    ([*EXAMPLE, "--also", "hill_folk: ship"], "got 'ship' (--also)"),
    ([*EXAMPLE, "--also", "hill_folk:"], "expected at least one unit"),
    ([*EXAMPLE, *ALSO, "--also-hand", "3"], "expected at most 1 hands, got 2 (--also-hand)"),
    ([*EXAMPLE, *ALSO, "--also-hand", "6"], "expected pips from 1 to 5, got 6 (--also-hand)"),
    ([*EXAMPLE, *ALSO[:2], "--also-hand", "6"], "expected pips from 1 to 5, got 6 (--also-hand)"),
    ([*EXAMPLE, *ALSO[:2], "--also-hand", "1"], "expected at most 0 hand tiles of 1 pip, got 1"),
    ([*EXAMPLE, "--attacker-hand", "5,5,5,5,5"], "expected at most 4 hand tiles of 5 pips, got 5"),
    ([*EXAMPLE, "--at-citadel"], "expected the citadel in the area"),
    (
        [*EXAMPLE, *LUCK, "--swapped", "4"],
        "hand tile of the attacker (no tile), got 4",
    ),
    ([*EXAMPLE, *LUCK, "--swapped", "5,4"], "expected one tile like 4, or none"),
    ([*EXAMPLE, *LUCK, "--swapped", "6"], "expected pips from 1 to 5, got 6"),
    ([*EXAMPLE, "--swapped", "4"], "missing --drew and --enemy-drew"),
    ([*EXAMPLE, "--plot", "odds.gif"], "expected a file that ends in .svg, .png or .pdf"),
    ([*EXAMPLE, "--plot", "no/such/odds.svg"], "expected a file in an existing folder"),
]


@pytest.mark.parametrize(("args", "message"), FAULTS)
def test_bad_input_is_one_sentence_and_nothing_is_printed(
    args: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", *args]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert err.count("Error: ") == 1


@pytest.mark.parametrize(
    "more",
    [LUCK, ["--what-if"], [*NEEDS[:3], "swordsman"], [*ALSO], ["--what-if", "--json"]],
    ids=lambda m: m[0],
)
def test_questions_without_a_solution_import_no_heavy_library(more: list[str]) -> None:
    code = (
        "import sys; from bloodstones.cli import main; "
        f"assert main(['odds', *{EXAMPLE + more!r}]) == 0; "
        f"print([name for name in {('numpy', *LIGHT)!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stderr.strip() == "[]"


def test_advice_against_a_habit_needs_no_solver() -> None:
    args = [*EXAMPLE, "--spend", "--attacker-hand", "5,3"]
    code = (
        "import sys; from bloodstones.cli import main; "
        f"assert main(['odds', *{args!r}]) == 0; "
        f"print([name for name in {LIGHT!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stderr.strip() == "[]"


def test_the_panel_of_a_row_says_what_best_swaps_weigh(capsys: pytest.CaptureFixture[str]) -> None:
    args = [*SIDES, *ALSO, "--attacker-hand", "5,3"]
    assert "victories still to come" not in printed(capsys, *args)
    assert "victories still to come" in printed(capsys, *args, "--attacker-swap", "equilibrium")
    answer = read(capsys, *args, "--attacker-swap", "equilibrium", "--pip-value", "1")
    assert answer["orders"][0]["expected_tiles_spent"] == 0


def test_luck_takes_the_swaps_asked(capsys: pytest.CaptureFixture[str]) -> None:
    hand = ["--defender-hand", "4"]
    assert read(capsys, *EXAMPLE, *LUCK, *hand)["defender"]["swapped"] == 4
    kept = read(capsys, *EXAMPLE, *LUCK, *hand, "--enemy-swapped", "none")
    assert (kept["defender"]["swapped"], kept["defender"]["strength"]) == (None, 10)


def test_a_long_answer_says_on_standard_error_that_it_works(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "message_if_slow", partial(message_if_slow, patience=0.0))
    monkeypatch.setattr(battles, "battle_odds", lambda battle: (sleep(0.2), real_odds(battle))[1])
    assert main(["odds", *EXAMPLE, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == f"{SLOW}\n"
    assert json.loads(out)["p_attacker_fraction"] == "219/245"


def test_the_help_names_every_question() -> None:
    out = run("--help").stdout
    for word in (
        "--what-if",
        "--spend",
        "--needs PERCENT",
        "--drew PIPS",
        "--also FORCE",
        "--plot",
    ):
        assert word in out, word
