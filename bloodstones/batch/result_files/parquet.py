"""Parquet files: all reading and writing of tables on disk goes through this module.

Arrow takes text with a colon in it (`run-06:50/results.parquet`) for the address of a file system.
It is therefore given opened files, never a path; `tests/batch/result_files/test_parquet.py` checks
that no other module calls it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pyarrow as pa
import pyarrow.parquet as pq

from bloodstones.batch.result_files.tidy_tables import COMPRESSION
from bloodstones.core.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

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
