"""Records: told by one table, checked by the rules and by a reader that knows no engine."""

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
from bloodstones.games.wizard_kings.events import EVENTS
from bloodstones.games.wizard_kings.game import GAME
from bloodstones.games.wizard_kings.rules.reading import DATA
from bloodstones.games.wizard_kings.rules.register import load_register
from bloodstones.kit.records.faults import Fault
from bloodstones.kit.records.playing import play_and_record
from bloodstones.kit.records.verify import verify
from bloodstones.kit.records.writing import Recorder
from tests import soaks
from tests.games.wizard_kings.plain_reader import BadRecordError, PlainReader
from tests.games.wizard_kings.random_play import pick, setup_for

Line = dict[str, Any]
BOARD = "westmarch+eastfen"
DAMAGES = 9


def duel(one: str, two: str, **more: Any) -> Setup:
    return Setup(BOARD, (Seat("eldryn", one), Seat("jurak", two)), **more)


def check(lines: list[Line], data: str = "") -> Fault | None:
    text = "\n".join(json.dumps(line) for line in lines)
    return verify(GAME.records.reader.parse(text, "record"), GAME.records, data)


def record(setup: Setup, seed: int, label: str = "", replicate: int = 0) -> list[Line]:
    recorder = play_and_record(GAME, setup, seed, label, replicate)
    lines: list[Line] = [json.loads(line) for line in recorder.text().splitlines()]
    return lines


def wild(number: int) -> list[Line]:
    """The record of a random playthrough that comes to blows."""
    setup = setup_for(number, dispel="true")
    play = GAME.playthrough(setup, number, scripted_chance=True)
    recorder, luck = Recorder(play, GAME.records, setup, number), random.Random(number)
    while not play.over:
        if play.is_chance:
            recorder.apply(play.draw().pack())
        else:
            recorder.apply(pick(play, luck, play.legal_codes().tolist()))
    lines: list[Line] = [json.loads(line) for line in recorder.text().splitlines()]
    return lines


def test_the_table_tells_every_event_with_a_clause() -> None:
    clauses = load_register().clauses
    assert all(form.clause in clauses for form in EVENTS.values())


@pytest.mark.parametrize(
    "setup",
    [
        duel("hammer", "expansion", choices={"army.0": "buy"}),
        duel("random", "bastion_tuned", options={"dispel": "true"}, overrides={"ogre.hits": 4}),
    ],
)
def test_a_record_is_legal_and_tells_the_game_that_was_counted(setup: Setup) -> None:
    lines = record(setup, 4, "x", 3)
    assert check(lines) is None
    PlainReader(lines).read()
    rows = GAME.simulate(setup, 4, "x", range(3, 4)).rows
    assert lines[-1]["scores"] == rows["score"]
    assert lines[-1]["ranks"] == rows["rank"]
    assert lines[-1]["end_reason"] == rows["end_reason"][0]


@pytest.mark.parametrize("number", soaks.few(2, 8))
def test_records_of_random_play_hold_by_the_rules_and_by_the_books(number: int) -> None:
    lines = wild(number)
    assert {"fire", "loss", "step", "treasury"} <= {line["event"] for line in lines[1:]}
    PlainReader(lines).read()
    assert check(lines) is None


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
        if isinstance(line[key], int) and key not in ("seat", "other"):
            others += [line[key] + 1, line[key] - 1]
        line[key] = luck.choice(others) if others else line[key]
    return lines


def is_legal(lines: list[Line]) -> bool:
    try:
        return check(lines) is None
    except InputError:
        return False


def is_plainly_bad(lines: list[Line]) -> bool:
    try:
        PlainReader(lines).read()
    except BadRecordError:
        return True
    return False


def test_what_the_books_find_wrong_is_illegal_by_the_rules() -> None:
    luck, lines = random.Random(3), record(duel("hammer", "bastion"), 2)
    bad = [damaged(lines, luck) for _ in range(DAMAGES)]
    by_books, by_rules = [is_plainly_bad(one) for one in bad], [not is_legal(one) for one in bad]
    assert all(rules for books, rules in zip(by_books, by_rules, strict=True) if books)
    assert sum(by_books) > DAMAGES / 3
    assert sum(by_rules) > DAMAGES * 0.8


