"""Exact draws: against plain counting, against samples, and what they refuse."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb, sqrt

import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.draws import by_turn as draws
from bloodstones.games.bloodstones.draws.by_turn import (
    MOST_TURNS,
    NEVER,
    Plan,
    TooManyStatesError,
    chance_within,
    chances_by_turn,
    pips_in_hand,
    regroup_turns,
)
from bloodstones.games.bloodstones.draws.opening import Aim, Founding, opening
from bloodstones.games.bloodstones.draws.tiles import parse_want, parse_worth
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.numbers import with_overrides
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from bloodstones.odds.distribution import Distribution
from tests.games.bloodstones.draws.sampling import Sampler
from tests.soaks import some

RULES = load_ruleset()
DRAGON = frozenset({Unit.DRAGON})
RIDERS = Faction.DRAGON_RIDERS
SAMPLES = 3_000
MOST_Z = 4.5
NOTHING = Founding(Aim.NONE)


def z_score(count: int, p: Fraction, samples: int = SAMPLES) -> float:
    spread = sqrt(float(p * (1 - p)) / samples)
    return 0.0 if spread == 0 and count == p * samples else (count / samples - p) / spread


def agree(tally: Counter[int], exact: Distribution) -> bool:
    """Whether every outcome is about as frequent as it should be; rare ones are put together."""
    assert set(tally) <= set(exact)
    common = [outcome for outcome in exact if exact.probability(outcome) * SAMPLES > 20]
    rare = 1 - sum((exact.probability(outcome) for outcome in common), Fraction())
    left = SAMPLES - sum(tally[outcome] for outcome in common)
    scores = [z_score(tally[outcome], exact.probability(outcome)) for outcome in common]
    return max(map(abs, scores)) < MOST_Z and left <= 20 + MOST_Z**2 + 2 * SAMPLES * rare


def small(**changes: int) -> Ruleset:
    return with_overrides(RULES, {name.replace("__", "."): n for name, n in changes.items()})


def hand_tiles(faction: Faction) -> list[Unit]:
    return [t.unit for t in RULES.factions[faction].tiles.values() for _ in range(t.count)]


@pytest.mark.rule("BS-SETUP-06", "BS-COMP-07")
def test_a_dragon_in_the_starting_hand() -> None:
    p = chance_within(RIDERS, DRAGON, RULES.starting_hand)
    assert p == 1 - Fraction(comb(34, 9), comb(36, 9))
    assert chance_within(RIDERS, DRAGON, 36, at_least=2) == 1
    assert chance_within(RIDERS, DRAGON, 0) == 0


@pytest.mark.rule("BS-SETUP-15", "BS-SETUP-16", "BS-SETUP-18", "BS-TILE-04", "BS-COMP-07")
@pytest.mark.parametrize(
    ("faction", "aim", "inland"),
    some(
        product(
            [RIDERS, Faction.CHAOS_HORDE],
            [Aim.POINTS, Aim.UNITS, Aim.WORTH],
            [False, True],
        ),
        3,
    ),
)
def test_the_best_founding_of_small_hands_is_the_best_of_all(faction, aim, inland) -> None:
    rules = small(starting_hand=3, founding_points=3)
    worth = {Unit.LEADER: 9, Unit.SHIP: 4, Unit.CAVALRY: 5}
    opened = opening(faction, Founding(aim, worth, inland), rules)
    tiles = rules.factions[faction].tiles
    points, units, worths = Counter(), Counter(), Counter()
    for hand in combinations(hand_tiles(faction), 3):
        choices = []
        for chosen in product((False, True), repeat=3):
            placed = [unit for unit, taken in zip(hand, chosen, strict=True) if taken]
            costs = [tiles[unit].cost for unit in placed]
            if None in costs or sum(costs) > 3 or (inland and Unit.SHIP in placed):
                continue
            value = sum(worth.get(unit, 0) for unit in placed) if aim is Aim.WORTH else 0
            row = {"points": sum(costs), "units": len(placed), "worth": value}
            keys = ("units", "points") if aim is Aim.UNITS else ("worth", "points", "units")
            choices.append((tuple(row[key] for key in keys), row))
        best = max(choices, key=lambda choice: choice[0])[1]
        points[best["points"]] += 1
        units[best["units"]] += 1
        worths[best["worth"]] += 1
    assert opened.points == Distribution(points)
    assert opened.units == Distribution(units)
    assert opened.worth == Distribution(worths)
    assert opened.points.denominator == comb(36, 3)


@pytest.mark.rule("BS-COMP-07", "BS-SETUP-06")
@pytest.mark.parametrize("faction", list(Faction))
def test_mean_pips_of_a_starting_hand_are_nine_times_those_of_a_tile(faction: Faction) -> None:
    tiles = RULES.factions[faction].tiles.values()
    mean = Fraction(sum(tile.count * tile.pips for tile in tiles), 36)
    pips = opening(faction).pips
    assert pips.mean() == RULES.starting_hand * mean
    assert opening(faction, NOTHING).pips_left == pips


@pytest.mark.rule("BS-SETUP-06", "BS-SETUP-23", "BS-GEN-19")
def test_turn_one_without_a_founding_is_the_starting_hand() -> None:
    plan = Plan(5, 0, NOTHING)
    assert chances_by_turn(RIDERS, DRAGON, 1, plan) == (chance_within(RIDERS, DRAGON, 9),)
    assert pips_in_hand(RIDERS, 1, plan) == opening(RIDERS).pips.simplify()


@pytest.mark.rule("BS-REGROUP-01")
def test_before_a_regroup_the_tiles_seen_decide() -> None:
    # 9 tiles, 5 spent leave 4 and 2 are drawn; from then on 5 spent and 5 drawn each turn.
    chances = chances_by_turn(RIDERS, DRAGON, 4, Plan(5, 0, NOTHING))
    seen = [chance_within(RIDERS, DRAGON, tiles) for tiles in (9, 11, 16, 21)]
    assert chances == tuple(seen)


def test_the_chances_never_fall_and_wanted_tiles_are_never_spent() -> None:
    chances = chances_by_turn(RIDERS, frozenset({Unit.SHIP}), 12, Plan(6, 2), at_least=3)
    assert list(chances) == sorted(chances)
    assert chances[-1] > Fraction(9, 10)


@pytest.mark.rule("BS-HORSE-02", "BS-GEN-17", "BS-REGROUP-02", "BS-REGROUP-05")
@pytest.mark.parametrize(
    ("faction", "first"), [(RIDERS, 6), (Faction.HORSE_LORDS, 6), (Faction.CHAOS_HORDE, 6)]
)
def test_the_turn_of_a_regroup_without_founding(faction: Faction, first: int) -> None:
    """27 tiles in the bag; the first turn refills a hand of nine, each later one draws 5."""
    turns = regroup_turns(faction, Plan(5, 0, NOTHING))
    limit = RULES.factions[faction].hand_limit
    drawn, turn, bag = limit - 4, 1, 27
    while drawn <= bag:
        drawn, turn = drawn + 5, turn + 1
    assert turns[0] == Distribution.single(turn)
    assert turn in (first, first + 1)
    assert len(turns) == max(RULES.regroups.values())


@pytest.mark.rule("BS-REGROUP-08")
def test_without_discards_there_is_no_regroup() -> None:
    turns = regroup_turns(Faction.NECROMANCERS, Plan(2, 2, NOTHING))
    assert turns == (Distribution.single(NEVER),) * 3
    sampled = Sampler(Faction.NECROMANCERS, RULES, 10, seed=5).regroups(Plan(2, 2, NOTHING))
    assert sampled == ({NEVER: 10},) * 3


@pytest.mark.parametrize(
    ("faction", "plan"),
    [
        (RIDERS, Plan(5)),
        (Faction.CORSAIRS, Plan(4, 2)),
        (Faction.HORSE_LORDS, Plan(6, 1, Founding(Aim.UNITS, {}, True))),
        (Faction.CHAOS_HORDE, Plan(3, 3)),
    ],
)
def test_samples_agree_with_the_exact_chances(faction: Faction, plan: Plan) -> None:
    sampler = Sampler(faction, RULES, SAMPLES, seed=5)
    want, turns = parse_want("leader,4", faction, RULES, "want"), 9
    exact = chances_by_turn(faction, want, turns, plan, 3)
    for tally, p in zip(sampler.by_turn(want, turns, plan), exact, strict=True):
        assert abs(z_score(sum(n for held, n in tally.items() if held >= 3), p)) < MOST_Z
    opened = opening(faction, plan.founding)
    points, units = sampler.opening(plan.founding)
    assert agree(points, opened.points)
    assert agree(units, opened.units)
    for tally, turn in zip(sampler.regroups(plan), regroup_turns(faction, plan), strict=True):
        assert agree(tally, turn)


@pytest.mark.parametrize(
    ("faction", "plan", "turn"),
    [
        (Faction.CHAOS_HORDE, Plan(4), 12),
        (Faction.CHAOS_HORDE, Plan(4, 2), 8),
        (Faction.CORSAIRS, Plan(3), 2),
        (Faction.HILL_FOLK, Plan(0), 1),
    ],
)
def test_samples_agree_with_the_exact_pips(faction: Faction, plan: Plan, turn: int) -> None:
    exact = pips_in_hand(faction, turn, plan)
    assert agree(Sampler(faction, RULES, SAMPLES, seed=6).pips(turn, plan), exact)


def test_samples_agree_with_draws_from_the_full_bag() -> None:
    tally = Sampler(RIDERS, RULES, SAMPLES, seed=7).within(DRAGON, 12)
    exact = Distribution({n: comb(2, n) * comb(34, 12 - n) for n in range(3)})
    assert agree(tally, exact)


def test_the_same_seed_gives_the_same_sample() -> None:
    first, second, other = (
        Sampler(RIDERS, RULES, 500, seed).pips(2, Plan(3)) for seed in (1, 1, 2)
    )
    assert first == second != other


def test_a_late_turn_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draws, "MOST_STATES", 1000)
    with pytest.raises(TooManyStatesError, match="expected a turn with at most"):
        pips_in_hand(RIDERS, 2, Plan(6, 3))


def test_changed_tile_numbers_change_the_chances() -> None:
    changes = {"dragon_riders.dragon.count": 4, "dragon_riders.blank.count": 0}
    rules = with_overrides(RULES, changes)
    assert chance_within(RIDERS, DRAGON, 9, ruleset=rules) > chance_within(RIDERS, DRAGON, 9)
    rich = small(founding_points=18)
    assert opening(RIDERS, None, rich).units.mean() > opening(RIDERS).units.mean()


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda: chance_within(RIDERS, DRAGON, 37), "expected 0 to 36 tiles drawn, got 37"),
        (lambda: chance_within(RIDERS, DRAGON, 5, 3), "expected 1 to 2 wanted tiles, got 3"),
        (lambda: chance_within(RIDERS, frozenset(), 5), "expected a wanted tile, got none"),
        (lambda: chances_by_turn(RIDERS, DRAGON, 0, Plan(1)), "expected a turn from 1"),
        (lambda: pips_in_hand(RIDERS, MOST_TURNS + 1, Plan(1)), "expected a turn from 1 to 60"),
        (lambda: regroup_turns(RIDERS, Plan(0)), "expected at least 1 tile spent"),
        (lambda: Plan(-1), "expected at least 0 tiles spent per turn, got -1"),
        (
            lambda: regroup_turns(RIDERS, Plan(7)),
            "expected 0 to 6 tiles spent per turn, a full hand",
        ),
        (lambda: Plan(2, 3), "expected 0 to 2 tiles built"),
        (lambda: parse_want("giant", RIDERS, RULES, "w"), "expected a tile of dragon_riders"),
        (lambda: parse_want("1", RIDERS, RULES, "w"), "expected pips of a tile, got '1'"),
        (lambda: parse_want("", RIDERS, RULES, "w"), "expected a unit, got ''"),
        (lambda: parse_worth("dragon", RIDERS, RULES, "w"), "expected UNIT=N with N from 0"),
        (lambda: parse_worth("dragon=9999", RIDERS, RULES, "w"), "expected UNIT=N with N from 0"),
        (lambda: parse_worth("blank=2", RIDERS, RULES, "w"), "expected a tile that can be founded"),
        (lambda: parse_worth("ship=1,ship=2", RIDERS, RULES, "w"), "expected ship once"),
    ],
)
def test_impossible_questions_are_refused(call, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        call()


def test_wanted_tiles_by_name_and_pips() -> None:
    assert parse_want("Siege Engine, blank", RIDERS, RULES, "w") == {Unit.SIEGE_ENGINE, Unit.BLANK}
    assert parse_want("5", RIDERS, RULES, "w") == {Unit.LEADER, Unit.DRAGON, Unit.BLANK}
