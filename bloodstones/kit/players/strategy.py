"""A strategy as data, whatever the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from bloodstones.core.names import Name
from bloodstones.kit.players.traits import SCRIPTED_TRAITS, Traits

LEARNED: Final = "@"  # between a strategy and the folder of values that it judges by


class Family(Name):
    """How a strategy decides."""

    RANDOM = 0
    SCRIPTED = 1
    MONTE_CARLO = 2
    TREE_SEARCH = 3
    PYTHON = 4
    GREEDY = 5  # the most at once, without parameters


COMPILED = (Family.RANDOM, Family.GREEDY, Family.SCRIPTED)
SEARCHING = (Family.MONTE_CARLO, Family.TREE_SEARCH)


@dataclass(frozen=True, slots=True)
class Strategy:
    """A strategy as data.

    Attributes
    ----------
    id, title
        Name in files and commands, and what it does in a few words.
    family
        How it decides.
    weights
        Parameters by name, as parameters.toml explains them; empty for `random`.
    traits
        What it declares about itself.
    policies
        The scripted strategies that a searching one asks; roll-outs go by the first.
    by_role
        All parameters by name for the roles that it plays otherwise.
    crowded
        The same for tables of `crowd` or more players.
    barred
        By role what it never does, in whatever form the game's own kernels read it.
    crowd
        Players from which on `crowded` counts; 0: never.
    values
        The folder of the learned values by which a searching one judges; "" without.
    looks
        The folder of those by which it drops candidates before they are simulated; "" without.
    features
        What such values read of each seat, by name.
    """

    id: str
    title: str
    family: Family
    weights: Mapping[str, float]
    traits: Traits = SCRIPTED_TRAITS
    policies: tuple[str, ...] = ()
    by_role: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    crowded: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    barred: Mapping[str, Any] = field(default_factory=dict)
    crowd: int = 0
    values: str = ""
    looks: str = ""
    features: tuple[str, ...] = ()

    def weights_of(self, role: str, players: int) -> Mapping[str, float]:
        """Return the parameters with which it plays a role at a table of so many.

        Parameters
        ----------
        role
            "" or an unknown role: the weights of no particular role.
        players
            At the table; from `crowd` on those of `crowded` count, where the role has some.
        """
        weights = self.by_role.get(role, self.weights)
        crowded = 0 < self.crowd <= players
        return self.crowded.get(role, weights) if crowded else weights
