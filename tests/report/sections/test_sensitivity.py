"""Rule numbers with a planted effect: found above the noise, told in words, table and picture."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from bloodstones.batch.study.definition import parse_study
from bloodstones.core.errors import InputError
from bloodstones.report.document.model import Picture, Table
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics.sensitivity import _cell, find_sensitivity
from bloodstones.stats.table import Results
from tests.declared import COLUMNS, MEASURES
from tests.report.conftest import REPORT
from tests.report.findings import composed, definition_in, found, narrowed
from tests.synthetic import results_tables

pytestmark = pytest.mark.usefixtures("maps_without_engine")

STUDY = """
id = "bloodstones_faction_balance"
question = "Which numbers matter?"
game = "bloodstones"
map = "tyrants_lament"
seed = 5
replicates = 40
strategies = ["warlord"]
[lineups]
sets = [{ players = 2, factions = ["dragon_riders", "horse_lords"] }]
[sensitivity]
method = "METHOD"
runs = 8
batches = 4
[sensitivity.numbers]
"dragon.modifier" = [1, 4]
"starting_hand" = [7, 10]
"""


def played(study):
    """A row a seat: each point of the dragon's modifier is worth 15 points to the riders."""
    base, _ = results_tables(seed=1, games=1)
    base = base[(base["players"] == 2) & base["cell"].str.contains("dragon_riders[+]horse_lords")]
    base = base[base["strategy"] == "warlord"].groupby("faction").head(1)
    dice = np.random.default_rng(3).random(study.replicates)
    many = pd.concat([base] * study.replicates)
    riders = many["faction"] == "dragon_riders"
    many["replicate"] = np.repeat(np.arange(study.replicates), len(base))
    parts = [base.assign(arm="base", replicate=0, cell="base")]
    for name, arm in study.every_arm.items():
        share = 0.2 + 0.15 * (arm.overrides["dragon.modifier"] - 1)
        won = riders == (np.repeat(dice, len(base)) < share)
        parts.append(many.assign(arm=name, cell=name, win_credit=won.astype(float)))
    return pd.concat(parts, ignore_index=True)


@cache
def told(method):
    text = STUDY.replace("METHOD", method)
    study = parse_study(text, Path("x.toml"))
    keys = ("areas_hash", "cells", "sources_sha256", "study_sha256", "table_hash")
    provenance = dict.fromkeys(keys, 1) | {
        "game": "bloodstones",
        "games": 1,
        "question": "",
        "quick": False,
        "replicates": 40,
        "seed": 5,
        "study": "bloodstones_faction_balance",
        "study_file": text,
        "versions": {"bloodstones": "0"},
    }
    areas = results_tables(seed=1, games=1)[1].assign(cell="base")
    definition = narrowed(definition_in(REPORT), "sensitivity")
    return found(definition, Results(played(study), areas, provenance, COLUMNS, MEASURES))


@pytest.mark.parametrize("method", ["morris", "sobol"])
def test_a_planted_number_is_found_and_an_idle_one_is_noise(method):
    table = told(method).table(StudyTable.SENSITIVITY).set_index(["faction", "knob"]).sort_index()
    assert table["above_noise"].xs("dragon.modifier", level="knob").all()
    assert not table["above_noise"].xs("starting_hand", level="knob").any()
    if method == "morris":
        effects = table["effect"].xs("dragon.modifier", level="knob")
        assert effects.to_numpy() == pytest.approx(0.45, abs=0.1)


def test_the_answer_names_the_number_and_the_table_brackets_the_noise():
    report = composed(told("morris"))
    first, rest, *_ = report.answer
    assert first.startswith("Yes: “Dragon, modifier” matters most: over its range, the win rate")
    assert rest.startswith("One number stays within the noise of the games: at most ")
    assert report.front.advice.startswith("Settle “Dragon, modifier” first. ")
    assert "Dragon, modifier (1 to 4)" in report.pictures["first_page"]
    blocks = report.sections[0].blocks
    (table,) = (block for block in blocks if isinstance(block, Table))
    assert [row[0] for row in table.rows] == ["Dragon, modifier 1–4", "starting hand 7–10"]
    assert all(cell.startswith("(") for cell in table.rows[1][1:])
    signs = {str(cell)[0] for cell in table.rows[0][1:]}
    assert signs == {"+", "−"}  # what helps the one harms the other
    (picture,) = (block for block in blocks if isinstance(block, Picture))
    assert picture.name in report.pictures


def test_a_screen_on_several_boards_tells_what_the_board_makes():
    text = STUDY.replace("METHOD", "morris").replace(
        'map = "tyrants_lament"', 'maps = ["tyrants_lament", "other"]'
    )
    study = parse_study(text, Path("x.toml"))
    rows = played(study).assign(map="tyrants_lament")
    riders = rows["faction"] == "dragon_riders"
    # Elsewhere every other game is the other side's, whatever the setting.
    turned = rows["replicate"] % 2 == 0
    there = rows.assign(map="other")
    there.loc[turned, "win_credit"] = (~riders[turned]).astype(float)
    table = find_sensitivity(pd.concat([rows, there]), study, 1).set_index(["faction", "knob"])
    told_of_boards = table.xs("map", level="knob")
    assert told_of_boards["above_noise"].all()
    assert table["above_noise"].xs("dragon.modifier", level="knob").all()
    moved = [
        float(rows.loc[riders & turned & (rows["arm"] == arm), "win_credit"].sum())
        for arm in study.every_arm
    ]
    expected = np.mean(moved) / study.replicates
    assert told_of_boards.loc["dragon_riders", "effect"] == pytest.approx(expected)


def test_an_effect_that_rounds_to_nought_has_no_sign() -> None:
    row = {"effect": -0.2, "low": -0.6, "high": 0.2, "above_noise": True, "both": False}
    assert _cell(row, 0) == "0 ± 0"
    assert _cell(row | {"effect": -0.6}, 0) == "−1 ± 0"


def test_a_study_without_numbers_to_turn_is_refused():
    study = parse_study(STUDY.partition("[sensitivity]")[0], Path("x.toml"))
    with pytest.raises(InputError, match=r"expected a study with a table \[sensitivity\]"):
        find_sensitivity(pd.DataFrame(), study, 0)


def test_settings_are_arms_that_stay_the_same():
    study = parse_study(STUDY.replace("METHOD", "morris"), Path("x.toml"))
    arms = study.every_arm
    assert len(arms) == 8 * 3
    assert next(iter(arms)) == "run_01"
    again = parse_study(STUDY.replace("METHOD", "morris"), Path("x.toml")).every_arm
    dumped = [json.dumps({k: a.model_dump() for k, a in each.items()}) for each in (arms, again)]
    assert dumped[0] == dumped[1]
    assert all(1 <= arm.overrides["dragon.modifier"] <= 4 for arm in arms.values())


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (('"dragon.modifier" = [1, 4]', '"dragon.modifier" = [4, 1]'), "a low end below the high"),
        (('method = "METHOD"', 'method = "guess"'), "expected morris or sobol"),
        (('"starting_hand" = [7, 10]\n', ""), "sensitivity.numbers"),
        (("runs = 8", "runs = 1"), "sensitivity.runs"),
        (("[sensitivity]", "[arms.x]\noptions = { overpay = 1 }\n[sensitivity]"), "either arms or"),
    ],
)
def test_faults_of_the_table_are_reported(change, fault):
    text = STUDY.replace(*change).replace("METHOD", "morris")
    with pytest.raises(InputError, match=fault):
        parse_study(text, Path("x.toml"))
