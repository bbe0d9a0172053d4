"""A game of dice and hidden coins for tests of the kit.

Two to four seats. Each first hides a coin. Then each rolls a die as often as it likes and stops;
above the limit it goes bust. At the end the coins are shown and added: the highest score wins, a
seat that went bust has none. Hiding says that something was hidden, not what; choosing to roll
leaves no event, the die does: so records of it leave more than one decision open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from bloodstones.core.contract.engine import Engine
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import expected
from bloodstones.core.kernels.decision_codes import encode, kind_of, x_of
from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.kernels.streams import game_key, next_below, open_streams
from bloodstones.core.names import Name
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.events import EventForm, EventTable, LogEntry, end_form
from bloodstones.kit.records.forms import SEAT_KEY, Key, ListOf, OneNameOf, Whole
from bloodstones.kit.records.games import GameRecords, Header

SEATS = 4
SIDES = 6
BUST = 0


class Coin(Name):
    COPPER = 0
    SILVER = 1
    GOLD = 2


class Kind(Name):
    HIDE = 0
    ROLL = 1
    STOP = 2
    FACE = 3


class Point(Name):
    OVER = 0
    HIDE = 1
    ROLL = 2
    DIE = 3


class Ending(Name):
    NONE = 0
    SHOWN = 1


class Status(Name):
    OK = 0


class Event(EventTable):
    HIDE = EventForm(1, "CO-1", "hide a coin", (SEAT_KEY,))
    DIE = EventForm(2, "CO-2", "roll a {face}", (SEAT_KEY, Key("face", Whole())))
    STOP = EventForm(
        3,
        "CO-3",
        "stop[, totals {totals}]",
        (SEAT_KEY, Key("totals", ListOf(Whole(), ordered=False), optional=True)),
    )
    BUST = EventForm(4, "CO-4", "go bust", (SEAT_KEY,))
    SHOW = EventForm(
        5,
        "CO-5",
        "show {coin} and score {score}",
        (SEAT_KEY, Key("coin", OneNameOf.of(Coin, "coin")), Key("score", Whole())),
    )
    TALLY = LogEntry(6)  # of no interest to a record
    END = end_form(Ending, "CO-6")


EVENTS = Event.forms()


class State(Layout):
    point: Annotated[int, np.int64]
    decider: Annotated[int, np.int64]
    turn: Annotated[int, np.int64]
    status: Annotated[int, np.int64]
    ending: Annotated[int, np.int64]
    rank: Annotated[Array, np.int8, (SEATS,)]
    coin: Annotated[Array, np.int8, (SEATS,)]
    total: Annotated[Array, np.int16, (SEATS,)]
    streams: Annotated[Array, np.int64, (1, 4)]
    log: Annotated[Array, np.int16, (64,)]
    log_size: Annotated[int, np.int64]


class Tables(Layout):
    seats: Annotated[int, np.int64]
    limit: Annotated[int, np.int64]


@dataclass(frozen=True)
class Move:
    kind: Kind
    x: int = 0

    def pack(self) -> int:
        return int(encode(int(self.kind), int(self.x), 0))

    def __str__(self) -> str:
        return f"{self.kind.id} {self.x}"


def _tell(s: State, event: Event, *values: int) -> None:
    entry = [event, len(values), *values]
    s.log[s.log_size : s.log_size + len(entry)] = entry
    s.log_size += len(entry)


@entry
def open_luck(streams: Array, key: Array) -> None:
    open_streams(streams, key)


@entry
def rolled(streams: Array) -> int:
    return 1 + next_below(streams, 0, SIDES)


def start(s: State, t: Tables, key: Array, out: Array) -> None:
    open_luck(s.streams, key)
    s.point = Point.HIDE


def is_chance(s: State) -> bool:
    return bool(s.point == Point.DIE)


def legal(s: State, t: Tables, out: Array) -> int:
    codes = {
        Point.HIDE: [Move(Kind.HIDE, coin) for coin in Coin],
        Point.ROLL: [Move(Kind.ROLL), Move(Kind.STOP)],
    }.get(Point(int(s.point)), [])
    out[: len(codes)] = [move.pack() for move in codes]
    return len(codes)


def outcomes(s: State, t: Tables, out: Array, weights: Array) -> int:
    if not is_chance(s):
        return 0
    out[:SIDES] = [Move(Kind.FACE, face).pack() for face in range(1, SIDES + 1)]
    weights[:SIDES] = 1
    return SIDES


def draw(s: State, t: Tables) -> int:
    return Move(Kind.FACE, int(rolled(s.streams))).pack()


def apply(s: State, t: Tables, code: int, out: Array) -> None:
    kind, x, seat = kind_of(code), x_of(code), int(s.decider)
    if kind != Kind.FACE:
        s.log_size = 0
    if kind == Kind.HIDE:
        s.coin[seat] = x
        _tell(s, Event.HIDE, seat)
        _next(s, t)
    elif kind == Kind.ROLL:
        s.point = Point.DIE
    elif kind == Kind.FACE:
        s.total[seat] += x
        s.point = Point.ROLL
        _tell(s, Event.DIE, seat, x)
        _tell(s, Event.TALLY, seat)
        if s.total[seat] > t.limit:
            s.total[seat] = BUST
            _tell(s, Event.BUST, seat)
            _next(s, t)
    else:
        _tell(s, Event.STOP, seat, *[x for x in s.total[: t.seats].tolist() if x])
        _next(s, t)


def _next(s: State, t: Tables) -> None:
    s.decider = (s.decider + 1) % t.seats
    if s.decider == 0 and s.point == Point.HIDE:
        s.point, s.turn = Point.ROLL, 1
    elif s.decider == 0:
        final = scores_of(s, t)
        for seat in range(t.seats):
            _tell(s, Event.SHOW, seat, int(s.coin[seat]), final[seat])
            s.rank[seat] = 1 + sum(other > final[seat] for other in final)
        s.point, s.ending = Point.OVER, Ending.SHOWN
    elif s.point != Point.HIDE:
        s.point = Point.ROLL


def scores_of(s: State, t: Tables) -> list[int]:
    return [int(s.total[k] + s.coin[k]) if s.total[k] else 0 for k in range(int(t.seats))]


ENGINE = Engine(
    State,
    Ending,
    16,
    start,
    legal,
    apply,
    is_chance,
    outcomes,
    draw,
    lambda code: Move(Kind(kind_of(code)), x_of(code)),
    Status,
)


def play(setup: Setup, seed: int = 1, scripted_chance: bool = True) -> Playthrough:
    """A playthrough of a setup."""
    if not 2 <= len(setup.seats) <= SEATS:
        raise expected(f"2 to {SEATS} seats", len(setup.seats), "seats")
    tables: Any = Tables.new()
    tables.seats = len(setup.seats)
    tables.limit = int(setup.overrides.get("limit", 10))
    return Playthrough(
        ENGINE, tables, len(setup.seats), game_key(seed, "coins", 0), scripted_chance
    )


def from_header(header: Header, where: str) -> Playthrough:
    return play(header.setup)


RECORDS = GameRecords(
    game="coins",
    rules_version="1",
    events=EVENTS,
    start=from_header,
    scores=lambda play: scores_of(play.state, play.tables),
    header_fields=lambda play: {"limit": int(play.tables.limit), "faces": (1, SIDES)},
)


def table_of(*roles: str, overrides: Mapping[str, int] | None = None) -> Setup:
    """A setup with these roles, played at random."""
    seats = tuple(Seat(role, "random") for role in roles)
    return Setup("", seats, overrides=overrides or {})
