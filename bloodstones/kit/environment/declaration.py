"""What a game declares to be an environment for learners."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bloodstones.kit.environment.actions import Group
from bloodstones.kit.fields import FieldTable


@dataclass(frozen=True, slots=True)
class Environment:
    """A game's part in its environments; it stands as `ENVIRONMENT` in the game's `environment`.

    Attributes
    ----------
    players
        How many sit at a table where nothing is said.
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
