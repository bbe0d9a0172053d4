"""What a game declares to be an environment for learners."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bloodstones.core.layout import Array
from bloodstones.kit.environment.actions import Group
from bloodstones.kit.environment.sights import Field, Told

Glance = Callable[[Any, Any, int, Array], None]


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
    sizes
        `(t) -> sizes` of the axes of its fields.
    fields, told
        What a seat sees of the state, and what `glance` writes.
    glance
        Its entry `(s, t, seat, out)`: writes what is told, told from the seat on.
    score
        Its entry `(s, t, seat) -> points`: what the seat knows of its own points; for rewards
        before the end.
    scored
        What these points are, in words.
    step
        Its entry for many playthroughs at once: `stepping.step_all` handed its kernels.
    """

    players: int
    board: str
    roles: tuple[str, ...]
    groups: Callable[[Any], tuple[Group, ...]]
    sizes: Callable[[Any], Mapping[str, int]]
    fields: tuple[Field, ...]
    told: tuple[Told, ...]
    glance: Glance
    score: Callable[[Any, Any, int], int]
    scored: str
    step: Callable[..., int]
