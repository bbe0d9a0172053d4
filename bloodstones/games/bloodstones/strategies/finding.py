"""Every strategy by its name: scripted, searching, or somebody's own in Python."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bloodstones.core.errors import expected, near_matches
from bloodstones.games.bloodstones.strategies import policy
from bloodstones.games.bloodstones.strategies.policy import Strategy
from bloodstones.games.bloodstones.strategies.python_strategy import MARK, load_strategy
from bloodstones.games.bloodstones.strategies.restrictions import restricted
from bloodstones.games.bloodstones.strategies.search.searchers import find_searcher, searchers


def shipped() -> Mapping[str, Strategy]:
    """Return all shipped strategies by id: scripted ones, then searching ones."""
    return MappingProxyType({**policy.strategies(), **searchers()})


def find_strategy(name: str, where: str) -> Strategy:
    """Return the strategy called `name`; `where` names the argument for the error.

    Parameters
    ----------
    name
        The id of a shipped one; a scripted one that goes without something
        (`warlord_without_dragon`); a searching one with its budget (`monte_carlo_256`);
        `module:Name` or `path/to/file.py:Name` for a Python strategy.

    Raises
    ------
    InputError
        For an unknown name, a budget that cannot be, Python code that cannot be loaded.

    Examples
    --------
    >>> find_strategy("ismcts_128", "here").weights["simulations"]
    128.0
    """
    if MARK in name:
        return load_strategy(name, where).strategy
    known = shipped()
    found = known.get(name) or restricted(name, known, where) or find_searcher(name, where)
    if found is None:
        tip = near_matches(name, known) or f"known: {', '.join(known)}"
        raise expected("a strategy", name, where, tip)
    return found
