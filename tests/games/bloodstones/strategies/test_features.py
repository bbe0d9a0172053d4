"""Features of positions: counted again from the pieces, on positions of random play."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import GameState
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.strategies import policy
from bloodstones.games.bloodstones.strategies.features import FEATURES, Feature, features
from bloodstones.kit.values import network
from bloodstones.kit.values.network import MOST_FEATURES
from bloodstones.kit.values.store import path_of

MAP = "tyrants_lament"
VALUES = Path(policy.__file__).with_name("values")
LINE_UP = ("horse_lords", "chaos_horde", "corsairs", "necromancers")
STRIDE = 41
MOST = 60 * STRIDE
FEWEST = 20
SEATS = 6


Position = tuple[GameState, RuleTables, NDArray[np.float64]]


@pytest.fixture(scope="module")
def seen() -> list[Position]:
    play = GAME.playthrough(Setup(MAP, tuple(Seat(role, "random") for role in LINE_UP)), 3)
    luck = np.random.default_rng(4)
    positions: list[Position] = []
    for number in range(MOST):
        if play.over:
            break
        if play.is_chance:
            play.apply(play.draw())
            continue
        legal = play.legal()
        play.apply(legal[luck.integers(len(legal))])
        if number % STRIDE == 0:
            out = np.zeros((SEATS, MOST_FEATURES))
            features(play.state, play.tables, out)
            positions.append((GameState.copy(play.state), play.tables, out))
    assert len(positions) >= FEWEST
    return positions


def marchers(state: GameState, tables: RuleTables, seat: int, area: int) -> int:
    """Units of the seat in the area but ships and fortifications."""
    fixed = [unit for unit in Unit if unit == Unit.SHIP or tables.fortification[unit]]
    return int(state.units[seat, area].sum() - state.units[seat, area, fixed].sum())


def test_every_feature_is_declared_and_read() -> None:
    assert [feature.name for feature in GAME.features] == list(Feature.ids())
    assert len(GAME.features) == FEATURES


def test_pieces_and_tiles_are_counted(seen: list[Position]) -> None:
    for state, tables, out in seen:
        for seat, role in enumerate(LINE_UP):
            own = out[seat]
            units = state.units[seat].sum(axis=0)
            assert own[Feature.UNITS] == units.sum()
            assert own[Feature.SHIPS] == units[Unit.SHIP]
            assert own[Feature.UNDEAD] == units[Unit.UNDEAD]
            assert own[Feature.FORTIFICATIONS] == units[Unit.CASTLE] + units[Unit.CITADEL]
            assert own[Feature.AREAS] == (state.force_size[seat] > 0).sum()
            assert own[Feature.VILLAGES] == state.villages[seat].sum()
            assert own[Feature.HAND] == state.hand[seat].sum()
            assert own[Feature.HAND_PIPS] == (state.hand[seat] * tables.pips[seat]).sum()
            indicators = own[Feature.DRAGON_RIDERS : Feature.CORSAIRS + 1]
            assert indicators.tolist() == [float(faction.id == role) for faction in Faction]


def test_attack_and_defence_sum_the_best_modifiers(seen: list[Position]) -> None:
    for state, tables, out in seen:
        best = np.maximum(tables.modifier.max(axis=2), 0)
        for seat in range(len(LINE_UP)):
            units = state.units[seat].sum(axis=0)
            assert out[seat, Feature.ATTACK] == (units * best[0]).sum()
            assert out[seat, Feature.DEFENCE] == (units * best[1]).sum()


def test_dangers_of_villages_and_units_are_counted_by_neighbours(seen: list[Position]) -> None:
    board = load_map(MAP)
    totals = np.zeros(3)
    for state, tables, out in seen:
        for seat in range(len(LINE_UP)):
            enemies = [
                sum(
                    marchers(state, tables, other, area.id)
                    for other in range(len(LINE_UP))
                    if other != seat
                )
                for area in board.areas
            ]
            near = [sum(enemies[other] for other in area.neighbours) for area in board.areas]
            lone = outnumbered = following = 0
            for area in board.areas:
                size = int(state.force_size[seat, area.id])
                lone += size == 1 and near[area.id] > 1
                outnumbered += size if 0 < size < near[area.id] else 0
                alone = state.total[area.id] == size
                following += int(state.villages[seat, area.id]) * bool(alone and near[area.id])
            assert out[seat, Feature.LONE_UNITS] == lone
            assert out[seat, Feature.OUTNUMBERED] == outnumbered
            assert out[seat, Feature.VILLAGES_NEXT] == following
            totals += lone, outnumbered, following
    assert (totals > 0).all()


def test_prey_is_what_stands_under_own_units(seen: list[Position]) -> None:
    for state, _, out in seen:
        others = state.village_total[None, :] - state.villages
        for seat in range(len(LINE_UP)):
            under = others[seat][state.force_size[seat] > 0].sum()
            alone = (state.force_size[seat] > 0) & (state.total == state.force_size[seat])
            assert out[seat, Feature.PREY_CONTESTED] == under
            assert out[seat, Feature.PREY_HELD] == others[seat][alone].sum()


def test_prey_taken_is_the_most_villages_that_the_best_tile_pays_for(seen: list[Position]) -> None:
    total = 0
    for before, tables, _ in seen:
        state, out = GameState.copy(before), np.zeros((SEATS, MOST_FEATURES))
        for seat in range(len(LINE_UP)):
            prey = (seat + 1) % len(LINE_UP)
            land = tables.village_limit[tables.terrain] > 0
            state.villages[prey][(state.force_size[seat] > 0) & land] += 1
        state.village_total[:] = state.villages.sum(axis=0)
        features(state, tables, out)
        others = state.village_total[None, :] - state.villages
        for seat in range(len(LINE_UP)):
            held = np.flatnonzero(state.force_size[seat][: tables.areas] > 0)
            costs = tables.village_cost[tables.terrain[held]]
            prices = np.sort(np.repeat(costs, others[seat][held]))
            best = tables.pips[seat][state.hand[seat] > 0].max(initial=0)
            payable = (np.cumsum(prices) <= best).sum()
            assert out[seat, Feature.PREY_TAKEN] == payable
            total += payable
    assert total > 0


def test_the_largest_army_is_weighed_by_its_best_modifiers(seen: list[Position]) -> None:
    for state, tables, out in seen:
        best = np.maximum(tables.modifier[0].max(axis=1), 0) * tables.walks
        for seat in range(len(LINE_UP)):
            sizes = [marchers(state, tables, seat, area) for area in range(tables.areas)]
            largest = max(sizes)
            assert out[seat, Feature.LARGEST_ARMY] == largest
            forces = [state.units[seat, area] for area, n in enumerate(sizes) if n == largest > 0]
            weighed = {int((force * best).sum()) for force in forces} or {0}
            assert out[seat, Feature.ARMY_STRENGTH] in weighed
            assert out[seat, Feature.MAP_SIZE] == tables.areas


@pytest.mark.parametrize("players", range(2, 7))
def test_shipped_values_read_the_features_that_they_were_learned_from(players: int) -> None:
    path = path_of(VALUES, players)
    learned = json.loads(path.with_suffix(".json").read_text())
    values = np.load(path)
    assert learned["features"] == list(Feature.ids())[: int(values[network.FEATURES])]
    assert learned["values_sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert values[network.PLAYERS] == players
