"""`--data DIR`: a user's own files in place of shipped ones, in every command that reads them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bloodstones.cli import main
from bloodstones.games import registry
from bloodstones.games.bloodstones.rules.reading import DATA, RULES_FILE

BATTLE = (
    "--terrain=plains",
    "--attacker=dragon_riders: cavalry, lizardman*2",
    "--defender=horse_lords: swordsman",
)


@pytest.fixture
def own(tmp_path: Path) -> str:
    """A folder whose rules are the shipped ones but for two tiles that count and a hand of 5."""
    folder = tmp_path / "own"
    folder.mkdir()
    text = (DATA / RULES_FILE).read_text(encoding="utf-8")
    text = text.replace("tiles_counted = 3", "tiles_counted = 2", 1)
    text = text.replace("\nhand_limit = 6", "\nhand_limit = 5", 1)
    (folder / RULES_FILE).write_text(text, encoding="utf-8")
    return str(folder)


def told(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main([*args]) == 0
    return capsys.readouterr().out


def test_odds_and_draws_are_those_of_the_own_rules(
    own: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for args, same in (
        (("odds", *BATTLE), "tiles_counted=2"),
        (("draws", "--faction=hill_folk", "--pips", "--by-turn=2", "--spend=3"), "hand_limit=5"),
    ):
        mine = json.loads(told(capsys, *args, "--data", own, "--json"))
        changed = json.loads(told(capsys, *args, "--set", same, "--json"))
        shipped = json.loads(told(capsys, *args, "--json"))
        assert mine != shipped
        changed["overrides"] = mine["overrides"] = {}
        assert mine == changed


def test_own_numbers_are_listed(own: str, capsys: pytest.CaptureFixture[str]) -> None:
    listed = json.loads(told(capsys, "rules", "numbers", "tiles_counted", "--data", own, "--json"))
    assert [number["values"] for number in listed["numbers"]] == [[2]]


def test_a_game_with_own_data_tells_the_files_and_their_hashes(
    own: str, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = "--players=hill_folk:random,horse_lords:random"
    mine = json.loads(told(capsys, "play", seats, "--data", own, "--json"))
    assert list(mine["data"]) == [RULES_FILE]
    shipped = json.loads(told(capsys, "play", seats, "--json"))
    assert "data" not in shipped
    assert mine["seats"] != shipped["seats"]


def test_a_record_tells_the_own_files_and_is_verified_with_them(
    own: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    seats = "--players=hill_folk:random,horse_lords:random"
    told(capsys, "play", seats, "--data", own, f"--record={path}")
    header = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    assert list(header["data"]) == [RULES_FILE]
    assert "ok " in told(capsys, "verify", str(path), "--data", own)
    assert main(["verify", str(path)]) == 2
    assert "expected the data file rules.toml of the record" in capsys.readouterr().err
    (Path(own) / RULES_FILE).write_bytes((DATA / RULES_FILE).read_bytes())
    assert main(["verify", str(path), "--data", own]) == 2
    assert f"({header['data'][RULES_FILE][:12]}), got " in capsys.readouterr().err


def test_the_folder_is_named_once_on_standard_error(
    own: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", *BATTLE, "--data", own]) == 0
    assert capsys.readouterr().err == f"Using your data files in {own}\n"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["odds", *BATTLE, "--data", "nowhere"], "expected a folder of data files, got 'nowhere'"),
        (["odds", *BATTLE, "--data", "{empty}"], "expected a folder with data files of the game"),
        (["rules", "overpay", "--data", "{own}"], "expected --data with numbers alone"),
        (
            ["play", "--game=dice_race", "--map=track", "--players=red:bold,blue:bold"],
            "expected a game that reads own data files, got 'dice_race' (--data)",
        ),
    ],
    ids=["nowhere", "empty", "clause", "game"],
)
def test_what_cannot_be_read_is_reported(
    args: list[str],
    message: str,
    own: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(registry.GAMES, "dice_race", "tests.batch.dice_race")
    (tmp_path / "empty").mkdir()
    filled = [word.format(own=own, empty=tmp_path / "empty") for word in args]
    more = [] if "--data" in args else ["--data", own]
    assert main([*filled, *more]) == 2
    assert message in capsys.readouterr().err
