"""Faults that once passed all tests: the file of them, and those of a game of the week."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date

import pytest

from bloodstones.games.registry import GAMES
from tests.mutants.known import Known, read_known
from tests.rule_coverage import register_of

FAULTS = read_known()


@pytest.mark.parametrize("fault", FAULTS, ids=[each.what for each in FAULTS])
def test_a_known_fault_can_be_planted_as_it_is_written(fault: Known) -> None:
    assert fault.faulty.functions.keys() == fault.source.functions.keys()
    assert fault.faulty.text != fault.source.text
    known = register_of(fault.game)
    assert all(known.get(each) for each in fault.clauses)


def test_text_that_is_not_there_once_is_no_fault() -> None:
    twice = Known((), "no fault", FAULTS[0].path, FAULTS[0].function, "s", "")
    with pytest.raises(LookupError, match="expected 's' once"):
        _ = twice.faulty


def test_the_clauses_of_the_game_of_the_week_notice_their_known_faults() -> None:
    games = [game for game in GAMES if any(fault.game == game for fault in FAULTS)]
    game = games[date.today().isocalendar().week % len(games)]
    command = [sys.executable, "-m", "tests.mutants.known", "--game", game]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
