"""Writing files: whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from bloodstones.core.errors import InputError
from bloodstones.core.files import writing
from bloodstones.core.files.writing import write_atomically


def test_a_file_is_written_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_atomically(tmp_path / "table.csv", b"a,b\n")
    assert (tmp_path / "table.csv").read_bytes() == b"a,b\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["table.csv"]


def test_an_existing_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(b"a much longer old content\n")
    write_atomically(path, b"new\n")
    assert path.read_bytes() == b"new\n"


def test_a_failure_on_the_way_keeps_the_old_file_and_leaves_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(b"old\n")

    def full_disk(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing.os, "fsync", full_disk)
    message = r"expected a file that can be written, got 'No space left on device' \(.*table\.csv\)"
    with pytest.raises(InputError, match=message):
        write_atomically(path, b"new\n")
    assert path.read_bytes() == b"old\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["table.csv"]


def test_a_missing_folder_is_reported_in_one_sentence(tmp_path: Path) -> None:
    message = r"expected a file that can be written, got 'No such file or directory' \(.*x\.csv\)"
    with pytest.raises(InputError, match=message):
        write_atomically(tmp_path / "missing" / "x.csv", b"")


def test_a_folder_in_the_place_of_the_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.csv").mkdir()
    with pytest.raises(InputError, match=r"got 'Is a directory' \(.*x\.csv\)"):
        write_atomically(tmp_path / "x.csv", b"")
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.csv"]


def test_a_new_file_has_the_permissions_that_the_umask_leaves(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "x.csv", b"")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "x.csv").stat().st_mode) == 0o640
