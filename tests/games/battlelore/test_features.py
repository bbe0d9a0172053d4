"""What learned values read of a position, and how a search judges one."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine.state import Point
from bloodstones.games.battlelore.game import GAME
from bloodstones.games.battlelore.strategies.choosing import judge
from bloodstones.games.battlelore.strategies.features import FEATURES, Feature, features
from bloodstones.kit.search.search_parameters import KNOBS, Knob
from tests.games.battlelore.scene import DAQAN, UTHUK, Scene, setup


def described(scene: Scene) -> Array:
    """The features of both seats."""
    out = np.full((2, FEATURES), -1.0)
    features(scene.s, scene.t, out)
    return out


def test_features_tell_armies_banners_and_whom_they_can_destroy() -> None:
    scene = Scene().banner("5.5", 2).banner("1.1", 1)
    scene.put("blood_harvesters", "5.5", 1)
    guard = scene.put("citadel_guard", "5.6")
    seen = described(scene)
    assert seen[:, Feature.UNITS].tolist() == [1, 1]
    assert seen[UTHUK, [Feature.FIGURES, Feature.WEAK, Feature.BANNERS]].tolist() == [1, 1, 2]
    assert seen[DAQAN, Feature.FIGURES] == scene.s.figures[guard]
    assert seen[UTHUK, Feature.BANNERS_SAFE] in (0, 2)
    assert 0 < seen[DAQAN, Feature.PREY_NOW] <= 1
    assert seen[DAQAN, Feature.PREY_NEXT] == pytest.approx(seen[DAQAN, Feature.PREY_NOW])
    assert seen[:, Feature.TO_MOVE].tolist() == [1, 0]
    assert np.isfinite(seen).all()


def test_a_unit_out_of_reach_is_no_prey() -> None:
    scene = Scene()
    scene.put("blood_harvesters", "1.1")
    scene.put("citadel_guard", "9.9")
    assert described(scene)[:, [Feature.PREY_NOW, Feature.PREY_NEXT]].tolist() == [[0, 0]] * 2


def test_a_win_and_a_lead_are_worth_more_to_a_search() -> None:
    scene, knobs, out = Scene(), np.zeros(KNOBS), np.zeros(2)
    knobs[Knob.WIN_SHARE], knobs[Knob.MARGIN] = 0.5, 5.0
    scene.s.vp[DAQAN] = 3
    judge(scene.s, scene.t, knobs, out)
    assert out[DAQAN] > 0.5 > out[UTHUK]
    assert out.sum() == pytest.approx(1.0)
    before = out[UTHUK]
    scene.s.point, scene.s.rank[DAQAN], scene.s.rank[UTHUK] = int(Point.OVER), 2, 1
    judge(scene.s, scene.t, knobs, out)
    assert out[UTHUK] == pytest.approx(0.5 + before / 2)


def test_learning_sees_positions_that_the_plans_would_not_go_to() -> None:
    given = setup("a1+a1", strategies=("hunter_tuned", "hunter_tuned"))
    seen = GAME.observe(given, 1, "seen", range(3))
    turns = GAME.simulate(given, 1, "seen", range(3)).rows["game_turns"][::2]
    assert seen.features.shape[1:] == (2, len(GAME.features))
    assert seen.turn[seen.replicate == 0].tolist() == list(range(int((seen.replicate == 0).sum())))
    assert np.bincount(seen.replicate).tolist() != [turn + 1 for turn in turns], "some by lot"


def test_the_strongest_teacher_comes_last_and_all_can_be_played() -> None:
    assert set(GAME.teachers) <= set(GAME.finder_for().shipped())
    assert GAME.teachers[-1] == "hunter_tuned"
