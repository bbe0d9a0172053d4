"""`bloodstones play`: one game, the same for the same seed, shown and recorded."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bloodstones.cli import main
from bloodstones.cli.terminal.compiling import NOTICE, message_if_compiling, message_if_slow
from bloodstones.games.bloodstones.game import GAME
from tests.games.bloodstones.records import load_record, verify
from tests.golden.make import FOLDER, open_setups

DUEL = "2p_seed07_dragon_riders_horse_lords.jsonl"
PLAYERS = ("--players", "dragon_riders:warlord,horse_lords:builder", "--seed", "7")
CITADEL_FALLS = "49"  # in this seed's game
COLUMNS = 80


def read(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    assert main(["play", *args, "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert isinstance(output, dict)
    return output


def test_the_record_is_the_golden_one_of_the_same_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    assert main(["play", *PLAYERS, "--record", str(path)]) == 0
    assert path.read_bytes() == (FOLDER / DUEL).read_bytes()
    assert str(path) in capsys.readouterr().out.replace("\n", "")
    assert list(tmp_path.iterdir()) == [path]


def test_json_holds_the_numbers_of_record_and_fast_path(capsys: pytest.CaptureFixture[str]) -> None:
    output = read(capsys, *PLAYERS)
    record = load_record(FOLDER / DUEL)
    assert (output["map"], output["seed"], output["record"]) == ("tyrants_lament", 7, None)
    assert output["first_seat"] == record.header.first_seat
    assert [seat["score"] for seat in output["seats"]] == record.end["scores"]
    assert (output["winners"], output["turns"]) == (record.end["winners"], record.end["turns"])
    setup, seed = open_setups()[DUEL]
    rows = GAME.simulate(setup, seed, "play", range(1)).rows
    for number, seat in enumerate(output["seats"]):
        assert sum(seat["vp"].values()) == seat["score"] == rows["score"][number]
        assert seat["battles_won"] == rows["battles_won"][number]
        regroups = [e for e in record.lines if e.event == "regroup" and e["seat"] == number]
        assert seat["regroups"] == len(regroups)
        assert seat["vp"]["villages"] == sum(e["vp"] for e in regroups)


def test_the_summary_tells_seats_sources_and_key_events(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *PLAYERS]) == 0
    text = capsys.readouterr().out
    record = load_record(FOLDER / DUEL)
    scores = " : ".join(map(str, record.end["scores"]))
    assert f"Horse Lords win, {scores} VP after {record.end['turns']} turns" in text
    assert "Map tyrants_lament, seed 7; Dragon Riders started" in text
    for words in ("Victory points", "villages at regroups", "warlord", "builder", "Battles won"):
        assert words in text
    assert text.count("regroup (number") == sum(e.event == "regroup" for e in record.lines)
    events = text.partition("\n\n")[2].splitlines()
    begun = [line for line in events if re.match(r" *\d+  (Dragon Riders|Horse Lords) ", line)]
    assert len(begun) > 10
    assert {re.match(r" *\d+", line).end() for line in begun} == {5}  # type: ignore[union-attr]
    assert "(odds " in text
    assert "the final battles follow" in text


def test_the_summary_tells_a_captured_citadel(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *PLAYERS[:2], "--seed", CITADEL_FALLS]) == 0
    assert " capture the citadel of " in " ".join(capsys.readouterr().out.split())


def test_the_default_strategy_is_the_warlord_and_the_default_seed_is_1(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output = read(capsys, "--players", "hill_folk,horse_lords")
    assert output["seed"] == 1
    assert [seat["strategy"] for seat in output["seats"]] == ["warlord", "warlord"]


def test_another_seed_is_another_game(capsys: pytest.CaptureFixture[str]) -> None:
    args = ("--players", "hill_folk:random,horse_lords:random", "--seed")
    assert read(capsys, *args, "3") == read(capsys, *args, "3")
    assert read(capsys, *args, "3")["seats"] != read(capsys, *args, "4")["seats"]


def test_six_kinds_of_factions_can_play(capsys: pytest.CaptureFixture[str]) -> None:
    seats = "chaos_horde,corsairs:random,necromancers:builder,dragon_riders"
    assert main(["play", "--players", seats]) == 0
    text = capsys.readouterr().out
    assert "Chaos Horde" in text
    assert "at the start" in text  # only the Chaos Horde starts with VP


def test_piped_output_is_plain_ascii_of_80_columns() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bloodstones", "play", *PLAYERS],
        check=True,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    text = done.stdout.decode("ascii")
    assert "\x1b" not in text
    assert max(len(line) for line in text.splitlines()) <= COLUMNS


def test_a_slow_start_is_reported_once_on_standard_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    import time

    with message_if_slow("odd", patience=0.01):
        time.sleep(0.2)
    assert capsys.readouterr() == ("", "odd\n")
    with message_if_slow("odd", patience=60.0):
        pass
    assert capsys.readouterr() == ("", "")


def test_compiling_is_reported_only_while_kernels_compile(
    capsys: pytest.CaptureFixture[str],
) -> None:
    import time

    from numba import njit

    def slow(x: int) -> int:
        for each in (1, 2, 3):
            x = x * 3 if x % 2 else x + each
        return x

    with message_if_compiling(patience=0.01):
        time.sleep(0.2)
    assert capsys.readouterr() == ("", "")
    with message_if_compiling(patience=0.01):
        compiled = njit(slow)
        if hasattr(compiled, "compile"):
            compiled(3)
    output = capsys.readouterr().err
    assert output == (f"{NOTICE}\n" if hasattr(compiled, "compile") else "")


# Changed rules

CHANGES = (
    "--set",
    "hand_limit=5",
    "--option",
    "overpay = free",
    "--option",
    "move_pooling=per_action",
)


def test_changed_rules_are_played_shown_and_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    output = read(capsys, *PLAYERS, *CHANGES, "--record", str(path))
    assert (output["options"], output["overrides"]) == ({"overpay": "free"}, {"hand_limit": 5})
    record = load_record(path)
    assert (record.header.options, record.header.overrides) == (
        output["options"],
        output["overrides"],
    )
    assert verify(record) is None
    plain = read(capsys, *PLAYERS)
    assert (plain["options"], plain["overrides"]) == ({}, {})
    assert plain["seats"] != output["seats"]
    assert main(["play", *PLAYERS, *CHANGES]) == 0
    assert "With changed rules: hand_limit = 5, overpay = free\n" in capsys.readouterr().out
    assert main(["replay", str(path)]) == 0
    assert "With changed rules: hand_limit = 5, overpay = free\n" in capsys.readouterr().out


def test_odds_of_battles_are_those_of_the_changed_numbers(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def odds(*changes: str) -> list[str]:
        assert main(["play", *PLAYERS, *changes]) == 0
        return re.findall(r"\(odds [^)]*\)", " ".join(capsys.readouterr().out.split()))

    assert set(odds("--set", "tiles_counted=1", "--set", "tiles_fewer=1", "--set", "tiles_more=1"))
    assert odds("--option", "siege_bonus=per_fortification") == []


def test_the_score_of_a_replay_starts_with_changed_points(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    seats = "chaos_horde:random,corsairs:random,necromancers:random,dragon_riders:random"
    output = read(
        capsys, "--players", seats, "--set", "chaos_horde.starting_vp=0", "--record", str(path)
    )
    assert output["seats"][0]["vp"]["start"] == 0
    assert output["seats"][0]["citadel_area"] == -1
    assert all(seat["citadel_area"] >= 0 for seat in output["seats"][1:])
    assert main(["replay", str(path), "--turn", "0"]) == 0
    assert re.search(r"Chaos Horde +0 ", capsys.readouterr().out)


BAD = [
    ([], "missing --players"),
    (["--players", "elves,hill_folk"], "expected a faction, got 'elves'"),
    (["--players", "hil_folk,horse_lords"], "did you mean hill_folk?"),
    (["--players", "hill_folk:warlrd,horse_lords"], "did you mean warlord, warlord_tuned?"),
    (["--players", "hill_folk,hill_folk"], "expected different factions (BS-GEN-01)"),
    (["--players", "hill_folk"], "expected 2 to 6 players, got 1"),
    (["--players", "hill_folk,corsairs"], "at least 3 players with corsairs, got 2"),
    (
        [
            *("--map", "tyrants_lament", "--players"),
            "hill_folk,corsairs,horse_lords,necromancers,dragon_riders",
        ],
        "expected 1 to 4 players on map tyrants_lament, got 5",
    ),
    (["--players", "hill_folk:none:b,horse_lords"], "expected Python code in 'none', got Module"),
    (["--players", "hill_folk,,horse_lords"], "expected FACTION[:STRATEGY] for each seat, got ''"),
    (["--players", "hill_folk:,horse_lords"], "expected FACTION[:STRATEGY] for each seat"),
    ([*PLAYERS, "--seed", "-1"], "expected a whole number from 0 to"),
    ([*PLAYERS, "--seed", "seven"], "got 'seven' (--seed)"),
    ([*PLAYERS, "--seed", "1e3"], "got '1e3' (--seed)"),
    ([*PLAYERS, "--seed", "9" * 19], "expected a whole number from 0 to"),
    ([*PLAYERS, "--seed", "9" * 9999], "expected a whole number from 0 to"),
    ([*PLAYERS, "--set", "dragon.modifer=1"], "did you mean dragon.modifier"),
    ([*PLAYERS, "--set", "hand_limit"], "--set: expected NAME=WHOLE NUMBER, got 'hand_limit'"),
    ([*PLAYERS, "--set", "hand_limit=99"], "--set: expected hand_limit from 1 to"),
    ([*PLAYERS, "--option", "overpay"], "--option: expected NAME=VALUE, got 'overpay'"),
    ([*PLAYERS, "--option", "overpay=fre"], "--option: expected a value of overpay, got 'fre'"),
    ([*PLAYERS, "--option", "overpai=free"], "(did you mean overpay?)"),
    ([*PLAYERS, "--option", "overpay=free", "--option", "overpay=x"], "expected overpay once"),
    ([*PLAYERS, "--map", "tyrants_lamen"], "did you mean tyrants_lament?"),
    ([*PLAYERS, "--map", "none.toml"], "none.toml: expected a readable file"),
    ([*PLAYERS, "--record", "."], "expected a file, got '.' (--record)"),
    ([*PLAYERS, "--record", "no/such/folder/game.jsonl"], "expected a file in an existing folder"),
    ([*PLAYERS, "--record", "/dev/null"], "expected a file, got '/dev/null' (--record)"),
    ([*PLAYERS, "--record", "x" * 999], "expected a file that can be written, got"),
]


def test_all_faults_of_changed_rules_are_reported_at_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    changes = ("--set", "a=1", "--set", "hand_limit=99", "--option", "b=1", "--option", "overpay=c")
    assert main(["play", *PLAYERS, *changes]) == 2
    output = capsys.readouterr().err
    assert "got 4:" in output
    assert [word in output for word in ("'a'", "got 99", "'b'", "'c'")] == [True] * 4


@pytest.mark.parametrize(("args", "message"), BAD, ids=range(len(BAD)))
def test_bad_input_is_a_sentence_and_exit_code_2(
    args: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["play", *args]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert message in output.err
    notices = [line for line in output.err.splitlines() if line.startswith("Running the code of ")]
    assert output.err.removeprefix("".join(f"{line}\n" for line in notices)).startswith("Error: ")
    assert len(output.err.splitlines()) <= 2
    assert list(tmp_path.iterdir()) == []
