"""Records: written, read, checked, told."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.battlelore.events import EVENTS
from bloodstones.games.battlelore.game import GAME
from bloodstones.kit.records.playing import play_and_record
from bloodstones.kit.records.verify import verify
from tests.games.battlelore.plain_reader import BadRecordError, PlainReader
from tests.games.battlelore.scene import setup

Line = dict[str, Any]
DAMAGES = 20
# Boards and plans whose games have every kind of event between them.
PLAYED = (
    ("campaign", ("hunter", "greedy")),
    ("b2+b2", ("hunter", "random")),
    ("c1+c1", ("archer_line_tuned", "hunter_tuned")),
    ("drawn", ("random", "random")),
)


def recorded(board: str = "b2+d1", plans: tuple[str, str] = ("hunter", "greedy")) -> str:
    return play_and_record(GAME, setup(board, strategies=plans), 4, "record", 0).text()


@pytest.mark.parametrize("plans", [("hunter", "banner_holder"), ("random", "archer_line")])
def test_a_record_is_checked_by_the_rules(plans: tuple[str, str]) -> None:
    text = recorded(plans=plans)
    records = GAME.records
    assert verify(records.reader.parse(text), records) is None


def test_every_event_has_a_form_and_words() -> None:
    lines = [json.loads(line) for line in recorded().splitlines()]
    names = lines[0]["names"]
    for line in lines[1:]:
        told = EVENTS[line["event"]].tell(line, {"seats": ["Daqan", "Uthuk"], **names})
        assert "{" not in told
    assert {"lay", "attack", "roll", "step", "score", "gain"} <= {x["event"] for x in lines[1:]}


def test_a_changed_roll_is_found() -> None:
    lines = recorded().splitlines()
    place = next(n for n, line in enumerate(lines) if '"damage"' in line)
    line = json.loads(lines[place])
    line["count"] += 1
    lines[place] = json.dumps(line)
    records = GAME.records
    fault = verify(records.reader.parse("\n".join(lines) + "\n"), records)
    assert fault is not None
    assert "count of the damage" in str(fault)


def lines_of(board: str, plans: tuple[str, str], seed: int = 4) -> list[Line]:
    text = play_and_record(GAME, setup(board, strategies=plans), seed, "plain", 0).text()
    lines: list[Line] = [json.loads(line) for line in text.splitlines()]
    return lines


@pytest.mark.parametrize(("board", "plans"), PLAYED)
def test_a_plain_reader_finds_the_books_in_order(board: str, plans: tuple[str, str]) -> None:
    for seed in range(3):
        PlainReader(lines_of(board, plans, seed)).read()


@pytest.mark.rule("BL-TURN-10")
def test_what_prevents_damage_first_is_shown_and_checked() -> None:
    lines = lines_of("d1+d1", ("archer_line", "banner_holder"), 2)
    number = next(n for n, line in enumerate(lines) if line.get("event") == "prevent")
    assert lines[number]["first"] == "card"
    PlainReader(lines).read()
    assert is_legal(lines)
    lines[number] = {**lines[number], "seat": 1 - lines[number]["seat"]}
    assert is_plainly_bad(lines)
    assert not is_legal(lines)


def damaged(lines: list[Line], luck: random.Random) -> list[Line]:
    """A copy with one line left out, told twice, or changed in one key."""
    lines = [dict(line) for line in lines]
    number = luck.randrange(1, len(lines) - 1)
    how = luck.randrange(4)
    if how == 0:
        del lines[number]
    elif how == 1:
        lines.insert(number, lines[number])
    else:
        line = lines[number]
        key = luck.choice([key for key in line if key != "event"])
        others = [each[key] for each in lines[1:] if key in each and each[key] != line[key]]
        line[key] = luck.choice(others) if others else line[key]
    return lines


def is_legal(lines: list[Line]) -> bool:
    text = "\n".join(json.dumps(line) for line in lines)
    try:
        return verify(GAME.records.reader.parse(text), GAME.records) is None
    except InputError:
        return False


def is_plainly_bad(lines: list[Line]) -> bool:
    try:
        PlainReader(lines).read()
    except BadRecordError:
        return True
    return False


def test_what_the_books_find_wrong_is_illegal_by_the_rules() -> None:
    luck, lines = random.Random(3), lines_of("drawn", ("hunter_tuned", "greedy"))
    bad = [damaged(lines, luck) for _ in range(DAMAGES)]
    by_books, by_rules = [is_plainly_bad(one) for one in bad], [not is_legal(one) for one in bad]
    assert all(rules for books, rules in zip(by_books, by_rules, strict=True) if books)
    assert sum(by_books) > DAMAGES / 2
    assert sum(by_rules) > DAMAGES * 0.8


@pytest.mark.parametrize(
    ("event", "change"),
    [
        ("score", {"banners": 9}),
        ("damage", {"count": 5}),
        ("reveal", {"lore": 9}),
        ("lay", {"hex": "5.5"}),
        ("attack", {"target": "chaos_lord 1"}),
        ("end", {"scores": [30, 0]}),
    ],
)
def test_books_and_rules_find_the_same_fault(event: str, change: Line) -> None:
    lines = lines_of("a1+d1", ("hunter", "greedy"))
    number = next(n for n, line in enumerate(lines) if line.get("event") == event)
    lines[number] = {**lines[number], **change}
    assert is_plainly_bad(lines)
    assert not is_legal(lines)
