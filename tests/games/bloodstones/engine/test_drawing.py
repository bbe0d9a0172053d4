"""Phase 5: deserts, drawing and regrouping."""

from __future__ import annotations

import pytest

from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.state import BAG_STREAM, Point, Source
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Unit
from tests.core.sfc32 import Sfc32
from tests.games.bloodstones.scenario import HILL, LORDS, RIDERS, Scenario, row_of

DUNES = row_of("plains", "desert", "desert", "plains")


def end_of_turn(*line_up, board=None) -> Scenario:
    return Scenario(*(line_up or (RIDERS, LORDS)), board=board or row_of("plains", "plains"))


def draw(scene: Scenario) -> Scenario:
    return scene.turn(scene.line_up[0], Point.SETTLE).play("pass")


@pytest.mark.rule("BS-REGROUP-01", "BS-GEN-17", "BS-HORSE-02")
@pytest.mark.parametrize(("faction", "limit"), [(RIDERS, 6), (LORDS, 7), (HILL, 6)])
def test_the_active_player_draws_up_to_its_limit(faction, limit: int) -> None:
    other = LORDS if faction is RIDERS else RIDERS
    scene = draw(end_of_turn(faction, other).hand(faction, skirmisher=2))
    assert sum(scene.in_hand(faction).values()) == limit
    assert len(scene.logged(Event.DRAW)[0]) == 1 + limit - 2
    assert scene.in_hand(other) == {}


@pytest.mark.rule("BS-HORSE-02", "BS-GEN-17", "BS-END-04")
@pytest.mark.parametrize("line_up", [(RIDERS, LORDS), (LORDS, RIDERS)])
def test_in_any_seat_the_horse_lords_alone_hold_seven(line_up) -> None:
    for faction, limit in zip(line_up, [7 if f is LORDS else 6 for f in line_up], strict=True):
        scene = Scenario(*line_up, board=row_of("plains", "plains"))
        scene.turn(faction, Point.SETTLE).play("pass")
        assert sum(scene.in_hand(faction).values()) == limit
    final = Scenario(*line_up, board=row_of("plains", "plains"))
    for faction in line_up:
        final.regrouped(faction, 3)
    final.regrouped(line_up[0], 2).bag(line_up[0]).turn(line_up[0], Point.SETTLE)
    while not final.game.over:
        final.play("pass")
    hands = [sum(final.in_hand(faction).values()) for faction in line_up]
    assert hands[1] == (7 if line_up[1] is LORDS else 6)


@pytest.mark.rule("BS-GEN-19", "BS-REGROUP-01")
def test_a_hand_above_the_limit_draws_nothing_and_loses_nothing() -> None:
    scene = draw(end_of_turn().hand(RIDERS, skirmisher=4, swordsman=4))
    assert scene.in_hand(RIDERS) == {"skirmisher": 4, "swordsman": 4}
    assert scene.logged(Event.DRAW) == []


@pytest.mark.rule("BS-REGROUP-01")
def test_a_full_hand_does_not_regroup_from_an_empty_bag() -> None:
    scene = draw(end_of_turn().hand(RIDERS, skirmisher=4, swordsman=2).bag(RIDERS))
    assert scene.logged(Event.REGROUP) == []


@pytest.mark.rule("BS-REGROUP-02", "DX-02")
def test_emptying_the_bag_with_the_last_tile_needed_is_no_regroup() -> None:
    scene = end_of_turn().hand(RIDERS, blank=2).bag(RIDERS, castle=2, ship=2)
    draw(scene)
    assert scene.in_hand(RIDERS) == {"blank": 2, "castle": 2, "ship": 2}
    assert scene.in_bag(RIDERS) == {}
    assert scene.logged(Event.REGROUP) == []
    assert scene.state.regroups[0] == 0


@pytest.mark.rule("BS-REGROUP-02", "DX-02")
def test_the_first_tile_needed_from_an_empty_bag_regroups() -> None:
    scene = draw(end_of_turn().hand(RIDERS, blank=1, castle=2, ship=2).bag(RIDERS))
    assert scene.logged(Event.REGROUP) == [[0, 1, 0]]
    assert scene.in_discard(RIDERS) == {}
    assert scene.state.bag_size[0] == 30


@pytest.mark.rule("BS-REGROUP-02")
def test_a_regroup_in_the_middle_splits_the_drawing() -> None:
    scene = draw(end_of_turn().hand(RIDERS, blank=1).bag(RIDERS, castle=2))
    assert [name for name in scene.logged_names() if name in ("draw", "regroup")] == [
        "draw",
        "regroup",
        "draw",
    ]
    assert scene.logged(Event.DRAW)[0] == [0, Unit.CASTLE, Unit.CASTLE]
    assert len(scene.logged(Event.DRAW)[1]) == 1 + 3


