"""Units kept out of a battle: who chooses, what the others do, what becomes of those kept out."""

from __future__ import annotations

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.record.position.reader import parse_position
from bloodstones.games.bloodstones.record.position.writer import format_position
from bloodstones.games.bloodstones.record.reasons import why_not
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.register import read_options
from tests.games.bloodstones.position_lines import BOARD, LINES, OPTION_LINES
from tests.games.bloodstones.records import parse_record, verify
from tests.games.bloodstones.scenario import (
    HIGH,
    HILL,
    LORDS,
    LOW,
    NECRO,
    RIDERS,
    Scenario,
    row_of,
)
from tests.golden.make import play_and_record

CHOICE = {"all_units_fight": False}
AMB_14 = ("BS-COMBAT-04", "AMB-14", "all_units_fight")


def battle(
    attacker: Faction,
    defender: Faction,
    attacking: dict[str, int],
    defending: dict[str, int],
    around: str = "plains",
    *,
    option: bool = False,
) -> Scenario:
    """A battle in area 0, where the defender stands, with the question who fights."""
    scene = Scenario(attacker, defender, board=row_of("plains", around), all_units_fight=option)
    scene.units(attacker, 0, **attacking).units(defender, 0, **defending).turn(attacker)
    return scene.combat_draws(HIGH, LOW)


def begin(scene: Scenario) -> Scenario:
    """Attack; the defender stands."""
    scene.play("attack 0 1")
    return scene.play("pass") if scene.point is Point.WITHDRAW else scene


@pytest.mark.rule(*AMB_14)
def test_by_the_usual_reading_nobody_is_asked_who_fights() -> None:
    scene = begin(battle(RIDERS, LORDS, {"swordsman": 3}, {"swordsman": 2}, option=True))
    assert scene.point is Point.CASUALTY
    assert scene.vp(RIDERS) == 2


@pytest.mark.rule(*AMB_14)
def test_the_attacker_chooses_first_then_the_defender_one_type_after_the_other() -> None:
    scene = begin(battle(RIDERS, LORDS, {"swordsman": 2, "leader": 1}, {"cavalry": 1, "leader": 1}))
    assert (scene.decider, scene.point) == (RIDERS, Point.KEEP_OUT)
    assert scene.legal() == ["pass", "keep_out swordsman", "keep_out leader"]
    scene.play("keep_out leader")
    assert scene.legal() == ["pass"]  # no earlier type
    scene.play("pass")
    assert scene.decider is LORDS
    assert scene.legal() == ["pass", "keep_out cavalry", "keep_out leader"]
    scene.play("keep_out cavalry", "pass")
    assert scene.logged(Event.KEEP_OUT) == [[0, Unit.LEADER], [1, Unit.CAVALRY]]


@pytest.mark.rule(*AMB_14, "BS-COMBAT-15", "BS-COMBAT-26", "BS-COMBAT-33", "BS-COMBAT-35")
def test_units_kept_out_count_for_nothing() -> None:
    scene = battle(RIDERS, LORDS, {"swordsman": 2}, {"swordsman": 3, "leader": 1})
    begin(scene).play("pass", "keep_out swordsman", "keep_out swordsman", "keep_out leader", "pass")
    assert [len(draw) - 1 for draw in scene.logged(Event.COMBAT_DRAW)] == [4, 3]  # 2 against 1
    assert scene.logged(Event.CLASH)[0][:2] == [2, 1]
    assert scene.vp(RIDERS) == 1
    assert scene.legal() == ["casualty swordsman"]


@pytest.mark.rule(*AMB_14, "BS-CUTIE-06")
def test_the_last_unit_beside_the_cutiecorn_fights() -> None:
    scene = Scenario(
        RIDERS, LORDS, board=row_of("plains", "plains"), all_units_fight=False, cutiecorn=True
    )
    scene.units(RIDERS, 0, swordsman=2).cutiecorn(RIDERS, 0).units(LORDS, 0, leader=1).turn(RIDERS)
    begin(scene)
    assert scene.legal() == ["pass", "keep_out swordsman", "keep_out cutiecorn"]
    scene.play("keep_out swordsman")
    assert scene.legal() == ["pass", "keep_out cutiecorn"]  # it would fight alone
    scene.play("keep_out cutiecorn")
    assert scene.legal() == ["pass"]


