"""Tuned presets: strategies whose parameters depend on the faction that they play."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from bloodstones.core.errors import expected, near_matches
from bloodstones.games.bloodstones.strategies.policy import Strategy, strategies

TUNED: Final = Path(__file__).with_name("tuned")
SUFFIX: Final = ".toml"


@dataclass(frozen=True, slots=True)
class Preset:
    """A tuned preset as its file has it.

    Attributes
    ----------
    of
        The strategy that was tuned; it plays factions without parameters of their own.
    by_faction
        Faction -> how it is played.
    provenance
        How the parameters were found, and what they gained.
    """

    id: str
    title: str
    of: Strategy
    by_faction: Mapping[str, Strategy]
    provenance: Mapping[str, Any]


@cache
def presets() -> Mapping[str, Preset]:
    """Return the shipped presets by id."""
    found = (_preset(path) for path in sorted(TUNED.glob(f"*{SUFFIX}")))
    return MappingProxyType({preset.id: preset for preset in found})


def _preset(path: Path) -> Preset:
    with path.open("rb") as file:
        data = tomllib.load(file)
    of = strategies()[data["of"]]
    by_faction = {}
    for faction, entry in data["factions"].items():
        base = strategies()[entry.pop("of", of.id)]
        weights = {name: float(entry.get(name, known)) for name, known in base.weights.items()}
        by_faction[faction] = replace(
            base, id=data["id"], title=data["title"], weights=MappingProxyType(weights)
        )
    return Preset(
        data["id"],
        data["title"],
        replace(of, id=data["id"], title=data["title"]),
        MappingProxyType(by_faction),
        MappingProxyType(data["provenance"]),
    )


def all_strategies() -> Mapping[str, Strategy]:
    """Return every strategy by id: a preset as it plays a faction that it was not tuned for.

    >>> "warlord" in all_strategies()
    True
    """
    return {**strategies(), **{name: preset.of for name, preset in presets().items()}}


def find_played(name: str, faction: str, where: str) -> Strategy:
    """Return the strategy called `name` as it plays a faction; `where` names the argument.

    Raises
    ------
    InputError
        There is no such strategy.

    Examples
    --------
    >>> find_played("warlord", "hill_folk", "--strategy").id
    'warlord'
    """
    preset = presets().get(name)
    if preset is not None:
        return preset.by_faction.get(faction, preset.of)
    known = all_strategies()
    if name not in known:
        tip = near_matches(name, known) or f"known: {', '.join(known)}"
        raise expected("a strategy", name, where, tip)
    return known[name]
