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
from bloodstones.report.definition import read_definition
from bloodstones.report.make import make_report
from bloodstones.report.model import Paragraph
from bloodstones.report.own import PLAYER, Own, OwnSection, own_of
from tests.batch.conftest import study_file
from tests.batch.dice_race import DiceRace

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
    assert own_of("dice_race") == Own()
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
    section = OwnSection(
        "The dice",
        lambda study: {"dice": pd.DataFrame({"seed": [study["seed"]]})},
        lambda tables: (
            [
                Paragraph(f"Seed {tables['dice']['seed'][0]}, {tables['seats']['rows'][0]} rows."),
                Paragraph(f"{tables['seats'][PLAYER][0]} plays."),
            ],
            {},
        ),
        lambda rows: {"seats": pd.DataFrame({"rows": [len(rows)], PLAYER: ["bold"]})},
    )
    module = SimpleNamespace(OWN=Own(sections={"dice": section}))
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
        read_definition(write(race, f'{PLAIN}, "dice"'))
