"""`bloodstones odds`: what it prints, what it refuses, and what it must not import."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

from bloodstones.cli import main
from bloodstones.games.bloodstones.questions.battle import SLOW
from bloodstones.games.bloodstones.questions.odds import Odds

EXAMPLE = [
    "--attacker",
    "dragon_riders: cavalry, lizardman*2, leader",
    "--defender",
    "horse_lords: swordsman, shieldbearer",
    "--terrain",
    "plains",
]
HEAVY = ("numpy", "numba", "pandas", "scipy", "matplotlib", "pyarrow")
COLUMNS = 80


def run(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bloodstones", "odds", *args],
        check=False,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
    )


def read(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    assert main(["odds", *args, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert isinstance(result, dict)
    return result


def battle(attacker: str, defender: str, terrain: str, *more: str) -> list[str]:
    return ["--attacker", attacker, "--defender", defender, "--terrain", terrain, *more]


def test_json_of_the_worked_example(capsys: pytest.CaptureFixture[str]) -> None:
    result = read(capsys, *EXAMPLE)
    assert result["p_attacker"] == float(Fraction(219, 245))
    assert result["p_defender"] == float(Fraction(26, 245))
    assert (result["p_attacker_fraction"], result["p_defender_fraction"]) == ("219/245", "26/245")
    assert result["terrain"] == "plains"
    assert result["can_withdraw"] is False
    assert result["defender_wins_ties"] is True
    assert result["withdrawal"] == {
        "only_by_ship": False,
        "reason": "cavalry 0 against 1",
        "clause": "BS-COMBAT-10",
    }
    attacker, defender = result["attacker"], result["defender"]
    assert attacker.pop("expected_vp") == pytest.approx(438 / 245)
    assert [line["each"] * line["count"] for line in attacker.pop("modifiers")] == [1, 2, 1]
    assert attacker.pop("expected_losses") == {
        "units": pytest.approx(26 / 245),
        "units_without_retreat": pytest.approx(4 * 26 / 245),
        "tiles": 0,
        "pips": 0,
    }
    assert attacker == {
        "faction": "dragon_riders",
        "units": 4,
        "force": {"cavalry": 1, "lizardman": 2, "leader": 1},
        "draws": 4,
        "modifier": 4,
        "hand": [],
        "swap": "never",
        "vp": 2,
    }
    assert defender["force"] == {"swordsman": 1, "shieldbearer": 1}
    assert (defender["units"], defender["draws"], defender["modifier"]) == (2, 3, 2)


def test_hands_and_swap_models_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    more = ["--attacker-hand", "3, 5", "--defender-hand", "4", "--defender-swap", "never"]
    result = read(capsys, *EXAMPLE, *more)
    assert (result["attacker"]["hand"], result["attacker"]["swap"]) == ([5, 3], "greedy")
    assert (result["defender"]["hand"], result["defender"]["swap"]) == ([4], "never")
    assert result["p_attacker"] > 219 / 245


def test_a_certain_battle_has_whole_fractions(capsys: pytest.CaptureFixture[str]) -> None:
    certain = battle("dragon_riders: dragon*2", "horse_lords: cavalry", "hills")
    result = read(capsys, *certain)
    assert (result["p_attacker_fraction"], result["p_defender_fraction"]) == ("1", "0")


def test_mountain_is_the_terrain_mountains(capsys: pytest.CaptureFixture[str]) -> None:
    result = read(capsys, *battle("hill_folk: giant", "dragon_riders: dragon", "mountain"))
    assert result["terrain"] == "mountains"


@pytest.mark.rule("BS-CORSAIR-06")
def test_the_corsair_ship_flag_decides_the_withdrawal(capsys: pytest.CaptureFixture[str]) -> None:
    sides = battle("corsairs: axeman*2", "horse_lords: swordsman", "plains")
    assert read(capsys, *sides)["can_withdraw"] is True
    assert read(capsys, *sides, "--corsair-ship")["can_withdraw"] is False


def test_the_panel_tells_the_whole_battle(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", *EXAMPLE]) == 0
    done = capsys.readouterr()
    assert done.err == ""
    for text in (
        "Battle in plains",
        "Dragon Riders (attacker)",
        "Horse Lords (defender)",
        "best 3 of 4",
        "best 3 of 3",
        "+1 cavalry (plains)",
        "+2 lizardman*2 (attacking)",
        "+1 leader",
        "+1 shieldbearer (defending)",
        "89.4 %",
        "219/245",
        "10.6 %",
        "26/245",
        "1.79",
        "a shieldbearer defends (BS-COMBAT-29)",
        "no: cavalry 0 against 1 (BS-COMBAT-10)",
    ):
        assert text in done.out, text


def test_every_kind_of_panel_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    hands = ["--attacker-hand", "5,4", "--defender-hand", "2", "--defender-swap", "never"]
    assert main(["odds", *battle("corsairs: axeman", "hill_folk: giant", "hills"), *hands]) == 0
    printed = capsys.readouterr().out
    for text in (
        "5 4, swaps greedily",
        "2, never swaps",
        "fought again with full bags (BS-COMBAT-30)",
        "yes, to a legal area: cavalry 0 against 0 (BS-COMBAT-10)",
    ):
        assert text in printed, text


def test_piped_output_has_no_colours_and_fits_80_columns() -> None:
    done = run(*EXAMPLE, "--attacker-hand", "5,5,4,4,3,3,2,2,2", COLUMNS="200")
    assert "\x1b" not in done.stdout
    assert max(len(line) for line in done.stdout.splitlines()) == COLUMNS


def test_a_narrow_terminal_gets_a_narrow_panel() -> None:
    done = run(*EXAMPLE, COLUMNS="60")
    assert max(len(line) for line in done.stdout.splitlines()) == 60


def test_a_terminal_gets_colours() -> None:
    assert "\x1b[" in run(*EXAMPLE, FORCE_COLOR="1").stdout


def test_an_output_without_unicode_gets_plain_characters() -> None:
    done = run(*EXAMPLE, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "####" in done.stdout


def test_the_panel_of_a_sea_battle_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", *battle("corsairs: ship*2", "horse_lords: ship", "sea")]) == 0
    output = capsys.readouterr().out
    assert "Battle at sea" in output
    assert "+1 sea battle" in output
    assert "yes, to a legal area: no dragon attacks at sea (BS-COMBAT-12)" in output


def test_the_help_is_a_cheat_sheet_with_examples_of_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "--help"]) == 0
    output = capsys.readouterr().out
    assert output.count("bloodstones odds --attacker") == len((Odds, *Odds.family)) + 1
    assert max(len(line) for line in output.splitlines()) <= COLUMNS
    for word in (
        "siege_engine",
        "`bloodstones games bloodstones`",
        "mountains",
        "greedy",
        "--corsair-ship",
    ):
        assert word in output


def test_the_examples_of_the_help_run(capsys: pytest.CaptureFixture[str]) -> None:
    example = battle("corsairs: axeman*4, siege_engine", "hill_folk: giant, castle", "hills")
    hands = ["--attacker-hand", "5,4", "--defender-hand", "4", "--corsair-ship"]
    result = read(capsys, *example, *hands)
    assert (result["attacker"]["modifier"], result["defender"]["modifier"]) == (6, 5)
    assert result["can_withdraw"] is False


EVEN = battle("dragon_riders: swordsman*2", "horse_lords: swordsman*2", "hills")
HANDS = ["--attacker-hand", "5,4", "--defender-hand", "4"]
SOLVED = ["--attacker-swap", "equilibrium", "--defender-swap", "equilibrium"]


@pytest.mark.rule("BS-COMBAT-19", "BS-COMBAT-22")
def test_json_of_solved_swaps(capsys: pytest.CaptureFixture[str]) -> None:
    result = read(capsys, *EVEN, *HANDS, *SOLVED, "--pip-value", "0.02")
    spent = result["pips_spent"]
    worth = result["p_attacker"] + 0.02 * (spent["defender"] - spent["attacker"])
    assert result["value"] == pytest.approx(worth, abs=1e-9)
    assert result["p_attacker"] + result["p_defender"] == pytest.approx(1, abs=1e-12)
    assert (result["p_attacker_fraction"], result["pip_value"]) == (None, 0.02)
    assert result["swap_announced"] is True
    assert [side["swap"] for side in (result["attacker"], result["defender"])] == [
        "equilibrium",
        "equilibrium",
    ]
    (line,) = result["strategy"]["attacker"]
    assert line["words"].startswith("with a best-three total of ")
    seen = [line["seen"] for line in result["strategy"]["defender"]]
    assert seen == ["if the attacker kept: ", "if the attacker swapped: "]


def test_free_pips_are_worth_the_win_probability(capsys: pytest.CaptureFixture[str]) -> None:
    result = read(capsys, *EVEN, *HANDS, *SOLVED)
    assert result["value"] == pytest.approx(result["p_attacker"], abs=1e-9)
    greedy = read(capsys, *EVEN, *HANDS)
    assert "value" not in greedy


def test_an_unseen_swap_is_another_battle(capsys: pytest.CaptureFixture[str]) -> None:
    cost = ["--pip-value", "scarce"]
    seen = read(capsys, *EVEN, *HANDS, *SOLVED, *cost)
    unseen = read(capsys, *EVEN, *HANDS, *SOLVED, *cost, "--swap-unseen")
    assert (unseen["swap_announced"], len(unseen["strategy"]["defender"])) == (False, 1)
    assert unseen["value"] != seen["value"]


@pytest.mark.rule("BS-CORSAIR-09")
def test_corsairs_answer_the_sum_that_they_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    sides = battle("hill_folk: swordsman*2", "corsairs: axeman*2", "hills")
    result = read(capsys, *sides, *HANDS, *SOLVED, "--pip-value", "0.02")
    assert (result["attacker"]["swap"], result["defender"]["swap"]) == ("equilibrium", "informed")
    assert Fraction(result["p_attacker_fraction"]) == 1 - Fraction(result["p_defender_fraction"])
    assert all(line["seen"].startswith("against ") for line in result["strategy"]["defender"])


def test_a_pip_has_a_price_for_habits_too(capsys: pytest.CaptureFixture[str]) -> None:
    plain = read(capsys, *EVEN, *HANDS)
    priced = read(capsys, *EVEN, *HANDS, "--pip-value", "0.01")
    assert priced["p_attacker_fraction"] == plain["p_attacker_fraction"]
    spent = priced["pips_spent"]
    assert priced["value"] == pytest.approx(
        plain["p_attacker"] + 0.01 * (spent["defender"] - spent["attacker"])
    )


def test_the_panel_tells_the_strategy_in_words() -> None:
    done = run(*EVEN, *HANDS, *SOLVED, "--pip-value", "scarce")
    assert done.returncode == 0, done.stderr
    assert done.stderr in ("", f"{SLOW}\n")
    said = ("swaps best", "with a best-three total of", "if the attacker kept: ", "pips spent: ")
    assert [text for text in said if text not in done.stdout] == []
    assert max(len(line) for line in done.stdout.splitlines()) == COLUMNS


FAULTS = [
    ([*EXAMPLE, "--pip-value", "cheap"], "expected a pip value like 0.02, got 'cheap'"),
    ([*EXAMPLE, "--pip-value", "-1"], "expected a pip value from 0 to 1, got -1.0"),
    ([*EXAMPLE, "--attacker-swap", "informed"], "expected a swap model that any faction can use"),
    ([], "missing --attacker and --defender and --terrain"),
    (EXAMPLE[:2], "missing --defender and --terrain"),
    (EXAMPLE[:4], "missing --terrain"),
    (battle("x", "corsairs: axeman", "hills"), "expected a force as 'FACTION: UNIT"),
    (battle("elves: leader", "corsairs: axeman", "hills"), "expected a faction, got 'elves'"),
    (battle("corsairs: axman", "hill_folk: giant", "hills"), "expected a unit, got 'axman'"),
    (battle("corsairs:", "hill_folk: giant", "hills"), "expected at least one unit"),
    (battle("corsairs: blank", "hill_folk: giant", "hills"), "expected a unit that can be on"),
    (battle("corsairs: axeman*0", "hill_folk: giant", "hills"), "expected a count of at least 1"),
    (battle("corsairs: axeman", "hill_folk: horde", "hills"), "expected a unit of hill_folk"),
    (battle("corsairs: axeman", "necromancers: undead*5", "hills"), "expected at most 4 undead"),
    (battle("corsairs: axeman", "hill_folk: citadel*2", "hills"), "expected at most 1 citadel"),
    (battle("corsairs: ship", "hill_folk: giant", "hills"), "got 'ship' (--attacker)"),
    (battle("corsairs: ship", "hill_folk: giant", "sea"), "got 'giant' (--defender)"),
    (battle("corsairs: ship", "hill_folk: castle", "sea"), "got 'castle' (--defender)"),
    (battle("corsairs: axeman", "hill_folk: giant", "mountain"), "got 'axeman' (--attacker)"),
    (battle("corsairs: axeman", "hill_folk: citadel", "desert"), "got 'citadel' (--defender)"),
    (battle("corsairs: axeman", "hill_folk: citadel", "mountain"), "got 'axeman' (--attacker)"),
    (battle("corsairs: axeman, citadel", "hill_folk: giant", "hills"), "units that can attack"),
    (battle("corsairs: axeman*13", "hill_folk: giant", "hills"), "at most 12 axeman of corsairs"),
    (battle("corsairs", "hill_folk: giant", "hills"), "expected a force as 'FACTION: UNIT"),
    (battle("corsairs: axeman", "hill_folk: giant", "sky"), "expected a terrain, got 'sky'"),
    (
        battle("corsairs: axeman", "corsairs: axeman", "hills"),
        "expected a battle between two factions",
    ),
    ([*EXAMPLE, "--attacker-hand", "6"], "expected pips from 1 to 5, got 6 (--attacker-hand)"),
    ([*EXAMPLE, "--defender-hand", "0"], "expected pips from 1 to 5, got 0 (--defender-hand)"),
    ([*EXAMPLE, "--defender-hand", "5,x"], "expected pips like 5,3, got '5,x'"),
    ([*EXAMPLE, "--defender-hand", ""], "expected pips like 5,3, got ''"),
    ([*EXAMPLE, "--defender-hand", "-1"], "expected pips like 5,3, got '-1'"),
    ([*EXAMPLE, "--defender-hand", "5,5,5,5,5,5,5,5,5,5"], "expected at most 9 hand tiles, got 10"),
    ([*EXAMPLE, "--attacker-swap", "gredy"], "expected a swap model, got 'gredy'"),
    ([*EXAMPLE, "--defender-swap", ""], "expected a swap model, got ''"),
    ([*EXAMPLE, "--corsair-ship"], "expected Corsairs attacking on land"),
    ([*EXAMPLE, "--no-such"], "--no-such"),
    ([*EXAMPLE, "plains"], "plains"),
]


@pytest.mark.parametrize(("args", "message"), FAULTS)
def test_bad_input_is_one_sentence_and_no_json_with_exit_code_2(
    args: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for more in ([], ["--json"]):
        assert main(["odds", *args, *more]) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert message in printed.err
        assert printed.err.count("Error: ") == 1


def test_bad_input_ends_the_process_with_exit_code_2() -> None:
    args, message = FAULTS[0]
    done = run(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("more", [[], ["--json"], ["--attacker-hand", "5,4,3"]])
def test_no_heavy_library_is_imported(more: list[str]) -> None:
    code = (
        "import sys; from bloodstones.cli import main; "
        f"assert main(['odds', *{EXAMPLE + more!r}]) == 0; "
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stderr.strip() == "[]"
