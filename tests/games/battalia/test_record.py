"""Records: written, verified by the rules, and read by a plain reader that knows no engine."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.battalia.game import GAME
from bloodstones.kit.records.playing import play_and_record
from bloodstones.kit.records.verify import verify
from tests.games.battalia import plain_reader

PLANS = ("builder", "raider", "fighter", "thinner")


def text_of(players: int, seed: int, **options: str) -> str:
    setup = Setup("", tuple(Seat("", plan) for plan in PLANS[:players]), options)
    return play_and_record(GAME, setup, seed, "record").text()


@pytest.mark.parametrize(
    ("players", "options"),
    [(2, {}), (4, {"pool_tops": "visible", "great_artifact_choice": "random"})],
)
def test_a_record_is_verified_and_read_alike(players: int, options: dict[str, str]) -> None:
    text = text_of(players, 5, **options)
    records = GAME.records
    assert verify(records.reader.parse(text), records) is None
    plain = plain_reader.read(text)
    end = json.loads(text.splitlines()[-1])
    assert plain.points == end["scores"]
    assert plain.faults == []


def test_a_record_is_the_playthrough_that_is_counted() -> None:
    setup = Setup("", tuple(Seat("", plan) for plan in PLANS[:3]))
    text = play_and_record(GAME, setup, 9, "x", 2).text()
    lines = [json.loads(line) for line in text.splitlines()]
    chunk = GAME.simulate(setup, 9, "x", range(2, 3))
    assert lines[-1]["scores"] == list(chunk.rows["score"])
    assert lines[-1]["turns"] == chunk.rows["game_turns"][0]
    told = Counter(line["event"] for line in lines[1:])
    assert told["upgrade"] == sum(chunk.rows["upgrades"])
    assert told["hire"] == sum(chunk.rows["hired"])


@pytest.mark.parametrize(
    ("event", "key", "value", "clause"),
    [
        ("upgrade", "square", "4.4", "BA-BUILD-10"),
        ("draw", "card", "horn", "BA-END-02"),
        ("token", "level", 4, "BA-BUILD-13"),
    ],
)
def test_a_forged_line_is_found(event: str, key: str, value: object, clause: str) -> None:
    lines = text_of(2, 5).splitlines()
    for number, line in enumerate(lines):
        output = json.loads(line)
        if output.get("event") == event and output[key] != value:
            lines[number] = json.dumps({**output, key: value})
            break
    records = GAME.records
    fault = verify(records.reader.parse("\n".join(lines) + "\n"), records)
    assert fault is not None
    assert fault.line == number + 1
    assert fault.clause == clause


@pytest.mark.parametrize("strategy", ["random", *(f"{plan}_tuned" for plan in PLANS)])
def test_the_plain_reader_follows_every_hand(strategy: str) -> None:
    setup = Setup("", (Seat("", strategy),) * 3)
    plain = plain_reader.read(play_and_record(GAME, setup, 6, "hands").text())
    assert plain.faults == []
    assert min(plain.drawn.values()) > 6


@pytest.mark.parametrize("event", ["pay", "limbo", "ambush", "draw"])
def test_the_plain_reader_finds_damage(event: str) -> None:
    setup = Setup("", (Seat("", "random"), Seat("", "thinner_tuned")))
    lines = play_and_record(GAME, setup, 6, "damaged").text().splitlines()
    key = "card" if event in ("limbo", "ambush", "draw") else "source"
    output = {number: json.loads(line) for number, line in enumerate(lines)}
    number = next(n for n, line in output.items() if line.get("event") == event)
    lines[number] = json.dumps({**output[number], key: "horn"})
    faults = plain_reader.read("\n".join(lines)).faults
    assert faults[0].startswith(f"{number + 1}:")
