"""What learners do and see at one table: its action space and its observations."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np

from bloodstones.core.kernels.layout import Array
from bloodstones.kit.environment.actions import ActionSpace, Group
from bloodstones.kit.environment.observations import (
    DTYPE,
    Observations,
    copy_fields,
    observations_of,
    record_of,
    views_of,
)
from bloodstones.kit.fields import FieldTable
from bloodstones.kit.kernels import observe


@dataclass(frozen=True, slots=True)
class Environment:
    """A game's part in its environments; it is `ENVIRONMENT` in the game's `environment`.

    Attributes
    ----------
    players
        The default number of players.
    board
        The board that is played on where none is named and it takes so many, "" for a game without.
    roles
        Those that sit at the table where none are named, the first ones first; none for a game
        that deals them.
    groups
        `(t) -> groups` of decisions: its fixed action space at a table, by the packed rules.
    fields
        Its table of fields, from which observations follow.
    scored
        What the points of `kernels.score` are, in words: what rewards before the end rest on.
    """

    players: int
    board: str
    roles: tuple[str, ...]
    groups: Callable[[Any], tuple[Group, ...]]
    fields: FieldTable
    scored: str


@dataclass(frozen=True, slots=True)
class ObservedView:
    """What a Python strategy decides from that declares `observes = True`.

    Attributes
    ----------
    observation
        What the seat sees: int16 array, flat.
    seat
        Who decides.
    actions, observations
        The action space of the table, and what the parts of an observation are.
    memory, luck
        As in `python_strategy.PlayerView`.
    """

    observation: Array
    seat: int
    actions: ActionSpace
    observations: Observations
    memory: Array
    luck: random.Random

    def number(self, decision: Any) -> int:
        """Return the action that a legal decision is."""
        return self.actions.number(self.seat, decision.pack())

    def named(self) -> dict[str, Array]:
        """Return the parts of the observation by name and in their shapes."""
        return self.observations.named(self.observation)


@dataclass(frozen=True)
class Spaces:
    """What a game declares for learners, at one table.

    Attributes
    ----------
    declared
        What it declares.
    tables
        Its packed rules.
    """

    declared: Environment
    tables: Any

    @cached_property
    def observations(self) -> Observations:
        """The layout of what a seat sees."""
        return observations_of(self.declared.fields, self.tables)

    @cached_property
    def actions(self) -> ActionSpace:
        """What a seat can do."""
        return ActionSpace(self.declared.groups(self.tables), self.observations.players)

    def observe(self, state: Any, seat: int) -> Array:
        """Return what a seat sees of a state: int16 array of the observations' size.

        Parameters
        ----------
        state
            The complete state; it is not changed.
        seat
            The observer. Values that number seats are counted from it, clockwise.
        """
        layout = self.observations
        row = np.zeros(layout.size, DTYPE)
        record = record_of(self.declared.fields.layout, state)
        one, two, four, eight = (view[0] for view in views_of(record))
        copy_fields(layout.plan, layout.players, seat, one, two, four, eight, row)
        observe(state, self.tables, seat, row[layout.computed :])
        return row

    def view_of(self, state: Any, seat: int, memory: Array, luck: random.Random) -> ObservedView:
        """Return what a Python strategy decides from, see `python_strategy.PythonPlayer`."""
        seen = self.observe(state, seat)
        return ObservedView(seen, seat, self.actions, self.observations, memory, luck)


def spaces_of(environment: str, tables: Any) -> Spaces:
    """Return the spaces of a table of the game whose module `environment` declares them.

    Parameters
    ----------
    environment
        Dotted name of the module; it holds an `ENVIRONMENT`.
    tables
        Packed rules of the setup.
    """
    return Spaces(import_module(environment).ENVIRONMENT, tables)
