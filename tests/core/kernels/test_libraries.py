"""Large entries are called where they stand: in the process that compiles, and from the cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import numba
import pytest

from bloodstones.core.kernels.kernel import JIT, entry
from bloodstones.core.kernels.numba_internals import COUNTED, LARGE

pytestmark = pytest.mark.skipif(not JIT, reason="about compiled functions")

LOOP = "    while x > {n}:\n        x -= {n}\n        total += {n}\n"
LOOPS = "".join(LOOP.format(n=n) for n in range(LARGE + 40, 40, -1))
MODULE = f"""import numpy as np
from numba import from_dtype
from bloodstones.core.kernels.kernel import entry, kernel

@entry
def small(x: int) -> int:
    return x + 1

@entry
def large(x: int) -> int:
    total = 0
{LOOPS}    return total

@kernel
def between(x: int) -> int:
    return large(x) + small(x)

@entry
def caller(x: int) -> int:
    return between(x) + large(x + 1)

@entry
def highest(x: int) -> int:
    return caller(x) + 1

@entry
def large_of(record: np.void) -> int:
    x, total = record.x, 0
{LOOPS}    return total

@entry
def caller_of(record: np.void) -> int:
    return large_of(record) + 1

def record(x: int) -> np.void:
    return np.array([(x,)], [("x", np.int64)])[0]

def of_record(x: int) -> int:
    return large_of(record(x))

def called_of_record(x: int) -> int:
    return caller_of(record(x))

def other_record(x: int) -> int:
    from_dtype(np.dtype([("y", np.int64)]))
    return x

@kernel
def body(x: int) -> int:
    total = 0
{LOOPS}    return total

@entry
def taker(x: int) -> int:
    return body(x) + body(x + 1) + body(x + 2)
"""
LINKAGES = """from llvmlite.binding import Linkage
import calls
calls.taker(1000)
(version,) = calls.taker.overloads.values()
found = [each.linkage for each in version.library._final_module.functions]
print(found.count(Linkage.internal), found.count(Linkage.linkonce_odr))
"""
CALL = """import sys
import calls
for name in sys.argv[1:]:
    print(getattr(calls, name)(1000))
stats = calls.caller.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""

COUNTED_CALL = f"""import calls
calls.large.targetoptions["{COUNTED}"] = True
print(calls.caller(1000))
"""


@pytest.fixture
def run(tmp_path: Path) -> Any:
    """Call entries of a module in a process of their own, which share a cache."""
    (tmp_path / "calls.py").write_text(MODULE, encoding="utf-8")
    environment = {
        **os.environ,
        "BLOODSTONES_CACHE": str(tmp_path / "cache"),
        "PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
    }

    def called(*names: str, script: str = CALL) -> list[int]:
        ended = subprocess.run(
            [sys.executable, "-c", script, *names],
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )
        assert not ended.returncode, ended.stderr
        return [int(number) for number in ended.stdout.split()]

    return called


def worked_out(x: int) -> int:
    """What `large` returns, in plain Python."""
    total = 0
    for n in range(LARGE + 40, 40, -1):
        while x > n:
            x, total = x - n, total + n
    return total


EXPECTED = worked_out(1000) + 1001 + worked_out(1001)


def test_code_of_the_cache_fetches_what_it_calls(run: Any, tmp_path: Path) -> None:
    assert run("large", "caller") == [worked_out(1000), EXPECTED, 0, 1]
    assert run("caller") == [EXPECTED, 1, 0]
    assert run("highest") == [EXPECTED + 1, 1, 0]  # it takes in `caller`, which is small
    assert run("highest") == [EXPECTED + 1, 0, 0]
    for kept in (tmp_path / "cache").rglob("calls.large-*"):
        kept.unlink()
    assert run("caller") == [EXPECTED, 1, 0]  # and compiles what is not there


def test_an_entry_has_the_same_name_whatever_was_compiled_before(run: Any, tmp_path: Path) -> None:
    assert run("caller") == [EXPECTED, 0, 1]
    for kept in (tmp_path / "cache").rglob("calls.large-*"):
        kept.unlink()
    assert run("small", "large") == [1001, worked_out(1000), 0, 0]
    assert run("caller") == [EXPECTED, 1, 0]


def test_an_entry_has_the_same_name_whether_or_not_references_are_counted(
    run: Any, tmp_path: Path
) -> None:
    # As where a kernel that makes arrays compiles at once in one process, and not in another.
    assert run(script=COUNTED_CALL) == [EXPECTED]
    for kept in (tmp_path / "cache").rglob("calls.large-*"):
        kept.unlink()
    assert run("caller") == [EXPECTED, 1, 0]


def test_records_have_the_same_name_whatever_was_made_before(run: Any, tmp_path: Path) -> None:
    # As in two processes that compile a game at once, and see different types before.
    assert run("called_of_record")[:1] == [worked_out(1000) + 1]
    for kept in (tmp_path / "cache").rglob("calls.large_of-*"):
        kept.unlink()
    assert run("other_record", "of_record")[:2] == [1000, worked_out(1000)]
    assert run("called_of_record")[:1] == [worked_out(1000) + 1]


def test_nobody_else_calls_what_an_entry_has_taken_in(run: Any) -> None:
    internal, shared = run(script=LINKAGES)
    assert internal > 0
    assert shared == 0


@entry
def turned(x: int) -> int:
    return -x


@entry
def summed(x: int) -> int:
    total = 0
    for number in range(x):
        for other in range(number):
            if other % 3 == 0:
                total += turned(other)
            while other > number - 5:
                other -= number // 4 + 1
                if other % 7 == 2:
                    total -= other
            for third in range(other):
                if third % 11 == number % 5:
                    total ^= third
                while third > 9:
                    third //= 2
                    if third == 5:
                        total += 1
    return total


@entry
def summed_up(x: int) -> int:
    return summed(x) + turned(x)


def test_a_large_entry_is_called_and_a_small_one_is_taken_in() -> None:
    assert summed_up(30) == cast(Any, summed).py_func(30) - 30
    module = code_of(summed_up)._get_module_for_linking()
    declared = {each.name for each in module.functions if each.is_declaration}
    defined = {each.name for each in module.functions if not each.is_declaration}
    assert any("summed" in name and "summed_up" not in name for name in declared)
    assert not any("turned" in name for name in declared)
    assert any("summed_up" in name for name in defined)


def code_of(function: Any) -> Any:
    """Return the library of an entry of one whole number."""
    return function.overloads[(numba.int64,)].library
