"""Facts of a game as data for commands: events, strategies, records, speed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bloodstones.core.contract.game import Seat

if TYPE_CHECKING:
    from bloodstones.core.rules.rule_numbers import RuleNumber
    from bloodstones.kit.records.events import EventForm


@dataclass(frozen=True, slots=True)
class LookupEntry:
    """A thing of a game that players look up by its name: a card, a unit, a scenario.

    Attributes
    ----------
    name, kind
        What it is called, in small letters with spaces, and what it is.
    text
        What it does, in words, with the numbers of the shipped data.
    clause
        The id of the clause that it goes by.
    """

    name: str
    kind: str
    text: str
    clause: str

    def is_meant(self, words: Sequence[str], whole: bool) -> bool:
        """Return whether all words are in its name or, if `whole`, in any of its texts."""
        text = f"{self.name} {self.kind} {self.text}".lower() if whole else self.name
        return all(word in text for word in words)


def changed_lines(
    numbers: Sequence[RuleNumber], overrides: Mapping[str, int | str | bool]
) -> list[str]:
    """Return a line for each changed number that says what it changes.

    Examples
    --------
    >>> from bloodstones.core.rules.rule_numbers import RuleNumber
    >>> number = RuleNumber("turns", "turns of a game", (10,), 1, 40)
    >>> changed_lines([number], {"turns": 8, "other": 1})
    ['turns: turns of a game, printed 10']
    """
    by_name = {number.name: number for number in numbers}
    return [
        f"{name}: {by_name[name].meaning}, printed {' or '.join(map(str, by_name[name].values))}"
        for name in overrides
        if name in by_name
    ]


@dataclass(frozen=True, slots=True)
class EventInfo:
    """A kind of event of records: its keys, its clause, what it says in words."""

    name: str
    keys: tuple[str, ...]
    clause: str
    meaning: str


def event_infos(events: Mapping[str, EventForm]) -> Sequence[EventInfo]:
    """Return a table of events as commands print it."""
    from bloodstones.kit.records.events import event_rows

    return [
        EventInfo(row.name, tuple(row.keys.split(", ")), row.clause, row.words)
        for row in event_rows(events)
    ]


@dataclass(frozen=True, slots=True)
class ParameterInfo:
    """A parameter of a strategy: the range it may be set in, what it does, its usual value."""

    low: float
    high: float
    meaning: str
    default: float


@dataclass(frozen=True, slots=True)
class StrategyInfo:
    """A strategy as commands show it.

    Attributes
    ----------
    id, title, family
        Its name in files and commands, what it does in a few words, how it decides.
    cost
        What a decision of it costs, in a word.
    traits
        What it declares about itself.
    policies
        The strategies that a searching one asks.
    parameters
        Name -> value.
    by_role, crowded
        The same for roles that it plays otherwise, and for tables of several players.
    ranges
        Name of a parameter -> its range and meaning.
    """

    id: str
    title: str
    family: str = ""
    cost: str = ""
    traits: Mapping[str, Any] = field(default_factory=dict)
    policies: tuple[str, ...] = ()
    parameters: Mapping[str, float] = field(default_factory=dict)
    by_role: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    crowded: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    ranges: Mapping[str, ParameterInfo] = field(default_factory=dict)


def outcome(winners: Sequence[str]) -> str:
    """Return who won, in words; several share the victory, be it as allies or by a draw.

    >>> outcome(["Elves"]), outcome(["Elves", "Orcs"]), outcome([])
    ('Won by Elves', 'Victory shared by Elves and Orcs', 'Won by nobody')
    """
    how = "Victory shared" if len(winners) > 1 else "Won"
    return f"{how} by {' and '.join(winners) or 'nobody'}"


@dataclass(frozen=True, slots=True)
class RecordFault:
    """The first fault of a record: its line from 1, the clause it breaks, the reason."""

    line: int
    clause: str
    reason: str


@dataclass(frozen=True, slots=True)
class RecordInfo:
    """What a record says of its playthrough: the length, the seats and how it ended.

    Attributes
    ----------
    name
        Of its file.
    events
        How many lines follow the header.
    scores
        By seat.
    winners
        Their seats.
    """

    name: str
    events: int
    seats: tuple[Seat, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    end_reason: str
    turns: int


@dataclass(frozen=True, slots=True)
class Rate:
    """How much of something is done in a second, on one core; `name` in JSON, `words` in tables."""

    name: str
    words: str
    per_second: float


@dataclass(frozen=True, slots=True)
class SpeedInfo:
    """How fast a game is on one core, with warm kernels.

    Attributes
    ----------
    jit
        Whether its kernels are compiled at all.
    compile_s, compile_cached
        Seconds to compile the kernels or, if `compile_cached`, to load them.
    roles
        Who sat at the table, by seat.
    state_bytes
        The size of a state, 0 if it is not known.
    copied_bytes
        How much of it a search copies as one run of bytes; what lies scattered over a board may
        come besides.
    """

    jit: bool
    compile_s: float
    compile_cached: bool
    roles: tuple[str, ...]
    rates: tuple[Rate, ...]
    state_bytes: int = 0
    copied_bytes: int = 0
