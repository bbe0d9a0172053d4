"""The strategies that may sit at a table, with what they do and how strong they are, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, Final

from bloodstones.api.explanations.strengths import ratings_at

if TYPE_CHECKING:
    from bloodstones.api.game_parts.commands import GameCommands

BUDGET: Final = re.compile(r"_\d+$")  # how much a searching strategy thinks
PERCENT: Final = 100
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
        At the table.
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
        Strategy -> log worth.

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
