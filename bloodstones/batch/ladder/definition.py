"""The file of a ladder (TOML, `kind = "ladder"`): who meets whom, at how many tables."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from bloodstones.batch.result_files.provenance_file import LADDER_FORMAT, read_provenance_file
from bloodstones.batch.result_files.result import PROVENANCE, RESULTS, verify_tables
from bloodstones.batch.study.definition import LARGEST_SEED
from bloodstones.batch.study.factors import (
    Count,
    FileTable,
    Id,
    MapName,
    StrategyName,
    Value,
    Words,
    as_tuple,
)
from bloodstones.batch.study.faults import validated
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults
from bloodstones.core.files.own_data import own_folder
from bloodstones.core.files.parsing import toml_of

FEWEST_STRATEGIES = 2


Names = Annotated[tuple[StrategyName, ...], BeforeValidator(as_tuple)]
Sizes = Annotated[tuple[Annotated[int, Field(ge=2)], ...], BeforeValidator(as_tuple)]


class Pool(FileTable):
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
        Number of random tables for each number of players (for each pair).
    replicates
        Playthroughs of each table with each seating.
    """

    name: Id
    strategies: Names = ()
    pairs: Annotated[tuple[Names, ...], BeforeValidator(as_tuple)] = ()
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


class QuickLadder(FileTable):
    """What `--quick` changes: at most so many tables of each group, or replicates of each table."""

    tables: Count | None = None
    replicates: Count | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.tables is None and self.replicates is None:
            raise ValueError("`tables` or `replicates`")
        return self


class Ladder(FileTable):
    """A ladder file.

    Attributes
    ----------
    maps
        Number of players -> id of the board; none in a game without boards.
    choices
        What else the game lets one choose before it starts.
    data
        A folder, seen from that of the file, with data files of one's own.
    """

    id: Id
    kind: Literal["ladder"]
    question: Annotated[Words, Field(min_length=1)]
    game: Id
    seed: Annotated[int, Field(ge=0, le=LARGEST_SEED)]
    maps: dict[str, MapName] = Field(default_factory=dict)
    choices: dict[Id, Value] = Field(default_factory=dict)
    data: Annotated[str | None, Field(min_length=1)] = None
    pools: Annotated[tuple[Pool, ...], BeforeValidator(as_tuple), Field(min_length=1)]
    quick: QuickLadder | None = None

    @model_validator(mode="after")
    def _maps_for_all(self) -> Self:
        for pool in self.pools:
            for size in pool.players:
                if self.maps and str(size) not in self.maps:
                    raise PydanticCustomError("map", f"a map for {size} players in [maps]")
        if len({pool.name for pool in self.pools}) < len(self.pools):
            raise PydanticCustomError("twice", "a name of its own for each pool")
        return self


@dataclass(frozen=True, slots=True)
class LadderFile:
    """A ladder together with the text that it was read from.

    Attributes
    ----------
    ladder
        What was read.
    text
        Of the file, byte for byte but for a byte order mark.
    name
        Of the file, for errors.
    """

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
        The file cannot be read, is not TOML, or has faults; all are reported at once.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
        table = toml_of(text)
    except (OSError, ValueError) as error:
        raise InputError(f"expected a readable TOML file, got {error} ({path.name})") from None
    faults = Faults()
    ladder = validated(Ladder, table, path.name, faults)
    faults.raise_if_any()
    assert ladder is not None  # without one there is a fault
    data = own_folder(ladder.data or "", f"{path.name}, data", path.parent)
    return LadderFile(ladder.model_copy(update={"data": data or None}), text, path.name)


def verify_ladder(folder: Path) -> dict[str, Any]:
    """Compare the table of a finished ladder with its provenance and return that.

    Raises
    ------
    InputError
        The table is not the one that was written.
    """
    provenance = read_provenance_file(folder / PROVENANCE, LADDER_FORMAT)
    verify_tables(folder, provenance, {RESULTS: provenance["table_hash"]})
    return provenance
