"""What a learning is asked to do, and with how much effort."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from bloodstones.batch.learning.fit import HIDDEN
from bloodstones.batch.result_files.code import code_mark
from bloodstones.core.contract.game import Game, Number, Setup
from bloodstones.core.errors import expected
from bloodstones.kit.players.searchers import values_of
from bloodstones.kit.players.strategy import LEARNED
from bloodstones.kit.values.network import MOST_HIDDEN

FIT_PACKAGES: Final = ("scikit-learn", "numpy")
MOST_MEMBERS: Final = MOST_HIDDEN // max(HIDDEN)


@dataclass(frozen=True, slots=True)
class LearningEffort:
    """How much is played and fitted.

    Attributes
    ----------
    rounds
        At most so many; learning ends sooner when a match gains nothing, a best response when it
        gains little.
    games
        Playthroughs to learn from in the first round, by scripted strategies.
    more_games
        The same in every later round, by the learner and scripted strategies; what was seen before
        is kept.
    match_games
        Of the match of a round's values against those before them, of the one against the rival,
        and of that of a response at the end; rounded up so that every seat of every line-up is sat
        in equally often.
    epochs
        Passes of the fit over the positions, at most.
    members
        Networks that are fitted to the same positions, each with luck of its own; their mean is the
        value.
    """

    rounds: int = 3
    games: int = 12_000
    more_games: int = 6_000
    match_games: int = 1_000
    epochs: int = 20
    members: int = 1

    def check(self) -> None:
        """Raise InputError for a number out of its range."""
        for name, number in asdict(self).items():
            if number < 1:
                raise expected("at least 1", number, f"--{name.replace('_', '-')}")
        if self.members > MOST_MEMBERS:
            raise expected(f"at most {MOST_MEMBERS}", self.members, "--members")


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is learned.

    Attributes
    ----------
    players
        The size of the tables.
    boards
        The boards that are played, in turn; ("",) in a game without boards.
    learner
        The searching strategy whose values are learned, with its budget in self-play and matches.
    strategies
        Scripted ones whose games are seen first, drawn for each line-up.
    rival
        Whom every round's values are measured against.
    start
        A folder of values to start from: the learner plays by them from the first round on; "" with
        none.
    against
        A strategy that never changes and takes all seats but one, so that a best response to it is
        learned, until a round gains little; "" for self-play. The fit starts from these values,
        too.
    looks_of
        A searching strategy from whose simulations the learner learns which candidates to
        pre-select (`kit.search`), in one round, instead of values; "" for values.
    choices, options
        What is chosen before the game starts, and readings of the rules, see
        `core.contract.game.Setup`; each of them is played on every board.
    """

    game: str
    players: int
    boards: tuple[str, ...]
    learner: str
    strategies: tuple[str, ...]
    rival: str
    seed: int
    effort: LearningEffort = field(default_factory=LearningEffort)
    start: str = ""
    against: str = ""
    looks_of: str = ""
    choices: tuple[Mapping[str, Number], ...] = field(default_factory=lambda: ({},))
    options: tuple[Mapping[str, str], ...] = field(default_factory=lambda: ({},))

    @property
    def starter(self) -> str:
        """The learner with the values that it starts from, "" with none."""
        return f"{self.learner}{LEARNED}{Path(self.start).resolve()}" if self.start else ""

    def to_json(self) -> dict[str, Any]:
        """Return the lesson as JSON has it; values to start from by their hash."""
        data: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        data["start"] = values_of(self.starter)
        return data


def lesson_mark(lesson: Lesson, game: Game, setups: Iterable[Setup]) -> str:
    """Return a hash of the lesson, of what is played, and of the code and rules that play it.

    Parameters
    ----------
    lesson
        What is learned.
    game
        Whose sources and rules count.
    setups
        All that are played.
    """
    text = json.dumps(lesson.to_json(), sort_keys=True)
    return code_mark([text, *(version(name) for name in FIT_PACKAGES)], game, setups)
