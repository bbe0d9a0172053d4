"""Where a user's strategy failed in a game, and everything needed to return there.

A `StrategyError` gathers what is known on its way up: the player notes file, line, seat and turn;
who plays the game adds the seed, the replicate and the decisions so far; the worker adds the cell.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import RunError, expected
from bloodstones.core.files.datafile import read_json
from bloodstones.core.files.writing import write_atomically

FILE: Final = "failure.json"  # beside the results of a run
WHAT: Final = "a file that says where a strategy failed"
PLACE: Final = ("seat", "turn", "seed", "cell", "replicate")  # behind file and line
TIP: Final = "the game so far is in {path}; Game.replay_failure in Python goes to that decision"
MOST_CODES: Final = 10_000_000


@dataclass(slots=True)
class Failure:
    """Where a strategy failed.

    Attributes
    ----------
    fault
        What it did, in words.
    file, line
        Of its code; "" and 0 where no line of it is at fault.
    seat, turn
        Whose decision it was, and when.
    game, setup, seed, cell, replicate
        What was played; None where it is not known.
    codes
        All that was decided and drawn before, packed.
    streams, memory
        The luck and the notes of all strategies at the decision.
    """

    fault: str
    file: str = ""
    line: int = 0
    seat: int | None = None
    turn: int | None = None
    game: str = ""
    setup: Setup | None = None
    seed: int | None = None
    cell: str | None = None
    replicate: int | None = None
    codes: tuple[int, ...] = ()
    streams: list[list[int]] = field(default_factory=list)
    memory: list[list[int]] = field(default_factory=list)

    @property
    def sentence(self) -> str:
        """What happened, and where."""
        place = [f"{self.file} line {self.line}"] if self.line else []
        known = ((name, getattr(self, name)) for name in PLACE)
        place += [f"{name} {value}" for name, value in known if value is not None]
        return f"{self.fault} ({', '.join(place)})" if place else self.fault

    def as_text(self) -> str:
        """Return it as the text of a file, see `read_failure`."""
        content = asdict(self)
        if self.setup is not None:
            seats = [[seat.role, seat.strategy] for seat in self.setup.seats]
            tables = ("options", "overrides", "choices")
            content["setup"] = {
                **{"board": self.setup.board, "seats": seats, "data": self.setup.data},
                **{name: dict(getattr(self.setup, name)) for name in tables},
            }
        return json.dumps(content) + "\n"


class StrategyError(RunError):
    """A strategy of one's own that failed in a game (exit code 1); `__cause__` is what it raised.

    `Game.replay_failure` returns the playthrough at the decision.

    Parameters
    ----------
    failure
        Where.
    cause
        What it raised; None where that was in another process.
    """

    def __init__(
        self, failure: Failure, tip: str | None = None, cause: BaseException | None = None
    ) -> None:
        self.failure = failure
        self.cause = cause  # joblib puts a text in the place of `__cause__`, in threads too
        super().__init__(failure.sentence, tip)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the failure; a process that sends it keeps the cause as its text."""
        return type(self), (self.failure, self.tip)

    def add(self, **known: Any) -> None:
        """Add what is known of the game, where it was not known before."""
        for name, value in known.items():
            if not getattr(self.failure, name):
                setattr(self.failure, name, value)
        super().__init__(self.failure.sentence, self.tip)


@contextmanager
def adding(**known: Any) -> Iterator[None]:
    """Add what is known of the game to the failure of a strategy in the block."""
    try:
        yield
    except StrategyError as error:
        error.add(**known)
        raise


@contextmanager
def failures_kept(path: Path) -> Iterator[None]:
    """Write the game in which a strategy of one's own failed in the block to a file."""
    try:
        yield
    except StrategyError as error:
        if error.failure.setup is not None:
            write_atomically(path, error.failure.as_text().encode())
            error.tip = TIP.format(path=path)
        raise


def place_of(error: BaseException, file: str) -> tuple[str, int]:
    """Return file and line of an error: the deepest of a file, else the deepest of all.

    Parameters
    ----------
    file
        Of the strategy, "" where it is not known.
    """
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if file and Path(frame.filename) == Path(file)]
    for frame in reversed(own or frames[1:]):  # the first is the laboratory's own
        return frame.filename, frame.lineno or 0
    return "", 0


def read_failure(path: Path) -> Failure:
    """Return the failure in a file; InputError if it holds none."""
    content = dict(read_json(path, WHAT))
    where = str(path)
    try:
        setup = content.pop("setup")
        seats = tuple(Seat(_text(role), _text(strategy)) for role, strategy in setup["seats"])
        options, overrides, choices = (
            _table(setup[name]) for name in ("options", "overrides", "choices")
        )
        board, data = _text(setup["board"]), _text(setup["data"])
        rest: dict[str, Any] = {
            "setup": Setup(board, seats, options, overrides, choices, data),
            "codes": tuple(_numbers(content.pop("codes"))),
            **{name: [*map(_numbers, content.pop(name))] for name in ("streams", "memory")},
        }
        failure = Failure(**content, **rest)
        _numbers([failure.seed, failure.seat, failure.turn])
        _text(failure.game)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise expected(WHAT, f"{type(error).__name__}: {error}", where) from None
    return failure


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("expected a text")
    return value


def _table(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise TypeError("expected a table")
    return value


def _numbers(values: Sequence[Any]) -> list[int]:
    if len(values) > MOST_CODES or not all(type(value) is int for value in values):
        raise TypeError("expected whole numbers")
    return list(values)
