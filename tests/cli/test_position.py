"""The command `position`: checks, drawings, advice and odds, and play from a position."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import bloodstones as bs
from bloodstones.cli import main
from bloodstones.core.errors import InputError

LINE = (
    "bloodstones tyrants_lament hill_folk,horse_lords turn=9 first=0 active=0 point=main"
    " | 0: citadel=1 units=1:giant*2;2:swordsman*2 hand=skirmisher*2+leader vp=0/3/0/0/0"
    " | 1: citadel=30 units=30:swordsman;2:cavalry hand=?5"
)


def printed(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(["position", *args]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(list(args)) == 2
    return capsys.readouterr().err


def test_check_says_who_decides_and_what(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = printed(capsys, "check", LINE, "--json")
    told = json.loads(kept)
    file = tmp_path / "checked.json"
    file.write_text(kept, encoding="utf-8")
    assert json.loads(printed(capsys, "check", str(file), "--json")) == told
    assert told["seat"] == 0
    assert told["scores"] == [3, 0]
    assert "build leader in 1 (forest)" in told["legal"]
    assert sum(told["table"]["seats"][1]["hand"].values()) == 5
    again = json.loads(printed(capsys, "check", told["position"], "--json"))
    assert again == told
    assert "build leader in 1 (forest)" in printed(capsys, "check", LINE)


@pytest.mark.parametrize("ending", ["txt", "json", "toml"])
def test_a_file_holds_text_or_a_table(
    ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = bs.load_game("bloodstones").position(LINE).position()
    seats = [{"citadel": 1, "hand": {"leader": 1}}, {"citadel": 30}]
    text = {
        "txt": LINE,
        "json": json.dumps(table),
        "toml": 'board = "tyrants_lament"\nroles = ["hill_folk", "horse_lords"]\n'
        'turn = 1\nfirst = 0\nactive = 0\npoint = "main"\n'
        + "".join(
            f"[[seats]]\ncitadel = {seat['citadel']}\n"
            + ("hand = {leader = 1}\n" if "hand" in seat else "")
            for seat in seats
        ),
    }[ending]
    file = tmp_path / f"position.{ending}"
    file.write_text(text, encoding="utf-8")
    told = json.loads(printed(capsys, "check", str(file), "--json"))
    assert told["table"]["seats"][0]["citadel"] == 1
    assert bs.load_position(file).seat == 0


def test_odds_are_those_of_the_battle_at_hand(capsys: pytest.CaptureFixture[str]) -> None:
    (answer,) = json.loads(printed(capsys, "odds", LINE, "--json"))
    assert answer
    assert "Attacker wins" in printed(capsys, "odds", LINE)


def test_chances_of_all_seats_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    args = ("--strategy", "random", "--playouts", "4", "--json")
    rows = json.loads(printed(capsys, "chances", LINE, *args))
    assert sum(row["chance"] for row in rows) == pytest.approx(1.0)


def test_advice_is_a_legal_decision(capsys: pytest.CaptureFixture[str]) -> None:
    args = ("--strategy", "greedy", "--worlds", "1", "--json")
    advice = json.loads(printed(capsys, "advise", LINE, *args))
    assert advice["choice"] in [
        each.words for each in bs.load_game("bloodstones").position(LINE).legal()
    ]


def test_play_starts_from_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--position", LINE, "--players", "random,random", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert "point=over" in told["position"]
    assert [seat["role"] for seat in told["seats"]] == ["hill_folk", "horse_lords"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("position", "check", "nothing.txt"), "expected a file or a position, got 'nothing.txt'"),
        (("position", "check", LINE.replace("giant", "gaint")), "did you mean giant"),
        (("position", "check", LINE.replace("?5", "?99")), "at most the"),
        (("position", "check", LINE, "--game", "battalia"), "expected a position of battalia"),
        (
            ("play", "--position", LINE, "--set", "regroups.2=1"),
            "expected --set or --position, got both",
        ),
        (("play", "--position", LINE, "--players", "a,b,c"), "a strategy for all or for each"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    args: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in refused(capsys, *args)


def test_a_game_from_a_position_has_no_record() -> None:
    play = bs.load_game("bloodstones").position(LINE, "random").finish()
    with pytest.raises(InputError, match="expected a playthrough from the setup"):
        play.record()
