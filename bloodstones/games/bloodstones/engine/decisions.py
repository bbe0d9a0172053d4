"""Decisions: one small int each, a kind and up to two arguments x and y in 0..255."""

from __future__ import annotations

from typing import Final, NamedTuple

from bloodstones.core.kernels.decision_codes import encode, kind_of, x_of, y_of
from bloodstones.core.names import Name
from bloodstones.games.bloodstones.rules.names import Unit

MOST_DECISIONS: Final = 4096
BY_SHIP: Final = 1  # y of a step, a withdrawal or a retreat
WITH_CUTIECORN: Final = 2  # added to it for an undead that takes the Cutiecorn along
UNIT_NUMBERS: Final = frozenset(int(unit) for unit in Unit)


class Kind(Name):
    """The kinds of decisions and of chance outcomes with their arguments x, y."""

    PASS = 0  # end of the phase, of the founding or of the picking; keep the tiles; stand; stop
    CITADEL = 1  # area
    FOUND = 2  # unit, area
    RAID_TILE = 3  # unit
    RAID_VILLAGE = 4  # area, owner
    BUILD = 5  # unit, area
    DISCARD = 6  # unit
    COLUMN = 7  # area: units of a move start here
    SELECT = 8  # unit joins the column
    MARCH = 9  # area, 1 by ship route
    END_MOVE = 10
    PAY = 11  # unit
    ATTACK = 12  # area, defender
    WITHDRAW = 13  # area, 1 by ship route
    SWAP = 14  # combat tile value out, unit in
    CASUALTY = 15  # unit
    RETREAT = 16  # area, 1 by ship route
    SETTLE_TILE = 17  # unit
    SETTLE = 18  # area
    RESETTLE = 19  # area
    HOME = 20  # area: the Chaos Horde starts there
    UNDEAD = 21  # area: one undead moves from here
    UNDEAD_STEP = 22  # area, 1 by ship route + 2 with the Cutiecorn
    RAISE = 23  # count
    REENTER = 24  # unit, area
    KEEP_OUT = 28  # unit that does not fight
    FIRST_SEAT = 32  # chance: the seat that starts
    TILE = 33  # chance: unit of the tile that leaves the bag
    COMBAT_TILE = 34  # chance: value of the combat tile that is drawn


_UNIT_FIRST: Final = frozenset(
    {
        Kind.FOUND,
        Kind.RAID_TILE,
        Kind.BUILD,
        Kind.DISCARD,
        Kind.SELECT,
        Kind.PAY,
        Kind.CASUALTY,
        Kind.SETTLE_TILE,
        Kind.REENTER,
        Kind.KEEP_OUT,
        Kind.TILE,
    }
)
_BARE: Final = frozenset({Kind.PASS, Kind.END_MOVE})
_BY_ROUTE: Final = frozenset({Kind.MARCH, Kind.WITHDRAW, Kind.RETREAT, Kind.UNDEAD_STEP})
_TWO: Final = frozenset({Kind.FOUND, Kind.BUILD, Kind.REENTER, Kind.RAID_VILLAGE, Kind.ATTACK})


def _unit_id(number: int) -> str:
    """The id of a unit number, or the bare number where no unit has it."""
    return Unit(number).id if number in UNIT_NUMBERS else str(int(number))


class Decision(NamedTuple):
    """A decision as Python code reads it.

    Examples
    --------
    >>> Decision.unpack(encode(int(Kind.BUILD), int(Unit.SHIP), 35))
    Decision(kind=<Kind.BUILD: 5>, x=11, y=35)
    >>> str(Decision(Kind.BUILD, int(Unit.SHIP), 35))
    'build ship 35'
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
        words = [self.kind.name.lower()]
        if self.kind is Kind.SWAP:
            words += [str(self.x), _unit_id(self.y)]
        elif self.kind not in _BARE:
            words.append(_unit_id(self.x) if self.kind in _UNIT_FIRST else str(int(self.x)))
            if self.kind in _TWO:
                words.append(str(int(self.y)))
            if self.kind in _BY_ROUTE and self.y & BY_SHIP:
                words.append("by ship")
            if self.kind is Kind.UNDEAD_STEP and self.y & WITH_CUTIECORN:
                words.append("with cutiecorn")
        return " ".join(words)
