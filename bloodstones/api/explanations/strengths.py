"""The strategies that may sit at a table, with what they do and how strong they are, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.arguments import real_of
from bloodstones.core.errors import expected
from bloodstones.core.faults import nearest_tip
from bloodstones.kit.explain.unequal import Players

if TYPE_CHECKING:
    from bloodstones.api.game_parts.commands import GameCommands
    from bloodstones.core.contract.game import Setup
    from bloodstones.kit.explain.unequal import Ratings


Given = str | Sequence[float | str] | None

EQUAL: Final = "equal"
SEPARATOR: Final = ","
NUMBER: Final = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")
LARGEST: Final = 20.0  # of a strength
DIGITS: Final = 2
PERCENT: Final = 100
WANTED: Final = "a strength for each seat, a number or a rated strategy, or equal"
BETWEEN_EQUALS: Final = "Chances assume equally strong players{why}."
NOT_RATED: Final = ", because {names} {are} not rated for {players} players"
UNEQUAL: Final = (
    "Chances assume these log-strengths: {seats} ({source}). {share:.0f} % of the differences "
    "count at the start of the game, and half of that after {half_life:.0f} turns."
)


@dataclass(frozen=True, slots=True)
class Among:
    """Among whom chances of winning are.

    Attributes
    ----------
    players
        How strong they are.
    source
        Where the strengths come from, "" between equals.
    words
        All of it as a sentence.
    """

    players: Players
    source: str
    words: str

    def data(self) -> dict[str, Any] | None:
        """Return it as data for JSON, None between equals."""
        if self.players.equal:
            return None
        fade = self.players.fade
        return {
            "by_seat": list(self.players.strengths),
            "source": self.source,
            "share_at_start": fade.start,
            "half_life": fade.half_life,
            "games": fade.games,
        }


EQUALS: Final = Among(Players(), "", BETWEEN_EQUALS.format(why=""))


def among(commands: GameCommands, setup: Setup, given: Given, where: str) -> Among:
    """Return among whom chances at a table are.

    Parameters
    ----------
    given
        By seat, a log-strength as in ladders, or a rated strategy of the same strength; or
        `"equal"`. None: the strategies that sat there as ladders rate them, and equals where one of
        them is not rated. As text, separated by commas.
    where
        The parameter, for errors.

    Raises
    ------
    InputError
        If they are no strengths for the seats, or none were measured at tables of this size.
    """
    if isinstance(given, str) and given == EQUAL:
        return EQUALS
    ratings = _ratings(commands, setup)
    if given is not None:
        if ratings is None:
            wanted = "a game and a number of players with rated strategies"
            raise expected(wanted, f"{commands.id} with {len(setup.seats)}", where, EQUAL)
        return _unequal(setup, ratings, _read(given, ratings, len(setup.seats), where), where)
    known = {} if ratings is None else ratings.strengths
    unknown = dict.fromkeys(e.strategy for e in setup.seats if e.strategy not in known)
    if ratings is None or unknown:
        why = NOT_RATED.format(
            names=" and ".join(unknown),
            are="are" if len(unknown) > 1 else "is",
            players=len(setup.seats),
        )
        return Among(Players(), "", BETWEEN_EQUALS.format(why=why))
    strengths = tuple(known[seat.strategy] for seat in setup.seats)
    return _unequal(setup, ratings, strengths, "")


def rated(commands: GameCommands, setup: Setup) -> tuple[str, ...]:
    """Return the strategies that are rated at tables of this size, the strongest first."""
    ratings = _ratings(commands, setup)
    return () if ratings is None else tuple(ratings.strengths)


def ratings_at(commands: GameCommands, players: int, data: str = "") -> Ratings | None:
    """Return the strengths at tables of so many players, None where there are none.

    Parameters
    ----------
    commands
        Of the game.
    players
        Number of players.
    data
        As in `Setup`.
    """
    from bloodstones.kit.explain.unequal import read_ratings

    game: Any = commands.game
    if not hasattr(game, "finder_for"):
        return None
    return read_ratings(game.finder_for(data).plans.folder, players)


def _ratings(commands: GameCommands, setup: Setup) -> Ratings | None:
    return ratings_at(commands, len(setup.seats), setup.data)


def _read(given: Given, ratings: Ratings, seats: int, where: str) -> tuple[float, ...]:
    """Return the strengths that a user gives."""
    if not isinstance(given, str | list | tuple):
        raise expected(f"{WANTED}: {seats} of them", given, where)
    parts = given.split(SEPARATOR) if isinstance(given, str) else list(given)
    if len(parts) != seats:
        raise expected(f"{WANTED}: {seats} of them", given, where)
    return tuple(_strength(part, ratings, where) for part in parts)


def _strength(part: object, ratings: Ratings, where: str) -> float:
    """Return one strength: a number, or that of a strategy."""
    if isinstance(part, str):
        name = part.strip()
        if name in ratings.strengths:
            return float(ratings.strengths[name])
        if not NUMBER.fullmatch(name):
            raise expected(
                WANTED, name, where, nearest_tip(name, dict.fromkeys(ratings.strengths, ""))
            )
        part = float(name)
    span = f"a strength from {-LARGEST:g} to {LARGEST:g}"
    number = float(real_of(part, where, span))
    if abs(number) > LARGEST:
        raise expected(span, part, where)
    return number


def _unequal(setup: Setup, ratings: Ratings, strengths: tuple[float, ...], where: str) -> Among:
    """Return chances among players of these strengths."""
    fade = ratings.fade
    source = where or f"ladders {', '.join(ratings.ladders)}"
    players = Players(strengths, fade)
    if players.equal:
        return EQUALS
    named = (
        f"{seat.role or f'seat {number}'} {strength:+.{DIGITS}f}"
        for number, (seat, strength) in enumerate(zip(setup.seats, strengths, strict=True), 1)
    )
    words = UNEQUAL.format(
        seats=", ".join(named).replace("-", "−"),
        source=source,
        share=fade.start * PERCENT,
        half_life=fade.half_life,
    )
    return Among(players, source, words)


BUDGET: Final = re.compile(r"_\d+$")  # how much a searching strategy thinks
STRONGEST: Final = "the strongest"
# The least share of games against the strongest strategy -> a word.
WORDS: Final = ((0.35, "very strong"), (0.1, "strong"), (0.03, "medium"), (0.005, "weak"))
WEAKEST: Final = "a beginner"
FEW: Final = "under 1"


@dataclass(frozen=True, slots=True)
class StrategyChoice:
    """A strategy that may sit at a table.

    Attributes
    ----------
    id
        Its id, of a searching one with how much it thinks.
    does
        What it does.
    strength
        How strong ladders rate it at tables of this size, in words; "" for one they do not rate.
    """

    id: str
    does: str
    strength: str


def strategy_choices(commands: GameCommands, players: int) -> tuple[StrategyChoice, ...]:
    """Return the strategies of a game: the rated ones, the strongest first, then the others.

    Parameters
    ----------
    commands
        Of the game.
    players
        Number of players.
    """
    strategies = commands.strategies
    does = {} if strategies is None else {each.id: each.title for each in strategies.shipped()}
    ratings = ratings_at(commands, players)
    words_of = dict(strength_words({} if ratings is None else ratings.strengths))
    rated = [
        StrategyChoice(name, does.get(name) or does.get(BUDGET.sub("", name), ""), words)
        for name, words in words_of.items()
    ]
    others = [StrategyChoice(name, text, "") for name, text in does.items() if name not in words_of]
    return (*rated, *others)


def strength_words(strengths: Mapping[str, float]) -> Iterator[tuple[str, str]]:
    """Yield each strategy with its strength in words, the strongest first.

    Parameters
    ----------
    strengths
        Strategy -> log-strength.

    Examples
    --------
    >>> dict(strength_words({"meek": -4.0, "bold": 1.0, "brave": 0.0}))
    {'bold': 'the strongest', 'brave': 'strong (ahead of bold in 27 of 100 games)', \
'meek': 'weak (ahead of bold in under 1 of 100 games)'}
    """
    ordered = sorted(strengths, key=lambda name: -strengths[name])
    for name in ordered:
        best = ordered[0]
        share = 1 / (1 + exp(strengths[best] - strengths[name]))
        word = next((word for least, word in WORDS if share >= least), WEAKEST)
        games = f"{round(share * PERCENT)}" if share * PERCENT >= 1 else FEW
        against = f"{word} (ahead of {best} in {games} of {PERCENT} games)"
        yield name, STRONGEST if name == best else against