@pytest.mark.rule("BS-REGROUP-03", "BS-REGROUP-04", "BS-REGROUP-07", "BS-GEN-08")
def test_a_regroup_scores_the_own_villages_on_the_map_only() -> None:
    scene = end_of_turn(board=row_of("plains", "plains", "plains")).villages(RIDERS, 0, 0, 1)
    scene.villages(LORDS, 2).units(LORDS, 1, skirmisher=1).hand(LORDS, skirmisher=3)
    scene.turn(LORDS, Point.RAID).play("raid_tile skirmisher", "raid_village 1 0", "pass")
    scene.bag(RIDERS).turn(RIDERS, Point.SETTLE).play("pass")
    assert scene.logged(Event.REGROUP) == [[0, 1, 2]]  # the village that was lost counts no more
    assert scene.vp(RIDERS, Source.VILLAGES) == 2
    assert scene.vp(LORDS) == 0
    assert scene.state.regroups[0] == 1


@pytest.mark.rule("BS-REGROUP-07")
def test_captured_villages_score_nothing_at_a_regroup() -> None:
    scene = end_of_turn().villages(LORDS, 1).units(RIDERS, 1, skirmisher=1).hand(RIDERS, leader=1)
    scene.bag(RIDERS).turn(RIDERS, Point.RAID)
    scene.play("raid_tile leader", "raid_village 1 1", "pass", "pass", "pass")
    assert scene.logged(Event.REGROUP) == [[0, 1, 0]]
    assert scene.state.captured[0] == 1


@pytest.mark.rule("BS-REGROUP-05")
@pytest.mark.parametrize(("line_up", "needed"), [((RIDERS, LORDS), 3), ((RIDERS, LORDS, HILL), 2)])
def test_two_players_need_three_regroups_and_more_players_two(line_up, needed: int) -> None:
    assert Scenario(*line_up).game.tables.regroups == needed


@pytest.mark.rule("BS-REGROUP-03", "BS-REGROUP-06", "DX-21")
@pytest.mark.parametrize(
    ("line_up", "before", "vp"),
    [
        ((RIDERS, LORDS), 1, 2),
        ((RIDERS, LORDS), 2, 2),
        ((RIDERS, LORDS), 3, 0),
        ((RIDERS, LORDS, HILL), 1, 2),
        ((RIDERS, LORDS, HILL), 2, 0),
    ],
)
def test_regroups_beyond_the_number_needed_recycle_but_do_not_score(line_up, before, vp) -> None:
    scene = end_of_turn(*line_up).villages(RIDERS, 0, 0).bag(RIDERS).regrouped(RIDERS, before)
    draw(scene)
    assert scene.logged(Event.REGROUP) == [[0, before + 1, vp]]
    assert scene.in_discard(RIDERS) == {}
    assert sum(scene.in_hand(RIDERS).values()) == 6


@pytest.mark.rule("BS-REGROUP-08")
def test_with_bag_and_discards_empty_the_drawing_stops_short() -> None:
    tiles = Scenario(RIDERS, LORDS).in_bag(RIDERS)
    ships, blanks = tiles.pop("ship"), tiles.pop("blank")
    scene = end_of_turn(board=row_of("plains", "sea")).units(RIDERS, 0, **tiles)
    scene.units(RIDERS, 1, ship=ships).hand(RIDERS, blank=blanks)
    draw(scene)
    assert scene.in_hand(RIDERS) == {"blank": 2}
    assert scene.logged(Event.REGROUP) == scene.logged(Event.DRAW) == []
    assert scene.state.regroups[0] == 0


@pytest.mark.rule("BS-REGROUP-02", "BS-REGROUP-08")
def test_a_regroup_may_bring_too_few_tiles_and_happens_once() -> None:
    tiles = Scenario(RIDERS, LORDS).in_bag(RIDERS)
    ships, blanks = tiles.pop("ship"), tiles.pop("blank")
    scene = end_of_turn(board=row_of("plains", "sea")).units(RIDERS, 0, **tiles)
    scene.units(RIDERS, 1, ship=ships).discarded(RIDERS, blank=blanks)
    draw(scene)
    assert scene.logged(Event.REGROUP) == [[0, 1, 0]]
    assert scene.in_hand(RIDERS) == {"blank": 2}


