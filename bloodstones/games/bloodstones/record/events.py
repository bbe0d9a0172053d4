"""The table of the events of Bloodstones, record version 1.

Each event stands here once: its clause, its sentence, its keys, where it is decided, what is
special about it. `writing` takes its keys from the log entries of its name, or from its parts in
`actions`; `verify` takes the decisions that it stands for from the function of its name in `plans`.
Nothing here needs the engine, so that records are read and told without it.

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

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

from bloodstones.games.bloodstones.record import forms
from bloodstones.kit.records.events import END, EventForm, Line, by_name
from bloodstones.kit.records.forms import SEAT, SEAT_KEY, Key, ListOf

AREA_KEY: Final = Key("area", forms.AREA)


class Mark(Enum):
    """What is special about an event."""

    BY_CHANCE = auto()  # what chance drew; entries of one seat that follow each other are one line
    AT_ONCE = auto()  # every seat of it at the same time, told in any order
    BETWEEN_PHASES = auto()  # may follow a phase whose line is left out
    BEFORE_ACTION = auto()  # its line stands before that of the action under way
    AFTER_ACTION = auto()  # its line waits for the action under way
    IN_PARTS = auto()  # made by several decisions, see the constant of its name in `actions`
    IN_BATTLE = auto()  # belongs to the battle under way
    UNTOLD = auto()  # no sentence of its own in a short account
    OPENS_CHAPTER = auto()


@dataclass(frozen=True, slots=True)
class BloodstonesEvent(EventForm):
    """An event of Bloodstones.

    Attributes
    ----------
    points
        Where a seat decides what it tells; the function of its name in `plans` says what.
    marks
        What else is special about it.
    """

    points: Sequence[str] = ()
    marks: Sequence[Mark] = ()


def _turn(values: list[int], game: Any) -> Line:
    return {"seat": values[0], "turn": int(game.state.turn)}


def _clash(values: list[int], game: Any) -> Line:
    counted, tiles = game.rules.tiles_counted, values[2:]
    told = zip(("attacker", "defender"), values, (tiles[:counted], tiles[counted:]), strict=False)
    return {
        side: {"tiles": own, "modifier": modifier, "strength": sum(own) + modifier}
        for side, modifier, own in told
    }


_SETUP: Final = (
    BloodstonesEvent(
        "draw",
        "BS-REGROUP-01",
        "draw {tiles}",
        (SEAT_KEY, Key("tiles", forms.UNITS)),
        marks=(Mark.BY_CHANCE, Mark.UNTOLD),
    ),
    BloodstonesEvent(
        "citadel",
        "BS-SETUP-09",
        "place the citadel in {area}",
        (SEAT_KEY, AREA_KEY),
        points=("citadel",),
    ),
    BloodstonesEvent(
        "home",
        "BS-SETUP-20",
        "start in {area}",
        (SEAT_KEY, AREA_KEY),
        points=("citadel",),
    ),
    BloodstonesEvent(
        "found",
        "BS-SETUP-15",
        "found {unit} in {area}",
        (SEAT_KEY, Key("unit", forms.UNIT), AREA_KEY),
        points=("found",),
        marks=(Mark.UNTOLD,),
    ),
)

_TURN: Final = (
    BloodstonesEvent(
        "turn",
        "BS-TURN-01",
        "begin turn {turn}",
        (SEAT_KEY, Key("turn", forms.NUMBER)),
        entry=_turn,
        marks=(Mark.BETWEEN_PHASES, Mark.UNTOLD, Mark.OPENS_CHAPTER),
    ),
    BloodstonesEvent(
        "phase",
        "BS-TURN-02",
        "enter the {phase} phase",
        (SEAT_KEY, Key("phase", forms.PHASE)),
        marks=(Mark.BETWEEN_PHASES, Mark.UNTOLD),
    ),
    BloodstonesEvent(
        "raid",
        "BS-RAID-01",
        "raid with {paid}[ the villages of {villages}]",
        (SEAT_KEY, Key("paid", forms.UNIT), Key("villages", forms.VILLAGES)),
        points=("raid", "main"),
        marks=(Mark.IN_PARTS,),
    ),
    BloodstonesEvent(
        "undead_move",
        "BS-UNDEAD-01",
        "move an undead[ {cutiecorn}] from {path}" + forms.BY_SHIP,
        (
            SEAT_KEY,
            Key("path", forms.PATH),
            forms.VIA,
            Key("cutiecorn", forms.RIDES, optional=True),
        ),
        points=("undead",),
        marks=(Mark.IN_PARTS,),
    ),
    BloodstonesEvent(
        "build",
        "BS-BUILD-01",
        "build {unit} in {area}[, discarding {discarded}]",
        (SEAT_KEY, Key("unit", forms.UNIT), AREA_KEY, forms.DISCARDED),
        points=("main",),
        marks=(Mark.IN_PARTS,),
    ),
    BloodstonesEvent(
        "move",
        "BS-MOVE-02",
        "move {steps} (cost {cost}, paid with {paid})",
        (
            SEAT_KEY,
            Key("paid", forms.UNITS),
            Key("cost", forms.NUMBER),
            Key("steps", forms.STEPS),
        ),
        points=("main",),
        marks=(Mark.IN_PARTS,),
    ),
)

_BATTLE: Final = (
    BloodstonesEvent(
        "battle",
        "BS-COMBAT-01",
        "attack {defender} in {area}",
        (SEAT_KEY, Key("defender", SEAT), AREA_KEY),
        points=("main", "final"),
    ),
    BloodstonesEvent(
        "withdraw",
        "BS-RETREAT-08",
        "withdraw to {to}" + forms.BY_SHIP + "[, losing {lost}] | cannot withdraw and lose {lost}",
        (SEAT_KEY, Key("from", forms.AREA), Key("to", forms.AREA), forms.VIA, forms.LOST),
        points=("withdraw",),
        marks=(Mark.IN_BATTLE,),
    ),
    BloodstonesEvent(
        "stand",
        "BS-COMBAT-07",
        "stand",
        (SEAT_KEY,),
        points=("withdraw",),
        marks=(Mark.IN_BATTLE,),
    ),
    BloodstonesEvent(
        "keep_out",
        "BS-COMBAT-04",
        "keep {units} out | fight with all units",
        (SEAT_KEY, Key("units", forms.UNITS)),
        points=("keep_out",),
        marks=(Mark.IN_BATTLE,),
    ),
    BloodstonesEvent(
        "combat_draw",
        "BS-COMBAT-15",
        "draw the combat tiles {tiles}",
        (SEAT_KEY, Key("tiles", forms.COMBAT_TILES)),
        marks=(Mark.BY_CHANCE, Mark.AT_ONCE, Mark.IN_BATTLE),
    ),
    BloodstonesEvent(
        "swap",
        "BS-COMBAT-19",
        "swap a {out} for {in} | keep their combat tiles",
        (SEAT_KEY, Key("out", forms.SWAPPED_OUT), Key("in", forms.SWAPPED_IN)),
        points=("swap",),
        marks=(Mark.IN_BATTLE,),
    ),
    BloodstonesEvent(
        "reveal",
        "BS-CORSAIR-09",
        "reveal {tiles}",
        (SEAT_KEY, Key("tiles", forms.COMBAT_TILES)),
        marks=(Mark.IN_BATTLE,),
    ),
    BloodstonesEvent(
        "clash",
        "BS-COMBAT-26",
        "clash: attacker {attacker}, defender {defender}",
        (Key("attacker", forms.SIDE), Key("defender", forms.SIDE)),
        entry=_clash,
        marks=(Mark.IN_BATTLE,),
    ),
    BloodstonesEvent(
        "refight",
        "BS-COMBAT-30",
        "a tie: the battle is fought again",
        (),
        entry=lambda _, __: {},
        marks=(Mark.IN_BATTLE,),
    ),
)

_AFTERMATH: Final = (
    BloodstonesEvent(
        "victory",
        "BS-COMBAT-33",
        "beat {loser} for {vp} VP",
        (SEAT_KEY, Key("loser", SEAT), Key("vp", forms.NUMBER)),
        marks=(Mark.IN_BATTLE,),
    ),
    BloodstonesEvent(
        "casualty",
        "BS-COMBAT-36",
        "lose {units}",
        (SEAT_KEY, Key("units", forms.UNITS)),
        points=("casualty",),
        marks=(Mark.IN_BATTLE,),
    ),
    BloodstonesEvent(
        "retreat",
        "BS-RETREAT-08",
        "retreat to {to}" + forms.BY_SHIP + "[, losing {lost}] | cannot retreat and lose {lost}",
        (SEAT_KEY, Key("from", forms.AREA), Key("to", forms.REFUGE), forms.VIA, forms.LOST),
        points=("retreat",),
        marks=(Mark.IN_BATTLE,),
    ),
    BloodstonesEvent(
        "capture_citadel",
        "BS-COMBAT-37",
        "capture the citadel of {owner}",
        (SEAT_KEY, Key("owner", SEAT)),
        marks=(Mark.IN_BATTLE,),
    ),
    BloodstonesEvent(
        "raise_undead",
        "BS-NECRO-04",
        "raise {count} undead in {area}",
        (SEAT_KEY, AREA_KEY, Key("count", forms.NUMBER)),
        points=("raise",),
        marks=(Mark.IN_BATTLE,),
    ),
    BloodstonesEvent(
        "dragons_leave",
        "BS-COMBAT-40",
        "discard {count} after the victory",
        (SEAT_KEY, Key("count", forms.DRAGONS)),
        marks=(Mark.IN_BATTLE,),
    ),
)

_VILLAGES: Final = (
    BloodstonesEvent(
        "settle",
        "BS-VILLAGE-01",
        "pay {paid} for villages[ in {areas}]",
        (SEAT_KEY, Key("paid", forms.UNIT), Key("areas", forms.AREAS)),
        points=("settle",),
        marks=(Mark.IN_PARTS,),
    ),
    BloodstonesEvent(
        "desert",
        "BS-DESERT-01",
        "lose {lost} in the desert {area}",
        (SEAT_KEY, AREA_KEY, forms.LOST),
    ),
    BloodstonesEvent(
        "regroup",
        "BS-REGROUP-03",
        "regroup (number {number}) for {vp} VP",
        (SEAT_KEY, Key("number", forms.NUMBER), Key("vp", forms.NUMBER)),
    ),
    BloodstonesEvent(
        "resettle",
        "BS-WIPED-01",
        "begin again with a village in {area}",
        (SEAT_KEY, AREA_KEY),
        points=("settle", "resettle"),
        marks=(Mark.BEFORE_ACTION,),
    ),
    BloodstonesEvent(
        "reenter",
        "BS-CHAOS-13",
        "come back with {unit} in {area}[, discarding {discarded}]",
        (SEAT_KEY, Key("unit", forms.UNIT), AREA_KEY, forms.DISCARDED),
        points=("reenter",),
        marks=(Mark.IN_PARTS,),
    ),
    BloodstonesEvent(
        "eliminated",
        "BS-CHAOS-15",
        "are eliminated: no area is empty",
        (SEAT_KEY,),
    ),
    BloodstonesEvent(
        "cutiecorn",
        "BS-CUTIE-06",
        "take control of the Cutiecorn of {owner} in {area}",
        (SEAT_KEY, Key("owner", SEAT), AREA_KEY),
        marks=(Mark.AFTER_ACTION, Mark.IN_BATTLE),
    ),
)

_FINAL: Final = (
    BloodstonesEvent(
        "final",
        "BS-END-01",
        "meet the end condition; the final battles follow",
        (SEAT_KEY,),
        marks=(Mark.BETWEEN_PHASES,),
    ),
    BloodstonesEvent(
        "final_turn",
        "BS-END-03",
        "fight their final battles",
        (SEAT_KEY,),
        marks=(Mark.BETWEEN_PHASES, Mark.UNTOLD, Mark.OPENS_CHAPTER),
    ),
    BloodstonesEvent(
        "final_capture",
        "BS-END-08",
        "capture the villages of {villages}",
        (SEAT_KEY, Key("villages", forms.VILLAGES)),
        marks=(Mark.AT_ONCE, Mark.OPENS_CHAPTER),
    ),
    BloodstonesEvent(
        END,
        "BS-END-09",
        "end ({end_reason})",
        (
            Key("scores", ListOf(forms.NUMBER)),
            Key("winners", forms.SEATS_IN_ANY_ORDER),
            Key("end_reason", forms.END_REASON),
            Key("turns", forms.NUMBER),
        ),
        marks=(Mark.BETWEEN_PHASES, Mark.UNTOLD, Mark.OPENS_CHAPTER),
    ),
)

EVENTS: Final = by_name((*_SETUP, *_TURN, *_BATTLE, *_AFTERMATH, *_VILLAGES, *_FINAL))


def marked(mark: Mark) -> tuple[str, ...]:
    """Return the names of the events with a mark.

    >>> marked(Mark.BY_CHANCE)
    ('draw', 'combat_draw')
    """
    return tuple(event.name for event in EVENTS.values() if mark in event.marks)
