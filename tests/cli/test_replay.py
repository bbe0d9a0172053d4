"""`bloodstones replay`: a recorded game in words, from the record alone."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bloodstones.cli import main
from bloodstones.games.bloodstones.record.standing import Position
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from tests.games.bloodstones.records import (
    CROWD,
    DUEL,
    UNDEAD,
    joined,
    lines_of,
    load_record,
    path_of,
    places,
    text_of,
)
from tests.golden.make import open_setups

HEAVY = ("numpy", "numba", "pandas", "scipy")
COLUMNS = 80


def replay(capsys: pytest.CaptureFixture[str], name: str, *args: str) -> str:
    assert main(["replay", str(path_of(name)), *args]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    return output.out


def flat(text: str) -> str:
    """Text without line breaks, which depend on the width."""
    return " ".join(text.split())


@pytest.mark.parametrize("name", open_setups())
def test_every_golden_record_can_be_shown(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = replay(capsys, name)
    end = lines_of(name)[-1]
    turns = re.findall(r"^Turn (\d+)  ", text, re.MULTILINE)
    assert [int(turn) for turn in turns] == list(range(1, end["turns"] + 1))
    scores = " : ".join(map(str, end["scores"]))
    assert f"win, {scores} VP after {end['turns']} turns" in flat(text)
    assert max(map(len, text.splitlines())) <= COLUMNS


@pytest.mark.parametrize("name", open_setups())
def test_the_position_shown_adds_up(name: str) -> None:
    record = load_record(path_of(name))
    position = Position(record.header, record.name)
    rules = load_ruleset()
    for line in record.lines[:-1]:
        position.apply(line)
        for seat in position.seats:
            tiles = seat.hand.total() + seat.bag.total() + seat.discard.total()
            assert tiles <= rules.tiles_per_faction
    for seat, score in zip(position.seats, record.end["scores"], strict=True):
        captured = seat.captured_villages * rules.factions[seat.faction].vp_per_captured_village
        citadels = seat.captured_citadels * rules.vp_per_captured_citadel
        assert seat.vp + captured + citadels == score


def test_a_battle_is_shown_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    text = flat(replay(capsys, DUEL))
    lines = lines_of(DUEL)
    citadel = places(lines, "capture_citadel")[0]
    won = next(line for line in reversed(lines[:citadel]) if line["event"] == "victory")
    assert f"for {won['vp']} VP; Horse Lords lose 1 citadel" in text
    assert "Dragon Riders capture the citadel of Horse Lords" in text
    assert "Horse Lords withdraw to" in text or "Dragon Riders withdraw to" in text


def test_one_turn_is_shown_line_by_line_with_its_areas(capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of(DUEL)
    at = places(lines, "battle")[0]
    turn = next(line["turn"] for line in reversed(lines[:at]) if line["event"] == "turn")
    text = replay(capsys, DUEL, "--turn", str(turn))
    assert text.startswith(f"Turn {turn}  ")
    assert "main phase" in text
    assert "draw the combat tiles" in text
    assert "clash: attacker" in text
    assert "Regroups" in text
    area = lines[at]["area"]
    told = lines[0]["map"]["areas"][area]
    assert f"Area {area} ({told['terrain']})" in text
    tree = text.split(f"Area {area} (")[1].split("Area ")[0]
    for other in told["neighbours"]:
        assert f" {other} (" in tree


def test_turn_0_is_the_setup(capsys: pytest.CaptureFixture[str]) -> None:
    text = replay(capsys, DUEL, "--turn", "0")
    assert text.startswith("Setup")
    assert text.count("place the citadel in") == 2


def test_undead_hordes_and_wiped_out_players_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    text = flat(replay(capsys, UNDEAD))
    assert "Chaos Horde start in" in text
    assert "Necromancers move an undead from" in text
    assert re.search(r"Necromancers raise \d undead in", text)
    assert "start again with a village in" in flat(replay(capsys, CROWD))


def test_the_terminal_width_is_kept_and_a_pipe_gets_plain_text() -> None:
    command = [sys.executable, "-m", "bloodstones", "replay", str(path_of(CROWD))]
    for extra in ([], ["--turn", "3"]):
        done = subprocess.run(
            [*command, *extra],
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONIOENCODING": "ascii"},
        )
        assert "\x1b" not in done.stdout.decode("ascii")


def test_no_heavy_library_is_imported() -> None:
    code = (
        "import sys; from bloodstones.cli import main; "
        f"main(['replay', {str(path_of(DUEL))!r}]); "
        f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stderr == "[]\n"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["missing.jsonl"], "expected a record, got 'missing.jsonl' (No such file"),
        (["."], "expected a record, got '.' (Is a directory"),
        (["foreign.json"], "expected a record with the format 'bloodstones-record', got None"),
        (["game.jsonl", "--turn", "999"], "expected a turn from 0 (setup) to 24, got 999 (--turn)"),
        (["game.jsonl", "--turn", "-1"], "expected the number of a turn, got '-1' (--turn)"),
        (["game.jsonl", "--turn", "two"], "expected the number of a turn, got 'two' (--turn)"),
    ],
)
def test_bad_input_is_a_sentence_and_exit_code_2(
    args: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("foreign.json").write_text(json.dumps({"white": "Anand"}))
    Path("game.jsonl").write_text(text_of(DUEL))
    assert main(["replay", *args]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err == f"Error: {output.err.removeprefix('Error: ')}"
    assert message in output.err


@pytest.mark.parametrize(
    ("event", "change"),
    [
        ("draw", {"tiles": ["dragon"] * 9}),
        ("build", {"unit": "giant"}),
        ("move", {"paid": ["giant"]}),
        ("move", {"steps": [{"units": {"giant": 1}, "from": 3, "to": 4, "cost": 1}]}),
        ("casualty", {"units": ["giant"]}),
        ("final_capture", {"villages": [{"area": 0, "owner": 1}]}),
        ("battle", {"event": "stand"}),
    ],
)
def test_a_record_that_does_not_add_up_is_refused(
    event: str, change: dict, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "3p_seed09_dragon_riders_horse_lords_hill_folk.jsonl"
    lines = lines_of(name)
    at = places(lines, event)[0]
    lines[at] |= change
    if "event" in change:
        del lines[at]["defender"], lines[at]["area"]
    path = tmp_path / "game.jsonl"
    path.write_text(joined(lines))
    assert main(["replay", str(path)]) == 2
    output = capsys.readouterr().err
    assert output.startswith("Error: expected ")
    assert "Tip: bloodstones verify" in output


def test_json_tells_every_line_and_the_standing_after_each_chapter(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output = json.loads(replay(capsys, DUEL, "--json"))
    lines = lines_of(DUEL)
    assert [line["event"] for c in output["chapters"] for line in c["lines"]] == [
        line["event"] for line in lines[1:]
    ]
    assert [c["turn"] for c in output["chapters"]][:3] == [0, 1, 2]
    assert [seat["vp"] for seat in output["chapters"][-1]["after"]] == lines[-1]["scores"]
    assert (output["scores"], output["turns"]) == (lines[-1]["scores"], lines[-1]["turns"])
    assert output["seats"] == lines[0]["seats"]


def test_json_of_one_turn(capsys: pytest.CaptureFixture[str]) -> None:
    output = json.loads(replay(capsys, DUEL, "--turn", "3", "--json"))
    assert [chapter["turn"] for chapter in output["chapters"]] == [3]
    assert output["chapters"][0]["lines"][0]["event"] == "turn"
    assert main(["replay", str(path_of(DUEL)), "--turn", "999", "--json"]) == 2
    assert "expected a turn from 0 (setup) to" in capsys.readouterr().err
