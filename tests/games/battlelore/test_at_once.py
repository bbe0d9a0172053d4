"""Effects of one moment: the active player orders them wherever their order can matter."""

from __future__ import annotations

from itertools import product

import pytest

from bloodstones.core.hexes import DIRECTIONS
from bloodstones.core.kernels.kernel import JIT
from bloodstones.core.kernels.log import read_entries
from bloodstones.games.battlelore.engine.state import Point
from bloodstones.games.battlelore.events import Event
from bloodstones.games.battlelore.game import GAME
from bloodstones.kit.playthrough import Playthrough
from tests.games.battlelore.scene import DAQAN, UTHUK, Scene, setup
from tests.games.battlelore.test_lore import play

compiled = pytest.mark.skipif(not JIT, reason="so many playthroughs take compiled kernels")
BEHIND = ((), (("obscenes", "5.7"),), (("obscenes", "5.6"),), (("rune_golem", "5.6"),))


def walled(cards: int = 1, **options: str) -> tuple[Scene, int, int]:
    """Harvesters with five dice attack a guard in a building that has played a shield wall."""
    scene = Scene(UTHUK, overrides={"shield_wall.amount": cards}, **options).spare()
    harvesters, guard = scene.put("blood_harvesters", "5.4", 1), scene.put("citadel_guard", "5.5")
    scene.land("building", "5.5").card(DAQAN, "shield_wall")
    scene.ready(harvesters).attack(harvesters, guard)
    play(scene, "shield_wall")
    return scene, harvesters, guard


@pytest.mark.rule("BL-TURN-10", "BL-TERRAIN-05", "BL-CARD-10", "AMB-20")
def test_the_active_player_says_what_prevents_damage_first() -> None:
    for first, left in ((0, 3), (1, 2)):
        scene, _, guard = walled()
        scene.put("obscenes", "5.7")
        scene.fill("strike", "morale", "morale")
        assert (scene.point, scene.game.decider) == ("prevent", UTHUK)
        assert scene.codes() == {("prevent", 0, 0), ("prevent", 1, 0)}
        scene.do("prevent", first)
        told = list(read_entries(scene.s))
        assert (told[0][0], told[0][1]) == (Event.PREVENT, [UTHUK, first])
        assert len(told) > 1, "it is told before what comes of it"
        assert scene.where(guard) == "5.6", "one hex; the other fails outside of the building"
        assert scene.figures(guard) == left


def ends(game: Playthrough, guard: int) -> list[tuple[int, int]]:
    """Health and hex of the guard after its retreat, by what it decides about support."""
    if Point(int(game.state.point)) is not Point.SUPPORT:
        return [(int(game.state.figures[guard]), int(game.state.hex[guard]))]
    found = []
    for decision in game.legal():
        twin = game.copy()
        twin.apply(decision)
        found += ends(twin, guard)
    return found


def both_orders(scene: Scene, guard: int) -> list[list[tuple[int, int]]]:
    """What comes of either order, the damage being the next to come."""
    found = []
    for first in range(2):
        twin = scene.game.copy()
        twin.state.point, twin.state.decider = int(Point.PREVENT), UTHUK
        twin.apply(twin.legal()[first])
        found.append(ends(twin, guard))
    return found


@pytest.mark.rule("BL-TURN-10", "AMB-20", "building_shield")
@pytest.mark.parametrize("shield", ["per_attack", "per_source"])
def test_the_order_is_asked_for_where_it_can_matter_and_only_there(shield: str) -> None:
    """Behind a heroic face not used both orders are played out, whatever stands behind."""
    asked = set()
    walls = {cards: walled(cards, building_shield=shield) for cards in (1, 2)}
    starts = {cards: scene.game for cards, (scene, _, _) in walls.items()}
    for cards, hits, hexes, stun in product((1, 2), range(3), range(4), range(2)):
        if hits + hexes > 4:
            continue
        matters, asks = False, set()
        scene, _, guard = walls[cards]
        for units in BEHIND:
            scene.game = starts[cards].copy()
            scene.s = scene.game.state
            scene.s.stun[guard] = stun
            for unit, where in units:
                scene.put(unit, where)
            scene.fill("heroic", *["strike"] * hits, *["morale"] * hexes)
            one, other = both_orders(scene, guard)
            matters = matters or one != other
            scene.do("use", 0)
            asks.add(scene.point == "prevent")
        assert asks == {matters}, (cards, hits, hexes, stun)
        asked |= asks
    assert asked == {True, False}


@pytest.mark.rule("BL-TURN-10", "BL-CARD-02")
def test_the_order_of_those_whom_a_battle_cry_drives_away_never_matters() -> None:
    """Each goes to a hex of its own, and where another stood that moves nobody goes."""
    near = GAME.playthrough(setup("a1+a1"), 1).tables.neighbour
    for around in near:
        homes = [int(h) for h in around]
        goals = [int(near[h, way]) for way, h in enumerate(homes) if h >= 0]
        goals = [h for h in goals if h >= 0]
        assert len(homes) == DIRECTIONS
        assert len(set(goals)) == len(goals)
        assert not set(goals) & set(homes)


@pytest.mark.parametrize("plan", ["hunter", "random", pytest.param("value_8", marks=compiled)])
def test_players_answer_what_prevents_damage_first(plan: str) -> None:
    given = setup("a1+a1", strategies=(plan, plan))
    scene, _, _ = walled()
    scene.fill("strike", "morale", "morale")
    seating, legal = GAME.seat(given), scene.game.legal_codes()
    chosen = seating.index(scene.game.copy().state, legal.copy(), len(legal))
    assert chosen in ((1,) if plan == "hunter" else (0, 1))
