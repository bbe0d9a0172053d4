"""How long a study will take, from a few games of each kind of cell."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Final

from bloodstones.batch.running.chunks import FIRST_GAMES, TaskPace
from bloodstones.batch.study.plan import Plan
from bloodstones.core.contract.game import Game, Setup

SECONDS: Final = 0.5  # of play, for all kinds of cells together
MOST_SECONDS: Final = 10.0  # after which no further kind of cell is measured
FEWEST_SECONDS: Final = 0.05
LONG_SECONDS: Final = 1.0  # of a game that is played once
LABEL: Final = "measurement"

Kind = tuple[str, ...]


def measure_speed(
    plan: Plan, game: Game, seconds: float = SECONDS, most: float = MOST_SECONDS
) -> tuple[dict[Kind, float], int]:
    """Play some games of each kind of cell, on one core, and return the seconds that each takes.

    A kind is the strategies at the table. The games are none of the study's.

    Parameters
    ----------
    seconds
        Time for all kinds together; each has at least one game.
    most
        Seconds after which no further kind is measured: it then counts as the mean of the others.

    Returns
    -------
    dict, int
        Seconds by kind, and how many kinds were measured.
    """
    first = {TaskPace.kind(cell): cell for cell in reversed(plan.cells)}
    share = max(FEWEST_SECONDS, seconds / len(first))
    measured: dict[Kind, float] = {}
    begun = time.perf_counter()
    for kind, cell in first.items():
        measured[kind] = _seconds_of(game, cell.setup, plan.seed, share)
        if time.perf_counter() - begun >= most:
            break
    mean = sum(measured.values()) / len(measured)
    return {**dict.fromkeys(first, mean), **measured}, len(measured)


def _seconds_of(game: Game, setup: Setup, seed: int, seconds: float) -> float:
    """Return the seconds that a game of a setup takes, measured for so long or with one game.

    The first game may compile; a long one is its own measure.
    """
    begun = time.perf_counter()
    game.simulate(setup, seed, LABEL, range(1))
    spent = time.perf_counter() - begun
    if spent >= LONG_SECONDS:
        return spent
    return seconds_a_game(game, (setup,), seed, seconds, FIRST_GAMES)


def seconds_a_game(
    game: Game, setups: Sequence[Setup], seed: int, seconds: float, at_once: int = 1
) -> float:
    """Play some games of one setup after the other for so long; return the seconds that each takes.

    Parameters
    ----------
    at_once
        Games of a setup before the next one; at least as many are played.
    """
    games, turns, start, spent = 0, 0, time.perf_counter(), 0.0
    while games == 0 or spent < seconds:
        setup = setups[turns % len(setups)]
        game.simulate(setup, seed, LABEL, range(games, games + at_once))
        games += at_once
        turns += 1
        spent = time.perf_counter() - start
    return spent / games


def core_seconds(plan: Plan, speed: Mapping[Kind, float]) -> float:
    """Return the time of all games of a plan on one core.

    Parameters
    ----------
    plan
        What is played.
    speed
        Seconds that a game takes on one core, by kind of game.

    Returns
    -------
    float
        In seconds.
    """
    return sum(
        speed[TaskPace.kind(plan.cells[index])] * group.rounds[-1]
        for group in plan.groups
        for index in group.cells
    )
