"""What learned values read of a position."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.wizard_kings.engine.rule_tables import FAR_AWAY
from bloodstones.games.wizard_kings.game import GAME
from bloodstones.games.wizard_kings.strategies.features import FEATURES, NEAR, Feature, features
from tests.games.wizard_kings.scene import BOARD, ELVES, ORCS, Scene


def described(scene: Scene) -> Array:
    """The features of all seats."""
    out = np.full((len(scene.game.game_setup.armies), FEATURES), -1.0)
    features(scene.s, scene.t, out)
    return out


def homes_of(scene: Scene, seat: int) -> list[int]:
    """The home cities of a seat."""
    return [c for c in range(scene.t.cities) if scene.t.home[scene.t.city_hex[c]] == seat]


def stand(scene: Scene, kind: str, h: int, strength: int, seat: int) -> int:
    """Put a unit into a hex of this number."""
    column, row = h % int(scene.t.width) + 1, h // int(scene.t.width) + 1
    assert scene.at((column, row)) == h
    return scene.put(kind, (column, row), strength, seat)


def test_an_empty_map_is_the_owners() -> None:
    scene = Scene()
    scene.settle()
    seen = described(scene)
    values = [
        sum(int(v) for h, v in enumerate(scene.t.value) if scene.t.home[h] == seat)
        for seat in (ELVES, ORCS)
    ]
    assert min(values) > 0
    for gp in (Feature.CITIES_GP, Feature.HOME_GP, Feature.EMPTY_GP, Feature.HELD):
        assert seen[:, gp].tolist() == values
    assert not seen[:, [Feature.UNITS, Feature.STEPS, Feature.MARCH, Feature.PREY]].any()
    assert seen[:, Feature.ARMY].tolist() == [0, 1]


def test_features_tell_armies_where_they_stand_and_who_is_near() -> None:
    scene = Scene()
    home, near = next(
        (int(scene.t.city_hex[city]), h)
        for city in homes_of(scene, ORCS)
        for h in range(int(scene.t.hexes))
        if scene.t.walk[h, city] == 1
        and scene.t.value[h] == 0
        and all(scene.t.walk[h, far] > NEAR for far in homes_of(scene, ELVES))
    )
    glader = stand(scene, "glader", home, 3, ELVES)
    stand(scene, "orc", near, 2, ORCS)
    scene.settle()
    seen = described(scene)
    assert seen[:, Feature.UNITS].tolist() == [1, 1]
    assert seen[:, Feature.STEPS].tolist() == [3, 2]
    gp = [3 * scene.t.cost[scene.t.kind[glader]], 4]
    assert seen[:, Feature.ARMY_GP].tolist() == gp
    assert seen[:, Feature.LARGEST_GP].tolist() == gp
    assert not seen[:, Feature.SECOND_GP].any()
    assert seen[:, Feature.GUARD_GP].tolist() == [gp[ELVES], 0]
    assert seen[ELVES, Feature.HITS_C] >= 0.5, "3 dice at 1"
    value = float(scene.t.value[home])
    # control of an enemy's home city goes to who stands in it
    assert seen[ELVES, Feature.CITIES_GP] - seen[ELVES, Feature.HOME_GP] == value
    assert seen[ELVES, Feature.LONE_GP] == value
    assert seen[ORCS, Feature.PREY] == pytest.approx(value * gp[ORCS] / sum(gp))
    held = seen[ELVES, Feature.CITIES_GP] - value + value * gp[ELVES] / sum(gp)
    assert seen[ELVES, Feature.HELD] == pytest.approx(held)
    assert seen[ELVES, Feature.OUTMATCHED] == (value if gp[ORCS] > gp[ELVES] else 0)
    assert seen[ORCS, Feature.MARCH] == 1
    assert np.isfinite(seen).all()


def test_ways_on_foot_are_no_shorter_than_those_in_the_air() -> None:
    tables = Scene().t
    walk, flight = np.asarray(tables.walk), np.asarray(tables.flight)
    on_board = slice(int(tables.hexes)), slice(int(tables.cities))
    assert (walk[on_board] >= flight[on_board]).all()
    assert (flight[on_board] < FAR_AWAY).all()
    for city in range(int(tables.cities)):
        assert walk[tables.city_hex[city], city] == 0


def test_learning_sees_the_turns_as_they_begin() -> None:
    setup = Setup(BOARD, (Seat("eldryn", "hammer_tuned"), Seat("jurak", "bastion_tuned")))
    seen = GAME.observer.observe(GAME.seat(setup), 2, [game_key(2, "seen", 0)])
    left = seen.features[:, 0, Feature.TURNS_LEFT]
    assert left.tolist() == list(range(10, 10 - len(left), -1)), "the setup, then every turn"
    assert seen.features.shape[1:] == (2, len(GAME.features))
    assert set(seen.won.sum(axis=1)) == {1.0}


def test_the_strongest_teacher_comes_last_and_all_can_be_played() -> None:
    assert set(GAME.teachers) <= set(GAME.finder_for().shipped())
    assert GAME.teachers[-1] == "bastion_tuned"
