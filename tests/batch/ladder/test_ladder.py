"""A ladder seats everybody everywhere on the same luck and survives kills."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from bloodstones.batch.ladder.definition import LadderFile, read_ladder
from bloodstones.batch.ladder.random_tables import draw_tables
from bloodstones.batch.ladder.run import PROVENANCE, ROWS, run_ladder
from bloodstones.batch.result_files.result import STORE
from bloodstones.batch.result_files.store import Store
from bloodstones.core.errors import InputError
from bloodstones.core.files.datafile import LADDER as KIND
from bloodstones.core.files.datafile import kind_of
from tests.batch.card_race import CardRace
from tests.batch.tuning.paced_race import PacedRace

LADDER = """
id = "race_ladder"
kind = "ladder"
question = "Who is fastest?"
game = "paced_race"
seed = 7
[maps]
2 = "track"
3 = "track"
[[pools]]
name = "all"
strategies = ["bold", "steady"]
players = [2, 3]
tables = 6
replicates = 2
[[pools]]
name = "pairs"
pairs = [["bold", "steady"]]
players = [2]
tables = 4
[quick]
tables = 2
"""


def file(folder: Path, text: str = LADDER) -> LadderFile:
    path = folder / "ladder.toml"
    path.write_text(text, encoding="utf-8")
    assert kind_of(path) == KIND
    return read_ladder(path)


def result(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in (ROWS, PROVENANCE)}


def test_each_strategy_plays_each_seat_of_a_table_with_the_same_luck(tmp_path: Path) -> None:
    tables = draw_tables(file(tmp_path).ladder, PacedRace())
    assert len(tables) == 6 + 6 + 4
    for table in tables:
        lineups = {tuple(seat.role for seat in each.setup.seats) for each in table.seatings}
        assert len(lineups) == 1
        seated = Counter(
            (place, seat.strategy)
            for each in table.seatings
            for place, seat in enumerate(each.setup.seats)
        )
        size = len(table.seatings[0].setup.seats)
        by_seat = {
            strategy: {seated[place, strategy] for place in range(size)}
            for strategy in ("bold", "steady")
        }
        assert all(len(times) == 1 for times in by_seat.values())


def test_a_strategy_paired_with_itself_plays_all_seats_at_tables_of_any_size(
    tmp_path: Path,
) -> None:
    text = LADDER.replace(
        '["bold", "steady"]]\nplayers = [2]', '["bold", "bold"]]\nplayers = [2, 3]'
    )
    for table in draw_tables(file(tmp_path, text).ladder, PacedRace()):
        seated = {seat.strategy for each in table.seatings for seat in each.setup.seats}
        assert seated == ({"bold"} if table.pool == "pairs" else {"bold", "steady"})


def test_no_two_tables_of_a_pool_share_their_luck(tmp_path: Path) -> None:
    tables = draw_tables(file(tmp_path).ladder, PacedRace())
    luck = Counter(
        (table.pool, len(table.seatings[0].setup.seats), table.label, replicate)
        for table in tables
        for replicate in table.replicates
    )
    assert set(luck.values()) == {1}


def test_tables_depend_on_the_seed_alone(tmp_path: Path) -> None:
    first = draw_tables(file(tmp_path).ladder, PacedRace())
    assert first == draw_tables(file(tmp_path).ladder, PacedRace())
    other = file(tmp_path, LADDER.replace("seed = 7", "seed = 8")).ladder
    assert first != draw_tables(other, PacedRace())
    assert len(draw_tables(file(tmp_path).ladder, PacedRace(), quick=True)) == 6


def test_result_has_a_row_for_each_seat_and_says_where_it_comes_from(tmp_path: Path) -> None:
    told = run_ladder(file(tmp_path), PacedRace(), tmp_path / "out")
    rows = pq.read_table(tmp_path / "out" / ROWS).to_pandas()
    assert told["games"] == 6 * 2 * 2 + 6 * 3 * 2 + 4 * 2
    assert rows.groupby(["cell", "replicate"]).ngroups == told["games"]
    assert not rows.duplicated(["cell", "replicate", "seat"]).any()
    assert set(rows["pool"]) == {"all", "pairs"}
    assert told["study"] == "race_ladder"
    assert told["study_file"] == LADDER
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [PROVENANCE, ROWS]


def test_jobs_and_a_second_run_change_nothing(tmp_path: Path) -> None:
    run_ladder(file(tmp_path), PacedRace(), tmp_path / "one")
    run_ladder(file(tmp_path), PacedRace(), tmp_path / "two", jobs=2, chunk_games=3)
    run_ladder(file(tmp_path), PacedRace(), tmp_path / "three", jobs=2, backend="loky")
    assert result(tmp_path / "one") == result(tmp_path / "two") == result(tmp_path / "three")
    game = PacedRace()
    run_ladder(file(tmp_path), game, tmp_path / "one", resume=True)
    assert game.warm_ups == 0


KILLED = """
import sys, time
from pathlib import Path
from tests.batch.ladder.test_ladder import file
from tests.batch.tuning.paced_race import PacedRace
from bloodstones.batch.ladder.run import run_ladder

