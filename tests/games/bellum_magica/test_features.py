"""What learned values read of a position, and what learning sees of a playthrough."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.bellum_magica.game import GAME
from bloodstones.games.bellum_magica.strategies.features import FEATURES, Feature, features
from bloodstones.kit.kernels import choose
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.search.search_parameters import SEATS
from tests.games.bellum_magica.scenario import Scenario


def described(scene: Scenario) -> Array:
    """The features of all seats."""
    out = np.full((SEATS, FEATURES), -1.0)
    features(scene.state, scene.game.tables, out)
    return out


def test_features_tell_what_a_seat_has_and_what_its_rows_bring() -> None:
    scene = Scenario(3).troop(0, "SSX").troop(1, "").chests(1, wood=[1, 3])
    scene.own(0, food=5, barrel=1)
    seen = described(scene)
    assert seen[1, [Feature.VALUE, Feature.CHESTS, Feature.WOOD]].tolist() == [4, 2, 2]
    assert seen[0, [Feature.FOOD, Feature.BARRELS]].tolist() == [5, 1]
    assert seen[:3, Feature.MOST_CHESTS].tolist() == [2, 2, 2]
    assert seen[0, Feature.ROW_SWORDS] == pytest.approx(2 / 6)
    wood = float(scene.game.tables.chest_mean[0])
    assert seen[0, Feature.RAIDS] == pytest.approx(1 / 6)
    assert seen[0, Feature.THEFT] == pytest.approx(wood / 6)
    assert seen[1, Feature.EXPOSED] == pytest.approx(seen[0, Feature.THEFT])
    assert seen[0, Feature.GAIN] >= seen[0, Feature.THEFT]


@dataclass
class Echo:
    """Decides as the kernels would, from outside of them."""

    seating: Seating

    def index(self, s: Any, legal: Array, n: int) -> int:
        return int(choose(s, self.seating.tables, self.seating.policy, legal, n))


def test_learning_sees_the_same_whoever_decides() -> None:
    names = ("farmer_tuned", "random", "thief")
    quick = GAME.seat(Setup("", tuple(Seat("", name) for name in names)))
    slow = replace(quick, players=(Echo(quick), None, None))
    keys = [game_key(2, "seen", number) for number in range(2)]
    one, other = (GAME.observer.observe(seating, 3, keys) for seating in (quick, slow))
    for name in ("features", "replicate", "turn", "utility", "won"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)
    days = one.features[:, 0, Feature.DAY]
    assert days[:3].tolist() == [0, 1, 2], "the setup, then every day as it begins"
    assert one.features.shape[1:] == (3, len(GAME.features))


def test_the_strongest_teacher_comes_last_and_all_can_be_played() -> None:
    known = GAME.finder_for().shipped()
    assert set(GAME.teachers) <= set(known)
    assert GAME.teachers[-1] == "scout_tuned"
