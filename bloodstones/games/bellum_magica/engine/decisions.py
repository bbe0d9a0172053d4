"""Decisions and chance outcomes: one small int each, a kind and up to two arguments x and y."""

from __future__ import annotations

from typing import Final, NamedTuple

from bloodstones.core.kernels.decision_codes import encode, kind_of, x_of, y_of
from bloodstones.core.names import Name

MOST_DECISIONS: Final = 128


class Kind(Name):
    """The kinds of decisions, then (from FIRST_CAPTAIN on) of chance outcomes, with x, y."""

    PASS = 0  # no reroll, no attack, no more thefts, no more purchases
    CASTLE = 1  # castle
    GOBLIN = 2  # card, side
    SPELL = 3
    BARREL = 4
    LOCATION = 5  # location
    TAVERN = 6
    RAID = 7  # victim
    STEAL = 8  # chest kind
    GIVE = 9  # chest kind, value
    RECRUIT = 10  # card, price
    PLACE = 11  # card, side
    FIRST_CAPTAIN = 16  # seat
    DEAL_CASTLE = 17  # castle
    DEAL_GOBLIN = 18  # card
    OPEN_LOCATION = 19  # location
    OPEN_CREATURE = 20  # card
    ROLL = 21  # row, 0 to 5
    CHEST = 22  # chest kind, value
    STOLEN = 23  # chest kind, value


class Price(Name):
    """The ways to pay for a creature (BM-RECRUIT-02, BM-RECRUIT-03)."""

    FOOD = 0
    GLYPH_AND_FOOD = 1
    GLYPHS = 2


class Decision(NamedTuple):
    """A decision or outcome as Python code reads it.

    >>> Decision.unpack(encode(int(Kind.RAID), 2, 0))
    Decision(kind=<Kind.RAID: 7>, x=2, y=0)
    >>> str(Decision(Kind.RAID, 2))
    'raid 2 0'
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
        return f"{self.kind.id} {self.x} {self.y}"
