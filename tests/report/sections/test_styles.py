"""Sections on ways of playing: what beats the standard, what suits a role, where changes act."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from bloodstones.core.errors import InputError
from bloodstones.report.document.model import Paragraph, Table
from bloodstones.report.study.definition import draft_study
from bloodstones.report.study.sections import STUDY
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics.course import DECIDED
from bloodstones.report.topics.exploiter import EXPLOITER, find_exploits
from bloodstones.report.topics.style_changes import WHAT_IF_STYLES
from bloodstones.report.topics.styles import STYLES
from bloodstones.stats.table import mixed_games, read_results
from tests.report.conftest import REPORT
from tests.report.findings import changed, composed, definition_in, found, narrowed
from tests.synthetic import write_results

pytestmark = pytest.mark.usefixtures("maps_without_engine")

SECTIONS = ("exploiter", "styles", "what_if_styles", "decided")


def with_turned_seats(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows; where two strategies meet, they have changed their seats in every other game."""
    turned = (rows["players"] == 2) & (rows["replicate"] % 2 == 1)
    turned &= rows.index.isin(mixed_games(rows).index)
    seats = np.where(turned, 1 - rows["seat"], rows["seat"])
    return rows.assign(seat=seats, cell=rows["cell"] + np.where(turned, "/turned", ""))


