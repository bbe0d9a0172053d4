"""A game compiles in two processes, each kernel in one of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bloodstones.core.kernels.kernel import JIT
from bloodstones.kit.warm_up import compile_unclaimed

ROOT = Path(__file__).resolve().parents[2]
WARM_UP = """
from tests.toy.game import GAME
from bloodstones.kit import warm_up

warm_up.cores = lambda: warm_up.PROCESSES
GAME.warm_up()
works = warm_up.works_of(GAME.seat(warm_up.first_setup(GAME)))
kernels = [entry for work in works for entry, _ in work]
print(*(sum(each.stats.cache_misses.values()) for each in kernels))
"""


class Entry:
    """A kernel that notes that it was compiled."""

    def __init__(self, name: str, compiled: list[str]) -> None:
        self.name, self.compiled = name, compiled

    def compile(self, types: tuple[str, ...]) -> None:
        self.compiled.append(self.name + "".join(types))


def test_a_work_is_done_once_whoever_comes_first(tmp_path: Path) -> None:
    compiled: list[str] = []
    works = [((Entry(name, compiled), ("1",)), (Entry(name, compiled), ("2",))) for name in "abc"]
    (tmp_path / "1").mkdir()  # claimed by somebody else
    compile_unclaimed(works, tmp_path)
    assert compiled == ["a1", "a2"]
    compile_unclaimed(works, tmp_path, back=True)
    assert compiled == ["a1", "a2", "c1", "c2"]
    compile_unclaimed(works, tmp_path)
    assert len(compiled) == 4


def compiled_here(tmp_path: Path) -> list[int]:
    """How many versions of each kernel of the toy game a new process compiled itself."""
    ended = subprocess.run(
        [sys.executable, "-c", WARM_UP],
        cwd=ROOT,
        env={**os.environ, "BLOODSTONES_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return [int(number) for number in ended.stdout.split()]


@pytest.mark.skipif(not JIT, reason="about compiled functions")
def test_strategies_are_compiled_beside_the_engine(tmp_path: Path) -> None:
    *engine, choose = compiled_here(tmp_path)
    assert engine[0] == 1
    assert choose == 0
    assert compiled_here(tmp_path) == [0] * (len(engine) + 1)
