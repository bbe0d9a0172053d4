"""Known faults planted again: 60 each week, others in another week."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import date

import pytest

from tests.mutants import table
from tests.mutants.sample import BUDGET, SIZE, sample, serves, week_of
from tests.mutants.suite import ROOT
from tests.mutants.table import EQUIVALENT, EXPLAINED, MARKED, explained, read

FLOOR = 0.95  # of the faults that are planted again
ENOUGH = SIZE // 2  # fewer: the tables are out of date, `make mutants` plants faults anew
OVER = 10.0  # processor seconds that the last fault may take beyond the budget


def test_faults_of_this_week_are_noticed_again_within_a_minute_of_processor_time() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.mutants.sample", "--week", week_of(date.today())],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode in (0, 1), ran.stdout + ran.stderr
    planted, noticed, seconds = (
        float(part.split()[0]) for part in ran.stdout.splitlines()[-1].split(", ")
    )
    assert noticed >= FLOOR * planted, ran.stdout
    assert planted >= ENOUGH, ran.stdout
    assert seconds < BUDGET + OVER


def test_another_week_has_other_faults_and_the_same_week_the_same() -> None:
    week, other = ([known.fault.id for known in sample(name)] for name in ("2026-W48", "2026-W49"))
    assert week == [known.fault.id for known in sample("2026-W48")]
    assert ENOUGH <= len(week) <= SIZE
    assert len(set(week) & set(other)) < len(week) / 2


def test_only_faults_that_a_marked_test_noticed_soon_serve() -> None:
    row = table.Row("i", "p", 1, "f", "constant", "1", "2", "line", ("A",), MARKED, seconds=0.1)
    assert serves(row)
    assert not serves(replace(row, hung=True))
    assert not serves(replace(row, seconds=30.0))
    assert not serves(replace(row, killed_by="play"))


def test_what_is_explained_is_a_known_survivor_with_a_reason() -> None:
    reasons = explained()
    rows = {ident: row for game in table.games() for ident, row in read(game).items()}
    killed = [ident for ident in reasons if ident in rows and rows[ident].killed_by != EXPLAINED]
    assert killed == [], f"a test notices them, in {EQUIVALENT.name}"
    assert set(reasons) & set(rows)
    assert all(len(reason.split()) > 2 for reason in reasons.values())


@pytest.mark.parametrize("day", [(date(2027, 1, 1), "2026-W53"), (date(2027, 1, 4), "2027-W01")])
def test_weeks_are_those_of_the_calendar(day: tuple[date, str]) -> None:
    assert week_of(day[0]) == day[1]
