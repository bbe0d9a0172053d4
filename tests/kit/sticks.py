"""A tiny game for tests of the kit: who takes the last stick wins.

A coin says how many sticks there are; two seats take one to three in turn. A hidden stick of each
seat counts for nothing but luck: nobody sees the other's. Strategies are told how greedy they are:
how many sticks they take if they may. Who leaves a multiple of four wins against anything.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import numpy as np

from bloodstones.core.contract.engine import Engine
from bloodstones.core.kernels.decision_codes import encode, kind_of, x_of
from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.kernels.streams import next_below, open_streams
from bloodstones.core.names import Name
from bloodstones.kit.kernels import bind_game
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.plans import Plans
from bloodstones.kit.players.seating import Deciders
from bloodstones.kit.players.strategy import Family, Strategy
from bloodstones.kit.search.worlds import open_world

SEATS: Final = 2
FEW: Final = 5
MANY: Final = 6
MOST_TAKEN: Final = 3
MOST_DECISIONS: Final = 8
COIN_STREAM: Final = 0
STRATEGY_STREAM: Final = 1
STREAMS: Final = STRATEGY_STREAM + SEATS
HIDDEN_VALUES: Final = 3
MEMORY: Final = 4


class Kind(Name):
    """What is decided, or done by chance."""

    TAKE = 1
    COIN = 2


class Point(Name):
    """What must happen next."""

    OVER = 0
    TURN = 1
    TOSS = 2


class Ending(Name):
    """Why it ended."""

    NONE = 0
    LAST_STICK = 1


class Status(Name):
    """Health of a playthrough."""

    OK = 0
    BAD = 1


class Greed(Name):
    """The only parameter of a script."""

    GREED = 0


class State(Layout):
    """One playthrough."""

    point: Annotated[int, np.int64]
    decider: Annotated[int, np.int64]
    active: Annotated[int, np.int64]
    turn: Annotated[int, np.int64]
    status: Annotated[int, np.int64]
    ending: Annotated[int, np.int64]
    sticks: Annotated[int, np.int64]
    hidden: Annotated[Array, np.int64, (SEATS,)]
    rank: Annotated[Array, np.int8, (SEATS,)]
    streams: Annotated[Array, np.int64, (STREAMS, 4)]
    memory: Annotated[Array, np.int64, (SEATS, MEMORY)]
    log: Annotated[Array, np.int16, (4,)]
    log_size: Annotated[int, np.int64]


class Tables(Layout):
    """The rules: how many sticks the coin may show."""

    sticks: Annotated[Array, np.int64, (2,)]


class Policy(Layout):
    """The strategies of a playthrough."""

    family: Annotated[Array, np.int8, (SEATS,)]
    weight: Annotated[Array, np.float64, (SEATS, 1)]


@entry
def start(s: State, t: Tables, key: Array, out: Array) -> None:
    """Begin: chance says how many sticks there are."""
    open_streams(s.streams, key)
    s.memory[:] = -1
    for seat in range(SEATS):
        s.hidden[seat] = next_below(s.streams, COIN_STREAM, HIDDEN_VALUES)
    s.point = Point.TOSS


@entry
def is_chance(s: State) -> bool:
    """Whether the coin is tossed."""
    return bool(s.point == Point.TOSS)


@entry
def chance_outcomes(s: State, t: Tables, out: Array, weights: Array) -> int:
    """Write both sides of the coin."""
    if s.point != Point.TOSS:
        return 0
    for side in range(2):
        out[side] = encode(Kind.COIN, side, 0)
        weights[side] = 1
    return 2


@entry
def draw_outcome(s: State, t: Tables) -> int:
    """Toss the coin."""
    return encode(Kind.COIN, next_below(s.streams, COIN_STREAM, 2), 0)


@entry
def legal_decisions(s: State, t: Tables, out: Array) -> int:
    """Write how many sticks may be taken: one to three."""
    if s.point != Point.TURN:
        return 0
    n = min(MOST_TAKEN, int(s.sticks))
    for index in range(n):
        out[index] = encode(Kind.TAKE, index + 1, 0)
    return n


@entry
def apply(s: State, t: Tables, code: int, out: Array) -> None:
    """Carry out a decision or a toss."""
    if kind_of(code) == Kind.COIN:
        s.sticks = t.sticks[x_of(code)]
        s.point = Point.TURN
        s.turn = 1
        return
    s.sticks -= x_of(code)
    if s.sticks <= 0:
        s.rank[:] = 2
        s.rank[s.decider] = 1
        s.ending = Ending.LAST_STICK
        s.point = Point.OVER
        return
    s.decider = 1 - s.decider
    s.active = s.decider
    s.turn += 1


@entry
def choose(s: State, t: Tables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the choice: as many as greed says, or any."""
    if p.family[s.decider] == Family.RANDOM:
        return next_below(s.streams, STRATEGY_STREAM + s.decider, n)
    return min(n, int(p.weight[s.decider, Greed.GREED])) - 1


