"""The factors of a study as tables of its file: line-ups, rules, arms of a what-if."""

from __future__ import annotations

import re
from typing import Annotated, Any, Self

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

from bloodstones.core.pairs import spelling

ID_PATTERN = r"^[a-z0-9][a-z0-9_]*$"
STRATEGY_PATTERN = r"^([a-z0-9][a-z0-9_]*|[\w./ -]+:[A-Za-z_]\w*)$"
MAP_SUFFIX = ".toml"
CODE_SUFFIX = ".py"
BASE = "base"


def _as_mix(value: Any) -> Any:
    """Read a single strategy as a mix of one."""
    return (value,) if isinstance(value, str) else as_tuple(value)


def _as_counts(value: Any) -> Any:
    """Read a single number of players as a list of one."""
    return (value,) if isinstance(value, int) else as_tuple(value)


def as_tuple(value: Any) -> Any:
    """Let a TOML array stand for a tuple although the models are strict."""
    return tuple(value) if isinstance(value, list) else value


def _as_reading(value: Any) -> str:
    """Read text, a truth value or an integer as it is written in commands."""
    if isinstance(value, str | bool | int):
        return spelling(value)
    raise PydanticCustomError("reading", "text, true, false or an integer")


def _map_name(value: str) -> str:
    """Check the form of a map: an id, or the path of a file as `--map` takes it."""
    if not re.fullmatch(ID_PATTERN, value) and not value.endswith(MAP_SUFFIX):
        raise PydanticCustomError("map", "the id of a map or the path of a .toml file")
    return value


def once(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Check that a list holds nothing twice."""
    if len(set(values)) != len(values):
        raise PydanticCustomError("repeated", "each of the list once")
    return values


Reading = Annotated[str, BeforeValidator(_as_reading, json_schema_input_type=str | bool | int)]
Id = Annotated[str, StringConstraints(pattern=ID_PATTERN)]
MapName = Annotated[str, AfterValidator(_map_name)]
Count = Annotated[int, Field(ge=1)]
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


class Table(BaseModel):
    """A table of the file: typed strictly, closed to unknown keys, read-only."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Sets(Table):
    """All sets of so many factions, each in the order of the list."""

    players: Annotated[Counts, Field(description="Players at the table: a number or several.")]
    factions: Annotated[
        Ids | None,
        Field(
            description="The factions that sets are taken from; by default all of the game that "
            "may sit at a table of so many."
        ),
    ] = None

    @model_validator(mode="after")
    def _enough_factions(self) -> Self:
        if self.factions is None:
            return self
        if len(set(self.factions)) != len(self.factions):
            raise PydanticCustomError("repeated", "each faction once")
        if max(self.players) > len(self.factions):
            raise PydanticCustomError("few", "at least as many factions as players")
        return self


class Lineups(Table):
    """Who sits at the table: factions in clockwise order. One that arises twice is played once."""

    sets: Annotated[
        tuple[Sets, ...],
        BeforeValidator(as_tuple),
        Field(description="All sets of n factions out of a list."),
    ] = ()
    explicit: Annotated[
        tuple[Ids, ...], BeforeValidator(as_tuple), Field(description="Line-ups as they are.")
    ] = ()
    rotate_seats: Annotated[
        bool,
        Field(
            description="Also play every cyclic shift of each line-up, so that each faction sits "
            "in each seat equally often (two players: both orders)."
        ),
    ] = True
    all_orders: Annotated[
        bool,
        Field(
            description="Also play each line-up in every other order around the table: three "
            "factions have 2, four have 6."
        ),
    ] = False

    @model_validator(mode="after")
    def _any(self) -> Self:
        if not self.sets and not self.explicit:
            raise PydanticCustomError("empty", "`sets` or `explicit` line-ups")
        return self


class Rules(Table):
    """Readings and numbers of the rules that differ from the default.

    Readings are kept as written in commands whichever way the file writes them: `false` and
    `"false"` are the same.
    """

    options: Annotated[
        dict[str, Reading], Field(description="Readings of ambiguous rules, by option name.")
    ] = Field(default_factory=dict)
    overrides: Annotated[
        dict[str, int], Field(description='Numbers of the rules, such as "dragon.modifier" = 3.')
    ] = Field(default_factory=dict)


class Arm(Rules):
    """What one arm of a what-if changes beyond `[rules]`; it shares its luck with the others."""

    title: Annotated[
        str | None, Field(min_length=1, description="The change in words, for tables and reports.")
    ] = None

    @model_validator(mode="after")
    def _changes(self) -> Self:
        if not self.options and not self.overrides:
            raise PydanticCustomError("empty", "`options` or `overrides` that the arm changes")
        return self
