"""The file of a balance study (TOML, `kind = "balance"`): its targets, and what may change."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self, cast

from pydantic import AfterValidator, BeforeValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from bloodstones.batch.balance.targets import SKILL, Targets
from bloodstones.batch.study.definition import Games, Levels, Study, StudyFile, read_study
from bloodstones.batch.study.factors import (
    Count,
    Counts,
    FileTable,
    Ids,
    Reading,
    StrategyName,
    Values,
    as_tuple,
    once,
)
from bloodstones.batch.tuning.task import FEWEST_GAMES, FEWEST_POPULATION, TuningEffort
from bloodstones.core.contract.study_files import PLAYER_TYPES

ENDS: Final = 2
MOST_CHANGES: Final = 4
MOST_ROUNDS: Final = 200
QUICK_ROUNDS: Final = 2
NOT_HERE: Final = ("start", "arms", "sensitivity", "half_width", "figures", "mixture")
EITHER: Final = (("games", "replicates"), ("final_games", "final_replicates"))


def _as_range(value: Any) -> Any:
    """Read the two ends of a range as a range whose step is 1."""
    ends = as_tuple(value)
    if isinstance(ends, tuple) and len(ends) == ENDS:
        return {"low": ends[0], "high": ends[1]}
    return value


class Range(FileTable):
    """Values of a number that are tried, both ends among them."""

    low: Annotated[int, Field(description="Smallest value to try.")]
    high: Annotated[int, Field(description="Largest value to try.")]
    step: Annotated[int, Field(ge=1, description="Step from one value to the next.")] = 1

    @model_validator(mode="after")
    def _ascends(self) -> Self:
        if not self.low < self.high:
            raise PydanticCustomError("range", "a low end below the high end")
        if (self.high - self.low) % self.step:
            raise PydanticCustomError("step", "a step that leads from the low end to the high end")
        return self

    @property
    def values(self) -> range:
        """All of them, ascending."""
        return range(self.low, self.high + 1, self.step)


class SearchRule(FileTable):
    """How settings are searched.

    Each single change is played first: these are the dose curves. Then a surrogate of all win
    rates and other targets asks, round by round, for the most promising setting of two changes, of
    three, ….

    Every number of players counts alike: with `games` in place of `replicates` each has as many
    games, however few its line-ups are.
    """

    replicates: Annotated[
        Count, Field(description="Number of playthroughs of each cell for each setting.")
    ] = 4
    games: Annotated[
        Games | None,
        Field(
            description="Instead of `replicates`: games for each setting, as `games` in a study."
        ),
    ] = None
    rounds: Annotated[
        int, Field(ge=0, le=MOST_ROUNDS, description="Rounds of the surrogate model.")
    ] = 12
    changes: Annotated[
        int, Field(ge=1, le=MOST_CHANGES, description="Largest number of changes at once.")
    ] = 3
    levels: Annotated[
        Ids | None,
        Field(
            alias=PLAYER_TYPES, description="Player types to include in the search (default: all)."
        ),
    ] = None
    finalists: Annotated[
        Count,
        Field(
            description="Number of settings, for each number of changes, that are compared "
            "again at the end."
        ),
    ] = 3
    final_replicates: Annotated[
        Count, Field(description="New playthroughs of each cell for each of these settings.")
    ] = 12
    final_games: Annotated[
        Games | None, Field(description="Instead of `final_replicates`, as `games`.")
    ] = None

    @model_validator(mode="after")
    def _either(self) -> Self:
        for name, other in EITHER:
            if getattr(self, name) is not None and other in self.model_fields_set:
                raise PydanticCustomError("either", f"either `{name}` or `{other}`")
        return self


class DepartureCost(FileTable):
    """What a departure from the printed rules costs, in distance from the targets."""

    change: Annotated[
        float, Field(ge=0, allow_inf_nan=False, description="Cost of each change.")
    ] = 0.02
    range: Annotated[
        float,
        Field(
            ge=0,
            allow_inf_nan=False,
            description="Cost of moving a number over its whole range, or of changing an option"
            " or choice.",
        ),
    ] = 0.02


class Retune(FileTable):
    """A short tuning of a strategy for the rules as they are and for the best three answers."""

    strategy: Annotated[StrategyName, Field(description="The strategy whose parameters are tuned.")]
    players: Annotated[Counts, Field(description="Numbers of players.")]
    generations: Annotated[Count, Field(description="Generations of the search for each role.")] = 4
    population: Annotated[int, Field(ge=FEWEST_POPULATION)] = 8
    games: Annotated[int, Field(ge=FEWEST_GAMES)] = 12
    final_games: Annotated[int, Field(ge=FEWEST_GAMES)] = 24
    measured_games: Annotated[int, Field(ge=FEWEST_GAMES)] = 240
    replicates: Annotated[
        Count, Field(description="New playthroughs of each line-up before and after tuning.")
    ] = 40

    @property
    def effort(self) -> TuningEffort:
        """How much is played to tune."""
        return TuningEffort(
            self.generations,
            self.population,
            self.games,
            self.final_games,
            self.measured_games,
        )


Numbers = dict[
    str,
    Annotated[Range, BeforeValidator(_as_range, json_schema_input_type=Range | tuple[int, int])],
]


Readings = dict[
    str,
    Annotated[
        tuple[Reading, ...],
        Field(min_length=1),
        AfterValidator(once),
        BeforeValidator(as_tuple, json_schema_input_type=tuple[str | bool | int, ...]),
    ],
]


class Balance(Study):
    """A balance study: the game as a study has it, its targets, what may change, and the search.

    `replicates` (or `games`) are the fresh playthroughs, under the rules as they are and under each
    answer.
    """

    kind: Literal["balance"]
    numbers: Annotated[
        Numbers,
        Field(description="Range of each number that may change, by name."),
    ] = Field(default_factory=dict)
    options: Annotated[
        Readings,
        Field(description="Readings of the rules that may change: values to try, by name."),
    ] = Field(default_factory=dict)
    starts: Annotated[
        dict[str, Values],
        Field(
            description="Choices before the game that may change, by name: values to try. "
            "`choices` has the printed values; otherwise the game decides."
        ),
    ] = Field(default_factory=dict)
    targets: Annotated[Targets, Field(description="The targets; by default, a fair game.")] = Field(
        default_factory=Targets
    )
    search: Annotated[SearchRule, Field(description="How to search the settings.")] = Field(
        default_factory=SearchRule
    )
    cost: Annotated[DepartureCost, Field(description="The cost of changes.")] = Field(
        default_factory=DepartureCost
    )
    retune: Annotated[Retune | None, Field(description="A strategy to tune for the solutions.")] = (
        None
    )

    @model_validator(mode="after")
    def _is_searched(self) -> Self:
        unwanted = [name for name in NOT_HERE if getattr(self, name)]
        if unwanted:
            raise PydanticCustomError("not_here", f"a balance study without `{unwanted[0]}`")
        if self.choice_factors:
            raise PydanticCustomError("choices", "one value for each choice")
        if not self.changeable:
            raise PydanticCustomError("nothing", "`numbers`, `options` or `starts` that may change")
        unknown = set(self.search.levels or ()) - {name for name, _ in self.skill}
        if unknown:
            raise PydanticCustomError("level", f"player types of the study, not {min(unknown)}")
        self._check_duels()
        return self

    def _check_duels(self) -> None:
        """Raise an error unless the levels of the target skill are of one strategy each."""
        skill, levels = self.targets.skill, dict(self.skill)
        for name in sorted(
            {each for pair in (skill.wins if skill else {}).items() for each in (pair[0], *pair[1])}
        ):
            if name not in levels:
                raise PydanticCustomError(
                    SKILL, f"player types of the study for the target skill, not {name}"
                )
            if len(levels[name]) > 1 or len(levels[name][0]) > 1:
                wanted = f"one strategy for the player type {name} of the target skill"
                raise PydanticCustomError(SKILL, wanted)
        if skill and len({levels[name] for name in levels}) < len(levels):
            raise PydanticCustomError(SKILL, "player types that differ for the target skill")

    @property
    def changeable(self) -> tuple[str, ...]:
        """The names of all that may change."""
        return (*self.numbers, *self.options, *self.starts)

    @property
    def most_changes(self) -> int:
        """Most things changed at once: no more than there are."""
        return min(self.search.changes, len(self.changeable))

    def searched(self, *, final: bool) -> Balance:
        """Return the study with the levels that are searched alone, played as the search does.

        Parameters
        ----------
        final
            As often as finalists are.
        """
        search = self.search
        played: dict[str, Any] = {
            "games": search.final_games if final else search.games,
            "replicates": search.final_replicates if final else search.replicates,
        }
        if played["games"] is not None:
            played["replicates"] = None
        if self.levels is not None and search.levels is not None:
            levels: Levels = {name: self.levels[name] for name in search.levels}
            played["levels"] = levels
        return self.model_copy(update=played)

    def quickened(self) -> Balance:
        """Return the study of `--quick`: its table [quick] for all replicates, no tuning."""
        if self.quick is None:
            return self
        most = self.quick.replicates
        search = self.search.model_copy(
            update={
                "games": None,
                "final_games": None,
                "replicates": min(self.search.replicates, most),
                "final_replicates": min(self.search.final_replicates, most),
                "rounds": min(self.search.rounds, QUICK_ROUNDS),
            }
        )
        return self.model_copy(update={"search": search, "retune": None})


def read_balance(path: Path) -> StudyFile:
    """Read and check the file of a balance study; InputError with all its faults."""
    return read_study(path, form=Balance)


def balance_of(file: StudyFile) -> Balance:
    """Return the study of the file of a balance study."""
    return cast(Balance, file.study)
