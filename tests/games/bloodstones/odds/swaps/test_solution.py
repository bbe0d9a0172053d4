"""Solved swaps: nobody can gain, by an oracle of its own; mixed cases; tiny bags; words."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from functools import partial
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

from bloodstones.core.errors import InputError, RunError
from bloodstones.games.bloodstones.odds import swap_play, swap_values
from bloodstones.games.bloodstones.odds.battle import Battle, battle_odds
from bloodstones.games.bloodstones.odds.fight import (
    Numbers,
    Tiles,
    attacker_wins,
    habit_ends,
)
from bloodstones.games.bloodstones.odds.force import parse_force
from bloodstones.games.bloodstones.odds.hands import (
    PIP_VALUES,
    Hand,
    Hands,
    Swap,
    choose_swap,
    read_pip_value,
    without,
)
from bloodstones.games.bloodstones.odds.swap_fight import Sight, SwapBattle
from bloodstones.games.bloodstones.odds.swap_options import Options
from bloodstones.games.bloodstones.odds.swap_play import FightGame
from bloodstones.games.bloodstones.odds.swap_solution import (
    SwapSolution,
    options_words,
    solve_swaps,
)
from bloodstones.games.bloodstones.odds.swap_values import AllValues, BoundedValues
from bloodstones.games.bloodstones.rules.names import Faction, Terrain
from bloodstones.odds.equilibrium import solve
from tests.games.bloodstones import swap_ways
from tests.games.bloodstones.swap_ways import CORSAIR_SIDES, TILES, gap, random_case, way_of
from tests.oracle import battle_enumerator
from tests.oracle import swap_oracle as oracle
from tests.soaks import some

BEST = (Swap.EQUILIBRIUM, Swap.EQUILIBRIUM)
SEED = 20261122
EXPLOITABLE = 1e-9
SAMPLE = 12
SAMPLE_CORSAIRS = 5
CASES = 2000


def battle(
    attacker_swap: Swap = Swap.EQUILIBRIUM,
    defender_swap: Swap = Swap.EQUILIBRIUM,
    lead: int = 1,
    **more: object,
) -> SwapBattle:
    numbers = Numbers(TILES, 4, 3, lead, False)
    return SwapBattle(numbers, attacker_swap, defender_swap, **more)  # type: ignore[arg-type]


@pytest.mark.rule("BS-COMBAT-19", "BS-COMBAT-20", "BS-COMBAT-22", "BS-COMBAT-31", "AMB-44")
@pytest.mark.rule("swap_announced", "AMB-18")
def test_nobody_gains_by_leaving_the_equilibrium() -> None:
    rng = random.Random(SEED)
    for number in range(SAMPLE):
        solution = random_case(rng, 2, lambda: BEST)
        assert gap(solution) < EXPLOITABLE, (number, solution)
        assert solution.exploitability < EXPLOITABLE, (number, solution)


@pytest.mark.rule("BS-COMBAT-23", "BS-CORSAIR-09", "BS-CORSAIR-10", "AMB-19")
def test_nobody_gains_where_corsairs_see_the_sum_first() -> None:
    rng = random.Random(SEED + 1)
    for number in range(SAMPLE_CORSAIRS):
        solution = random_case(rng, 2, lambda: rng.choice(CORSAIR_SIDES))
        assert gap(solution) < EXPLOITABLE, (number, solution)
        assert solution.exploitability < EXPLOITABLE, (number, solution)


@pytest.mark.soak
def test_nobody_gains_in_two_thousand_random_battles() -> None:
    rng = random.Random(SEED + 2)
    worst = 0.0
    for number in range(CASES):
        models = BEST if rng.random() < 0.75 else rng.choice(CORSAIR_SIDES)
        solution = random_case(rng, 3 if number % 20 == 0 else 2, lambda chosen=models: chosen)  # type: ignore[misc]
        worst = max(worst, gap(solution), solution.exploitability)
        assert worst < EXPLOITABLE, (number, solution)
    print(f"worst exploitability of {CASES} battles: {worst:.3g}")


@pytest.mark.parametrize("enemy", [Swap.NEVER, Swap.GREEDY])
@pytest.mark.parametrize("side", [0, 1])
def test_against_a_habit_the_answer_is_the_best_there_is(enemy: Swap, side: int) -> None:
    rng = random.Random(SEED + 3)
    own = {False: Swap.EQUILIBRIUM, True: Swap.INFORMED}
    for number in range(12):
        models = [enemy, enemy]
        models[side] = own[number % 3 == 0]
        solution = random_case(rng, 2, lambda chosen=tuple(models): chosen)  # type: ignore[misc]
        reached = oracle.best_answer(
            swap_ways.numbers(solution), solution.hands, side, way_of(solution, 1 - side)
        )
        assert solution.value == pytest.approx(reached, abs=1e-10), solution
        assert _payoff(solution) == pytest.approx(solution.value, abs=1e-10)


def _payoff(solution: SwapSolution) -> float:
    p, ours, theirs = solution.outcome
    return float(p + solution.battle.pip_value * (theirs - ours))


def test_habits_on_both_sides_give_the_exact_odds_of_before() -> None:
    rng = random.Random(SEED + 4)
    for _ in range(40):
        models = rng.choice((Swap.NEVER, Swap.GREEDY)), rng.choice((Swap.NEVER, Swap.GREEDY))
        solution = random_case(rng, 3, lambda chosen=models: chosen)  # type: ignore[misc]
        numbers = solution.battle.numbers
        hands = [
            hand if model is Swap.GREEDY else ()
            for hand, model in zip(solution.hands, models, strict=True)
        ]
        draws = numbers.attacker_draws, numbers.defender_draws
        ties = numbers.defender_wins_ties
        before = attacker_wins(numbers, *hands)
        assert solution.p_attacker == before == 1 - solution.p_defender
        if set(models) == {Swap.GREEDY}:
            assert solution.ends == habit_ends(numbers, *solution.hands)
        assert solution.exploitability == 0
        assert before == battle_enumerator.attacker_probability(
            *draws, numbers.lead, 0, ties, *map(tuple, map(sorted, hands)), True, True
        )
        assert _payoff(solution) == pytest.approx(solution.value, abs=1e-12)


def test_the_value_is_that_of_the_win_probability_and_the_pips_spent() -> None:
    rng = random.Random(SEED + 5)
    for _ in range(15):
        solution = random_case(rng, 2, lambda: BEST)
        assert _payoff(solution) == pytest.approx(solution.value, abs=1e-9)
        assert 0 <= solution.value <= 1


def test_corsairs_by_backward_induction_equal_the_linear_program() -> None:
    rng = random.Random(SEED + 6)
    for _ in range(8):
        solution = random_case(rng, 2, lambda: rng.choice(CORSAIR_SIDES))
        game = FightGame(solution.battle.fight(solution.hands), solution.worth)
        sign = 1 if solution.battle.attacker_leads else -1
        value = solve(game.sequence_form(solution.value)).value
        assert sign * value == pytest.approx(solution.value, abs=1e-10)


def test_seeing_more_never_hurts() -> None:
    hands: tuple[Hand, Hand] = ((5, 4), (4, 2))
    for pip_value in (0.0, 0.02):
        unseen = solve_swaps(battle(pip_value=pip_value, swap_announced=False), *hands).value
        seen = solve_swaps(battle(pip_value=pip_value), *hands).value
        shown = solve_swaps(battle(*CORSAIR_SIDES[0], pip_value=pip_value), *hands).value
        assert shown <= seen + 1e-12 <= unseen + 2e-12
        assert (shown < unseen - 1e-3) == (pip_value > 0), "free tiles are spent whatever is seen"


def test_one_more_tile_in_hand_never_hurts() -> None:
    chain = [solve_swaps(battle(pip_value=0.02), (5, 4, 3)[:n], (4,)).value for n in range(4)]
    assert chain == sorted(chain)
    assert chain[0] < chain[-1] - 0.02


def test_the_fixed_point_of_repeated_ties_settles_in_a_few_steps() -> None:
    for lead in range(-3, 4):
        solution = solve_swaps(battle(lead=lead, pip_value=0.03), (5, 3), (4,))
        game = FightGame(solution.battle.fight(solution.hands), solution.worth)
        steps = game.value()[2]
        assert len(steps) <= 6
        assert abs(steps[-1] - solution.value) < 1e-12
        again = solve(game.sequence_form(solution.value)).value
        assert again == pytest.approx(solution.value, abs=1e-12)


def test_plain_repetition_of_ties_leads_to_the_same_value(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = solve_swaps(battle(lead=0, pip_value=0.03), (5, 3), (4,))
    game = FightGame(solution.battle.fight(solution.hands), solution.worth)
    shortest = game.value()[2]
    monkeypatch.setattr(swap_play, "NEWTON_STEPS", 0)
    value, play, steps = game.value()
    assert value == pytest.approx(solution.value, abs=1e-12)
    assert game.gap(play, value) < EXPLOITABLE
    assert len(steps) > len(shortest)
    monkeypatch.setattr(swap_play, "MOST_STEPS", 2)
    with pytest.raises(RunError, match="expected a value that converges, got"):
        game.value()


def test_rare_fights_left_out_change_no_more_than_their_chance(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hands = (5, 4, 3), (5, 4)
    whole = solve_swaps(battle(lead=0, pip_value=0.02), *hands).outcome
    monkeypatch.setattr(AllValues, "unreached", 1e-3)
    cut = solve_swaps(battle(lead=0, pip_value=0.02), *hands).outcome
    assert 0 < whole.p_attacker - cut.p_attacker < 0.01


TINY = Tiles((1, 2, 3), 2, 1, 1)


def pure(options: Options, sights: int) -> list[list[int]]:
    """Every pure strategy of a side, as the options it takes (one row of options a sight)."""
    spans = [list(range(span.start, span.stop)) for span in options.spans]
    width = len(options.total)
    cells = [[n * width + at for at in span] for n in range(sights) for span in spans]
    return [list(chosen) for chosen in product(*cells)]


@pytest.mark.parametrize(
    ("draws", "announced"), some(product([(1, 1), (2, 1), (1, 2)], [True, False]), 3)
)
def test_tiny_bags_are_worth_what_all_pure_strategies_say(
    draws: tuple[int, int], announced: bool
) -> None:
    """The matrix of all pure strategies, with re-fights played out by plain repetition.

    One value alone stays as it is under a repetition: it may begin with the one that was solved.
    """

    def matrix_value(matrix: np.ndarray) -> float:
        rows, columns = matrix.shape
        result = linprog(
            np.r_[np.zeros(rows), -1],
            A_ub=np.c_[-matrix.T, np.ones(columns)],
            b_ub=np.zeros(columns),
            A_eq=np.r_[np.ones(rows), 0][None],
            b_eq=[1],
            bounds=[(0, None)] * rows + [(None, None)],
        )
        return float(-result.fun)

    def long_way(hands: Hands, lead: int, pip_value: float, value: float = 0.5) -> float:
        ways = [oracle.draws_of(TINY.bag, number) for number in draws]
        own = [
            list(product(*(oracle.choices(drawn, hand, 1) for drawn in way)))
            for way, hand in zip(ways, hands, strict=True)
        ]
        sights = 2 if announced and hands[0] else 1
        smaller = {
            (a, d): long_way((without(hands[0], a), without(hands[1], d)), lead, pip_value)
            for a, d in product({0, *hands[0]}, {0, *hands[1]})
            if a or d
        }
        for _ in range(60):
            matrix = np.array(
                [
                    [
                        sum(
                            p * q * fight(ours, reply[ours[1] > 0 if sights > 1 else 0][at])
                            for ours, p in zip(row, ways[0].values(), strict=True)
                            for at, q in enumerate(ways[1].values())
                        )
                        for reply in product(own[1], repeat=sights)
                    ]
                    for row in own[0]
                ]
                if (fight := _fight(lead, pip_value, value, smaller))
                else []
            )
            before, value = value, matrix_value(matrix)
            if abs(before - value) < 1e-11:
                break
        return value

    for lead, pip_value, hands in (
        (0, 0.0, ((3,), (2,))),
        (0, 0.07, ((3,), (2,))),
        (1, 0.03, ((2,), (3,))),
        (-1, 0.0, ((3,), ())),
    ):
        numbers = SwapBattle(Numbers(TINY, *draws, lead, False), *BEST, pip_value, announced)
        solved = solve_swaps(numbers, *hands).value
        assert solved == pytest.approx(long_way(hands, lead, pip_value, solved), abs=1e-9)


def _fight(lead: int, pip_value: float, value: float, smaller: dict[tuple[int, int], float]):  # type: ignore[no-untyped-def]
    def fight(ours: oracle.Choice, theirs: oracle.Choice) -> float:
        margin = ours[0] + lead - theirs[0]
        end = float(margin > 0) if margin else smaller.get((ours[1], theirs[1]), value)
        return end + pip_value * (theirs[1] - ours[1])

    return fight


def test_with_free_pips_the_cheapest_of_the_best_plays_is_taken() -> None:
    """A sure win costs nothing: no tile is spent, though all spending would be as good."""
    sure = solve_swaps(battle(lead=20), (5, 4), (5,))
    assert sure.outcome == (1, 0, 0)
    assert str(sure.words(attacker=True)[0]) == "always keep"
    lost = solve_swaps(battle(lead=-20), (5, 4), (5,))
    assert lost.outcome == (0, 0, 0)


LARGE: tuple[tuple[float, Hands], ...] = (
    (0.0, ((5, 4, 3), (5, 4, 2))),
    (0.02, ((5, 4, 1), (4, 2))),
    (0.05, ((5, 2, 2), (5, 4, 3))),
)
MODELS = (BEST, *CORSAIR_SIDES, (Swap.EQUILIBRIUM, Swap.GREEDY))


@pytest.mark.parametrize(
    ("models", "large"),
    some(
        (
            (models, LARGE[(place + more) % len(LARGE)])
            for place, models in enumerate(MODELS)
            for more in range(len(LARGE))
        ),
        len(LARGE),
    ),
)
def test_large_hands_solved_between_bounds_are_worth_the_same(
    models: tuple[Swap, Swap], large: tuple[float, Hands]
) -> None:
    pip_value, hands = large
    numbers = battle(*models, lead=0, pip_value=pip_value)
    solution = solve_swaps(numbers, *hands)
    for small in (0, 12):
        bounded = BoundedValues(numbers, small)
        assert bounded.worth(hands) == pytest.approx(solution.value, abs=1e-10)
        if models[1].solved:
            assert bounded.gap(hands) < EXPLOITABLE


def test_nobody_gains_where_hands_are_solved_between_bounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(swap_values, "MOST_SOLVED_IN_FULL", 0)
    monkeypatch.setattr(swap_values, "MOST_SOLVED_IN_FULL_PRICED", 0)
    monkeypatch.setattr(swap_values, "BoundedValues", partial(BoundedValues, small=4))
    rng = random.Random(SEED + 8)
    for number in range(8):
        models = BEST if number % 4 else rng.choice(CORSAIR_SIDES)
        solution = random_case(rng, 2, lambda chosen=models: chosen)  # type: ignore[misc]
        assert gap(solution) < EXPLOITABLE, (number, solution)
        assert _payoff(solution) == pytest.approx(solution.value, abs=1e-9)


def test_bounds_that_do_not_meet_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swap_values, "MOST_ROUNDS", 1)
    bounded = BoundedValues(battle(lead=0, pip_value=0.02), small=0)
    with pytest.raises(RunError, match="expected bounds that converge, got"):
        bounded.worth(((5, 4, 1), (4, 2)))


def test_a_full_hand_is_solved_where_good_play_leads() -> None:
    solution = solve_swaps(battle(), (5, 4, 4, 3, 3, 2, 2, 1, 1), (4,))
    assert sum(map(float, solution.ends.values())) == pytest.approx(1, abs=1e-9)
    assert solution.exploitability < EXPLOITABLE
    assert _payoff(solution) == pytest.approx(solution.value, abs=1e-9)
    later = solution.after(((5, 2), (4,)))
    assert later.exploitability < EXPLOITABLE
    assert later.value == pytest.approx(solve_swaps(battle(), (5, 2), (4,)).value, abs=1e-9)


def test_a_dear_pip_is_never_spent() -> None:
    solution = solve_swaps(battle(pip_value=1.0), (5, 4), (5, 1))
    assert solution.p_attacker == attacker_wins(Numbers(TILES, 4, 3, 1, False))
    assert solution.outcome[1:] == (0, 0)


def read_words(words: str, options: Options) -> list[dict[int, float]]:
    """What the words tell to do with each class of draws: tile spent -> chance, keep left out."""
    shares: dict[tuple[int, int], dict[int, float]] = {}
    kept = [one.kept for one in options.classes]
    body = re.sub(r"; otherwise keep$", "", words)
    if body == "always keep":
        return [{} for _ in options.classes]
    if body.startswith("always "):
        return [_actions(body) for _ in options.classes]
    for part in body.removeprefix("with a best-three total of ").split("; with "):
        places, action = part.split(": spend ", 1)
        for place in re.split(r", (?=\d)| or (?=\d)", places):
            numbers = list(map(int, re.findall(r"\d+", place)))
            for one in options.classes:
                if "lowest" in place:
                    here = [one.kept, one.lowest] == numbers
                elif "less" in place:
                    here = one.kept <= numbers[0]
                elif "more" in place:
                    here = one.kept >= numbers[0]
                else:
                    here = numbers[0] <= one.kept <= numbers[-1]
                if here:
                    assert (one.kept, one.lowest) not in shares, words
                    shares[one.kept, one.lowest] = _actions("spend " + action)
        assert all(number in kept or number < 6 for number in map(int, re.findall(r"\d+", places)))
    return [shares.get((one.kept, one.lowest), {}) for one in options.classes]


def _actions(text: str) -> dict[int, float]:
    spends = re.findall(r"spend the (\d)(?: in (\d+) % of cases)?", text)
    return {int(tile): int(percent or 100) / 100 for tile, percent in spends}


def test_the_words_say_what_the_strategy_does() -> None:
    rng = random.Random(SEED + 7)
    lines = 0
    for _ in range(20):
        solution = random_case(rng, 2, lambda: BEST)
        play = solution.play(solution.hands)
        rows = [(play.fight.attacker, play.plan)]
        rows += [(play.fight.defender, reply) for reply in play.replies]
        for options, row in rows:
            words = options_words(options, row, 3)
            for shares, span in zip(read_words(words, options), options.spans, strict=True):
                lines += 1
                for spent, chance in zip(options.spent[span], row[span], strict=True):
                    if spent:
                        assert shares.get(int(spent), 0) == pytest.approx(chance, abs=0.0051), words
    assert lines > 500


def test_what_is_seen_begins_the_sentence() -> None:
    solution = solve_swaps(battle(pip_value=0.02), (5, 4), (4,))
    seen = [str(line) for line in solution.words(attacker=False)]
    assert [line.split(":")[0] for line in seen] == [
        "if the attacker kept",
        "if the attacker swapped",
    ]
    assert all(line.reached for line in solution.words(attacker=False))
    unseen = solve_swaps(battle(pip_value=0.02, swap_announced=False), (5, 4), (4,))
    assert len(unseen.words(attacker=False)) == 1
    corsairs = solve_swaps(battle(*CORSAIR_SIDES[0], pip_value=0.02), (5, 4), (4,))
    assert {str(line).split(" ")[0] for line in corsairs.words(attacker=False)} == {"against"}


def test_a_reply_is_the_same_whatever_is_seen_if_a_hand_is_empty() -> None:
    play = solve_swaps(battle(), (), (4,)).play(((), (4,)))
    assert play.signals == (Sight.NOTHING,)


@pytest.mark.rule("BS-CORSAIR-09")
def test_corsairs_who_play_best_are_informed_and_nobody_else_is() -> None:
    forces = parse_force("corsairs: axeman*2", "a"), parse_force("horse_lords: swordsman", "d")
    odds = battle_odds(
        Battle(
            *forces,
            Terrain.HILLS,
            attacker_hand=(5,),
            defender_hand=(4,),
            attacker_swap="equilibrium",
            defender_swap="equilibrium",
        )
    )
    assert (odds.attacker.swap, odds.defender.swap) == (Swap.INFORMED, Swap.EQUILIBRIUM)
    assert isinstance(odds.p_attacker, Fraction)
    assert odds.p_attacker + odds.p_defender == 1
    with pytest.raises(
        InputError, match="expected a swap model that any faction can use, got 'informed'"
    ):
        choose_swap("informed", (5,), "--attacker-swap", Faction.HILL_FOLK)


def test_the_worth_of_a_pip_has_names_and_bounds() -> None:
    assert read_pip_value("spare", "x") == PIP_VALUES["spare"].value
    assert [preset.value for preset in PIP_VALUES.values()] == sorted(
        preset.value for preset in PIP_VALUES.values()
    )
    for text in ("-0.1", "2", "nan", "inf"):
        with pytest.raises(InputError, match=r"expected a pip value from 0 to 1, got .* \(x\)"):
            read_pip_value(text, "x")
    with pytest.raises(InputError, match=r"expected a pip value like 0\.02, got 'spar'") as e:
        read_pip_value("spar", "x")
    assert e.value.tip == "did you mean spare, scarce?"


def test_battles_that_cannot_be_are_refused() -> None:
    with pytest.raises(InputError, match="expected at most one side that is informed"):
        solve_swaps(battle(Swap.INFORMED, Swap.INFORMED))
    with pytest.raises(InputError, match="expected a pip value from 0 to 1, got -1"):
        solve_swaps(battle(pip_value=-1))
    equal = SwapBattle(Numbers(Tiles((3,) * 8, 4, 3, 3), 4, 3, 0, False))
    with pytest.raises(InputError, match="expected a battle that can end"):
        _ = solve_swaps(equal, (5,), (4,)).value
