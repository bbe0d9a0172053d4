"""The report of a balance study: what it recommends, and that its sentences are its tables'."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from bloodstones.cli import main
from bloodstones.core.errors import InputError
from bloodstones.games import registry
from bloodstones.report.balance.definition import Definition, draft_balance, read_definition
from bloodstones.report.balance.doses import _change, find_course
from bloodstones.report.balance.findings import (
    DISTANCES,
    DOSES,
    RATES,
    RATES_BY_LEVEL,
    BalanceFindings,
    PlayedBalance,
    heading,
    number_name,
)
from bloodstones.report.balance.first_page import first_page, least_even, what_to_do
from bloodstones.report.balance.rates import rates_chart
from bloodstones.report.balance.sections import BALANCE_SECTIONS, _left_out
from bloodstones.report.balance.wording import sizes_text
from bloodstones.report.compose import compose
from bloodstones.report.document.model import Picture, Report, Table
from bloodstones.report.language.phrases import title
from bloodstones.report.make import KINDS, found_report
from tests.batch.balance.fair_race import HOME, RETUNE, STUDY, balanced, study_in
from tests.declared import COLUMNS
from tests.report.findings import changed
from tests.synthetic import results_tables

ARMS = ("base", "changes_1")
SMALL = STUDY.replace("rounds = 3", "rounds = 1")


@pytest.fixture(scope="module")
def race() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.GAMES, "handicap_race", HOME)
        yield


@pytest.fixture(scope="module")
def results(race: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("fair")
    balanced(folder, SMALL + RETUNE)
    return folder / "out"


def found(definition: Definition, source: Path) -> BalanceFindings:
    return found_report(KINDS["balance"], PlayedBalance.read(definition, source)).findings


@pytest.fixture(scope="module")
def told(results: Path) -> BalanceFindings:
    return found(draft_balance(results), results)


@pytest.fixture(scope="module")
def report(told: BalanceFindings) -> Report:
    return compose(told, BALANCE_SECTIONS)


def test_the_recommendation_is_the_answer_with_the_least_distance_and_cost(
    told: BalanceFindings, report: Report
) -> None:
    best = told.best
    assert best.changes
    distance = told.table(DISTANCES).set_index("arm")["distance"]
    assert distance[best.arm] < distance["base"] / 2
    advice = report.front.advice.replace("\u00a0", " ")
    for name, value in best.changes.items():
        said = f"Set the {number_name(name)} to {value}; {told.printed(name)} is printed."
        assert said.replace("-", "−") in advice
    shares = f"from {distance['base'] * 100:.0f} to {distance[best.arm] * 100:.0f} % of a fair"
    assert shares in advice
    assert shares in report.answer[0].replace("\u00a0", " ")


def test_more_changes_are_recommended_where_they_are_fairer_for_certain(
    told: BalanceFindings,
) -> None:
    cost = {"change": 1.0, "range": 0.0}
    dear = {**told.provenance, "balance": {**told.provenance["balance"], "cost": cost}}
    wide = told.table(DISTANCES).assign(low=0.0, high=1.0)
    assert what_to_do(changed(told, {DISTANCES: wide}, provenance=dear)).startswith(
        "Leave the numbers"
    )
    narrow = told.table(DISTANCES).assign(
        low=told.table(DISTANCES)["distance"], high=told.table(DISTANCES)["distance"]
    )
    nearest = narrow.loc[narrow["distance"].idxmin(), "arm"]
    sure = changed(told, {DISTANCES: narrow}, provenance=dear)
    advice = what_to_do(sure)
    answer = next(each for each in told.answers if each.arm == nearest)
    assert all(f"Set the {number_name(name)} to " in advice for name in answer.changes)
    drawn = rates_chart(sure, [2, 3], (told.answers[0], answer))
    assert compose(sure, BALANCE_SECTIONS).pictures["before_after"] == drawn
    assert f">{heading(answer)}<" in drawn


def test_a_change_that_rounds_to_nought_has_no_sign() -> None:
    row = {"difference": -0.004, "low": -0.05, "high": 0.05, "sure": False}
    assert _change(row, 1).startswith("0.0 ± ")
    assert _change(row | {"difference": -0.4}, 1).startswith("−0.4 ± ")


def test_the_first_page_names_the_least_even_table_and_where_the_answer_helps_most(
    told: BalanceFindings, report: Report
) -> None:
    players = least_even(told)
    rates = told.table(RATES)
    rows = rates[(rates["arm"] == "base") & (rates["players"] == players)]
    top = rows.loc[rows["rate"].idxmax()]
    texts = [text.replace("\u00a0", " ") for text in report.answer]
    assert any(
        title(top["faction"]) in text and f"{top['rate'] * 100:.0f} %" in text for text in texts
    )
    assert any(text.startswith("It helps most with ") for text in texts)
    assert any("levels of play" in text for text in texts)


def test_every_answer_has_the_win_rates_of_every_faction_at_every_level(
    told: BalanceFindings, report: Report
) -> None:
    arms = {answer.arm for answer in told.answers}
    assert len(arms) == 4
    rates = told.table(RATES_BY_LEVEL)
    assert rates.groupby("arm").size().nunique() == 1
    assert len(rates) == len(arms) * 2 * (3 + 3)
    levels = next(section for section in report.sections if section.id == "levels")
    tables = [block for block in levels.blocks if isinstance(block, Table)]
    assert [len(table.rows) for table in tables] == [4, 6, 6]


def test_tables_that_were_not_played_are_named(told: BalanceFindings) -> None:
    taken = set(registry.load_game("handicap_race").players_on("track"))
    rates = told.table(RATES)
    played = set(map(int, rates["players"]))
    assert set(told.sizes_left_out) == taken - played
    pairs = changed(told, {RATES: rates[rates["players"] == 2]})
    assert set(pairs.sizes_left_out) == taken - {2}
    assert "three" in sizes_text(pairs)
    assert f"Tables of {sizes_text(pairs)} were not played." in first_page(pairs).doubt
    (text,) = _left_out(pairs)
    assert text.startswith(f"The boards take {sizes_text(pairs)} players, too;")
    whole = pd.concat([told.table(RATES).assign(players=size) for size in taken])
    assert _left_out(changed(told, {RATES: whole})) == []


def test_dose_curves_go_through_every_value_of_every_number(told: BalanceFindings) -> None:
    values = told.table(DOSES).groupby("number")["value"].agg(lambda each: sorted(set(each)))
    assert values["red.handicap"] == [0, 1, 2, 3, 4]
    assert values["green.handicap"] == [-2, 0, 2]
    printed = told.table(DOSES)[told.table(DOSES)["value"] == 3].query("number == 'red.handicap'")
    assert (printed["shift"] == 0).all()


def test_what_one_seat_does_and_another_suffers_is_shown_once() -> None:
    rows, _ = results_tables(seed=3, games=20)
    attacks = rows["battles_attacking"]
    arms = [rows.assign(arm=arm, battles_attacking=attacks + n) for n, arm in enumerate(ARMS)]
    table = pd.concat(arms, ignore_index=True)
    same = table.assign(battles_defending=table["battles_attacking"])
    told = set(find_course(same, COLUMNS)["measure"])
    assert "battles_attacking" in told
    assert "battles_defending" not in told
    apart = table.assign(battles_defending=2 * table["battles_attacking"])
    assert "battles_defending" in set(find_course(apart, COLUMNS)["measure"])


def test_tables_and_pictures_are_published(told: BalanceFindings, report: Report) -> None:
    assert {"win_rates", "distances", "settings_tried", "dose_curves", "retuned"} <= set(
        told.tables
    )
    named = {
        block.name
        for section in report.sections
        for block in section.blocks
        if isinstance(block, Picture)
    }
    assert named | {"first_page"} == set(report.pictures)
    assert [section.id for section in report.sections][:2] == ["answers", "rates"]


def test_names_of_numbers_and_notes_come_from_the_definition(results: Path, tmp_path: Path) -> None:
    (tmp_path / "report.toml").write_text(
        'kind = "balance"\ntitle = "Fair"\nstudy = "fair_race"\n'
        '[numbers]\n"red.handicap" = "head start of Red"\n'
        '[[notes]]\nsection = "method"\ntext = "A note."\n'
    )
    definition = read_definition(tmp_path, KINDS["balance"].ids)
    told = found(definition, results)
    made = compose(told, BALANCE_SECTIONS)
    assert "Set the head start of Red to " in made.front.advice
    assert made.sections[-1].blocks[-1].text == "A note."  # type: ignore[union-attr]
    (tmp_path / "report.toml").write_text('kind = "balance"\ntitle = "Fair"\nnumber = 1\n')
    with pytest.raises(InputError, match="study"):
        read_definition(tmp_path, KINDS["balance"].ids)


def test_a_note_to_an_unknown_section_is_refused(tmp_path: Path) -> None:
    (tmp_path / "report.toml").write_text(
        'kind = "balance"\ntitle = "Fair"\nstudy = "fair_race"\n'
        '[[notes]]\nsection = "methods"\ntext = "A note."\n'
    )
    with pytest.raises(InputError, match=r"a known section, got 'methods'.*did you mean method"):
        read_definition(tmp_path, KINDS["balance"].ids)


def test_a_note_to_a_section_that_the_report_has_not_is_refused(told: BalanceFindings) -> None:
    definition = replace(told.definition, notes={"doses": ("A note.",)})
    none = changed(told, {DOSES: told.table(DOSES).head(0)}, definition=definition)
    with pytest.raises(InputError, match="expected a section of this report, got 'doses'"):
        compose(none, BALANCE_SECTIONS)


def test_notes_may_go_to_every_section_of_the_report(told: BalanceFindings) -> None:
    here = tuple(section.id for section in compose(told, BALANCE_SECTIONS).sections)
    definition = replace(told.definition, notes=dict.fromkeys(here, ("A note.",)))
    made = compose(replace(told, definition=definition), BALANCE_SECTIONS)
    assert [section.blocks[-1].text for section in made.sections] == ["A note."] * len(here)  # type: ignore[union-attr]


def test_a_study_is_planned_run_and_drafted_at_the_command_line(
    race: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    study_in(tmp_path, SMALL)
    assert main(["study", "plan", "fair_race.toml"]) == 0
    assert "4 numbers; 10 possible single changes" in capsys.readouterr().out
    assert main(["study", "balance", "fair_race.toml", "--quick", "--jobs", "1"]) == 0
    output = capsys.readouterr().out
    assert "as printed" in output
    assert "Distance from fair" in output
    assert main(["study", "fair_race.toml", "--quick", "--resume"]) == 0
    assert "results/fair_race" in capsys.readouterr().out
    assert main(["report", "init", "results/fair_race"]) == 0
    assert 'kind = "balance"' in Path("reports/fair_race/report.toml").read_text()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("handicap_race", "dice_race", "expected a game whose rules have numbers to change"),
        ("red.handicap", "rad.handicap", "did you mean red.handicap"),
    ],
)
def test_faults_are_reported_with_exit_code_2(
    race: None,
    old: str,
    new: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(registry.GAMES, "dice_race", "tests.batch.dice_race")
    study_in(tmp_path, SMALL.replace(old, new, 1))
    assert main(["study", "balance", str(tmp_path / "fair_race.toml")]) == 2
    assert sentence in capsys.readouterr().err
