"""Records: written, read, checked, told."""

from __future__ import annotations

import json

import pytest

from bloodstones.games.battlelore.engine.events import Event
from bloodstones.games.battlelore.game import GAME
from bloodstones.games.battlelore.record.events import EVENTS
from bloodstones.kit.records.playing import play_and_record
from bloodstones.kit.records.verify import verify
from tests.games.battlelore.scene import setup


def recorded(board: str = "b2+d1", plans: tuple[str, str] = ("hunter", "greedy")) -> str:
    return play_and_record(GAME, setup(board, strategies=plans), 4, "record", 0).text()


@pytest.mark.parametrize("plans", [("hunter", "banner_holder"), ("random", "archer_line")])
def test_a_record_is_checked_by_the_rules(plans: tuple[str, str]) -> None:
    text = recorded(plans=plans)
    records = GAME.records
    assert verify(records.reader.parse(text), records) is None


def test_every_event_has_a_form_and_words() -> None:
    assert {event.id for event in Event} | {"end"} == set(EVENTS)
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
