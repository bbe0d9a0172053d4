"""Generic kernels: which one a state plays, compiled or not."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
import pytest

from bloodstones.core.dispatch import GENERICS, Generic, bind
from bloodstones.core.kernel import entry, kernel
from bloodstones.core.layout import Array, Layout
from bloodstones.kit import kernels
from bloodstones.kit.many import records


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