@pytest.mark.rule(*AMB_14, "BS-CUTIE-04")
def test_the_cutiecorn_may_be_kept_out_by_its_only_companion() -> None:
    scene = Scenario(
        RIDERS, LORDS, board=row_of("plains", "plains"), all_units_fight=False, cutiecorn=True
    )
    scene.units(RIDERS, 0, swordsman=1).cutiecorn(RIDERS, 0).units(LORDS, 0, leader=1).turn(RIDERS)
    begin(scene)
    assert (scene.point, scene.legal()) == (Point.KEEP_OUT, ["pass", "keep_out cutiecorn"])
    scene.play("keep_out cutiecorn", "pass")
    assert scene.logged(Event.CLASH)[0][:2] == [1, 1]


@pytest.mark.rule(*AMB_14)
@pytest.mark.parametrize(
    ("choice", "tiles", "winner"),
    [(["pass"], [2, 3, 4, 4], RIDERS), (["keep_out swordsman", "pass"], [3, 4, 4], LORDS)],
)
def test_the_choice_of_fighters_turns_the_battle(
    choice: list[str], tiles: list[int], winner: Faction
) -> None:
    scene = battle(RIDERS, LORDS, {"leader": 1, "swordsman": 1}, {"shieldbearer": 1})
    begin(scene.combat_draws(tiles, [3, 4, 4])).play(*choice)
    assert scene.vp(winner) > 0  # 13 to 12, or 12 to 12 against a shieldbearer


@pytest.mark.rule(*AMB_14, "BS-COMBAT-35", "BS-RETREAT-07")
def test_those_a_loser_kept_out_leave_with_the_survivors() -> None:
    scene = battle(RIDERS, LORDS, {"swordsman": 2}, {"swordsman": 2, "leader": 1})
    begin(scene).play("pass", "keep_out leader", "pass", "casualty swordsman", "retreat 1")
    assert scene.force(LORDS, 1) == {"swordsman": 1, "leader": 1}
    assert scene.force(RIDERS, 0) == {"swordsman": 2}


@pytest.mark.rule(*AMB_14, "BS-COMBAT-35")
def test_they_leave_even_when_no_fighter_survives() -> None:
    scene = battle(RIDERS, LORDS, {"swordsman": 2}, {"swordsman": 1, "leader": 1})
    begin(scene).play("pass", "keep_out leader", "pass", "casualty swordsman", "retreat 1")
    assert scene.force(LORDS, 1) == {"leader": 1}


@pytest.mark.rule(*AMB_14, "BS-COMBAT-38", "BS-TURN-06")
def test_without_a_refuge_only_those_that_fought_are_lost_and_the_rest_is_still_to_be_fought() -> (
    None
):
    forces = {"swordsman": 2}, {"swordsman": 2, "leader": 1}
    scene = battle(RIDERS, LORDS, *forces, around="mountains")
    begin(scene).play("pass", "keep_out leader", "pass", "casualty swordsman")
    assert scene.logged(Event.RETREAT) == [[1, 0, -1, 0, Unit.SWORDSMAN]]
    assert scene.force(LORDS, 0) == {"leader": 1}
    assert scene.vp(RIDERS) == 2
    assert scene.legal("pass") == []
    assert scene.legal("attack") == ["attack 0 1"]
    scene.play("attack 0 1")
    assert scene.decider is RIDERS  # a lone leader has no choice
    assert scene.legal() == ["pass", "keep_out swordsman"]


