"""Decisions and chance outcomes: one small int each, a kind and up to two arguments x and y."""

from __future__ import annotations

from typing import Final, NamedTuple

from bloodstones.core.kernels.decision_codes import encode, kind_of, x_of, y_of
from bloodstones.core.names import Name

MOST_DECISIONS: Final = 2048
ANY_SIDE: Final = 6  # y of SHIP into a port at peace


class Kind(Name):
    """The kinds with their arguments x, y; from ROLLED_INITIATIVE on outcomes of chance."""

    PASS = 0
    BUY = 1  # kind of unit, strength
    PLACE = 2  # block, city
    PIN = 3  # block
    PICK = 4  # block: it begins to move
    GO = 5  # direction
    STOP = 6
    SHIP = 7  # city, direction of the sea side it lands over
    DECLARE = 8  # side of the battle
    CAST = 9  # block, spell
    TARGET = 10  # block
    DISPEL = 11  # block
    FIGHT = 12  # place among the seat's battles, by hex
    FIRE = 13  # block
    RETREAT = 14  # block
    REST = 15  # block: a wizard does nothing
    HIT = 16  # block
    LEAVE = 17  # block
    COME = 18  # block
    REMOVE = 19  # block
    GAIN = 20  # block: a step more
    NEW = 21  # kind of unit, city
    FORT = 22  # block: a castle where it stands
    SHIFT = 23  # block, block: a step from one to the other
    DISBAND = 24  # block
    BREAK = 25  # seat: the alliance with it ends
    SWITCH = 26  # changes sides in the battle
    ROLLED_INITIATIVE = 40  # seat, total
    ROLLED_HITS = 41  # hits
    ROLLED_DIE = 42  # die


class Decision(NamedTuple):
    """A decision or an outcome as Python code reads it.

    >>> str(Decision.unpack(encode(int(Kind.GO), 3, 0)))
    'go 3 0'
    """

    kind: Kind
    x: int = 0
    y: int = 0

    @classmethod
    def unpack(cls, code: int) -> Decision:
        """Read a packed decision."""
        return cls(Kind(int(kind_of(code))), int(x_of(code)), int(y_of(code)))

    def pack(self) -> int:
        """The packed decision, an int32."""
        return int(encode(int(self.kind), int(self.x), int(self.y)))

    def __str__(self) -> str:
        return f"{self.kind.id} {int(self.x)} {int(self.y)}"
