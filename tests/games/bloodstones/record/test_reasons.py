"""Why a decision is not legal: the clause that it breaks, in positions by hand and at random."""

from __future__ import annotations

import pytest

from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.record.position.reader import parse_position
from bloodstones.games.bloodstones.record.reasons import why_not
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.register import load_register
from tests.games.bloodstones.position_lines import (
    BOARD,
    END,
    LINES,
    TWO,
    WIDE,
    WIDE_LINES,
    changed,
    idle,
    seat,
)
from tests.games.bloodstones.random_play import choices, deal, steps
from tests.games.bloodstones.record.position.test_position import LINE_UPS
from tests.games.bloodstones.scenario import HILL

SECOND = f"{TWO} turn=0 first=0 active=0 point=citadel | 0: hand=giant {END}" + seat(
    1, 3, "units=3:leader hand=leader"
)
DESERT = (
    f"{TWO} turn=1 first=0 active=0 point=withdraw decider=1 battle=4:0v1 by_ship=0"
    + seat(0, 0, "units=4:skirmisher*2 hand=leader")
    + idle(1, 3, "units=4:cavalry")
)
NO_ROOM = f"{TWO} turn=1 first=0 active=0 point=settle" + seat(0, 0, "hand=skirmisher+giant")
NO_ROOM += idle(1, 3, "units=1:cavalry")
SETTLING = LINES["settle_area"]
MARCHED_IN = LINES["marched"].replace("| 1: citadel=3 ", "| 1: citadel=3 units=1:cavalry ")

