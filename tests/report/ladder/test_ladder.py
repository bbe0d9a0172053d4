"""The report of a ladder: its sections, its tables, what is refused."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from bloodstones.batch.result_files.result import file_hash
from bloodstones.core.contract.columns import Columns
from bloodstones.core.errors import InputError, RunError
from bloodstones.report.compose import compose as composing
from bloodstones.report.document.model import Paragraph, Report, Table
from bloodstones.report.ladder.definition import Definition, read_definition
from bloodstones.report.ladder.findings import DUELS, RATES, RATINGS, LadderFindings, PlayedLadder
from bloodstones.report.ladder.sections import LADDER_SECTIONS
from bloodstones.report.ladder.strengths import RatedStrategies
from bloodstones.report.make import KINDS, found_report, make_report
from bloodstones.report.study.table_names import StudyTable
from tests.declared import COLUMNS
from tests.report.findings import changed
from tests.stats.ratings.test_ladder import table

STUDY = """
id = "try"
question = "Who is strong?"
game = "bloodstones"
seed = 1
[maps]
3 = "board"
[[pools]]
name = "all"
[[pools]]
name = "pairs"
pairs = [["strong", "random"], ["strong_tuned", "strong"]]
"""
DEFINITION = """
kind = "ladder"
title = "Who is strong?"
study = "try"
ladder = "all"
typical = "all"
meta = "meta"
presets = ["preset.json"]
probes = ["preset.json"]
[names]
strong = "The strong one"
[[notes]]
section = "course"
text = "A remark."
"""
GAIN = {
    "games": 10,
    "before": 0.5,
    "after": 0.625,
    "after_low": 0.5,
    "after_high": 0.75,
    "gain": 0.125,
    "low": -0.05,
    "high": 0.3,
}


def definition_in(folder: Path) -> Definition:
    return read_definition(folder, KINDS["ladder"].ids)


def found(
    definition: Definition, rows: pd.DataFrame, columns: Columns, provenance: Mapping[str, Any]
) -> LadderFindings:
    played = PlayedLadder.of(definition, rows, columns, provenance)
    return found_report(KINDS["ladder"], played).findings


def composed(findings: LadderFindings) -> Report:
    return composing(findings, LADDER_SECTIONS)


def told() -> dict[str, object]:
    return {
        "study": "try",
        "game": "bloodstones",
        "question": "Who is strong?",
        "study_file": STUDY,
        "games": 1200,
        "tables": 12,
        "seed": 1,
        "maps": {"3": "board"},
        "table_hash": "a",
        "study_sha256": "b",
        "sources_sha256": "c",
        "rules_version": "1",
        "versions": {"bloodstones": "0"},
    }


def rows() -> pd.DataFrame:
    every = table({"random": -2.0, "weak": 0.0, "strong": 1.0})
    parts = [every]
    for pair in (("strong", "random"), ("strong_tuned", "strong")):
        duel = table({pair[0]: 1.5, pair[1]: 0.0}, games=100)
        parts.append(duel.assign(pool="pairs", cell="+".join(pair)))
    every = pd.concat(parts, ignore_index=True).drop_duplicates(["cell", "replicate", "seat"])
    return every.assign(first_regroup_turns=9, first_regroup_built=20, first_regroup_villages=18)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A report's folder with results."""
    (tmp_path / "report.toml").write_text(DEFINITION, encoding="utf-8")
    preset = {
        "preset": "strong_tuned",
        "task": {"strategy": "strong", "against": ["strong"], "players": []},
        "gain": {"all": GAIN, "hill_folk": GAIN},
        "duel": {"all": GAIN},
    }
    (tmp_path / "preset.json").write_text(json.dumps(preset), encoding="utf-8")
    results = tmp_path / "results"
    results.mkdir()
    rows().to_parquet(results / "results.parquet")
    whole = {
        **told(),
        "format": "bloodstones-ladder",
        "version": 1,
        "choices": {},
        "data": {},
        "assumed": [],
        "quick": False,
        "games": round((1 / rows()["players"]).sum()),
        "table_hash": file_hash(results / "results.parquet"),
        "fingerprint": "c0" * 32,
        "sources_sha256": "c2" * 32,
        "study_sha256": sha256(STUDY.encode()).hexdigest(),
    }
    (results / "provenance.json").write_text(json.dumps(whole), encoding="utf-8")
    return tmp_path


def test_report_of_a_ladder_is_written_with_its_tables(folder: Path) -> None:
    first = make_report(folder, folder / "results")
    assert [path.name for path in first] == ["report.pdf", "report.html"]
    assert {path.stem for path in (folder / "tables").iterdir()} == {
        "ratings",
        "win_rates",
        "duels",
        "course",
        "first_regroups",
        "presets",
        "probes",
    }
    before = [path.read_bytes() for path in first]
    make_report(folder, folder / "results")
    assert [path.read_bytes() for path in first] == before
    make_report(folder)  # of the tables beside it: there are no results/try here
    assert [path.read_bytes() for path in first] == before


