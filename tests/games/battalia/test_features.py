"""What learned values read of a position, and how a search judges one."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.kernels.layout import Array
from bloodstones.games.battalia.engine.state import NOTHING, Point, Square
from bloodstones.games.battalia.game import GAME
from bloodstones.games.battalia.strategies.choosing import judge
from bloodstones.games.battalia.strategies.features import FEATURES, Feature, features
from bloodstones.kit.search.search_parameters import KNOBS, Knob
from tests.games.battalia.scene import Scene, card_of, square


def described(scene: Scene) -> Array:
    """The features of all seats."""
    out = np.full((2, FEATURES), -1.0)
    features(scene.s, scene.game.tables, out)
    return out


def city(scene: Scene, place: str, owner: int, level: int) -> None:
    """Let a city stand on a square."""
    where = square(place)
    scene.s.what[where], scene.s.owner[where] = int(Square.CITY), owner
    scene.s.level[where] = level


def test_features_tell_decks_cities_and_what_heroes_are_near() -> None:
    scene = Scene()
    city(scene, "1.1", 1, 3)
    city(scene, "2.1", NOTHING, 5)
    for name in ("o friman", "o lord", "a weapon", "supply"):
        scene.s.hand[0, card_of(name)] += 1
    scene.s.discard[0, card_of("o friman")] += 1
    scene.s.hero[0, 0] = square("1.2")
    seen = described(scene)
    kinds = [Feature.FRIMAN, Feature.LORD, Feature.WEAPON, Feature.SUPPLY, Feature.DECK]
    assert seen[0, kinds].tolist() == [2, 1, 1, 1, 5]
    assert seen[0, [Feature.HAND, Feature.MAIN]].tolist() == [4, 3]
    assert seen[:, Feature.POINTS].tolist() == [0, 3]
    assert seen[1, Feature.LEVEL_3] == 1
    assert seen[0, Feature.NEUTRAL_NEAR] == pytest.approx(1 / 3)
    assert seen[0, Feature.CITIES_NEAR] == pytest.approx(3 / 2)
    assert seen[1, Feature.EXPOSED] == pytest.approx(3 / 2)
    assert np.isfinite(seen).all()


def test_a_win_and_a_lead_are_worth_more_to_a_search() -> None:
    scene, knobs, out = Scene(), np.zeros(KNOBS), np.zeros(2)
    knobs[Knob.WIN_SHARE], knobs[Knob.MARGIN] = 0.5, 4.0
    city(scene, "1.1", 1, 3)
    judge(scene.s, scene.game.tables, knobs, out)
    assert out[1] > 0.5 > out[0]
    before = out[0]
    scene.s.point, scene.s.rank[0], scene.s.rank[1] = int(Point.OVER), 1, 2
    judge(scene.s, scene.game.tables, knobs, out)
    assert out[0] == pytest.approx(0.5 + before / 2)


def test_the_strongest_teacher_comes_last_and_all_can_be_played() -> None:
    assert set(GAME.teachers) <= set(GAME.finder_for().shipped())
    assert GAME.teachers[-1] == "thinner_tuned"
