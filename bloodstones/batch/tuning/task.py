"""What a tuning is asked to do, and with how much effort."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from bloodstones.core.contract.game import Number, Setup
from bloodstones.core.errors import expected

FEWEST_GAMES = 2
FEWEST_POPULATION = 4
SEARCH_PACKAGES = ("cma", "numpy")
STAGES = (1, 1, 2)  # games of a race's stages, in rounds of the first


@dataclass(frozen=True, slots=True)
class TuningEffort:
    """How much is played.

    Attributes
    ----------
    generations
        Of each run of the evolution strategy; 0: nothing is changed, only measured.
    population
        Candidates a generation.
    games
        Games of each candidate in the first stage of a race, rounded up to whole rounds of the
        tables; the second stage is as long, the last twice.
    final_games
        The same for the race of the finalists.
    measured_games
        New games, rounded up likewise, that measure the gain.
    sigma
        First step size, as a share of the range of a parameter.
    """

    generations: int = 12
    population: int = 12
    games: int = 60
    final_games: int = 240
    measured_games: int = 1200
    sigma: float = 0.2

    def check(self) -> None:
        """Raise InputError for a number out of its range."""
        least = {
            "generations": 0,
            "population": FEWEST_POPULATION,
            "games": FEWEST_GAMES,
            "final_games": FEWEST_GAMES,
            "measured_games": FEWEST_GAMES,
        }
        for name, low in least.items():
            if getattr(self, name) < low:
                option = f"--{name.replace('_', '-')}"
                raise expected(f"at least {low}", getattr(self, name), option)
        if not 0 < self.sigma <= 1:
            raise expected("a step above 0 and at most 1", self.sigma, "--sigma")


@dataclass(frozen=True, slots=True)
class TuningTask:
    """What is tuned.

    Attributes
    ----------
    strategy
        Whose parameters; where the search starts.
    map
        The board; "" in a game without boards.
    factions
        The roles that the candidates play; ("",) where nobody has one.
    shared
        One set of parameters, found with these roles, for all roles of the game; else each of
        these roles has a run of its own.
    against
        The strategies that the candidates meet.
    players
        Sizes of the tables; none: as few as each role can be played with.
    fixed
        Parameters that stay as they are.
    parameters
        The only ones that change; none: all that may.
    start
        A preset as its file has it: the search starts at its parameters, and what is not tuned
        stays in the preset that is made.
    choices, data, overrides
        As in `Setup`.
    """

    game: str
    map: str
    strategy: str
    factions: tuple[str, ...]
    against: tuple[str, ...]
    seed: int
    shared: bool = False
    players: tuple[int, ...] = ()
    fixed: tuple[str, ...] = ()
    start: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    effort: TuningEffort = field(default_factory=TuningEffort)
    choices: Mapping[str, Number] = field(default_factory=dict)
    data: str = ""
    overrides: Mapping[str, Number] = field(default_factory=dict)
    parameters: tuple[str, ...] = ()

    @property
    def blank(self) -> Setup:
        """A setup of it at which nobody sits."""
        return Setup(
            self.map,
            (),
            dict(self.options),
            overrides=dict(self.overrides),
            choices=dict(self.choices),
            data=self.data,
        )

    def to_json(self) -> dict[str, Any]:
        """Return the task as JSON has it, without a path of data."""
        data: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        data.pop("data")
        for name in ("choices", "overrides", "parameters"):
            if not data[name]:
                data.pop(name)
        return data
