"""Reports that nobody defined: their sections come from the columns and the factors of a study."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from bloodstones.batch.study.definition import read_study
from bloodstones.batch.study.plan import make_plan
from bloodstones.batch.study.run import run_study
from bloodstones.cli import main
from bloodstones.games import registry
from bloodstones.games.registry import load_game
from bloodstones.report.contract.section import game_sections
from bloodstones.report.study.definition import definition_text, draft_study
from bloodstones.report.study.sections import STUDY
from bloodstones.stats.table import read_results
from tests.report.findings import definition_in
from tests.synthetic import write_results
from tests.toy.game import GAME as DARE

CASTLES = """
id = "{name}"
question = "Is a barrel more worth it?"
game = "bellum_magica"
seed = 3
strategies = ["farmer", ["farmer", "thief"]]
replicates = 4
[lineups]
sets = [{{ players = 2, factions = ["c1", "c2"] }}]
[arms.barrels]
overrides = {{ "play.barrel_limit" = 5 }}
"""
ARMIES = """
id = "{name}"
question = "Which army wins?"
game = "wizard_kings"
map = "westmarch+eastfen"
seed = 3
strategies = ["expansion"]
replicates = 2
[lineups]
sets = [{{ players = 2 }}]
"""
DARES = """
id = "{name}"
question = "Does nerve pay?"
game = "dare"
map = "isle"
seed = 5
strategies = ["bold", ["bold", "meek"]]
replicates = 20
[lineups]
sets = [{{ players = 3 }}]
[arms.goal]
overrides = {{ goal = 8 }}
"""


@pytest.fixture
def dare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, DARE.id, "tests.toy.game")


def results_of(text: str, name: str, folder: Path) -> Path:
    """Play a study and return the folder of its results."""
    path = folder / f"{name}.toml"
    path.write_text(text.format(name=name), encoding="utf-8")
    file = read_study(path)
    game = load_game(file.study.game)
    run_study(file, make_plan(file.study, game), game, folder / name, jobs=1)
    return folder / name


def test_a_study_of_roles_and_arms_has_their_sections_in_the_words_of_its_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = results_of(CASTLES, "castles", tmp_path)
    assert main(["report", str(results), "--html"]) == 0
    assert f"{results}/report/report.html" in capsys.readouterr().out
    page = (results / "report" / "report.html").read_text(encoding="utf-8")
    for heading in (
        "What a change would do",
        "Who wins",
        "Win rates by place in turn order",
        "Who played",
    ):
        assert heading in page
    assert "of castle board and player count" in page
    told, _, data = page.partition("<main")[2].partition('id="data"')  # files keep their names
    assert data
    assert not re.search(">[^<]*faction", told)
    assert "food and glyphs first" in page  # what the game says of its strategy


def test_a_study_without_roles_compares_strategies_and_seats(tmp_path: Path, dare: None) -> None:
    results = results_of(DARES, "dares", tmp_path)
    assert main(["report", str(results), "--html", "--out", str(tmp_path / "out")]) == 0
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "What a change would do" in page
    output = (tmp_path / "out" / "tables" / "what_ifs.csv").read_text(encoding="utf-8")
    assert "seat 1" in output
    assert "Who wins" not in page
    assert not (results / "report").exists()


def test_a_game_whose_points_have_no_sources_tells_what_seats_do(tmp_path: Path) -> None:
    results = results_of(ARMIES, "armies", tmp_path)
    sections = draft_study(read_results(results), {}, STUDY).definition.sections
    assert "activity" in sections
    assert "points" not in sections
    assert "map" in sections


def test_sections_need_columns_and_factors(tmp_path: Path) -> None:
    results = read_results(write_results(tmp_path, games=10))
    sections = draft_study(results, {}, STUDY).definition.sections
    assert {"factions", "match_ups", "seats", "points", "length"} <= set(sections)
    assert not {"what_ifs", "sensitivity", "worth", "choices", "maps"} & set(sections)


def test_the_written_definition_is_read_back_and_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = write_results(tmp_path / "results", games=10)
    out = tmp_path / "mine"
    assert main(["report", "init", str(results), "--out", str(out)]) == 0
    assert f"bloodstones report {out} --results {results}" in capsys.readouterr().out
    drafted = draft_study(read_results(results), {}, STUDY)
    read = definition_in(out)
    assert read.sections == drafted.definition.sections
    assert read.study == drafted.definition.study
    assert main(["report", "init", str(results), "--out", str(out)]) == 2
    assert "--replace" in capsys.readouterr().err
    (out / "report.toml").write_text("mine", encoding="utf-8")
    assert main(["report", "init", str(results), "--out", str(out), "--replace"]) == 0
    assert (out / "report.toml").read_text(encoding="utf-8") != "mine"


def test_every_comment_of_the_written_definition_is_sound(tmp_path: Path) -> None:
    results = read_results(write_results(tmp_path, games=10))
    text = definition_text(draft_study(results, {}, STUDY), (*STUDY, *game_sections("bloodstones")))
    keys = [line for line in text.splitlines() if line.startswith(("# strategy =", '    # "'))]
    for line in keys:
        text = text.replace(line, line.replace("# ", "", 1))
    sections = tomllib.loads(text)["sections"]
    assert {"odds", "worth", "luck"} <= set(sections)


@pytest.mark.parametrize("asked", [["--out", "x"], ["--results", "x"]])
def test_what_a_report_without_a_definition_does_not_take_is_reported(
    asked: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path
    if asked[0] == "--results":
        folder = write_results(tmp_path / "results", games=10)
    assert main(["report", str(folder), *asked]) == 2
    assert "Error: expected a folder" in capsys.readouterr().err


def test_only_results_get_a_definition(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "init", str(tmp_path)]) == 2
    assert "expected a folder of results" in capsys.readouterr().err
