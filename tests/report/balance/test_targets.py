"""The report of a balance study with targets: its sentences and tables are those of the run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from bloodstones.api.studies.searches import balance
from bloodstones.batch.balance.finished import text_of
from bloodstones.cli import main
from bloodstones.games import registry
from bloodstones.plots.pareto import draw_pareto
from bloodstones.report.balance.answers import ANSWERS
from bloodstones.report.balance.definition import draft_balance
from bloodstones.report.balance.findings import (
    DISTANCES,
    DISTANCES_BY_LEVEL,
    FRONT,
    RETUNED,
    BalanceFindings,
    PlayedBalance,
    distance_of,
    value_text,
)
from bloodstones.report.balance.rates import RETUNED_SECTION
from bloodstones.report.balance.sections import BALANCE_SECTIONS
from bloodstones.report.compose import compose
from bloodstones.report.document.model import Report, Table
from bloodstones.report.make import KINDS, found_report
from bloodstones.stats.inference.rounding import MOST_DECIMALS
from tests.batch.balance.test_targets import SMALL, played, study_in
from tests.batch.balance.wanted_race.game import HOME, STUDY
from tests.report.findings import changed


@pytest.fixture(scope="module", autouse=True)
def race() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.GAMES, "wanted_race", HOME)
        yield


@pytest.fixture(scope="module")
def results(race: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wanted")
    played(folder, STUDY)
    return folder / "out"


@pytest.fixture(scope="module")
def games(results: Path) -> PlayedBalance:
    return PlayedBalance.read(draft_balance(results), results)


@pytest.fixture(scope="module")
def told(games: PlayedBalance) -> BalanceFindings:
    return found_report(KINDS["balance"], games).findings


@pytest.fixture(scope="module")
def report(told: BalanceFindings) -> Report:
    return compose(told, BALANCE_SECTIONS)


def tables_of(report: Report, ident: str) -> list[Table]:
    section = next(each for each in report.sections if each.id == ident)
    return [block for block in section.blocks if isinstance(block, Table)]


def test_the_first_page_is_the_front_and_what_was_confirmed(told: BalanceFindings) -> None:
    page, best = ANSWERS.front(told), told.recommended
    assert page is not None
    assert best.changes
    row = distance_of(told.table(DISTANCES), best)
    advice = page.advice.replace("\u00a0", " ")
    before = distance_of(told.table(DISTANCES), told.answers[0])["distance"]
    assert f"from {before:.2f} to {row['distance']:.2f}" in advice
    for name, value in best.changes.items():
        shown = f"{name.replace('_', ' ')} {value_text(value)}"
        assert f"{shown} (not {value_text(told.printed(name))})" in advice
    assert page.chart is not None
    assert "recommended, confirmed" in page.chart.svg


def test_distances_are_those_of_the_run(told: BalanceFindings, results: Path) -> None:
    wanted = pd.read_parquet(results / "target_distances.parquet")
    whole = wanted[(wanted["target"] == "") & (wanted["players"] == 0) & ~wanted["by_level"]]
    mine = told.table(DISTANCES).set_index("arm")["distance"]
    assert mine.to_dict() == whole.set_index("arm")["distance"].round(MOST_DECIMALS).to_dict()


def test_every_target_is_shown_beside_its_goal(report: Report) -> None:
    first, *figures = tables_of(report, "targets")
    assert [row[0] for row in first.rows] == [
        *("win rates", "first seat", "turns of a game", "draws", "lead changes"),
        *("skill depth", "cheers"),
    ]
    goals = {table.caption.split(":")[0]: table.rows[0] for table in figures}
    assert "10–12" in goals["Turns of a game"]
    assert "80 %" in goals["Skill depth"]
    assert goals["Skill depth"][1] == "Strong against Plain"
    assert "8.5" in goals["Cheers"], "what never varies has no interval"


def test_claims_are_shown_with_whether_they_held(told: BalanceFindings, report: Report) -> None:
    (table,) = tables_of(report, "claims")
    assert len(table.rows) == len(told.claims)
    held = [each["holds"] for each in told.claims]
    assert [row[-1] for row in table.rows] == ["yes" if each else "no" for each in held]
    assert any("closer than as printed" in row[1] for row in table.rows)


def test_settings_on_the_front_are_listed_by_number_and_size(report: Report) -> None:
    (table,) = tables_of(report, "front")
    order = [(int(row[0]), float(row[1])) for row in table.rows]
    assert order == sorted(order)
    assert table.rows[0][-1] == "as printed"


def test_printed_rules_that_nothing_betters_are_left_alone(told: BalanceFindings) -> None:
    table = told.table(DISTANCES_BY_LEVEL)
    base = table[table["arm"] == "base"].set_index(["level", "players"])["distance"]
    same = [base[key] for key in zip(table["level"], table["players"], strict=True)]
    page = ANSWERS.front(changed(told, {DISTANCES_BY_LEVEL: table.assign(distance=same)}))
    assert page is not None
    assert "no answer of this study helps with its strongest player type" in page.answer


def test_results_of_an_earlier_version_are_reported_without_front_and_claims(
    games: PlayedBalance,
) -> None:
    new = ("fair_alone", "claims", "options", "starts", "targets", "claims_sha256")
    balance = {k: v for k, v in games.provenance["balance"].items() if k not in new}
    balance["answers"] = [each for each in balance["answers"] if set(each) <= {"laps", "skill"}]
    tried = games.search.tried
    numbers = tried[~tried["change"].str.contains("corner|photo")]
    search = replace(games.search, tried=numbers, front=pd.DataFrame(), figures=pd.DataFrame())
    answers = {"base", *(f"changes_{len(each)}" for each in balance["answers"])}
    rows = games.rows[games.rows["arm"].isin(answers)]
    provenance = {**games.provenance, "balance": balance}
    old = replace(games, provenance=provenance, search=search, rows=rows)
    made = found_report(KINDS["balance"], old).compose()
    ids = {section.id for section in made.sections}
    assert ids.isdisjoint({"front", "claims", "targets"})
    assert "answers" in ids


@pytest.mark.usefixtures("drawn")
def test_the_front_is_drawn_with_every_answer() -> None:
    settings = pd.DataFrame(
        {
            "changes": [0, 1, 1, 2],
            "size": [0.0, 0.2, 0.6, 1.0],
            "distance": [0.5, 0.3, 0.4, 0.1],
            "front": [True, True, False, True],
        }
    )
    answers = pd.DataFrame(
        {
            "changes": [0, 1],
            "size": [0.0, 0.2],
            "distance": [0.5, 0.35],
            "low": [0.4, 0.3],
            "high": [0.6, 0.4],
            "recommended": [False, True],
        }
    )
    (axes,) = draw_pareto(settings, answers, "the targets").axes
    labels = [line.get_label() for line in axes.get_lines()]
    assert labels == [
        *("tried, beaten by another", "as printed, on the front", "one change, on the front"),
        *("two changes, on the front", "confirmed (95 % interval)", "recommended, confirmed"),
    ]
    assert axes.get_ylabel() == "distance from the targets"


def test_a_search_for_targets_in_python_is_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    study_in(tmp_path, SMALL)
    assert main(["study", "plan", "wanted.toml", "--quick"]) == 0
    planned = capsys.readouterr().out
    assert "3 numbers, 1 option, 1 start; 13 possible single changes" in planned
    assert "length 2" in planned
    found = balance("wanted.toml", quick=True, out="here", jobs=1)
    args = ["study", "balance", "wanted.toml", "--quick", "--out=there", "--json", "--jobs=1"]
    assert main(args) == 0
    command: dict[str, Any] = json.loads(capsys.readouterr().out)
    mine = json.loads(json.dumps(found.data()))
    for key in ("table_hash", "tables", "balance"):
        assert mine[key] == command[key]
    assert set(found.front) == {"change", "changes", "size", "distance", "front"}
    assert set(found.figures["target"]) >= {"skill", "draws", "length"}
    assert found.claims["holds"].isin([True, False]).all()
    distances = found.to_pandas()
    assert set(distances["arm"]) == {"base", *(f"changes_{len(each)}" for each in found.answers)}
    assert main(["study", "balance", "wanted.toml", "--quick", "--jobs=1"]) == 0
    output = capsys.readouterr().out
    assert "Distance from the targets" in output
    held = found.claims["holds"]
    counts = f"{held.sum()} of {len(held)} claims about these games are confirmed: "
    assert f"{counts}results/wanted_race/claims.json" in output
    assert FRONT == "front"


def test_answers_after_tuning_stand_under_their_own_changes(told: BalanceFindings) -> None:
    answers = (told.answers[0], *told.answers[2:])
    lines = [
        {
            **{"change": text_of(tuple(each.changes.items())), "tuned": tuned, "level": ""},
            **{"players": 2, "faction": role, "seats": 20, "wins": 10.0, "rate": 0.5},
            **{"error": 0.1, "low": 0.4, "high": 0.6},
        }
        for each in answers
        for tuned in (False, True)
        for role in ("red", "blue")
    ]
    tuned = [{"games": 9, "gains": {"all": {}, "red": {}}, "kept": []} for _ in answers]
    balance = {**told.provenance["balance"], "retuned": tuned}
    text = f'{told.provenance["study_file"]}\n[retune]\nstrategy = "steady"\n'
    provenance = {**told.provenance, "balance": balance, "study_file": text}
    tables = {**told.tables, RETUNED: pd.DataFrame(lines)}  # its own games tuned nothing
    blocks, _ = RETUNED_SECTION.make(replace(told, tables=tables, provenance=provenance))
    table = next(block for block in blocks if isinstance(block, Table))
    assert table.header[2:] == ("as printed", "two changes", "three changes")
    assert "distance from fair, points" in table.rows[-1]
