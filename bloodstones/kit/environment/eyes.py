"""What learners see and do at one table: its action space and its observations."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np

from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.kit.environment.actions import ActionSpace
from bloodstones.kit.environment.declared import Environment
from bloodstones.kit.environment.seeing import DTYPE, record_of, see, views_of
from bloodstones.kit.environment.sights import SEAT, Sight, sight_of
from bloodstones.kit.kernels import observe


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a Python strategy decides from that declares `observes = True`.

    Attributes
    ----------
    observation
        What the seat sees: int16 array, flat.
    seat
        Who decides.
    actions, sight
        The action space of the table, and what the parts of an observation are.
    memory, luck
        As in `python_strategy.Sight`.
    """

    observation: Array
    seat: int
    actions: ActionSpace
    sight: Sight
    memory: Array
    luck: random.Random

    def number(self, decision: Any) -> int:
        """Return the action that a legal decision is."""
        return self.actions.number(self.seat, decision.pack())

    def named(self) -> dict[str, Array]:
        """Return the parts of the observation by name and in their shapes."""
        return self.sight.named(self.observation)


@dataclass(frozen=True)
class Eyes:
    """What a game declares for learners, at one table.

    Attributes
    ----------
    declared
        What it declares.
    layout
        The record of its state.
    tables
        Its packed rules.
    """

    declared: Environment
    layout: type[Layout]
    tables: Any

    @cached_property
    def sight(self) -> Sight:
        """What a seat sees."""
        sizes = self.declared.sizes(self.tables)
        return sight_of(self.layout, self.declared.fields, self.declared.told, sizes)

    @cached_property
    def actions(self) -> ActionSpace:
        """What a seat can do."""
        players = self.declared.sizes(self.tables)[SEAT]
        return ActionSpace(self.declared.groups(self.tables), players)

    def observe(self, state: Any, seat: int) -> Array:
        """Return what a seat sees of a state: int16 array of the sight's size."""
        row = np.zeros(self.sight.size, DTYPE)
        one, two, four, eight = (view[0] for view in views_of(record_of(self.layout, state)))
        see(self.sight.plan, self.sight.players, seat, one, two, four, eight, row)
        observe(state, self.tables, seat, row[self.sight.told :])
        return row

    def look(self, state: Any, seat: int, memory: Array, luck: random.Random) -> Outlook:
        """Return what a Python strategy decides from, see `python_strategy.PythonPlayer`."""
        seen = self.observe(state, seat)
        return Outlook(seen, seat, self.actions, self.sight, memory, luck)


def eyes_of(environment: str, layout: type[Layout], tables: Any) -> Eyes:
    """Return the eyes of a table of the game whose module `environment` declares them."""
    return Eyes(import_module(environment).ENVIRONMENT, layout, tables)
