"""The factors of a study as tables of its file: line-ups, rules, arms of a what-if."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Annotated, Any, Final, Self
from unicodedata import category

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)
from pydantic_core import PydanticCustomError

from bloodstones.core.files.pairs import spelling
from bloodstones.core.rules.sensitivity_designs import (
    FEWEST_BATCHES,
    FEWEST_KNOBS,
    RuleDesign,
    VariedNumber,
    morris_design,
    sobol_design,
)

ID_PATTERN = r"^[a-z0-9][a-z0-9_]*$"
BOARD_PATTERN = r"^[a-z0-9][a-z0-9_]*([+/][a-z0-9][a-z0-9_]*)*$"  # + and / join boards
STRATEGY_PATTERN = r"^([a-z0-9][a-z0-9_]*(@[\w./ -]+)?|[\w./ -]+:[A-Za-z_]\w*|[\w./ -]+\.toml)$"
MAP_SUFFIX = ".toml"
MOST: Final = 1_000_000_000  # playthroughs of a cell
CONTROL: Final = "Cc"
CODE_SUFFIX = ".py"
BASE = "base"
ENDS = 2
DEFAULT_BATCHES = 4
LARGEST_DESIGN_SEED = 2**32


def _as_mix(value: Any) -> Any:
    """Read a single strategy as a mix of one."""
    return (value,) if isinstance(value, str) else as_tuple(value)


def _as_counts(value: Any) -> Any:
    """Read a single number of players as a list of one."""
    return (value,) if isinstance(value, int) else as_tuple(value)


def as_tuple(value: Any) -> Any:
    """Accept a TOML array for a tuple although the models are strict."""
    return tuple(value) if isinstance(value, list) else value


def _as_reading(value: Any) -> str:
    """Read text, a truth value or an integer as it is written in commands."""
    if isinstance(value, str | bool | int):
        return spelling(value)
    raise PydanticCustomError("reading", "text, true, false or an integer")


def _as_value(value: Any) -> Any:
    """Check a value of a rule or choice: an integer, text or a truth value."""
    if isinstance(value, str | bool | int):
        return value
    raise PydanticCustomError("value", "an integer, text, true or false")


def _as_values(value: Any) -> Any:
    """Read a value of a choice, or a list of them, as a list."""
    values = value if isinstance(value, list) else [value]
    if not values or not all(isinstance(each, str | bool | int) for each in values):
        raise PydanticCustomError("values", "an integer, text, true, false or a list of them")
    return tuple(values)


def _words(value: str) -> str:
    """Check text that is shown: no control characters, which terminals and files obey."""
    odd = [letter for letter in value if category(letter) == CONTROL and letter not in "\n\t"]
    if odd:
        wanted = f"text without control characters such as U+{ord(odd[0]):04X}"
        raise PydanticCustomError("words", "{wanted}", {"wanted": wanted})
    return value


def _map_name(value: str) -> str:
    """Check the form of a map: an id, or the path of a file as `--map` takes it."""
    if not re.fullmatch(BOARD_PATTERN, value) and not value.endswith(MAP_SUFFIX):
        raise PydanticCustomError("map", "the id of a map or the path of a .toml file")
    return value


def once(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Check that a list holds nothing twice."""
    if len(set(values)) != len(values):
        raise PydanticCustomError("repeated", "each of the list once")
    return values


AnyValue = int | str | bool
Value = Annotated[Any, BeforeValidator(_as_value, json_schema_input_type=AnyValue)]
Values = Annotated[
    tuple[Any, ...],
    AfterValidator(once),
    BeforeValidator(_as_values, json_schema_input_type=AnyValue | tuple[AnyValue, ...]),
]
Reading = Annotated[str, BeforeValidator(_as_reading, json_schema_input_type=str | bool | int)]
Id = Annotated[str, StringConstraints(pattern=ID_PATTERN)]
MapName = Annotated[str, AfterValidator(_map_name)]
Count = Annotated[int, Field(ge=1, le=MOST)]
Ids = Annotated[tuple[Id, ...], Field(min_length=1), BeforeValidator(as_tuple)]
StrategyName = Annotated[str, StringConstraints(pattern=STRATEGY_PATTERN)]
Mix = Annotated[
    tuple[StrategyName, ...],
    Field(min_length=1),
    BeforeValidator(_as_mix, json_schema_input_type=StrategyName | tuple[StrategyName, ...]),
]
Mixes = Annotated[
    tuple[Mix, ...], AfterValidator(once), Field(min_length=1), BeforeValidator(as_tuple)
]
Counts = Annotated[
    tuple[Count, ...],
    AfterValidator(once),
    Field(min_length=1),
    BeforeValidator(_as_counts, json_schema_input_type=Count | tuple[Count, ...]),
]

LARGEST_REDRAW: Final = 1000


