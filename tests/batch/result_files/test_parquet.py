"""Tables on disk: opened by one module, whatever their folder is called."""

from __future__ import annotations

import re
from pathlib import Path

import pyarrow as pa
import pytest

from bloodstones.batch.balance.finished import RETUNED
from bloodstones.batch.balance.results import write_table
from bloodstones.batch.result_files.result import file_hash
from bloodstones.batch.result_files.tidy_tables import read_frame, reading, writing
from bloodstones.core.errors import InputError
from tests.house import PACKAGE, modules

CALLS = re.compile(
    r"pyarrow\.(?:parquet|dataset|fs|feather|csv)|\b(?:read|to)_(?:parquet|feather|orc)\b"
)


def test_no_other_module_gives_paths_to_arrow() -> None:
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in modules()
        if CALLS.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"batch/result_files/tidy_tables.py"}


@pytest.mark.parametrize("name", ["run-06:50", "s3:x", "a b", "file:"])
def test_a_table_is_written_and_read_in_any_folder(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path(name) / "rows.parquet"
    path.parent.mkdir()
    table = pa.table({"a": pa.array([1, 2], pa.int8())})
    with writing(path, table.schema) as writer:
        writer.write_table(table)
    with reading(path) as file:
        assert file.read() == table
    assert read_frame(path)["a"].tolist() == [1, 2]
    digest = write_table(Path(name) / RETUNED, [])
    assert file_hash(Path(name) / RETUNED) == digest


@pytest.mark.parametrize("content", [b"", b"PAR1", b"PAR1" * 99, None])
def test_what_is_no_table_is_told_in_a_sentence(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=r"expected a Parquet table, got: .*rows.parquet"):
        read_frame(path)
    with pytest.raises(InputError, match=r"expected a Parquet table, got: .*rows.parquet"):
        file_hash(path)