# position, decision, clause, words of the reason
CASES = [
    ("main", "pass", "BS-TURN-06", "contested areas: 1"),
    (changed("raid_village", "picked=1", "picked=0"), "pass", "BS-RAID-02", "at least one village"),
    (changed("settle_area", "picked=1", "picked=0"), "pass", "BS-VILLAGE-01", "at least one vill"),
    ("raid_village", "raid_village 3 1", "BS-RAID-01", "seat 1 has no unit in area 3"),
    ("select", "select giant 0", "BS-MOVE-01", "has 0 giant in area 0"),
    (
        changed("no_column_yet", "units=0:skirmisher", "units=0:castle+skirmisher"),
        "select castle 0",
        "BS-MOVE-11",
        "castle cannot move",
    ),
    ("final", "pass", "BS-END-04", "still has battles in areas 1"),
    (changed("undead_step", "steps=1", "steps=2"), "pass", "BS-UNDEAD-01", "enters an area"),
    ("casualty", "pass", "BS-TURN-05", "'pass' is not possible here"),
    (SECOND, "citadel 1", "BS-SETUP-11", "area 1 is too near"),
    (SECOND, "home 0", "BS-SETUP-09", "the Chaos Horde has a home line"),
    ("found", "found giant 3", "BS-SETUP-15", "seat 1 has no giant in hand"),
    (changed("found", "points=3", "points=0"), "found castle 3", "BS-SETUP-15", "0 are left"),
    (changed("found", "r+castle", "r+ship"), "found ship 9", "BS-SETUP-18", "no sea area next"),
    ("main", "raid_tile ship 0", "BS-TURN-02", "raided in phase 1"),
    (changed("raid", "units=2", "units=1"), "raid_tile giant 0", "BS-RAID-01", "no village where"),
    ("raided", "raid_tile horde 0", "BS-CHAOS-07", "once a turn"),
    ("main", "raid_village 1 0", "BS-RAID-02", "no tile pays"),
    ("raid_village", "raid_village 2 0", "BS-RAID-01", "seat 1 has no village to be taken"),
    (changed("raid_village", "s=2", "s=1"), "raid_village 2 1", "BS-RAID-03", "does not pay"),
    (changed("main", "ship*2+castle", "castle"), "build castle 3", "BS-TILE-02", "hand has fewer"),
    ("main", "build castle 8", "BS-BUILD-08", "castle cannot be built in sea"),
    ("main", "build ship 9", "BS-BUILD-03", "area 9 is next to no village or citadel"),
    (changed("raided", "d=-", "d=horde*3"), "build horde 0", "BS-CHAOS-03", "horde in area 0"),
    ("main", "discard ship 0", "BS-TILE-02", "more tiles are discarded"),
    ("build_cost", "discard giant 0", "BS-BUILD-01", "no giant in hand"),
    ("main", "column 1 0", "BS-MOVE-08", "cannot leave area 1"),
    (changed("main", "ship*2+castle", "-"), "column 3 0", "BS-MOVE-02", "no unit can leave area 3"),
    (
        changed("select", "giant+blank", "skirmisher*2"),
        "select cavalry 0",
        "BS-MOVE-02",
        "has nowhere to go",
    ),
    (MARCHED_IN, "march 2 0", "BS-MOVE-07", "must stop in area 1"),
    ("marched", "march 8 0", "BS-MOVE-19", "may not enter sea (area 8)"),
    ("marched", "march 3 1", "BS-MOVE-15", "no ship route of the group"),
    ("marched", "march 7 0", "BS-MOVE-01", "areas 1 and 7 are not next to each other"),
    (
        changed("marched", "giant+blank", "skirmisher"),
        "march 2 0",
        "BS-MOVE-02",
        "do not pay for entering",
    ),
    ("main", "pay ship 0", "BS-MOVE-05", "left out of the payment"),
    (
        changed("pay", "hand=skirmisher", "hand=skirmisher+swordsman"),
        "pay swordsman 0",
        "BS-MOVE-02",
        "do not cover",
    ),
    ("main", "attack 3 0", "BS-COMBAT-01", "seat 1 is no enemy with units in area 3"),
    (f"{DESERT} left=5", "withdraw 5 0", "BS-RETREAT-15", "has left area 5"),
    ("withdraw", "withdraw 0 0", "BS-RETREAT-03", "pieces of others only"),
    ("withdraw", "withdraw 3 1", "BS-RETREAT-12", "no ship route leads to area 3"),
    ("withdraw", "withdraw 7 0", "BS-RETREAT-02", "area 7 is not next to area 1"),
    (DESERT, "withdraw 5 0", "BS-RETREAT-10", "no unit may enter mountains"),
    ("swap", "swap 2 giant", "BS-COMBAT-21", "no giant in hand"),
    ("swap", "swap 5 ship", "BS-COMBAT-19", "has drawn no 5"),
    ("casualty", "casualty giant 0", "BS-COMBAT-35", "no giant that fights in area 1"),
    ("settle", "settle_tile leader 0", "BS-VILLAGE-01", "no leader in hand"),
    (NO_ROOM, "settle_tile giant 0", "BS-VILLAGE-02", "can build no village anywhere"),
    ("resettle", "settle 1 0", "BS-WIPED-02", "is a resettle line"),
    (SETTLING, "settle 5 0", "BS-VILLAGE-03", "no village may be built in mountains"),
    (SETTLING, "settle 0 0", "BS-VILLAGE-04", "area 0 has the own citadel"),
    (
        SETTLING.replace("citadel=3 ", "citadel=3 units=2:cavalry "),
        "settle 2 0",
        "BS-VILLAGE-05",
        "pieces of others",
    ),
    (SETTLING, "settle 1 0", "BS-VILLAGE-06", "holds no further village"),
    (SETTLING.replace("pips=2", "pips=0"), "settle 2 0", "BS-VILLAGE-02", "does not pay"),
    (
        SETTLING.replace("pips=2", "pips=3")
        .replace("pool=19", "pool=0")
        .replace("pool=20", "pool=20 captured=19"),
        "settle 2 0",
        "BS-VILLAGE-15",
        "seat 1 has no village left",
    ),
    (SETTLING, "settle 7 0", "BS-VILLAGE-11", "is not next to villages"),
    ("main", "resettle 1 0", "BS-WIPED-01", "has a village or its citadel"),
    (
        LINES["undead"].replace("citadel=3 ", "citadel=3 units=1:cavalry "),
        "undead 1 0",
        "BS-UNDEAD-06",
        "which others share",
    ),
    (changed("undead", "ready=1,2*2", "ready=1"), "undead 2 0", "BS-UNDEAD-01", "has not moved"),
    ("undead", "undead_step 2 0", "BS-UNDEAD-01", "must stop in area"),
    ("undead_step", "undead_step 8 0", "BS-UNDEAD-03", "area 8, which is sea"),
    ("undead_step", "undead_step 3 1", "BS-UNDEAD-03", "no ship route leads from area 2"),
    ("undead_step", "undead_step 7 0", "BS-UNDEAD-01", "areas 2 and 7 are not next"),
    ("raise", "raise 5 0", "BS-NECRO-04", "not as many as 5 undead"),
    ("reenter", "reenter giant 1", "BS-CHAOS-13", "no giant in hand"),
    ("reenter", "reenter horde 0", "BS-CHAOS-14", "cannot come back with a horde in area 0"),
]


