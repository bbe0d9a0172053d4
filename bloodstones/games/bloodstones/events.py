"""The table of events of Bloodstones, record version 1.

Each event stands here once: the code of its entries in the log, its clause, its sentence, its keys,
who may see it, where it is decided, what is special about it. Its keys are taken from the entries
of its code, or put together from the decisions of an action (`record.actions`); the decisions that
its line stands for are those of the function of its name in `record.plans`. Nothing here needs the
engine, so that records are read and put into words without it.

`keep_out` is there under the option `all_units_fight=false` alone: after `stand` (or `battle`) and
before the first `combat_draw`, attacker first, a line of every side that could keep units out, with
those it keeps out (none: all fight). `number` of `regroup` counts all regroups of the seat, also
those beyond the required number, where the printed marker stops (BS-REGROUP-04).

With the Cutiecorn (option `cutiecorn`) a record has besides:

- the unit `cutiecorn` in `found` (for founding points), in `build` (it is no hand tile: the tiles
  `discarded` are its whole cost), in the groups of `move` steps (it adds nothing to the cost) and
  in lists of units lost;
- the event `cutiecorn` with `seat`, `owner`, `area`: control passes to `seat` from `owner` there.
  After a battle (BS-CUTIE-08) the line follows `victory`, or `casualty` where the option
  `cutie_casualty` lets it be one; else (BS-CUTIE-06) the line in which the Cutiecorn came to stand
  alone among units of others: `found`, `build`, `reenter`, `move`, `undead_move`, `withdraw`,
  `retreat`, `dragons_leave`. Control passes at once, so that a later step of that very `move` or
  `undead_move` may take it along already;
- the key `cutiecorn` of `undead_move`: the steps of the path, from 1, in which it comes along.

Among several others the next in turn order after its last controller gains control.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

from bloodstones.games.bloodstones.record import forms
from bloodstones.kit.records.events import (
    AFTER,
    BEFORE,
    OWNER,
    EventForm,
    EventTable,
    Line,
    LogEntry,
)
from bloodstones.kit.records.forms import SEAT, SEAT_KEY, Key, ListOf

AREA_KEY: Final = Key("area", forms.AREA)


class Mark(Enum):
    """What an account of a playthrough makes of an event."""

    IN_BATTLE = auto()  # belongs to the battle under way
    UNTOLD = auto()  # no sentence of its own in a short account
    OPENS_CHAPTER = auto()


@dataclass(frozen=True, slots=True)
class BloodstonesEvent(EventForm):
    """An event of Bloodstones.

    Attributes
    ----------
    points
        Where a seat decides what it says; the function of its name in `plans` says what.
    marks
        What an account makes of it.
    """

    points: Sequence[str] = ()
    marks: Sequence[Mark] = ()


def _turn(values: list[int], game: Any) -> Line:
    return {"seat": values[0], "turn": int(game.state.turn)}


def _clash(values: list[int], game: Any) -> Line:
    counted, tiles = game.rules.tiles_counted, values[2:]
    sides = zip(("attacker", "defender"), values, (tiles[:counted], tiles[counted:]), strict=False)
    return {
        side: {
            "tiles": counted_tiles,
            "modifier": modifier,
            "strength": sum(counted_tiles) + modifier,
        }
        for side, modifier, counted_tiles in sides
    }


def _swap_announced(game: Any, line: Line) -> str:
    """Return what others learn of a swap: that it was made (BS-COMBAT-22, AMB-18)."""
    if not game.tables.swap_announced:
        return ""
    return "keep their combat tiles" if line["in"] is None else "swap a combat tile"


class Event(EventTable):
    """Events with the codes of their entries in the log, then entries that are part of others."""

    # Setting up
    DRAW = BloodstonesEvent(
        1,
        "BS-REGROUP-01",
        "draw {tiles}",
        (SEAT_KEY, Key("tiles", forms.UNITS)),
        marks=(Mark.UNTOLD,),
        gathers="tiles",
        sees=OWNER,
        masked="draw tiles",
    )
    CITADEL = BloodstonesEvent(
        2, "BS-SETUP-09", "place the citadel in {area}", (SEAT_KEY, AREA_KEY), points=("citadel",)
    )
    HOME = BloodstonesEvent(
        29, "BS-SETUP-20", "start in {area}", (SEAT_KEY, AREA_KEY), points=("citadel",)
    )
    FOUND = BloodstonesEvent(
        3,
        "BS-SETUP-15",
        "found a {unit} in {area}",
        (SEAT_KEY, Key("unit", forms.UNIT), AREA_KEY),
        points=("found",),
        marks=(Mark.UNTOLD,),
    )

    # Turns
    TURN = BloodstonesEvent(
        4,
        "BS-TURN-01",
        "begin turn {turn}",
        (SEAT_KEY, Key("turn", forms.NUMBER)),
        entry=_turn,
        marks=(Mark.UNTOLD, Mark.OPENS_CHAPTER),
        where_it_is=True,
        after_headings=True,
    )
    PHASE = BloodstonesEvent(
        5,
        "BS-TURN-02",
        "enter the {phase} phase",
        (SEAT_KEY, Key("phase", forms.PHASE)),
        marks=(Mark.UNTOLD,),
        where_it_is=True,
        heading="phase",
        after_headings=True,
        silent=True,
    )
    RAID = BloodstonesEvent(
        None,
        "BS-RAID-01",
        "raid the villages of {villages} with a {paid} tile"
        " | spend a {paid} tile but raid no village",
        (SEAT_KEY, Key("paid", forms.UNIT), Key("villages", forms.VILLAGES)),
        points=("raid", "main"),
    )
    UNDEAD_MOVE = BloodstonesEvent(
        None,
        "BS-UNDEAD-01",
        "move an undead[ {cutiecorn}] from {path}" + forms.BY_SHIP,
        (
            SEAT_KEY,
            Key("path", forms.PATH),
            forms.VIA,
            Key("cutiecorn", forms.RIDES, optional=True),
        ),
        points=("undead",),
    )
    BUILD = BloodstonesEvent(
        7,
        "BS-BUILD-01",
        "build a {unit} in {area}[, discarding {discarded}]",
        (SEAT_KEY, Key("unit", forms.UNIT), AREA_KEY, forms.DISCARDED),
        points=("main",),
    )
    MOVE = BloodstonesEvent(
        None,
        "BS-MOVE-02",
        "move {steps} (cost {cost}, paid with {paid})",
        (
            SEAT_KEY,
            Key("paid", forms.UNITS),
            Key("cost", forms.NUMBER),
            Key("steps", forms.STEPS),
        ),
        points=("main",),
    )

    # Battles
    BATTLE = BloodstonesEvent(
        9,
        "BS-COMBAT-01",
        "attack {defender} in {area}",
        (SEAT_KEY, Key("defender", SEAT), AREA_KEY),
        points=("main", "final"),
    )
    WITHDRAW = BloodstonesEvent(
        10,
        "BS-RETREAT-08",
        "withdraw to {to}" + forms.BY_SHIP + "[, losing {lost}] | cannot withdraw and lose {lost}",
        (SEAT_KEY, Key("from", forms.AREA), Key("to", forms.AREA), forms.VIA, forms.LOST),
        points=("withdraw",),
        marks=(Mark.IN_BATTLE,),
    )
    STAND = BloodstonesEvent(
        11, "BS-COMBAT-07", "stand", (SEAT_KEY,), points=("withdraw",), marks=(Mark.IN_BATTLE,)
    )
    KEEP_OUT = BloodstonesEvent(
        37,
        "BS-COMBAT-04",
        "keep {units} out | fight with all units",
        (SEAT_KEY, Key("units", forms.UNITS)),
        points=("keep_out",),
        marks=(Mark.IN_BATTLE,),
    )
    COMBAT_DRAW = BloodstonesEvent(
        12,
        "BS-COMBAT-15",
        "draw the combat tiles {tiles}",
        (SEAT_KEY, Key("tiles", forms.COMBAT_TILES)),
        marks=(Mark.IN_BATTLE,),
        gathers="tiles",
        in_any_order=True,
        sees=OWNER,
        masked="draw combat tiles",
        faces=("tiles",),
    )
    SWAP = BloodstonesEvent(
        13,
        "BS-COMBAT-19",
        "swap a {out} for a {in} | keep their combat tiles",
        (SEAT_KEY, Key("out", forms.SWAPPED_OUT), Key("in", forms.SWAPPED_IN)),
        points=("swap",),
        marks=(Mark.IN_BATTLE,),
        sees=OWNER,
        masked=_swap_announced,
    )
    REVEAL = BloodstonesEvent(
        14,
        "BS-CORSAIR-09",
        "reveal {tiles}",
        (SEAT_KEY, Key("tiles", forms.COMBAT_TILES)),
        marks=(Mark.IN_BATTLE,),
        faces=("tiles",),
    )
    CLASH = BloodstonesEvent(
        15,
        "BS-COMBAT-26",
        "clash: attacker {attacker}, defender {defender}",
        (Key("attacker", forms.SIDE), Key("defender", forms.SIDE)),
        entry=_clash,
        marks=(Mark.IN_BATTLE,),
        faces=("attacker", "defender"),
    )
    REFIGHT = BloodstonesEvent(
        16,
        "BS-COMBAT-30",
        "a tie: the battle is fought again",
        (),
        entry=lambda _, __: {},
        marks=(Mark.IN_BATTLE,),
    )

    # What battles leave
    VICTORY = BloodstonesEvent(
        17,
        "BS-COMBAT-33",
        "beat {loser} for {vp} VP",
        (SEAT_KEY, Key("loser", SEAT), Key("vp", forms.NUMBER)),
        marks=(Mark.IN_BATTLE,),
    )
    CASUALTY = BloodstonesEvent(
        18,
        "BS-COMBAT-36",
        "lose {units}",
        (SEAT_KEY, Key("units", forms.UNITS)),
        points=("casualty",),
        marks=(Mark.IN_BATTLE,),
    )
    RETREAT = BloodstonesEvent(
        20,
        "BS-RETREAT-08",
        "retreat to {to}" + forms.BY_SHIP + "[, losing {lost}] | cannot retreat and lose {lost}",
        (SEAT_KEY, Key("from", forms.AREA), Key("to", forms.REFUGE), forms.VIA, forms.LOST),
        points=("retreat",),
        marks=(Mark.IN_BATTLE,),
    )
    CAPTURE_CITADEL = BloodstonesEvent(
        19,
        "BS-COMBAT-37",
        "capture the citadel of {owner}",
        (SEAT_KEY, Key("owner", SEAT)),
        marks=(Mark.IN_BATTLE,),
    )
    RAISE_UNDEAD = BloodstonesEvent(
        31,
        "BS-NECRO-04",
        "raise {count} undead in {area}",
        (SEAT_KEY, AREA_KEY, Key("count", forms.NUMBER)),
        points=("raise",),
        marks=(Mark.IN_BATTLE,),
    )
    DRAGONS_LEAVE = BloodstonesEvent(
        21,
        "BS-COMBAT-40",
        "discard {count:dragon} after the victory",
        (SEAT_KEY, Key("count", forms.NUMBER)),
        marks=(Mark.IN_BATTLE,),
    )

    # Villages, and who begins again
    SETTLE = BloodstonesEvent(
        22,
        "BS-VILLAGE-01",
        "pay for villages[ in {areas}] with a {paid} tile",
        (SEAT_KEY, Key("paid", forms.UNIT), Key("areas", forms.AREAS)),
        points=("settle",),
    )
    DESERT = BloodstonesEvent(
        24, "BS-DESERT-01", "lose {lost} in the desert {area}", (SEAT_KEY, AREA_KEY, forms.LOST)
    )
    REGROUP = BloodstonesEvent(
        25,
        "BS-REGROUP-03",
        "regroup (number {number}) for {vp} VP",
        (SEAT_KEY, Key("number", forms.NUMBER), Key("vp", forms.NUMBER)),
    )
    RESETTLE = BloodstonesEvent(
        23,
        "BS-WIPED-01",
        "start again with a village in {area}",
        (SEAT_KEY, AREA_KEY),
        points=("settle", "resettle"),
        beside_action=BEFORE,
    )
    REENTER = BloodstonesEvent(
        32,
        "BS-CHAOS-13",
        "return with a {unit} in {area}[, discarding {discarded}]",
        (SEAT_KEY, Key("unit", forms.UNIT), AREA_KEY, forms.DISCARDED),
        points=("reenter",),
    )
    ELIMINATED = BloodstonesEvent(
        33, "BS-CHAOS-15", "are eliminated: no area is empty", (SEAT_KEY,)
    )
    CUTIECORN = BloodstonesEvent(
        34,
        "BS-CUTIE-06",
        "take control of the Cutiecorn of {owner} in {area}",
        (SEAT_KEY, Key("owner", SEAT), AREA_KEY),
        marks=(Mark.IN_BATTLE,),
        beside_action=AFTER,
    )

    # The end
    FINAL = BloodstonesEvent(
        26,
        "BS-END-01",
        "meet the end condition; the final battles follow",
        (SEAT_KEY,),
        after_headings=True,
    )
    FINAL_TURN = BloodstonesEvent(
        27,
        "BS-END-03",
        "fight their final battles",
        (SEAT_KEY,),
        marks=(Mark.UNTOLD, Mark.OPENS_CHAPTER),
        where_it_is=True,
        after_headings=True,
    )
    FINAL_CAPTURE = BloodstonesEvent(
        28,
        "BS-END-08",
        "capture the villages of {villages}",
        (SEAT_KEY, Key("villages", forms.VILLAGES)),
        marks=(Mark.OPENS_CHAPTER,),
        in_any_order=True,
    )
    END = BloodstonesEvent(
        None,
        "BS-END-09",
        "end ({end_reason})",
        (
            Key("scores", ListOf(forms.NUMBER)),
            Key("winners", forms.SEATS_IN_ANY_ORDER),
            Key("end_reason", forms.END_REASON),
            Key("turns", forms.NUMBER),
        ),
        marks=(Mark.UNTOLD, Mark.OPENS_CHAPTER),
        after_headings=True,
        silent=True,
    )

    # Parts of raids, moves of units and of undead
    RAID_VILLAGE = LogEntry(6)  # seat, area, owner
    MARCH = LogEntry(8)  # seat, from, to, cost, count of unit 0, 1, …, then via…
    UNDEAD_STEP = LogEntry(30)  # seat, from, to, 1 with the Cutiecorn, via…


EVENTS: Final[Mapping[str, BloodstonesEvent]] = Event.forms()


def marked(mark: Mark) -> tuple[str, ...]:
    """Return the names of the events with a mark.

    >>> marked(Mark.OPENS_CHAPTER)
    ('turn', 'final_turn', 'final_capture', 'end')
    """
    return tuple(event.name for event in EVENTS.values() if mark in event.marks)
