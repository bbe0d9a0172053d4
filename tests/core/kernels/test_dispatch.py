"""Generic kernels: which one a state plays, compiled or not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import pytest

from bloodstones.core.kernels.dispatch import GENERICS, Generic, bind
from bloodstones.core.kernels.kernel import JIT, entry, kernel
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.kit import kernels
from bloodstones.kit.columns import records

# Python itself takes a source of the same size and second for the same.
NO_BYTECODE = {"PYTHONDONTWRITEBYTECODE": "1"}


class Cat(Layout):
    """A state."""

    lives: Annotated[int, np.int64]


class Dog(Layout):
    """Another state."""

    bones: Annotated[Array, np.int64, (3,)]


class Fish(Layout):
    """A state without kernels."""

    scales: Annotated[int, np.int32]


def legs(s: Any, count: int) -> int:
    """How many legs so many of them have."""
    return 0


def noise(s: Any, count: int) -> int:
    """How loud so many of them are."""
    return 0


@entry
def four(s: Any, count: int) -> int:
    return 4 * count


@kernel
def bones_and_legs(s: Any, count: int) -> int:
    return 4 * count + int(s.bones.sum())


LEGS: Any = Generic(legs, kernel(legs))
NOISE: Any = Generic(noise, None)
LEGS.register(Cat, four)
LEGS.register(Dog, bones_and_legs)


@entry
def legs_of(s: Any, count: int) -> int:
    """What a shared kernel gets, which knows no state."""
    return int(LEGS(s, count))


@entry
def legs_of_first(states: Array, count: int) -> int:
    """The same of a state in an array."""
    return int(LEGS(states[0], count))


@entry
def noise_of(s: Any) -> int:
    """Ask for a kernel that has no default."""
    return int(NOISE(s, 1))


def test_a_shared_kernel_calls_the_kernel_of_the_state() -> None:
    dog: Any = Dog.new()
    dog.bones[:] = 5, 6, 7
    assert [legs_of(Cat.new(), 2), legs_of(dog, 2), legs_of(Fish.new(), 2)] == [8, 26, 0]


def test_python_calls_the_entry_of_the_state() -> None:
    assert LEGS(Cat.new(), 3) == 12


def test_a_state_in_an_array_is_known() -> None:
    assert legs_of_first(records(Cat, 1), 1) == 4
    assert legs_of_first(records(Dog, 1), 1) == 4


def test_a_state_without_its_kernel_is_refused() -> None:
    with pytest.raises(Exception, match="no kernel noise is registered for this state"):
        noise_of(Cat.new())
    with pytest.raises(TypeError, match="no kernel noise is registered for this state"):
        NOISE(Cat.new(), 1)


def test_a_kernel_with_other_arguments_is_refused() -> None:
    def wrong(s: Any) -> int:
        return 1

    with pytest.raises(TypeError, match=r"expected legs\('s', 'count'\), got \('s',\)"):
        LEGS.register(Fish, wrong)


def test_only_kernels_that_shared_code_calls_are_bound() -> None:
    assert GENERICS["apply"] is kernels.apply
    with pytest.raises(TypeError, match=r"got \['aply'\]"):
        bind(Fish, aply=four)


RACE = """
from typing import Annotated

import numpy as np

from bloodstones.core.kernels.dispatch import bind
from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Layout
from bloodstones.kit.playing import play_on
from race.steps import STEP


class State(Layout):
    point: Annotated[int, np.int64]
    decider: Annotated[int, np.int64]
    way: Annotated[int, np.int64]


@entry
def is_chance(s):
    return False


@entry
def draw_outcome(s, t):
    return 0


@entry
def legal_decisions(s, t, out):
    out[0] = STEP
    return 1


@entry
def choose(s, t, p, out, n):
    return 0


@entry
def apply(s, t, code, out):
    s.way += code
    s.point = int(s.way < 12)


bind(
    State,
    is_chance=is_chance,
    draw_outcome=draw_outcome,
    legal_decisions=legal_decisions,
    choose=choose,
    apply=apply,
)


def decisions():
    state = State.new()
    state.point = 1
    return play_on(state, 0, 0, np.zeros(1, np.int32))


def hits():
    return sum(play_on.stats.cache_hits.values())
"""


@pytest.mark.skipif(not JIT, reason="about compiled functions")
def test_a_changed_kernel_of_a_game_plays_in_the_next_process(tmp_path: Path) -> None:
    package = tmp_path / "race"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "engine.py").write_text(RACE)

    def played(step: int) -> list[int]:
        (package / "steps.py").write_text(f"STEP = {step}\n")
        told = subprocess.run(
            [sys.executable, "-c", "from race.engine import *; print(decisions(), hits())"],
            capture_output=True,
            check=True,
            cwd=tmp_path,
            text=True,
            env=os.environ | {"BLOODSTONES_CACHE": str(tmp_path / "cache")} | NO_BYTECODE,
        )
        return [int(word) for word in told.stdout.split()]

    assert played(3) == [4, 0]
    assert played(3) == [4, 1], "kept in the cache"
    assert played(4) == [3, 0]
