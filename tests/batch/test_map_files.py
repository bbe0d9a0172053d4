"""Studies on a map of a file: the path goes where an id goes, and the areas count."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bloodstones.batch.study.definition import parse_study
from bloodstones.batch.study.plan import check_plan, make_plan
from bloodstones.batch.study.run import fingerprint
from bloodstones.cli import main
from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.maps.reading import path_of

STUDY = """
id = "on_a_file"
question = "Is it fair?"
game = "bloodstones"
map = "MAP"
seed = 7
replicates = 3
strategies = ["random"]
[lineups]
explicit = [["dragon_riders", "horse_lords"]]
"""


def mark_of(path: Path) -> str:
    plan = make_plan(parse_study(STUDY.replace("MAP", str(path)), path))
    check_plan(plan, GAME, "x.toml")
    return fingerprint(plan, GAME)


def test_a_study_plays_on_the_map_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_bytes(path_of("twin_meres").read_bytes())
    (tmp_path / "study.toml").write_text(STUDY.replace("MAP", "mine.toml"))
    assert main(["study", "plan", "study.toml", "--json", "--games-per-second", "100"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["cells"][0] == "mine.toml/dragon_riders+horse_lords/random"


def test_a_changed_map_is_another_run(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = path_of("twin_meres").read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    first = mark_of(path)
    assert mark_of(path) == first
    path.write_text(text.replace('"forest"', '"hills"', 1), encoding="utf-8")
    assert mark_of(path) != first


def test_a_map_that_is_not_there_or_too_small_is_reported_with_the_cell(tmp_path: Path) -> None:
    gone = str(tmp_path / "gone.toml")
    plan = make_plan(parse_study(STUDY.replace("MAP", gone), tmp_path))
    with pytest.raises(InputError, match=r"x\.toml, cell .*expected a readable file"):
        check_plan(plan, GAME, "x.toml")
    plan = make_plan(parse_study(STUDY.replace("MAP", str(path_of("ember_coast"))), tmp_path))
    with pytest.raises(InputError, match=r"expected 4 to 5 players on map ember_coast, got 2"):
        check_plan(plan, GAME, "x.toml")


def test_packed_rules_follow_a_changed_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = path_of("twin_meres").read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    (cell,) = make_plan(parse_study(STUDY.replace("MAP", str(path)), path)).cells[:1]
    before = GAME.tables_of(cell.setup).terrain.copy()
    path.write_text(text.replace('"forest"', '"hills"', 1), encoding="utf-8")
    assert (GAME.tables_of(cell.setup).terrain != before).sum() == 1
