"""Games under the readings that tell units apart: notation, saves, records, strategies."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.game_setup import GameSetup
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.tally import tally_of
from bloodstones.games.bloodstones.record.position.reader import parse_position
from bloodstones.games.bloodstones.record.position.writer import format_position
from bloodstones.games.bloodstones.record.reasons import why_not
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.register import read_options
from tests.games.bloodstones.held_fields import held_fields
from tests.games.bloodstones.invariants import broken, field
from tests.games.bloodstones.position_lines import BOARD
from tests.games.bloodstones.random_play import MAPS, choices
from tests.games.bloodstones.records import parse_record, verify
from tests.games.bloodstones.scenario import HILL, LORDS, RIDERS, Scenario, row_of
from tests.golden.make import play_and_record
from tests.oracle.record_reader import check_record

OPTIONS = {"leader_carry": "per_action", "retreat_ban": "units"}
READINGS = read_options(OPTIONS)
TRACKED = pytest.mark.rule("AMB-12", "AMB-29", "leader_carry", "retreat_ban")
HORDE, NECROS, CORSAIRS = Faction.CHAOS_HORDE, Faction.NECROMANCERS, Faction.CORSAIRS
LINE_UPS = (
    (LORDS, RIDERS),
    (NECROS, HILL),
    (LORDS, NECROS, RIDERS),
    (CORSAIRS, HILL, LORDS),
    (HORDE, CORSAIRS, LORDS, NECROS),
)


def dealt(line_up: tuple[Faction, ...], seed: int) -> Playthrough:
    board = MAPS["crowded" if len(line_up) < 4 else "tyrants_lament"]
    return Playthrough(
        GameSetup(load_ruleset(), board, line_up, readings=READINGS, turn_limit=80), seed
    )


@TRACKED
@pytest.mark.parametrize("line_up", LINE_UPS, ids=lambda line_up: "-".join(f.id for f in line_up))
def test_random_play_stays_sound_and_every_position_is_written_and_read(line_up) -> None:
    tracked = set()
    for seed in range(2):
        game, luck = dealt(line_up, seed), choices(seed)
        while not game.over:
            codes = game.legal_codes().tolist()
            riding, banned = bool(game.state.rides[0]), bool(game.state.left_units[0])
            if (riding or banned) and luck.random() < 0.5:
                tracked.update(
                    name for name, is_so in (("rides", riding), ("gone", banned)) if is_so
                )
                assert not broken(game)
                check_twin(game)
            game.apply_code(luck.choice(codes))
    assert tracked == {"rides", "gone"}


def check_twin(game: Playthrough) -> None:
    """A playthrough read from the notation is the same and offers the same."""
    line = format_position(game)
    twin = parse_position(line, board=game.board, readings=READINGS)
    assert format_position(twin) == line
    for name in held_fields(game.state):
        assert np.array_equal(field(twin.state, name), field(game.state, name)), name
    assert twin.legal() == game.legal()


@TRACKED
@pytest.mark.parametrize("strategies", [("warlord",), ("builder", "warlord"), ("random",)])
def test_scripted_games_are_legal_for_the_engine_and_for_the_independent_reader(
    strategies: tuple[str, ...],
) -> None:
    for seed, line_up in enumerate(LINE_UPS[2:]):
        seats = tuple(
            Seat(faction.id, strategies[place % len(strategies)])
            for place, faction in enumerate(line_up)
        )
        text = play_and_record(Setup("tyrants_lament", seats, OPTIONS), seed).text()
        record = parse_record(text)
        assert record.header.options == OPTIONS
        assert verify(record) is None
        assert check_record(text.splitlines()) == []


def companions_on_the_march() -> Scenario:
    """A leader and its companion, a shieldbearer, have marched from area 1 to 2."""
    board = row_of("plains", *("plains",) * 5)
    scene = Scenario(LORDS, RIDERS, board=board, **OPTIONS)
    scene.citadel(LORDS, 0).citadel(RIDERS, 5).units(LORDS, 1, leader=1, shieldbearer=1)
    scene.units(LORDS, 2, cavalry=1).hand(LORDS, blank=1).turn(LORDS)
    return scene.play("column 1", "select shieldbearer", "select leader", "march 2")


@TRACKED
def test_the_notation_tells_companions_and_units_under_a_ban() -> None:
    scene = companions_on_the_march()
    assert " rides=2>2:shieldbearer | " in format_position(scene.game)
    scene.play("column 2", "select leader", "march 3")
    assert " rides=3>2:shieldbearer | " in format_position(scene.game)
    scene = fled()
    line = format_position(scene.game)
    assert " regroups=0 gone=2>3:cavalry*2 | rules: " in line
    twin = parse_position(line, board=scene.board, readings=READINGS)
    assert twin.state.left_units.tolist() == scene.state.left_units.tolist()


def fled(**options: str) -> Scenario:
    """The Riders' two cavalry have left area 2; a swordsman of the Lords follows them."""
    board = row_of(*("plains",) * 6)
    scene = Scenario(LORDS, RIDERS, board=board, **(options or OPTIONS))
    scene.citadel(LORDS, 0).citadel(RIDERS, 5).villages(RIDERS, 2)
    scene.units(LORDS, 2, swordsman=2).units(RIDERS, 2, cavalry=2).hand(LORDS, blank=1)
    scene.turn(LORDS).play("attack 2 1", "withdraw 3")
    return scene


