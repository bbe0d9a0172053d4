"""How long a study will take, from a few games of each kind of cell."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Final

from bloodstones.batch.running.chunks import FIRST_GAMES, Pace
from bloodstones.batch.study.plan import Plan
from bloodstones.core.contract.game import Game, Setup

SECONDS: Final = 0.5  # of play, for all kinds of cells together
FEWEST_SECONDS: Final = 0.05
LABEL: Final = "measurement"

Kind = tuple[str, ...]


def measure_speed(plan: Plan, game: Game, seconds: float = SECONDS) -> dict[Kind, float]:
    """Play some games of each kind of cell, on one core, and return the seconds that each takes.

    A kind is the strategies at the table. The games are none of the study's.

    Parameters
    ----------
    seconds
        Time for all kinds together; each has at least one game.
    """
    first = {Pace.kind(cell): cell for cell in reversed(plan.cells)}
    share = max(FEWEST_SECONDS, seconds / len(first))
    seconds_by_kind: dict[Kind, float] = {}
    for kind, cell in first.items():
        game.simulate(cell.setup, plan.seed, LABEL, range(1))
        seconds_by_kind[kind] = seconds_a_game(game, (cell.setup,), plan.seed, share, FIRST_GAMES)
    return seconds_by_kind


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
        speed[Pace.kind(plan.cells[index])] * group.rounds[-1]
        for group in plan.groups
        for index in group.cells
    )
