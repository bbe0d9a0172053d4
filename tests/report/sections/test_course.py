"""The sections on why games end and on what nobody does: what their tables say, in words."""

from __future__ import annotations

import pandas as pd
import pytest

from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics.choices import UNUSED
from bloodstones.report.topics.course import ENDINGS, Endings
from bloodstones.stats.table import read_results
from tests.report.conftest import REPORT
from tests.report.findings import changed, definition_in, found, narrowed

pytestmark = pytest.mark.usefixtures("maps_without_engine")


@pytest.fixture(scope="module")
def findings(maps_without_engine, results_folder):
    definition = narrowed(definition_in(REPORT), "unused", "endings", "method")
    return found(definition, read_results(results_folder))


def texts(section, findings):
    blocks, _ = section.make(findings)
    return [block.text for block in blocks if block.kind == "paragraph"], [
        block for block in blocks if block.kind == "table"
    ]


def test_a_thing_that_no_role_does_is_named(findings):
    table = findings.table(StudyTable.USAGE).copy()
    rare, losing = table.index[:2]
    table["most"], table["with_it"] = 1.0, 1.0
    table.loc[rare, ["most", "share"]] = 0.0, 0.0
    table.loc[losing, ["share", "with_it", "without_it"]] = 0.5, 0.25, 1.1
    labels = findings.columns.labels(findings.columns.every[0].role)
    labels |= {column.name: column.words for column in findings.columns}
    (unused, lost, _), (lines,) = texts(UNUSED, changed(findings, {StudyTable.USAGE: table}))
    assert unused.endswith(f"of its games: {labels[table['thing'][rare]]}.")
    assert f"{labels[table['thing'][losing]]} (0.25 of the fair share with it, 1.10" in lost
    assert lines.rows[0][0] == labels[table["thing"][rare]]
    assert lines.rows[0][3] != "", "whose it is, or nobody's"


def test_where_all_is_done_the_section_says_so(findings):
    table = findings.table(StudyTable.USAGE).assign(most=1.0, share=1.0, with_it=1.0)
    (unused, lost), tables = texts(UNUSED, changed(findings, {StudyTable.USAGE: table}))
    assert unused.startswith("The results count ")
    assert "does each of them in at least 2" in unused
    assert lost.startswith("Nothing that seats do goes with")
    assert tables == []


def test_games_that_the_turn_limit_stopped_are_counted(findings):
    told = pd.DataFrame(
        {
            "players": [2, 2],
            "strategy": ["warlord_tuned", "warlord_tuned"],
            "end_reason": ["regroups", "turn_limit"],
            "games": [100, 100],
            "ended": [97, 3],
            "finished": [True, False],
            "share": [0.97, 0.03],
            "low": [0.92, 0.01],
            "high": [0.99, 0.08],
        }
    )
    (words,), (table,) = texts(ENDINGS, changed(findings, {StudyTable.ENDINGS: told}))
    assert words.replace("\u00a0", " ").startswith("Of 100 games, 97 ended by regroups and 3 by")
    assert "stopped before the rules ended them" in words
    assert table.header[-2:] == ("regroups", "turn limit")
    assert table.rows[0][0] == "2"


def test_ends_that_no_game_came_to_are_named():
    seen = pd.DataFrame({"end_reason": ["regroups", "regroups"], "finished": True})
    missed = Endings(seen, ["regroups", "long_winter"], {})
    assert missed.unseen == ["long winter"]
    assert not missed.claim("each_was_seen")
    assert Endings(seen, ["regroups"], {}).claim("each_was_seen")
