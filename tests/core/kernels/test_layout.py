"""Records for kernels: fields, copies, bytes."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from typing import Annotated

import numpy as np
import pytest

from bloodstones.core.kernels.kernel import JIT, entry
from bloodstones.core.kernels.layout import Array, Layout


class Purse(Layout):
    coins: Annotated[int, np.int16]
    pockets: Annotated[Array, np.int8, (2, 3)]
    weight: Annotated[int, np.int64]


def filled() -> Purse:
    purse = Purse.new()
    purse.coins = 300
    purse.pockets[1, 2] = -7
    purse.weight = 2**40
    return purse


def test_a_new_record_holds_zeros_of_the_shapes_declared() -> None:
    purse = Purse.new()
    assert (purse.coins, purse.weight) == (0, 0)
    assert purse.pockets.tolist() == [[0, 0, 0], [0, 0, 0]]
    assert purse.pockets.dtype == (np.int8 if JIT else np.int64)


def test_fields_are_the_only_attributes_that_can_be_set() -> None:
    purse = filled()
    assert not hasattr(purse, "purse_strings")
    if JIT:
        with pytest.raises(AttributeError, match="no attribute 'coin'"):
            setattr(purse, "coin", 1)  # noqa: B010


def test_records_are_pickled() -> None:
    purse = filled()
    twin = pickle.loads(pickle.dumps(purse))
    assert Purse.to_bytes(twin) == Purse.to_bytes(purse)
    twin.coins = 1
    assert purse.coins == 300


def test_two_new_records_share_nothing() -> None:
    one, other = Purse.new(), Purse.new()
    one.pockets[0, 0] = 1
    one.coins = 1
    assert other.pockets[0, 0] == other.coins == 0


def test_a_copy_is_equal_and_independent() -> None:
    purse = filled()
    twin = Purse.copy(purse)
    assert Purse.to_bytes(twin) == Purse.to_bytes(purse)
    twin.pockets[0, 0] = 1
    twin.coins = 5
    assert (purse.pockets[0, 0], purse.coins) == (0, 300)
    purse.pockets[1, 2] = 3
    assert twin.pockets[1, 2] == -7


@entry
def spend(purse: Purse, coins: int) -> int:
    purse.coins -= coins
    purse.pockets[0, 0] += 1
    return purse.coins


def test_a_kernel_reads_and_writes_the_memory_of_the_record_it_is_given() -> None:
    purse = filled()
    twin, pickled = Purse.copy(purse), pickle.loads(pickle.dumps(purse))
    assert [spend(each, cost) for each, cost in ((purse, 1), (twin, 2), (pickled, 3))] == [
        299,
        298,
        297,
    ]
    assert [int(each.coins) for each in (purse, twin, pickled)] == [299, 298, 297]
    assert [int(each.pockets[0, 0]) for each in (purse, twin, pickled)] == [1, 1, 1]
    assert purse.pockets[1, 2] == twin.pockets[1, 2] == -7


@pytest.mark.skipif(not JIT, reason="about records of NumPy")
def test_a_kernel_writes_into_the_row_it_is_given() -> None:
    purses = np.array([filled(), filled()], Purse.dtype())
    assert spend(purses[1], 7) == 293
    assert purses["coins"].tolist() == [300, 293]
    row = purses[0]
    purses[0] = purses[1]
    assert spend(row, 1) == 292
    assert purses["coins"].tolist() == [292, 293]


def test_bytes_tell_different_values_apart() -> None:
    purse = filled()
    before = Purse.to_bytes(purse)
    for change in ("coins", "weight"):
        twin = Purse.copy(purse)
        setattr(twin, change, 1)
        assert Purse.to_bytes(twin) != before
    purse.pockets[0, 1] = 1
    assert Purse.to_bytes(purse) != before


def test_the_fields_come_in_the_order_of_their_declaration() -> None:
    assert list(Purse.fields()) == ["coins", "pockets", "weight"]
    assert Purse.fields()["pockets"] == (np.dtype(np.int8), (2, 3))
    assert Purse.dtype().names == ("coins", "pockets", "weight")
    assert Purse.fields() is Purse.fields()  # found once


def test_each_layout_has_a_dtype_of_its_own() -> None:
    class Box(Layout):
        lid: Annotated[int, np.int8]

    Purse.dtype()
    assert Box.dtype().names == ("lid",)
    assert Purse.dtype().names == ("coins", "pockets", "weight")


def test_bytes_are_the_same_with_and_without_compilation() -> None:
    code = (
        "from tests.core.kernels.test_layout import filled, Purse; "
        "print(Purse.to_bytes(filled()).hex())"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1" if JIT else "0"},
        text=True,
    )
    assert found.stdout.strip() == Purse.to_bytes(filled()).hex()


class Crate(Layout):
    """A record of which a search does not copy all."""

    APART = ("labels", "dust")

    dust: Annotated[int, np.int64]
    weight: Annotated[int, np.int16]
    labels: Annotated[Array, np.int8, (3,)]
    things: Annotated[Array, np.int8, (5,)]


def test_fields_apart_come_last_in_memory() -> None:
    offsets = Crate.dtype().fields
    assert offsets is not None
    assert Crate.dtype().names == ("weight", "things", "dust", "labels")
    assert list(Crate.fields()) == ["dust", "weight", "labels", "things"]
    assert Crate.copied_bytes() == offsets["dust"][1] == 8
    assert Purse.copied_bytes() == Purse.dtype().itemsize


def test_a_field_apart_that_does_not_exist_is_refused() -> None:
    with pytest.raises(TypeError, match=r"expected fields that stand apart, got \['botom'\]"):

        class Bag(Layout):
            APART = ("botom",)

            bottom: Annotated[int, np.int8]


def test_plain_arrays_reckon_as_kernels_do_and_tell_what_a_field_cannot_hold() -> None:
    code = (
        "from tests.core.kernels.test_layout import Crate\n"
        "crate = Crate.new()\n"
        "crate.things[:] = 100\n"
        "print(crate.things[0] + crate.things[1])\n"
        "Crate.check_ranges(crate)\n"
        "crate.things[4] += 28\n"
        "Crate.to_bytes(crate)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=False,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        text=True,
    )
    assert found.stdout.split() == ["200"]
    assert "OverflowError: expected things from -128 to 127, got 100 to 128" in found.stderr


def test_an_array_of_bools_is_refused_where_it_is_declared() -> None:
    with pytest.raises(TypeError, match=r"such as np.int8, got bool \(open\)"):

        class Doors(Layout):
            open: Annotated[Array, np.bool_, (2,)]
