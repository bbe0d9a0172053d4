"""A report of a game that says nothing of itself, and sections that a game brings."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

from bloodstones.batch.study.plan import make_plan
from bloodstones.batch.study.run import run_study
from bloodstones.core.errors import InputError
from bloodstones.games import registry
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.game_report import GameReport, game_report_of
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Paragraph
from bloodstones.report.make import make_report
from bloodstones.report.study.findings import PLAYER, StudyFindings
from bloodstones.report.study.played import PlayedStudy
from tests.batch.conftest import study_file
from tests.batch.dice_race import DiceRace
from tests.report.findings import definition_in

REPORT = """
title = "Is the race fair?"
study = "race"
question = "Which die wins?"
band = 5
sections = [SECTIONS]
[strategies.bold]
name = "Bold"
does = "rolls again after a 1."
lacks = "does not look at the others"
[strategies.steady]
name = "Steady"
does = "rolls once."
lacks = "does not look at the others"
"""
PLAIN = '"factions", "match_ups", "strategies", "method", "provenance"'


@pytest.fixture
def race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The results of a study of the race, whose game is in the registry."""
    monkeypatch.setattr(registry, "GAMES", {"dice_race": "tests.batch.dice_race"})
    file = study_file(tmp_path)
    run_study(file, make_plan(file.study), DiceRace(), tmp_path / "results")
    return tmp_path


def write(folder: Path, sections: str) -> Path:
    (folder / "report.toml").write_text(REPORT.replace("SECTIONS", sections), encoding="utf-8")
    return folder


def test_a_game_that_says_nothing_of_itself_has_a_report(race: Path) -> None:
    assert game_report_of("dice_race") == GameReport()
    (page,) = make_report(write(race, PLAIN), race / "results", ["report.html"])
    text = page.read_text(encoding="utf-8")
    assert "Which die wins?" in text
    assert "Is the race fair?" in text
    assert (race / "tables" / "win_rates_by_faction.csv").is_file()
    assert json.loads((race / "provenance.json").read_text())["game"] == "dice_race"


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("length", "the column game_turns for the section length"),
        ("points", "sources of points for the section points"),
    ],
)
def test_a_section_without_its_columns_is_refused(race: Path, section: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make_report(write(race, f'{PLAIN}, "{section}"'), race / "results", ["report.html"])


def test_a_game_brings_a_section_of_its_own(race: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def find(played: PlayedStudy) -> Tables:
        seats = pd.DataFrame({"rows": [len(played.base)], PLAYER: ["bold"]})
        return {"dice": pd.DataFrame({"seed": [played.study_file["seed"]]}), "seats": seats}

    def make(findings: StudyFindings) -> Content:
        tables = findings.named
        seed, seats = tables["dice"]["seed"][0], tables["seats"]
        texts = (f"Seed {seed}, {seats['rows'][0]} rows.", f"{seats[PLAYER][0]} plays.")
        return [Paragraph(text) for text in texts], {}

    module = SimpleNamespace(
        GAME_REPORT=GameReport(), SECTIONS=(Section("dice", "The dice", make, find),)
    )
    monkeypatch.setattr(registry, "find_part", lambda game_id, place: module)
    (page,) = make_report(write(race, f'{PLAIN}, "dice"'), race / "results", ["report.html"])
    played = len(pd.read_parquet(race / "results" / "results.parquet"))
    text = page.read_text(encoding="utf-8")
    assert f"Seed 7, {played} rows." in text
    assert "Bold plays." in text  # a strategy by its name, in the table by its id
    assert (race / "tables" / "seats.csv").read_text().endswith(",bold\n")
    assert (race / "tables" / "dice.csv").read_text() == "seed\n7\n"


def test_a_section_that_no_game_has_is_refused(race: Path) -> None:
    with pytest.raises(InputError, match="sections"):
        definition_in(write(race, f'{PLAIN}, "dice"'))