AREAS, UNITS = 40, len(Unit)
ARGUMENTS = {  # how many values the arguments of a kind have
    **dict.fromkeys((Kind.RAID_TILE, Kind.DISCARD, Kind.SELECT, Kind.PAY), (UNITS, 1)),
    **dict.fromkeys((Kind.CASUALTY, Kind.SETTLE_TILE), (UNITS, 1)),
    **dict.fromkeys((Kind.FOUND, Kind.BUILD, Kind.REENTER), (UNITS, AREAS)),
    **dict.fromkeys((Kind.MARCH, Kind.WITHDRAW, Kind.RETREAT, Kind.UNDEAD_STEP), (AREAS, 2)),
    **dict.fromkeys((Kind.CITADEL, Kind.HOME, Kind.COLUMN, Kind.SETTLE, Kind.RESETTLE), (AREAS, 1)),
    **dict.fromkeys((Kind.RAID_VILLAGE, Kind.ATTACK), (AREAS, 2)),
    Kind.UNDEAD: (AREAS, 1),
    Kind.SWAP: (6, UNITS),
    Kind.RAISE: (9, 1),
}


def read(position: str) -> Playthrough:
    """The position of that name, or that it is."""
    if position in WIDE_LINES or position.startswith("small chaos_horde"):
        return parse_position(WIDE_LINES.get(position, position), board=WIDE)
    return parse_position(LINES.get(position, position), board=BOARD)


def decision_of(text: str) -> Decision:
    kind, *numbers = text.split()
    values = [int(n) if n.isdigit() else Unit[n.upper()].value for n in numbers]
    return Decision(Kind[kind.upper()], *values)


@pytest.mark.parametrize(("position", "text", "clause", "words"), CASES, ids=lambda text: text[:18])
def test_the_clause_that_a_decision_breaks_is_named(
    position: str, text: str, clause: str, words: str
) -> None:
    game, decision = read(position), decision_of(text)
    assert decision not in game.legal()
    named, reason = why_not(game, decision)
    assert (named, words in reason) == (clause, True), reason


@pytest.mark.parametrize("line_up", LINE_UPS, ids=lambda seats: seats[0].id)
def test_any_illegal_decision_at_any_time_breaks_a_clause_of_the_register(line_up) -> None:
    clauses, luck, broken = load_register().clauses, choices(9), set()
    game = deal(line_up, 9, turn_limit=12)
    for _ in steps(game, luck):
        kind = luck.choice(list(Kind))
        first, second = ARGUMENTS.get(kind, (1, 1))
        decision = Decision(kind, luck.randrange(first), luck.randrange(second))
        if decision not in game.legal():
            clause, reason = why_not(game, decision)
            assert clause in clauses
            assert reason
            broken.add(clause)
    assert len(broken) > len(HILL.id)
