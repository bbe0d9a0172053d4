"""Positions in one line of text: what everybody can see, what is hidden, and what comes next.

    tyrants_lament dragon_riders,horse_lords turn=7 first=1 active=1 point=main
    | 0: citadel=12 units=8:ship;12:leader+cavalry*2 hand=castle*2+blank discard=swordsman
    pool=17 villages=3,11*2 vp=0/3/8/0/0 regroups=1 | 1: …

A line decides all that can follow, but for luck. It leaves out the random streams, the strategies'
memory, the log and the counters of studies. The grammar, with blanks between words and `-` for
nothing::

    position = MAP FACTIONS head { "|" seat } [ "|" rules ]
    FACTIONS = faction { "," faction }              by seat, clockwise
    head     = turn=N first=SEAT active=SEAT point=POINT [decider=SEAT] [limit=N] [raided=1]
               [again=1] [cutiecorn=PLACE] [final=SEAT:N] [ending=ENDING]
               {what the action under way needs}
    seat     = SEAT ":" [citadel=AREA] [home=AREA] [units=FORCES] [villages=AREAS] [hand=TILES]
               [discard=TILES] [bag=TILES] [pool=N] [undead=N] [captured=N] [citadels=N]
               [vp=N/N/N/N/N] [regroups=N] [left=AREAS] [gone=PAIRS] [eliminated=1]
    rules    = "rules:" {NAME=VALUE}                readings and numbers that are not the usual
    FORCES   = AREA ":" TILES { ";" AREA ":" TILES }
    TILES    = unit ["*" N] { "+" unit ["*" N] }    in the order of `Unit`
    AREAS    = AREA ["*" N] { "," AREA ["*" N] }
    PAIRS    = AREA ">" AREA ":" TILES { ";" AREA ">" AREA ":" TILES }

Head: `point` is what must be decided (`state.Point`), `decider` who decides if not the active seat,
`limit` the turn limit if not the usual one, `raided` that the Chaos Horde has raided this turn,
`again` that a wiped-out seat may begin anew before phase 1 (`wiped_out_timing=turn_start`),
`cutiecorn` that the variant is played and where the Cutiecorn is: `beside` the map, on the `map`
(among the units of its controller) or `gone` for good (option `cutie_recycle`),
`final` the seat that met the end condition and the steps of final battles begun, `ending` (with
`point=over` only) why the game ended.

Seat: `units` are the forces without the citadel; `home` is where a citadel, now lost, was placed or
the Chaos Horde began; `captured` and `citadels` count what was taken from others; `vp` is by
`Source`; `left` are the areas withdrawn or retreated from this turn; with `retreat_ban=units`,
`gone` are instead the units that did so: the area they left, where they are, their types. Bag and
undead supply follow from the rest and are only checked when given; a pool left out has lost no
village to others.

The action under way (`ACTION_KEYS` says which of them go with which point): `points` for founding;
`pips` left and villages `picked` of a raid or settlement; tiles or pips `due`, the `last` tile or
unit chosen, `for=build` or `for=reenter`; `column=AREA:TILES` and the `cost` of its steps, with
`leader_carry=per_action` also `rides=PAIRS`, the companions of this action: their leader's area,
their own, their types; undead `ready` to move, `from` where on they are chosen, the one `at` AREA
and its `steps` left; `battle=AREA:SEATvSEAT` (attacker first), `by_ship=1` if only a ship route
saves the defender, and by side, the attacker's first: combat tiles `drawn=N.N.N/N.N.N`, tiles
`swapped=TILE/TILE` in and how many sides have decided (`swaps`); `removed` units of the loser;
units `kept_out=TILES/TILES` of the fight, left out where all fight.

An undead supply is written where undead do not go back to it (AMB-27).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import GameState, Point
from bloodstones.games.bloodstones.rules.names import Unit

NONE: Final = "-"
BESIDE, ON_MAP, GONE = "beside", "map", "gone"  # where the Cutiecorn is
BUILD: Final = "build"
REENTER: Final = "reenter"

# Keys of the action under way -> the fields of the state that they hold.
KEY_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "points": ("points_left",),
    "pips": ("pips_left",),
    "picked": ("picked",),
    "due": ("due",),
    "last": ("last_unit",),
    "for": ("after_cost",),
    "column": ("column_area", "column", "column_size"),
    "cost": ("move_cost",),
    "ready": ("undead_ready",),
    "from": ("undead_area",),
    "at": ("column_area",),
    "steps": ("steps_left",),
    "battle": ("battle_area", "side_seat"),
    "by_ship": ("only_by_ship",),
    "drawn": ("drawn",),
    "swapped": ("swapped",),
    "swaps": ("swaps_done",),
    "removed": ("removed",),
    "kept_out": ("kept_out",),
}

ACTION_KEYS: Final[Mapping[Point, tuple[str, ...]]] = {
    Point.FOUND: ("points",),
    Point.RAID_VILLAGE: ("pips", "picked"),
    Point.BUILD_COST: ("due", "last", "for"),
    Point.SELECT: ("column", "cost", "last"),
    Point.MARCHED: ("column", "cost"),
    Point.PAY: ("due", "last"),
    Point.WITHDRAW: ("battle", "by_ship"),
    Point.KEEP_OUT: ("battle", "kept_out", "last"),
    Point.SWAP: ("battle", "kept_out", "drawn", "swapped", "swaps"),
    Point.CASUALTY: ("battle", "kept_out"),
    Point.RETREAT: ("battle", "kept_out", "removed"),
    Point.SETTLE_AREA: ("pips", "picked"),
    Point.RESETTLE: ("pips",),
    Point.UNDEAD: ("ready", "from"),
    Point.UNDEAD_STEP: ("ready", "from", "at", "steps"),
    Point.RAISE: ("battle", "kept_out", "removed"),
}

COUNTED: Final = frozenset({"hand", "discard", "bag"})  # keys of counts by name
MARCHING: Final = frozenset({Point.SELECT, Point.MARCHED})  # may have the key `rides`


def most_supply(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the undead of a seat that are not on the map, in hand or on the discard pile."""
    seen = s.units[seat, :, Unit.UNDEAD].sum() + s.hand[seat, Unit.UNDEAD]
    return max(0, int(t.undead[seat]) - int(seen + s.discard[seat, Unit.UNDEAD]))