class FileTable(BaseModel):
    """A table of the file: typed strictly, closed to unknown keys, read-only."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Sets(FileTable):
    """All sets of this many roles (factions, armies …), each in the order of the list.

    In a game without roles, one table with this number of players.
    """

    players: Annotated[Counts, Field(description="Number of players, or a list of numbers.")]
    factions: Annotated[
        Ids | None,
        Field(
            description="The roles to choose from; by default all roles of the game for this "
            "number of players."
        ),
    ] = None
    repeated: Annotated[
        bool, Field(description="Include sets in which several seats have the same role.")
    ] = False

    @model_validator(mode="after")
    def _enough_factions(self) -> Self:
        if self.factions is None:
            return self
        if len(set(self.factions)) != len(self.factions):
            raise PydanticCustomError("repeated", "each role once")
        if max(self.players) > len(self.factions) and not self.repeated:
            raise PydanticCustomError("few", "at least as many roles as players")
        return self


class Lineups(FileTable):
    """The line-ups: roles in clockwise order. Repeated line-ups are played once."""

    players: Annotated[
        Counts | None,
        Field(
            description="All sets of this many roles; short for one entry of `sets` with `players`."
        ),
    ] = None
    sets: Annotated[
        tuple[Sets, ...],
        BeforeValidator(as_tuple),
        Field(description="All sets of n roles from a list."),
    ] = ()
    explicit: Annotated[
        tuple[Ids, ...], BeforeValidator(as_tuple), Field(description="Line-ups as written.")
    ] = ()
    rotate_seats: Annotated[
        bool,
        Field(
            description="Also play every rotation of each line-up, so that each role plays in "
            "each seat equally often (two players: both orders)."
        ),
    ] = True
    all_orders: Annotated[
        bool,
        Field(
            description="Also play each line-up in every other order around the table: three "
            "roles have 2, four have 6."
        ),
    ] = False

    @model_validator(mode="after")
    def _any(self) -> Self:
        if not self.players and not self.sets and not self.explicit:
            raise PydanticCustomError("empty", "`players`, `sets` or `explicit` line-ups")
        return self

    @property
    def every_set(self) -> tuple[Sets, ...]:
        """The sets, that of `players` first."""
        return (*((Sets(players=self.players),) if self.players else ()), *self.sets)


class Rules(FileTable):
    """Readings and numbers of the rules that differ from the default.

    Readings are kept as written in commands whichever way the file writes them: `false` and
    `"false"` are the same.
    """

    options: Annotated[
        dict[str, Reading], Field(description="Readings of ambiguous rules, by option name.")
    ] = Field(default_factory=dict)
    overrides: Annotated[
        dict[str, Value],
        Field(
            description='Rule numbers, such as "wagon.speed" = 3; text and true or false are '
            "possible too."
        ),
    ] = Field(default_factory=dict)


Words = Annotated[str, AfterValidator(_words)]


def as_arm(value: Any) -> Any:
    """Read a table of rule numbers alone, named with a dot, as an arm that sets these."""
    if isinstance(value, dict) and value and all("." in str(name) for name in value):
        return {"overrides": value}
    return value


class Arm(Rules):
    """The changes of one arm of a what-if, besides `[rules]`; all arms use the same random numbers.

    An arm may be a table with only rule numbers if each has a dot in its name: `weak = {
    "wagon.speed" = 2 }`.
    """

    title: Annotated[
        Words | None,
        Field(min_length=1, description="The change in words, for tables and reports."),
    ] = None

    redraw: Annotated[
        int,
        Field(
            ge=0,
            le=LARGEST_REDRAW,
            description="1, 2, 3, …: use new random numbers for battles, and keep all others.",
        ),
    ] = 0

    @model_validator(mode="after")
    def _changes(self) -> Self:
        if not self.options and not self.overrides and not self.redraw:
            wanted = "`options`, `overrides` or `redraw` that the arm changes"
            raise PydanticCustomError("empty", wanted)
        return self


class DesignMethod(StrEnum):
    """How a study of sensitivity chooses its settings."""

    MORRIS = "morris"
    SOBOL = "sobol"


def _as_method(value: Any) -> Any:
    """Read the name of a method, for which strict models want the member itself."""
    try:
        return DesignMethod(value)
    except ValueError:
        raise PydanticCustomError("method", "morris or sobol") from None


def _as_range(value: Any) -> Any:
    """Read the ends of a range."""
    ends = as_tuple(value)
    if isinstance(ends, tuple) and len(ends) == ENDS and not ends[0] < ends[1]:
        raise PydanticCustomError("range", "a low end below the high end")
    return ends


Range = Annotated[
    tuple[int, int], BeforeValidator(_as_range, json_schema_input_type=tuple[int, int])
]


class Sensitivity(FileTable):
    """Rule numbers that are varied together, to find which of them matter.

    Every setting of the design is an arm of the study, with the same random numbers as all others.
    """

    method: Annotated[
        Annotated[DesignMethod, BeforeValidator(_as_method, json_schema_input_type=DesignMethod)],
        Field(description="morris screens many numbers; sobol shares out the variance."),
    ]
    runs: Annotated[
        int,
        Field(
            ge=FEWEST_BATCHES,
            description="morris: trajectories, each of one setting more than there are numbers. "
            "sobol: a power of 2, times two more settings than there are numbers.",
        ),
    ]
    batches: Annotated[
        int,
        Field(
            ge=FEWEST_BATCHES,
            description="Number of parts of the replicates, to separate effects from noise.",
        ),
    ] = DEFAULT_BATCHES
    numbers: Annotated[
        dict[str, Range],
        Field(min_length=FEWEST_KNOBS, description="Smallest and largest value to try, by name."),
    ]

    def design(self, seed: int) -> RuleDesign:
        """Return the settings to play, the same for the same seed."""
        knobs = [VariedNumber(name, low, high) for name, (low, high) in self.numbers.items()]
        make = morris_design if self.method is DesignMethod.MORRIS else sobol_design
        return make(knobs, self.runs, seed=seed % LARGEST_DESIGN_SEED)

    def arms(self, seed: int) -> dict[str, Arm]:
        """Return the settings as arms, in their order."""
        settings = self.design(seed).settings.to_dict("records")
        digits = len(str(len(settings)))
        return {
            f"run_{number:0{digits}}": Arm(
                overrides={str(name): int(value) for name, value in setting.items()}
            )
            for number, setting in enumerate(settings, start=1)
        }