@TRACKED
@pytest.mark.rule("BS-RETREAT-15")
def test_a_way_back_is_refused_with_its_clause() -> None:
    for options, reason in (
        (OPTIONS, "a unit of the force has left area 2 this turn"),
        ({"retreat_ban": "player"}, "seat 2 has left area 2 this turn"),
    ):
        scene = fled(**options).move(2, "swordsman swordsman", "3", pay="blank").play("attack 3 1")
        assert scene.legal("withdraw") == ["withdraw 4"]
        refused = why_not(scene.game, Decision(Kind.WITHDRAW, 2))
        assert refused == ("BS-RETREAT-15", reason)


def position_line(head: str = "", words: str = "") -> str:
    return (
        f"small horse_lords,dragon_riders turn=1 first=0 active=0 point=select column=1:- cost=2"
        f" last=-{head} | 0: citadel=0 units=1:leader+cavalry*2;2:leader hand=blank*2"
        f" | 1: citadel=6 units=7:cavalry*2 hand=-{words}"
    )


MANY = ";".join(
    f"{one}>{other}:cavalry+leader" for one in range(4) for other in range(10)
)  # far more companions than there are leaders


@TRACKED
def test_a_position_with_both_is_read() -> None:
    line = position_line(" rides=1>1:cavalry;2>1:cavalry", " gone=2>7:cavalry;3>7:cavalry*2")
    game = parse_position(line, board=BOARD, readings=READINGS)
    rides = [(0, 1, 1, Unit.CAVALRY, 1), (0, 2, 1, Unit.CAVALRY, 1)]
    gone = [(1, 2, 7, Unit.CAVALRY, 1), (1, 3, 7, Unit.CAVALRY, 2)]
    assert game.state.rides.tolist() == tally_of(rides, game.state.rides.size).tolist()
    assert game.state.left_units.tolist() == tally_of(gone, game.state.left_units.size).tolist()


@TRACKED
@pytest.mark.parametrize(
    ("head", "words", "message"),
    [
        (" rides=1:cavalry", "", "rides: expected AREA>AREA:UNITS, got '1:cavalry'"),
        (" rides=1>1", "", "rides: expected AREA>AREA:UNITS, got '1>1'"),
        (" rides=1>12:cavalry", "", "rides: expected an area from 0 to 9, got '12'"),
        (" rides=1>1:cavlary", "", "rides: expected a unit, got 'cavlary'"),
        (" rides=1>1:cavalry;1>1:leader", "", "rides: expected 1>1 once"),
        (" rides=1>1:cavalry*2", "", "rides: expected at most 1 leaders in area 1, got 2"),
        (" rides=1>2:cavalry", "", "rides: expected at most 0 cavalry in area 2, got 1"),
        ("", " gone=2>7:cavalry*3", "gone: expected at most 2 cavalry in area 7, got 3"),
        (f" rides={MANY}", "", "rides: expected at most 64 kinds of units and places, got 80"),
        ("", " left=2", "expected left=- unless retreat_ban is player"),
    ],
)
def test_what_is_impossible_about_them_is_reported(head: str, words: str, message: str) -> None:
    with pytest.raises(InputError, match=message.replace("*", r"\*")):
        parse_position(position_line(head, words), board=BOARD, readings=READINGS)


@TRACKED
@pytest.mark.parametrize(
    ("head", "words", "message"),
    [
        (" rides=1>1:cavalry", "", "expected rides=- unless leader_carry is per_action"),
        ("", " gone=2>7:cavalry", "expected gone=- unless retreat_ban is units"),
    ],
)
def test_the_usual_readings_know_neither(head: str, words: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_position(position_line(head, words), board=BOARD)
