"""How fast a game is on one core: playthroughs, decisions, copies of a state."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, cast

import numpy as np

from bloodstones.core.errors import expected
from bloodstones.core.kernels.kernel import JIT, entry
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.search.worlds import copy_state

SECONDS: Final = 1.0
SHORTEST: Final = 0.001
LONGEST: Final = 600.0
BATCH: Final = 1000  # pieces of work between two looks at the clock
MIDDLE: Final = 200  # decisions


@dataclass(frozen=True, slots=True)
class Pace:
    """Whole playthroughs in some processor time.

    Attributes
    ----------
    games, decisions
        How many were played, and decided in them.
    seconds
        Processor time that they took.
    """

    games: int
    decisions: int
    seconds: float

    @property
    def games_per_s(self) -> float:
        """Playthroughs a second."""
        return self.games / self.seconds

    @property
    def decisions_per_s(self) -> float:
        """Decisions a second."""
        return self.decisions / self.seconds


def check_seconds(seconds: float) -> None:
    """Raise InputError unless it can be measured for so long."""
    if not SHORTEST <= seconds <= LONGEST:  # nan, too
        raise expected(f"{SHORTEST:g} to {LONGEST:g} seconds", seconds, "--seconds")


def pace(play: Callable[[int], int], seconds: float = SECONDS) -> Pace:
    """Play for so many seconds of this process.

    Parameters
    ----------
    play
        Plays the playthrough of a number, from 0, and returns how many decisions were made.
    seconds
        At least so long is measured.
    """
    games, decisions, began = 0, 0, time.process_time()
    while True:
        decisions += play(games)
        games += 1
        passed = time.process_time() - began
        if passed >= seconds:
            return Pace(games, decisions, passed)


def rate(work: Callable[[int], object], seconds: float = SECONDS) -> float:
    """Return how much work is done in a second of this process, the first piece not timed.

    Parameters
    ----------
    work
        Does as many pieces of work as its argument says.
    seconds
        The measurement ends with the first batch after this time.
    """
    work(1)
    done, began = 0, time.process_time()
    while True:
        work(BATCH)
        done += BATCH
        passed = time.process_time() - began
        if passed >= seconds:
            return done / passed


def compile_time(warm_up: Callable[[], None], kernel: Any) -> tuple[float, bool]:
    """Compile or load a game; return the seconds and whether it came from the cache folder.

    Parameters
    ----------
    warm_up
        Compiles or loads everything that is timed.
    kernel
        An entry of the game that `warm_up` compiles; its cache misses are counted.

    Returns
    -------
    seconds
        Of wall time.
    cached
        Whether nothing was compiled.
    """
    began = time.perf_counter()
    warm_up()
    seconds = time.perf_counter() - began
    return seconds, JIT and not kernel.stats.cache_misses


def pair_of(state: Any, layout: type[Layout]) -> Array:
    """Return two copies of a state, one after the other."""
    if JIT:
        return np.array([state, state], layout.dtype())
    return cast(Array, [layout.copy(state), layout.copy(state)])


def middle_of(play: Playthrough) -> Any:
    """Return the state of a playthrough after `MIDDLE` decisions, each the middle one listed.

    One that ends before is returned as it was a decision before its end.
    """
    for _ in range(MIDDLE):
        codes = play.legal_codes()
        twin = play.copy()
        play.apply_code(int(codes[len(codes) // 2]))
        if play.over:
            return twin.state
    return play.state


@entry
def copy_back_and_forth(states: Array, copies: int) -> int:
    """Copy two states onto each other, counting in `turn`; return the last count."""
    for _ in range(copies):
        copy_state(states, 0, 1)
        states[1].turn += 1
        states[0].turn = states[1].turn
    return int(states[0].turn)


def copies_per_second(layout: type[Layout], state: Any, seconds: float = SECONDS) -> float:
    """Return how often a core copies a state in a second as a search does, inside a kernel.

    Parameters
    ----------
    layout
        Of the state.
    state
        One in the middle of a playthrough: how much is copied may depend on it.
    seconds
        At least so long is measured.
    """
    states = pair_of(state, layout)
    return rate(lambda copies: copy_back_and_forth(states, copies), seconds)
