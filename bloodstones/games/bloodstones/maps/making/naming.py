"""Invented names for areas and maps, drawn without repeats from a data file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

import numpy as np

from bloodstones.core.files.datafile import Faults, read_toml
from bloodstones.core.files.entry import Entry
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.rules.reading import DATA

NAMES = DATA / "names.toml"


@dataclass(frozen=True, slots=True)
class Words:
    """What names are made of: a beginning and an ending."""

    beginnings: tuple[str, ...]
    endings: Mapping[Terrain, tuple[str, ...]]
    map_beginnings: tuple[str, ...]
    map_endings: tuple[str, ...]


@cache
def load_words() -> Words:
    """Return the shipped words; raises InputError with every fault of the file."""
    faults = Faults()
    top = read_toml(NAMES, faults) or Entry({}, str(NAMES), faults)
    endings, maps = top.table("endings"), top.table("maps")
    words = Words(
        beginnings=top.texts("beginnings"),
        endings=MappingProxyType({terrain: endings.texts(terrain.id) for terrain in Terrain}),
        map_beginnings=maps.texts("beginnings"),
        map_endings=maps.texts("endings"),
    )
    for entry in (top, endings, maps):
        entry.finish()
    faults.raise_if_any()
    return words


def area_names(rng: np.random.Generator, terrains: Sequence[Terrain]) -> list[str]:
    """Return a name for each area, all different; no beginning comes again before all have come.

    >>> [len(set(area_names(np.random.default_rng(1), [Terrain.SEA] * 128)))]
    [128]
    """
    words = load_words()
    order: list[int] = []
    used: set[str] = set()
    names = []
    for terrain in terrains:
        endings = words.endings[terrain]
        while True:
            if not order:
                order = rng.permutation(len(words.beginnings)).tolist()
            name = words.beginnings[order.pop()] + endings[rng.integers(len(endings))]
            if name not in used:
                break
        used.add(name)
        names.append(name)
    return names


def map_name(rng: np.random.Generator) -> str:
    """Return a name for a map.

    >>> map_name(np.random.default_rng(1))
    'Long Reach'
    """
    words = load_words()
    beginning = words.map_beginnings[rng.integers(len(words.map_beginnings))]
    return f"{beginning} {words.map_endings[rng.integers(len(words.map_endings))]}"


def id_of(name: str) -> str:
    """Return the id of a map called `name`.

    >>> id_of("Tyrant's Lament")
    'tyrants_lament'
    """
    return "_".join(name.lower().replace("'", "").replace("-", " ").split())
