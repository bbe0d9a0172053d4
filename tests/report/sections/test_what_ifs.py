"""What-ifs of a study with planted effects: found, corrected, told in words."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from bloodstones.core.errors import RunError
from bloodstones.report.document.model import Paragraph, Picture, Table
from bloodstones.report.make import kept_report
from bloodstones.report.study.definition import Advantage
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics import what_ifs
from bloodstones.report.topics.arms import find_what_ifs
from bloodstones.stats.table import Results
from tests.declared import COLUMNS, MEASURES
from tests.report.conftest import REPORT
from tests.report.findings import changed, composed, definition_in, found, narrowed, page_of
from tests.synthetic import results_tables

pytestmark = pytest.mark.usefixtures("maps_without_engine")

SECTION = what_ifs.WHAT_IFS_SECTION
SECTIONS = ("what_ifs", "what_if_seats", "what_if_lengths", "factions")
STUDY = """[arms.stronger]
title = "stronger dragons"

[arms.idle]
"""


def with_arms(rows):
    """The rows under three arms: as they are, dragon riders winning every fifth game, unchanged."""
    stronger = rows.copy()
    has = stronger["cell"].str.contains("dragon_riders") & (stronger["replicate"] % 5 == 0)
    rider = stronger["faction"] == "dragon_riders"
    stronger["win_credit"] = np.where(has, rider.astype(float), stronger["win_credit"])
    arms = {"base": rows, "stronger": stronger, "idle": rows}
    parts = []
    for arm, table in arms.items():
        cells = table["cell"] if arm == "base" else table["cell"] + f"/{arm}"
        parts.append(table.assign(arm=arm, cell=cells))
    return pd.concat(parts, ignore_index=True)


@pytest.fixture(scope="module")
def played():
    rows, areas = results_tables(seed=3, games=100)
    rows = with_arms(rows)
    keys = ("areas_hash", "cells", "sources_sha256", "study_sha256", "table_hash")
    provenance = dict.fromkeys(keys, 1) | {
        "game": "bloodstones",
        "games": len(rows),
        "question": "",
        "quick": False,
        "replicates": 100,
        "seed": 1,
        "study": "bloodstones_faction_balance",
        "study_file": STUDY,
        "versions": {"bloodstones": "0"},
        "arms": {
            "stronger": {"overrides": {"dragon.modifier": 5}},
            "idle": {"overrides": {"dragon.modifier": 3}},
        },
    }
    definition = definition_in(REPORT)
    definition = narrowed(definition, *SECTIONS)
    return PlayedStudy.of(definition, Results(rows, areas, provenance, COLUMNS, MEASURES))


@pytest.fixture(scope="module")
def told(played):
    """The findings of it."""
    return found(played.definition, played.results)


@pytest.fixture(scope="module")
def report(told):
    """The report of it."""
    return composed(told)


def test_a_planted_change_is_found_and_an_idle_one_is_not(told):
    table = told.table(StudyTable.WHAT_IFS).set_index(["arm", "faction", "players"]).sort_index()
    assert (table.loc["idle"]["difference"] == 0).all()
    assert (table.loc["idle"]["correlation"] > 0.999).all()
    own = table.loc["stronger", "dragon_riders"]
    planted = (1 - own["base"]) / 5
    assert own["difference"].to_numpy() == pytest.approx(planted.to_numpy(), abs=0.05)
    assert (own["p_value"] < 0.05).all()
    assert own["holm"].min() < 0.05
    assert (table["holm"] >= table["p_value"]).all()


def test_a_picture_has_the_changes_that_move_most_and_the_table_has_all(told, monkeypatch):
    monkeypatch.setattr(what_ifs, "MOST_DRAWN", 1)
    blocks, pictures = SECTION.make(told)
    picture = next(block for block in blocks if isinstance(block, Picture))
    assert "The picture has the 1 of 2 changes with the largest effects" in picture.caption
    assert "stronger dragons" in pictures[picture.name]
    assert "Idle" not in pictures[picture.name]
    table = next(block for block in blocks if isinstance(block, Table))
    assert [row[0] for row in table.rows] == ["base game", "stronger dragons", "Idle"]


def test_changes_that_move_nothing_are_named_in_a_sentence_once(told, monkeypatch):
    monkeypatch.setattr(what_ifs, "FEWEST_IDLE", 1)
    blocks, _ = SECTION.make(told)
    for table in (block for block in blocks if isinstance(block, Table)):
        assert [row[0] for row in table.rows] == ["base game", "stronger dragons"]
    sentences = [block.text for block in blocks if isinstance(block, Paragraph)]
    own = [text for text in sentences if text.startswith("One change has only figures of 0")]
    assert len(own) == told.table(StudyTable.WHAT_IFS)["players"].nunique()
    assert all(text.endswith("is left out of the tables: Idle.") for text in own)


def test_the_other_sections_speak_of_the_game_as_it_is(played, told):
    own = played.rows
    assert set(own["arm"]) == {"base"}
    assert told.table(StudyTable.FACTIONS)["games"].max() <= 3 * 100


def test_the_answer_names_the_change_that_moves_most(report):
    answer, count, *_ = (text.replace("\u00a0", " ") for text in report.answer)
    assert answer.startswith("No: with “stronger dragons”, the Dragon Riders with ")
    assert re.search(r"win \d+ %, not \d+ %: the largest effect\.$", answer)
    assert count.startswith("One of two changes moves some win rate clearly; the other moves none")


def test_a_planted_change_that_is_larger_stops_the_build(told):
    """A sentence on the largest effect is refuted by a table with a larger one."""
    finding = what_ifs.what_ifs(told)
    assert finding.claim("largest")
    idle = finding.table["arm"] == "idle"
    larger = finding.table.assign(
        difference=finding.table["difference"].mask(idle, 0.9),
        holm=finding.table["holm"].mask(idle, 0.0),
    )
    wrong = replace(finding, table=larger)
    vars(wrong)["changes"] = finding.changes
    assert not wrong.claim("largest")
    with pytest.raises(RunError, match=r"expected a true claim, .*largest"):
        wrong.sure("largest")


def test_a_report_that_asks_what_something_is_worth_says_so_with_its_interval(told):
    given = (Advantage("a braver dragon", {"stronger": "dragon_riders"}),)
    asking = narrowed(told.definition, "what_ifs", worth=given, baseline="custom armies")
    finding = what_ifs.what_ifs(replace(told, definition=asking))
    rows = finding.table[finding.table["arm"] == "stronger"]
    rows = rows[rows["faction"] == "dragon_riders"]
    assert finding.claim("gains")
    assert not finding.claim("costs")
    answer, first, *_ = page_of(replace(told, definition=asking)).answer
    assert answer.startswith("A braver dragon gains wins: the Dragon Riders gain ")
    assert answer.endswith(", with custom armies.")
    assert len(rows) == 2  # numbers of players
    most = rows.loc[rows["difference"].abs().idxmax()]
    size = {2: "two", 3: "three"}[most["players"]]
    low, high = round(100 * most["low"]), round(100 * most["high"])
    said = f"For the Dragon Riders with {size} players, the interval is"
    assert first == f"{said} {low} to {high} points more."
    doubtful = finding.table.assign(low=-0.01)
    assert not replace(finding, table=doubtful).claim("gains")


def test_a_report_may_word_the_titles_of_changes_anew(told):
    worded = narrowed(told.definition, "what_ifs", arms={"stronger": "braver dragons"})
    answer = page_of(replace(told, definition=worded)).answer[0]
    assert "with “braver dragons”" in answer


def test_a_recommended_change_that_shortens_the_game_says_so():
    folder = REPORT.parent / "bloodstones_recipe_4"
    lengths = pd.read_csv(folder / "tables" / "what_if_lengths.csv").set_index("arm")
    row = lengths.loc["three_changes"]
    assert row["other"] < 0.9 * row["base"]
    said = f"{row['other']:.0f} rounds on average, not {row['base']:.0f}"
    assert any(said in text for text in kept_report(folder).first_page().answer)


def page_with(told, base, after, **fields):
    """The first page where all changes take rates from one value to another, in fair shares."""
    table = told.table(StudyTable.WHAT_IFS)
    fair = 1 / table["players"]
    sign = np.where(table["faction"] == table["faction"].iloc[0], 1, -1)
    before, now = fair * (1 + base * sign), fair * (1 + after * sign)
    moved = table.assign(base=before, other=now, difference=now - before, holm=0.0)
    moved = moved.assign(low=now - before - 0.01, high=now - before + 0.01)
    alone = replace(told, definition=narrowed(told.definition, "what_ifs", **fields))
    by = moved.assign(strategy=told.strategy)
    tables = {StudyTable.WHAT_IFS: moved, StudyTable.WHAT_IFS_BY_STRATEGY: by}
    return page_of(changed(alone, tables))


def test_a_change_is_recommended_if_it_gains_enough_points(told):
    much = page_with(told, 0.5, 0.1)
    assert much.front.advice.startswith("Use “")
    assert "helps most: the average distance from the fair share falls from" in much.answer[0]
    little = page_with(told, 0.5, 0.49)
    assert little.front.advice.startswith("Keep the rules as they are. No tested change brings")
    wanted = page_with(told, 0.5, 0.1, least=0.4)
    assert "by 40 points or more" in wanted.front.advice


@pytest.mark.parametrize("after", [-0.3, 0.6])
def test_a_change_that_overshoots_or_makes_it_worse_is_not_recommended(told, after):
    page = page_with(told, 0.5, after)
    assert page.front.advice.startswith("Keep the rules as they are.")
    assert "the largest effect" in page.answer[0]


def test_a_change_without_power_is_answered_with_more_games(told):
    table = told.table(StudyTable.WHAT_IFS).assign(holm=1.0, low=-0.29, high=0.29)
    alone = replace(told, definition=narrowed(told.definition, "what_ifs"))
    page = page_of(changed(alone, {StudyTable.WHAT_IFS: table}))
    assert "none moves a win rate by more than 29 points" in page.answer[0]
    assert page.front.advice == (
        "Play more games before you decide. These games cannot find an effect below 29 points."
    )


def test_the_largest_effect_of_one_change_is_said_once(told):
    table = told.table(StudyTable.WHAT_IFS)
    alone = replace(told, definition=narrowed(told.definition, "what_ifs"))
    page = page_of(changed(alone, {StudyTable.WHAT_IFS: table[table["arm"] == "stronger"]}))
    assert not [
        text for text in page.answer if "nearest" in text or "of one change" in text.lower()
    ]


def test_a_change_that_mends_the_turn_order_is_recommended_where_plans_are_known(told):
    seats = told.table(StudyTable.WHAT_IF_SEATS)
    even = 1 / seats["players"]
    first = seats["faction"] == "First to move"
    uneven = even * (1 + np.where(first, 0.5, -0.5))
    mended = seats.assign(base=uneven, other=even, difference=even - uneven, holm=0.0)
    mended = mended.assign(low=even - uneven - 0.01, high=even - uneven + 0.01)
    definition = narrowed(told.definition, "what_ifs", "what_if_seats", by="strategy")
    page = page_of(changed(told, {StudyTable.WHAT_IF_SEATS: mended}, definition=definition))
    assert re.match(
        r"Use “[^”]+” with \w+ players\. With [^.]+, the \w+ to move then wins", page.front.advice
    )
    assert any("makes the places in turn order fairer" in text for text in page.answer)


def test_differences_of_lengths_have_no_negative_nought(told):
    table = told.table(StudyTable.WHAT_IF_LENGTHS).assign(difference=-0.001, low=-0.02, high=0.02)
    lengths = changed(told, {StudyTable.WHAT_IF_LENGTHS: table})
    (block,), _ = what_ifs.WHAT_IF_LENGTHS.make(lengths)
    assert {row[-2:] for row in block.rows} == {("", ""), ("0.00", "−0.02 to +0.02")}


def test_the_section_has_a_picture_and_a_table_a_player_count(report):
    section = report.sections[0]
    tables = [block for block in section.blocks if isinstance(block, Table)]
    pictures = [block for block in section.blocks if isinstance(block, Picture)]
    assert [picture.name for picture in pictures[:2]] == [
        "what_ifs_2_players",
        "what_ifs_3_players",
    ]
    for table in tables:
        assert [row[0] for row in table.rows] == ["base game", "stronger dragons", "Idle"]
    assert [set(table.rows[2][1:]) for table in tables[::2]] == [{"0 ± 2"}, {"0 ± 4"}]


def test_win_rates_that_result_are_shown_with_their_distance_from_fair(told):
    tables = [block for block in SECTION.make(told)[0] if isinstance(block, Table)]
    for table in tables[1::2]:
        base, stronger, idle = table.rows
        assert table.header[-1] == "distance,\npoints"
        assert base[1:] == idle[1:] != stronger[1:]
        assert "%" not in base[-1]
    fair = told.table(StudyTable.WHAT_IF_DISTANCES).set_index(["arm", "players"])
    assert (fair.loc["stronger"]["distance"] > fair.loc["base"]["distance"]).all()
    rates = told.table(StudyTable.WHAT_IF_RATES).set_index(["arm", "players", "faction"])["rate"]
    shift = told.table(StudyTable.WHAT_IFS).set_index(["arm", "players", "faction"])["difference"]
    moved = (rates["stronger"] - rates["base"]).sort_index()
    assert moved.to_numpy() == pytest.approx(shift["stronger"].sort_index().to_numpy())


def test_numbers_that_several_changes_set_have_a_dose_curve_through_the_printed_value(told):
    doses = told.table(StudyTable.DOSES)
    assert set(doses["number"]) == {"dragon.modifier"}
    arms = doses.drop_duplicates("value").set_index("value")["arm"]
    assert arms.to_dict() == {3: "idle", 4: "base", 5: "stronger"}
    blocks, pictures = SECTION.make(told)
    named = [block.name for block in blocks if isinstance(block, Picture)]
    assert named[2:] == ["dose_curves_2_players", "dose_curves_3_players"]
    assert "Dragon, modifier" in pictures["dose_curves_2_players"]


def test_a_table_without_arms_has_no_what_ifs():
    rows, _ = results_tables(seed=3, games=2)
    assert find_what_ifs(rows).empty
    assert find_what_ifs(rows.assign(arm="base")).empty


def test_places_in_turn_order_and_lengths_are_compared_as_well(played, told, report):
    seats = told.table(StudyTable.WHAT_IF_SEATS).set_index(["arm", "faction"])
    assert {"First to move", "Second to move", "Third to move"} == set(
        told.table(StudyTable.WHAT_IF_SEATS)["faction"]
    )
    assert (seats.loc["idle"]["difference"] == 0).all()
    assert (told.table(StudyTable.WHAT_IF_LENGTHS)["difference"] == 0).all()
    rows = played.results.rows
    three = rows[(rows["players"] == 3) & (rows["arm"] == "base")]
    base = told.table(StudyTable.WHAT_IF_LENGTHS).set_index(["arm", "players"])["base"]
    assert base["idle", 3] == pytest.approx((three["game_turns"] / 3).mean(), rel=0.02)
    seats, lengths = report.sections[1:3]
    assert "by place in turn order" in seats.blocks[0].text
    assert "Holm" in seats.blocks[0].text
    assert [row[1] for row in lengths.blocks[0].rows][:3] == [
        "base game",
        "stronger dragons",
        "Idle",
    ]


def test_a_report_by_strategy_speaks_of_strategies(played):
    definition = narrowed(played.definition, "what_ifs", by="strategy")
    findings = found(definition, played.results)
    names = {definition.strategies[name].name for name in findings.played("strategy")}
    assert set(findings.table(StudyTable.WHAT_IFS)["faction"]) <= names
    section = composed(findings).sections[0]
    assert "a strategy's win rate" in section.blocks[0].text


def test_figures_that_rest_on_assumed_values_say_so(played):
    findings = found(narrowed(played.definition, "what_ifs", "method"), played.results)
    assert "assumed" not in page_of(findings).front.doubt
    assumed = {"assumed": ["cards.csv: imp", "cards.csv: ogre", "chests.csv: gold"]}
    resting = replace(findings, provenance={**findings.provenance, **assumed})
    doubt = page_of(resting).front.doubt
    assert "The data rest on three assumed values; other values could change this." in doubt
    method = composed(resting).sections[-1]
    assert method.id == "method"
    (text,) = (
        block.text
        for block in method.blocks
        if isinstance(block, Paragraph) and "assumed values" in block.text
    )
    assert "2 in cards.csv (imp and ogre); 1 in chests.csv (gold)." in text
