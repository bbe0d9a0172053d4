"""Parquet files: all reading and writing of tables on disk goes through this module.

Arrow takes text with a colon in it (`run-06:50/results.parquet`) for the address of a file system.
It is therefore given opened files, never a path; `tests/batch/result_files/test_parquet.py` checks
that no other module calls it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from bloodstones.core.contract.columns import metadata_of
from bloodstones.core.contract.game import Chunk, Column, Role
from bloodstones.core.errors import InputError, RunError
from bloodstones.core.files.parsing import json_of

if TYPE_CHECKING:
    import pandas as pd


REPLICATE = Column("replicate", "int32", "number of the playthrough in its cell, from 0", Role.KEY)
STUDY_COLUMNS = (
    Column("cell", "str", "combination of the study's factors", Role.KEY),
    REPLICATE,
    Column("arm", "str", "arm of the what-if; base is without changes", Role.KEY),
    Column("level", "str", "player type; empty if the study has only one", Role.KEY),
)
CHOICES_COLUMN = Column("choices", "str", "choices made before the start", Role.KEY)
AREA_COLUMNS = (
    Column("cell", "str", "combination of the study's factors", Role.KEY),
    Column("area", "int16", "area of the board", Role.KEY),
)
COMPRESSION = "zstd"
MOST_BYTES = 1 << 30  # of a chunk, unpacked; one has some hundred thousand
SIZE_BYTES = 8
ODD_CHUNKS = (  # what reading a chunk raises that is none
    *(pa.ArrowException, OSError, ValueError, LookupError, TypeError, AttributeError),
    *(OverflowError, MemoryError),
)
BOOLEAN = "b"  # kind of a dtype
KINDS_THAT_FIT = {BOOLEAN: BOOLEAN, "i": "iu", "u": "iu", "f": "iuf"}  # given, by declared kind


def arrow_type(dtype: str) -> pa.DataType:
    """Return the Arrow type of a declared dtype ("str" or a NumPy dtype)."""
    return pa.string() if dtype == "str" else pa.from_numpy_dtype(np.dtype(dtype))


def schema(columns: Iterable[Column]) -> pa.Schema:
    """Return the Arrow schema of columns; what they hold and are is kept as field metadata."""
    return pa.schema(
        [
            pa.field(c.name, arrow_type(c.dtype), nullable=False, metadata=metadata_of(c))
            for c in columns
        ]
    )


def encode_rows(chunk: Chunk, columns: Sequence[Column], rows: int) -> bytes:
    """Return the rows of a chunk as a compressed Arrow stream.

    Parameters
    ----------
    columns
        The game's declared columns.
    rows
        How many rows the chunk must have: replicates times seats.

    Raises
    ------
    RunError
        The game gave other columns than it declares, another number of rows, or values that do
        not fit the dtype.
    """
    names = [column.name for column in columns]
    if list(chunk.rows) != names:
        raise RunError(f"expected the columns {names}, got {list(chunk.rows)} (rows of a chunk)")
    arrays = [array_of(chunk.rows[column.name], column, rows) for column in columns]
    batch = pa.record_batch(arrays, names)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    whole = sink.getvalue()
    packed: bytes = pa.Codec(COMPRESSION).compress(whole, asbytes=True)
    size: bytes = whole.size.to_bytes(SIZE_BYTES, "big")
    return size + packed


def array_of(values: Sequence[Any] | NDArray[Any], column: Column, rows: int) -> pa.Array:
    """Return one column as an Arrow array of its declared type.

    Raises
    ------
    RunError
        There is another number of values than `rows`, or some do not fit the type.
    """
    try:
        array = _plain(values, column)
        if array is None:
            array = pa.array(values, arrow_type(column.dtype))
    except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
        raise RunError(f"expected {column.dtype}, got: {error} (column {column.name})") from None
    if len(array) != rows or array.null_count:
        raise RunError(
            f"expected {rows} values, got {len(array)} with {array.null_count} missing "
            f"(column {column.name})"
        )
    return array


def _plain(values: Sequence[Any] | NDArray[Any], column: Column) -> pa.Array | None:
    """Return the array of values that fit as they are, None where Arrow has to look closer.

    Arrow loads pandas to find out whether what it is given comes from there, and a run has no other
    use for pandas.
    """
    if column.dtype == "str":
        if not all(isinstance(text, str) for text in values):
            return None
        encoded = {text: text.encode() for text in set(values)}
        texts = [encoded[text] for text in values]
        ends = np.cumsum([0, *map(len, texts)], dtype=np.int32)
        buffers: list[object] = [ends, b"".join(texts)]
    else:
        dtype = np.dtype(column.dtype)
        array = np.asarray(values) if len(values) else np.empty(0, dtype)
        if array.dtype.kind not in KINDS_THAT_FIT[dtype.kind]:
            return None
        numbers = array.astype(dtype)
        if not np.array_equal(numbers, array):
            return None
        buffers = [np.packbits(numbers, bitorder="little") if dtype.kind == BOOLEAN else numbers]
    filled = [pa.py_buffer(buffer) for buffer in buffers]
    return pa.Array.from_buffers(arrow_type(column.dtype), len(values), [None, *filled])


def numbers_of(column: pa.Array | pa.ChunkedArray) -> NDArray[Any]:
    """Return a column of numbers or truth values without a gap as a NumPy array.

    Arrow's own way loads pandas first, a third of a second of a short study.

    Examples
    --------
    >>> numbers_of(pa.array([1, 2, 3], pa.int8())[1:]).tolist()
    [2, 3]
    >>> numbers_of(pa.chunked_array([[True, False], [True]])).tolist()
    [True, False, True]
    """
    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    dtype = np.dtype(column.type.to_pandas_dtype())
    parts = [np.empty(0, dtype), *(_numbers(chunk, dtype) for chunk in chunks if len(chunk))]
    return np.concatenate(parts)


def _numbers(chunk: pa.Array, dtype: np.dtype[Any]) -> NDArray[Any]:
    """Return the numbers of an array that is not empty."""
    end, data = chunk.offset + len(chunk), chunk.buffers()[1]
    if dtype.kind == BOOLEAN:
        bits = np.unpackbits(np.frombuffer(data, np.uint8), count=end, bitorder="little")
        return bits[chunk.offset :].astype(dtype)
    return np.frombuffer(data, dtype, end)[chunk.offset :]


def decode_rows(encoded: bytes) -> pa.Table:
    """Return the rows of a chunk as an Arrow table.

    Raises
    ------
    InputError
        They are not what `encode_rows` gives.
    """
    with as_written():
        table = pa.ipc.open_stream(_unpacked(encoded)).read_all()
        table.validate(full=True)  # no offset leads out of a buffer
        return table


def decode_column(encoded: bytes, name: str) -> pa.Array:
    """Return one column of the rows of a chunk, without reading the others, as `decode_rows`.

    Parameters
    ----------
    encoded
        From `encode_rows`.
    name
        Of the column.

    Raises
    ------
    InputError
        They are not what `encode_rows` gives.
    """
    with as_written():
        whole = _unpacked(encoded)
        place = pa.ipc.open_stream(whole).schema.get_field_index(name)
        options = pa.ipc.IpcReadOptions(included_fields=[place])
        column = pa.ipc.open_stream(whole, options=options).read_all().column(0).combine_chunks()
        column.validate(full=True)
        return column


@contextmanager
def as_written() -> Iterator[None]:
    """Turn what a chunk raises that nobody here wrote into an InputError."""
    try:
        yield
    except InputError:
        raise
    except ODD_CHUNKS as error:
        message = f"expected games as a run stores them, got others: {type(error).__name__} (store)"
        raise InputError(message, "start again with --replace") from None


def _unpacked(encoded: bytes) -> pa.Buffer:
    """Return the Arrow stream of a chunk."""
    size = int.from_bytes(encoded[:SIZE_BYTES], "big")
    if size > MOST_BYTES:
        raise ValueError(f"a chunk of {size} bytes")
    whole: pa.Buffer = pa.Codec(COMPRESSION).decompress(
        encoded[SIZE_BYTES:], decompressed_size=size
    )
    return whole


def encode_areas(areas: Mapping[str, Sequence[int]]) -> str:
    """Return the area sums of a chunk as JSON."""
    return json.dumps({name: [int(value) for value in sums] for name, sums in areas.items()})


def add_areas(total: dict[str, list[int]], encoded: str) -> None:
    """Add the area sums of a chunk to `total`, which becomes theirs when empty.

    Parameters
    ----------
    total
        Measure -> sum by area; changed in place.
    encoded
        From `encode_areas`, of the same measures and areas.

    Raises
    ------
    InputError
        It is not what `encode_areas` gives, or has other areas.
    """
    with as_written():
        sums: dict[str, list[int]] = {
            name: [int(value) for value in values] for name, values in json_of(encoded).items()
        }
        if not total:
            total.update(sums)
            return
        for name, values in sums.items():
            total[name] = [a + b for a, b in zip(total[name], values, strict=True)]


class TableHash:
    """A SHA-256 of a table's names, dtypes and values, whatever way it is stored or split.

    Every column has a digest of its own: little-endian bytes of numbers, UTF-8 text of strings
    with a NUL after each. The hash of the table is that of all names, dtypes and digests.

    Examples
    --------
    >>> whole, split = TableHash(), TableHash()
    >>> whole.update(pa.table({"a": pa.array([1, 2, 3], pa.int8())}))
    >>> split.update(pa.table({"a": pa.array([1], pa.int8())}))
    >>> split.update(pa.table({"a": pa.array([2, 3], pa.int8())}))
    >>> whole.hexdigest() == split.hexdigest()
    True
    """

    def __init__(self) -> None:
        self._columns: dict[tuple[str, str], hashlib._Hash] = {}

    def update(self, table: pa.Table) -> None:
        """Add the rows of a table; every call has the same columns."""
        for name in table.column_names:
            column = table.column(name)
            if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
                data = "".join(f"{text}\0" for text in column.to_pylist()).encode()
                kind = "str"
            else:
                numbers = numbers_of(column)
                data = numbers.astype(numbers.dtype.newbyteorder("<"), copy=False).tobytes()
                kind = numbers.dtype.name
            self._columns.setdefault((name, kind), hashlib.sha256()).update(data)

    def hexdigest(self) -> str:
        """The hash of all rows so far, hexadecimal."""
        whole = hashlib.sha256()
        for (name, kind), digest in self._columns.items():
            whole.update(f"{name}\0{kind}\0".encode() + digest.digest())
        return whole.hexdigest()


FAULTS: Final = (pa.ArrowException, OSError, ValueError, OverflowError, MemoryError)


@contextmanager
def reading(path: Path) -> Iterator[pq.ParquetFile]:
    """Open a Parquet file.

    Raises
    ------
    InputError
        The file is missing, or is not a Parquet table.
    """
    try:
        with path.open("rb") as file, pq.ParquetFile(file) as table:
            yield table
    except InputError:
        raise
    except FAULTS as error:
        raise InputError(f"expected a Parquet table, got: {_reason(error)} ({path})") from None


@contextmanager
def writing(path: Path, schema: pa.Schema) -> Iterator[pq.ParquetWriter]:
    """Open a new Parquet file for tables of a schema; an old file is written over."""
    with path.open("wb") as file, pq.ParquetWriter(file, schema, compression=COMPRESSION) as writer:
        yield writer


def read_frame(path: Path) -> pd.DataFrame:
    """Return the table in a Parquet file.

    Raises
    ------
    InputError
        The file is missing, or is not a Parquet table.
    """
    import pandas as pd

    try:
        with path.open("rb") as file:
            return pd.read_parquet(file)
    except FAULTS as error:
        raise InputError(f"expected a Parquet table, got: {_reason(error)} ({path})") from None


def _reason(error: BaseException) -> str:
    """Return the first line of what an error says."""
    text = getattr(error, "strerror", None) or str(error)
    return text.splitlines()[0] if text else type(error).__name__
