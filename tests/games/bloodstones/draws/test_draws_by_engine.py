"""Exact draws against hands that the engine itself deals, founds, refills and regroups."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import sqrt

import pytest

from bloodstones.games.bloodstones.draws.by_turn import Plan, pips_in_hand, regroup_turns
from bloodstones.games.bloodstones.draws.opening import (
    Aim,
    Founding,
    HandKind,
    best_founding,
    hand_kinds,
    opening,
)
from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.game_setup import GameSetup
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.odds.distribution import Distribution
from tests.games.bloodstones.scenario import LORDS, RIDERS, row_of

RULES = load_ruleset()
COAST = row_of("plains", "sea", "plains", "plains", "plains", "plains", "plains", "sea", "plains")
TILES = RULES.factions[RIDERS].tiles
GAMES = 250
TURNS = 14
SPENT = 4
MOST_Z = 4.5


def kind_of(unit: Unit) -> HandKind:
    tile = TILES[unit]
    closed = -1 if tile.cost is None else tile.cost
    return next(
        kind
        for kind in hand_kinds(RIDERS, Founding(), RULES)
        if (kind.kind.blank, kind.kind.pips, kind.cost) == (tile.cost is None, tile.pips, closed)
    )


def tiles_of(row) -> list[Unit]:
    """The tiles of a pile, those first that are spent first."""
    tiles = [unit for unit in TILES for _ in range(int(row[unit]))]
    return sorted(tiles, key=lambda unit: (TILES[unit].cost is None, TILES[unit].pips))


def legal(game: Playthrough, kind: Kind) -> list[Decision]:
    return [each for each in game.legal() if each.kind is kind]


def set_up(seed: int) -> tuple[Playthrough, dict[str, int]]:
    """A game after the best founding by seat 0, step by step as the engine allows it."""
    game = Playthrough(GameSetup(RULES, COAST, [RIDERS, LORDS]), seed)
    noted: dict[str, int] = {}
    while game.state.placed < 2:
        if game.state.point == Point.CITADEL:
            game.apply(legal(game, Kind.CITADEL)[0])
        elif game.decider == 0 and "units" not in noted:
            noted |= found_best(game)
        else:
            game.apply(legal(game, Kind.PASS)[0])
    return game, noted


def found_best(game: Playthrough) -> dict[str, int]:
    hand = tiles_of(game.state.hand[0])
    kinds = tuple(hand_kinds(RIDERS, Founding(), RULES))
    counts = tuple(sum(kind_of(unit) == kind for unit in hand) for kind in kinds)
    placed = best_founding(kinds, counts, Aim.POINTS, RULES.founding_points)
    for kind, n in zip(kinds, placed, strict=True):
        for unit in [unit for unit in hand if kind_of(unit) == kind][:n]:
            offers = [each for each in legal(game, Kind.FOUND) if each.x == unit]
            assert offers, f"the engine does not let {unit.id} be founded"
            game.apply(offers[0])
    return {
        "pips": sum(TILES[unit].pips for unit in hand),
        "points": RULES.founding_points - int(game.state.points_left),
        "units": sum(placed),
    }


def spend_and_draw(game: Playthrough) -> None:
    """Discard the lowest tiles by hand and let the engine draw and regroup."""
    state = game.state
    state.active = state.decider = 0
    state.point = Point.SETTLE
    for unit in tiles_of(state.hand[0])[:SPENT]:
        state.hand[0, unit] -= 1
        state.hand_size[0] -= 1
        state.hand_pips[0] -= TILES[unit].pips
        state.discard[0, unit] += 1
        state.discard_size[0] += 1
    game.apply(legal(game, Kind.PASS)[0])


@cache
def played() -> list[dict[str, int]]:
    results = []
    for seed in range(GAMES):
        game, noted = set_up(seed)
        noted["turn_1"] = int(game.state.hand_pips[0])
        regroups = 0
        for turn in range(1, TURNS + 1):
            spend_and_draw(game)
            if int(game.state.regroups[0]) > regroups:
                regroups += 1
                noted[f"regroup_{regroups}"] = turn
        results.append(noted)
    return results


def z_of_mean(values: list[int], exact: Distribution) -> float:
    assert set(values) <= set(exact)
    mean = exact.mean()
    variance = sum(n * (x - mean) ** 2 for x, n in exact.items()) / exact.denominator
    return float(Fraction(sum(values), len(values)) - mean) / sqrt(variance / len(values))


@pytest.mark.rule("BS-SETUP-06", "BS-SETUP-15", "BS-SETUP-16")
@pytest.mark.parametrize("noted", ["pips", "points", "units"])
def test_opening_hands_of_the_engine_are_as_good_as_counted(noted: str) -> None:
    exact = getattr(opening(RIDERS), noted)
    assert abs(z_of_mean([game[noted] for game in played()], exact)) < MOST_Z


@pytest.mark.rule("BS-SETUP-23", "BS-GEN-17")
def test_pips_after_the_refill_by_the_engine_are_as_counted() -> None:
    exact = pips_in_hand(RIDERS, 1, Plan(SPENT))
    assert abs(z_of_mean([game["turn_1"] for game in played()], exact)) < MOST_Z


@pytest.mark.rule("BS-REGROUP-01", "BS-REGROUP-02")
def test_regroups_of_the_engine_come_in_the_turns_counted() -> None:
    for number, exact in enumerate(regroup_turns(RIDERS, Plan(SPENT))[:2], start=1):
        turns = Counter(game[f"regroup_{number}"] for game in played())
        assert set(turns) <= set(exact)
        for turn, n in turns.items():
            p = float(exact.probability(turn))
            assert abs(n - GAMES * p) < MOST_Z * sqrt(GAMES * p * (1 - p)) + 1
