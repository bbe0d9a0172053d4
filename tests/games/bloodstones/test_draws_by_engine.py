"""Exact draws against hands that the engine itself deals, founds, discards and refills."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from bloodstones.games.bloodstones.decisions import Kind
from bloodstones.games.bloodstones.draws import Plan, chances_by_turn, pips_in_hand, regroup_turns
from bloodstones.games.bloodstones.draws_opening import (
    Aim,
    Founding,
    best_founding,
    hand_kinds,
    opening,
)
from bloodstones.games.bloodstones.names import Faction, Unit
from bloodstones.games.bloodstones.playthrough import Playthrough
from bloodstones.games.bloodstones.rulesdata import load_ruleset
from bloodstones.games.bloodstones.state import Point
from tests.games.bloodstones.scenario import CORSAIRS, LORDS, RIDERS, row_of

RULES = load_ruleset()
BOARD = row_of("sea", "plains", "forest", "hills", "plains", "forest", "plains", "plains")
GAMES = 300
MOST_Z = 4.5


def z_of_mean(values: list[int], exact) -> float:
    variance = sum(exact[x] * (x - exact.mean()) ** 2 for x in exact) / Fraction(exact.denominator)
    mean = Fraction(sum(values), len(values))
    return float(mean - exact.mean()) / sqrt(variance / len(values))


def dealt(seed: int) -> Playthrough:
    """A game whose seat 0 is to found its units."""
    game = Playthrough(RULES, BOARD, [RIDERS, LORDS], seed)
    while not (game.state.point == Point.FOUND and game.decider == 0):
        citadel = [each for each in game.legal() if each.kind is Kind.CITADEL]
        game.apply((citadel[-game.decider] if citadel else game.legal()[0]))
    return game


def found_best(game: Playthrough) -> tuple[int, int]:
    """Found the best units by decisions that the engine allows; return points used and units."""
    kinds = hand_kinds(RIDERS, Founding(), RULES)
    tiles = RULES.factions[RIDERS].tiles
    key = {
        unit: next(
            k
            for k in kinds
            if k.kind.pips == t.pips and k.cost == (-1 if t.cost is None else t.cost)
        )
        for unit, t in tiles.items()
    }
    hand = Counter(
        {unit: int(game.state.hand[0, unit]) for unit in tiles if game.state.hand[0, unit]}
    )
    counts = tuple(sum(n for unit, n in hand.items() if key[unit] == kind) for kind in kinds)
    placed = best_founding(tuple(kinds), counts, Aim.POINTS, RULES.founding_points)
    for kind, n in zip(kinds, placed, strict=True):
        for unit in [u for u in hand.elements() if key[u] == kind][:n]:
            legal = [d for d in game.legal() if d.kind is Kind.FOUND and d.a == unit]
            assert legal, f"the engine refuses to found {unit.id}"
            game.apply(legal[0])
    used = RULES.founding_points - int(game.state.points_left)
    game.apply(game.legal()[0])
    return used, sum(placed)
