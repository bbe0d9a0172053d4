"""Weights packed into one integer, so that many of them are added and multiplied at once.

The weight of outcome k is the k-th digit, in a base so large that no digit can carry. Then sums of
such integers add weight by weight, a shift adds to every outcome, and a product gives the sums of
independent outcomes: polynomials multiplied as integers (Kronecker substitution).

Examples
--------
Two coins of which each counts 0 or 1:

>>> coin = packed([(0, 1), (1, 1)], most=4)
>>> unpacked(coin * coin, most=4)
[1, 2, 1]
"""

from __future__ import annotations

from collections.abc import Iterable


def digit_bits(most: int) -> int:
    """Return the size of a digit, in bits, that holds weights of up to `most`.

    >>> digit_bits(70)
    7
    """
    return most.bit_length()


def packed(weighted: Iterable[tuple[int, int]], most: int, lowest: int = 0) -> int:
    """Return outcomes with their weights as one integer.

    Parameters
    ----------
    weighted
        Outcome, weight.
    most
        No weight, of these or of what is made of them, is larger.
    lowest
        The outcome of the first digit; none is lower.
    """
    bits = digit_bits(most)
    number = 0
    for outcome, weight in weighted:
        number += weight << bits * (outcome - lowest)
    return number


def unpacked(number: int, most: int) -> list[int]:
    """Return the weights of the lowest outcome, the next one, … up to the highest that has any.

    `most` as it was packed.

    Parameters
    ----------
    number
        A distribution as one whole number, a digit an outcome.
    most
        The largest weight that a digit holds, see `digit_bits`.
    """
    bits = digit_bits(most)
    digit = (1 << bits) - 1
    weights = []
    while number:
        weights.append(number & digit)
        number >>= bits
    return weights
