"""Playthroughs in which every decision is watched: at random, by plans, by searching strategies."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.testing.hidden import LeakError, WatchedTable
from tests.games.wizard_kings.random_play import pick
from tests.hidden.tables import DEALERS, Table, tables

RANDOM, SCRIPTED, SEARCHING = STYLES = ("random", "scripted", "searching")
SHY: Final = {"pass": 0.2, "disband": 0.02, "break": 0.05, "mulligan": 0.1, "surrender": 0.1}


@dataclass
class Watch:
    """What was looked at.

    Attributes
    ----------
    offered
        How often a decision of a kind was among those of a decision looked at.
    points
        How many decisions were looked at, by what was decided.
    otherwise
        In how many of them something was dealt otherwise.
    """

    offered: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)
    otherwise: int = 0
    games: int = 0

    def add(self, other: Watch) -> None:
        """Count what another watch has looked at."""
        self.offered += other.offered
        self.points += other.points
        self.otherwise += other.otherwise
        self.games += other.games


def kinds_of(play: Playthrough, codes: Any) -> set[str]:
    """The kinds of decisions."""
    return {play.engine.unpack(int(code)).kind.id for code in codes}


def kinds_of_game(table: Table) -> set[str]:
    """All kinds of decisions of a game."""
    from bloodstones.environments.game_table import declared_by

    seating = table.game.seat(table.setup)
    return {group.kind.id for group in declared_by(table.game_id).groups(seating.tables)}


def lively(play: Playthrough, luck: random.Random) -> int:
    """A legal decision at random: first of what kind, seldom one that gives something up."""
    codes = play.legal_codes().tolist()
    own: Any = play
    if hasattr(play.state, "crossed"):
        return int(pick(own, luck, codes))
    by_kind: dict[str, list[int]] = {}
    for code in codes:
        by_kind.setdefault(play.engine.unpack(code).kind.id, []).append(code)
    kinds = list(by_kind)
    kind = luck.choices(kinds, [SHY.get(each, 1.0) for each in kinds])[0]
    return int(luck.choice(by_kind[kind]))


def seated(table: Table, style: str, number: int) -> Setup:
    """The setup with strategies of a style, others for each number."""
    plans, searches = table.strategies
    names = {RANDOM: ("random",), SCRIPTED: plans[1:], SEARCHING: searches}[style]
    seats = tuple(
        Seat(seat.role, names[(number + place) % len(names)])
        for place, seat in enumerate(table.setup.seats)
    )
    setup = table.setup
    return Setup(setup.board, seats, setup.options, setup.overrides, setup.choices, setup.data)


def play(
    table: Table,
    style: str,
    number: int,
    looks: Looks,
    most: int,
    watched: Callable[[Table, Sequence[str]], WatchedTable] = Table.choosing,
) -> Watch:
    """Play to the end, or so many decisions, and look at the decisions that `looks` asks for."""
    luck, deals = random.Random(number), np.random.default_rng(number)
    seating = table.game.seat(seated(table, style, number))
    game = table.game.playthrough(table.setup, number, scripted_chance=True)
    dealer, watch = DEALERS[table.game_id](), Watch(games=1)
    dealer.watch(game, None)
    decisions = 0
    while not game.over and decisions < most:
        if game.is_chance:
            code = int(game.draw().pack())
        else:
            decisions += 1
            codes = game.legal_codes()
            kinds = kinds_of(game, codes)
            if looks.wants(kinds):
                under = watched(table, looks.strategies(table))
                try:
                    watch.otherwise += under.check(game, dealer, deals)
                except LeakError as leak:
                    name = f"{table.game_id} {style} {number} {dict(table.setup.options)}"
                    raise LeakError(f"{name}: {leak}") from leak
                watch.offered.update(kinds)
                watch.points[str(int(game.state.point))] += 1
                looks.took(kinds)
            if style == RANDOM:
                code = lively(game, luck)
            else:
                code = int(codes[seating.index(game.state, codes.copy(), len(codes))])
        game.apply_code(code)
        dealer.watch(game, code)
    return watch


@dataclass
class Looks:
    """Which decisions are looked at: those that offer a kind that was seldom looked at, and some.

    Attributes
    ----------
    each
        A kind is looked at so often at least; 0 for every decision.
    some
        One in so many others.
    plans, searches
        How many strategies of a game choose at one decision; they take turns.
    """

    each: int = 0
    some: int = 1
    plans: int = 3
    searches: int = 1
    taken: Counter[str] = field(default_factory=Counter)
    number: int = 0

    def wants(self, kinds: set[str]) -> bool:
        """Whether a decision with these kinds on offer is looked at."""
        self.number += 1
        return self.number % self.some == 0 or any(self.taken[kind] < self.each for kind in kinds)

    def took(self, kinds: set[str]) -> None:
        """A decision with these kinds was looked at."""
        self.taken.update(kinds)

    def strategies(self, table: Table) -> tuple[str, ...]:
        """Whose choices are compared next."""
        turn = sum(self.taken.values())
        return tuple(
            names[(turn * number + place) % len(names)]
            for names, number in zip(table.strategies, (self.plans, self.searches), strict=True)
            for place in range(number)
        )


__all__ = ["STYLES", "Looks", "Watch", "kinds_of_game", "play", "tables"]
