"""Pictures and pages by command: `maps draw`, `replay --html`, `replay --png-at`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bloodstones.cli import main
from bloodstones.games.bloodstones.maps import reading
from bloodstones.games.bloodstones.maps.reading import list_maps
from tests.games.bloodstones.records import load_record
from tests.golden.make import FOLDER, open_setups
from tests.soaks import some

Capture = pytest.CaptureFixture[str]
NAME = next(iter(open_setups()))
RECORD = FOLDER / NAME
MAPS = Path(reading.__file__).parents[1] / "data" / "maps"
LINE = (
    "tyrants_lament hill_folk,horse_lords turn=1 first=0 active=0 point=main"
    " | 0: citadel=1 units=1:giant hand=leader | 1: citadel=30"
)
STARTS = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}


@pytest.mark.parametrize("name", some(list_maps(), 3))
def test_every_map_is_drawn(name: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "map.svg"
    assert main(["maps", "draw", name, "-o", str(file), "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output == {"picture": str(file), "map": name, "bytes": file.stat().st_size}
    assert 'data-area="0"' in file.read_text()


@pytest.mark.parametrize("kind", STARTS)
def test_the_name_of_the_file_says_the_format(kind: str, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / f"map.{kind.upper()}"
    pixels = ["--pixels", "400"] if kind == "png" else []
    assert main(["maps", "draw", "twin_meres", "-o", str(file), *pixels]) == 0
    assert file.read_bytes().startswith(STARTS[kind])
    assert "Twin Meres, 48 areas" in capsys.readouterr().out


def test_a_position_stands_on_the_map(tmp_path: Path) -> None:
    file, line = tmp_path / "map.svg", tmp_path / "position.txt"
    line.write_text(LINE, encoding="utf-8")
    for text in (LINE, f"@{line}"):
        args = ["maps", "draw", "tyrants_lament", "-o", str(file), "--replace", "--position", text]
        assert main(args) == 0
        found = re.findall(r'data-piece="([^"]+)"', file.read_text())
        assert sorted(found) == ["1-0-citadel", "1-0-giant", "30-1-citadel"]
        assert "Hill Folk" in file.read_text()


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["-o", "map.jpg"], "expected a file that ends in .svg, .png or .pdf, got 'map.jpg'"),
        (["-o", "map.png", "--pixels", "3"], "expected 200 to 10_000 pixels, got 3"),
        (["-o", "map.svg", "--pixels", "300"], "expected a .png file with --pixels, got 'map.svg'"),
        (["-o", "map.svg", "--position", ""], "expected a position on the map twin_meres"),
        (["-o", "map.svg", "--position", LINE], "expected a position on the map twin_meres"),
        (["-o", "map.svg", "--position", "@nowhere"], "expected a file with a position line"),
        (["-o", "nowhere/map.svg"], "expected a file in an existing folder"),
        ([], "missing --out (bloodstones maps draw)"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    args: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["maps", "draw", "twin_meres", *args]) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_record_is_drawn_after_a_turn(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "turn.svg"
    assert main(["replay", str(RECORD), "--png-at", "0", str(file)]) == 0
    assert "Bloodstones on tyrants_lament, seed 7, after turn 0" in capsys.readouterr().out
    setup = file.read_text()
    assert len(re.findall(r'data-piece="\d+-\d-citadel"', setup)) == 2
    turns = load_record(RECORD).end["turns"]
    assert main(["replay", str(RECORD), "--png-at", str(turns), str(file), "--replace"]) == 0
    assert file.read_text() != setup


def test_a_page_is_written_and_is_the_same_each_time(tmp_path: Path) -> None:
    one, other = tmp_path / "one.html", tmp_path / "other.html"
    for file in (one, other):
        assert main(["replay", str(RECORD), "--html", str(file)]) == 0
    assert one.read_bytes() == other.read_bytes()
    text = one.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert not re.search(r'(?:src|href)="(?!data:|#)', text)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--html", "game.txt"], "expected a file that ends in .html, got 'game.txt'"),
        (["--png-at", "x", "turn.png"], "expected the number of a turn, got 'x' (--png-at)"),
        (["--png-at", "9999", "turn.png"], "expected a turn from 0 (setup) to"),
        (["--png-at", "1", "turn.gif"], "expected a file that ends in .svg, .png or .pdf"),
        (["--html", "game.html", "--map", "twin_meres"], "expected the map of the record with 75"),
        (["--gif", "game.png"], "expected a file that ends in .gif, got 'game.png' (--gif)"),
        (["--html", "game.html", "--json"], "expected --html, --png-at or --gif alone"),
        (["--map", "twin_meres"], "expected --map with --html, --png-at or --gif"),
        (["--data", "."], "expected --data with --html, --png-at or --gif"),
    ],
)
def test_what_cannot_be_replayed_is_refused(
    args: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["replay", str(RECORD), *args]) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_record_on_an_unknown_map_asks_for_its_file(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(RECORD.read_text().replace("tyrants_lament", "my_map", 1), encoding="utf-8")
    assert main(["replay", str(file), "--html", str(tmp_path / "game.html")]) == 2
    error = capsys.readouterr().err
    assert "expected a shipped map, got 'my_map'" in error
    assert "--map" in error
    shipped = (MAPS / "tyrants_lament.toml").read_text(encoding="utf-8")
    board, drawn = tmp_path / "my_map.toml", tmp_path / "turn.svg"
    board.write_text(shipped.replace('"tyrants_lament"', '"my_map"'), encoding="utf-8")
    asked = ["replay", str(file), "--png-at", "0", str(drawn), "--map", str(board)]
    assert main(asked) == 0
    areas = re.findall(r'data-area="\d+" d="([^"]+)"', drawn.read_text(encoding="utf-8"))
    assert len(set(areas)) == 75
