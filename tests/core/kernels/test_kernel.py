"""Compiled kernels and their cache folder."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, cast

import numba
import numpy as np
import pytest

from bloodstones.core.kernels import kernel_cache
from bloodstones.core.kernels.kernel import JIT, entry, kernel
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.kernels.numba_internals import COUNTED, plain
from bloodstones.core.names import Name


@kernel
def doubled(x: int) -> int:
    return 2 * x


@entry
def sum_of_doubles(values) -> int:
    total = 0
    for value in values:
        total += doubled(value)
    return total


@kernel
def applied(function: Callable[[int], int], x: int) -> int:
    return function(x)


@entry
def handed_over(x: int) -> int:
    return applied(doubled, x) + applied(doubled, 1) + applied(negated, 2)


@kernel
def negated(x: int) -> int:
    return -x


def test_a_kernel_may_be_handed_to_a_kernel() -> None:
    assert handed_over(5) == 10


@pytest.mark.skipif(not JIT, reason="about compiled functions")
def test_what_is_handed_a_kernel_is_kept_in_the_cache() -> None:
    handed_over(5)
    stats = cast(Any, handed_over).stats
    assert stats.cache_hits or list(Path(stats.cache_path).rglob("*handed_over*.nbc"))


@pytest.mark.skipif(not JIT, reason="about compiled functions")
def test_literals_and_narrow_numbers_compile_nothing_anew() -> None:
    narrow: Any = np.int32(5)
    assert handed_over(narrow) == handed_over(5) == handed_over(narrow)
    assert len(cast(Any, handed_over).signatures) == 1
    assert len(cast(Any, negated).overloads) <= 1  # none if the entry came from the cache
    assert len(cast(Any, applied).overloads) <= 2


@kernel
def beyond(values) -> int:
    return (values[1:] > values[0]).sum()


@kernel
def below(values) -> int:
    return (values[1:] < values[0]).sum() + len(np.zeros(beyond(values)))


@entry
def counted(values) -> int:
    return beyond(values) + below(values)


@pytest.mark.skipif(not JIT, reason="about compiled functions")
def test_references_are_counted_only_where_arrays_are_made() -> None:
    assert counted(np.array([1, 0, 2, 3])) == 5
    options = [cast(Any, function).targetoptions[COUNTED] for function in (beyond, below)]
    assert options == [True, True] or cast(Any, counted).stats.cache_hits
    sum_of_doubles(np.array([1, 2]))
    assert not cast(Any, sum_of_doubles).targetoptions[COUNTED]


class Purse(Layout):
    coins: Annotated[Array, np.int64, (3,)]


@entry
def worth_of(coins: Array) -> int:
    total = 0
    for coin in coins:
        total += coin
    return total


@entry
def worth_in(purse: Purse, times: int) -> int:
    total = 0
    for _ in range(times):
        total += worth_of(purse.coins)
    return total


@pytest.mark.skipif(not JIT, reason="about compiled functions")
def test_an_array_of_a_record_is_like_any_other_and_compiles_nothing_anew() -> None:
    purse = Purse.new()
    purse.coins[:] = (1, 2, 3)
    assert worth_in(purse, 2) == 2 * worth_of(np.array([1, 2, 3])) == 12
    assert len(cast(Any, worth_of).signatures) == 1
    kind = numba.typeof(purse).typeof("coins")
    assert kind != plain(kind) == numba.typeof(np.zeros(3, np.int64))


@pytest.mark.skipif(not JIT, reason="about compiled functions")
def test_a_loop_is_kept_in_the_cache_and_sees_what_is_passed() -> None:
    purse = Purse.new()
    assert worth_in(purse, 5) == 0
    purse.coins[1] = 7
    assert [worth_in(purse, times) for times in range(3)] == [0, 7, 14]
    stats = cast(Any, worth_in).stats
    assert stats.cache_hits or list(Path(stats.cache_path).rglob("*worth_in*.nbc"))


def test_an_entry_calls_kernels_and_python_calls_the_entry() -> None:
    assert sum_of_doubles(np.arange(4)) == 12


@pytest.mark.skipif(not JIT, reason="kernels are plain functions without compilation")
def test_python_cannot_call_a_compiled_kernel_by_mistake() -> None:
    with pytest.raises(TypeError, match=r"^doubled is a kernel: Python code calls"):
        doubled(2)


@pytest.mark.skipif(not JIT, reason="kernels are plain functions without compilation")
def test_an_entry_is_kept_in_the_folder_of_its_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = {room: tmp_path / room for room in ("all", "chess")}
    monkeypatch.setattr(kernel_cache, "_folder_of_room", folders.__getitem__)
    monkeypatch.setattr(kernel_cache, "room_of", lambda file: file.stem)
    for room in folders:
        source = tmp_path / f"{room}.py"
        source.write_text(
            "from bloodstones.core.kernels.kernel import entry\n@entry\ndef one():\n    return 1\n"
        )
        module = runpy.run_path(str(source))
        assert module["one"]() == 1
    kept = {path.relative_to(tmp_path).parts[0] for path in tmp_path.rglob("*.nbc")}
    assert kept == set(folders)


class Side(Name):
    LEFT = 0
    RIGHT = 5


@entry
def place_of(side: int) -> int:
    return side + Side.RIGHT if side != Side.LEFT else -1


def test_names_are_whole_numbers_inside_kernels_and_on_the_way_into_them() -> None:
    assert [place_of(side) for side in (Side.LEFT, Side.RIGHT, 0, 5)] == [-1, 10, -1, 10]
