"""The fit of a network to observed positions, and how well it predicts held-out games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.core.contract.learnable import Observed
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.values.network import (
    BLOCKS,
    EVERYBODY,
    FIRST,
    expect,
    join_networks,
    pack_network,
    split_networks,
    unpack_network,
)

HIDDEN: Final = (48, 24)
BATCH: Final = 1000
STEP: Final = 1e-3  # of Adam (Kingma and Ba 2015)
DECAY: Final = 1e-5  # of the weights
BLOCK: Final = 50_000  # positions whose inputs are written out at once
GROWTH: Final = 4  # of the batch after half of the passes and for the last of so many parts
LAST: Final = 4
HELD_OUT: Final = 10  # of so many games one decides when to stop, one tests the fit
TESTED: Final = 0
STOPPING: Final = 1
STAGES: Final = 4  # of a game, for the figures
BINS: Final = 10  # of the calibration
TRACE: Final = 0.9  # weight of what follows the next turn against what is expected there
TINY: Final = 1e-6
DIGITS: Final = 4
APART: Final = 1_000  # seeds from one member of a committee to the next: rounds lie between


@dataclass(frozen=True, slots=True)
class SeenNotes:
    """All that was seen: positions with the number of their game.

    Attributes
    ----------
    game
        int64 array of shape (positions,).
    share
        float64 array of the same shape: how far the game was, 0 to 1.
    wanted
        bool array of shape (positions, seats): for whom values are wanted.
    """

    features: NDArray[np.float32]
    utility: NDArray[np.float32]
    won: NDArray[np.float32]
    game: NDArray[np.int64]
    share: NDArray[np.float64]
    wanted: NDArray[np.bool_]


def gather(parts: Sequence[tuple[Observed, int]]) -> SeenNotes:
    """Return what was seen in several chunks, the games numbered on.

    `parts`: each with the seat that values are wanted for, `EVERYBODY` for all.
    """
    games, shares, wanted, first = [], [], [], 0
    for part, seat in parts:
        is_wanted = np.full(part.utility.shape, seat == EVERYBODY)
        is_wanted[:, seat] = True
        wanted.append(is_wanted)
        games.append(part.replicate.astype(np.int64) + first)
        turns = np.bincount(part.replicate)
        shares.append(part.turn / turns[part.replicate])
        first += int(part.replicate.max()) + 1
    return SeenNotes(
        np.concatenate([part.features for part, _ in parts]),
        np.concatenate([part.utility for part, _ in parts]),
        np.concatenate([part.won for part, _ in parts]),
        np.concatenate(games),
        np.concatenate(shares),
        np.concatenate(wanted),
    )


def see(features: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return what the network sees of positions, as `kit.values.network.see` writes it.

    Parameters
    ----------
    features
        Shape (positions, seats, features).

    Returns
    -------
    float32 array
        Shape (positions, seats, BLOCKS * features).
    """
    positions, seats, count = features.shape
    seen = np.empty((positions, seats, BLOCKS * count), np.float32)
    everywhere = np.arange(positions)
    for seat in range(seats):
        others = np.array([other for other in range(seats) if other != seat])
        leader = others[np.argmax(features[:, others, 0], axis=1)]
        seen[:, seat, :count] = features[:, seat]
        seen[:, seat, count : 2 * count] = features[:, others].mean(axis=1)
        seen[:, seat, 2 * count :] = features[everywhere, leader]
    return seen


def fit(
    seen: SeenNotes, seed: int, epochs: int, start: Array | None = None, members: int = 1
) -> tuple[NDArray[np.float32], dict[str, Any]]:
    """Return a network fitted to what was seen, packed, and how it does on held-out games.

    Some games are held out to decide when to stop: the weights of the pass over the others that
    does best on them are kept. Others show how well it does. After half of the passes it is fitted
    to what it expects of the turns to come itself, see `returns`. The same positions and seed give
    the same network (one thread works).

    Parameters
    ----------
    start
        A packed network to begin with, of the layers `HIDDEN`, or a committee of such; None: one at
        random.
    members
        So many networks are fitted, each with luck of its own; their mean is the value.

    Returns
    -------
    network : float32 array
    report : dict
        `positions`, `games` and `rows` that were seen, the `passes` of the member that took most,
        and the figures of `judged`.
    """
    begins = [None] if start is None else split_networks(start, HIDDEN)
    fitted = [
        _fit_one(seen, seed + APART * member, epochs, begins[member % len(begins)])
        for member in range(members)
    ]
    packed = join_networks([network for network, _ in fitted])
    rows = int(seen.wanted[seen.game % HELD_OUT > STOPPING].sum())
    report = {"positions": len(seen.game), "games": int(seen.game.max()) + 1, "rows": rows}
    report["passes"] = max(passes for _, passes in fitted)
    tested = np.flatnonzero(seen.game % HELD_OUT == TESTED)
    if not len(tested):
        return packed, report
    guess = _expected(seen, tested, lambda features: expect(packed, features))
    return packed, report | judged(seen, tested, guess)