@pytest.mark.rule("BS-DESERT-01", "BS-DRAGON-12", "BS-HILL-07")
@pytest.mark.parametrize(
    ("faction", "units", "survivors"),
    [
        (RIDERS, {"leader": 1, "lizardman": 2, "dragon": 1}, {"lizardman": 2, "dragon": 1}),
        (HILL, {"raider": 2, "giant": 1, "swordsman": 1}, {}),
        (LORDS, {"cavalry": 2, "shieldbearer": 1, "siege_engine": 1}, {}),
    ],
)
def test_only_lizardmen_and_dragons_survive_in_deserts(faction, units, survivors) -> None:
    other = LORDS if faction is not LORDS else HILL
    scene = (
        end_of_turn(faction, other, board=DUNES).units(faction, 1, **units).hand(faction, ship=5)
    )
    scene.hand(faction, castle=4)
    draw(scene)
    assert scene.force(faction, 1) == survivors
    dead = {name: count for name, count in units.items() if name not in survivors}
    assert scene.in_discard(faction) == dead


@pytest.mark.rule("BS-DESERT-01")
@pytest.mark.parametrize("first", ["lizardman", "swordsman"])
def test_every_desert_is_checked(first: str) -> None:
    board = row_of("desert", "plains", "desert")
    scene = end_of_turn(RIDERS, LORDS, board=board).units(RIDERS, 0, **{first: 1})
    draw(scene.units(RIDERS, 2, cavalry=1, leader=1).hand(RIDERS, ship=5, castle=4))
    assert scene.force(RIDERS, 0) == ({"lizardman": 1} if first == "lizardman" else {})
    assert scene.force(RIDERS, 2) == {}
    assert scene.logged(Event.DESERT)[-1] == [0, 2, Unit.CAVALRY, Unit.LEADER]


@pytest.mark.rule("BS-DESERT-02", "BS-MOVE-14")
def test_other_players_units_wait_for_their_own_phase_five() -> None:
    scene = end_of_turn(board=DUNES).units(RIDERS, 1, swordsman=1).units(LORDS, 2, swordsman=1)
    draw(scene)
    assert scene.force(RIDERS, 1) == {}
    assert scene.force(LORDS, 2) == {"swordsman": 1}
    assert scene.logged(Event.DESERT) == [[0, 1, Unit.SWORDSMAN]]


@pytest.mark.rule("BS-DESERT-03", "DX-03")
def test_a_tile_lost_to_the_desert_goes_into_the_bag_of_the_regroup() -> None:
    tiles = Scenario(RIDERS, LORDS).in_bag(RIDERS)
    ships, blanks = tiles.pop("ship"), tiles.pop("blank")
    tiles["swordsman"] -= 1
    scene = end_of_turn(board=row_of("plains", "sea", "desert")).units(RIDERS, 0, **tiles)
    scene.units(RIDERS, 1, ship=ships).hand(RIDERS, blank=blanks).units(RIDERS, 2, swordsman=1)
    draw(scene)
    names = [name for name in scene.logged_names() if name in ("desert", "regroup", "draw")]
    assert names == ["desert", "regroup", "draw"]
    assert scene.in_hand(RIDERS) == {"swordsman": 1, "blank": 2}


@pytest.mark.rule("BS-DESERT-01", "BS-DESERT-03")
def test_the_desert_check_comes_at_the_start_of_phase_five_and_scores_nothing() -> None:
    scene = draw(end_of_turn(board=DUNES).units(RIDERS, 1, cavalry=1))
    assert scene.logged_names()[:3] == ["phase", "desert", "draw"]
    assert scene.game.scores == (0, 0)


@pytest.mark.rule("BS-GEN-18")
def test_tiles_are_drawn_from_the_own_bag_as_often_as_they_are_there() -> None:
    scene = end_of_turn().hand(RIDERS, skirmisher=4, swordsman=1).bag(RIDERS, castle=3, ship=1)
    scene.turn(RIDERS, Point.SETTLE)
    castles = 0
    for n in range(400):
        twin = scene.game.copy()
        twin.state.streams[BAG_STREAM] = Sfc32.keyed((n, 0, 0), BAG_STREAM).words
        twin.apply(Decision(Kind.PASS))
        drawn = twin.state.hand[0, Unit.CASTLE]
        assert drawn + twin.state.hand[0, Unit.SHIP] == 1
        castles += int(drawn)
    assert 260 <= castles <= 340  # 300 of 400 expected, standard deviation 8.7
