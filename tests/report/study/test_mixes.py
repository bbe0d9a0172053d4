"""A report of a study with a mixture: one more level of play, with the plans that it holds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bloodstones.report.contract.topic import SHARED, environment
from bloodstones.report.document.model import Paragraph
from bloodstones.report.front.claimed import verdict_words
from bloodstones.report.language.verdicts import LevelRate, RateClaim
from bloodstones.report.study.definition import read_definition
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.sections import STUDY
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics.places import SEATS
from bloodstones.report.topics.roles import FACTIONS
from bloodstones.stats.ratings.mixture import MIXTURE
from bloodstones.stats.table import read_results
from tests.report.conftest import shipped_definition
from tests.report.findings import found
from tests.synthetic import STUDY_FILE, results_tables, write_tables

LEVELS = 'mixture = ["warlord", "builder"]\n[levels]\nplain = ["warlord"]\n'


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, maps_without_engine: None) -> PlayedStudy:
    place: Path = tmp_path_factory.mktemp("mixed")
    folder = shipped_definition(place)
    text = folder / "report.toml"
    lines = [line for line in text.read_text().splitlines() if not line.startswith("strategy =")]
    text.write_text("\n".join(lines))
    rows, areas = results_tables(games=100)
    results = read_results(write_tables(place / "out", rows, areas, study_file=STUDY_FILE + LEVELS))
    definition = read_definition(folder, [each.id for each in STUDY])
    return PlayedStudy.of(replace(definition, sections=("factions", "seats")), results)


@pytest.fixture(scope="module")
def findings(played: PlayedStudy) -> Any:
    return found(played.definition, played.results)


def test_a_plan_that_is_only_mixed_is_no_level(played: PlayedStudy, findings: Any) -> None:
    assert set(played.level["strategy"]) == {"warlord"}
    assert findings.levels == ("warlord", MIXTURE)
    assert findings.level_names[MIXTURE] == "best mix of plans"


def test_the_mix_has_rates_beside_those_of_the_levels(findings: Any) -> None:
    by_strategy = findings.table(StudyTable.PLACES_BY_STRATEGY)
    mixed = by_strategy[by_strategy["strategy"] == MIXTURE]
    assert mixed[mixed["players"] == 2]["rate"].sum() == pytest.approx(1)
    shares = findings.table(StudyTable.PLACE_MIXES)
    first = shares[(shares["players"] == 2) & (shares["turn_order"] == 0)].set_index("strategy")
    assert first.loc["warlord", "share"] > 0.9  # planted: it wins more than the builder


def test_sections_name_the_plans_of_the_mix(findings: Any) -> None:
    for section in (FACTIONS, SEATS):
        blocks, _ = section.make(findings)
        texts = [each.text for each in blocks if isinstance(each, Paragraph)]
        assert any("If plans disagree, the verdict of the best mix counts" in t for t in texts)
        tables = [each for each in blocks if "the mix" in getattr(each, "header", ())]
        assert any("Warlord" in str(table.rows) for table in tables)


def test_the_first_page_tells_which_level_gives_which_verdict() -> None:
    lines = [
        *(("weak script", "unfair"), ("a mix", "fair")),
        *(("quick", "fair"), ("far", "too few games")),
    ]
    claim = RateClaim(
        2, ("x",), tuple(LevelRate(name, 0.5, 0.4, 0.6, 0.5, 9, verdict) for name, verdict in lines)
    )
    assert verdict_words(claim) == [
        ("unfair", ["weak script"]),
        ("fair", ["a mix", "quick"]),
        ("undecided", ["far"]),
    ]


def test_a_grid_says_when_tables_have_other_most_skilled_levels() -> None:
    def one(players: int, *levels: str) -> RateClaim:
        lines = tuple(LevelRate(name, 0.5, 0.4, 0.6, 0.5, 9, "fair") for name in levels)
        return RateClaim(players, ("x",), lines)

    alike, other = [one(2, "script", "search")], [one(2, "script", "search"), one(3, "script")]
    caption = environment(None, SHARED).get_template("shared.jinja").module.rates_chart
    assert caption(alike, 0.2).strip().startswith("Win rates with search")
    assert "the strongest player type at each table" not in caption(alike, 0.2)
    assert "the strongest player type at each table" in caption(other, 0.2)
