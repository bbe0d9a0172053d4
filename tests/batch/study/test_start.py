"""Studies that begin every playthrough at a position."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from bloodstones.batch.result_files.rerun import read_rerun, rerun
from bloodstones.batch.result_files.result import RESULTS, read_provenance
from bloodstones.batch.study.definition import StudyFile, parse_study, read_study
from bloodstones.batch.study.plan import Plan, check_plan, make_plan
from bloodstones.batch.study.run import run_study
from bloodstones.core.errors import InputError, RunError
from bloodstones.core.files.toml_text import toml_text
from bloodstones.games.registry import load_game
from bloodstones.kit.players.permission import without_files
from tests.batch.conftest import STUDY as RACE
from tests.batch.dice_race import DiceRace
from tests.batch.study.test_run import StopAfter

POSITION = (
    "tyrants_lament hill_folk,horse_lords turn=9 first=0 active=0 point=main"
    " | 0: citadel=1 units=1:giant*2 hand=skirmisher*2+leader villages=2 vp=0/3/0/0/0 regroups=1"
    " | 1: citadel=30 units=30:swordsman;2:cavalry hand=?5 villages=31 vp=0/0/2/0/0 regroups=1"
)
STUDY = """
id = "here"
question = "Who wins from here, and what if the hand is larger?"
game = "bloodstones"
seed = 60
start = "position.txt"
strategies = ["warlord"]
replicates = 6
[arms.large_hand.overrides]
hand_limit = 8
"""
FILE = Path("here.toml")
GAME: Any = load_game("bloodstones")


@pytest.fixture
def file(tmp_path: Path) -> StudyFile:
    (tmp_path / "position.txt").write_text(f"bloodstones {POSITION}\n")
    (tmp_path / "here.toml").write_text(STUDY)
    return read_study(tmp_path / "here.toml")


def plan_of(file: StudyFile) -> Plan:
    return make_plan(file.study, GAME)


def test_line_up_board_and_rules_are_those_of_the_position(file: StudyFile) -> None:
    base, arm = plan_of(file).cells
    assert base.id == "tyrants_lament/hill_folk+horse_lords/warlord"
    assert base.lineup == arm.lineup == ("hill_folk", "horse_lords")
    assert base.label == arm.label
    assert base.setup.position == arm.setup.position == f"bloodstones {POSITION}"
    assert arm.setup.overrides == {"hand_limit": 8}
    changed = parse_study(STUDY.replace("position.txt", f"{POSITION} | rules: hand_limit=5"), FILE)
    base, arm = make_plan(changed, GAME).cells
    assert (base.setup.overrides, arm.setup.overrides) == ({"hand_limit": 5}, {"hand_limit": 8})


def test_a_file_a_line_and_a_table_are_the_same_position(file: StudyFile) -> None:
    table = GAME.line_of(GAME.position(POSITION.replace("hand=?5", "hand=leader"))).table(
        GAME.counted
    )
    line = parse_study(STUDY.replace("position.txt", POSITION), FILE)
    assert line.start == file.study.start
    text = toml_text({**tomllib.loads(STUDY), "start": table})
    read = parse_study(text, FILE)
    assert make_plan(read, GAME).cells[0].lineup == ("hill_folk", "horse_lords")
    assert GAME.position(read.start).state.hand[1].sum() == 1


def test_the_table_is_the_same_whatever_the_workers_and_the_position_is_kept(
    file: StudyFile, tmp_path: Path
) -> None:
    plan = plan_of(file)
    one = run_study(file, plan, GAME, tmp_path / "one", jobs=1, chunk_games=6)
    two = run_study(file, plan, GAME, tmp_path / "two", jobs=2, chunk_games=1)
    assert one["table_hash"] == two["table_hash"]
    assert read_provenance(tmp_path / "one")["start"] == f"bloodstones {POSITION}"  # type: ignore[index]
    rows = pd.read_parquet(tmp_path / "one" / RESULTS)
    assert (rows["game_turns"] >= 9).all()
    with pytest.raises(RunError, match="stopped"):
        run_study(file, plan, GAME, tmp_path / "three", progress=StopAfter(4), chunk_games=1)
    three = run_study(file, plan, GAME, tmp_path / "three", resume=True)
    assert three["table_hash"] == one["table_hash"]
    (tmp_path / "position.txt").unlink()  # the provenance alone is enough
    read = read_rerun(tmp_path / "one")
    again = rerun(read, make_plan(read.file.study, GAME), GAME, jobs=1)
    assert again.same


def test_another_position_is_another_study(file: StudyFile, tmp_path: Path) -> None:
    run_study(file, plan_of(file), GAME, tmp_path / "out", jobs=1)
    (tmp_path / "position.txt").write_text(POSITION.replace("giant*2", "giant"))
    other = read_study(tmp_path / "here.toml")
    with pytest.raises(InputError, match="the position at the start"):
        run_study(other, plan_of(other), GAME, tmp_path / "out", jobs=1)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("position.txt", "none.txt", "here.toml, start"),
        (
            "position.txt",
            "battalia - -,- turn=1 | 0: | 1:",
            "a position of bloodstones, got 'one of",
        ),
        ("position.txt", "tyrants_lament turn=1", "the board and the roles first"),
        (
            'strategies = ["warlord"]',
            'strategies = ["warlord"]\n[lineups]\nplayers = 2',
            "got both",
        ),
        ("seed = 60", 'seed = 60\nmaps = ["tyrants_lament"]', "`start` without `maps`"),
        ('start = "position.txt"\n', "", "`lineups` or `start`, got none"),
    ],
)
def test_what_a_file_cannot_say(
    file: StudyFile, tmp_path: Path, old: str, new: str, said: str
) -> None:
    path = tmp_path / "here.toml"
    path.write_text(STUDY.replace(old, new))
    with pytest.raises(InputError) as error:
        read_study(path)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("hill_folk,", "hil_folk,", "start, position: expected a faction, got 'hil_folk'"),
        ("giant*2", "giant*99", "start, seat 0"),
        ("seed = 60", 'seed = 60\nmap = "ember_coast"', "start, position: expected the map"),
        (
            "hand_limit = 8",
            '"villages" = 0',
            "cell .*large_hand: .*seat 0.*0 villages",
        ),
        (
            'strategies = ["warlord"]',
            'in_order = true\nstrategies = [["warlord", "raider", "builder"]]',
            "one strategy per seat, so 2, got 3",
        ),
        (
            "point=main",
            "limit=9 point=over ending=turn_limit",
            "a position in which a seat decides",
        ),
    ],
)
def test_a_position_that_cannot_be_played_is_refused(old: str, new: str, said: str) -> None:
    study = parse_study(STUDY.replace("position.txt", POSITION).replace(old, new), FILE)
    with pytest.raises(InputError, match=said):
        check_plan(make_plan(study, GAME), GAME, FILE.name)


def test_a_game_without_positions_is_named() -> None:
    text = RACE.partition("[lineups]")[0].replace(
        'map = "track"', 'start = "track red,blue a=1 | 0: | 1:"'
    )
    with pytest.raises(InputError, match="a game with positions, got 'dice_race'"):
        make_plan(parse_study(text, FILE), DiceRace())


def test_a_page_of_the_lab_reads_no_file(file: StudyFile, tmp_path: Path) -> None:
    with without_files("the lab"), pytest.raises(InputError, match="a position as text"):
        read_study(tmp_path / "here.toml")
