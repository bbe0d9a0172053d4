"""How fast any game is: whole playthroughs of its setups, by its own `simulate`."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from bloodstones.api.game_parts.facts import Rate, SpeedInfo
from bloodstones.core.errors import InputError, expected

if TYPE_CHECKING:
    from bloodstones.api.game_parts.parts import Simulated
    from bloodstones.core.contract.game import Game, Setup
    from bloodstones.kit.players.seating import Seating
    from bloodstones.kit.profiling import Share

SECONDS: Final = 1.0
SHORTEST: Final = 0.001
LONGEST: Final = 600.0
SEED: Final = 1
LABEL: Final = "bench"
COPIES: Final = "state_copies_per_s"


class SimulatedBench:
    """Measuring a game by the setups that the game names (see `parts.Bench`)."""

    def __init__(self, game_commands: Simulated) -> None:
        self.game_commands = game_commands

    def measure(self, players: int | None, seconds: float | None) -> SpeedInfo:
        """Measure playthroughs of each setup for at least so many seconds of this process.

        Raises
        ------
        InputError
            If there is no setup for so many players, or no time.
        """
        setups = self.game_commands.bench_setups(players)
        if not setups:
            raise expected("a number of players that can be measured", players, "--players")
        wanted = SECONDS if seconds is None else seconds
        if not SHORTEST <= wanted <= LONGEST:  # nan, too
            raise expected(f"{SHORTEST:g} to {LONGEST:g} seconds", wanted, "--seconds")
        game = self.game_commands.game
        for setup in setups.values():
            game.check(setup)
        passed, cached = _compile_time(game)
        rates = [
            rate for name, setup in setups.items() for rate in _rates(game, name, setup, wanted)
        ]
        roles = tuple(seat.role for seat in next(iter(setups.values())).seats)
        from bloodstones.core.kernels.kernel import JIT

        first = next(iter(setups.values()))
        size, copied = state_bytes(game, first)
        if size:
            rates.append(Rate(COPIES, "copies of a state a second", _copies(game, first, wanted)))
        return SpeedInfo(JIT, passed, cached, roles, tuple(rates), size, copied)

    def shares(self, speed: SpeedInfo) -> Mapping[str, Sequence[Share]]:
        """Where the time goes in the setups that were measured, by their names.

        Raises
        ------
        InputError
            For a game whose kernels nobody knows.
        """
        from bloodstones.kit.profiling import time_shares

        setups = self.game_commands.bench_setups(len(speed.roles))
        seatings = {name: _seating(self.game_commands.game, each) for name, each in setups.items()}
        if None in seatings.values():
            raise InputError(
                f"expected a game with decision times, got {self.game_commands.id!r} (--where)"
            )
        return {name: time_shares(seating) for name, seating in seatings.items() if seating}


def _compile_time(game: Any) -> tuple[float, bool]:
    """Compile or load a game; return the seconds, and whether nothing was compiled."""
    from bloodstones.kit import playing
    from bloodstones.kit.bench import compile_time

    return compile_time(game.warm_up, playing.play_all)


def state_bytes(game: Game, setup: Setup) -> tuple[int, int]:
    """Return the size of a state and how much of it a search copies as one run of bytes.

    Both are 0 for a game that does not list its kernels.
    """
    seating = _seating(game, setup)
    if seating is None:
        return 0, 0
    layout = seating.deciders.engine.state
    return int(layout.dtype().itemsize), layout.copied_bytes()


def _copies(game: Any, setup: Setup, seconds: float) -> float:
    """Return how many copies of a state in the middle of a playthrough are made in a second."""
    from bloodstones.kit.bench import copies_per_second, middle_of

    play = game.playthrough(setup, SEED, LABEL, 0)
    return copies_per_second(play.engine.state, middle_of(play), seconds)


def _seating(game: Any, setup: Setup) -> Seating | None:
    """Return the strategies of a setup; None for a game that knows the contract alone."""
    seated: Seating | None = game.seat(setup) if hasattr(game, "seat") else None
    return seated


def _rates(game: Game, name: str, setup: Setup, seconds: float) -> Iterator[Rate]:
    """Measure a setup: its playthroughs, and the decisions in them where kernels count those."""
    yield Rate(f"{name}_games_per_s", f"{name} games a second", _games(game, setup, seconds))
    seating = _seating(game, setup)
    if seating is not None:
        decisions = _decisions(game, setup, seating, seconds)
        yield Rate(f"{name}_decisions_per_s", f"{name} decisions a second", decisions)


def _decisions(game: Any, setup: Setup, seating: Seating, seconds: float) -> float:
    """Return how many decisions this process makes in a second, the first playthrough untimed."""
    from bloodstones.kit import playing
    from bloodstones.kit.bench import pace

    def play(number: int) -> int:
        begun = game.playthrough(setup, SEED, LABEL, number)
        return int(playing.play_on(begun.state, seating.tables, seating.policy, begun.buffer))

    play(0)
    return pace(play, seconds).decisions_per_s


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