@entry
def deal_world(s: State, t: Tables, seat: int, key: Array, number: int) -> None:
    """Deal the other seat's hidden stick anew."""
    open_world(s, seat, key, number)
    s.hidden[1 - seat] = next_below(s.streams, COIN_STREAM, HIDDEN_VALUES)


@entry
def features(s: State, t: Tables, out: Array) -> None:
    """Write how many sticks are left, and whose turn it is."""
    for seat in range(SEATS):
        out[seat, 0] = s.sticks
        out[seat, 1] = s.decider == seat


ENGINE: Final = Engine(
    State,
    Ending,
    MOST_DECISIONS,
    start,
    legal_decisions,
    apply,
    is_chance,
    chance_outcomes,
    draw_outcome,
    lambda code: Take(x_of(code)),
    Status,
)
KERNELS: Final = {"choose": choose, "deal_world": deal_world, "features": features}
bind_game(ENGINE, KERNELS)
DECIDERS: Final = Deciders(ENGINE, Policy)

FILES: Final = {
    "parameters.toml": """
[greed]
meaning = "sticks taken at most"
unit = "sticks"
low = 1
high = 3
default = 3
""",
    "strategies.toml": """
[random]
family = "random"
title = "any number"
[greedy]
family = "scripted"
title = "as many as it may"
parameters = { greed = 3 }
[shy]
family = "scripted"
title = "one at a time"
parameters = { greed = 1 }
left = { greed = 2 }
""",
    "searchers.toml": """
[monte_carlo]
family = "monte_carlo"
title = "tries all"
policies = ["random"]
[ismcts]
family = "tree_search"
title = "tries all in a tree"
policies = ["random"]
""",
    "features.toml": """
[taken]
unit = "sticks"
meaning = "sticks taken"
[left]
unit = "seats"
meaning = "1: sits in front of right"
""",
    "tuned/bold.toml": """
id = "bold"
of = "shy"
title = "tuned"
[factions.left]
greed = 3
[crowded.right]
greed = 2.5
""",
}


class Take(int):
    """A decision: how many sticks."""

    def pack(self) -> int:
        """Return its code."""
        return encode(Kind.TAKE, int(self), 0)


def write_plans(folder: Path, **changed: str) -> Plans:
    """Write the files of the strategies; `changed`: other texts by the name of the file."""
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(changed.get(path.stem, text), encoding="utf-8")
    return Plans(folder, Greed, ("left", "right"), 2)


def finder(folder: Path) -> Finder:
    """The strategies of the game."""
    return Finder(write_plans(folder))


def tables(few: int = FEW, many: int = MANY) -> Tables:
    """The rules, packed."""
    packed = Tables.new()
    packed.sticks[:] = few, many
    return packed


def pack(seats: list[Strategy]) -> Policy:
    """Strategies, packed: `left` sits in front of `right`."""
    policy = Policy.new()
    for seat, strategy in enumerate(seats):
        policy.family[seat] = strategy.family
        if strategy.family is Family.SCRIPTED:
            role = ("left", "right")[seat]
            policy.weight[seat, 0] = strategy.weights_of(role, len(seats))["greed"]
    return policy
