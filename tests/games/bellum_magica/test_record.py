"""Records: everything that was decided or drawn is in them, and nothing else is accepted."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from bloodstones.cli import main
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.games.bellum_magica.events import EVENTS
from bloodstones.games.bellum_magica.game import GAME
from bloodstones.games.bellum_magica.rules.reading import DATA
from bloodstones.games.bellum_magica.rules.register import load_register
from bloodstones.kit.records.faults import Fault
from bloodstones.kit.records.playing import play_and_record
from bloodstones.kit.records.verify import verify
from tests.games.bellum_magica.plain_reader import BadRecordError, PlainReader

Line = dict[str, Any]
DAMAGES = 30


def setup(*strategies: str, overrides: dict[str, Any] | None = None, **options: str) -> Setup:
    seats = tuple(Seat("c2" if place == 1 else "", name) for place, name in enumerate(strategies))
    return Setup("", seats, options, overrides or {})


SETUPS = [
    setup("random", "farmer"),
    setup("thief", "scout", "greedy", "random"),
    setup("random", "random", "random", goblin_placement="secret", thief_use="optional"),
    setup("thief", "random", "thief", "random", "thief", stolen_pick="victim"),
    setup("random", "random", castle_choice="turn_order", location_reshuffle="true"),
    setup("farmer", "scout_tuned", overrides={"play.end_chests": 6, "C1.shields": 3}),
]


def record(case: Setup, seed: int, label: str = "", replicate: int = 0) -> list[Line]:
    lines: list[Line] = json.loads(
        json.dumps(play_and_record(GAME, case, seed, label, replicate).lines)
    )
    return lines


def check(lines: list[Line], data: str = "") -> Fault | None:
    text = "\n".join(json.dumps(line) for line in lines)
    return verify(GAME.records.reader.parse(text, "record"), GAME.records, data)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("case", SETUPS)
def test_a_record_is_legal_and_tells_the_game_that_was_counted(case: Setup, seed: int) -> None:
    lines = record(case, seed, "x", 3)
    assert check(lines) is None
    PlainReader(lines).read()
    rows = GAME.simulate(case, seed, "x", range(3, 4)).rows
    assert lines[-1]["scores"] == rows["score"]
    assert lines[-1]["ranks"] == rows["rank"]
    assert lines[-1]["end_reason"] == rows["end_reason"][0]
    assert lines[-1]["turns"] == rows["turns"][0]


def test_the_table_tells_every_event_with_a_clause() -> None:
    clauses = load_register().clauses
    assert all(form.clause in clauses for form in EVENTS.values())


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
        if isinstance(line[key], int) and key != "seat":
            others.append(line[key] + luck.choice((-1, 1)))
        line[key] = luck.choice(others) if others else line[key]
    return lines


def is_legal(lines: list[Line]) -> bool:
    try:
        return check(lines) is None
    except InputError:
        return False


def is_plainly_legal(lines: list[Line]) -> bool:
    try:
        PlainReader(lines).read()
    except BadRecordError:
        return False
    return True


@pytest.mark.parametrize("case", SETUPS[:2])
def test_a_plain_reader_finds_the_same_damage(case: Setup) -> None:
    luck, lines = random.Random(7), record(case, 5)
    found = 0
    for _ in range(DAMAGES):
        bad = damaged(lines, luck)
        legal = is_legal(bad)
        assert is_plainly_legal(bad) == legal, [
            (k, line) for k, line in enumerate(bad) if line not in lines
        ]
        found += not legal
    assert found > DAMAGES / 2


def first(lines: list[Line], event: str) -> int:
    return next(number for number, line in enumerate(lines) if line.get("event") == event)


@pytest.mark.parametrize(
    ("event", "change", "clause", "reason"),
    [
        ("gather", {"food": 9}, "BM-GATHER-01", "food of the gather is 9, by the rules"),
        ("recruit", {"price": "glyphs"}, "BM-RECRUIT-04", "price of the recruit is glyphs"),
        ("roll", {"row": 7}, "BM-TROOP-01", "rolls row 7' is not possible here, but"),
        ("day", {"seat": 3}, "BM-DAY-01", "a day line of seat 4 is not possible here"),
        ("end", {"ranks": [1, 1, 1, 1]}, "BM-END-03", "ranks of the end is 1, 1, 1, 1, by"),
    ],
)
def test_a_changed_line_is_reported_with_its_clause(
    event: str, change: Line, clause: str, reason: str
) -> None:
    lines = record(SETUPS[1], 1)
    number = first(lines, event)
    lines[number] |= change
    fault = check(lines)
    assert fault is not None
    assert (fault.line, fault.clause) == (number + 1, clause)
    assert reason in fault.reason


@pytest.mark.parametrize(
    ("event", "change", "words"),
    [
        ("place", {"card": "X99"}, "expected a card of the header, got 'X99'"),
        ("day", {"event": "feast"}, "expected the name of an event, got 'feast'"),
        ("roll", {"row": "two"}, "expected a whole number, got 'two'"),
        ("offer", {"seat": 9}, "expected a seat from 0 to 3, got 9"),
    ],
)
def test_a_line_of_another_form_is_bad_input(event: str, change: Line, words: str) -> None:
    lines = record(SETUPS[1], 1)
    lines[first(lines, event)] |= change
    with pytest.raises(InputError, match=words):
        check(lines)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 2}, "expected a record of version 1, got 2"),
        ({"game": "chess"}, "expected a record of the game 'bellum_magica'"),
        ({"seats": []}, "at least one seat"),
        ({"options": {"thief_use": "some"}}, "a value of thief_use"),
        ({"names": {}}, "a header that names its castles"),
    ],
)
def test_a_header_of_another_form_is_bad_input(change: Line, words: str) -> None:
    lines = record(SETUPS[1], 1)
    lines[0] |= change
    with pytest.raises(InputError, match=words):
        check(lines)


def test_cards_that_are_not_those_in_force_are_found() -> None:
    lines = record(SETUPS[1], 1)
    lines[0]["tables"]["castles.csv"][0]["shields"] = "9"
    assert str(check(lines)) == "line 1: RECORD: tables is not as the rules give it"


def test_a_record_with_own_cards_is_verified_with_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own, other, path = tmp_path / "own", tmp_path / "other", tmp_path / "game.jsonl"
    for folder, shields in ((own, "3"), (other, "4")):
        folder.mkdir()
        shutil.copy(DATA / "castles.csv", folder)
        text = (folder / "castles.csv").read_text(encoding="utf-8").splitlines()
        cells = text[1].split(",")
        place = text[0].split(",").index("shields")
        text[1] = ",".join((*cells[:place], shields, *cells[place + 1 :]))
        (folder / "castles.csv").write_text("\n".join(text) + "\n", encoding="utf-8")
    played = ("play", "--game=bellum_magica", "--players=c1:farmer,c2:thief", "--seed=3")
    assert main([*played, f"--data={own}", f"--record={path}"]) == 0
    assert main(["verify", str(path), f"--data={own}"]) == 0
    capsys.readouterr()
    for more, got in (((), "got none"), ((f"--data={other}",), "got ")):
        assert main(["verify", str(path), *more]) == 2
        output = capsys.readouterr().err
        assert "expected the data file castles.csv of the record" in output
        assert got in output
    assert main(["replay", str(path), "--turn=1"]) == 0
    assert "rolls row" in capsys.readouterr().out
