"""A plain reader of records that knows no engine: cards, tokens and points from lines alone."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field

UNITS = ("friman", "chief", "priest", "lord")


@dataclass
class Plain:
    """What lines say.

    `hidden` and `table` are the cards of a seat that lie face down or in hand, and those it showed.
    """

    points: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    drawn: Counter[int] = field(default_factory=Counter)


def read(text: str) -> Plain:
    """Return what a record says; a line that cannot be is a fault."""
    header, *lines = [json.loads(line) for line in text.splitlines()]
    numbers, seats = header["numbers"], len(header["seats"])
    plain, owners = Plain([0] * seats), dict[str, tuple[int, int]]()
    tokens = [{n: numbers[f"tokens.level_{n}"] for n in range(1, 5)} for _ in range(seats)]
    hands = [Counter[str]() for _ in range(seats)]
    known = [Counter[str]({"supply": numbers["start.supply"]}) for _ in range(seats)]
    for number, line in enumerate(lines, 2):
        event, seat = line["event"], line.get("seat")
        if event == "deal":
            known[seat][line["card"]] += 1
        elif event == "draw":
            plain.drawn[seat] += 1
            hands[seat][line["card"]] += 1
            if known[seat][line["card"]] <= 0:
                plain.faults.append(f"{number}: draws a card that it has not: {line['card']}")
        elif event == "received":
            known[seat][line["card"]] += 1
        elif event == "limbo":
            known[seat][line["card"]] -= 1
        elif event == "converted":
            known[seat][line["card"]] += 1
        elif event == "token":
            before = owners.pop(line["square"], None)
            if before is not None:
                tokens[before[0]][before[1]] += 1
            if seat is not None:
                owners[line["square"]] = (seat, line["level"])
                tokens[seat][line["level"]] -= 1
                if tokens[seat][line["level"]] < 0:
                    plain.faults.append(f"{number}: a token that is not there")
        elif event == "upgrade" and owners.get(line["square"], (None,))[0] != seat:
            plain.faults.append(f"{number}: raises a city of somebody else")
        elif event == "city" and not 1 <= line["level"] <= len(UNITS):
            plain.faults.append(f"{number}: a level that no city has")
    for seat, level in owners.values():
        plain.points[seat] += level
    return plain