@pytest.mark.rule(*AMB_14)
def test_a_winner_and_a_beaten_attacker_may_keep_units_out_too() -> None:
    scene = battle(RIDERS, LORDS, {"swordsman": 3}, {"leader": 2}).combat_draws(LOW, HIGH)
    begin(scene).play("keep_out swordsman", "pass", "keep_out leader", "pass")
    assert scene.vp(LORDS) == 2
    scene.play("casualty swordsman", "retreat 1")
    assert scene.force(RIDERS, 1) == {"swordsman": 2}
    assert scene.force(LORDS, 0) == {"leader": 2}
    assert scene.legal("attack") == []


@pytest.mark.rule(*AMB_14)
def test_some_unit_fights_and_fortifications_always_do() -> None:
    scene = begin(battle(RIDERS, LORDS, {"swordsman": 2}, {"castle": 1, "leader": 1}))
    assert scene.play("keep_out swordsman").legal() == ["pass"]
    assert scene.play("pass").legal() == ["pass", "keep_out leader"]
    assert scene.play("keep_out leader").legal() == ["pass"]
    scene.play("pass")
    assert scene.logged(Event.CASUALTY) == [[1, Unit.CASTLE]]
    assert scene.vp(RIDERS) == 1


@pytest.mark.rule(*AMB_14)
def test_why_a_unit_cannot_be_kept_out() -> None:
    scene = begin(battle(RIDERS, LORDS, {"swordsman": 2}, {"castle": 1, "leader": 1}))

    def reason(unit: Unit) -> str:
        clause, why = why_not(scene.game, Decision(Kind.KEEP_OUT, unit))
        assert clause == "BS-COMBAT-04"
        return why

    assert reason(Unit.LEADER) == "seat 1 has no further leader in area 0"
    scene.play("keep_out swordsman")
    assert reason(Unit.SWORDSMAN) == "a unit of seat 1 must fight in area 0"
    scene.play("pass")
    assert reason(Unit.CASTLE) == "castle always fights"


@pytest.mark.rule(*AMB_14)
def test_who_has_no_choice_is_not_asked() -> None:
    scene = battle(RIDERS, LORDS, {"swordsman": 1}, {"castle": 2})
    assert begin(scene).logged(Event.KEEP_OUT) == []
    assert scene.logged(Event.CLASH) != []


@pytest.mark.rule(*AMB_14, "BS-DRAGON-05", "BS-COMBAT-08", "BS-COMBAT-40")
def test_a_dragon_kept_out_bars_the_withdrawal_and_stays_after_the_victory() -> None:
    forces = {"swordsman": 2, "dragon": 2}, {"skirmisher": 1}
    scene = battle(RIDERS, LORDS, *forces).play("attack 0 1")
    assert scene.decider is RIDERS
    scene.play("keep_out dragon", "pass", "casualty skirmisher")
    assert scene.logged(Event.DRAGONS_LEAVE) == [[0, 1]]
    assert scene.force(RIDERS, 0) == {"swordsman": 2, "dragon": 1}


@pytest.mark.rule(*AMB_14, "BS-NECRO-04", "BS-COMBAT-41")
@pytest.mark.parametrize(("kept", "risen"), [("goblin", True), ("necromancer", False)])
def test_a_necromancer_kept_out_raises_nobody(kept: str, risen: bool) -> None:
    scene = battle(NECRO, LORDS, {"goblin": 1, "necromancer": 1}, {"skirmisher": 1})
    begin(scene).play(f"keep_out {kept}", "pass", "casualty skirmisher")
    assert (scene.point is Point.RAISE) == risen


@pytest.mark.rule(*AMB_14, "BS-COMBAT-29", "BS-COMBAT-30")
@pytest.mark.parametrize(("kept", "again"), [("leader", False), ("shieldbearer", True)])
def test_a_shieldbearer_kept_out_wins_no_tie_and_a_new_fight_has_the_same_fighters(
    kept: str, again: bool
) -> None:
    scene = battle(RIDERS, LORDS, {"swordsman": 1}, {"shieldbearer": 1, "leader": 1})
    scene.combat_draws([[3, 4, 5], [4, 5, 5]], [[3, 4, 5], [2, 2, 3]])
    begin(scene).play(f"keep_out {kept}", "pass")
    assert (scene.logged(Event.REFIGHT) != []) == again
    assert len(scene.logged(Event.KEEP_OUT)) == 1
    assert scene.vp(RIDERS if again else LORDS) == 1