def with_arms(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows under three arms: one lets dragons win more, but only where all play warlord."""
    alone = ~rows.index.isin(mixed_games(rows).index) & (rows["strategy"] == "warlord")
    with_dragons = rows["cell"].str.contains("dragon_riders") & (rows["replicate"] % 4 == 0)
    dragons = (rows["faction"] == "dragon_riders").astype(float)
    credit = rows["win_credit"].where(~(alone & with_dragons), dragons)
    fiercer = rows.assign(win_credit=credit)
    parts = {"base": rows, "fiercer": fiercer, "idle": rows}
    return pd.concat(
        [
            table.assign(arm=arm, cell=table["cell"] + ("" if arm == "base" else f"/{arm}"))
            for arm, table in parts.items()
        ],
        ignore_index=True,
    )


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Results of the synthetic study, with two more arms and turned seats."""
    plain = read_results(write_results(tmp_path_factory.mktemp("styles"), games=100))
    arms = '[arms.fiercer]\ntitle = "fiercer dragons"\n[arms.idle]\ntitle = "nothing new"\n'
    told = {**plain.provenance, "study_file": f"{plain.provenance['study_file']}\n{arms}"}
    return replace(plain, rows=with_arms(with_turned_seats(plain.rows)), provenance=told)


@pytest.fixture(scope="module")
def findings(maps_without_engine, results):
    definition = narrowed(definition_in(REPORT), *SECTIONS, strategy="builder")
    return found(definition, results)


def words_of(section, findings) -> str:
    """All running text of a section, with plain blanks."""
    blocks, pictures = section.make(findings)
    named = [block.name for block in blocks if block.kind == "picture"]
    assert sorted(named) == sorted(pictures)
    text = " ".join(block.text for block in blocks if isinstance(block, Paragraph))
    return text.replace("\u00a0", " ")


def tables_of(section, findings) -> list[Table]:
    return [block for block in section.make(findings)[0] if isinstance(block, Table)]


def test_the_planted_exploiter_is_told_with_its_plan(findings):
    text = words_of(EXPLOITER, findings)
    row = findings.table(StudyTable.EXPLOITERS).iloc[0]
    assert (row["strategy"], row["verdict"]) == ("warlord", "stronger")
    assert f"Warlord beats Builder: a seat with it wins {row['rate'] * 100:.0f}" in text
    assert f"n = {row['seats']:,}), where half is fair" in text
    assert "It met no other strategy alone, so these games do not show what beats it." in text
    assert "Warlord gathers one main army" in text, "the words of the report's strategies"
    plans = findings.table(StudyTable.PLANS)
    furthest = plans.loc[plans["apart"].abs().idxmax()]
    assert furthest["meaning"].partition(":")[0].partition(" (")[0] in text
    challengers, numbers = tables_of(EXPLOITER, findings)
    assert challengers.header[-1] == "verdict", "nobody met a third one"
    assert numbers.rows[0][0] == furthest["meaning"]
    assert numbers.rows[0][4].startswith("−" if furthest["apart"] < 0 else "+")


def test_a_standard_that_nobody_beats_is_said_to_stand(findings):
    other = replace(findings.definition, standard="warlord")
    table = findings.table(StudyTable.EXPLOITERS).assign(
        strategy="builder", standard="warlord", verdict="weaker", rate=0.25, low=0.2, high=0.3
    )
    stands = changed(findings, {StudyTable.EXPLOITERS: table}, definition=other)
    text = words_of(EXPLOITER, stands)
    assert "no strategy in these games beats Warlord. Builder comes closest" in text
    assert "25 % (20–30 %" in text


def test_an_exploiter_that_is_answered_names_the_answer(findings):
    table = findings.table(StudyTable.EXPLOITERS).assign(
        answer="builder",
        answer_seats=150,
        answer_rate=0.7,
        answer_low=0.6,
        answer_high=0.8,
        answers=True,
    )
    text = words_of(EXPLOITER, changed(findings, {StudyTable.EXPLOITERS: table}))
    assert (
        "Builder beats Warlord in turn: a seat with it wins 70 % (60–80 %, n = 150; rough)" in text
    )
    challengers = tables_of(EXPLOITER, changed(findings, {StudyTable.EXPLOITERS: table}))[0]
    assert challengers.rows[0][-3::2] == ("Builder", "150")
    table = table.assign(answers=False)
    text = words_of(EXPLOITER, changed(findings, {StudyTable.EXPLOITERS: table}))
    assert "No strategy here significantly beats Warlord; Builder does best and wins 70 %" in text


def test_games_of_one_strategy_have_no_exploiter(results):
    rows = results.rows[results.rows["arm"] == "base"].assign(strategy="builder")
    with pytest.raises(InputError, match="exactly two strategies meet"):
        find_exploits(rows, "bloodstones", "builder", seed=1)


def test_roles_suit_the_style_that_wins_more_with_them(findings):
    table = findings.table(StudyTable.STYLES)
    alone = table[(table["how"] == "one strategy at all seats") & (table["players"] == 3)]
    apart = alone[~alone["suits"].astype(bool)]
    assert set(apart["faction"]) == {"dragon_riders", "hill_folk"}, "as they were planted"
    text = words_of(STYLES, findings)
    assert "With three players, styles differ for two of three factions." in text
    dragons = next(row for row in tables_of(STYLES, findings)[0].rows if "Dragon Riders" in row)
    assert dragons[2] == "Warlord"
    assert "Warlord wins most with every faction." in text, "where strategies meet"


def test_styles_that_do_not_differ_are_said_to_be_alike(findings):
    table = findings.table(StudyTable.STYLES).assign(suits=True)
    text = words_of(STYLES, changed(findings, {StudyTable.STYLES: table}))
    assert "no faction suits any of these styles better than another for certain" in text


def test_a_change_acts_for_the_style_that_it_was_planted_for(findings):
    text = words_of(WHAT_IF_STYLES, findings)
    assert "With two players, no changes affect both styles and one change affects none." in text
    assert "“Fiercer dragons” affects only Warlord." in text
    header, (first, last) = (lambda t: (t.header, t.rows))(tables_of(WHAT_IF_STYLES, findings)[0])
    assert header == ("change", "Builder", "Warlord")
    assert (first[0], first[1]) == ("Fiercer dragons", "no clear effect")
    assert first[2].startswith("Dragon Riders +")
    assert last == ("Nothing new", "no clear effect", "no clear effect")


def test_a_change_that_helps_in_one_style_and_hurts_in_another_is_named(findings):
    table = findings.table(StudyTable.WHAT_IFS_BY_STYLE).copy()
    arm = (table["arm"] == "fiercer") & (table["faction"] == "dragon_riders")
    table.loc[arm, "holm"] = 0.001
    table.loc[arm & (table["strategy"] == "builder"), "difference"] = -0.1
    text = words_of(WHAT_IF_STYLES, changed(findings, {StudyTable.WHAT_IFS_BY_STYLE: table}))
    riders = "the Dragon Riders"
    assert f"“Fiercer dragons” helps {riders} in one style and hurts {riders} in another" in text


def test_the_winner_is_known_when_the_leader_nearly_always_wins(findings):
    text = words_of(DECIDED, findings)
    assert "nearly certain" not in text
    table = findings.table(StudyTable.DECIDED)
    late = (table["measure"] == "leader_wins") & (table["moment"] == 0.75)
    assert late.any()
    sure = table.assign(mean=table["mean"].where(~late, 0.95))
    text = words_of(DECIDED, changed(findings, {StudyTable.DECIDED: sure}))
    assert "The winner is nearly certain after three quarters of the turns." in text


def test_sections_are_part_of_a_report(findings):
    report = composed(findings)
    assert [section.id for section in report.sections] == list(SECTIONS)


def test_drafts_have_what_their_games_can_tell(results, tmp_path):
    drafted = set(draft_study(results, {}, STUDY).definition.sections)
    assert set(SECTIONS) <= drafted
    alone = read_results(write_results(tmp_path, games=10))
    rows = alone.rows[alone.rows["strategy"] == "warlord"]
    level = rows[~rows.index.isin(mixed_games(alone.rows).index)]
    drafted = set(draft_study(replace(alone, rows=level), {}, STUDY).definition.sections)
    assert not {"exploiter", "styles", "what_if_styles"} & drafted


def test_results_without_leads_are_refused_by_name(results):
    definition = narrowed(definition_in(REPORT), "decided")
    bare = replace(results, rows=results.rows.drop(columns=["lead_since"]))
    with pytest.raises(InputError, match="column lead_since for the section decided"):
        found(definition, bare)


def test_a_standard_that_did_not_play_is_refused(results):
    definition = narrowed(definition_in(REPORT), "exploiter", standard="nobody")
    with pytest.raises(InputError, match="standard among builder, warlord"):
        found(definition, results)