def first(lines: list[Line], event: str) -> int:
    return next(number for number, line in enumerate(lines) if line.get("event") == event)


@pytest.mark.parametrize(
    ("event", "change", "clause", "reason"),
    [
        ("loss", {"left": 9}, "WK-UNIT-03", "left of the loss is 9, by the rules"),
        ("fire", {"rating": 6}, "WK-COMBAT-06", "rating of the fire is 6, by the rules"),
        ("hits", {"hits": 5}, "WK-COMBAT-06", "is not possible here, but"),
        ("treasury", {"gp": 50}, "WK-BUILD-01", "gp of the treasury is 50, by the rules"),
        ("step", {"hex": "20.8"}, "WK-UNIT-05", "is not possible here, but"),
        ("end", {"scores": [10, 10]}, "WK-WIN-03", "scores of the end is 10, 10, by the rules"),
    ],
)
def test_a_changed_line_is_reported_with_its_clause(
    event: str, change: Line, clause: str, reason: str
) -> None:
    lines = record(duel("hammer", "expansion"), 1)
    number = first(lines, event)
    lines[number] |= change
    fault = check(lines)
    assert fault is not None
    assert (fault.line, fault.clause) == (number + 1, clause)
    assert reason in fault.reason


def test_the_commands_write_check_and_tell_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    played = ("play", "--game=wizard_kings", "--players=eldryn:hammer,jurak:random", "--seed=3")
    assert main([*played, f"--record={path}", "--json"]) == 0
    scores = [seat["score"] for seat in json.loads(capsys.readouterr().out)["seats"]]
    assert main(["verify", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["files"][0]["scores"] == scores
    assert main(["replay", str(path), "--turn", "1"]) == 0
    output = capsys.readouterr().out
    assert "turn 1 begins" in output
    assert "starts to move" in output
    assert main(["replay", str(path), "--json"]) == 0
    chapters = json.loads(capsys.readouterr().out)["chapters"]
    assert [chapter["turn"] for chapter in chapters] == list(range(len(chapters)))
    assert main(["replay", str(path), "--turn", "99"]) == 2
    assert "expected a turn from 0 (setup) to" in capsys.readouterr().err


def test_a_record_with_own_units_is_verified_with_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own, path = tmp_path / "own", tmp_path / "game.jsonl"
    own.mkdir()
    shutil.copy(DATA / "units.csv", own)
    text = (own / "units.csv").read_text(encoding="utf-8")
    changed = text.replace("jurak,ogre,0,2,B,3,", "jurak,ogre,0,2,B,4,")
    assert changed != text
    (own / "units.csv").write_text(changed, encoding="utf-8")
    played = ("play", "--game=wizard_kings", "--players=eldryn:greedy,jurak:greedy")
    assert main([*played, f"--data={own}", f"--record={path}"]) == 0
    assert main(["verify", str(path), f"--data={own}"]) == 0
    capsys.readouterr()
    assert main(["verify", str(path)]) == 2
    output = capsys.readouterr().err
    assert "expected the data file units.csv of the record" in output
    (own / "units.csv").write_text(text, encoding="utf-8")
    assert main(["verify", str(path), f"--data={own}"]) == 2
    assert "units.csv" in capsys.readouterr().err


def test_strategies_are_listed_with_presets_and_parameters(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["strategies", "--game=wizard_kings"]) == 0
    output = " ".join(capsys.readouterr().out.split())
    for part in ("hammer scripted shipped", "bastion_tuned scripted tuned", "boldness 0.2 to 4"):
        assert part in output


PYTHON = """
class First:
    traits = {}
    def choose(self, sight, legal):
        assert sight.view.gold >= 0
        return sight.luck.choice(legal[:3])
"""


def test_a_strategy_in_python_plays_and_is_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.py").write_text(PYTHON, encoding="utf-8")
    path = tmp_path / "game.jsonl"
    seats = f"--players=eldryn:{tmp_path}/mine.py:First,jurak:random"
    assert main(["play", "--game=wizard_kings", seats, f"--record={path}", "--json"]) == 0
    scores = [seat["score"] for seat in json.loads(capsys.readouterr().out)["seats"]]
    assert main(["verify", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["files"][0]["scores"] == scores
