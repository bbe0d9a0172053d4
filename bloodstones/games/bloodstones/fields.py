"""Who sees which field of a state, and what observations show of it (BS-GEN-12 to -14)."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import (
    ATTACKER,
    DEFENDER,
    DRAWN,
    NOTHING,
    SIDES,
    UNITS,
    GameState,
    Point,
    Source,
)
from bloodstones.games.bloodstones.rules.register import CORSAIR_REVEAL_ALL
from bloodstones.kit.fields import SEAT, Field, FieldTable, See, unshown

SWAPPED: Final = 1
UNKNOWN: Final = -1


def sizes(t: RuleTables) -> dict[str, int]:
    """Return the sizes of the axes of fields."""
    return {
        SEAT: int(t.players),
        "area": int(t.areas),
        "unit": UNITS,
        "source": len(Source),
        "side": SIDES,
        "tile": DRAWN,
    }


@kernel
def write_tiles(s: GameState, t: RuleTables, seat: int, out: Array, at: int) -> int:
    """Write what a seat sees of hands and combat tiles, as `view.visible` does."""
    players = int(t.players)
    swapping = s.point == Point.SWAP
    for turned in range(players):
        out[at + turned] = s.hand_size[(seat + turned) % players]
    tiles = at = at + players
    for _ in range(SIDES * DRAWN + 2):
        out[at] = 0
        at += 1
    out[at - 2] = NOTHING
    out[at - 1] = NOTHING
    for side in range(SIDES):
        out[at + side] = 0
        if swapping:
            write_side(s, t, seat, side, out, tiles)
    return at + SIDES


@kernel
def write_side(s: GameState, t: RuleTables, seat: int, side: int, out: Array, tiles: int) -> None:
    """Write what a seat sees of one side of the battle; `tiles`: where the combat tiles begin.

    The hands stand before them, the tile swapped in, the one shown and the swaps behind them.
    """
    hands, at = tiles - int(t.players), tiles + SIDES * DRAWN + 2
    swapped = s.swapped[side] != NOTHING
    if sees_swap(s, t, seat, side):
        out[at + side] = SWAPPED if swapped else 0
    else:
        out[at + side] = UNKNOWN
        if swapped:
            out[hands + (s.side_seat[side] - seat) % int(t.players)] += 1
    first = 0
    if s.side_seat[side] == seat:
        out[at - 2] = s.swapped[side]
        other = 1 - side
        if shows(s, t, other) and s.swapped[other] != NOTHING:
            unit = s.swapped[other]
            lowest = s.drawn[other, DRAWN - t.tiles_counted]
            if t.pips[s.side_seat[other], unit] >= lowest:
                out[at - 1] = unit
    elif not shows(s, t, side):
        first = DRAWN
    elif t.corsair_reveal != CORSAIR_REVEAL_ALL:  # AMB-19
        first = DRAWN - int(t.tiles_counted)
    for place in range(first, DRAWN):
        out[tiles + side * DRAWN + place] = s.drawn[side, place]


@kernel
def shows(s: GameState, t: RuleTables, side: int) -> bool:
    """Whether a side has shown its tiles, since Corsairs swap after it (BS-CORSAIR-09)."""
    return bool(s.swaps_done == 1 and t.swaps_last[s.side_seat[1 - side]])


@kernel
def sees_swap(s: GameState, t: RuleTables, seat: int, side: int) -> bool:
    """Whether a seat knows if a side has swapped (BS-COMBAT-22, AMB-18)."""
    if t.swap_announced or s.side_seat[side] == seat or s.swaps_done == 0:
        return True
    first = DEFENDER if t.swaps_last[s.side_seat[ATTACKER]] else ATTACKER
    return side != first or shows(s, t, side)


FIELDS: Final = FieldTable(
    GameState,
    sizes,
    (
        Field("point", See.ALL, "kind of decision, a number of `Point`"),
        Field("turn", See.ALL, "turns of all seats so far"),
        Field("decider", See.ALL, "who decides", each=1),
        Field("active", See.ALL, "whose turn it is", each=1),
        Field("first_seat", See.ALL, "who began", each=1),
        Field("finisher", See.ALL, "seat that met the end condition, -1 for nobody yet", each=1),
        Field("final_steps", See.ALL, "steps of the final battles begun"),
        Field("cutiecorn", See.ALL, "1 if the Cutiecorn is off the map"),
        Field("raided", See.ALL, "1 if this turn's raid is over"),
        Field("points_left", See.ALL, "founding points"),
        Field("restarting", See.ALL, "1 if a wiped-out seat starts again"),
        Field("pips_left", See.ALL, "pips left of the tile spent for raiding or settling"),
        Field("picked", See.ALL, "villages captured or built with that tile"),
        Field("due", See.ALL, "tiles or pips still to be paid"),
        Field("last_unit", See.ALL, "last unit selected or paid"),
        Field("column_area", See.ALL, "area of the marching column"),
        Field("column_size", See.ALL, "number of units in the marching column"),
        Field("column", See.ALL, "units of the marching column, by type", ("unit",)),
        Field("move_cost", See.ALL, "pips of the march so far"),
        Field("undead_area", See.ALL, "area of the moving undead"),
        Field("steps_left", See.ALL, "land areas that the undead may still enter"),
        Field("battle_area", See.ALL, "area of the battle"),
        Field("side_seat", See.ALL, "attacker, defender", ("side",), each=1),
        Field("swaps_done", See.ALL, "sides that have decided on a swap"),
        Field("loser_side", See.ALL, "the side that lost the battle"),
        Field("only_by_ship", See.ALL, "1 if the withdrawal must be by ship"),
        Field("beaten", See.ALL, "units of the loser before casualties"),
        Field("removed", See.ALL, "units of the loser removed so far"),
        Field("kept_out", See.ALL, "units that do not fight", ("side", "unit")),
        Field("eliminated", See.ALL, "1 if out of the game", (SEAT,)),
        Field("citadel", See.ALL, "area of the citadel, -1 off the map", (SEAT,)),
        Field("vp", See.ALL, "points by source", (SEAT, "source")),
        Field("regroups", See.ALL, "regroups so far", (SEAT,)),
        Field("pool", See.ALL, "village pieces off the map", (SEAT,)),
        Field("village_count", See.ALL, "own villages on the map", (SEAT,)),
        Field("captured", See.ALL, "villages taken", (SEAT,)),
        Field("citadels_taken", See.ALL, "citadels taken", (SEAT,)),
        Field("undead_supply", See.ALL, "undead in the supply", (SEAT,)),
        Field("bag_size", See.ALL, "tiles in the bag", (SEAT,)),
        Field("discard_size", See.ALL, "discarded tiles", (SEAT,)),
        Field("discard", See.ALL, "discarded tiles by type", (SEAT, "unit")),
        Field(
            "left_area", See.ALL, "bits of seats that withdrew or retreated from there", ("area",)
        ),
        Field("undead_ready", See.ALL, "undead that have not moved", ("area",)),
        Field("villages", See.ALL, "villages", (SEAT, "area")),
        Field("units", See.ALL, "units on the map", (SEAT, "area", "unit")),
        Field("hand", See.OWN, "own tiles in hand", (SEAT, "unit")),
        Field("bag", See.SIZE, "own tiles in the bag", (SEAT, "unit")),
        Field(
            "hand_sizes",
            See.PART,
            "tiles that each seat seems to hold",
            (SEAT,),
            kernel=write_tiles,
        ),
        Field(
            "drawn",
            See.PART,
            "combat tiles seen by side, ascending, 0 for none",
            ("side", "tile"),
            kernel=write_tiles,
        ),
        Field(
            "swapped_in", See.PART, "own hand tile in the battle, -1 for none", kernel=write_tiles
        ),
        Field(
            "shown_in",
            See.PART,
            "hand tile that the enemy shows in the battle, -1 for none",
            kernel=write_tiles,
        ),
        Field(
            "swaps",
            See.PART,
            "1 swapped, 0 not or not yet, -1 unknown",
            ("side",),
            kernel=write_tiles,
        ),
        *unshown(
            See.ALL,
            """
            force_size total held areas_held kinds occupied settled village_total drawer
            draw_goal after_draw placed status ending rank left_units after_cost rides
            draws_due battles battles_won withdrawals units_built units_lost
            villages_built villages_lost turns home area_battles area_built
            area_captured
            """,
        ),
        *unshown(See.OWN, "hand_pips hand_kinds memory"),
        *unshown(See.PART, "hand_size swapped"),
        *unshown(
            See.NOBODY,
            "streams log log_size log_open stamp mark queue worths network fresh sites",
        ),
    ),
)

write_computed = FIELDS.kernel


@entry
def observe(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write the computed part of an observation, see `kit.fields`."""
    write_computed(s, t, seat, out, 0)
