"""Records of any game: written, read, verified and told from its table of events alone."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.core.contract.game import Setup
from bloodstones.core.errors import InputError
from bloodstones.kit.records.events import EventForm, EventTable, event_rows
from bloodstones.kit.records.faults import Fault
from bloodstones.kit.records.following import Expected, steps_of
from bloodstones.kit.records.forms import SEAT_KEY
from bloodstones.kit.records.reading import RecordLine
from bloodstones.kit.records.sentences import RecordText
from bloodstones.kit.records.verify import verify
from bloodstones.kit.records.writing import Recorder
from tests.kit.coins import EVENTS, RECORDS, Kind, Move, play, table_of

Line = dict[str, Any]
TWO = table_of("red", "blue")


def recorded(setup: Setup, seed: int) -> Recorder:
    """A playthrough at random, recorded."""
    recorder, luck = Recorder(play(setup, seed), RECORDS, setup, seed), random.Random(seed)
    while not recorder.play.over:
        if recorder.play.is_chance:
            recorder.apply(recorder.play.draw().pack())
        else:
            recorder.apply(luck.choice(recorder.play.legal_codes().tolist()))
    return recorder


def scripted(*moves: Move, setup: Setup = TWO) -> list[Line]:
    """The lines of a playthrough whose decisions and outcomes are given."""
    recorder = Recorder(play(setup), RECORDS, setup, 1)
    for move in moves:
        assert recorder.play.allows(move.pack())
        recorder.apply(move.pack())
    assert recorder.play.over
    return recorder.lines


def joined(lines: list[Line]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


def fault_of(lines: list[Line]) -> Fault | None:
    return verify(RECORDS.reader.parse(joined(lines)), RECORDS)


def duel() -> list[Line]:
    """Red rolls 4 and 5 and stops, blue rolls 6 and 6 and goes bust."""
    roll, stop = Move(Kind.ROLL), Move(Kind.STOP)
    hidden = Move(Kind.HIDE, 2), Move(Kind.HIDE, 0)
    red = roll, Move(Kind.FACE, 4), roll, Move(Kind.FACE, 5), stop
    blue = roll, Move(Kind.FACE, 6), roll, Move(Kind.FACE, 6)
    return scripted(*hidden, *red, *blue)


def test_a_record_tells_header_events_and_end() -> None:
    header, *events = duel()
    assert header == {
        "format": "bloodstones-record",
        "version": 1,
        "game": "coins",
        "rules_version": "1",
        "options": {},
        "seats": [{"role": "red", "strategy": "random"}, {"role": "blue", "strategy": "random"}],
        "seed": 1,
        "limit": 10,
        "faces": (1, 6),
    }
    assert events == [
        {"event": "hide", "seat": 0},
        {"event": "hide", "seat": 1},
        {"event": "die", "seat": 0, "face": 4},
        {"event": "die", "seat": 0, "face": 5},
        {"event": "stop", "seat": 0, "totals": [9]},
        {"event": "die", "seat": 1, "face": 6},
        {"event": "die", "seat": 1, "face": 6},
        {"event": "bust", "seat": 1},
        {"event": "show", "seat": 0, "coin": "gold", "score": 11},
        {"event": "show", "seat": 1, "coin": "copper", "score": 0},
        {"event": "end", "scores": [11, 0], "ranks": [1, 2], "end_reason": "shown", "turns": 1},
    ]


@settings(max_examples=40)
@given(st.integers(0, 999), st.integers(2, 4), st.integers(3, 12))
def test_whatever_is_played_is_a_legal_record(seed: int, seats: int, limit: int) -> None:
    setup = table_of(*[""] * seats, overrides={"limit": limit})
    recorder = recorded(setup, seed)
    record = RECORDS.reader.parse(recorder.text())
    assert record.header.setup == setup
    assert verify(record, RECORDS) is None


def test_recording_draws_the_luck_that_the_game_has_without_it() -> None:
    recorder, game, luck = recorded(TWO, 5), play(TWO, 5, scripted_chance=False), random.Random(5)
    while not game.over:
        game.apply_code(luck.choice(game.legal_codes().tolist()))
    assert [int(game.state.rank[k]) for k in range(2)] == recorder.lines[-1]["ranks"]
    assert game.state.total.tolist() == recorder.play.state.total.tolist()


def test_chance_that_is_not_scripted_cannot_be_recorded() -> None:
    with pytest.raises(ValueError, match="with scripted chance"):
        Recorder(play(TWO, scripted_chance=False), RECORDS, TWO, 1)


def test_a_written_record_is_read_again(tmp_path: Path) -> None:
    path, recorder = tmp_path / "game.jsonl", recorded(TWO, 3)
    recorder.write(path)
    read = RECORDS.reader.load(path)
    assert (read.name, read.header.seed, read.end["ranks"]) == (
        str(path),
        3,
        recorder.lines[-1]["ranks"],
    )
    assert verify(read, RECORDS) is None


def changed(change: Callable[[list[Line]], object]) -> Fault:
    """The fault of the duel after a change."""
    lines = json.loads(json.dumps(duel()))
    change(lines)
    fault = fault_of(lines)
    assert fault is not None
    return fault


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda x: x[9].update(score=12), "line 10: CO-5: score of the show is 12, by the rules"),
        (lambda x: x[3].update(face=7), "line 4: CO-2: 'Red roll a 7' is not possible here, but "),
        (lambda x: x[3].update(seat=1), "line 4: CO-2: a die line of seat 2 is not possible here"),
        (lambda x: x[5].update(totals=[]), "line 6: CO-3: totals of the stop is none, by"),
        (lambda x: x.pop(8), "line 9: CO-5: a show line of seat 1 is not possible here, but"),
        (
            lambda x: x.pop(1),
            "line 2: CO-1: a hide line of seat 2 is not possible here, but 'Red hide",
        ),
        (lambda x: x.insert(5, x[4]), "line 7: CO-3: a stop line of seat 1 is not possible here"),
        (lambda x: x[-1].update(ranks=[2, 1]), "line 12: CO-6: ranks of the end is 2, 1, by"),
        (lambda x: x[0].update(limit=11), "line 1: RECORD: limit is not as the rules give it"),
        (lambda x: x[0].update(moon=1), "line 1: RECORD: moon is not as the rules give it"),
        (lambda x: x[0].pop("faces"), "line 1: RECORD: faces is not as the rules give it"),
    ],
)
def test_the_first_line_that_nothing_legal_gives_is_the_fault(
    change: Callable[[list[Line]], object], expected: str
) -> None:
    assert str(changed(change)).startswith(expected)


def test_what_was_possible_is_shown_in_words() -> None:
    fault = changed(lambda x: x[3].update(face=9))
    faces = ", ".join(f"'Red roll a {face}'" for face in range(1, 7))
    assert fault.reason == f"'Red roll a 9' is not possible here, but {faces}"


def test_decisions_that_no_line_tells_are_found_by_what_follows() -> None:
    for first in range(3):
        for second in range(3):
            hidden = Move(Kind.HIDE, first), Move(Kind.HIDE, second)
            rolls = (Move(Kind.ROLL), Move(Kind.FACE, 1), Move(Kind.STOP)) * 2
            assert fault_of(scripted(*hidden, *rolls)) is None


def test_what_was_hidden_is_whatever_fits() -> None:
    lines = duel()
    lines[10]["coin"] = "gold"  # of no worth to a seat that went bust
    assert fault_of(lines) is None
    lines[10]["score"] = 2
    assert "score of the show is 2, by the rules 0" in str(fault_of(lines))


def test_the_order_in_a_list_that_has_none_means_nothing() -> None:
    hidden = Move(Kind.HIDE, 0), Move(Kind.HIDE, 0)
    red = Move(Kind.ROLL), Move(Kind.FACE, 2), Move(Kind.STOP)
    blue = Move(Kind.ROLL), Move(Kind.FACE, 3), Move(Kind.STOP)
    lines = scripted(*hidden, *red, *blue)
    at = next(k for k, line in enumerate(lines) if line.get("totals") == [2, 3])
    lines[at]["totals"] = [3, 2]
    assert fault_of(lines) is None


def named(play: Any, lines: list[RecordLine]) -> Iterator[Move | Expected]:
    """What the lines of the game stand for, hidden coins taken as copper."""
    line = lines[0]
    if play.is_chance:
        yield Expected("die", play.decider)
        yield Move(Kind.FACE, lines[0]["face"])
    elif line.event == "hide":
        yield Move(Kind.HIDE, 0)
    else:
        yield Move(Kind.ROLL if line.event == "die" else Kind.STOP)


def no_such_face(play: Any, move: Move) -> tuple[str, str]:
    return "CO-2", f"no die has a {move.x}"


NAMED = replace(RECORDS, decisions=named, why_not=no_such_face)


def poor_duel() -> list[Line]:
    """Both hide copper; red rolls 4 and stops, blue rolls 6 and stops."""
    red = Move(Kind.ROLL), Move(Kind.FACE, 4), Move(Kind.STOP)
    blue = Move(Kind.ROLL), Move(Kind.FACE, 6), Move(Kind.STOP)
    return scripted(Move(Kind.HIDE, 0), Move(Kind.HIDE, 0), *red, *blue)


def test_a_game_may_name_the_decisions_of_its_lines() -> None:
    record = RECORDS.reader.parse(joined(poor_duel()))
    tried, said = (steps_of(record, each, play(TWO)) for each in (RECORDS, NAMED))
    assert said == tried
    assert [step.lines for step in said][:4] == [(0,), (1,), (), (2,)]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda x: x[3].update(face=9), "line 4: CO-2: no die has a 9"),
        (lambda x: x[3].update(face=999), "line 4: CO-2: no die has a 999"),
        (lambda x: x[3].update(seat=1), "line 4: CO-2: expected a die line of seat 1, got a die"),
        (lambda x: x[4].update(totals=[5]), "line 5: CO-3: totals of the stop is 5, by the rules"),
        (lambda x: x.pop(4), "line 5: CO-2: expected a die line of seat 1, got a die line of se"),
        (lambda x: x[-1].update(ranks=[2, 2]), "line 10: CO-6: ranks of the end is 2, 2, by the"),
    ],
)
def test_the_reason_of_the_game_is_told_where_a_named_decision_is_illegal(
    change: Callable[[list[Line]], object], expected: str
) -> None:
    lines = poor_duel()
    change(lines)
    record = RECORDS.reader.parse(joined(lines))
    assert str(verify(record, NAMED)).startswith(expected)


def test_a_line_for_which_the_game_names_nothing_is_a_fault() -> None:
    record = RECORDS.reader.parse(joined(poor_duel()))
    silent = replace(NAMED, decisions=lambda play, lines: iter(()))
    assert str(verify(record, silent)) == "line 2: CO-1: nothing here gives a hide line"


def test_a_named_decision_without_a_reason_is_told_all_the_same() -> None:
    lines = poor_duel()
    lines[3]["face"] = 9
    record = RECORDS.reader.parse(joined(lines))
    fault = verify(record, replace(NAMED, why_not=None))
    assert str(fault) == "line 4: RECORD: 'face 9' is not possible here"


@pytest.mark.parametrize("content", ["[]\n", "{\n", '{"a": 1, "a": 2}\n', '{"a": NaN}\n', "\n"])
def test_a_line_that_is_no_object_is_refused(content: str) -> None:
    with pytest.raises(InputError, match=r"^expected a JSON object, got .* \(record line 1\)"):
        RECORDS.reader.parse(content)
    with pytest.raises(InputError, match=r"got .* \(record line 13\)"):
        RECORDS.reader.parse(joined(duel()) + content)


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    with pytest.raises(InputError, match="expected a record, got an empty file"):
        RECORDS.reader.load(tmp_path / "empty")


def test_a_record_of_other_rules_or_of_a_setup_nobody_plays_is_refused() -> None:
    lines = duel()
    lines[0]["rules_version"] = "2"
    with pytest.raises(InputError, match=r"rules version '1', got '2' \(record line 1\)"):
        fault_of(lines)
    lines = duel()
    del lines[0]["seats"][1]
    lines = [lines[0], lines[-1]]
    with pytest.raises(InputError, match="expected 2 to 4 seats, got 1"):
        fault_of(lines)


@pytest.mark.parametrize(
    ("line", "change", "message"),
    [
        (0, {"format": "pgn"}, "the format 'bloodstones-record', got 'pgn' .record line 1"),
        (0, {"version": True}, "expected a record of version 1, got True"),
        (0, {"game": "chess"}, "expected a record of the game 'coins', got 'chess'"),
        (0, {"seats": 3}, "expected seats as a list, got 3"),
        (0, {"seats": []}, "expected at least one seat, got none"),
        (0, {"seats": [{"role": 7, "strategy": "x"}]}, "expected role as a short name or empty"),
        (0, {"seats": [{"role": ""}]}, "expected the key strategy, got none"),
        (0, {"seats": [{"strategy": "x", "rule": ""}]}, "expected known keys, got 'rule'"),
        (0, {"overrides": {"limit": 10**9}}, "expected limit from -999999 to 999999"),
        (0, {"overrides": 3}, "expected overrides as a table, got 3"),
        (0, {"seed": -1}, "expected seed from 0 to"),
        (0, {"rules_version": None}, "expected rules_version as a short name"),
        (3, {"event": "dice"}, r"the name of an event, got 'dice' \(record line 4\)\nTip: did you"),
        (3, {"event": 3}, "expected the name of an event, got 3"),
        (3, {"seat": 2}, "expected a seat from 0 to 1, got 2 .seat of die, record line 4"),
        (3, {"face": "6"}, "expected a whole number, got '6' .face of die, record line 4"),
        (3, {"eye": 1}, "expected the keys event, seat, face, got 'eye'"),
        (5, {"totals": 9}, "expected a list, got 9"),
        (9, {"coin": "tin"}, "expected one of copper, silver, gold, got 'tin'"),
        (11, {"end_reason": "none"}, "expected one of shown, got 'none'"),
    ],
)
def test_what_is_no_record_is_reported_with_its_line(line: int, change: Line, message: str) -> None:
    lines = duel()
    lines[line].update(change)
    with pytest.raises(InputError, match=message):
        RECORDS.reader.parse(joined(lines))


def test_a_record_that_breaks_off_or_goes_on_is_refused() -> None:
    lines = duel()
    with pytest.raises(
        InputError, match=r"an end event as the last line, got a show \(record line 11\)"
    ):
        RECORDS.reader.parse(joined(lines[:-1]))
    with pytest.raises(InputError, match="got a header alone"):
        RECORDS.reader.parse(joined(lines[:1]))
    with pytest.raises(InputError, match="expected nothing after the end, got 'die'"):
        RECORDS.reader.parse(joined([*lines, lines[3]]))
    with pytest.raises(InputError, match="expected the key face, got none"):
        RECORDS.reader.parse(joined([*lines[:3], {"event": "die", "seat": 0}, *lines[4:]]))


def test_lists_that_may_be_absent_mean_empty_ones() -> None:
    lines = duel()
    del lines[5]["totals"]
    assert RECORDS.reader.parse(joined(lines)).lines[4]["totals"] == []


def test_every_line_is_shown_in_words() -> None:
    record = RECORDS.reader.parse(joined(duel()))
    words = RecordText(EVENTS, record.header.names)
    assert [words.tell(line) for line in record.lines] == [
        "Red hide a coin",
        "Blue hide a coin",
        "Red roll a 4",
        "Red roll a 5",
        "Red stop, totals 9",
        "Blue roll a 6",
        "Blue roll a 6",
        "Blue go bust",
        "Red show gold and score 11",
        "Blue show copper and score 0",
        "end (shown), ranks 1, 2",
    ]


def test_the_table_of_events_can_be_printed() -> None:
    rows = {row.name: row for row in event_rows(EVENTS)}
    assert list(rows) == ["hide", "die", "stop", "bust", "show", "end"]
    assert (rows["stop"].keys, rows["stop"].clause, rows["stop"].words) == (
        "seat, totals: [number, …] (optional)",
        "CO-3",
        "stop[, totals {totals}]",
    )
    assert rows["show"].keys == "seat, coin, score: number"


def test_a_table_tells_every_event_once_and_only_of_its_keys() -> None:
    class Twice(EventTable):
        HIDE = EventForm(1, "CO-1", "hide", (SEAT_KEY,))
        SHOW = EventForm(1, "CO-1", "show", (SEAT_KEY,))

    with pytest.raises(ValueError, match=r"two events of .* have one code"):
        Twice.forms()
    with pytest.raises(ValueError, match=r"words of 'hide \{coin\}' describe coin"):
        EventForm(1, "CO-1", "hide {coin}", (SEAT_KEY,))
    with pytest.raises(ValueError, match=r"words of .hide a coin. describe coin"):
        EventForm(1, "CO-1", "hide a coin", (SEAT_KEY,), masked="hide {coin}")
    with pytest.raises(ValueError, match=r"die: numbers of no key in the log: \[3\]"):
        EVENTS["die"].line([0, 6, 3], play(TWO))
