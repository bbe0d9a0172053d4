"""The cache of compiled kernels: what is damaged is compiled again, and games go on without it."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from bloodstones.core.kernels import kernel_cache
from bloodstones.core.kernels.kernel import JIT
from bloodstones.core.kernels.kernel_cache import cache_folder, can_keep, keep, read_checked
from bloodstones.core.kernels.sources import sources_digest
from tests.core.kernels.damage import DAMAGES

ROOT = Path(__file__).resolve().parents[3]
KEY, CODE = "turn.apply (int64,)", bytes(range(256)) * 4


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A file with code under a key."""
    path = tmp_path / "kernels" / "turn.apply.nbc"
    keep(path, KEY, CODE)
    return path


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the one line on standard error be new."""
    monkeypatch.setattr(kernel_cache, "_refused", set())


def test_the_cache_folder_is_the_one_named_or_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BLOODSTONES_CACHE", str(tmp_path / "named"))
    assert cache_folder() == tmp_path / "named" / f"kernels-all-{sources_digest()}"
    monkeypatch.delenv("BLOODSTONES_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "users"))
    assert cache_folder() == tmp_path / "users" / "bloodstones" / f"kernels-all-{sources_digest()}"


def test_code_is_read_as_it_was_kept(kept: Path) -> None:
    assert read_checked(kept, KEY) == CODE
    assert [each.name for each in kept.parent.iterdir()] == [kept.name]


@pytest.mark.parametrize("damage", [each for each in DAMAGES.values() if each.__name__ != "swap"])
@pytest.mark.parametrize("seed", range(5))
def test_damaged_code_is_not_read(
    damage: Callable[[random.Random, list[Path]], object], seed: int, kept: Path
) -> None:
    damage(random.Random(seed), [kept])
    assert read_checked(kept, KEY) is None
    assert not kept.is_file()


def test_no_bit_may_change(kept: Path) -> None:
    content = kept.read_bytes()
    for place in range(len(content)):
        kept.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        assert read_checked(kept, KEY) is None


def test_code_of_another_key_is_not_read(kept: Path) -> None:
    assert read_checked(kept, KEY.replace("int64", "float64")) is None
    assert not kept.exists()


def test_where_nothing_can_be_written_one_line_says_so_once(
    kept: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(kept / "a file is no folder.nbc", KEY, CODE)
    keep(kept / "nor now.nbc", KEY, CODE)
    monkeypatch.setenv("BLOODSTONES_CACHE", str(kept))
    assert not can_keep()
    told = capsys.readouterr().err
    assert told.startswith(f"Cannot save compiled code in {kept.parent} (")
    assert told.endswith("set BLOODSTONES_CACHE to a folder that you can write to.\n")
    assert told.count("\n") == 1


def test_nothing_is_left_of_what_cannot_be_written(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_part: Path, _path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    keep(kept, KEY, CODE + CODE)
    assert "(No space left on device)" in capsys.readouterr().err
    assert list(kept.parent.iterdir()) == [kept]
    assert read_checked(kept, KEY) == CODE


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
    """What came of each kind of damage to the cache of the toy game."""
    if not JIT:
        pytest.skip("about compiled functions")
    ended = subprocess.run(
        [sys.executable, "-m", "tests.core.kernels.damage"],
        cwd=ROOT,
        env={**os.environ, "BLOODSTONES_CACHE": str(tmp_path_factory.mktemp("cache"))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not ended.returncode, ended.stderr
    return {each["kind"]: each for each in map(json.loads, ended.stdout.splitlines())}


SILENT = [name for name in DAMAGES if name != "block"]


def test_the_game_is_the_same_whatever_happened_to_the_cache(outcomes: Mapping[str, Any]) -> None:
    ended = [each for outcome in outcomes.values() for each in outcome["ended"]]
    assert len(ended) == len(DAMAGES) + 5
    assert {each["status"] for each in ended} == {0}
    assert len({each["said"][-1] for each in ended}) == 1


@pytest.mark.parametrize("kind", [*SILENT, "two at once"])
def test_what_is_damaged_is_compiled_again_in_silence(
    kind: str, outcomes: Mapping[str, Any]
) -> None:
    outcome = outcomes[kind]
    assert outcome["damaged"] == outcome["changed"] != []
    assert all(len(each["said"]) == 1 for each in outcome["ended"])


@pytest.mark.parametrize("kind", ["block", "full"])
def test_where_the_cache_cannot_be_written_the_game_says_so_and_goes_on(
    kind: str, outcomes: Mapping[str, Any]
) -> None:
    assert outcomes[kind]["changed"] == []
    ((line, _),) = (each["said"] for each in outcomes[kind]["ended"])
    assert line.startswith("Cannot save compiled code in ")


def test_a_cache_is_whole_after_all_damage(outcomes: Mapping[str, Any]) -> None:
    assert len(outcomes["new"]["changed"]) > 10
    assert outcomes["whole"]["changed"] == []
