"""What a seat sees of a playthrough (BS-GEN-12 to -14): its information set, as data.

Open to everybody are the map, the discard piles, the number of tiles in every bag and hand, and all
decisions so far. A seat also sees its own hand and can count its own bag. In a battle it sees
the combat tiles that it has drawn, and the tiles that the enemy of Corsairs shows them
(BS-CORSAIR-09). That a side has swapped is open at once (BS-COMBAT-22) or, with the option
`swap_announced=false` (AMB-18), only when tiles are shown; until then the swapped tile counts among
those in hand, since a smaller hand would give the swap away.

Positions with equal views are in one information set: a strategy with the same memory and the same
random stream must make the same decision in each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import (
    ATTACKER,
    DEFENDER,
    DRAWN,
    NOTHING,
    SIDES,
    GameState,
    Point,
)
from bloodstones.games.bloodstones.fields import FIELDS
from bloodstones.games.bloodstones.rules.register import CORSAIR_REVEAL_ALL

SWAPPED: Final = 1
KEPT: Final = 0
UNKNOWN: Final = -1


@dataclass(frozen=True, eq=False)
class View:
    """The information set of one seat.

    Views are equal if the seat cannot tell the positions apart.

    Attributes
    ----------
    seat
        Whose view it is.
    table
        Field of the state -> its value, for everything that is open.
    hand, bag
        The own tiles: int8 arrays over unit types.
    hand_sizes
        How many tiles each seat seems to hold: int64 array over seats.
    drawn
        Combat tiles by side, ascending, 0 where the seat sees none: int64 array (2, DRAWN).
    swapped_in
        The own hand tile that is swapped into the battle, `NOTHING` if none.
    shown_in
        The hand tile that the enemy of Corsairs has swapped in and shows among those that count
        (BS-CORSAIR-09), `NOTHING` if none.
    swaps
        By side of the battle `SWAPPED`, `KEPT` (not, or not yet) or `UNKNOWN`: int64 array.
    """

    seat: int
    table: Mapping[str, Any]
    hand: Array
    bag: Array
    hand_sizes: Array
    drawn: Array
    swapped_in: int
    shown_in: int
    swaps: Array

    def key(self) -> bytes:
        """Return the view as bytes: equal for equal views of one game, different for others."""
        own = (self.hand, self.bag, self.hand_sizes, self.drawn, self.swaps)
        parts = (self.seat, self.swapped_in, self.shown_in, *self.table.values(), *own)
        return b"".join(np.asarray(part).tobytes() for part in parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


def visible(s: GameState, t: RuleTables, seat: int) -> View:
    """Return what a seat sees; nothing in it is shared with the state (BS-GEN-12, -13, -14).

    Parameters
    ----------
    s, t
        The state and the packed rules of the playthrough.
    seat
        Whose view it is, 0 to players - 1; it need not be the one to decide.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.maps.reading import load_map
    >>> from bloodstones.games.bloodstones.rules.names import Faction
    >>> from bloodstones.games.bloodstones.engine.game_setup import GameSetup
    >>> from bloodstones.games.bloodstones.engine.playthrough import Playthrough
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> line_up = [Faction.HILL_FOLK, Faction.HORSE_LORDS]
    >>> game = Playthrough(GameSetup(load_ruleset(), load_map("tyrants_lament"), line_up), 7)
    >>> view = visible(game.state, game.tables, 0)
    >>> int(view.hand.sum()), view.hand_sizes[:2].tolist(), view.swaps.tolist()
    (9, [9, 9], [0, 0])
    """
    sees = [_sees_swap(s, t, seat, side) for side in range(SIDES)]
    swapped = [bool(s.point == Point.SWAP and s.swapped[side] != NOTHING) for side in range(SIDES)]
    hand_sizes = np.array(s.hand_size, np.int64)
    swaps = np.full(SIDES, UNKNOWN, np.int64)
    for side in range(SIDES):
        if sees[side]:
            swaps[side] = SWAPPED if swapped[side] else KEPT
        elif swapped[side]:
            hand_sizes[s.side_seat[side]] += 1
    own_side = _own_side(s, seat)
    return View(
        seat,
        FIELDS.open_values(s),
        hand=s.hand[seat].copy(),
        bag=s.bag[seat].copy(),
        hand_sizes=hand_sizes,
        drawn=np.stack([_tiles_seen(s, t, seat, side) for side in range(SIDES)]),
        swapped_in=NOTHING if own_side is None else int(s.swapped[own_side]),
        shown_in=NOTHING if own_side is None else _tile_shown(s, t, 1 - own_side),
        swaps=swaps,
    )


def _own_side(s: GameState, seat: int) -> int | None:
    """Return the side on which a seat swaps in the battle under way, if any."""
    sides = [side for side in (ATTACKER, DEFENDER) if s.side_seat[side] == seat]
    return sides[0] if sides and s.point == Point.SWAP else None


def _shown(s: GameState, t: RuleTables, side: int) -> bool:
    """Whether a side has shown its tiles, since Corsairs swap after it (BS-CORSAIR-09)."""
    waiting = s.point == Point.SWAP and s.swaps_done == 1
    return bool(waiting and t.swaps_last[s.side_seat[1 - side]])


def _tile_shown(s: GameState, t: RuleTables, side: int) -> int:
    """Return the hand tile that a side has swapped in and shows, if it is one that counts.

    It counts before a combat tile of the same value (AMB-58).
    """
    unit = int(s.swapped[side])
    if unit == NOTHING or not _shown(s, t, side):
        return NOTHING
    lowest = s.drawn[side][DRAWN - int(t.tiles_counted)]
    return unit if t.pips[s.side_seat[side], unit] >= lowest else NOTHING


def _sees_swap(s: GameState, t: RuleTables, seat: int, side: int) -> bool:
    """Whether a seat knows if a side has swapped (BS-COMBAT-22, AMB-18)."""
    if s.point != Point.SWAP or t.swap_announced or s.side_seat[side] == seat:
        return True
    return s.swaps_done == 0 or side != _first_to_swap(s, t) or _shown(s, t, side)


def _first_to_swap(s: GameState, t: RuleTables) -> int:
    return DEFENDER if t.swaps_last[s.side_seat[ATTACKER]] else ATTACKER


def _tiles_seen(s: GameState, t: RuleTables, seat: int, side: int) -> Array:
    """Return the combat tiles of a side that a seat sees: int64 array of DRAWN.

    See BS-GEN-12, BS-COMBAT-18.
    """
    tiles = np.zeros(DRAWN, np.int64)
    if s.point != Point.SWAP:
        return tiles
    first = 0
    if s.side_seat[side] != seat:
        if not _shown(s, t, side):
            return tiles
        if t.corsair_reveal != CORSAIR_REVEAL_ALL:  # AMB-19
            first = DRAWN - int(t.tiles_counted)
    tiles[first:] = s.drawn[side][first:]
    return tiles
