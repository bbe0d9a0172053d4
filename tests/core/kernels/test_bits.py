"""`core.kernels.bits`: sets as bits of a number."""

from __future__ import annotations

import pytest

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.kernel import entry

LAST = 20


@entry
def least(bits: int) -> int:
    return least_of(bits)


@pytest.mark.parametrize("number", [0, 1, 7, LAST])
def test_the_least_of_a_set_is_its_lowest_bit(number: int) -> None:
    for others in (0, 1, 5, (1 << LAST) - 1):
        assert least((1 << number) | (others << (number + 1))) == number
