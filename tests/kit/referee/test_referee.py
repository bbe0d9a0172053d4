"""Games entered as they were played: by words, with chance, in all games."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.kit.records.verify import verify
from bloodstones.kit.referee.entering import ENTERED, WITH_UNKNOWN, Referee, written
from bloodstones.kit.referee.log import read_log
from bloodstones.kit.referee.phrases import Place, settled
from bloodstones.kit.table.people import HUMAN
from bloodstones.kit.table.session import Session
from tests.cli.tables_of_games import SEATS

STEPS = 50
LAST_NIGHT = Path(__file__).parents[3] / "docs" / "examples" / "last_night.txt"
UNTIL_TURN_1 = 9  # lines of that log


def session_of(game_id: str, seed: int = 1) -> Session:
    commands = game_commands_of(game_id)
    seats = tuple(Seat(role, HUMAN) for role in SEATS[game_id])
    return Session(commands.game, commands.voice(), Setup(commands.default_board, seats), seed)


def played(session: Session, steps: int) -> list[str]:
    """Play random decisions and outcomes; return each as it is written in a log."""
    luck, lines = random.Random(2), []
    start = settled(Place(session.play), session.voice, session.names)
    session.carry_out(start.codes)
    while not session.over and len(lines) < steps:
        before = session.play.copy()
        options = session.options()
        code = int(session.play.draw().pack()) if before.is_chance else luck.choice(options).code
        session.carry_out([code])
        after = settled(Place(session.play), session.voice, session.names)
        session.carry_out(after.codes)
        lines.append(written(session, Place(before), Place(after.play, (code, *after.codes))))
    return lines


def last_night(lines: int) -> Referee:
    """Return the beginning of a game of Bloodstones, entered."""
    referee = Referee(session_of("bloodstones"))
    log = read_log(LAST_NIGHT.read_text(encoding="utf-8"), LAST_NIGHT.name)
    for _, text in [*log.lines()][:lines]:
        referee.enter(text)
    return referee


@pytest.mark.parametrize("game_id", SEATS)
def test_a_game_written_as_a_log_and_entered_has_the_same_events(game_id: str) -> None:
    session, referee = session_of(game_id, 5), Referee(session_of(game_id))
    for line in played(session, STEPS):
        referee.enter(line)
    assert referee.session.codes == session.codes
    assert referee.session.recorder.lines[1:] == session.recorder.lines[1:]


def test_a_whole_game_is_entered_and_its_record_is_legal() -> None:
    referee = Referee(session_of("bellum_magica"))
    for line in played(session_of("bellum_magica", 4), 10_000):
        referee.enter(line)
    assert referee.over
    records = referee.session.recorder.records
    record = records.reader.parse(referee.text())
    assert verify(record, records) is None
    assert {seat.strategy for seat in record.header.setup.seats} == {ENTERED}


@pytest.mark.parametrize(
    "line",
    [
        "horse lords: move 66 skirmisher 1 -> 55 -> 47; pay cavalry",
        "m 66 skirm -> 55; -> 47; end the move; pay cavalry",
        "horse: raid nothing; m 66 sk -> 55 -> 47 p cav",
        "seat 2: move from 66; take skirmisher; march to 55; march to 47; end; pay with cavalry",
    ],
)
def test_one_move_has_many_spellings(line: str) -> None:
    referee = last_night(UNTIL_TURN_1 + 4)
    referee.enter(line)
    assert referee.session.recorder.lines[-1] == {
        "event": "move",
        "seat": 1,
        "paid": ["cavalry"],
        "cost": 2,
        "steps": [
            {"units": {"skirmisher": 1}, "from": 66, "to": 55, "cost": 1},
            {"units": {"skirmisher": 1}, "from": 55, "to": 47, "cost": 1},
        ],
    }


@pytest.mark.parametrize("payment", ["pay castle, cavalry", "pay cavalry, castle"])
def test_tiles_are_paid_in_any_order(payment: str) -> None:
    referee = last_night(UNTIL_TURN_1 + 4)
    referee.enter(f"move 66 skirmisher -> 55 -> 47 -> 36 -> 28 -> 20 -> 29; {payment}")
    assert referee.session.recorder.lines[-1]["paid"] == ["castle", "cavalry"]


def test_a_tile_that_is_paid_is_not_taken_for_one_that_is_drawn() -> None:
    referee = last_night(UNTIL_TURN_1 + 4)
    with pytest.raises(InputError, match="'skirmisher' is not possible here"):
        referee.enter("move 66 skirmisher -> 55; pay cavalry, skirmisher")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("build ship 66", r"'build ship 66' breaks BS-[A-Z]+-\d\d: "),
        ("build castle 20", r"breaks BS-BUILD-02: seat 2 has no village or citadel in area 20"),
        ("b 66", r"'b 66' may mean build swordsman in 66 \(forest\); build shieldbearer in"),
        ("dragon riders: attack 20", r"Dragon Riders cannot|'attack 20' breaks BS-"),
        ("juggle", r"'juggle' is not possible here \(Horse Lords: build, move or attack"),
        ("move 66 skirmisher -> 5", r"'to 5' breaks BS-MOVE-\d\d"),
        ("x" * 1500, r"'x+…x+' is not possible here"),
    ],
)
def test_what_is_not_possible_is_refused_in_one_sentence(line: str, sentence: str) -> None:
    referee = last_night(UNTIL_TURN_1 + 4)
    referee.enter("raid nothing")
    before = referee.session.digest()
    with pytest.raises(InputError, match=sentence):
        referee.enter(line)
    assert referee.session.digest() == before


def test_lines_are_undone_and_entered_again_otherwise() -> None:
    referee = last_night(UNTIL_TURN_1 + 4)
    before = referee.session.digest()
    referee.enter("move 66 skirmisher -> 55; pay cavalry")
    referee.enter("villages blank 58")
    referee.undo(2)
    assert referee.session.digest() == before
    referee.enter("move 66 skirmisher -> 55 -> 47; pay cavalry")
    with pytest.raises(InputError, match="You cannot undo 99 lines: there are 14 lines"):
        referee.undo(99)


def test_what_the_computer_rolls_is_written_into_the_log() -> None:
    first, second = (Referee(session_of("bellum_magica")) for _ in range(2))
    for line in ("roll", "#1", "roll"):
        first.enter(line)
    for entered in first.entered:
        second.enter(entered.text)
    assert "roll" not in " ".join(entered.text for entered in first.entered)
    assert second.session.codes == first.session.codes


def test_a_hidden_hand_is_dealt_so_that_what_was_played_is_possible() -> None:
    log = read_log(LAST_NIGHT.read_text(encoding="utf-8"), LAST_NIGHT.name)
    open_hands, hidden = last_night(36), Referee(session_of("bloodstones"))
    owner = ""
    for _, line in [*log.lines()][:36]:
        owner = line.partition(":")[0] if ":" in line else owner
        unseen = owner == "horse lords" and "draw" in line.split()
        hidden.enter("horse lords: ?" if unseen else line)
    moves = [
        [line for line in each.session.recorder.lines[1:] if line["event"] in ("move", "build")]
        for each in (open_hands, hidden)
    ]
    assert moves[0] == moves[1]
    assert len(hidden.unknown) > 8
    seats = json.loads(hidden.text().splitlines()[0])["seats"]
    assert {seat["strategy"] for seat in seats} == {WITH_UNKNOWN}


def test_a_log_names_the_line_that_cannot_be_entered() -> None:
    text = (
        "game: bellum_magica\nplayers: c1, c2\n\n# the start\nbone keep is first # by lot\nlaugh\n"
    )
    log = read_log(text, "night.txt")
    assert dict(log.headings) == {"game": ("bellum_magica",), "players": ("c1, c2",)}
    with pytest.raises(InputError, match=r"'laugh' is not possible here .* \(night.txt line 6\)"):
        log.enter(Referee(session_of("bellum_magica")))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("map: a\nmap: b\n", r"map is there twice \(night.txt line 2\)"),
        ("x" * 2001, r"expected at most 2,000 characters, got '2,001' \(night.txt line 1\)"),
        ("x\n" * 20_001, r"expected at most 20,000 lines, got '20,001' \(night.txt\)"),
    ],
)
def test_a_damaged_log_gets_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        read_log(text, "night.txt")


def test_no_damage_to_a_log_crashes() -> None:
    luck: Any = random.Random(1)
    lines = [text for _, text in read_log(LAST_NIGHT.read_text(encoding="utf-8"), "n").lines()][:30]
    letters = "abc 0129;,->#?:é\t"
    for _ in range(20):
        referee, place = Referee(session_of("bloodstones")), luck.randrange(12)
        for line in lines[:place]:
            referee.enter(line)
        damaged = list(lines[place])
        for _ in range(luck.randint(1, 4)):
            damaged[luck.randrange(len(damaged))] = luck.choice(letters)
        before, refused = referee.session.digest(), ""
        try:
            referee.enter("".join(damaged))
        except InputError as error:
            refused = error.message
        assert "\n" not in refused
        assert not refused or referee.session.digest() == before
