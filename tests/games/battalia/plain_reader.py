"""A plain reader of records that knows no engine: cards, tokens and points from lines alone.

Hands, ambushes and tents are followed card by card: what is paid, played or put away must be in the
hand. Of a card that an amulet ambushed while it was already converted nobody reads the name; such
a card may be any (`unknown`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

FROM_HAND = {"ambush": "card", "limbo": "card", "hold": "card"}
SOURCES = ("pay", "play", "use", "target", "tent", "fill")
CARDS = ("wings", "horn")
FORCED = 4  # of an amulet


@dataclass
class Seat:
    """The cards of one seat, as far as lines tell."""

    deck: Counter[str] = field(default_factory=Counter)
    hand: Counter[str] = field(default_factory=Counter)
    ambush: Counter[str] = field(default_factory=Counter)
    tents: dict[int, list[str]] = field(default_factory=dict)
    unknown: int = 0  # cards of the hand without a name
    hidden: int = 0  # the same in ambush
    converting: str = ""
    tent: int = 0
    begun: bool = False  # step 1 is over

    def leave_hand(self, card: str) -> bool:
        """Take a card out of the hand; whether it was there."""
        if self.hand[card] > 0:
            self.hand[card] -= 1
            return True
        self.unknown -= 1
        return self.unknown >= 0

    def clear_hand(self) -> None:
        self.hand.clear()
        self.unknown = 0

    def lift(self) -> None:
        self.hand += self.ambush
        self.unknown += self.hidden
        self.ambush.clear()
        self.hidden = 0


@dataclass
class Plain:
    """What lines say."""

    points: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    drawn: Counter[int] = field(default_factory=Counter)


class Reader:
    """Follows the lines of one record."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        numbers, seats = header["numbers"], len(header["seats"])
        self.plain = Plain([0] * seats)
        start = Counter({"supply": numbers["start.supply"]})
        self.seats = [Seat(deck=Counter(start)) for _ in range(seats)]
        self.owners: dict[str, tuple[int, int]] = {}
        levels = range(1, 5)
        self.tokens = [{n: numbers[f"tokens.level_{n}"] for n in levels} for _ in range(seats)]

    def read(self, number: int, line: Mapping[str, Any]) -> None:
        """Follow a line; one that cannot be is a fault."""
        event, place = line["event"], line.get("seat")
        fault = self.read_board(event, place, line)
        if place is not None and not fault:
            seat = self.seats[place]
            fault = self.read_deck(event, place, seat, line) or self.read_hand(event, seat, line)
            self.read_steps(event, seat, line)
        if fault:
            self.plain.faults.append(f"{number}: {fault}")

    def read_board(self, event: str, place: int | None, line: Mapping[str, Any]) -> str:
        """Follow tokens: every one comes from its owner's stock."""
        if event == "upgrade" and self.owners.get(line["square"], (None,))[0] != place:
            return "raises a city of somebody else"
        if event == "city" and not 1 <= line["level"] <= len(self.tokens[0]):
            return "a level that no city has"
        if event != "token":
            return ""
        before = self.owners.pop(line["square"], None)
        if before is not None:
            self.tokens[before[0]][before[1]] += 1
        if place is None:
            return ""
        self.owners[line["square"]] = (place, line["level"])
        self.tokens[place][line["level"]] -= 1
        return "a token that is not there" if self.tokens[place][line["level"]] < 0 else ""

    def read_deck(self, event: str, place: int, seat: Seat, line: Mapping[str, Any]) -> str:
        """Follow what a seat owns, and what it draws of that."""
        card = line.get("card")
        if event in ("deal", "received", "converted"):
            seat.deck[card] += 1
        elif event == "limbo":
            seat.deck[card] -= 1
        elif event in ("draw", "take"):
            self.plain.drawn[place] += event == "draw"
            seat.hand[card] += 1
            held = seat.hand[card] + seat.ambush[card]
            if held > seat.deck[card]:
                return f"draws a card that it has not: {card}"
        return ""

    def read_hand(self, event: str, seat: Seat, line: Mapping[str, Any]) -> str:
        """Follow what leaves the hand."""
        card = line.get(FROM_HAND.get(event, "source" if event in SOURCES else ""), "")
        if event in CARDS:
            card = event
        if event == "target":
            seat.converting = card
        named = card != "itself" and not card.startswith("item_")
        if card and named and not seat.leave_hand(card):
            return f"has not {card} in hand"
        if event == "ambush":
            seat.ambush[card] += 1
        elif event == "hold":
            seat.tents[seat.tent].append(card)
        elif event == "retreat":
            kind, _, what = line["price"].partition("_")
            paid = ["supply"] * int(what) if kind == "supplies" else [f"{what}_horse"]
            missing = [each for each in paid if not seat.leave_hand(each)]
            if missing:
                return "has not what it retreats with"
        return ""

    def read_steps(self, event: str, seat: Seat, line: Mapping[str, Any]) -> None:
        """Follow what comes into the hand, and the ends of turns."""
        if event == "turn":
            seat.begun = False
        elif event in ("go_on", "cohort", "mulligan"):
            if seat.begun or event == "mulligan":
                seat.clear_hand()
            if not seat.begun:
                seat.lift()
            seat.begun = True
        elif event == "lift" and line["yes"]:
            seat.lift()
        elif event == "die" and line["face"] == FORCED:
            if seat.converting.startswith("item_"):
                seat.hidden += 1
            else:
                seat.ambush[seat.converting] += 1
        elif event == "room":
            if seat.ambush[line["card"]] > 0:
                seat.ambush[line["card"]] -= 1
            else:
                seat.hidden -= 1
        elif event == "tent":
            seat.tent = min(set(range(len(seat.tents) + 1)) - seat.tents.keys())
            seat.tents[seat.tent] = []
        elif event == "fill":
            seat.tent = line["tent"]
        elif event == "empty":
            seat.hand.update(seat.tents.pop(line["tent"]))


def read(text: str) -> Plain:
    """Return what a record says."""
    header, *lines = [json.loads(line) for line in text.splitlines()]
    reader = Reader(header)
    for number, line in enumerate(lines, 2):
        reader.read(number, line)
    for seat, level in reader.owners.values():
        reader.plain.points[seat] += level
    return reader.plain
