"""The report of a balance study: what it recommends, and that its sentences are its tables'."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from bloodstones.cli import main
from bloodstones.core.errors import InputError, RunError
from bloodstones.games import registry
from bloodstones.report.balance.answers import ANSWERS, Answers
from bloodstones.report.balance.definition import Definition, draft_balance, read_definition
from bloodstones.report.balance.findings import (
    DISTANCES,
    DOSES,
    RATES,
    RATES_BY_LEVEL,
    BalanceFindings,
    PlayedBalance,
    heading,
)
from bloodstones.report.balance.rates import rates_chart
from bloodstones.report.balance.search import _change, find_course
from bloodstones.report.balance.sections import BALANCE_SECTIONS
from bloodstones.report.compose import compose
from bloodstones.report.document.model import Paragraph, Picture, Report, Section, Table
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


def test_the_recommendation_helps_with_the_strongest_player_type(
    told: BalanceFindings, report: Report
) -> None:
    best = told.recommended
    assert best.changes
    distance = told.table(DISTANCES).set_index("arm")["distance"]
    assert distance[best.arm] < distance["base"] / 2
    level = told.deciding[-1]
    rates = told.table(RATES_BY_LEVEL)
    rates = rates[rates["level"] == level]
    off = (rates["rate"] - 1 / rates["players"]).abs()
    mean = off.groupby([rates["arm"], rates["players"]]).mean().groupby("arm").mean() * 100
    shown = f"falls from {mean['base']:.0f} to {mean[best.arm]:.0f} point"
    assert shown in report.answer[0].replace("\u00a0", " ")
    advice = report.front.advice.replace("\u00a0", " ")
    assert advice.startswith("Use “")
    assert "%" not in advice


def flat(told: BalanceFindings, level: str) -> BalanceFindings:
    """The findings where no answer changes anything with one player type."""
    table = told.table(RATES_BY_LEVEL)
    base = table[table["arm"] == "base"].set_index(["level", "players", "faction"])["rate"]
    keys = list(zip(table["level"], table["players"], table["faction"], strict=True))
    same = [base[key] for key in keys]
    rates = table["rate"].where(table["level"] != level, same)
    return changed(told, {RATES_BY_LEVEL: table.assign(rate=rates)})


def test_what_does_not_help_the_strongest_player_type_is_not_recommended(
    told: BalanceFindings,
) -> None:
    weak = flat(told, told.deciding[-1])
    page = ANSWERS.front(weak)
    assert page is not None
    assert page.answer.startswith("no answer of this study helps with its strongest player type")
    assert "no tested change helps by 2 points or more" in page.advice
    assert not [one for one in Answers(weak).tables if one.recipe]


def test_a_false_claim_on_the_answers_stops_the_build(told: BalanceFindings) -> None:
    weak = Answers(flat(told, told.deciding[-1]))
    assert weak.claim("none_helps")
    with pytest.raises(RunError, match=r"Answers\.closer"):
        weak.sure("closer")
    with pytest.raises(RunError, match=r"Answers\.none_helps"):
        Answers(told).sure("none_helps")


def test_the_chart_shows_the_recommended_answer(told: BalanceFindings) -> None:
    drawn = rates_chart(told, [2, 3], (told.answers[0], told.recommended))
    assert compose(told, BALANCE_SECTIONS).pictures["before_after"] == drawn
    assert f">{heading(told.answers[0])}<" in drawn


def test_a_change_that_rounds_to_nought_has_no_sign() -> None:
    row = {"difference": -0.004, "low": -0.05, "high": 0.05, "sure": False}
    assert _change(row, 1).startswith("0.0 ± ")
    assert _change(row | {"difference": -0.4}, 1).startswith("−0.4 ± ")


def test_the_first_page_names_the_least_fair_table(told: BalanceFindings, report: Report) -> None:
    rates = told.table(RATES)
    rows = rates[(rates["arm"] == "base") & (rates["players"] == Answers(told).unfairest)]
    top = rows.loc[rows["rate"].idxmax()]
    texts = [text.replace("\u00a0", " ") for text in report.answer]
    assert any(
        title(top["faction"]) in text and f"{top['rate'] * 100:.0f} %" in text for text in texts
    )


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
    page = ANSWERS.front(pairs)
    assert page is not None
    (said,) = re.findall(r"Games with ([^.]*) players were not part of this study\.", page.doubt)
    assert "three" in said
    method = compose(pairs, BALANCE_SECTIONS).sections[-1]
    assert any(f"The boards also take {said} players." in text for text in texts_of(method))
    whole = pd.concat([told.table(RATES).assign(players=size) for size in taken])
    assert changed(told, {RATES: whole}).sizes_left_out == ()


def texts_of(section: Section) -> list[str]:
    return [block.text for block in section.blocks if isinstance(block, Paragraph)]


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
    assert "head start of Red" in made.front.advice
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
