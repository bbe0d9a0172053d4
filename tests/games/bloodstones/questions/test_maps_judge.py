"""`bloodstones maps judge` and `maps generate --fair`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bloodstones.cli import main
from bloodstones.games.bloodstones.maps.reading import load_map, read_map

COLUMNS = 80
QUICK = ["--players", "2", "--games", "120", "--strategy", "random", "--jobs", "1"]


def run(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(["maps", *args]) == 0
    return capsys.readouterr().out


def test_a_map_is_judged_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(run(capsys, "judge", "twin_meres", *QUICK, "--json"))
    (judged,) = answer["maps"]
    assert (judged["map"], judged["players"], judged["games"]) == ("twin_meres", 2, 120)
    assert judged["seat_advantage"] in ("fair", "unfair", "too few games")
    assert sum(line["wins"] for line in judged["turn_orders"]) == pytest.approx(120)
    assert sum(line["seats"] for line in judged["citadel_areas"]) == 240
    assert {site["area"] for site in judged["sites"]} >= {
        line["citadel_area"] for line in judged["citadel_areas"]
    }
    assert len(judged["areas"]) == len(load_map("twin_meres").areas)
    assert "differences" not in answer


def test_two_maps_are_compared_in_pairs_on_a_narrow_screen_with_a_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "battles.svg"
    out = run(capsys, "judge", "twin_meres", "raven_coast", *QUICK, "--picture", str(picture))
    *lines, note, picture_line = out.splitlines()
    assert max(map(len, lines)) <= COLUMNS
    assert note.startswith("Edge: win rate above that of the same factions elsewhere.")
    assert picture_line == f"Picture: {picture}"
    assert "Twin Meres less Raven Coast" in out
    assert "Seat advantage" in out
    assert "Correlation" in out
    assert "battles in 100 games" in picture.read_text(encoding="utf-8")


def test_the_fairest_candidate_is_written_with_how_it_was_chosen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "fair.toml"
    options = ["--players", "2", "--candidates", "2", "--fair", "120", "--strategy", "random"]
    run(capsys, "generate", *options, "--areas-per-player", "16", "--out", str(file))
    origin = read_map(file).origin
    assert origin.startswith("generated (seed ")
    assert "fairest of 2 in games of random, 120 each in the last round" in origin
    first = file.read_bytes()
    again = ("--areas-per-player", "16", "--out", str(file), "--replace")
    run(capsys, "generate", *options, *again)
    assert file.read_bytes() == first


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["judge", "--players", "2"], "missing MAP (bloodstones maps judge)"),
        (["judge", "twin_meres", "twin_meres", "--players", "2"], "expected one map or two"),
        (["judge", "twin_meres", "--players", "3"], "expected 2 to 2 players on map twin_meres"),
        (["judge", "twin_meres", "--players", "2", "--games", "9"], "from 120 to 1_000_000"),
        (["judge", "twin_meres", "--players", "2", "--band", "0"], "expected a band above 0"),
        (["judge", "twin_meres", "--players", "2", "--strategy", "x"], "expected a strategy"),
        (
            ["judge", "twin_meres", "--players", "2", "--jobs", "0"],
            "expected a whole number of at least 1, got '0' (--jobs)",
        ),
        (["judge", "twin_meres", "--players", "2", "--picture", "x.gif"], "expected a file that"),
        (["judge", "nowhere", "--players", "2"], "expected a map or the path"),
        (["generate", "--players", "2", "--fair", "500"], "expected 2 to 128 candidates"),
        (
            ["generate", "--players", "2", "--candidates", "2", "--fair", "5"],
            "expected a whole number from 120 to 1_000_000, got '5' (--fair)",
        ),
        (
            ["generate", "--players", "2", "--strategy", "warlord"],
            "expected --fair with --strategy",
        ),
    ],
)
def test_bad_input_is_reported_in_a_sentence(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["maps", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert message in captured.err
    assert "Traceback" not in captured.err
