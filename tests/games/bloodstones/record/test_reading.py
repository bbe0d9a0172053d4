"""Reading records: what is no record is refused in one sentence, never by a traceback."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.engine.state import SEAS
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from tests.games.bloodstones.records import (
    DUEL,
    joined,
    lines_of,
    load_record,
    parse_record,
    places,
    text_of,
)


def test_a_golden_record_is_read_whole() -> None:
    read = parse_record(text_of(DUEL), "duel")
    assert read.header.factions == (Faction.DRAGON_RIDERS, Faction.HORSE_LORDS)
    assert [seat.strategy for seat in read.header.seats] == ["warlord", "builder"]
    assert read.header.board.id == "tyrants_lament"
    assert read.header.board.areas[0].terrain is Terrain.SEA
    assert read.header.tiles[Faction.DRAGON_RIDERS][Unit.DRAGON].count == 2
    assert read.header.tiles[Faction.DRAGON_RIDERS][Unit.BLANK].cost is None
    assert (read.header.first_seat, read.header.seed) == (0, 7)
    assert read.end["scores"] == lines_of(DUEL)[-1]["scores"]
    assert [line.number for line in read.lines] == list(range(2, len(read.lines) + 2))


def test_absent_lists_mean_empty_ones() -> None:
    lines = lines_of(DUEL)
    at = places(lines, "build", lambda line: not line["discarded"])[0]
    del lines[at]["discarded"]
    assert parse_record(joined(lines)).lines[at - 1]["discarded"] == []


def test_a_record_without_a_last_line_break_is_read() -> None:
    assert parse_record(text_of(DUEL).rstrip("\n")).end["end_reason"] == "regroups"


HEADER_FAULTS = [
    ("format", "pgn", "expected a record with the format 'bloodstones-record', got 'pgn'"),
    ("version", 2, "expected a record of version 1, got 2"),
    ("version", True, "expected a record of version 1, got True"),
    ("game", "chess", "expected a record of the game 'bloodstones', got 'chess'"),
    ("map.areas", [], "expected 1 to "),
    (
        "map.areas",
        [{"id": number, "terrain": "sea", "neighbours": []} for number in range(SEAS + 1)],
        f"expected at most {SEAS} sea areas, got {SEAS + 1}",
    ),
    ("seats", [], "expected 2 to 6 seats, got 0"),
    ("seats", 3, "expected seats as a list, got 3"),
    ("seats.0.faction", "elves", "expected a known faction, got 'elves'"),
    ("seats.0.faction", "horse_lords", "expected different factions"),
    ("seats.0.strategy", "x" * 300, "expected strategy as a short name"),
    ("first_seat", 2, "expected first_seat from 0 to 1, got 2"),
    ("seed", -1, "expected seed from 0 to"),
    ("seed", 1.5, "expected seed as a whole number"),
    ("rules_version", None, "expected rules_version as a short name, got None"),
    ("map", [], "expected map as a table"),
    ("map.areas.3.terrain", "lava", "expected a known terrain, got 'lava'"),
    ("map.areas.3.id", 4, "expected areas in the order of their ids, here 3, got 4"),
    ("map.areas.0.neighbours", [1, 2, 8, 70], "next to each other, got a border of area 0 only"),
    ("map.areas.0.neighbours", [1, 2, 8, 8], "expected other areas, each once, next to 0"),
    ("map.areas.0.neighbours", [1, 2, 900], "whole numbers from 0 to 127 in neighbours, got 900"),
    ("tiles.dragon_riders", 7, "expected dragon_riders as a table"),
    ("tiles.dragon_riders.dragon.pips", 77, "expected pips from 0 to"),
    ("tiles.dragon_riders.elf", {}, "expected known keys, got 'elf'"),
    ("options", {"a b": 3.5}, "expected a b as a short name"),
    ("overrides", {"x": 10**6}, "expected x from -999 to 999"),
    ("extra", 1, "expected known keys, got 'extra'"),
]


@pytest.mark.parametrize(("path", "value", "message"), HEADER_FAULTS)
def test_a_bad_header_is_named_by_its_key(path: str, value: object, message: str) -> None:
    lines = lines_of(DUEL)
    *way, last = path.split(".")
    inner = lines[0]
    for key in way:
        inner = inner[int(key) if isinstance(inner, list) else key]
    inner[last] = value
    with pytest.raises(InputError, match="line 1") as error:
        parse_record(joined(lines), "duel")
    assert message in error.value.message


EVENT_FAULTS = [
    ("turn", {"event": "tun"}, "expected the name of an event, got 'tun'"),
    ("turn", {"event": None}, "expected the name of an event, got None"),
    ("turn", {"seat": 2}, "expected a seat from 0 to 1, got 2"),
    ("turn", {"seat": True}, "expected a seat from 0 to 1, got True"),
    ("turn", {"turn": 1.0}, "expected a whole number, got 1.0"),
    ("turn", {"turn": 10**9}, "expected a whole number, got 1000000000"),
    ("turn", {"extra": 1}, "expected the keys event, seat, turn, got 'extra'"),
    ("phase", {"phase": "lunch"}, "expected one of raid, undead, main, settle, draw, got 'lunch'"),
    ("draw", {"tiles": ["elf"]}, "expected a unit, got 'elf'"),
    ("draw", {"tiles": "ship"}, "expected a list, got 'ship'"),
    ("build", {"area": 75}, "expected an area from 0 to 74, got 75"),
    ("move", {"steps": [3]}, "expected an object, got 3"),
    ("clash", {"attacker": []}, "expected an object, got []"),
    ("swap", {"in": 5}, "expected a unit, got 5"),
    ("end", {"end_reason": "boredom"}, "expected one of regroups, turn_limit, got 'boredom'"),
    ("end", {"winners": [5]}, "expected a seat from 0 to 1, got 5"),
]


@pytest.mark.parametrize(("event", "change", "message"), EVENT_FAULTS)
def test_a_bad_event_is_named_by_its_line(event: str, change: dict, message: str) -> None:
    lines = lines_of(DUEL)
    at = places(lines, event)[0]
    lines[at] |= change
    with pytest.raises(InputError, match=f"duel line {at + 1}") as error:
        parse_record(joined(lines), "duel")
    assert message in error.value.message


@pytest.mark.parametrize(
    ("units", "message"),
    [
        ({}, "expected units with their counts, got {}"),
        ({"elf": 1}, "expected a unit, got 'elf'"),
        ({"ship": 0}, "expected a count of ship of at least 1, got 0"),
    ],
)
def test_a_bad_group_of_units_is_reported(units: dict, message: str) -> None:
    lines = lines_of(DUEL)
    at = places(lines, "move")[0]
    lines[at]["steps"][0]["units"] = units
    with pytest.raises(InputError, match="line") as error:
        parse_record(joined(lines))
    assert message in error.value.message


def test_a_missing_key_is_reported() -> None:
    lines = lines_of(DUEL)
    at = places(lines, "victory")[0]
    del lines[at]["vp"]
    with pytest.raises(InputError, match="expected the key vp, got none"):
        parse_record(joined(lines))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a record, got an empty file"),
        ("\n", "expected a JSON object, got ''"),
        ("[1]\n", r"expected a JSON object, got \[1\]"),
        ("{'a': 1}\n", "expected a JSON object"),
        ('{"format": NaN}\n', "expected a JSON object"),
        ('{"format": "a", "format": "b"}\n', "expected a JSON object"),
        ("[" * 100_000, "expected a JSON object"),
        (f'{{"version": {"9" * 5000}}}\n', "expected a JSON object"),
        ('{"white": "Anand", "moves": ["e4"]}\n', "expected a record with the format"),
        ("\ufeff{}\n", "expected a JSON object"),
    ],
)
def test_foreign_texts_are_reported(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_record(text)


def test_a_header_alone_is_no_record() -> None:
    with pytest.raises(
        InputError, match="expected an end event as the last line, got a header alone"
    ):
        parse_record(joined(lines_of(DUEL)[:1]))


def test_a_record_that_breaks_off_is_reported() -> None:
    with pytest.raises(
        InputError, match=r"expected an end event as the last line, got a .* line 100"
    ):
        parse_record(joined(lines_of(DUEL)[:100]))


def test_nothing_may_follow_the_end() -> None:
    lines = lines_of(DUEL)
    with pytest.raises(InputError, match="expected nothing after the end, got 'end'"):
        parse_record(joined([*lines, copy.deepcopy(lines[-1])]))


@settings(max_examples=60)
@given(st.integers(0, len(text_of(DUEL)) - 2))
def test_a_record_cut_anywhere_is_reported(length: int) -> None:
    with pytest.raises(InputError, match="expected"):
        parse_record(text_of(DUEL)[:length])


def test_bytes_that_are_no_utf_8_are_reported_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    first, rest = text_of(DUEL).split("\n", 1)
    path.write_bytes(first.encode() + b"\n\xff" + rest.encode())
    with pytest.raises(InputError, match=r"expected text in UTF-8, got byte 0xff .* line 2"):
        load_record(path)


def test_folders_and_missing_files_are_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"expected a record, got .*Is a directory"):
        load_record(tmp_path)
    with pytest.raises(InputError, match=r"expected a record, got .*No such file"):
        load_record(tmp_path / "game.jsonl")
    with pytest.raises(InputError, match=r"expected a record, got .*ValueError"):
        load_record(Path("a\0b"))


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def message_of(text: str) -> str:
    """What is wrong with a text, "" if it is a record."""
    try:
        parse_record(text)
    except InputError as error:
        return error.message
    return ""


@settings(max_examples=60)
@given(st.sampled_from([*lines_of(DUEL)[0], "event"]), JSON_VALUES)
def test_any_json_in_the_header_is_read_or_refused(key: str, value: object) -> None:
    first, *_, last = text_of(DUEL).splitlines()
    message = message_of(json.dumps(json.loads(first) | {key: value}) + "\n" + last)
    assert message == "" or message.startswith(("expected ", "record line 1"))
    assert "\n" not in message


@settings(max_examples=60)
@given(st.data())
def test_any_json_in_an_event_is_read_or_refused(data: st.DataObject) -> None:
    first, *events = text_of(DUEL).splitlines()
    event = json.loads(data.draw(st.sampled_from(events[:-1])))
    event[data.draw(st.sampled_from(sorted(event)))] = data.draw(JSON_VALUES)
    message = message_of("\n".join([first, json.dumps(event), events[-1]]))
    assert message == "" or message.startswith("expected ")
    assert "\n" not in message
