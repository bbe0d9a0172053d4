"""Cells are counted before they are made: a few lines of a file can ask for millions."""

from __future__ import annotations

import itertools
import time
from pathlib import Path

import pytest

from bloodstones.batch.study import plan as planning
from bloodstones.batch.study.definition import parse_study
from bloodstones.batch.study.plan import make_plan
from bloodstones.batch.study.size import MOST_CELLS, most_cells
from bloodstones.cli import main
from bloodstones.core.errors import InputError
from tests.batch.conftest import STUDY
from tests.batch.dice_race import DiceRace

LINEUPS = STUDY.partition("[lineups]")
ONE_SET = '[lineups]\nsets = [{ players = 3, factions = ["red", "blue", "green"] }]\n'
CHANGES = {
    "plain": "",
    "every order": "all_orders = true\n",
    "every seat": "rotate_seats = true\n",
    "both": "all_orders = true\nrotate_seats = true\n",
    "twice the same": 'explicit = [["red", "red", "blue"], ["red", "red", "blue"]]\n',
}
MIXES = ('["bold"]', '["bold", ["bold", "steady"]]', '[["bold", "steady"]]\nlast_alone = true')


@pytest.mark.parametrize(("changed", "mixes"), [*itertools.product(CHANGES, MIXES)])
def test_as_many_cells_are_counted_as_are_made(changed: str, mixes: str) -> None:
    strategies = f"strategies = {mixes}"
    head = LINEUPS[0].replace('strategies = ["bold", "steady", ["bold", "steady"]]', strategies)
    arms = '[arms.long]\noverrides = { "track.length" = 9 }\n'
    study = parse_study(f"{head}\n{ONE_SET}{CHANGES[changed]}\n{arms}", Path("race.toml"), Path())
    made = make_plan(study, DiceRace())
    assert most_cells(study, DiceRace()) == len(made.cells)


@pytest.mark.parametrize(
    "lineups",
    [
        f"explicit = [{[f'r{seat}' for seat in range(12)]}]\nall_orders = true",
        f"explicit = {[[f'r{seat}' for seat in range(11)]] * 500}\nall_orders = true",
        "sets = [{ players = 60, repeated = true, factions = ['a', 'b', 'c', 'd', 'e', 'f'] }]",
        "sets = [{ players = 1000000000, factions = ['a', 'b'], repeated = true }]\n"
        "all_orders = true",
        f"explicit = [{['red'] * 400}]",  # two strategies in 400 seats
        f"explicit = [{['red'] * 3000}]\nall_orders = true",
    ],
)
def test_a_study_of_too_many_cells_is_refused_before_they_are_made(
    lineups: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planning, "boards_and_lineups", None)
    study = parse_study(f"{LINEUPS[0]}[lineups]\n{lineups}\n", Path("race.toml"), Path())
    begun = time.process_time()
    with pytest.raises(InputError, match=rf"expected at most {MOST_CELLS:,} cells, got (up|more)"):
        make_plan(study, DiceRace())
    assert time.process_time() - begun < 1


def test_a_line_up_written_again_and_again_is_one() -> None:
    lineups = f"explicit = {[['red', 'blue', 'green']] * 500}\nall_orders = true"
    study = parse_study(f"{LINEUPS[0]}[lineups]\n{lineups}\n", Path("race.toml"), Path())
    assert len(make_plan(study, DiceRace()).cells) == 2 * 3 * (1 + 1 + 6)


def test_the_command_refuses_too_many_cells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    roles = [f"r{seat}" for seat in range(12)]
    text = STUDY.replace("dice_race", "bloodstones").replace("track", "tyrants_lament")
    text = text.partition("[lineups]")[0] + f"[lineups]\nexplicit = [{roles}]\nall_orders = true\n"
    (tmp_path / "many.toml").write_text(text)
    assert main(["study", "plan", str(tmp_path / "many.toml")]) == 2
    assert "expected at most 200,000 cells, got up to" in capsys.readouterr().err