def test_report_says_what_was_met_and_what_not(folder: Path) -> None:
    definition = definition_in(folder)
    report = composed(found(definition, rows(), COLUMNS, told()))
    answer = " ".join(report.answer)
    rates = found(definition, rows(), COLUMNS, told()).table(RATES)
    own = rates[(rates["pool"] == "all") & (rates["strategy"] == "strong")].iloc[0]
    shown = " ".join(answer.split())  # no blank that may not break
    assert shown.startswith("The strong one is the strongest player. ")
    assert report.front.advice.startswith("Use The strong one to evaluate the game. ")
    assert f"{own['rate'] * 100:.0f} % of its rated games" in " ".join(report.front.advice.split())
    sections = {section.id: section for section in report.sections}
    assert set(sections) == {"ladder", "duels", "tuning", "course", "probe", "method"}
    assert sections["course"].blocks[-1].text == "A remark."  # type: ignore[union-attr]


def test_two_without_a_significant_difference_are_not_ranked(folder: Path) -> None:
    findings = found(definition_in(folder), rows(), COLUMNS, told())
    rated = findings.table(RATINGS)
    clear = " ".join(composed(changed(findings, {RATINGS: rated.assign(sure=True)})).answer)
    close = " ".join(composed(changed(findings, {RATINGS: rated.assign(sure=False)})).answer)
    assert clear.startswith("The strong one is the strongest player. ")
    assert "no significant difference" not in clear
    assert close.startswith("The strong one leads the rated players, but not significantly. ")
    assert "no significant difference" in close


def test_sizes_of_which_the_same_is_to_be_said_share_a_sentence(folder: Path) -> None:
    findings = found(definition_in(folder), rows(), COLUMNS, told())
    rated = findings.table(RATINGS).assign(sure=True)
    more = [rated.assign(players=size, sure=size != 5) for size in (3, 4, 5)]
    answer = composed(changed(findings, {RATINGS: pd.concat(more, ignore_index=True)})).answer
    text = " ".join(" ".join(answer).split())
    assert "leads with three, four and five players; not every lead is significant" in text
    assert "With three and four players, The strong one finishes ahead of" in text
    assert text.count("no significant difference") == 1


def test_the_ladder_counts_the_neighbours_that_are_told_apart(folder: Path) -> None:
    findings = found(definition_in(folder), rows(), COLUMNS, told())
    rated = findings.table(RATINGS)
    leads = rated["lead"].notna()
    for sure in (True, False):
        report = composed(changed(findings, {RATINGS: rated.assign(sure=sure)}))
        blocks = next(each for each in report.sections if each.id == "ladder").blocks
        texts = [block.text for block in blocks if isinstance(block, Paragraph)]
        assert any(
            text.startswith(f"{leads.sum() * sure} of {leads.sum()} neighbours") for text in texts
        )
        strengths = next(block for block in blocks if isinstance(block, Table))
        cells = [str(cell) for row in strengths.rows for cell in row]
        assert sum("*" in cell for cell in cells) == leads.sum() * sure


def test_a_ladder_of_few_games_is_rough(folder: Path) -> None:
    findings = found(definition_in(folder), rows(), COLUMNS, told())
    rated = findings.table(RATINGS)
    for games, rough in ((199, True), (200, False)):
        report = composed(changed(findings, {RATINGS: rated.assign(games=games)}))
        assert ("These figures are rough" in " ".join(report.answer)) == rough
        assert ("Play more games" in report.front.advice) == rough


def test_strengths_have_the_decimals_that_separate_most_of_them(folder: Path) -> None:
    findings = found(definition_in(folder), rows(), COLUMNS, told())
    known = findings.table(RATINGS)
    wide = known.assign(low=known["strength"] - 0.04, high=known["strength"] + 0.04)
    wide.loc[wide.index[-1], ["low", "high"]] = [-30.0, 30.0]  # one that is hardly known
    sections = composed(changed(findings, {RATINGS: wide})).sections
    table = next(block for block in sections[0].blocks if isinstance(block, Table))
    first = known["strength"].iloc[0]
    assert table.rows[0][3].startswith(f"{first:.2f} (".replace("-", "−"))


def test_strengths_are_drawn_once(folder: Path) -> None:
    findings = found(definition_in(folder), rows(), COLUMNS, told())
    assert set(composed(findings).pictures) == {"first_page"}
    ratings, rates = (
        pd.concat([table, table.assign(players=4)], ignore_index=True)
        for table in (findings.table(RATINGS), findings.table(RATES))
    )
    both = composed(changed(findings, {RATINGS: ratings, RATES: rates}))
    assert set(both.pictures) == {"first_page"}


