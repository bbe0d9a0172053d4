"""The table of events: what each tells, its clause, and how it is said in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from bloodstones.games.wizard_kings.engine.events import Event
from bloodstones.games.wizard_kings.engine.state import NOBODY
from bloodstones.games.wizard_kings.engine.tables import RuleTables
from bloodstones.games.wizard_kings.rules.ruleset import Ruleset

BLOCK: Final = "block"
HEX: Final = "hex"
SPELL: Final = "spell"


@dataclass(frozen=True, slots=True)
class Shape:
    """An event in records.

    Attributes
    ----------
    keys
        The names of its two values, "" for one without meaning. `block` is told with the id of its
        unit, `hex` as column.row, `spell` by its id.
    clause
        The clause that it carries out.
    words
        A sentence with the keys in braces.
    """

    keys: tuple[str, str]
    clause: str
    words: str


SHAPES: Final[Mapping[Event, Shape]] = MappingProxyType(
    {
        Event.BUY: Shape((BLOCK, "strength"), "WK-SETUP-04", "buys {block} at {strength}"),
        Event.PLACE: Shape((BLOCK, HEX), "WK-SETUP-06", "places {block} in {hex}"),
        Event.TURN: Shape(("turn", ""), "WK-TURN-01", "turn {turn} begins"),
        Event.INITIATIVE: Shape(("total", ""), "WK-TURN-02", "throws {total} for initiative"),
        Event.ORDER: Shape(("total", ""), "WK-TURN-02", "is first, with {total}"),
        Event.PIN: Shape((BLOCK, HEX), "WK-MOVE-11", "names {block} as held in {hex}"),
        Event.STEP: Shape((BLOCK, HEX), "WK-UNIT-05", "{block} goes to {hex}"),
        Event.SHIP: Shape((BLOCK, HEX), "WK-MOVE-10", "{block} sails to {hex}"),
        Event.DECLARE: Shape((HEX, "side"), "WK-COMBAT-10", "joins side {side} in {hex}"),
        Event.CAST: Shape((BLOCK, SPELL), "WK-WIZ-04", "{block} casts {spell}"),
        Event.TARGET: Shape((BLOCK, SPELL), "WK-WIZ-10", "{spell} is for {block}"),
        Event.DISPEL: Shape((BLOCK, SPELL), "WK-WIZ-18", "{block} tries to dispel {spell}"),
        Event.DIE: Shape(("die", SPELL), "WK-WIZ-11", "the die for {spell} shows {die}"),
        Event.HITS: Shape(("dice", "hits"), "WK-COMBAT-06", "{hits} of {dice} dice hit"),
        Event.LOSS: Shape((BLOCK, "left"), "WK-UNIT-03", "{block} is hit and has {left} left"),
        Event.BATTLE: Shape((HEX, ""), "WK-TURN-05", "the battle in {hex} begins"),
        Event.ROUND: Shape((HEX, ""), "WK-COMBAT-03", "a round begins in {hex}"),
        Event.FIRE: Shape((BLOCK, "rating"), "WK-COMBAT-06", "{block} fires at {rating}"),
        Event.RETREAT: Shape((BLOCK, HEX), "WK-RETREAT-01", "{block} retreats from {hex}"),
        Event.REST: Shape((BLOCK, HEX), "WK-COMBAT-05", "{block} does nothing"),
        Event.VICTORY: Shape((HEX, "side"), "WK-COMBAT-04", "side {side} has won {hex}"),
        Event.LEAVE: Shape((BLOCK, HEX), "WK-RETREAT-04", "{block} regroups out of {hex}"),
        Event.COME: Shape((BLOCK, HEX), "WK-RETREAT-04", "{block} regroups into {hex}"),
        Event.REMOVED: Shape((BLOCK, HEX), "WK-MOVE-03", "{block} is removed from {hex}"),
        Event.TREASURY: Shape(("gp", ""), "WK-BUILD-01", "has {gp} GP"),
        Event.GAIN: Shape((BLOCK, "strength"), "WK-BUILD-02", "{block} rises to {strength}"),
        Event.NEW: Shape((BLOCK, HEX), "WK-BUILD-03", "{block} appears in {hex}"),
        Event.SHIFT: Shape((BLOCK, "to"), "WK-BUILD-06", "{block} gives a step to {to}"),
        Event.DISBAND: Shape((BLOCK, HEX), "WK-BUILD-07", "{block} is disbanded in {hex}"),
        Event.BREAK: Shape(("other", ""), "WK-ALLY-05", "ends the alliance with {other}"),
        Event.SWITCH: Shape((HEX, "side"), "WK-ALLY-05", "goes over to side {side} in {hex}"),
        Event.OUT: Shape(("", ""), "WK-WIN-03", "is out of the game"),
        Event.SUMMON: Shape((BLOCK, HEX), "WK-WIZ-12", "{block} is summoned to {hex}"),
        Event.CANCELLED: Shape((BLOCK, SPELL), "WK-WIZ-18", "{spell} of {block} is broken"),
        Event.GOAL: Shape(("gp", "ending"), "WK-WIN-01", "wins with {gp} GP"),
    }
)


def told(event: Event, values: Sequence[int], t: RuleTables, rules: Ruleset) -> dict[str, Any]:
    """Return an event of the log as an object of a record."""
    shape = SHAPES[event]
    found: dict[str, Any] = {"event": event.id}
    if values[0] != NOBODY:
        found["seat"] = values[0]
    for key, value in zip(shape.keys, values[1:], strict=True):
        if key == BLOCK:
            found[BLOCK] = value
            found["unit"] = rules.units[int(t.kind[value])].unit
        elif key == HEX:
            row, column = divmod(value, int(t.width))
            found[HEX] = f"{column + 1}.{row + 1}"
        elif key == SPELL:
            found[SPELL] = rules.spells[value].spell
        elif key:
            found[key] = value
    return found


def words(event: dict[str, Any]) -> str:
    """Return the sentence of an event of a record.

    >>> words({"event": "fire", "seat": 1, "block": 30, "unit": "ogre", "rating": 3})
    'seat 1: ogre 30 fires at 3'
    """
    shape = SHAPES[Event.parse(event["event"], "event")]
    named = {**event}
    if BLOCK in event:
        named[BLOCK] = f"{event['unit']} {event[BLOCK]}"
    said = shape.words.format(**named)
    return f"seat {event['seat']}: {said}" if "seat" in event else said
