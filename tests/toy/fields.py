"""The table of fields: who sees which, and what learners are shown of it."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.fields import SEAT, Field, FieldTable, See, unshown
from tests.toy.rules.board import AREAS
from tests.toy.state import VALUES, Rules, State

FIELDS: Final = FieldTable(
    State,
    lambda t: {SEAT: int(t.players), "value": VALUES, "area": AREAS},
    (
        Field("turn", See.ALL, "turns so far"),
        Field("score", See.ALL, "points", (SEAT,)),
        Field("owner", See.ALL, "whose an area is, -1 nobody's", ("area",), each=1),
        Field("hand", See.SIZE, "own cards by value", (SEAT, "value")),
        *unshown(See.ALL, "point decider active status ending rank played target"),
        *unshown(See.OWN, "memory"),
        *unshown(See.PART, "deck"),  # how many cards it has
        *unshown(See.NOBODY, "streams log log_size"),
    ),
)

write_computed = FIELDS.kernel


@entry
def observe(s: State, t: Rules, seat: int, out: Array) -> None:
    """Write the computed part of an observation, see `kit.fields`."""
    write_computed(s, t, seat, out, 0)
