"""Positions that are refused: faults of form and what is impossible, all reported at once."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.record.position.reader import parse_position
from bloodstones.games.bloodstones.record.position.writer import format_position
from tests.games.bloodstones.position_lines import (
    ALL_LINES,
    BOARD,
    LINES,
    TWO,
    WIDE,
    changed,
    idle,
    seat,
)

MAIN = f"{TWO} turn=2 first=0 active=1 point=main"
EARLY = " | rules: wiped_out_timing=turn_start"
OVER_SEA = " | rules: citadel_spacing_graph="
FAULTS_OF_FORM = [
    (changed("main", "hill_folk", "hil_folk"), r"a faction, got 'hil_folk' \(did you mean hill_"),
    (changed("main", "hill_folk", "horse_lords"), r"different factions \(BS-GEN-01\), got horse_"),
    (changed("main", "small ", "smal "), "the map small, got 'smal'"),
    (changed("main", "hill_folk", "corsairs"), "at least 3 players with corsairs, got 2"),
    (changed("main", "point=main", "point=mian"), r"known point, got 'mian' \(did you mean main"),
    (changed("main", "point=main ", ""), "position: expected the key point, got none"),
    (changed("main", "turn=2 ", ""), "position: expected the key turn, got none"),
    (changed("main", "turn=2", "turn=-2"), "turn: expected a whole number from 0 to .*'-2'"),
    (changed("main", "turn=2", "turn=two"), "turn: expected a whole number from 0 to .*'two'"),
    (changed("main", "active=1", "active=2"), "active: expected a whole number from 0 to 1"),
    (changed("main", "turn=2", "trun=2"), r"known keys, got 'trun' \(did you mean turn"),
    (changed("main", "turn=2", "turn"), "position: expected key=value, got 'turn'"),
    (changed("main", "turn=2", "turn=2 turn=2"), "the key turn once, got it again"),
    (changed("main", "turn=2", "turn=2 due=1"), r"known keys, got 'due'"),
    (changed("pay", "due=1 ", ""), "position: expected the key due, got none"),
    (changed("main", "| 1:", "| 2:"), "'1:' at the beginning of seat 1, got '2:'"),
    (MAIN + idle(0, 0), r"'\| 1: \.\.\.' for seat 1, got none"),
    (LINES["main"] + idle(2, 6), "2 seats, got 3"),
    (changed("main", "cavalry", "cavlary"), r"seat 1, units: expected a unit, got 'cavlary' \(did"),
    (changed("main", "1:cavalry*2", "cavalry"), "units: expected AREA:UNITS, got 'cavalry'"),
    (changed("main", "cavalry*2", "cavalry*0"), r"unit or unit\*2 and the like, got 'cavalry\*0'"),
    (changed("main", "cavalry*2", "cavalry+cavalry"), "expected cavalry once"),
    (changed("main", "3:leader", "1:leader"), "expected area 1 once"),
    (changed("main", "3:leader", "10:leader"), "an area from 0 to 9, got '10'"),
    (changed("main", "3:leader", "999:leader"), "an area from 0 to 9, got '999'"),
    (changed("main", "citadel=3", "citadel=x"), "citadel: expected an area from 0 to 9, got 'x'"),
    (changed("main", "vp=0/0/0/0/0", "vp=0/0"), "vp: expected 5 numbers between slashes"),
    (changed("swap", "2.3.3", "2.x.3"), "drawn: expected at most 8 numbers between full stops"),
    (changed("swap", "leader/-", "leader"), "swapped: expected the attacker's, a slash"),
    (changed("swap", "leader/-", "leder/-"), r"swapped: expected a unit, got 'leder' \(did you"),
    (changed("withdraw", "1:0v1", "1:0"), "battle: expected AREA:SEATvSEAT, got '1:0'"),
    (changed("withdraw", "1:0v1", "1:0v9"), "battle: expected seats from 0 to 5, got 9"),
    (changed("final", "final=0:1", "final=0"), "final: expected SEAT:STEPS, got '0'"),
    (changed("over", "ending=regroups", "ending=won"), "a known ending, got 'won'"),
    (changed("build_cost", "for=build", "for=buid"), r"a known for, got 'buid' \(did you mean bui"),
    (changed("select", " column=0:cavalry", ""), "expected the key column, got none"),
    (changed("casualty", " battle=1:0v1", ""), "expected the key battle, got none"),
    (changed("swap", " swapped=leader/-", ""), "expected the key swapped, got none"),
    (changed("casualty", " battle=", " kept_out=x battle="), "kept_out: expected the attacker's"),
    (changed("raid", "villages=2", "villages=99"), "expected .*, got '99'"),
    ("", "position: expected the map small, got ''"),
    ("|||", "a faction, got ''"),
]


def message_of(line: str, board=BOARD) -> str:
    """The sentence with which a line is refused."""
    with pytest.raises(InputError, match="expected") as refused:
        parse_position(line, board=board)
    return str(refused.value)


@pytest.mark.parametrize(("line", "message"), FAULTS_OF_FORM)
def test_a_fault_of_form_is_reported(line: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_position(line, board=BOARD)


IMPOSSIBLE_PIECES = [
    (
        changed("main", "giant", "giant*3"),
        r"seat 0: expected at most 2 giant of hill_folk \(BS-COMP-07\), got 3",
    ),
    (changed("main", "giant", "dragon"), "seat 0: expected tiles of hill_folk, got 'dragon'"),
    (changed("main", "giant", "citadel"), "expected tiles of hill_folk, got 'citadel'"),
    (changed("main", "giant", "undead"), "expected tiles of hill_folk, got 'undead'"),
    (changed("main", "blank*3", "blank*4"), "seat 1: expected at most 3 blank of horse_lords"),
    (changed("main", "1:skirm", "1:blank+skirm"), "units that can be on the map, got 'blank'"),
    (changed("main", "8:ship", "7:ship"), r"horse_lords can have in area 7 \(plains\), got 'ship'"),
    (changed("main", "8:ship", "8:leader"), r"in area 8 \(sea\), got 'leader'"),
    (changed("main", "1:cavalry*2", "5:cavalry"), r"in area 5 \(mountains\), got 'cavalry'"),
    (changed("main", "3:leader", "4:castle"), r"in area 4 \(desert\), got 'castle'"),
    (changed("main", "citadel=3", "citadel=4"), r"in area 4 \(desert\), got 'citadel'"),
    (changed("main", "3:leader", "3:citadel"), "one citadel, as citadel=AREA, got one among"),
    (changed("main", "citadel=3", "citadel=3 home=0"), "home=3, where the citadel is, got 0"),
    (changed("main", "citadel=3 ", ""), "seat 1: expected a citadel or a home, got none"),
    (changed("main", "citadel=3", "citadel=2"), "citadels 3 land areas apart .*, got 2"),
    (changed("main", "citadel=3", "citadel=0"), "citadels 3 land areas apart .*, got 0"),
    (LINES["main"] + f"{OVER_SEA}all_areas", "citadels 3 areas apart .*, got 2"),
    (LINES["main"] + f"{OVER_SEA}every_route", "citadels 3 areas apart .*, got 1"),
    (changed("main", "citadel=3", "home=4"), "a home where a citadel may be .*, got '4, desert'"),
    (changed("main", "citadel=3", "home=3"), "as many citadels taken as lost, 1, got 0"),
    (changed("main", "pool=20", "pool=20 citadels=1"), "citadels taken as lost, 0, got 1"),
    (
        changed("resettle", "regroups=0 |", "regroups=0 citadels=1 |").replace(
            "pool=20 citadels=1 vp", "pool=20 vp"
        ),
        "seat 0: expected at most the 0 citadels that others lost, got 1",
    ),
    (changed("settle_area", "villages=1", "villages=1*2"), "at most 1 villages in area 1"),
    (changed("settle_area", "villages=1", "villages=5"), r"at most 0 villages in area 5 \(mount"),
    (changed("settle_area", "villages=1", "villages=0"), "area 0: expected no villages beside a c"),
    (changed("settle_area", "pool=19", "pool=20"), "at most 20 villages in pool and on the map"),
    (changed("settle_area", "pool=19", "pool=17"), "villages captured as lost, 2, got 0 captured"),
    (changed("raid", "regroups=0 | 1", "regroups=0 captured=1 | 1"), "as lost, 0, got 1 captured"),
    (
        changed("raid", "pool=20", "villages=2 pool=19"),
        "area 2: expected villages of one seat, got 0 and 1",
    ),
    (
        changed("raid_village", " captured=1", "").replace("pool=18", "pool=18 captured=1"),
        "seat 1: expected at most the 0 villages captured that others lost, got 1",
    ),
    (changed("main", "hand=giant", "hand=giant bag=giant"), "the rest of the tiles in the bag, .*"),
    (changed("undead", "pool=20", "pool=20 undead=2"), "an undead supply of 1, got 2"),
    (changed("undead", "2:undead*2", "2:undead*4"), r"at most 4 undead \(BS-COMP-04\), got 5"),
    (changed("main", "vp=0/", "vp=10/"), "seat 0: expected 0 VP at the start, got 10"),
    (
        changed("resettle", "point=resettle pips=3", "point=settle_area pips=3 picked=0"),
        "a village or citadel at settle_area .BS-WIPED-01.",
    ),
    (changed("resettle", "active=0", "active=0 again=1"), "again=1 .* only, got 'resettle'"),
    (
        changed("settle", "active=0", "active=0 again=1") + EARLY,
        r"again=1 for a new start .*AMB-32. only, got 'settle'",
    ),
    (LINES["resettle"] + EARLY, "again=1 at resettle with .*, got again=0"),
    (
        changed("select", "| 1: citadel=3 ", "| 1: citadel=3 units=0:cavalry "),
        "a column from an area that is not contested .BS-MOVE-08., got 0",
    ),
    (changed("main", "vp=0/0/0", "vp=0/0/1"), "at most 0 VP from villages after 0 regroups, got 1"),
    (changed("main", "regroups=0", "regroups=0 eliminated=1"), "an eliminated Chaos Horde without"),
    (
        changed("main", "vp=0/0/0/0/0", "vp=0/0/0/2/0"),
        "no VP from captures before the end .* 2",
    ),
]


@pytest.mark.parametrize(("line", "message"), IMPOSSIBLE_PIECES)
def test_impossible_pieces_are_reported(line: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_position(line, board=BOARD)


IMPOSSIBLE_PLAY = [
    (changed("main", "turn=2", "turn=3"), "active=0, whose turn it is, got 1"),
    (changed("main", "turn=2", "turn=0"), "a turn from 1 after the setup, got 0"),
    (changed("main", "turn=2", "turn=9 limit=8"), "a turn up to the limit 8, got 9"),
    (changed("citadel", "turn=0", "turn=1"), "turn=0 at citadel, got 1"),
    (changed("citadel", "first=0", "first=1"), "before seat 1 goes on: 0 .*, got -"),
    (changed("citadel", "| 1:", "| 1: citadel=0"), "before seat 1 goes on: - .*, got 1"),
    (changed("found", "citadel=3", "home=3"), "the citadel on the map during the setup, got none"),
    (changed("turn_limit", "turn=9", "turn=7"), "turn=9 with ending=turn_limit, got 7"),
    (changed("found", "points=3", "points=6"), "at most 5 founding points, got 6"),
    (changed("main", "active=1", "active=1 decider=0"), "the active seat to decide at main, got"),
    (changed("main", "point=main", "point=settle"), "no area contested by seat 1 at settle, got 1"),
    (changed("final", "regroups=3", "regroups=2"), "3 regroups of every seat in the final battles"),
    (changed("final", "final=0:1 ", ""), "final=SEAT:STEPS, as all have regrouped"),
    (changed("final", "final=0:1", "final=0:0"), "at least 1 step of final battles, got 0"),
    (changed("final", "final=0:1", "final=0:2"), "active=0, whose turn it is, got 1"),
    (changed("final", "final=0:1", "final=5:2"), "a seat from 0 to 1 in final, got 5"),
    (changed("final", "point=final", "point=main"), "final battles with this point, got 'main'"),
    (changed("main", "point=main", "point=final"), "final=SEAT:STEPS with this point, got 'final'"),
    (changed("turn_limit", "turn_limit", "regroups"), "final=SEAT:STEPS with ending=regroups"),
    (
        changed("over", "units=1:giant", "units=1:giant;3:giant"),
        "contested by seat 0 at over, got 3",
    ),
    (changed("over", "vp=0/3/0/2/0", "vp=0/3/0/1/0"), "final scores 0/3/0/2/0; 0/4/2/0/0"),
    (
        changed("over", "pool=18", "villages=1 pool=17"),
        r"no village left where others have units \(BS-END-08\), got some",
    ),
    (changed("main", "turn=2", "turn=2 raided=1"), "raided=1 in a turn of chaos_horde only"),
    (changed("undead", "necromancers", "hill_folk"), r"faction with undead .*, got 'hill_folk'"),
    (changed("main", "point=main", "point=reenter"), "a Chaos Horde without units at reenter"),
    (changed("withdraw", "0v1", "1v0"), "a battle of the active seat 0 and another, got '1v0'"),
    (changed("withdraw", "0v1", "0v0"), "a battle of the active seat 0 and another, got '0v0'"),
    (changed("withdraw", "decider=1", "decider=0"), "decider 1 at withdraw, got 0"),
    (changed("withdraw", "battle=1:", "battle=2:"), "units of seat 0 in the battle in area 2"),
    (changed("withdraw", "by_ship=0", "by_ship=1"), "by_ship=0 .*, got 1"),
    (changed("withdraw", "1:cavalry", "1:cavalry+castle"), "a defender who may withdraw"),
    (changed("withdraw", "regroups=0", "regroups=0 left=1") + " left=2", "something to decide"),
    (changed("casualty", "1:cavalry", "1:cavalry+castle"), "a loser whose fortifications are rem"),
    (changed("retreat", "removed=1", "removed=0"), "at least 1 unit removed from the loser, got 0"),
    (changed("swap", "2.3.3 ", "2.3 "), r"3 combat tiles of the defender, got \[2, 3\]"),
    (changed("swap", "2.3.3 ", "2.3.9 "), "combat tiles of one bag for the defender"),
    (changed("swap", "2.2.4.5", "2.2.4.4"), "no tile swapped by the attacker or its pips drawn"),
    (changed("swap", "2.3.3 ", "3.3.3 "), "combat tiles of one bag for the defender"),
    (changed("swap", "swaps=1", "swaps=0"), "decider=0 with swaps=0, got 1"),
    (changed("swap", "leader/-", "-/leader"), "no tile swapped by the defender"),
    (changed("select", "0:cavalry cost", "0:cavalry*3 cost"), "at most 2 cavalry in the column of"),
    (changed("select", "last=cavalry", "last=leader"), "last=cavalry, the last unit of the column"),
    (changed("select", "cost=1", "cost=99"), "a cost of at most .* pips, those in hand, got 99"),
    (changed("marched", "cost=2", "cost=0"), "a cost of at least 1 for a column that has marched"),
    (changed("marched", "1:cavalry*2+leader cost", "1:- cost"), "units in a column that has march"),
    (changed("pay", "due=1", "due=0"), "at least 1 due at pay, got 0"),
    (changed("pay", "due=1", "due=9"), "something to decide at pay, got nothing"),
    (changed("settle_area", "pips=2", "pips=6"), "at most .* pips left and villages picked, got 7"),
    (changed("resettle", " home=0", " citadel=0"), "no village and no citadel at resettle"),
    (changed("undead", "ready=1,", "ready=1*2,"), "at most 1 undead ready in area 1, got 2"),
    (changed("undead_step", "ready=2", "ready=2*2"), "an undead that moves, besides those ready"),
    (changed("undead_step", "steps=1", "steps=3"), "1 to 2 steps left, got 3"),
    (changed("raise", "1:necromancer", "1:goblin"), "something to decide at raise, got nothing"),
]


@pytest.mark.parametrize(("line", "message"), IMPOSSIBLE_PLAY)
def test_impossible_play_is_reported(line: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_position(line, board=BOARD)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            changed("reenter", "home=9", "citadel=9"),
            r"no citadel .*, got one in area 9",
        ),
        (changed("reenter", "point=reenter", "point=raid"), r"a phase of chaos_horde .*'raid'"),
        (changed("reenter", "home=9", "home=9 units=9:horde"), "a Chaos Horde without units at r"),
        (
            changed("raided", "point=main raided=1", "point=raid_village pips=1 picked=0"),
            "raided=1 in a raid of chaos_horde, got raided=0",
        ),
        (changed("eliminated", "active=1", "active=0"), "that is not eliminated to be active"),
        (changed("eliminated", "home=9", "home=9 units=9:horde"), "Chaos Horde without units"),
    ],
)
def test_impossible_play_of_the_horde_is_reported(line: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_position(line, board=WIDE)


def test_all_faults_are_reported_at_once() -> None:
    line = (
        f"{TWO} turn=3 first=0 active=1 point=main due=2"
        + seat(0, 0, "units=8:giant hand=giant*2+dragn")
        + seat(1, 4, "villages=3*3 hand=-")
    )
    message = message_of(line)
    for part in (
        "expected data without faults, got",
        "known keys, got 'due'",
        "expected a unit, got 'dragn' (did you mean dragon?)",
        "at most 2 giant of hill_folk (BS-COMP-07), got 3",
        "hill_folk can have in area 8 (sea), got 'giant'",
        "can have in area 4 (desert), got 'citadel'",
        "at most 2 villages in area 3 (plains) (BS-VILLAGE-06), got 3",
        "at most 20 villages in pool and on the map (BS-COMP-03), got 23",
        "active=0, whose turn it is, got 1",
    ):
        assert part in message


@given(st.text(alphabet="|:=,;*+-/. abcdefghilmnoprstuvy_0123456789", max_size=80))
def test_any_other_text_is_refused(text: str) -> None:
    message_of(text)


@settings(max_examples=60)
@given(st.data())
def test_a_damaged_line_is_refused_or_read_as_another_position(data: st.DataObject) -> None:
    board, line = data.draw(st.sampled_from(ALL_LINES))
    at = data.draw(st.integers(0, len(line) - 1))
    mark = data.draw(st.sampled_from(sorted("|:=,;*+-/.v019 a")))
    text = line[:at] + mark + line[at + 1 :]
    try:
        game = parse_position(text, board=board)
    except InputError:
        return
    assert parse_position(format_position(game), board=board).legal() == game.legal()
