"""What a report says: every number is recomputed from the tables by another way."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pytest
from pandas.testing import assert_frame_equal

from bloodstones.core.errors import InputError, RunError, UnmodelledRuleError
from bloodstones.games.bloodstones.odds.fight import win_table
from bloodstones.games.bloodstones.sections.combat import odds_table
from bloodstones.report.document.model import Pair, Paragraph, Picture, Table
from bloodstones.report.document.typeset import fullest, half_blank, lay_out, pages_of
from bloodstones.report.language.verdicts import Spread, verdict_counts
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics.boards import Layer
from bloodstones.report.topics.places import SEATS
from bloodstones.report.topics.roles import FACTIONS, spreads_of
from bloodstones.stats.balance import win_rates
from bloodstones.stats.inference.rounding import MOST_DECIMALS
from bloodstones.stats.table import level_games, read_results
from tests.report.conftest import REPORT
from tests.report.findings import changed, composed, definition_in, found, narrowed
from tests.report.sketches import in_full

RATE = re.compile(r"(\d+(?:\.\d+)?) % \((\d+(?:\.\d+)?)–(\d+(?:\.\d+)?) %, n = ([\d,]+)\)")


pytestmark = pytest.mark.usefixtures("maps_without_engine")


@pytest.fixture(scope="module")
def played(results_folder):
    """The games of the report."""
    return PlayedStudy.of(definition_in(REPORT), read_results(results_folder))


@pytest.fixture(scope="module")
def findings(maps_without_engine, played):
    return found(played.definition, played.results)


@pytest.fixture(scope="module")
def report(findings):
    """The whole report, its pictures drawn."""
    with pytest.MonkeyPatch.context() as patch:
        in_full(patch)
        return composed(findings)


def blocks(report, kind):
    return [b for section in report.sections for b in section.blocks if isinstance(b, kind)]


def plain(text):
    return text.replace("\u00a0", " ")


SENTENCE = 6  # words at least
NUMBER = re.compile(r"(?<![\d,])\d+(?:\.(\d+))?(?![\d,])")
PARTED = re.compile(r"\b[a-z]+_[a-z_]+\b")  # a name in code


def test_numbers_of_a_column_have_the_same_decimals(report):
    for table in blocks(report, Table):
        columns = zip(table.header, table.align, zip(*table.rows, strict=True), strict=True)
        for heading, align, cells in columns:
            found = [NUMBER.findall(plain(cell).replace("95 %", "")) for cell in cells]
            shown = {len(decimals) for cell in found for decimals in cell if align == "right"}
            assert len(shown) <= 1, (table.caption, heading)


def test_everything_is_called_by_a_name_in_words(report):
    told = [section for section in report.sections if section.id != "provenance"]
    texts = [*report.answer, *(section.title for section in told)]
    for block in (block for section in told for block in section.blocks):
        if isinstance(block, Table):
            texts += [block.caption, *block.header, *(cell for row in block.rows for cell in row)]
        else:
            parts = block.pictures if isinstance(block, Pair) else (block,)
            texts += [part.text if isinstance(part, Paragraph) else part.caption for part in parts]
    assert [text for text in texts if PARTED.search(text)] == []


def test_no_sentence_is_shown_again_and_again(report):
    texts = [text for block in blocks(report, Paragraph) for text in block.text.split(". ")]
    told = Counter(text for text in texts if len(text.split()) >= SENTENCE)
    assert max(told.values()) <= 2


def test_the_stronger_strategy_speaks_for_the_factions(played, findings):
    assert played.strategy == findings.strategy == "warlord"
    assert set(played.rows["strategy"]) == {"warlord"}


def test_the_rate_of_the_answer_comes_from_the_rows(played, findings):
    part = FACTIONS.front(_alone(findings))
    rows = level_games(played.results.rows)
    rows = rows[rows["strategy"] == "warlord"]
    rates = rows.groupby(["players", "faction"])["win_credit"].mean()
    shown = re.search(r"the ([A-Z].*) with (\w+) players win (\d+) %", plain(part.answer))
    players = {"two": 2, "three": 3}[shown[2]]
    assert f"{100 * rates[players, shown[1].lower().replace(' ', '_')]:.0f}" == shown[3]


def test_every_rate_in_running_text_has_an_interval_that_holds_it(report):
    texts = [block.text for block in blocks(report, Paragraph)]
    found = [match for text in texts for match in RATE.findall(plain(text))]
    assert found
    for rate, low, high, n in found:
        assert float(low) <= float(rate) <= float(high)
        assert int(n.replace(",", "")) > 0


def test_planted_effects_are_named_on_the_first_page(findings):
    part = FACTIONS.front(findings)
    told = plain(" ".join([part.answer, *part.findings]))
    assert part.reply == "No"
    assert "the Hill Folk" in told
    assert "Horse Lords" not in told


def test_the_first_page_has_an_answer_findings_advice_a_doubt_and_one_chart(report):
    assert 3 <= len(report.answer) <= 5
    assert report.answer[0].startswith("No: ")
    assert report.front.advice.startswith("No rule change was tested for this table.")
    assert report.front.doubt.startswith("This rests on ")
    assert report.front.chart.name in report.pictures


def fair_on_average(findings, pairs):
    """The findings with fair rates on average, and these of two players against each opponent."""
    table = findings.table(StudyTable.FACTIONS_BY_STRATEGY).assign(
        verdict="fair", rate=0.45, low=0.42, high=0.48
    )
    pooled = findings.table(StudyTable.FACTIONS).assign(verdict="fair")
    two = [each[each["players"] == 2] for each in (table, pooled, pairs)]
    names = (
        StudyTable.FACTIONS_BY_STRATEGY,
        StudyTable.FACTIONS,
        StudyTable.MATCH_UPS_BY_STRATEGY,
    )
    return changed(findings, dict(zip(names, two, strict=True)))


def pairs_at(findings, *rates):
    """Rates of pairs, by turns, with narrow intervals."""
    table = findings.table(StudyTable.MATCH_UPS_BY_STRATEGY)
    own = table["faction"] < table["opponent"]
    turned = np.resize(rates, len(table))
    rate = np.where(own, turned, 1 - turned)
    return table.assign(rate=rate, low=rate - 0.01, high=rate + 0.01)


def test_factions_that_are_fair_at_every_line_up_are_called_fair(findings):
    told = FACTIONS.front(fair_on_average(findings, pairs_at(findings, 0.5)))
    assert (told.reply, told.answer) == (
        "Yes",
        "every faction stays within a fifth of its fair share and at nearly every table",
    )
    assert told.advice == "Leave the factions as they are. No rule change is needed."


def test_factions_that_are_fair_only_on_average_are_called_so_with_their_range(findings):
    apart = fair_on_average(findings, pairs_at(findings, 0.1))
    told = FACTIONS.front(apart)
    assert told.reply == "Only on average"
    assert "win 10 to 90 %, depending on the opponents, where half is fair" in plain(told.answer)
    assert "fair only on average" in " ".join(told.findings)
    assert "Choose the opponents with care." in told.advice
    assert "†" in told.chart.svg or "†" in told.chart.caption
    section = " ".join(
        block.text for block in FACTIONS.make(apart)[0] if isinstance(block, Paragraph)
    )
    assert "fair only on average" in section


def test_a_sentence_on_line_ups_that_the_tables_refute_stops_the_report(findings, monkeypatch):
    """Whatever finds the roles that are fair only on average: the rates decide."""
    fair = fair_on_average(findings, pairs_at(findings, 0.5))
    wrong = dict.fromkeys(
        spreads_of(fair), Spread(2, 0.1, 0.9, "a", "b", "not fair at single tables")
    )
    monkeypatch.setattr("bloodstones.report.topics.roles.spreads_of", lambda _: wrong)
    with pytest.raises(RunError, match=r"refute \(Roles.line_ups_are_unfair\)"):
        FACTIONS.front(fair)


def test_unclear_factions_are_not_called_unfair(findings):
    table = findings.table(StudyTable.FACTIONS_BY_STRATEGY).assign(
        verdict="too few games", low=0.3, high=0.6
    )
    told = FACTIONS.front(changed(findings, {StudyTable.FACTIONS_BY_STRATEGY: table}))
    assert told.reply == "Undecided"
    assert "none of six roles at a table is fair or unfair for certain" in " ".join(told.findings)
    assert told.doubt == "Six roles at a table are undecided; more games would help."
    assert verdict_counts(table) == [("too few games", len(table))]


def test_what_one_level_says_and_another_denies_is_shown_as_depending_on_play(findings):
    """The gate: no balance sentence unless it holds at every level that was played."""
    table = findings.table(StudyTable.FACTIONS_BY_STRATEGY).assign(
        verdict="fair", low=0.3, high=0.6
    )
    odd = (table["players"] == 2) & (table["faction"] == "dragon_riders")
    for strategy, rate in (("builder", 0.3), ("warlord", 0.7)):
        own = odd & (table["strategy"] == strategy)
        table.loc[own, ["rate", "low", "high", "verdict"]] = rate, rate, rate, "unfair"
    told = FACTIONS.front(changed(findings, {StudyTable.FACTIONS_BY_STRATEGY: table}))
    assert told.reply == "That depends on who plays"
    assert plain(told.answer) == (
        "the Dragon Riders with two players win 30 % with a plain script (Builder), 70 % with a "
        "plain script (Warlord)"
    )
    assert told.doubt.startswith("Player types disagree on one role at a table")


def test_no_two_findings_tell_of_the_same_place(findings):
    table = findings.table(StudyTable.PLACES_BY_STRATEGY).assign(verdict="unfair")
    two = table["players"] == 2
    known = sorted(set(table.loc[two, findings.place]))
    for place, rates in zip(known, ((0.44, 0.49), (0.56, 0.51)), strict=True):
        for strategy, rate in zip(("builder", "warlord"), rates, strict=True):
            own = two & (table[findings.place] == place) & (table["strategy"] == strategy)
            assert own.sum() == 1
            table.loc[own, ["rate", "low", "high"]] = rate, rate - 0.005, rate + 0.005
    table.loc[two & (table["strategy"] == "warlord"), "verdict"] = "fair"
    told = [
        plain(each)
        for each in SEATS.front(changed(findings, {StudyTable.PLACES_BY_STRATEGY: table})).findings
    ]
    assert sum("of two to move" in text for text in told) <= 1
    assert len(told) >= 2


def test_tables_have_a_cell_for_each_heading_and_pictures_exist(report):
    for table in blocks(report, Table):
        assert len(table.align) == len(table.header)
        assert {len(row) for row in table.rows} == {len(table.header)}
    pictures = blocks(report, Picture)
    pictures += [picture for pair in blocks(report, Pair) for picture in pair.pictures]
    pictures.append(report.front.chart)
    assert {picture.name for picture in pictures} == set(report.pictures)
    assert all(picture.alt and picture.caption for picture in pictures)


def test_the_match_up_table_mirrors_itself(findings):
    table = findings.table(StudyTable.MATCH_UPS).set_index(["players", "faction", "opponent"])[
        "rate"
    ]
    assert len(table) == 2 * 3 * 2
    for players, own, other in table.index:
        assert table[players, own, other] + table[players, other, own] == pytest.approx(1)


def test_layers_tell_how_concentrated_a_measure_is():
    def layer(values):
        return Layer("built", "citadels", "where citadels are", values)

    assert layer({1: 0.0}).used == []
    few = layer({1: 2.0, 7: 3.0, 9: 0.0})
    assert few.concentrated
    assert few.used == [7, 1]
    many = layer(dict.fromkeys(range(10), 1.0) | {20: 5.0})
    assert not many.concentrated
    assert many.top == [20, 0, 1, 2, 3]
    assert many.share == pytest.approx(0.6)


def test_odds_are_those_of_the_rules():
    table = odds_table({}).set_index(
        ["attacker_tiles", "defender_tiles", "defender_wins_ties", "difference"]
    )["win"]
    for key, win in win_table().items():
        assert table[key] == float(win)


def test_odds_of_changed_rules_are_refused():
    with pytest.raises(UnmodelledRuleError, match=r"got changes of dragon\.modifier"):
        odds_table({"dragon.modifier": 3})


def test_sections_and_notes_follow_the_definition(findings, report):
    idle = {"line_ups"}  # of these games: two players
    wanted = [name for name in findings.definition.sections if name not in idle]
    assert [section.id for section in report.sections] == wanted
    method = next(s for s in report.sections if s.id == "method")
    assert method.blocks[-1].text.startswith("Only one map is in this study")


def test_provenance_names_seed_games_version_and_table_hash(findings, report):
    rows = dict(blocks(report, Table)[-1].rows)
    told = findings.provenance
    assert rows["Seed"] == str(told["seed"])
    assert rows["Table of results"] == told["table_hash"]
    assert f"bloodstones {told['versions']['bloodstones']}" in rows["Versions"]
    assert rows["Games"].startswith(f"{told['games']:,} ")


def test_a_study_that_stopped_at_a_precision_says_so(findings):
    told = {**findings.provenance, "stopping": {"rule": "fixed width"}}
    told |= {"half_width": 0.01, "most_games": 90_000}
    definition = narrowed(findings.definition, "method", "provenance")
    stopped = composed(_replace(findings, definition=definition, provenance=told))
    rows = dict(blocks(stopped, Table)[-1].rows)
    cells, games = told["cells"], told["games"]
    assert rows["Games"] == (
        f"{games:,} of up to 90,000 ({cells} cells of up to {told['replicates']:,})"
    )
    texts = [plain(block.text) for block in blocks(stopped, Paragraph)]
    assert any("as narrow as 1 percentage point either way" in text for text in texts)
    assert not any("each cell has the same number of games" in text for text in texts)


def test_a_definition_that_does_not_fit_the_results_is_refused(results_folder):
    results = read_results(results_folder)
    definition = _replace(definition_in(REPORT), study="other", strategy="nobody", strategies={})
    with pytest.raises(InputError, match="got 4") as error:
        found(definition, results)
    assert "expected strategy among builder, warlord, got 'nobody'" in str(error.value)
    assert "a table [strategies.warlord] (it played), got none" in str(error.value)


def test_a_provenance_with_gaps_is_refused(results_folder):
    results = read_results(results_folder)
    told = {key: value for key, value in results.provenance.items() if key != "seed"}
    with pytest.raises(InputError, match=r"provenance\.json: expected the key seed, got none"):
        found(definition_in(REPORT), _replace(results, provenance=told))


def test_a_provenance_with_a_broken_study_file_is_refused(results_folder):
    results = read_results(results_folder)
    told = {**results.provenance, "study_file": "id = "}
    with pytest.raises(InputError, match="expected the study file as TOML, got: Invalid value"):
        found(definition_in(REPORT), _replace(results, provenance=told))


def test_without_level_games_all_games_count(results_folder):
    results = read_results(results_folder)
    mixed = results.rows[results.rows.groupby("cell")["strategy"].transform("nunique") > 1]
    rows = mixed.reset_index(drop=True)
    findings = found(brief(), _replace(results, rows=rows))
    assert findings.strategy is None
    assert_frame_equal(
        findings.table(StudyTable.FACTIONS),
        win_rates(rows, ["players", "faction"], seed=1).round(MOST_DECIMALS),
        check_dtype=False,
    )
    told = composed(findings)
    assert len(told.answer) >= 3
    assert "with one player type" not in told.front.doubt


@pytest.mark.parametrize(
    ("declared", "speaks"),
    [
        ('[levels]\nplain = ["builder"]\nsound = ["warlord"]', "warlord"),
        ('[levels]\nplain = [["warlord"]]\nsound = ["builder"]\nmixed = [["a", "b"]]', "builder"),
        ('strategies = ["builder", "warlord"]', "warlord"),
    ],
)
def test_of_strategies_that_never_met_the_highest_level_speaks(results_folder, declared, speaks):
    results = read_results(results_folder)
    alone = level_games(results.rows).reset_index(drop=True)
    told = {**results.provenance, "study_file": declared}
    definition = narrowed(definition_in(REPORT), "factions")
    findings = found(definition, _replace(results, rows=alone, provenance=told))
    assert findings.strategy == speaks


def test_one_strategy_alone_is_not_compared(results_folder):
    results = read_results(results_folder)
    rows = results.rows
    alone = rows[rows.groupby("cell")["strategy"].transform("nunique") == 1]
    alone = alone[alone["strategy"] == "builder"].reset_index(drop=True)
    findings = found(brief(), _replace(results, rows=alone))
    told = composed(findings)
    assert findings.strategy == "builder"
    assert "with one player type: a plain script." in told.front.doubt
    assert any("never met" in block.text for block in blocks(told, Paragraph))


def _alone(findings):
    """The same findings with one level of play."""
    one = findings.table(StudyTable.FACTIONS_BY_STRATEGY)
    return changed(findings, {StudyTable.FACTIONS_BY_STRATEGY: one[one["strategy"] == "warlord"]})


def brief():
    """The definition with the sections that tell of strategies."""
    return narrowed(definition_in(REPORT), "factions", "seats", "strategies", "method")


def _replace(value, **changes):
    from dataclasses import replace

    return replace(value, **changes)


def test_no_page_is_more_than_half_blank(report, tmp_path):
    main = lay_out(report, tmp_path)
    assert half_blank(pages_of(main, fullest(main))) == []
