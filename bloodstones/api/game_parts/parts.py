"""The parts that a game may bring for commands, beside its contract (see `GameCommands`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from bloodstones.api.game_parts.facts import (
    RecordFault,
    RecordInfo,
    SpeedInfo,
    StrategyInfo,
)
from bloodstones.core.contract.game import Game, Setup

if TYPE_CHECKING:
    from bloodstones.core.rules.rule_numbers import RuleNumber
    from bloodstones.kit.profiling import Share


class Simulated(Protocol):
    """A game that is played and timed through its contract alone."""

    id: str
    title: str

    @property
    def game(self) -> Game:
        """The game itself."""

    def bench_setups(self, players: int | None) -> Mapping[str, Setup]:
        """Return the setups that measure speed, by name; none for another number of players."""

    def numbers(self, data: str = "") -> Sequence[RuleNumber]:
        """Return every number of the rules that a what-if can change."""


class Strategies(Protocol):
    """The strategies of a game; `data` is a user's own folder as in `core.contract.game.Setup`."""

    def shipped(self, data: str = "") -> Sequence[StrategyInfo]:
        """All that come with the game."""

    def find(self, name: str, where: str, data: str = "") -> StrategyInfo:
        """Return one by its name; InputError, with `where`, for an unknown one."""


class Records(Protocol):
    """The records of a game."""

    def load(self, path: Path) -> Any:
        """Return the record in a file; InputError if it is none of this game and version."""

    def parse(self, text: str, name: str) -> Any:
        """Return the record in a text; `name` is its name in errors, as in `load`."""

    def info(self, record: Any) -> RecordInfo:
        """Return what a record says of its playthrough."""

    def verify(self, record: Any, data: str = "") -> RecordFault | None:
        """Return the first fault of a record by the rules, None if it is legal.

        `data` is the folder of own data files that it was played with, as in
        `core.contract.game.Setup`; InputError if the record names others.
        """

    def show(self, record: Any, turn: int | None) -> None:
        """Print a record, or one turn of it (0: the setup); InputError without such a turn."""

    def as_object(self, record: Any, turn: int | None) -> dict[str, Any]:
        """Return a record, or one turn of it, as JSON."""


class Played(Protocol):
    """A single playthrough that was played to be shown."""

    def as_object(self, record: Path | None) -> dict[str, Any]:
        """Return it as JSON; `record` is the file that it was written to."""

    def show(self, record: Path | None) -> None:
        """Print the seats, the result, and the place of the record."""

    def write(self, path: Path) -> None:
        """Write its record; called only for a game with records."""


class Bench(Protocol):
    """Measuring how fast a game is."""

    def measure(self, players: int | None, seconds: float | None) -> SpeedInfo:
        """Measure for about so many seconds each figure; None leaves the choice to the game."""

    def shares(self, speed: SpeedInfo) -> Mapping[str, Sequence[Share]]:
        """Return the time of each kind of decision, by kind of play, such as `random`."""
