"""A tuned preset: a file of data that a game can load as a strategy, with where it comes from.

Its tables are called `factions` and `crowded`: parameters by role, for small and for larger tables;
or `parameters`, where all roles have the same and there are no others for larger tables.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bloodstones.core.contract.tunable import Weights
from bloodstones.core.files.toml_text import toml_key

FACTIONS = "factions"
CROWDED = "crowded"
PARAMETERS = "parameters"
PARTS = (FACTIONS, CROWDED)
ALL_ROLES = ""
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
        What was tuned; where a role has no parameters of its own, the preset plays like it.
    parts
        The parameters by role, of small tables (`FACTIONS`) and of larger ones (`CROWDED`); or
        (`PARAMETERS`) those of the role `ALL_ROLES`.
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
    parts_of_text = [HEADER, *(_pair("id", name), _pair("of", strategy), _pair("title", title))]
    shared = parts.get(PARAMETERS, {}).get(ALL_ROLES) or common(parts)
    parts_of_text += [_table(PARAMETERS, shared)] if shared else []
    parts_of_text += [
        _table(f"{part}.{toml_key(role)}", weights)
        for part, by_role in parts.items()
        for role, weights in by_role.items()
        if not shared
    ]
    return "".join([*parts_of_text, _tables("provenance", provenance)])


def common(parts: Mapping[str, Mapping[str, Weights]]) -> Weights:
    """Return the parameters that several roles have in common, nothing where they differ.

    >>> common({FACTIONS: {"red": {"army": 3.0}, "blue": {"army": 3.0}}, CROWDED: {}})
    {'army': 3.0}
    >>> common({FACTIONS: {"red": {"army": 3.0}, "blue": {"army": 4.0}}})
    {}
    """
    roles = [dict(weights) for by_role in parts.values() for weights in by_role.values()]
    alike = len(roles) > 1 and all(weights == roles[0] for weights in roles)
    return roles[0] if alike and not parts.get(CROWDED) else {}


def _tables(name: str, values: Mapping[str, Any]) -> str:
    """Return a table, then the tables in it."""
    inner = {key: value for key, value in values.items() if isinstance(value, Mapping)}
    plain = {key: value for key, value in values.items() if key not in inner}
    parts = [_table(name, plain)] if plain else []
    parts += [_tables(f"{name}.{toml_key(key)}", value) for key, value in inner.items()]
    return "".join(parts)


def _table(name: str, values: Mapping[str, Any]) -> str:
    return f"\n[{name}]\n" + "".join(_pair(key, value) for key, value in values.items())


def _pair(key: str, value: Any) -> str:
    """Return a line `key = value`; JSON's texts, numbers and lists are TOML's."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return f"{toml_key(key)} = {json.dumps(value)}\n"