def members_of(values: Array) -> int:
    """Return how many networks of the layers `HIDDEN` a packed committee has."""
    return int(values[FIRST]) // HIDDEN[0]


def _fit_one(
    seen: SeenNotes, seed: int, epochs: int, start: Array | None
) -> tuple[NDArray[np.float32], int]:
    """Return a network, packed, and after how many passes it did best, see `fit`."""
    from threadpoolctl import threadpool_limits

    luck = np.random.default_rng(seed)
    stopping = np.flatnonzero(seen.game % HELD_OUT == STOPPING)
    fitted = np.flatnonzero(seen.game % HELD_OUT > STOPPING)
    players = seen.features.shape[1]
    is_wanted = seen.wanted
    scale = _scale(seen, luck.choice(fitted, min(len(fitted), BLOCK), replace=False))
    rows = int(is_wanted[fitted].sum())
    network = untrained(rows, seed)
    least, best, aims = np.inf, 0, seen.utility

    def batch(block: NDArray[np.intp]) -> tuple[NDArray[np.float32], Array]:
        return _scaled(seen, block, scale), aims[block][is_wanted[block]]

    with threadpool_limits(limits=1):
        if start is not None:
            first_rows = fitted[: network.batch_size]
            begin(network, _scaled(seen, first_rows, scale), *unpack_network(start, *scale))
        for number in passes(network, fitted, batch, (rows, epochs), luck):
            error = _error(seen, stopping if len(stopping) else fitted, network, scale)
            if error < least:
                least, best = error, number
                packed = pack_network(players, *scale, network.coefs_, network.intercepts_)
            if number == epochs // 2:
                aims = returns(seen, _guessed(seen, np.arange(len(seen.game)), network, scale))
    return packed, best


def untrained(rows: int, seed: int) -> Any:
    """Return a network of scikit-learn that is to be fitted to so many rows."""
    from sklearn.neural_network import MLPRegressor

    return MLPRegressor(
        hidden_layer_sizes=HIDDEN,
        batch_size=min(BATCH, rows),
        learning_rate_init=STEP,
        alpha=DECAY,
        random_state=seed,
    )


