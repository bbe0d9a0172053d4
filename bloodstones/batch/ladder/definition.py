"""The file of a ladder (TOML, `kind = "ladder"`): who meets whom, at how many tables."""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from bloodstones.batch.faults import note_fault
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults

ID_PATTERN = r"^[a-z0-9][a-z0-9_]*$"
LARGEST_SEED = 2**63 - 1
FEWEST_STRATEGIES = 2


def _as_tuple(value: Any) -> Any:
    """Let a TOML array stand for a tuple although the models are strict."""
    return tuple(value) if isinstance(value, list) else value


Id = Annotated[str, Field(pattern=ID_PATTERN)]
Ids = Annotated[tuple[Id, ...], BeforeValidator(_as_tuple)]
Count = Annotated[int, Field(ge=1)]
Sizes = Annotated[tuple[Annotated[int, Field(ge=2)], ...], BeforeValidator(_as_tuple)]


class Model(BaseModel):
    """A table of the file: typed strictly, closed to unknown keys, read-only."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Pool(Model):
    """Strategies that meet each other.

    Attributes
    ----------
    strategies
        All of them meet: each table draws as many as it seats, or seats all of them and some
        twice when it has more seats.
    pairs
        Instead: each pair meets at tables of its own; a strategy paired with itself plays all
        seats.
    players
        Sizes of the tables.
    tables
        Tables of each size (of each pair), drawn by lot.
    replicates
        Playthroughs of each table with each seating.
    """

    name: Id
    strategies: Ids = ()
    pairs: Annotated[tuple[Ids, ...], BeforeValidator(_as_tuple)] = ()
    players: Annotated[Sizes, Field(min_length=1)]
    tables: Count
    replicates: Count = 1

    @model_validator(mode="after")
    def _someone_meets(self) -> Self:
        if bool(self.strategies) == bool(self.pairs):
            raise PydanticCustomError("either", "either `strategies` or `pairs`")
        for group in self.groups:
            once = bool(self.pairs) or len(set(group)) == len(group)
            if len(group) < FEWEST_STRATEGIES or not once:
                raise PydanticCustomError("few", "two or more strategies, each once")
        return self

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """Who meets whom."""
        return self.pairs or (self.strategies,)


class Quick(Model):
    """What `--quick` changes."""

    tables: Count


class Ladder(Model):
    """A ladder file.

    Attributes
    ----------
    maps
        Number of players -> id of the map.
    """

    id: Id
    kind: Literal["ladder"]
    question: Annotated[str, Field(min_length=1)]
    game: Id
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)]
    maps: Annotated[dict[str, Id], Field(min_length=1)]
    pools: Annotated[tuple[Pool, ...], BeforeValidator(_as_tuple), Field(min_length=1)]
    quick: Quick | None = None

    @model_validator(mode="after")
    def _maps_for_all(self) -> Self:
        for pool in self.pools:
            for size in pool.players:
                if str(size) not in self.maps:
                    raise PydanticCustomError("map", f"a map for {size} players in [maps]")
        if len({pool.name for pool in self.pools}) < len(self.pools):
            raise PydanticCustomError("twice", "a name of its own for each pool")
        return self


@dataclass(frozen=True, slots=True)
class LadderFile:
    """A ladder together with the text that it was read from."""

    ladder: Ladder
    text: str
    name: str

    @property
    def sha256(self) -> str:
        """The SHA-256 of the text (UTF-8), hexadecimal."""
        return hashlib.sha256(self.text.encode()).hexdigest()


def read_ladder(path: Path) -> LadderFile:
    """Read and check the file of a ladder.

    Raises
    ------
    InputError
        The file cannot be read, is not TOML, or has faults; all are told at once.
    """
    try:
        text = path.read_text(encoding="utf-8")
        table = tomllib.loads(text)
    except (OSError, ValueError) as error:
        raise InputError(f"expected a readable TOML file, got {error} ({path.name})") from None
    try:
        return LadderFile(Ladder.model_validate(table), text, path.name)
    except ValidationError as error:
        faults = Faults()
        for fault in error.errors(include_url=False):
            note_fault(fault, Ladder, path.name, faults)
        faults.raise_if_any()
        raise
