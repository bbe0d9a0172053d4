"""The game as an environment for learners: its actions, and what a seat sees (BS-GEN-12 to -14)."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.decisions import BY_SHIP, WITH_CUTIECORN, Kind
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
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.rules.options import CORSAIR_REVEAL_ALL
from bloodstones.kit.environment.actions import Group, by_seat, upto
from bloodstones.kit.environment.declared import Environment
from bloodstones.kit.environment.sights import SEAT, Field, Told

SWAPPED: Final = 1
UNKNOWN: Final = -1
ROUTES: Final = BY_SHIP + 1
UNDEAD_ROUTES: Final = BY_SHIP + WITH_CUTIECORN + 1


def groups(t: RuleTables) -> tuple[Group, ...]:
    """Return the kinds of decisions with the values of their arguments."""
    area, unit, seat = upto("area", t.areas), upto("unit", UNITS), by_seat("seat", t.players)
    route = upto("route", ROUTES)
    value = upto("combat tile", int(t.combat_tile.max()) + 1)
    return (
        Group(Kind.PASS),
        Group(Kind.CITADEL, area),
        Group(Kind.FOUND, unit, area),
        Group(Kind.RAID_TILE, unit),
        Group(Kind.RAID_VILLAGE, area, seat),
        Group(Kind.BUILD, unit, area),
        Group(Kind.DISCARD, unit),
        Group(Kind.COLUMN, area),
        Group(Kind.SELECT, unit),
        Group(Kind.MARCH, area, route),
        Group(Kind.END_MOVE),
        Group(Kind.PAY, unit),
        Group(Kind.ATTACK, area, seat),
        Group(Kind.WITHDRAW, area, route),
        Group(Kind.SWAP, value, unit),
        Group(Kind.CASUALTY, unit),
        Group(Kind.RETREAT, area, route),
        Group(Kind.SETTLE_TILE, unit),
        Group(Kind.SETTLE, area),
        Group(Kind.RESETTLE, area),
        Group(Kind.HOME, area),
        Group(Kind.UNDEAD, area),
        Group(Kind.UNDEAD_STEP, area, upto("route", UNDEAD_ROUTES)),
        Group(Kind.RAISE, upto("count", int(t.undead.max()) + 1)),
        Group(Kind.REENTER, unit, area),
        Group(Kind.KEEP_OUT, unit),
    )


def sizes(t: RuleTables) -> dict[str, int]:
    """Return the sizes of the axes of what is seen."""
    return {
        SEAT: int(t.players),
        "area": int(t.areas),
        "unit": UNITS,
        "source": len(Source),
        "side": SIDES,
        "tile": DRAWN,
    }


FIELDS: Final = (
    Field("point", "what is decided, a number of `Point`"),
    Field("turn", "turns of all seats so far"),
    Field("decider", "who decides", each=1),
    Field("active", "whose turn it is", each=1),
    Field("first_seat", "who began", each=1),
    Field("finisher", "who met the end condition, -1 nobody yet", each=1),
    Field("final_steps", "steps of the final battles begun"),
    Field("cutiecorn", "1: the Cutiecorn is beside the map"),
    Field("raided", "1: this turn's raid is done"),
    Field("points_left", "founding points"),
    Field("restarting", "1: a wiped-out seat begins again"),
    Field("pips_left", "pips left of a tile of raiding or settling"),
    Field("picked", "villages taken or built with it"),
    Field("due", "tiles or pips still to be paid"),
    Field("last_unit", "last unit selected or paid"),
    Field("column_area", "where the marching column is"),
    Field("column_size", "its units"),
    Field("column", "its units by type", ("unit",)),
    Field("move_cost", "pips of its steps so far"),
    Field("undead_area", "where the moving undead is"),
    Field("steps_left", "land areas it may still enter"),
    Field("battle_area", "where the battle is"),
    Field("side_seat", "who attacks, who defends", ("side",), each=1),
    Field("swaps_done", "sides that have swapped or not"),
    Field("loser_side", "the side that lost the battle"),
    Field("only_by_ship", "1: the withdrawal must be by ship"),
    Field("beaten", "units of the loser before casualties"),
    Field("removed", "units of the loser removed so far"),
    Field("kept_out", "units that do not fight", ("side", "unit")),
    Field("eliminated", "1: out of the game", (SEAT,)),
    Field("citadel", "area of the citadel, -1 off the map", (SEAT,)),
    Field("vp", "points by source", (SEAT, "source")),
    Field("regroups", "regroups so far", (SEAT,)),
    Field("pool", "villages not on the map", (SEAT,)),
    Field("village_count", "own villages on the map", (SEAT,)),
    Field("captured", "villages taken", (SEAT,)),
    Field("citadels_taken", "citadels taken", (SEAT,)),
    Field("undead_supply", "undead beside the map", (SEAT,)),
    Field("bag_size", "tiles in the bag", (SEAT,)),
    Field("discard_size", "discarded tiles", (SEAT,)),
    Field("discard", "discarded tiles by type", (SEAT, "unit")),
    Field("left_area", "bits of seats that withdrew or retreated from there", ("area",)),
    Field("undead_ready", "undead that have not moved", ("area",)),
    Field("villages", "villages", (SEAT, "area")),
    Field("units", "units on the map", (SEAT, "area", "unit")),
    Field("hand", "own tiles in hand", (SEAT, "unit"), own=True),
    Field("bag", "own tiles in the bag", (SEAT, "unit"), own=True),
)

TOLD: Final = (
    Told("hand_sizes", "tiles that each seat seems to hold", (SEAT,)),
    Told("drawn", "combat tiles seen by side, ascending, 0 for none", ("side", "tile")),
    Told("swapped_in", "own hand tile in the battle, -1 for none"),
    Told("shown_in", "hand tile that the enemy shows in the battle, -1 for none"),
    Told("swaps", "1 swapped, 0 not or not yet, -1 unknown", ("side",)),
)


@entry
def observe(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write what a seat sees of hands and combat tiles, as `view.visible` does."""
    players = int(t.players)
    swapping = s.point == Point.SWAP
    for turned in range(players):
        out[turned] = s.hand_size[(seat + turned) % players]
    at = players
    for _ in range(SIDES * DRAWN + 2):
        out[at] = 0
        at += 1
    out[at - 2] = NOTHING
    out[at - 1] = NOTHING
    for side in range(SIDES):
        out[at + side] = 0
        if swapping:
            observe_side(s, t, seat, side, at, out)


@kernel
def observe_side(s: GameState, t: RuleTables, seat: int, side: int, at: int, out: Array) -> None:
    """Write what a seat sees of one side of the battle; `at`: where the swaps are told."""
    players = int(t.players)
    swapped = s.swapped[side] != NOTHING
    if sees_swap(s, t, seat, side):
        out[at + side] = SWAPPED if swapped else 0
    else:
        out[at + side] = UNKNOWN
        if swapped:
            out[(s.side_seat[side] - seat) % players] += 1
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
        out[players + side * DRAWN + place] = s.drawn[side, place]


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


@entry
def score(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the victory points of a seat."""
    points = 0
    for source in range(s.vp.shape[1]):
        points += int(s.vp[seat, source])
    return points


ENVIRONMENT: Final = Environment(
    4,
    "tyrants_lament",
    ("hill_folk", "horse_lords", "dragon_riders", "corsairs", "necromancers", "chaos_horde"),
    groups,
    sizes,
    FIELDS,
    TOLD,
    "victory points",
)
