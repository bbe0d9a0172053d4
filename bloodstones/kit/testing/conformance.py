"""What every game must hold to, checked by random play: the contract of `core.contract.engine`.

Each check plays some playthroughs and raises `ConformanceError` with the first thing that is wrong.
A test runs all of `CHECKS` on a `Case` of its game; a game that passes can be recorded, searched,
saved and studied.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from bloodstones.core.errors import InputError, RunError
from bloodstones.kit.parts import Notation
from bloodstones.kit.playthrough import Playthrough

MOST_STEPS: Final = 200_000
COPY_EVERY: Final = 7
READ_EVERY: Final = 13  # positions
LOG_FIELDS: Final = ("log", "log_size", "log_open")
NO_CODE: Final = (1 << 31) - 1  # no game has a kind of this number

Make = Callable[[int, bool], Playthrough]


class ConformanceError(RunError):
    """A game does something that the contract of its kernels forbids."""


@dataclass(frozen=True, slots=True)
class Case:
    """A setup of a game to be checked.

    Attributes
    ----------
    name
        For messages.
    make
        `(seed, scripted_chance) -> Playthrough`: a fresh playthrough of the setup.
    games
        How many playthroughs each check looks at.
    notation
        How the game writes and reads positions, None if it does not.
    """

    name: str
    make: Make
    games: int = 3
    notation: Notation | None = None

    def fail(self, what: str, game: Playthrough) -> ConformanceError:
        """Return the error for what is wrong, with the place."""
        where = f"turn {int(game.state.turn)}, point {int(game.state.point)}"
        return ConformanceError(f"{self.name}: {what} ({where})")


def steps(case: Case, game: Playthrough, luck: random.Random) -> Iterator[Any]:
    """Play at random to the end; yield each decision or outcome before it is carried out.

    Parameters
    ----------
    case
        For errors.
    game
        A fresh playthrough of it.
    luck
        Of the choices.
    """
    for _ in range(MOST_STEPS):
        if game.over:
            return
        chosen = game.draw() if game.is_chance else luck.choice(game.legal())
        yield chosen
        game.apply_code(chosen.pack())
    raise case.fail(f"no end after {MOST_STEPS} steps", game)


def check_decisions(case: Case) -> None:
    """A seat in the game always has legal decisions, each once, that unpack and pack alike."""
    for seed in range(case.games):
        game = case.make(seed, True)
        for _ in steps(case, game, random.Random(seed)):
            codes = game.legal_codes().tolist()
            if game.is_chance:
                if codes:
                    raise case.fail("legal decisions where chance moves", game)
                continue
            if not codes:
                raise case.fail("no legal decision, and the playthrough is not over", game)
            if len(set(codes)) != len(codes):
                raise case.fail("a legal decision listed twice", game)
            if [game.engine.unpack(code).pack() for code in codes] != codes:
                raise case.fail("a decision that does not pack as it was", game)
            if codes != game.legal_codes().tolist():
                raise case.fail("listing the legal decisions changes them", game)
            if not 0 <= game.decider < game.seats:
                raise case.fail(f"seat {game.decider} decides", game)


def check_chance(case: Case) -> None:
    """Outcomes have positive weights; one that is drawn is possible, and uses nothing but luck."""
    for seed in range(case.games):
        game = case.make(seed, True)
        for chosen in steps(case, game, random.Random(seed)):
            if not game.is_chance:
                continue
            codes, weights = game.weighted_outcomes()
            if len(codes) == 0 or (weights <= 0).any():
                raise case.fail("a chance point without outcomes or with empty ones", game)
            if len(set(codes.tolist())) != len(codes):
                raise case.fail("an outcome listed twice", game)
            if chosen.pack() not in codes:
                raise case.fail(f"chance draws {chosen}, which is no outcome", game)


def check_scripted_chance(case: Case) -> None:
    """A playthrough with scripted chance is the one in which the engine samples chance."""
    for seed in range(case.games):
        scripted, sampled = case.make(seed, True), case.make(seed, False)
        luck = random.Random(seed)
        for chosen in steps(case, scripted, luck):
            if scripted.is_chance:
                continue
            if scripted.legal_codes().tolist() != sampled.legal_codes().tolist():
                raise case.fail(
                    "scripted chance leads to other decisions than sampled chance", scripted
                )
            sampled.apply_code(chosen.pack())
        if not _same(scripted, sampled):
            raise case.fail("scripted chance ends otherwise than sampled chance", scripted)


def check_copies(case: Case) -> None:
    """A copy continues alike, and nothing that happens to it reaches the original."""
    game = case.make(0, True)
    for number, chosen in enumerate(steps(case, game, random.Random(0))):
        if number % COPY_EVERY:
            continue
        before = game.copy()
        twins = game.copy(), game.copy()
        for twin in twins:
            twin.apply_code(chosen.pack())
        if not _same(*twins):
            raise case.fail("two copies go different ways", game)
        if not _same(game, before):
            raise case.fail("a copy changes the original", game)


def check_positions(case: Case) -> None:
    """A position in one line of text is read as it was written, with the same decisions."""
    if case.notation is None:
        return
    for seed in range(case.games):
        game = case.make(seed, False)
        for number, _ in enumerate(steps(case, game, random.Random(seed))):
            if number % READ_EVERY or game.is_chance:
                continue
            line = case.notation.write(game)
            twin = case.notation.read(line, "", "", (0, "", 0))
            if case.notation.write(twin) != line:
                raise case.fail(f"a position that is read otherwise: {line}", game)
            if twin.legal_codes().tolist() != game.legal_codes().tolist():
                raise case.fail(f"other decisions in the position {line}", game)


def check_refusals(case: Case) -> None:
    """What is not legal is refused with one sentence and changes nothing."""
    game = case.make(0, True)
    for _ in steps(case, game, random.Random(0)):
        before = game.copy()
        try:
            game.apply(_Nothing())
        except InputError:
            pass
        else:
            raise case.fail("an illegal decision is carried out", game)
        if not game.is_chance:
            try:
                game.draw()
            except InputError:
                pass
            else:
                raise case.fail("chance draws where a seat decides", game)
        if not _same(game, before):
            raise case.fail("a refusal changes the playthrough", game)
        if game.state.turn > 1:
            return


def check_endings(case: Case) -> None:
    """At the end there are ranks from 1 without gaps, returns that add up to 1, and a reason."""
    for seed in range(case.games):
        game = case.make(seed, False)
        if game.over or game.winners or any(game.returns()):
            raise case.fail("winners before the end", game)
        for _ in steps(case, game, random.Random(seed)):
            pass
        ranks = sorted(int(rank) for rank in game.state.rank[: game.seats])
        shared = [1 + sum(other < rank for other in ranks) for rank in ranks]
        if ranks != shared:
            raise case.fail(f"the ranks {ranks}", game)
        if not np.isclose(sum(game.returns()), 1.0):
            raise case.fail(f"the returns {game.returns()}", game)
        if game.ending == 0:
            raise case.fail("an end without a reason", game)
        if len(game.legal()) > 0 or game.is_chance:
            raise case.fail("something to decide after the end", game)


def check_seeds(case: Case) -> None:
    """The same seed gives the same playthrough, another one another."""
    ends = []
    for seed in (0, 0, 1):
        game = case.make(seed, False)
        for _ in steps(case, game, random.Random(0)):
            pass
        ends.append(game)
    if not _same(ends[0], ends[1]):
        raise ConformanceError(f"{case.name}: the same seed gives two playthroughs")
    if _same(ends[0], ends[2]):
        raise ConformanceError(f"{case.name}: two seeds give the same playthrough")


class _Nothing:
    """A decision that no game has."""

    def pack(self) -> int:
        return NO_CODE

    def __str__(self) -> str:
        return "nothing"


def _same(one: Playthrough, other: Playthrough) -> bool:
    """Whether two playthroughs stand alike, streams included; their logs may be cut otherwise."""
    unlike = {*LOG_FIELDS, *one.engine.scratch}
    for name in one.engine.state.fields():
        if name in unlike:
            continue
        if not np.array_equal(np.asarray(_field(one, name)), np.asarray(_field(other, name))):
            return False
    return True


def _field(game: Playthrough, name: str) -> Any:
    """Return a field of the state as an item, so that no attribute of NumPy stands before it."""
    state = game.state
    return state[name] if isinstance(state, np.void) else getattr(state, name)


CHECKS: Final = (
    check_decisions,
    check_chance,
    check_scripted_chance,
    check_copies,
    check_positions,
    check_refusals,
    check_endings,
    check_seeds,
)