def passes(
    network: Any,
    fitted: NDArray[np.intp],
    batch: Callable[[NDArray[np.intp]], tuple[NDArray[np.float32], Array]],
    size: tuple[int, int],
    luck: np.random.Generator,
) -> Iterator[int]:
    """Fit a network in passes, in larger batches later; give the number of each when it is done.

    Parameters
    ----------
    network
        Of scikit-learn, which learns in parts.
    fitted
        Places to fit to.
    batch
        What is seen and wanted at some of them.
    size
        How many rows that is at all of them, and how many passes are made.
    luck
        For the order.
    """
    rows, epochs = size
    for number in range(epochs):
        if number in (epochs // 2, epochs - epochs // LAST):
            network.set_params(batch_size=min(GROWTH * network.batch_size, rows))
        order = luck.permutation(fitted)
        for first in range(0, len(order), BLOCK):
            inputs, wanted = batch(order[first : first + BLOCK])
            if len(wanted) >= network.batch_size or first == 0:
                network.partial_fit(inputs, wanted)
        yield number + 1


def begin(network: Any, inputs: Array, weights: Sequence[Array], biases: Sequence[Array]) -> None:
    """Start an untrained network from known weights and biases, layer by layer.

    Parameters
    ----------
    network
        A scikit-learn `MLPRegressor` that was not fitted; changed in place.
    inputs
        Some scaled inputs, shape (rows, inputs): a first step on them makes the layers.
    weights, biases
        Of all layers, shaped as in `kit.values.network.pack_network`.
    """
    network.partial_fit(inputs, np.zeros(len(inputs), np.float32))
    for layer, packed in zip(
        (*network.coefs_, *network.intercepts_), (*weights, *biases), strict=True
    ):
        layer[:] = packed


def returns(seen: SeenNotes, guess: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return what a fit aims at: the mean of an end and of the guesses on the way to it.

    The luck of a whole game is in its end, that of a few turns in a guess soon after: so the
    targets of early turns vary less (TD(lambda), Sutton 1988, with lambda `TRACE`).

    Parameters
    ----------
    seen
        All positions, game by game and in the order of the turns.
    guess
        float32 array of shape (positions, seats).

    Returns
    -------
    float32 array of shape (positions, seats)
    """
    aims = seen.utility.copy()
    turns = np.bincount(seen.game)
    last = np.repeat(np.cumsum(turns)[turns > 0] - 1, turns[turns > 0])
    left = last - np.arange(len(last))
    for distance in range(1, int(turns.max())):
        here = np.flatnonzero(left == distance)
        aims[here] = TRACE * aims[here + 1] + (1.0 - TRACE) * guess[here + 1]
    return aims


Scale = tuple[NDArray[np.float64], NDArray[np.float64]]


def _scale(seen: SeenNotes, places: NDArray[np.intp]) -> Scale:
    """Return mean and spread of the inputs at some positions."""
    rows = see(seen.features[places])
    return rows.mean(axis=(0, 1), dtype=float), rows.std(axis=(0, 1), dtype=float) + TINY


def _scaled(seen: SeenNotes, places: NDArray[np.intp], scale: Scale) -> NDArray[np.float32]:
    """Return the scaled inputs at some positions, a row for each seat that values are for."""
    return _scale_rows(see(seen.features[places])[seen.wanted[places]], scale)


def _scale_rows(rows: NDArray[np.float32], scale: Scale) -> NDArray[np.float32]:
    """Return rows of inputs, scaled."""
    return ((rows - scale[0]) / scale[1]).astype(np.float32)


def _guessed(
    seen: SeenNotes, places: NDArray[np.intp], network: Any, scale: Scale
) -> NDArray[np.float32]:
    """Return what a network under way expects at some positions, see `_expected`."""
    return _expected(seen, places, lambda rows: network.predict(_scale_rows(rows, scale)))


def _expected(
    seen: SeenNotes, places: NDArray[np.intp], judge: Callable[[Array], Array]
) -> NDArray[np.float32]:
    """Return what is expected at some positions by what judges rows of inputs: a row a position.

    What it expects for seats that values are not for is not asked: 0.
    """
    blocks = [places[first : first + BLOCK] for first in range(0, len(places), BLOCK)]
    guess = [judge(see(seen.features[block])[seen.wanted[block]]) for block in blocks]
    expected = np.zeros(seen.wanted[places].shape, np.float32)
    expected[seen.wanted[places]] = np.concatenate(guess).clip(0.0, 1.0)
    return expected


def _error(seen: SeenNotes, places: NDArray[np.intp], network: Any, scale: Scale) -> float:
    """Return the mean squared error of the network at some positions."""
    is_wanted = seen.wanted[places]
    errors = _guessed(seen, places, network, scale)[is_wanted] - seen.utility[places][is_wanted]
    return float((errors**2).mean())


def judged(seen: SeenNotes, tested: NDArray[np.intp], guess: NDArray[np.float32]) -> dict[str, Any]:
    """Return how well held-out positions were evaluated: overall, by stage, and the calibration.

    Parameters
    ----------
    seen
        All positions.
    tested
        The positions, in `seen`, of the held-out games: shape (positions,).
    guess
        The utility expected of each seat, 0 to 1: shape (positions, seats).

    Returns
    -------
    dict
        `n`, `r2` (the share of the utility's variance that is explained), `auc` (how often a seat
        that won was valued above one that did not: the area under the ROC curve; left out where all
        or none won), `held_out_games`, `by_stage` (the same figures for each part of a game, in
        order) and `calibration` (`expected`, `reached`, `n` by range of what was expected).
    """
    is_wanted = seen.wanted[tested]
    share = np.broadcast_to(seen.share[tested][:, None], is_wanted.shape)[is_wanted]
    stage = np.minimum((share * STAGES).astype(int), STAGES - 1)
    utility, won, guess = (
        seen.utility[tested][is_wanted],
        seen.won[tested][is_wanted],
        guess[is_wanted],
    )
    figures = _figures(utility, won, guess)
    figures["held_out_games"] = len(np.unique(seen.game[tested]))
    figures["by_stage"] = [
        _figures(utility[stage == each], won[stage == each], guess[stage == each])
        for each in range(STAGES)
        if (stage == each).any()
    ]
    bins = np.minimum((guess * BINS).astype(int), BINS - 1)
    figures["calibration"] = [
        {
            "expected": round(float(guess[bins == each].mean()), DIGITS),
            "reached": round(float(utility[bins == each].mean()), DIGITS),
            "n": int((bins == each).sum()),
        }
        for each in range(BINS)
        if (bins == each).any()
    ]
    return figures


def _figures(
    utility: NDArray[np.float32], won: NDArray[np.float32], guess: NDArray[np.float32]
) -> dict[str, Any]:
    from sklearn.metrics import r2_score, roc_auc_score

    winners = won > 0
    figures: dict[str, Any] = {"n": len(winners)}
    figures["r2"] = round(float(r2_score(utility, guess)), DIGITS)
    if winners.any() and not winners.all():
        figures["auc"] = round(float(roc_auc_score(winners, guess)), DIGITS)
    return figures
