"""Records: everything that was decided or drawn is in them, and nothing else is accepted."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from bloodstones.core.errors import InputError
from bloodstones.core.game import Seat, Setup
from bloodstones.games.bellum_magica.engine.decisions import Kind
from bloodstones.games.bellum_magica.engine.events import Event
from bloodstones.games.bellum_magica.game import GAME
from bloodstones.games.bellum_magica.record.playing import record
from bloodstones.games.bellum_magica.record.shapes import SHAPES
from bloodstones.games.bellum_magica.record.verify import read_lines, verify
from bloodstones.games.bellum_magica.record.writing import as_text
from bloodstones.games.bellum_magica.rules.register import load_register
from tests.games.bellum_magica.second_engine import CHESTS, SecondGame

Line = dict[str, Any]
PRICES = ["food", "glyph_and_food", "glyphs"]


def setup(*strategies: str, **options: str) -> Setup:
    seats = tuple(Seat("c2" if place == 1 else "", name) for place, name in enumerate(strategies))
    return Setup("", seats, options)


SETUPS = [
    setup("random", "farmer"),
    setup("thief", "scout", "greedy", "random"),
    setup("random", "random", "random", goblin_placement="secret", thief_use="optional"),
    setup("thief", "random", "thief", "random", "thief", stolen_pick="victim"),
    setup("random", "random", castle_choice="turn_order", location_reshuffle="true"),
]


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("case", SETUPS)
def test_a_record_is_legal_and_tells_the_game_that_was_counted(case: Setup, seed: int) -> None:
    lines = record(case, seed, "x", 3)
    text = list(as_text(lines))
    assert verify(read_lines(text, "record")) is None
    rows = GAME.simulate(case, seed, "x", range(3, 4)).rows
    assert lines[-1]["scores"] == rows["score"]
    assert lines[-1]["ranks"] == rows["rank"]
    assert lines[-1]["end_reason"] == rows["end_reason"][0]
    assert lines[-1]["turns"] == rows["turns"][0]


def test_every_event_has_a_shape_with_a_clause_and_every_kind_an_event() -> None:
    assert set(SHAPES) == set(Event)
    clauses = load_register().clauses
    assert all(shape.clause in clauses for shape in SHAPES.values())
    assert {kind for shape in SHAPES.values() for kind in shape.kinds} == set(Kind)
    assert SHAPES[Event.PLACE].name == "seat, card, side"


class PlainReader:
    """Reads a record with the second engine alone."""

    def __init__(self, lines: list[Line]) -> None:
        self.game = SecondGame(
            [seat["role"].upper() for seat in lines[0]["seats"]], lines[0]["options"]
        )
        self.cards = [line["id"] for line in self.game.cards]
        self.places = [line["id"] for line in self.game.places]
        self.boards = [line["id"] for line in self.game.boards]
        self.lines = lines

    def move(self, line: Line, wanted: str) -> tuple[str, int, int] | None:
        """The choice that a line tells, where one of a kind is wanted."""
        event, side = line["event"], int(line.get("side") == "right")
        chest = CHESTS.index(line["kind"]) if "kind" in line else 0
        if event in ("refuse", "pass", "enough", "done"):
            return "pass", 0, 0
        if event in ("spell", "barrel", "tavern"):
            return event, 0, 0
        return {
            "captain": ("first_captain", line["seat"], 0),
            "castle": (wanted, self.boards.index(line.get("castle", "C1")), 0),
            "deal": ("deal_goblin", self.card(line), 0),
            "goblin": ("goblin", self.card(line), side),
            "open_location": ("open_location", self.place(line), 0),
            "offer": ("open_creature", self.card(line), 0),
            "roll": ("roll", line.get("row", 1) - 1, 0),
            "chest": ("chest", chest, line.get("value", 0)),
            "plunder": ("location", self.place(line), 0),
            "raid": ("raid", line.get("victim", 0), 0),
            "name": ("steal", chest, 0),
            "stolen": (wanted, chest, line.get("value", 0)),
            "recruit": ("recruit", self.card(line), PRICES.index(line.get("price", "food"))),
            "place": ("place", self.card(line), side),
        }.get(event)

    def card(self, line: Line) -> int:
        return self.cards.index(line.get("card", "G01"))

    def place(self, line: Line) -> int:
        return self.places.index(line.get("location", "F01"))

    def read(self) -> None:
        run = self.game.run()
        request: tuple[Any, ...] | None = next(run)
        for line in self.lines[1:-1]:
            moves = list(request[1]) if request and request[0] == "chance" else (request or "..")[2]
            move = self.move(line, moves[0][0])
            if move is None or line.get("castle") == self.game.wanted[line["seat"]]:
                continue
            if request and request[0] == "decide" and line["event"] != "stolen":
                assert line["seat"] == request[1]
            assert move in moves, line
            try:
                request = run.send(move)
            except StopIteration:
                request = None
        assert request is None
        last = self.lines[-1]
        assert last["ranks"] == self.game.ranks()
        assert last["end_reason"] == self.game.end
        assert last["turns"] == self.game.day


@pytest.mark.parametrize("case", SETUPS)
def test_a_plain_reader_can_replay_a_record(case: Setup) -> None:
    PlainReader(json.loads(json.dumps(record(case, 5)))).read()


def lines_of(seed: int = 1) -> list[Line]:
    return copy.deepcopy(record(SETUPS[1], seed))


def first(lines: list[Line], event: str) -> int:
    return next(number for number, line in enumerate(lines) if line.get("event") == event)


@pytest.mark.parametrize(
    ("event", "change", "clause"),
    [
        ("gather", {"food": 9}, "BM-GATHER-01"),
        ("recruit", {"price": "glyphs"}, "BM-RECRUIT-04"),
        ("chest", {"value": 14}, "BM-SCOUT-05"),
        ("roll", {"row": 7}, "BM-TROOP-01"),
        ("roll", {"row": "two"}, "BM-TROOP-01"),
        ("place", {"card": "X99"}, "BM-RECRUIT-05"),
        ("offer", {"seat": 9}, "BM-RECRUIT-04"),
        ("day", {"event": "feast"}, "BM-DAY-01"),
        ("end", {"ranks": [1, 1, 1, 1]}, "RECORD"),
        ("plunder", {"event": "feast"}, "RECORD"),
    ],
)
def test_a_changed_line_is_found(event: str, change: Line, clause: str) -> None:
    lines = lines_of()
    number = first(lines, event)
    lines[number] |= change
    fault = verify(lines)
    assert fault is not None
    assert (fault.line, fault.clause) == (number + 1, clause)


def test_lines_left_out_or_added_are_found() -> None:
    lines = lines_of()
    assert "stops before" in str(verify(lines[:40]))
    assert "stops before" in str(verify(lines[:-1]))
    assert "after the end" in str(verify([*lines, lines[-1]]))
    number = first(lines, "roll")
    fault = verify(lines[:number] + lines[number + 1 :])
    assert fault is not None
    assert fault.line == number + 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 2}, "expected version 1, got 2"),
        ({"game": "chess"}, "expected game bellum_magica"),
        ({"seats": []}, "2 to 5 seats"),
        ({"data": {}}, "the key rules.toml"),
        ({"options": {"thief_use": "some"}}, "a value of thief_use"),
    ],
)
def test_a_header_of_another_form_is_bad_input(change: Line, words: str) -> None:
    lines = lines_of()
    lines[0] |= change
    with pytest.raises(InputError, match=words):
        verify(lines)


def test_lines_that_are_no_objects_are_bad_input() -> None:
    for text in ("[]", "{", "3"):
        with pytest.raises(InputError, match="a JSON object"):
            read_lines([text], "record")
    with pytest.raises(InputError, match="got no lines"):
        verify([])
