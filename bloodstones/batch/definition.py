"""The study file: a question and the factors of the experiment that answers it (TOML)."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    model_validator,
)
from pydantic_core import PydanticCustomError

from bloodstones.batch.faults import note_fault
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults
from bloodstones.core.pairs import spelling

LARGEST_SEED = 2**63 - 1
ID_PATTERN = r"^[a-z0-9][a-z0-9_]*$"
STRATEGY_PATTERN = r"^([a-z0-9][a-z0-9_]*|[\w./ -]+:[A-Za-z_]\w*)$"
MAP_SUFFIX = ".toml"


def _as_mix(value: Any) -> Any:
    """Read a single strategy as a mix of one."""
    return (value,) if isinstance(value, str) else value


def _as_tuple(value: Any) -> Any:
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


Reading = Annotated[str, BeforeValidator(_as_reading)]
Id = Annotated[str, StringConstraints(pattern=ID_PATTERN)]
MapName = Annotated[str, AfterValidator(_map_name)]
Ids = Annotated[tuple[Id, ...], BeforeValidator(_as_tuple), Field(min_length=1)]
StrategyName = Annotated[str, StringConstraints(pattern=STRATEGY_PATTERN)]
Mix = Annotated[
    tuple[StrategyName, ...],
    BeforeValidator(_as_tuple),
    Field(min_length=1),
    BeforeValidator(_as_mix),
]
Count = Annotated[int, Field(ge=1)]


class Table(BaseModel):
    """A table of the file: typed strictly, closed to unknown keys, read-only."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Sets(Table):
    """All sets of `players` factions out of `factions`, each in the order of the list."""

    players: Count
    factions: Ids

    @model_validator(mode="after")
    def _enough_factions(self) -> Self:
        if len(set(self.factions)) != len(self.factions):
            raise PydanticCustomError("repeated", "each faction once")
        if self.players > len(self.factions):
            raise PydanticCustomError("few", "at least as many factions as players")
        return self


class Lineups(Table):
    """Who sits at the table: factions in clockwise order.

    Attributes
    ----------
    sets
        All sets of n factions out of a list.
    explicit
        Line-ups as they are.
    rotate_seats
        Also play every cyclic shift of each line-up, so that each faction sits in each seat
        equally often (two players: both orders). A line-up that arises twice is played once.
    """

    sets: Annotated[tuple[Sets, ...], BeforeValidator(_as_tuple)] = ()
    explicit: Annotated[tuple[Ids, ...], BeforeValidator(_as_tuple)] = ()
    rotate_seats: bool = True

    @model_validator(mode="after")
    def _any(self) -> Self:
        if not self.sets and not self.explicit:
            raise PydanticCustomError("empty", "`sets` or `explicit` line-ups")
        return self


class Quick(Table):
    """What `--quick` changes."""

    replicates: Count


class Rules(Table):
    """Readings and numbers of the rules that differ from the default, for every cell.

    Attributes
    ----------
    options
        Readings by name, as written in commands whichever way the file writes them: `false` and
        `"false"` are the same.
    """

    options: dict[str, Reading] = Field(default_factory=dict)
    overrides: dict[str, int] = Field(default_factory=dict)


class Study(Table):
    """A study file.

    Attributes
    ----------
    id
        Names the result folder.
    question
        What the study answers, as one sentence.
    game
        Id of the game.
    map
        Id of its map, or the path of a map's .toml file from the working folder.
    seed
        The study's seed, 0 or more.
    strategies
        One arm an entry. A strategy's name: every seat plays it. A list of names: these strategies
        meet at one table, in every assignment to the seats in which each of them plays. A name is
        an id, or `module:Name` or `path/to/file.py:Name` of a strategy in Python.
    replicates
        Playthroughs of each cell.
    """

    id: Id
    question: Annotated[str, Field(min_length=1)]
    game: Id
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)]
    map: MapName
    strategies: Annotated[tuple[Mix, ...], BeforeValidator(_as_tuple), Field(min_length=1)]
    replicates: Count
    lineups: Lineups
    quick: Quick | None = None
    rules: Rules = Field(default_factory=Rules)


@dataclass(frozen=True, slots=True)
class StudyFile:
    """A study together with the text that it was read from."""

    study: Study
    text: str
    name: str

    @property
    def sha256(self) -> str:
        """The SHA-256 of the text (UTF-8), hexadecimal."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def read_study(path: Path) -> StudyFile:
    """Read and check a study file.

    Raises
    ------
    InputError
        The file is missing, not TOML, or has faults; all faults are told at once, each with its
        key path.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InputError(f"expected a study file, got nothing at {str(path)!r} (FILE)") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"expected a readable study file, got {error} (FILE)") from None
    return StudyFile(parse_study(text, path), text, path.name)


def parse_study(text: str, path: Path) -> Study:
    """Return the study that a TOML text defines; `path` names it in errors."""
    try:
        table: Mapping[str, Any] = tomllib.loads(text)
    except ValueError as error:  # a TOMLDecodeError, or an integer of too many digits
        raise InputError(f"expected TOML, got a syntax error: {error} ({path.name})") from None
    try:
        return Study.model_validate(table)
    except ValidationError as error:
        faults = Faults()
        for fault in error.errors(include_url=False):
            note_fault(fault, Study, path.name, faults)
        faults.raise_if_any()
        raise
