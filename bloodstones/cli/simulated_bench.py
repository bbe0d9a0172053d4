"""How fast any game is: whole playthroughs of its setups, by its own `simulate`."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from bloodstones.cli.told import Rate, ShareTold, SpeedTold
from bloodstones.core.errors import InputError, expected

if TYPE_CHECKING:
    from bloodstones.cli.parts import Simulated
    from bloodstones.core.game import Game, Setup

SECONDS: Final = 1.0
SHORTEST: Final = 0.001
LONGEST: Final = 600.0
SEED: Final = 1
LABEL: Final = "bench"


class SimulatedBench:
    """Measuring a game by the setups that its desk names (see `parts.Bench`)."""

    def __init__(self, desk: Simulated) -> None:
        self.desk = desk

    def measure(self, players: int | None, seconds: float | None) -> SpeedTold:
        """Measure playthroughs of each setup for at least so many seconds of this process.

        Raises
        ------
        InputError
            If there is no setup for so many players, or no time.
        """
        setups = self.desk.bench_setups(players)
        if not setups:
            raise expected("a number of players that can be measured", players, "--players")
        wanted = SECONDS if seconds is None else seconds
        if not SHORTEST <= wanted <= LONGEST:  # nan, too
            raise expected(f"{SHORTEST:g} to {LONGEST:g} seconds", wanted, "--seconds")
        game = self.desk.game
        for setup in setups.values():
            game.check(setup)
        began = time.perf_counter()
        game.warm_up()
        passed = time.perf_counter() - began
        rates = [
            Rate(f"{name}_games_per_s", f"{name} games a second", _games(game, setup, wanted))
            for name, setup in setups.items()
        ]
        roles = tuple(seat.role for seat in next(iter(setups.values())).seats)
        from bloodstones.core.kernel import JIT

        return SpeedTold(JIT, passed, False, roles, tuple(rates))

    def shares(self, speed: SpeedTold) -> Mapping[str, Sequence[ShareTold]]:
        """Refuse: `simulate` does not tell its decisions apart."""
        raise InputError(
            f"expected a game that times its decisions, got {self.desk.id!r} (--where)"
        )


def _games(game: Game, setup: Setup, seconds: float) -> float:
    """Return how many playthroughs of a setup this process plays in a second, the first untimed."""
    game.simulate(setup, SEED, LABEL, range(1))
    games, began = 1, time.process_time()
    while True:
        game.simulate(setup, SEED, LABEL, range(games, 2 * games))
        games *= 2
        passed = time.process_time() - began
        if passed >= seconds:
            return (games - 1) / passed
