"""What a seat sees: its own tiles, what lies open, and whether the enemy has swapped."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.bloodstones.engine.state import NOTHING, Point
from bloodstones.games.bloodstones.engine.view import (
    KEPT,
    SWAPPED,
    UNKNOWN,
    View,
    visible,
)
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Unit
from tests.games.bloodstones.scenario import CORSAIRS, HILL, LORDS, RIDERS, Scenario, row_of
from tests.games.bloodstones.strategies.hidden import dealt_anew
from tests.golden.make import play_and_record

SECRET = {"announced": {}, "unannounced": {"swap_announced": False}}


def seen(scene: Scenario, seat: int) -> View:
    return visible(scene.state, scene.game.tables, seat)


def asked_to_swap(attackers_choice: str, **options: object) -> Scenario:
    """The Lords, attacked by the Riders, are about to decide on their swap; the Horde looks on."""
    scene = Scenario(RIDERS, LORDS, HILL, board=row_of("plains", "plains"), **options)
    scene.units(RIDERS, 0, cavalry=1).units(LORDS, 0, leader=1).turn(RIDERS)
    scene.hand(RIDERS, leader=1, ship=1).hand(LORDS, blank=1)
    scene.combat_draws([2, 3, 4], [3, 3, 5]).play("attack 0 1", attackers_choice)
    assert (scene.decider, scene.point) == (LORDS, Point.SWAP)
    return scene


@pytest.mark.rule("BS-GEN-12", "BS-GEN-13", "BS-GEN-14")
def test_piles_and_sizes_are_open_but_no_other_hand_or_bag() -> None:
    scene = Scenario(RIDERS, LORDS).hand(RIDERS, leader=1).hand(LORDS, blank=2, ship=1)
    scene.discarded(LORDS, cavalry=2).discarded(RIDERS, ship=1).turn(RIDERS)
    view = seen(scene, 0)
    assert view.table["discard"][1, Unit.CAVALRY] == 2
    assert view.table["bag_size"][:2].tolist() == [34, 31]
    assert view.hand_sizes[:2].tolist() == [1, 3]
    assert np.flatnonzero(view.hand).tolist() == [Unit.LEADER]
    assert view.bag.sum() == 34
    assert not {"hand", "bag", "hand_pips"} & set(view.table)
    rng = np.random.default_rng(1)
    twin = dealt_anew(scene.state, scene.game.tables, 0, rng)
    assert not np.array_equal(twin.hand[1], scene.state.hand[1])
    assert visible(twin, scene.game.tables, 0) == view
    assert visible(twin, scene.game.tables, 1) != seen(scene, 1)


@pytest.mark.rule("BS-COMBAT-18", "BS-COMBAT-22", "AMB-18", "swap_announced")
def test_a_swap_is_seen_at_once_if_it_is_announced() -> None:
    views = [seen(asked_to_swap(choice), 1) for choice in ("swap 2 leader", "pass")]
    assert [view.swaps.tolist() for view in views] == [[SWAPPED, KEPT], [KEPT, KEPT]]
    assert [int(view.hand_sizes[0]) for view in views] == [1, 2]
    assert views[0] != views[1]
    assert views[0].drawn.tolist()[1][-3:] == [3, 3, 5]
    assert not views[0].drawn[0].any()


@pytest.mark.rule("BS-COMBAT-18", "BS-GEN-12")
def test_each_side_sees_its_own_combat_tiles_and_nobody_those_of_the_other() -> None:
    scene = asked_to_swap("pass")
    sights = [[side[side > 0].tolist() for side in seen(scene, seat).drawn] for seat in range(3)]
    assert sights == [[[2, 3, 4], []], [[], [3, 3, 5]], [[], []]]


@pytest.mark.rule("BS-COMBAT-22", "AMB-18", "swap_announced")
@pytest.mark.parametrize("seat", [1, 2])
def test_a_swap_that_is_not_announced_leaves_the_view_of_others_as_it_was(seat: int) -> None:
    choices = ("swap 2 leader", "swap 4 ship", "pass")
    views = [seen(asked_to_swap(choice, swap_announced=False), seat) for choice in choices]
    assert views[0] == views[1] == views[2]
    assert len({hash(view) for view in views}) == 1
    assert views[0].swaps.tolist() == [UNKNOWN, KEPT]
    assert int(views[0].hand_sizes[0]) == 2


@pytest.mark.rule("AMB-18", "swap_announced")
def test_who_swaps_knows_it() -> None:
    view = seen(asked_to_swap("swap 2 leader", swap_announced=False), 0)
    assert (view.swaps[0], view.swapped_in) == (SWAPPED, Unit.LEADER)
    assert view.drawn[0][-3:].tolist() == [3, 4, 5]
    assert (int(view.hand_sizes[0]), int(view.hand.sum())) == (1, 1)


@pytest.mark.rule("BS-COMBAT-31", "AMB-18", "swap_announced")
def test_after_the_clash_every_swap_is_open() -> None:
    scene = asked_to_swap("swap 2 leader", swap_announced=False).play("swap 3 blank")
    view = seen(scene, 2)
    assert view.swaps.tolist() == [KEPT, KEPT]
    assert view.table["discard"][0, Unit.LEADER] == 1
    assert view.hand_sizes[:2].tolist() == [1, 0]
    assert view.swapped_in == NOTHING
    assert not view.drawn.any()


@pytest.mark.rule("BS-CORSAIR-09", "AMB-18", "swap_announced")
@pytest.mark.parametrize("options", SECRET.values(), ids=SECRET)
@pytest.mark.parametrize("reveal", ["top_three", "all"])
def test_what_corsairs_are_shown_tells_of_the_swap(options: dict[str, bool], reveal: str) -> None:
    board = row_of("plains", "plains")
    scene = Scenario(CORSAIRS, HILL, LORDS, board=board, corsair_reveal=reveal, **options)
    scene.units(CORSAIRS, 0, axeman=1).units(HILL, 0, skirmisher=2).turn(CORSAIRS)
    scene.hand(CORSAIRS, leader=1).hand(HILL, leader=1).combat_draws([2, 3, 4], [2, 2, 3, 4])
    scene.play("attack 0 1", "pass", "swap 3 leader")
    assert (scene.decider, len(scene.logged(Event.REVEAL))) == (CORSAIRS, 1)
    view = seen(scene, 0)
    shown = [2, 2, 4, 5] if reveal == "all" else [2, 4, 5]
    assert view.drawn[1][view.drawn[1] > 0].tolist() == shown
    assert view.drawn[0][-3:].tolist() == [2, 3, 4]
    assert view.swaps.tolist() == [KEPT, SWAPPED]
    assert (view.swapped_in, view.shown_in) == (NOTHING, Unit.LEADER)
    assert seen(scene, 2).shown_in == NOTHING
    assert seen(scene, 1).drawn[0].tolist() == [0] * len(view.drawn[0])


@pytest.mark.rule("BS-CORSAIR-09", "AMB-45", "AMB-58")
@pytest.mark.parametrize(
    ("swap", "tiles", "shown_in"),
    [
        ("swap 2 skirmisher", [3, 4, 5], NOTHING),  # a 2 for a 2: it stays out of the three
        ("swap 3 skirmisher", [2, 4, 5], Unit.SKIRMISHER),  # one of two 2s counts: the hand tile
        ("swap 5 leader", [3, 4, 5], Unit.LEADER),
    ],
)
def test_corsairs_see_a_tile_swapped_in_only_if_it_counts(
    swap: str, tiles: list[int], shown_in: int
) -> None:
    scene = Scenario(CORSAIRS, HILL, LORDS, board=row_of("plains", "plains"))
    scene.units(CORSAIRS, 0, axeman=1).units(HILL, 0, skirmisher=2).turn(CORSAIRS)
    scene.hand(CORSAIRS, leader=1).hand(HILL, skirmisher=1, leader=1)
    scene.combat_draws([2, 3, 4], [2, 3, 4, 5]).play("attack 0 1", "pass", swap)
    assert scene.logged(Event.REVEAL) == [[1, *tiles]]
    view = seen(scene, 0)
    assert view.drawn[1][view.drawn[1] > 0].tolist() == tiles
    assert view.shown_in == shown_in


def test_a_view_shares_nothing_with_the_state() -> None:
    scene = asked_to_swap("swap 2 leader")
    view = seen(scene, 1)
    before = view.key()
    scene.play("swap 3 blank")
    assert view.key() == before
    assert view != seen(scene, 1)
    assert view != "view"


@pytest.mark.rule("AMB-18", "swap_announced")
def test_the_option_changes_what_is_known_and_not_what_happens() -> None:
    # Random play makes nothing of what it knows; a scripted one does.
    seats = tuple(Seat(name, "random") for name in ("dragon_riders", "horse_lords"))
    texts = []
    for options in SECRET.values():
        recorder = play_and_record(Setup("tyrants_lament", seats, options), 4)
        assert recorder.lines[0]["options"] == options
        texts.append(recorder.lines[1:])
    assert texts[0] == texts[1]
