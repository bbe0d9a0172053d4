from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodstones.batch.learning.self_play_tables import unpacked
from bloodstones.batch.result_files.tidy_tables import (
    TableHash,
    add_areas,
    arrow_type,
    decode_column,
    decode_rows,
    encode_areas,
    encode_rows,
)
from bloodstones.core.contract.game import Chunk, Column
from bloodstones.core.errors import InputError, RunError

COLUMNS = (Column("name", "str", "a name"), Column("count", "int16", "a count"))
ROWS = st.lists(st.tuples(st.sampled_from(["", "a", "ab", "é"]), st.integers(-9, 9)), min_size=1)


def chunk(names: Any, counts: Any) -> Chunk:
    return Chunk({"name": names, "count": counts}, {})


def digest(*tables: pa.Table) -> str:
    whole = TableHash()
    for table in tables:
        whole.update(table)
    return whole.hexdigest()


@given(ROWS, st.integers(0, 20))
def test_hash_is_the_same_however_the_table_is_split(rows: list[tuple[str, int]], cut: int) -> None:
    names, counts = zip(*rows, strict=True)
    table = decode_rows(encode_rows(chunk(names, counts), COLUMNS, len(rows)))
    assert table.to_pydict() == {"name": list(names), "count": list(counts)}
    assert digest(table) == digest(table.slice(0, cut), table.slice(cut))


@pytest.mark.parametrize(
    "other",
    [
        pa.table({"a": pa.array(["x", "yz"]), "b": pa.array([1, 2], pa.int8())}),
        pa.table({"a": pa.array(["xy", "z"]), "b": pa.array([1, 2], pa.int16())}),
        pa.table({"a": pa.array(["xy", "z"]), "c": pa.array([1, 2], pa.int8())}),
        pa.table({"a": pa.array(["xy", "z"]), "b": pa.array([2, 1], pa.int8())}),
    ],
)
def test_hash_tells_values_dtypes_and_names_apart(other: pa.Table) -> None:
    table = pa.table({"a": pa.array(["xy", "z"]), "b": pa.array([1, 2], pa.int8())})
    assert digest(table) != digest(other)


@pytest.mark.parametrize(
    ("names", "counts", "message"),
    [
        (["a"], np.array([70_000]), "expected int16, got: .*70000.*column count"),
        (["a"], np.array([1.5]), "expected int16, got: .*column count"),
        (["a", "b"], [1], "expected 1 values, got 2 with 0 missing .column name"),
        ([None], [1], "expected 1 values, got 1 with 1 missing .column name"),
    ],
)
def test_rows_that_are_not_as_declared_stop_the_run(names: Any, counts: Any, message: str) -> None:
    with pytest.raises(RunError, match=message):
        encode_rows(chunk(names, counts), COLUMNS, 1)


@pytest.mark.parametrize(
    ("dtype", "values"),
    [
        ("str", ["é", "", "xx"]),
        ("bool", np.arange(20) % 3 == 0),
        ("int16", [1, -2, 3]),
        ("uint8", np.array([1, 2, 255])),
        ("float32", [0.5, 1, 2]),
        ("float64", np.array([1, 2])),
    ],
)
def test_values_that_fit_are_taken_without_asking_pandas(
    dtype: str, values: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    array = pa.array(values, arrow_type(dtype))
    with monkeypatch.context() as patched:
        patched.delattr(pa, "array")
        encoded = encode_rows(Chunk({"x": values}, {}), [Column("x", dtype, "")], len(values))
    assert decode_rows(encoded)["x"].combine_chunks().equals(array)


def test_columns_that_are_not_declared_stop_the_run() -> None:
    with pytest.raises(RunError, match=r"expected the columns .*'count'.*, got .*'name'"):
        encode_rows(Chunk({"name": ["a"]}, {}), COLUMNS, 1)


def test_area_sums_add_up() -> None:
    total: dict[str, list[int]] = {}
    add_areas(total, encode_areas({"battles": np.array([1, 2])}))
    add_areas(total, encode_areas({"battles": [10, 20]}))
    assert total == {"battles": [11, 22]}


@pytest.mark.parametrize(
    "stored",
    [
        b"",
        b"\0" * 8,
        b"\xff" * 8 + b"x",
        (1 << 40).to_bytes(8, "big") + b"x",
        b"\0\0\0\0\0\0\1\0not packed by anybody",
    ],
)
def test_rows_that_no_run_stored_are_reported(stored: bytes) -> None:
    for read in (decode_rows, lambda rows: decode_column(rows, "win_credit")):
        with pytest.raises(InputError, match="expected games as a run stores them, got others"):
            read(stored)


@pytest.mark.parametrize("areas", ["", "[1]", '{"battles": 3}', '{"battles": ["x"]}', "[" * 5000])
def test_area_sums_that_no_run_stored_are_reported(areas: str) -> None:
    with pytest.raises(InputError, match="expected games as a run stores them, got others"):
        add_areas({"battles": [1]}, areas)


def test_games_to_learn_from_that_no_run_stored_are_reported() -> None:
    for stored in (b"", b"PK\3\4 and no more", b"\x93NUMPY\1\0"):
        with pytest.raises(InputError, match="expected games as a run stores them, got others"):
            unpacked(stored)
