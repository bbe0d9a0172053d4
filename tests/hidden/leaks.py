"""Leaks planted into what seats see, may do, read, choose and search by: each must be caught."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Final
from unittest.mock import patch
from zlib import crc32

import numpy as np

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.core.kernels.dispatch import GENERICS
from bloodstones.games.registry import load_game, module_of
from bloodstones.kit import kernels
from bloodstones.kit.environment import spaces
from bloodstones.kit.environment.spaces import spaces_of
from bloodstones.kit.players import seating
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.testing import hidden
from bloodstones.kit.testing.hidden import (
    Sense,
    by_choice,
    by_legal,
    by_observation,
    by_picture,
    by_text,
    by_view,
    by_worlds,
    dealt_anew,
    flat,
)
from tests.hidden.playing import SCRIPTED, Looks, kinds_of, lively, seated
from tests.hidden.tables import DEALERS, Table, tables

MOST: Final = 1009  # what a leak tells is below it
POSITIONS: Final = (8, 1200)  # playthroughs, decisions and outcomes of each
EACH, SOME = 3, 15  # decisions of each kind, and one in so many others
SHOWN: Final = 2  # what `shown` is in BattleLore when armies lie open
TRIED: Final = 12  # positions in which what is peeked at differs

Peek = Callable[[Playthrough, int], Any]
Spoil = Callable[[Any, Any], None]  # the state before a step, the state after it
Leaky = Callable[[Callable[..., None]], Callable[..., None]]  # a kernel of a game: one that leaks


def others(play: Playthrough, seat: int) -> list[int]:
    """The seats but one."""
    return [other for other in range(play.seats) if other != seat]


def rows(name: str) -> Peek:
    """What others hold in a field by seat."""
    return lambda play, seat: np.array(getattr(play.state, name))[others(play, seat)].tolist()


def whole(name: str) -> Peek:
    """All of a field."""
    return lambda play, seat: np.array(getattr(play.state, name)).tolist()


def heaviest(name: str) -> Peek:
    """Which kind of card or tile the next seat holds most of."""
    return lambda play, seat: int(
        np.array(getattr(play.state, name))[others(play, seat)[0]].reshape(-1).argmax()
    )


def sum_of_kinds(name: str, kinds: slice) -> Peek:
    """How many cards of a hidden category others hold."""
    return lambda play, seat: int(
        np.array(getattr(play.state, name))[others(play, seat)][:, kinds].sum()
    )


def enemy_tiles(play: Playthrough, seat: int) -> Any:
    """The combat tiles of a battle and the tile swapped in, whose ever they are."""
    return np.array(play.state.drawn).tolist(), np.array(play.state.swapped).tolist()


def next_draw(play: Playthrough, seat: int) -> Any:
    """What chance will bring: the next words of all streams."""
    return np.array(play.state.streams)[0].tolist()


def blocks_of_all(play: Playthrough, seat: int) -> Any:
    """Every block as if all were allies."""
    return np.array(play.state.hex).tolist()


def block_at_work(name: str) -> Peek:
    """A block that a field still names: who moved, cast or was aimed at last."""
    return lambda play, seat: int(getattr(play.state, name))


def shown_once(play: Playthrough, seat: int) -> Any:
    """How strong blocks are now that were shown once."""
    state = play.state
    return [
        int(strength) for strength, seen in zip(state.strength, state.shown, strict=True) if seen
    ]


def order_under(play: Playthrough, seat: int) -> Any:
    """The cards under the deck in their order."""
    return np.array(play.state.command_under)[: int(play.state.command_unders)].tolist()


PLANTED: Final[Mapping[str, Mapping[str, Peek]]] = {
    "bloodstones": {
        "a hand": rows("hand"),
        "pips of a hand not cleared": rows("hand_pips"),
        "a bag": heaviest("bag"),
        "a hand shown after a swap": enemy_tiles,
        "luck": next_draw,
    },
    "wizard_kings": {
        "an ally too many": blocks_of_all,
        "a block shown once": shown_once,
        "a count of a hidden category": whole("wizards"),
    },
    "bellum_magica": {
        "chests": rows("chests"),
        "points not cleared": rows("points"),
        "a stack": whole("stack"),
        "a goblin in secret": rows("secret"),
        "what somebody else knows": lambda play, seat: [
            np.array(play.state.known)[who, whose].tolist()
            for who in others(play, seat)
            for whose in others(play, seat)
        ],
    },
    "battlelore": {
        "a hand": rows("command_hand"),
        "a hand of lore": heaviest("lore_hand"),
        "the order under a deck": order_under,
        "an army face down": rows("army"),
        "a deck": whole("command_deck"),
    },
    "battalia": {
        "a hand": rows("hand"),
        "an ambush": rows("ambush"),
        "a deck of the pool": whole("pool"),
        "a cohort not cleared": block_at_work("cohort"),
        "a count of a hidden category": sum_of_kinds("hand", slice(0, 4)),
    },
}


# --- the doors through which a leak can come ------------------------------------------------------


def told(peek: Peek, play: Playthrough, seat: int) -> int:
    """A small number that hangs on what is peeked at."""
    return crc32(str(peek(play, seat)).encode()) % MOST


class State(Playthrough):
    """A state as a playthrough, for peeks."""

    def __init__(self, state: Any, seats: int) -> None:
        self.state = state
        self.seats = seats


def in_view(table: Table, peek: Peek) -> Sense:
    """The view tells it."""
    watched = table.watched.seating

    def leaky(player: Any) -> Any:
        def view_of(s: Any, seat: int, *more: Any) -> Any:
            seen = flat(player.view_of(s, seat, *more))
            return seen, told(peek, State(s, len(watched.players)), seat)

        return replace(player, view_of=view_of)

    return by_view(replace(watched, players=tuple(map(leaky, watched.players))))


def through(sense: Sense, module: ModuleType, name: str, leaky: Callable[..., Any]) -> Sense:
    """A sense while another function stands in a module under this name."""

    def tell(play: Playthrough, seat: int) -> Any:
        with patch.object(module, name, leaky):
            return sense.observe(play, seat)

    return Sense(sense.name, tell)


def in_observation(table: Table, peek: Peek) -> Sense:
    """What the kernel `observe` writes tells it."""
    watched = table.watched.seating
    sense = by_observation(spaces_of(watched.deciders.environment, watched.tables))

    def observe(s: Any, t: Any, seat: int, out: Any) -> None:
        kernels.observe(s, t, seat, out)
        out[0] = told(peek, State(s, len(watched.players)), seat)

    return through(sense, spaces, "observe", observe)


def in_legal(table: Table, peek: Peek) -> Sense:
    """The last legal decision is missing by it."""

    def tell(play: Playthrough, seat: int) -> Any:
        engine = play.engine

        def legal(s: Any, t: Any, out: Any) -> int:
            return engine.legal(s, t, out) - told(peek, play, seat) % 2

        play.engine = replace(engine, legal=legal)
        return by_legal().observe(play, seat)

    return Sense("the legal decisions", tell)


def in_text(table: Table, peek: Peek) -> Sense:
    """The board in words tells it."""
    voice: Any = game_commands_of(table.game_id).voice()
    board = voice.board
    voice.board = lambda play, seat, names: [*board(play, seat, names), told(peek, play, seat)]
    play = table.game.playthrough(table.setup, 0, scripted_chance=True)
    names = voice.names(play, table.setup)
    return by_text(voice, names)


def in_picture(table: Table, peek: Peek) -> Sense:
    """What is written for those who do not see the picture tells it."""
    scene = import_module(module_of(table.game_id, "pictures")).scene

    def leaky(play: Playthrough, seat: int | None) -> Any:
        assert seat is not None
        drawn = scene(play, seat)
        return replace(drawn, words=f"{drawn.words}, {told(peek, play, seat)}")

    return by_picture(leaky)


def in_choice(table: Table, peek: Peek) -> Sense:
    """A strategy chooses by it."""
    watched = table.watched.seating

    def choose(s: Any, t: Any, p: Any, out: Any, n: int) -> int:
        return told(peek, State(s, len(watched.players)), int(s.decider)) % n

    nobody = (None,) * len(watched.players)
    sense = by_choice("a cheat", replace(watched, players=nobody))
    return through(sense, seating, "choose", choose)


def in_worlds(table: Table, peek: Peek) -> Sense:
    """Worlds are dealt by it."""
    watched = table.watched.seating

    def deal_world(s: Any, t: Any, seat: int, key: Any, number: int) -> None:
        known = told(peek, State(s, len(watched.players)), seat)
        kernels.deal_world(s, t, seat, key, number)
        s.memory[seat, 0] = known

    return through(by_worlds(watched.deciders), hidden, "deal_world", deal_world)


DOORS: Final = (
    *(in_view, in_observation, in_legal, in_text, in_picture),
    *(in_choice, in_worlds),
)


# --- leaks in a game itself: a field not cleared, a kernel that lets something out ----------------


def not_cleared(name: str) -> Spoil:
    """A field that names a thing goes on naming it."""

    def spoil(was: Any, state: Any) -> None:
        if getattr(state, name) < 0 <= getattr(was, name):
            setattr(state, name, int(getattr(was, name)))

    return spoil


def not_taken_down(name: str) -> Spoil:
    """What is known for certain stays so when the card is gone."""

    def spoil(was: Any, state: Any) -> None:
        field = getattr(state, name)
        field[:] = np.maximum(field, getattr(was, name))

    return spoil


def allied_for_ever(was: Any, state: Any) -> None:
    """Who leaves a team is still taken for one of it."""
    state.team[:] = was.team


SPOILT: Final[Mapping[str, Mapping[str, Spoil]]] = {
    "wizard_kings": {
        "who cast is not cleared": not_cleared("caster"),
        "who was aimed at is not cleared": not_cleared("target"),
        "an ally too many": allied_for_ever,
    },
    "bellum_magica": {"a chest that is gone is known": not_taken_down("known")},
    "battlelore": {"a hand card that is gone is known": not_taken_down("known")},
    "battalia": {"a hand card that is gone is known": not_taken_down("open")},
}


def kept(*names: str) -> Leaky:
    """Worlds in which these fields stay as they are."""

    def leaky(own: Callable[..., None]) -> Callable[..., None]:
        def deal_world(s: Any, t: Any, seat: int, key: Any, number: int) -> None:
            was = {name: np.array(getattr(s, name)) for name in names}
            own(s, t, seat, key, number)
            for name, value in was.items():
                if value.ndim:
                    getattr(s, name)[:] = value
                else:
                    setattr(s, name, int(value))

        return deal_world

    return leaky


def by_other_rules(name: str) -> Leaky:
    """Observations written as if a rule for some seats were one for all."""

    def leaky(own: Callable[..., None]) -> Callable[..., None]:
        def observe(s: Any, t: Any, seat: int, out: Any) -> None:
            other = type(t).copy(t)
            getattr(other, name)[:] = 1
            own(s, other, seat, out)

        return observe

    return leaky


def seen_by_allies(s: Any, seat: int) -> Any:
    """A state in which everybody is on one team."""
    other = type(s).copy(s)
    other.team[:] = s.team[seat]
    return other


def in_another_state(change: Callable[[Any, int], Any]) -> Leaky:
    """Observations of a state that was changed before."""

    def leaky(own: Callable[..., None]) -> Callable[..., None]:
        def observe(s: Any, t: Any, seat: int, out: Any) -> None:
            own(change(s, seat), t, seat, out)

        return observe

    return leaky


def shown_to_all(s: Any, seat: int) -> Any:
    """A state of BattleLore in which all cards of the muster are taken for shown."""
    other = type(s).copy(s)
    other.shown = SHOWN
    return other


def active(s: Any, seat: int) -> Any:
    """A state in which a seat is taken for the active one."""
    other = type(s).copy(s)
    other.active = seat
    return other


UNCLEAN: Final[Mapping[str, Mapping[str, tuple[str, Leaky]]]] = {
    "bloodstones": {
        "a hand shown after a swap": ("observe", by_other_rules("swaps_last")),
        "tiles of a battle": ("deal_world", kept("drawn", "swapped")),
        "pips of hands": ("deal_world", kept("hand_pips")),
    },
    "wizard_kings": {
        "an ally too many": ("observe", in_another_state(seen_by_allies)),
        "how strong blocks are": ("deal_world", kept("strength")),
    },
    "bellum_magica": {
        "points": ("deal_world", kept("points")),
        "what others know": ("deal_world", kept("known")),
    },
    "battlelore": {
        "a scenario card face down": ("observe", in_another_state(shown_to_all)),
        "cards under a deck": ("deal_world", kept("command_under")),
        "a hand of lore": ("deal_world", kept("lore_hand")),
    },
    "battalia": {
        "a cohort observed": ("observe", in_another_state(active)),
        "a cohort in worlds": ("deal_world", kept("cohort")),
    },
}


@contextmanager
def unclean(game_id: str, name: str, leaky: Leaky) -> Iterator[None]:
    """Let a game have another kernel until the block ends; what runs in Python finds it."""
    load_game(game_id)  # binds its own
    generic, state = GENERICS[name], import_module(module_of(game_id, "engine.state")).GameState
    own = generic.kernel_of(state)
    generic.register(state, leaky(own))
    try:
        yield
    finally:
        generic.register(state, own)


# --- positions ------------------------------------------------------------------------------------


@cache
def positions(game_id: str) -> list[tuple[Table, Playthrough, Playthrough, int]]:
    """Decisions of a game with a twin of each, in which all that is hidden is dealt anew."""
    found = []
    for number in range(POSITIONS[0]):
        table = tables(game_id)[number % len(tables(game_id))]

        def note(table: Table, play: Playthrough, twin: Playthrough) -> None:
            found.append((table, play.copy(), twin, play.decider))

        walk(table, number, POSITIONS[1], note)
    return found


def in_which_it_differs(
    game_id: str, peek: Peek
) -> list[tuple[Table, Playthrough, Playthrough, int]]:
    """Some of the positions whose twins differ by what is peeked at."""
    return [
        each
        for each in positions(game_id)
        if told(peek, each[1], each[-1]) != told(peek, each[2], each[-1])
    ][:TRIED]


def walk(
    table: Table,
    number: int,
    most: int,
    note: Callable[[Table, Playthrough, Playthrough], None],
    spoil: Spoil | None = None,
) -> None:
    """Play at random; `note` gets each decision and a twin; `spoil` spoils every state."""
    luck, deals = random.Random(number), np.random.default_rng(number)
    plans = table.game.seat(seated(table, SCRIPTED, number)) if number % 2 else None
    play = table.game.playthrough(table.setup, number, scripted_chance=True)
    dealer, looks = DEALERS[table.game_id](), Looks(each=EACH, some=SOME)
    dealer.watch(play, None)
    for _ in range(most):
        if play.over:
            return
        if play.is_chance:
            code = int(play.draw().pack())
        else:
            codes = play.legal_codes()
            kinds = kinds_of(play, codes)
            if looks.wants(kinds):
                deciders = table.watched.seating.deciders
                note(table, play, dealt_anew(play, dealer, play.decider, deciders, deals))
                looks.took(kinds)
            code = decided(plans, play, codes, luck)
        was = play.copy().state
        play.apply_code(code)
        if spoil is not None:
            spoil(was, play.state)
        dealer.watch(play, code)


def decided(plans: Any, play: Playthrough, codes: Any, luck: random.Random) -> int:
    """Return what a plan decides, or somebody at random where there is none."""
    if plans is None:
        return lively(play, luck)
    return int(codes[plans.index(play.state, codes.copy(), len(codes))])
