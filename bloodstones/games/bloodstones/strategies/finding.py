"""Every strategy by its name: scripted, restricted, searching, or a user's class in Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bloodstones.games.bloodstones.strategies.plans import PLANS
from bloodstones.games.bloodstones.strategies.restrictions import restricted
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.strategy import Strategy

FINDER: Final = Finder(PLANS, restricted)


def shipped() -> Mapping[str, Strategy]:
    """Return all shipped strategies by id: scripted ones, then searching ones.

    >>> list(shipped())[:4]
    ['random', 'greedy', 'builder', 'raider']
    """
    return FINDER.shipped()


def find_strategy(name: str, where: str) -> Strategy:
    """Return the strategy called `name`; for the names see `kit.players.finder.Finder.find`.

    Parameters
    ----------
    name
        Of a shipped, restricted, searching, preset or Python strategy.
    where
        Names the argument for the error.

    Raises
    ------
    InputError
        If there is no such strategy; with near matches.

    Examples
    --------
    >>> find_strategy("ismcts_128", "here").weights["simulations"]
    128.0
    """
    return FINDER.find(name, where)
