"""The network in one array: the same as its layers multiplied out, from every seat."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bloodstones.batch.learning import fit
from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.values.network import (
    BLOCKS,
    MOST_FEATURES,
    MOST_HIDDEN,
    MOST_INPUTS,
    PLAYERS,
    expect,
    join_networks,
    output,
    pack_network,
    see,
    split_networks,
    unpack_network,
)

SEATS, COUNT, FIRST, SECOND = 3, 5, 7, 4
SMALL = 6.0
TOLD = (1, 2, 3)  # of the networks tried, those that tell the seats apart
TOLERANCE = 1e-5


@entry
def judge_seat(values: Array, features: Array, seat: int, inputs: Array, hidden: Array) -> float:
    """What the network puts out for a seat."""
    see(features, int(values[PLAYERS]), seat, COUNT, inputs)
    return output(values, inputs, hidden)


def layers(luck: np.random.Generator) -> tuple[list[NDArray[np.float64]], ...]:
    shapes = ((BLOCKS * COUNT, FIRST), (FIRST, SECOND), (SECOND, 1))
    weights = [luck.normal(size=shape) / SMALL for shape in shapes]
    biases = [luck.normal(size=shape[1]) / SMALL for shape in shapes]
    biases[-1][:] = 0.5
    return weights, biases


def by_hand(
    rows: NDArray[np.float64],
    weights: list[NDArray[np.float64]],
    biases: list[NDArray[np.float64]],
) -> NDArray[np.float64]:
    signal = rows
    for weight, bias in zip(weights[:-1], biases[:-1], strict=True):
        signal = np.maximum(0.0, signal @ weight + bias)
    return np.asarray((signal @ weights[-1] + biases[-1])[..., 0].clip(0.0, 1.0))


@pytest.mark.parametrize("seed", range(5))
def test_kernel_and_matrices_judge_alike(seed: int) -> None:
    luck = np.random.default_rng(seed)
    weights, biases = layers(luck)
    mean, spread = luck.normal(size=BLOCKS * COUNT), luck.uniform(0.5, 2, BLOCKS * COUNT)
    values = pack_network(SEATS, mean, spread, weights, biases)
    position = luck.integers(0, 9, (1, SEATS, COUNT)).astype(np.float32)
    wanted = by_hand((fit.see(position)[0] - mean) / spread, weights, biases)
    features = np.zeros((SEATS, MOST_FEATURES))
    features[:, :COUNT] = position[0]
    inputs = np.zeros(MOST_INPUTS, np.float32)
    hidden = np.zeros((2, MOST_HIDDEN), np.float32)
    judged = [judge_seat(values, features, seat, inputs, hidden) for seat in range(SEATS)]
    assert np.allclose(judged, wanted, atol=TOLERANCE)
    assert seed not in TOLD or len(set(judged)) == SEATS


def test_an_unpacked_network_puts_out_the_same_for_any_scaling() -> None:
    luck = np.random.default_rng(1)
    weights, biases = layers(luck)
    mean, spread = luck.normal(size=BLOCKS * COUNT), luck.uniform(0.5, 2, BLOCKS * COUNT)
    values = pack_network(SEATS, mean, spread, weights, biases)
    known = unpack_network(values, mean, spread)
    for found, wanted in zip((*known[0], *known[1]), (*weights, *biases), strict=True):
        assert np.allclose(found, wanted, atol=TOLERANCE)
    others = mean + 1, 2 * spread
    again = pack_network(SEATS, *others, *unpack_network(values, *others))
    assert np.allclose(again, values, atol=TOLERANCE)


def test_an_unpacked_network_lets_later_features_weigh_nothing() -> None:
    weights, biases = layers(np.random.default_rng(2))
    mean, spread = np.zeros(BLOCKS * COUNT), np.ones(BLOCKS * COUNT)
    values = pack_network(SEATS, mean, spread, weights, biases)
    more = BLOCKS * (COUNT + 1)
    first, *_ = unpack_network(values, np.zeros(more), np.ones(more))[0]
    blocks = first.reshape(BLOCKS, COUNT + 1, FIRST)
    assert np.allclose(blocks[:, :COUNT].reshape(weights[0].shape), weights[0], atol=TOLERANCE)
    assert not blocks[:, COUNT].any()


def committee(count: int) -> list[Array]:
    mean, spread = np.zeros(BLOCKS * COUNT), np.ones(BLOCKS * COUNT)
    lots = [np.random.default_rng(seed) for seed in range(count)]
    return [pack_network(SEATS, mean, spread, *layers(luck)) for luck in lots]


def test_a_committee_puts_out_the_mean_of_its_members() -> None:
    members = committee(3)
    rows = np.random.default_rng(7).normal(size=(9, BLOCKS * COUNT))
    each = [expect(member, rows) for member in members]
    assert np.ptp(each, axis=0).max() > TOLERANCE
    assert np.allclose(expect(join_networks(members), rows), np.mean(each, axis=0), atol=TOLERANCE)


def test_the_members_of_a_committee_come_out_as_they_went_in() -> None:
    members = committee(3)
    found = split_networks(join_networks(members), (FIRST, SECOND))
    rows = np.random.default_rng(7).normal(size=(9, BLOCKS * COUNT))
    assert len(found) == len(members)
    for one, other in zip(found[:2], members[:2], strict=True):
        assert not np.allclose(expect(one, rows), 0.0)
        assert one.shape == other.shape
    assert np.allclose(join_networks(found), join_networks(members), atol=TOLERANCE)


def test_the_leader_of_the_others_is_the_one_with_most_of_the_first_feature() -> None:
    position = np.array([[[1, 10], [3, 20], [2, 30]]], np.float32)
    seen = fit.see(position)[0]
    assert seen[0].tolist() == [1, 10, 2.5, 25, 3, 20]
    assert seen[1].tolist() == [3, 20, 1.5, 20, 2, 30]
