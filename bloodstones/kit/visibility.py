"""Who sees which field of a state, declared once for a game.

A game declares every field of its state in a table, `VISIBILITY`. Views take what lies open from
it, and `kit.hidden` checks by it that nobody sees more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np

from bloodstones.core.errors import RunError
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.names import Name
from bloodstones.kit.environment.sights import SEAT, Field


class See(Name):
    """Who sees a field of the state.

    Fields of OWN and SIZE are by seat, the first axis. Of KNOWN and PART the game's view tells what
    a seat sees: of KNOWN from what was shown to it so far, of PART from what lies open now.
    """

    ALL = 0  # everybody
    OWN = 1  # each seat its own row
    SIZE = 2  # each seat its own row, everybody how many there are in each
    KNOWN = 3  # what was shown to a seat so far
    PART = 4  # what lies open to a seat now
    NOBODY = 5  # luck, plans and scratch


Visibility = Mapping[str, See]
NUMBERED: Final = (See.OWN, See.SIZE)


def table(
    everybody: str, own: str = "", size: str = "", known: str = "", part: str = "", nobody: str = ""
) -> Visibility:
    """Return the visibility of fields, given by who sees them: names with blanks between them.

    >>> table("turn map", own="hand")["hand"]
    <See.OWN: 1>

    Raises
    ------
    RunError
        If a field is declared twice.
    """
    found: dict[str, See] = {}
    for see, names in zip(See, (everybody, own, size, known, part, nobody), strict=True):
        for name in names.split():
            if name in found:
                raise RunError(f"{name} is declared as seen by {found[name].id} and by {see.id}")
            found[name] = see
    return found


def open_to_all(visibility: Visibility) -> tuple[str, ...]:
    """Return the fields that everybody sees, in the order of the declaration.

    >>> open_to_all(table("turn map", own="hand"))
    ('turn', 'map')
    """
    return tuple(name for name, see in visibility.items() if see is See.ALL)


def undeclared(layout: type[Layout], visibility: Visibility) -> set[str]:
    """Return the fields that are declared and not there, or there and not declared."""
    return set(layout.fields()) ^ set(visibility)


def overseen(fields: Iterable[Field], visibility: Visibility) -> list[str]:
    """Return the fields of an observation that show a seat more than it is declared to see.

    >>> overseen([Field("turn", ""), Field("hand", "", (SEAT,))], table("turn", own="hand"))
    ['hand']
    """
    return [
        field.name
        for field in fields
        if visibility.get(field.name) is not See.ALL
        and not (
            field.own
            and visibility.get(field.name) in (*NUMBERED, See.KNOWN, See.PART)
            and field.axes[:1] == (SEAT,)
        )
    ]


def apart(
    layout: type[Layout], one: Any, other: Any, seat: int, visibility: Visibility
) -> list[str]:
    """Return the fields by which a seat tells two states apart, of those it sees as they are.

    Fields of KNOWN and PART are the view's to tell and are left out.
    """
    found = []
    for name in layout.fields():
        mine, theirs = _value(one, name), _value(other, name)
        see = visibility[name]
        same = True
        if see is See.ALL:
            same = np.array_equal(mine, theirs)
        elif see in NUMBERED:
            same = np.array_equal(mine[seat], theirs[seat])
            if see is See.SIZE:
                same = same and np.array_equal(_sizes(mine), _sizes(theirs))
        if not same:
            found.append(name)
    return found


def _sizes(value: Array) -> Array:
    sizes: Array = value.reshape(len(value), -1).sum(axis=1, dtype=np.int64)
    return sizes


def _value(state: Any, name: str) -> Array:
    """Return a field as an array, taken as an item so that no attribute of NumPy stands before."""
    return np.asarray(state[name] if isinstance(state, np.void) else getattr(state, name))
