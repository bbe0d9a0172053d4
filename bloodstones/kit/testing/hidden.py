"""What is hidden from who decides must make no difference: the check of it, for any game.

A dealer, which knows the rules by itself and nothing of the game's own dealing, follows a
playthrough and deals again what a seat cannot know. All senses of the seat must then give the same:
its view, its observation, its legal decisions, the text it reads, the choices of strategies that
play for it and the worlds that its searches deal.

A game of one's own declares a `fields.FieldTable`, writes a `Dealer`, and lets `watched(...).check`
look at the decisions of playthroughs with scripted chance, as `tests/toy/test_toy.py` does.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np

from bloodstones.core.errors import RunError
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import game_key
from bloodstones.kit.environment.spaces import Spaces, spaces_of
from bloodstones.kit.fields import FieldTable
from bloodstones.kit.kernels import deal_world, strategy_stream
from bloodstones.kit.players.python_strategy import MARK, PythonPlayer
from bloodstones.kit.players.seating import Deciders, Seating
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.table.options import options_of
from bloodstones.kit.table.voice import Voice

LABEL: Final = "hidden"
WORLDS: Final = 2
PLANS: Final = 4  # numbers below it stand for the plans of others
JUNK: Final = -7  # what is left in scratch fields
RANDOM: Final = "random"
ONLOOKER: Final = f"{__name__}{MARK}First"
PLAIN: Final = (int, str, bool, type(None))
NOT_OF_A_WORLD: Final = ("log", "log_size", "log_open")

Observe = Callable[[Playthrough, int], Any]


class LeakError(RunError):
    """Something that a seat cannot know has changed what it sees or does."""


class Dealer(Protocol):
    """Deals again what seats cannot know; it keeps to one playthrough from its start to its end."""

    def watch(self, play: Playthrough, code: int | None) -> None:
        """Follow the playthrough: at its start, and after each decision or outcome `code`."""

    def deal(self, state: Any, play: Playthrough, seat: int, luck: np.random.Generator) -> None:
        """Deal again in `state`, a copy of the true one, what `seat` cannot know."""


@dataclass(frozen=True, slots=True)
class Sense:
    """A way in which a seat could learn something.

    Attributes
    ----------
    name
        For messages.
    observe
        `(play, seat) -> anything`: what the deciding seat learns by it; it may change the
        playthrough, which is a copy.
    """

    name: str
    observe: Observe


class First:
    """Choose the first legal decision: a strategy in Python, for its view."""

    traits: Final[Mapping[str, Any]] = {}

    def choose(self, view: Any, legal: Sequence[Any]) -> Any:
        """Choose the first legal decision."""
        return legal[0]


def flat(value: Any) -> Any:
    """Return a value in plain parts that can be compared; arrays as shape and numbers.

    >>> flat({"a": np.array([1, 2])})
    (('a', ((2,), [1, 2])),)
    """
    if type(value) in PLAIN:
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        parts = (field.name for field in dataclasses.fields(value))
        return tuple((name, flat(getattr(value, name))) for name in parts)
    if isinstance(value, Mapping):
        return tuple((key, flat(each)) for key, each in value.items())
    if isinstance(value, np.ndarray):
        return value.shape, value.ravel().tolist()
    if isinstance(value, list | tuple):
        return tuple(flat(each) for each in value)
    return value.item() if isinstance(value, np.generic) else value


# --- the senses ---------------------------------------------------------------------------------


def by_view(seating: Seating) -> Sense:
    """The view of a table at which `ONLOOKER` sits in every seat."""

    def observe(play: Playthrough, seat: int) -> Any:
        player = seating.players[seat]
        assert isinstance(player, PythonPlayer)
        nothing: Any = None
        seen = player.view_of(play.state, seat, play.state.memory[seat].copy(), nothing)
        return seen if dataclasses.is_dataclass(seen) else flat(seen)

    return Sense("the view", observe)


def by_observation(spaces: Spaces) -> Sense:
    """The observation that learners get."""
    return Sense("the observation", lambda play, seat: spaces.observe(play.state, seat).tolist())


def by_legal() -> Sense:
    """The legal decisions, in their order."""
    return Sense("the legal decisions", lambda play, seat: play.legal_codes().tolist())


def by_text(voice: Voice, names: Any) -> Sense:
    """What a person reads who has to decide.

    Parameters
    ----------
    voice
        Of the game's table.
    names
        Of seats and other things, for its texts.
    """

    def observe(play: Playthrough, seat: int) -> Any:
        board = list(voice.board(play, seat, names))
        words = options_of(play, voice, names)
        return (*board, voice.question(play), *(option.words for option in words))

    return Sense("the text", observe)


def by_picture(scene: Callable[[Any, int | None], Any]) -> Sense:
    """What a person sees who has to decide, see `kit.pictures`."""
    return Sense("the picture", scene)


def by_choice(name: str, seating: Seating) -> Sense:
    """What a strategy chooses, that sits in every seat, and what it notes.

    Parameters
    ----------
    name
        Of the strategy, for messages.
    seating
        With it in every seat.
    """

    def observe(play: Playthrough, seat: int) -> Any:
        legal = play.legal_codes()
        buffer = play.buffer.copy()
        index = seating.index(play.state, buffer, len(legal))
        state = play.state
        stream = strategy_stream(state) + seat
        return int(legal[index]), state.memory[seat].tolist(), state.streams[stream].tolist()

    return Sense(f"the choice of {name}", observe)


def by_worlds(deciders: Deciders) -> Sense:
    """The worlds that a search of the seat deals."""
    left_out = {*NOT_OF_A_WORLD, *deciders.engine.scratch}
    names = [name for name in deciders.engine.state.fields() if name not in left_out]

    def observe(play: Playthrough, seat: int) -> Any:
        worlds = []
        for world in worlds_of(play, seat):
            worlds.append(tuple((name, flat(_field(world, name))) for name in names))
        return tuple(worlds)

    return Sense("the worlds", observe)


def worlds_of(play: Playthrough, seat: int) -> Iterator[Any]:
    """Yield states that a search of a seat deals."""
    for number in range(WORLDS):
        world = play.copy().state
        deal_world(world, play.tables, seat, game_key(number, LABEL, 0), number)
        yield world


# --- the check ----------------------------------------------------------------------------------


def dealt_anew(
    play: Playthrough, dealer: Dealer, seat: int, deciders: Deciders, luck: np.random.Generator
) -> Playthrough:
    """Return a copy in which all that a seat cannot know is dealt again, plans included.

    Parameters
    ----------
    play
        At a decision; it stays as it is.
    dealer
        Has followed it from its start.
    seat
        Whose knowledge is kept.
    deciders
        Of the game.
    luck
        Of the dealer.
    """
    twin = play.copy()
    state, stream = twin.state, strategy_stream(twin.state) + seat
    streams, memory = state.streams[stream].copy(), state.memory[seat].copy()
    state.streams[:] = luck.integers(1, np.iinfo(np.int32).max, state.streams.shape)
    state.memory[:] = luck.integers(0, PLANS, state.memory.shape)
    state.streams[stream], state.memory[seat] = streams, memory
    state.log[:] = luck.integers(0, PLANS, state.log.shape)
    for name in deciders.engine.scratch:
        if deciders.engine.state.fields()[name][1]:
            _field(state, name)[:] = JUNK
    dealer.deal(state, twin, seat, luck)
    return twin


def check_declared(play: Playthrough, twin: Playthrough, seat: int, fields: FieldTable) -> None:
    """Check that a dealer keeps what a seat is declared to see; raises LeakError.

    Parameters
    ----------
    play, twin
        A playthrough, and the copy that was dealt again.
    seat
        Whose view is compared.
    fields
        What seats see by declaration.
    """
    names = fields.apart(play.state, twin.state, seat)
    if names:
        raise LeakError(f"dealt anew is what is declared open: {', '.join(names)}{where(play)}")


def check_worlds(play: Playthrough, seat: int, fields: FieldTable) -> None:
    """Check that the worlds dealt for a seat keep what it is declared to see; raises LeakError."""
    for world in worlds_of(play, seat):
        names = fields.apart(play.state, world, seat)
        if names:
            raise LeakError(f"worlds are dealt with other {', '.join(names)}{where(play)}")


def check_senses(play: Playthrough, twin: Playthrough, seat: int, senses: Sequence[Sense]) -> None:
    """Check that two playthroughs are the same to all senses of a seat; raises LeakError.

    Parameters
    ----------
    play, twin
        A playthrough, and the copy that was dealt again; both stay as they are.
    seat
        Whose senses are asked.
    senses
        The view, the observation, …

    Raises
    ------
    LeakError
        At the first sense that differs.
    """
    for sense in senses:
        one, other = unshared(sense.observe(play.copy(), seat), sense.observe(twin.copy(), seat))
        if one != other:
            leak = difference(one, other)
            raise LeakError(f"{sense.name} tells of what is hidden: {leak}{where(play)}")


def unshared(one: Any, other: Any) -> tuple[Any, Any]:
    """Return two views in plain parts, without those that are the same object: rules, a map."""
    if not dataclasses.is_dataclass(one) or type(one) is not type(other):
        return one, other
    names = [field.name for field in dataclasses.fields(one)]
    names = [name for name in names if getattr(one, name) is not getattr(other, name)]
    mine, theirs = ([(name, flat(getattr(view, name))) for name in names] for view in (one, other))
    return tuple(mine), tuple(theirs)


def difference(one: Any, other: Any) -> str:
    """Return the first parts that differ, in short.

    >>> difference((1, ("hand", 2)), (1, ("hand", 3)))
    'hand: 1: 2 or 3'
    """
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for place, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            if mine != theirs:
                named = isinstance(mine, tuple) and bool(mine) and isinstance(mine[0], str)
                return f"{mine[0] if named else place}: {difference(mine, theirs)}"
    return f"{one} or {other}"


def where(play: Playthrough) -> str:
    """Return where a playthrough stands, for messages."""
    state = play.state
    return f" (turn {int(state.turn)}, point {int(state.point)}, seat {play.decider})"


def _field(state: Any, name: str) -> Array:
    value = state[name] if isinstance(state, np.void) else getattr(state, name)
    return value if isinstance(value, np.ndarray) else np.asarray(value)


# --- a whole table ------------------------------------------------------------------------------


@dataclass(frozen=True)
class WatchedTable:
    """A table of a game with all that its seats could learn by.

    Attributes
    ----------
    seating
        With `ONLOOKER` in every seat.
    fields
        Who sees which field of its state.
    senses
        Of who decides.
    """

    seating: Seating
    fields: FieldTable
    senses: tuple[Sense, ...]

    def check(self, play: Playthrough, dealer: Dealer, luck: np.random.Generator) -> bool:
        """Check one decision; return whether anything was hidden that was dealt otherwise.

        Raises
        ------
        LeakError
            If what is hidden from the decider makes a difference to it.
        """
        seat, deciders = play.decider, self.seating.deciders
        twin = dealt_anew(play, dealer, seat, deciders, luck)
        check_declared(play, twin, seat, self.fields)
        check_worlds(play, seat, self.fields)
        check_senses(play, twin, seat, self.senses)
        luck_and_plans = {"streams", "memory", "log", *deciders.engine.scratch}
        return any(
            not np.array_equal(_field(play.state, name), _field(twin.state, name))
            for name in deciders.engine.state.fields()
            if name not in luck_and_plans
        )


def watched(
    game: Any,
    setup: Any,
    voice: Voice,
    fields: FieldTable,
    scene: Callable[[Any, int | None], Any] | None = None,
) -> WatchedTable:
    """Return a table to be watched, without choices of strategies: `by_choice` gives these.

    Parameters
    ----------
    game
        With `seat` and `playthrough`.
    setup
        What is played; who sits there makes no difference.
    voice
        How it speaks to people.
    fields
        Who sees which field of its state.
    scene
        `(play, seat) -> scene`: its pictures; None for a game without any.
    """
    seating: Seating = game.seat(seated(setup, ONLOOKER))
    deciders = seating.deciders
    play = game.playthrough(seated(setup, RANDOM), 0, scripted_chance=True)
    names = voice.names(play, seated(setup, RANDOM))
    senses = [by_view(seating), by_legal(), by_text(voice, names), by_worlds(deciders)]
    if scene is not None:
        senses.append(by_picture(scene))
    if deciders.environment:
        senses.append(by_observation(spaces_of(deciders.environment, seating.tables)))
    return WatchedTable(seating, fields, tuple(senses))


def seated(setup: Any, strategy: str) -> Any:
    """Return a setup with one strategy in every seat."""
    seats = tuple(dataclasses.replace(seat, strategy=strategy) for seat in setup.seats)
    return dataclasses.replace(setup, seats=seats)
