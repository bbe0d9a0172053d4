"""The table [targets] of a balance study: what the game should be like, and how much each counts.

A goal is a number, or two that it should lie between; it may differ by number of players.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from bloodstones.batch.study.definition import EVERY, SizeName
from bloodstones.batch.study.factors import FileTable, Id

ENDS: Final = 2
WIN_RATE, FIRST_SEAT, LENGTH = "win_rate", "first_seat", "length"
DRAWS, LEAD_CHANGES, SKILL = "draws", "lead_changes", "skill"
COLUMN: Final = "columns.{}"

Goal = tuple[float, float]  # least and largest value; the same where it is one number


def _as_goal(value: Any) -> Any:
    """Read a number as a goal with equal ends."""
    ends = value if isinstance(value, list | tuple) else [value, value]
    if len(ends) != ENDS or not all(
        isinstance(each, int | float) and not isinstance(each, bool) for each in ends
    ):
        raise PydanticCustomError("goal", "a number or two, the lower one first")
    low, high = map(float, ends)
    if not low <= high:
        raise PydanticCustomError("goal", "the lower number first")
    return low, high


def _as_goals(value: Any) -> Any:
    """Read a goal as that of every number of players."""
    return value if isinstance(value, dict) else {EVERY: value}


def _share(goal: Goal) -> Goal:
    """Check a goal for a share of games."""
    if not 0 <= goal[0] <= goal[1] <= 1:
        raise PydanticCustomError("share", "a share from 0 to 1")
    return goal


def _positive(goal: Goal) -> Goal:
    """Check a goal from which distances are counted as shares of it."""
    if not 0 < goal[0] < float("inf") or goal[1] == float("inf"):
        raise PydanticCustomError("positive", "a number above 0")
    return goal


GOAL_FORM: Final = float | tuple[float, float]
FORMS: Final = float | tuple[float, float] | dict[str, float | tuple[float, float]]
Share = Annotated[
    Goal,
    BeforeValidator(_as_goal, json_schema_input_type=GOAL_FORM),
    AfterValidator(_share),
]
Positive = Annotated[
    Goal,
    BeforeValidator(_as_goal, json_schema_input_type=GOAL_FORM),
    AfterValidator(_positive),
]
Shares = Annotated[
    dict[SizeName, Share],
    Field(min_length=1),
    BeforeValidator(_as_goals, json_schema_input_type=FORMS),
]
Positives = Annotated[
    dict[SizeName, Positive],
    Field(min_length=1),
    BeforeValidator(_as_goals, json_schema_input_type=FORMS),
]


class Target(FileTable):
    """Something that a game should be, and how much it counts beside the others."""

    weight: Annotated[
        float,
        Field(ge=0, allow_inf_nan=False, description="Weight of the target; 0: only shown."),
    ] = 1.0


class WinRates(Target):
    """Win rates of roles: fair, but for those that are named."""

    roles: Annotated[
        dict[str, Shares],
        Field(description="Target win rate of a role; roles without one share the rest equally."),
    ] = Field(default_factory=dict)


class FirstSeat(Target):
    """The win rate of the first seat in turn order, at tables where all play alike."""

    goal: Annotated[
        Shares | None, Field(description="Target win rate; by default the fair share.")
    ] = None


class ShareOfGames(Target):
    """A share of playthroughs."""

    goal: Annotated[Shares, Field(description="Target share.")]


class Mean(Target):
    """The mean of a column over playthroughs."""

    goal: Annotated[Positives, Field(description="Target mean, above 0.")]


class Skill(Target):
    """Skill depth: how often one stronger player beats a table of weaker ones, by player type."""

    wins: Annotated[
        dict[Id, Annotated[dict[Id, Shares], Field(min_length=1)]],
        Field(
            min_length=1,
            description="Stronger level -> weaker level -> the win rate wanted of the one stronger "
            "player at a table of weaker ones.",
        ),
    ]

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        for strong, weaker in self.wins.items():
            for weak in weaker:
                if strong == weak or strong in self.wins.get(weak, {}):
                    raise PydanticCustomError("pair", "each pair of two player types once")
        return self


class Targets(FileTable):
    """What the game should be like. Win rates are among the targets unless their weight is 0."""

    win_rate: Annotated[WinRates, Field(description="Win rates of roles.")] = Field(
        default_factory=WinRates
    )
    first_seat: Annotated[FirstSeat | None, Field(description="Win rate of the first player.")] = (
        None
    )
    length: Annotated[Mean | None, Field(description="Turns of all seats in a game.")] = None
    draws: Annotated[
        ShareOfGames | None, Field(description="Share of games without a sole winner.")
    ] = None
    lead_changes: Annotated[
        Mean | None, Field(description="Number of times the lead changes hands.")
    ] = None
    skill: Annotated[Skill | None, Field(description="How often the stronger player wins.")] = None
    columns: Annotated[
        dict[str, Mean],
        Field(description="Mean per seat of any other column of the game."),
    ] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _counts(self) -> Self:
        if not sum(self.weights.values()) > 0:
            raise PydanticCustomError("weights", "a target with a weight above 0")
        return self

    @property
    def every(self) -> dict[str, Target]:
        """The targets by name, win rates first."""
        named = (FIRST_SEAT, LENGTH, DRAWS, LEAD_CHANGES, SKILL)
        single = {name: getattr(self, name) for name in named}
        others = {COLUMN.format(name): each for name, each in self.columns.items()}
        given = {name: each for name, each in single.items() if each is not None}
        return {WIN_RATE: self.win_rate, **given, **others}

    @property
    def weights(self) -> dict[str, float]:
        """How much each counts, as the file has it."""
        return {name: each.weight for name, each in self.every.items()}

    @property
    def fair_alone(self) -> bool:
        """Whether even win rates are all that is wanted."""
        return set(self.every) == {WIN_RATE} and not self.win_rate.roles


def goal_for(goals: dict[str, Goal], players: int) -> Goal | None:
    """Return the goal at tables of so many; None where the file has none for them.

    >>> goal_for({"2": (0.5, 0.6), "every": (0.3, 0.3)}, 2), goal_for({"2": (0.5, 0.6)}, 3)
    ((0.5, 0.6), None)
    """
    return goals.get(str(players), goals.get(EVERY))
