"""The features of a game as data: what its learned values read of each seat."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from bloodstones.core.contract.learnable import Feature
from bloodstones.core.errors import expected
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.names import Name
from bloodstones.kit.kernels import features, judge

# The head of the array: what it was learned for, how large its layers are; then come the weights.
PLAYERS: Final = 0
FEATURES: Final = 1
FIRST: Final = 2
SECOND: Final = 3
HEAD: Final = 4

BLOCKS: Final = 3  # own features, the mean of the others, the leader of the others
MOST_FEATURES: Final = 64
MOST_INPUTS: Final = BLOCKS * MOST_FEATURES
MOST_HIDDEN: Final = 192

NOTHING_LEARNED: Final = np.zeros(HEAD, np.float32)


def size_of(features: int, first: int, second: int) -> int:
    """Return the length of a packed network whose layers have so many units.

    Parameters
    ----------
    features
        Of a seat; the network has `BLOCKS` times as many inputs.
    first, second
        Units of the two hidden layers.

    Examples
    --------
    >>> size_of(2, 4, 3)
    51
    """
    inputs = BLOCKS * features
    return HEAD + (inputs + 1) * first + (first + 1) * second + second + 1


def pack_network(
    players: int, mean: Array, spread: Array, weights: Sequence[Array], biases: Sequence[Array]
) -> Array:
    """Return a fitted network as one flat array; the scaling of inputs is folded into it.

    Parameters
    ----------
    players
        The size of the tables that it was learned from.
    mean, spread
        float64 arrays over inputs (`BLOCKS` times the features): inputs were scaled by them.
    weights, biases
        Of the two hidden layers and the output: shapes (inputs, first), (first, second),
        (second, 1) and (first,), (second,), (1,).

    Returns
    -------
    float32 array
    """
    first, second, last = weights
    scaled = first / spread[:, None]
    shift = biases[0] - mean @ scaled
    head = (players, len(mean) // BLOCKS, first.shape[1], second.shape[1])
    parts = (head, shift, scaled, biases[1], second, biases[2], last)
    return np.concatenate([np.ravel(part) for part in parts]).astype(np.float32)


def unpack_network(
    values: Array, mean: Array, spread: Array
) -> tuple[tuple[Array, ...], tuple[Array, ...]]:
    """Return weights and biases of a packed network for inputs scaled by `mean` and `spread`.

    It undoes `pack_network`; of another scaling comes a network that puts out the same. Features
    behind those that it was learned with weigh nothing.

    Parameters
    ----------
    values
        Packed network.
    mean, spread
        float64 arrays over the inputs of the new scaling; at least as many features as the network
        has.

    Returns
    -------
    weights, biases
        Of the two hidden layers and the output, shaped as in `pack_network`.
    """
    shift, packed, second_bias, second_weight, last_bias, last_weight = _parts(values)
    features, first = int(values[FEATURES]), int(values[FIRST])
    scaled: Array = np.zeros((BLOCKS, len(mean) // BLOCKS, first))
    scaled[:, :features] = packed.reshape(BLOCKS, features, first)
    scaled = scaled.reshape(len(mean), first)
    weights = (scaled * spread[:, None], second_weight, last_weight)
    return weights, (shift + mean @ scaled, second_bias, last_bias)


def _parts(values: Array) -> list[Array]:
    """Return the layers of a packed network, biases before weights, as float64 arrays."""
    first, second, features = int(values[FIRST]), int(values[SECOND]), int(values[FEATURES])
    shapes = ((first,), (BLOCKS * features, first), (second,), (first, second), (1,), (second, 1))
    parts: list[Array] = []
    at = HEAD
    for shape in shapes:
        size = int(np.prod(shape))
        parts.append(values[at : at + size].reshape(shape).astype(float))
        at += size
    return parts


def join_networks(members: Sequence[Array]) -> Array:
    """Return a committee of packed networks for the same players and features, packed as one."""
    shifts, firsts, second_biases, seconds, last_biases, lasts = zip(
        *map(_parts, members), strict=True
    )
    second = np.zeros((sum(map(len, seconds)), sum(map(len, lasts))))
    row, column = 0, 0
    for each in seconds:
        rows, columns = each.shape
        second[row : row + rows, column : column + columns] = each
        row, column = row + rows, column + columns
    head = (members[0][PLAYERS], members[0][FEATURES], *second.shape)
    biases = (np.concatenate(second_biases), np.mean(last_biases, axis=0))
    parts = (head, np.concatenate(shifts), np.concatenate(firsts, axis=1), biases[0], second)
    last = np.concatenate(lasts) / len(members)
    return np.concatenate([np.ravel(part) for part in (*parts, biases[1], last)]).astype(np.float32)


def split_networks(values: Array, layers: tuple[int, int]) -> list[Array]:
    """Return the members of a committee, of `layers` units each, as packed networks.

    What they share, the bias of the output, is the same for all.

    Parameters
    ----------
    values
        From `join_networks`.
    layers
        Units of the two hidden layers of one member.
    """
    shift, first, second_bias, second, last_bias, last = _parts(values)
    count = len(shift) // layers[0]
    head = (values[PLAYERS], values[FEATURES], *layers)
    members = []
    for number in range(count):
        one, two = (slice(number * size, (number + 1) * size) for size in layers)
        layers_of_one = (shift[one], first[:, one], second_bias[two], second[one, two], last_bias)
        parts = (head, *layers_of_one, last[two] * count)
        members.append(np.concatenate([np.ravel(part) for part in parts]).astype(np.float32))
    return members


def expect(values: Array, inputs: Array) -> Array:
    """Return what a packed network puts out for rows of inputs, as the kernel `output` does.

    Parameters
    ----------
    values
        Packed network.
    inputs
        Shape (..., inputs).

    Returns
    -------
    array of shape (...)
        From 0 to 1.
    """
    shift, first, second_bias, second, last_bias, last = _parts(values)
    signal = np.maximum(0.0, inputs @ first + shift)
    signal = np.maximum(0.0, signal @ second + second_bias)
    output: Array = (signal @ last + last_bias)[..., 0].clip(0.0, 1.0)
    return output


@kernel
def see(features: Array, seats: int, seat: int, count: int, inputs: Array) -> None:
    """Write what the network sees from a seat into `inputs`.

    Parameters
    ----------
    features
        float64 array over seats and features.
    count
        How many features there are.
    """
    leader = -1
    for other in range(seats):
        if other != seat and (leader < 0 or features[other, 0] > features[leader, 0]):
            leader = other
    for place in range(count):
        total = 0.0
        for other in range(seats):
            if other != seat:
                total += features[other, place]
        inputs[place] = features[seat, place]
        inputs[count + place] = total / max(1, seats - 1)
        inputs[count + count + place] = features[leader, place]


@kernel
def output(values: Array, inputs: Array, hidden: Array) -> float:
    """Return what the network puts out for its inputs, kept within 0 and 1.

    `hidden`: float32 array of shape (2, MOST_HIDDEN), scratch.
    """
    size = int(values[FEATURES]) * BLOCKS
    at = layer(values, HEAD, inputs, size, int(values[FIRST]), hidden[0])
    at = layer(values, at, hidden[0], int(values[FIRST]), int(values[SECOND]), hidden[1])
    total = values[at]
    for place in range(int(values[SECOND])):
        total += values[at + 1 + place] * hidden[1, place]
    return min(1.0, max(0.0, float(total)))


@kernel
def layer(values: Array, at: int, inputs: Array, size: int, width: int, out: Array) -> int:
    """Write a layer of rectified units, whose biases begin at `at`; return where it ends."""
    for place in range(width):
        out[place] = values[at + place]
    at += width
    for source in range(size):
        signal = inputs[source]
        if signal != 0.0:
            for place in range(width):
                out[place] += signal * values[at + place]
        at += width
    for place in range(width):
        out[place] = max(out[place], np.float32(0.0))
    return at


EVERYBODY: Final = -1


@kernel
def judge_by_values(s: Any, t: Any, viewer: int, values: Array, b: Any) -> None:
    """Write the utility of each seat into `b.utility`: by the game's `judge` where it is over.

    Parameters
    ----------
    viewer
        The seat whose utility is wanted, `EVERYBODY` for that of all seats; where the game has its
        own evaluation, it returns that of all.
    values
        A packed network (`network.pack_network`) or `network.NOTHING_LEARNED`; without one the
        game's `judge` covers unfinished playthroughs as well.
    b
        A `search.search_parameters.Bench`: its knobs are those of `judge`, the rest of what is
        read is scratch.
    """
    seats = int(values[PLAYERS])
    if s.point == 0 or seats == 0:
        judge(s, t, b.knobs, b.utility)
        return
    features(s, t, b.features)
    for seat in range(seats):
        if viewer in (seat, EVERYBODY):
            see(b.features, seats, seat, int(values[FEATURES]), b.inputs)
            b.utility[seat] = output(values, b.inputs, b.hidden)


@cache
def read_features(path: Path, names: type[Name]) -> tuple[Feature, ...]:
    """Return the features of a file in its order.

    Parameters
    ----------
    path
        A table for each feature with its `unit` and `meaning`.
    names
        What kernels call them.

    Raises
    ------
    InputError
        If file and kernels do not name the same features in the same order, or too many.
    """
    with path.open("rb") as file:
        data = tomllib.load(file)
    if list(data) != list(names.ids()):
        raise expected(f"the features {', '.join(names.ids())}", ", ".join(data), path.name)
    if len(data) > MOST_FEATURES:
        raise expected(f"at most {MOST_FEATURES} features", len(data), path.name)
    return tuple(Feature(name, entry["unit"], entry["meaning"]) for name, entry in data.items())
