"""What files of results tell of their columns, and what the game of older ones declares."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bloodstones.batch.result_files.result import columns_of_result, declared_by
from bloodstones.core.contract.columns import Columns, column_of, metadata_of
from bloodstones.core.contract.game import Column, Role
from bloodstones.core.errors import InputError
from bloodstones.games import registry
from bloodstones.games.bloodstones.columns import COLUMNS, MEASURES
from bloodstones.games.bloodstones.game import GAME
from bloodstones.stats.table import measures_of, read_results, with_finished
from tests.batch.conftest import Run
from tests.batch.dice_race import DiceRace
from tests.synthetic import results_tables, write_tables


class Race(DiceRace):
    """The race with something contested."""

    measures = (Column("visits", "int64", "where dice fell", Role.CONTEST),)


def test_files_tell_what_the_game_declared(run: Run, tmp_path: Path) -> None:
    run(game=Race(), quick=True)
    folder = tmp_path / "out"
    found = columns_of_result(
        "no_game_at_all", folder / "results.parquet", folder / "areas.parquet"
    )
    wanted = declared_by(Race())
    assert found.rows == wanted.rows
    assert found.areas == wanted.areas
    assert measures_of(found.areas).names(Role.CONTEST) == ("visits",)
    fields = {field.name: field.metadata for field in pq.read_schema(folder / "results.parquet")}
    assert fields["finished"][b"role"] == b"result"


def test_columns_survive_their_metadata() -> None:
    for column in (*COLUMNS, *MEASURES):
        assert column_of(column.name, column.dtype, metadata_of(column)) == column


def test_files_that_do_not_tell_are_those_of_the_game_they_name(tmp_path: Path) -> None:
    folder = write_tables(tmp_path / "old", *results_tables(games=3))
    found = columns_of_result("bloodstones", folder / "results.parquet", folder / "areas.parquet")
    assert found == declared_by(GAME)
    with pytest.raises(InputError, match="expected a game, got 'chess'"):
        columns_of_result("chess", folder / "results.parquet")


def test_a_table_without_finished_gets_it_from_its_end_reasons(tmp_path: Path) -> None:
    rows, areas = results_tables(games=60)
    assert not rows["finished"].all()
    folder = write_tables(tmp_path / "old", rows.drop(columns="finished"), areas)
    assert read_results(folder).rows["finished"].tolist() == rows["finished"].tolist()
    assert with_finished(rows, ()) is rows


def test_every_column_of_the_game_has_a_role_and_points_have_colours() -> None:
    columns = Columns(COLUMNS)
    assert all(column.role for column in columns)
    points = columns.names(Role.POINTS)
    assert set(columns.colours(Role.POINTS)) == set(points)
    assert len(set(columns.colours(Role.POINTS).values())) == len(points)
    numbers = {column.name for column in columns if column.dtype != "str"}
    assert set(columns.names(Role.ACTIVITY)) | set(columns.names(Role.CONTEST)) <= numbers


def test_every_registered_game_declares_what_every_table_has() -> None:
    from bloodstones.core.contract.columns import ALWAYS

    for game_id in registry.GAMES:
        names = [column.name for column in registry.load_game(game_id).columns]
        assert set(ALWAYS) <= set(names)


@pytest.mark.parametrize("metadata", [{b"role": b"kez"}, {b"role": b"\xa5"}, {b"\xff": b"x"}])
def test_a_file_that_tells_what_no_study_writes_is_refused(
    tmp_path: Path, metadata: dict[bytes, bytes]
) -> None:
    schema = pa.schema([pa.field("finished", pa.bool_(), metadata=metadata)])
    pq.write_table(pa.table({"finished": [True]}, schema=schema), tmp_path / "rows.parquet")
    with pytest.raises(InputError, match="expected a column 'finished' as studies describe it"):
        columns_of_result("bloodstones", tmp_path / "rows.parquet")