@pytest.mark.rule(*AMB_14, "BS-COMBAT-17", "BS-HILL-05")
@pytest.mark.parametrize(("kept", "tiles"), [("raider", 4), ("giant", 3)])
def test_a_giant_kept_out_draws_no_further_tile(kept: str, tiles: int) -> None:
    scene = battle(HILL, LORDS, {"raider": 1, "giant": 1}, {"swordsman": 1})
    begin(scene).play(f"keep_out {kept}", "pass")
    assert len(scene.logged(Event.COMBAT_DRAW)[0]) - 1 == tiles


# Positions, saves and records

LINE = OPTION_LINES["keep_out"]


@pytest.mark.rule("AMB-14")
def test_a_position_tells_who_is_kept_out() -> None:
    game = parse_position(LINE, board=BOARD, readings=read_options(CHOICE))
    assert format_position(game) == f"{LINE} | rules: all_units_fight=false"
    assert [str(decision) for decision in game.legal()] == [
        "pass",
        "keep_out cavalry",
        "keep_out leader",
    ]


@pytest.mark.rule("AMB-14")
@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("skirmisher/cavalry", "skirmisher*2/cavalry", "a unit of the attacker that fights"),
        ("skirmisher/cavalry", "giant/cavalry", "units that the attacker may keep out"),
        ("last=cavalry", "last=leader", "last=cavalry, the last unit kept out, got 'leader'"),
        ("last=cavalry", "last=-", "last=cavalry, the last unit kept out"),
        ("decider=1 ", "", "nothing kept out by the defender yet"),
    ],
)
def test_an_impossible_choice_of_fighters_is_reported(old: str, new: str, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        parse_position(LINE.replace(old, new), board=BOARD, readings=read_options(CHOICE))


@pytest.mark.rule("AMB-14")
def test_when_undead_rise_no_unit_of_the_beaten_side_is_kept_out() -> None:
    line = LINES["raise"].replace("removed=", "kept_out=-/leader removed=")
    line = line.replace("1: citadel=3 ", "1: citadel=3 units=1:leader ")
    with pytest.raises(InputError, match="no units of the beaten defender kept out"):
        parse_position(line, board=BOARD, readings=read_options(CHOICE))
    sound = line.replace("kept_out=-/leader ", "")
    assert parse_position(sound, board=BOARD, readings=read_options(CHOICE)).legal()


@pytest.mark.rule("AMB-14")
def test_by_the_usual_reading_no_position_has_units_kept_out() -> None:
    with pytest.raises(InputError, match="expected a battle of all units"):
        parse_position(LINE, board=BOARD)


def recorded() -> list[str]:
    """The lines of a game at random in which units are kept out."""
    line_up = ("necromancers", "dragon_riders", "horse_lords")
    seats = tuple(Seat(faction, "random") for faction in line_up)
    lines = play_and_record(Setup("tyrants_lament", seats, CHOICE), 9).text().splitlines()
    assert any('"keep_out"' in line and '"units":["' in line for line in lines)
    return lines


@pytest.mark.rule("AMB-14")
@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda line: line.replace('"units":["', '"units":["castle","'), "castle always fights"),
        (lambda line: "", "expected a keep_out line"),
    ],
)
def test_a_record_with_an_impossible_choice_of_fighters_is_refused(change, reason: str) -> None:
    lines = recorded()
    assert verify(parse_record("\n".join(lines) + "\n")) is None
    at = next(n for n, line in enumerate(lines) if '"keep_out"' in line and '"units":["' in line)
    lines[at] = change(lines[at])
    fault = verify(parse_record("\n".join(line for line in lines if line) + "\n"))
    assert fault is not None
    assert (fault.clause, reason in fault.reason) == ("BS-COMBAT-04", True), fault