class Slow(PacedRace):
    def simulate(self, *args):
        time.sleep(0.05)
        return super().simulate(*args)

folder = Path(sys.argv[1])
run_ladder(file(folder), Slow(), folder / "killed")
"""


def stored_chunks(folder: Path) -> int:
    """Bytes of the log of the store tell how many chunks it has, roughly."""
    log = folder / f"{STORE}-wal"
    return log.stat().st_size // 20_000 if log.exists() else 0


def test_a_killed_ladder_is_gone_on_with_to_the_same_end(tmp_path: Path) -> None:
    run_ladder(file(tmp_path), PacedRace(), tmp_path / "whole")
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)])
    folder = tmp_path / "killed"
    while stored_chunks(folder) < 3:
        assert process.poll() is None
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    with pytest.raises(InputError, match="expected no unfinished run, got one"):
        run_ladder(file(tmp_path), PacedRace(), folder)
    run_ladder(file(tmp_path), PacedRace(), folder, resume=True)
    assert result(folder) == result(tmp_path / "whole")


def test_results_of_another_ladder_are_not_overwritten(tmp_path: Path) -> None:
    run_ladder(file(tmp_path), PacedRace(), tmp_path / "out")
    other = file(tmp_path, LADDER.replace("seed = 7", "seed = 8"))
    for resume in (False, True):
        with pytest.raises(InputError, match="folder without results, got some"):
            run_ladder(other, PacedRace(), tmp_path / "out", resume=resume)
    run_ladder(other, PacedRace(), tmp_path / "out", replace=True)


def test_a_folder_has_one_ladder_at_a_time(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with (
        Store(tmp_path / "out" / STORE, "of another run"),
        pytest.raises(InputError, match="expected a store that no other run uses"),
    ):
        run_ladder(file(tmp_path), PacedRace(), tmp_path / "out", replace=True)


class RolelessRace(CardRace):
    """A game of cards with the names that a ladder asks of a tunable game."""

    every_role = ()


def test_a_ladder_needs_neither_boards_nor_roles(tmp_path: Path) -> None:
    text = LADDER.replace('[maps]\n2 = "track"\n3 = "track"\n', "")
    text = text.replace("seed = 7", 'seed = 7\nchoices = { hand = "long" }')
    game: Any = RolelessRace()
    told = run_ladder(file(tmp_path, text), game, tmp_path / "out")
    rows = pq.read_table(tmp_path / "out" / ROWS).to_pandas()
    assert len(rows) == 6 * 2 * 2 * 2 + 6 * 3 * 2 * 3 + 4 * 2 * 2
    assert told["choices"] == {"hand": "long"}
    assert told["assumed"] == ["deck.csv: ogre"]
    with pytest.raises(InputError, match=r"expected a table \[maps\] with boards of paced_race"):
        draw_tables(file(tmp_path, text).ladder, PacedRace())


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('strategies = ["bold", "steady"]', "", "either `strategies` or `pairs`"),
        ('["bold", "steady"]\nplayers', '["bold"]\nplayers', "two or more strategies"),
        ("players = [2, 3]", "players = [2, 4]", "a map for 4 players"),
        ('name = "pairs"', 'name = "all"', "a name of its own for each pool"),
        ("tables = 6", "tables = 0", "at least 1"),
        ("tables = 6", "tabels = 6", "did you mean tables"),
        ("seed = 7", "seed = -1", "at least 0"),
    ],
)
def test_faults_of_a_ladder_file_are_reported(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    assert old in LADDER
    with pytest.raises(InputError, match=sentence):
        file(tmp_path, LADDER.replace(old, new))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"quick": True}, r"expected a table \[quick\]"),
        ({"jobs": 0}, "at least 1 job, got 0"),
    ],
)
def test_impossible_runs_are_refused(tmp_path: Path, change: dict[str, Any], sentence: str) -> None:
    text = LADDER[: LADDER.index("[quick]")]
    with pytest.raises(InputError, match=sentence):
        run_ladder(file(tmp_path, text), PacedRace(), tmp_path / "out", **change)
    assert not (tmp_path / "out").exists()


def test_boards_of_two_maps_are_boards_of_a_ladder(tmp_path: Path) -> None:
    read = file(tmp_path, LADDER.replace('2 = "track"', '2 = "track+bend/hill+dale"'))
    assert read.ladder.maps["2"] == "track+bend/hill+dale"
