"""A tuned preset: a file of data that a game can load as a strategy, with where it comes from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bloodstones.core.tunable import Weights

FACTIONS = "factions"
CROWDED = "crowded"
PARTS = (FACTIONS, CROWDED)
HEADER = "# A tuned preset: parameters by faction, and where they come from.\n"


def preset_text(
    name: str,
    strategy: str,
    title: str,
    parts: Mapping[str, Mapping[str, Weights]],
    provenance: Mapping[str, Any],
) -> str:
    """Return the TOML of a preset.

    Parameters
    ----------
    strategy
        What was tuned; where a faction has no parameters of its own, the preset plays like it.
    parts
        The parameters by faction, of small tables (`FACTIONS`) and of larger ones (`CROWDED`).
    provenance
        How they were found: texts, numbers, lists and tables of them.

    Examples
    --------
    >>> print(preset_text("b", "a", "an a", {FACTIONS: {"red": {"army": 3.0}}}, {"seed": 1}))
    # A tuned preset: parameters by faction, and where they come from.
    id = "b"
    of = "a"
    title = "an a"
    <BLANKLINE>
    [factions.red]
    army = 3
    <BLANKLINE>
    [provenance]
    seed = 1
    <BLANKLINE>
    """
    told = [HEADER, *(_pair("id", name), _pair("of", strategy), _pair("title", title))]
    told += [
        _table(f"{part}.{faction}", weights)
        for part, by_faction in parts.items()
        for faction, weights in by_faction.items()
    ]
    return "".join([*told, _tables("provenance", provenance)])


def _tables(name: str, values: Mapping[str, Any]) -> str:
    """Return a table, then the tables in it."""
    inner = {key: value for key, value in values.items() if isinstance(value, Mapping)}
    own = {key: value for key, value in values.items() if key not in inner}
    parts = [_table(name, own)] if own else []
    parts += [_tables(f"{name}.{key}", value) for key, value in inner.items()]
    return "".join(parts)


def _table(name: str, values: Mapping[str, Any]) -> str:
    return f"\n[{name}]\n" + "".join(_pair(key, value) for key, value in values.items())


def _pair(key: str, value: Any) -> str:
    """Return a line `key = value`; JSON's texts, numbers and lists are TOML's."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return f"{key} = {json.dumps(value)}\n"
