"""The parts that a game may bring for commands, beside its contract (see `desk.Desk`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from bloodstones.cli.game.facts import (
    FaultTold,
    NumberTold,
    RecordTold,
    ShareTold,
    SpeedTold,
    StrategyTold,
)
from bloodstones.core.contract.game import Game, Setup

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class Simulated(Protocol):
    """A game that its contract alone lets one play and time."""

    id: str
    title: str

    @property
    def game(self) -> Game:
        """The game itself."""

    def bench_setups(self, players: int | None) -> Mapping[str, Setup]:
        """Return what is played to measure the speed, by name; nothing for so many players."""

    def numbers(self, data: str = "") -> Sequence[NumberTold]:
        """Return every number of the rules that a what-if can change."""


class Strategies(Protocol):
    """The strategies of a game; `data` is a user's own folder as in `core.contract.game.Setup`."""

    def shipped(self, data: str = "") -> Sequence[StrategyTold]:
        """All that come with the game."""

    def find(self, name: str, where: str, data: str = "") -> StrategyTold:
        """Return one by its name; InputError, with `where`, for an unknown one."""


class Records(Protocol):
    """The records of a game."""

    def load(self, path: Path) -> Any:
        """Return the record in a file; InputError if it is none of this game and version."""

    def told(self, record: Any) -> RecordTold:
        """Return what a record says of its playthrough."""

    def verify(self, record: Any, data: str = "") -> FaultTold | None:
        """Return the first fault of a record by the rules, None if it is legal.

        `data` is the folder of own data files that it was played with, as in `core.contract.game.Setup`;
        InputError if the record tells of others.
        """

    def show(self, record: Any, turn: int | None) -> None:
        """Print a record, or one turn of it (0: the setup); InputError without such a turn."""

    def as_object(self, record: Any, turn: int | None) -> dict[str, Any]:
        """Return a record, or one turn of it, as JSON."""


class Drawing(Protocol):
    """A record on its board.

    Attributes
    ----------
    name
        Of the board.
    """

    name: str

    def picture(self, turn: int) -> Figure:
        """Return the board after a turn (0: the setup); InputError without such a turn."""

    def film(self, pixels: int) -> tuple[bytes, int]:
        """Return an animated picture (GIF) so wide, and the number of its frames."""

    def page(self, curve: Mapping[str, Any] | None = None) -> str:
        """Return a page to step through the record, perhaps with a curve of chances."""


class Drawings(Protocol):
    """Records of a game on its boards."""

    def drawing(self, record: Any, board: str | None) -> Drawing:
        """Return a record on a board (None: its own); InputError if it was not played there."""


class Played(Protocol):
    """A playthrough that was played for itself."""

    def as_object(self, record: Path | None) -> dict[str, Any]:
        """Return it as JSON; `record` is the file that it was written to."""

    def show(self, record: Path | None) -> None:
        """Print who played, what came out, and where its record is."""

    def write(self, path: Path) -> None:
        """Write its record; only a game with records is asked to."""


class Bench(Protocol):
    """Measuring how fast a game is."""

    def measure(self, players: int | None, seconds: float | None) -> SpeedTold:
        """Measure for about so many seconds each figure; None leaves the choice to the game."""

    def shares(self, speed: SpeedTold) -> Mapping[str, Sequence[ShareTold]]:
        """Return what each kind of decision costs, by kind of play, such as `random`."""


class Advice(Protocol):
    """Files of hints that a game answers by its odds, without any playthrough."""

    def refuse_games(self, path: Path, *asked: object) -> None:
        """Raise InputError if anything is asked that only a study of playthroughs has."""

    def answer(self, path: Path, as_json: bool) -> None:
        """Print the answers to a file."""

    def make_report(
        self,
        folder: Path,
        wanted: Sequence[str],
        *,
        out: Path | None = None,
        replace: bool = False,
    ) -> Sequence[Path]:
        """Make the report that a folder defines, and return the documents."""