def test_a_searching_player_that_beats_plans_is_named(folder: Path) -> None:
    played = rows()
    duel = table({"seer": 2.0, "strong": 0.0}, games=60).assign(pool="search_duels")
    met = duel.assign(cell="search/" + duel["cell"])
    both = pd.concat([played, met], ignore_index=True)
    answer = " ".join(composed(found(definition_in(folder), both, COLUMNS, told())).answer)
    assert "At tables with searching players, Seer wins most" in answer
    alone = composed(found(definition_in(folder), played, COLUMNS, told())).answer
    assert "searching" not in " ".join(alone)


def with_meetings(folder: Path, rate: float) -> LadderFindings:
    """Findings in which the strongest of two players wins so much against Rock, more otherwise."""
    findings = found(definition_in(folder), rows(), COLUMNS, told())
    line = {"players": 2, "strategy": "strong", "seats": 4000, "even": True}
    met = [
        {**line, "opponent": name, "rate": won, "low": won - 0.02, "high": won + 0.02}
        for name, won in (("rock", rate), ("random", 0.9))
    ]
    tables = {
        **findings.tables,
        StudyTable.MEETINGS: pd.DataFrame(met),  # of a section that this ladder does not name
        RATINGS: findings.table(RATINGS).assign(players=2),
        DUELS: pd.DataFrame(),
    }
    return replace(findings, tables=tables)


@pytest.mark.parametrize(
    ("rate", "said"),
    [
        (0.61, "beats both opponents: it wins 61 % against Rock, the hardest"),
        (0.31, "does worst against Rock: it wins 31 %"),
    ],
)
def test_the_hardest_opponent_is_that_of_all_tables(folder: Path, rate: float, said: str) -> None:
    report = composed(with_meetings(folder, rate))
    assert f"In direct games, The strong one {said}" in " ".join(" ".join(report.answer).split())
    unrated = "Rock, which was not rated, is stronger in direct games."
    assert (unrated in report.front.advice) == (rate < 0.5)


class _Deceived(RatedStrategies):
    """A ladder that takes the easiest opponent for the hardest."""

    @property
    def hardest(self) -> Any:
        """The easiest opponent."""
        return self.direct.sort_values("rate").iloc[-1]


def test_a_hardest_opponent_that_the_tables_refute_stops_the_report(folder: Path) -> None:
    findings = with_meetings(folder, 0.61)
    assert RatedStrategies(findings).sure("hardest_opponent") == ""
    with pytest.raises(RunError, match="hardest_opponent"):
        _Deceived(findings).sure("hardest_opponent")


def test_without_a_typical_pool_no_game_is_looked_at(folder: Path) -> None:
    text = DEFINITION.replace('typical = "all"\n', "").replace(
        'section = "course"', 'section = "duels"'
    )
    (folder / "report.toml").write_text(text, encoding="utf-8")
    findings = found(definition_in(folder), rows(), COLUMNS, told())
    assert "course" not in {section.id for section in composed(findings).sections}
    assert {name for name, table in findings.tables.items() if len(table)} == {
        "ratings",
        "win_rates",
        "duels",
        "presets",
        "probes",
    }


def test_faults_of_a_definition_are_reported(folder: Path) -> None:
    text = DEFINITION.replace('ladder = "all"', 'ladder = "some"')
    (folder / "report.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="a pool among all, pairs, got 'some'"):
        make_report(folder, folder / "results")
    (folder / "report.toml").write_text('kind = "ladder"\ntypo = 1\n', encoding="utf-8")
    with pytest.raises(InputError, match="the key title"):
        make_report(folder, folder / "results")
    (folder / "report.toml").write_text(DEFINITION, encoding="utf-8")
    with pytest.raises(InputError, match="a folder of results"):
        make_report(folder, folder / "absent")


def test_a_note_to_an_unknown_section_is_refused(folder: Path) -> None:
    path = folder / "report.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('section = "course"', 'section = "coarse"'), encoding="utf-8")
    with pytest.raises(InputError, match=r"a known section, got 'coarse'.*did you mean course"):
        definition_in(folder)


def test_a_note_to_a_section_that_the_report_has_not_is_refused(folder: Path) -> None:
    definition = replace(definition_in(folder), notes={"learned": ("A remark.",)})
    with pytest.raises(InputError, match="expected a section of this report, got 'learned'"):
        composed(found(definition, rows(), COLUMNS, told()))


def test_notes_may_go_to_every_section_of_the_report(folder: Path) -> None:
    definition = definition_in(folder)
    made = composed(found(replace(definition, notes={}), rows(), COLUMNS, told()))
    here = [section.id for section in made.sections]
    every = replace(definition, notes=dict.fromkeys(here, ("A remark.",)))
    noted = composed(found(every, rows(), COLUMNS, told()))
    assert [section.id for section in noted.sections] == here
    assert {section.blocks[-1].text for section in noted.sections} == {"A remark."}  # type: ignore[union-attr]
