"""Compiled kernels and their cache folder."""

from __future__ import annotations

import runpy
import tempfile
from pathlib import Path

import numpy as np
import pytest

from bloodstones.core import kernel as kernel_module
from bloodstones.core.kernel import JIT, cache_folder, entry, kernel
from bloodstones.core.sources import sources_digest


@kernel
def doubled(x: int) -> int:
    return 2 * x


@entry
def sum_of_doubles(values) -> int:
    total = 0
    for value in values:
        total += doubled(value)
    return total


def test_an_entry_calls_kernels_and_python_calls_the_entry() -> None:
    assert sum_of_doubles(np.arange(4)) == 12


@pytest.mark.skipif(not JIT, reason="kernels are plain functions without compilation")
def test_python_cannot_call_a_compiled_kernel_by_mistake() -> None:
    with pytest.raises(TypeError, match=r"^doubled is a kernel: Python code calls"):
        doubled(2)


def test_the_cache_folder_is_the_one_named_or_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLOODSTONES_CACHE", str(tmp_path / "named"))
    assert cache_folder() == tmp_path / "named" / f"kernels-all-{sources_digest()}"
    assert cache_folder().is_dir()
    monkeypatch.delenv("BLOODSTONES_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "users"))
    assert cache_folder() == tmp_path / "users" / "bloodstones" / f"kernels-all-{sources_digest()}"


def test_without_a_writable_cache_a_temporary_folder_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "a file, not a folder"
    blocked.write_text("")
    monkeypatch.setenv("BLOODSTONES_CACHE", str(blocked))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert cache_folder().parent == tmp_path
    assert cache_folder().is_dir()


@pytest.mark.skipif(not JIT, reason="kernels are plain functions without compilation")
def test_an_entry_is_kept_in_the_folder_of_its_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = {room: tmp_path / room for room in ("all", "chess")}
    monkeypatch.setattr(kernel_module, "_folder_of", lambda room: str(folders[room]))
    monkeypatch.setattr(kernel_module, "room_of", lambda file: file.stem)
    for room in folders:
        source = tmp_path / f"{room}.py"
        source.write_text(
            "from bloodstones.core.kernel import entry\n@entry\ndef one():\n    return 1\n"
        )
        module = runpy.run_path(str(source))
        assert module["one"]() == 1
    kept = {path.relative_to(tmp_path).parts[0] for path in tmp_path.rglob("*.nbi")}
    assert kept == set(folders)
