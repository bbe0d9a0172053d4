"""A solution of the package as the oracle reads it, and random battles to try both on."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from bloodstones.games.bloodstones.odds.fight import Numbers, Tiles
from bloodstones.games.bloodstones.odds.hands import Swap
from bloodstones.games.bloodstones.odds.swap_fight import Shown, Sight, SwapBattle
from bloodstones.games.bloodstones.odds.swap_solution import SwapSolution, solve_swaps
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from tests.oracle import swap_oracle as oracle

TILES = Tiles.of(load_ruleset())
CORSAIR_SIDES = ((Swap.EQUILIBRIUM, Swap.INFORMED), (Swap.INFORMED, Swap.EQUILIBRIUM))
PIP_VALUES = (0.0, 0.0, 0.005, 0.01, 0.02, 0.05, 0.1, 0.3)


def numbers(solution: SwapSolution) -> oracle.Numbers:
    battle = solution.battle
    informed = Swap.INFORMED in (battle.attacker_swap, battle.defender_swap)
    return oracle.Numbers(
        battle.numbers.tiles.bag,
        (battle.numbers.attacker_draws, battle.numbers.defender_draws),
        battle.numbers.tiles.counted,
        battle.numbers.lead,
        battle.numbers.defender_wins_ties,
        battle.pip_value,
        first=1 if battle.attacker_swap is Swap.INFORMED else 0,
        sees="all" if informed else "swap" if battle.swap_announced else "nothing",
    )


def way_of(solution: SwapSolution, side: int) -> oracle.Way:
    """How a side (0 the attacker) swaps, read off the solution draw by draw."""

    def way(
        hands: oracle.Hands, drawn: tuple[int, ...], seen: object
    ) -> dict[oracle.Choice, float]:
        play = solution.play(hands)
        options = (play.fight.attacker, play.fight.defender)[side]
        row = play.plan
        if side != (0 if solution.battle.attacker_leads else 1):
            row = play.replies[_signal(play.signals, seen)]
        number = next(n for n, one in enumerate(options.classes) if drawn in one.draws)
        rows = np.flatnonzero(options.group == number)
        return {
            (int(options.total[i]), int(options.spent[i])): float(row[i]) for i in rows if row[i]
        }

    return way


def _signal(signals: tuple[object, ...], seen: object) -> int:
    """The number of what is seen; a sum that only a worse swap gives is answered like the next."""
    if signals == (Sight.NOTHING,):
        return 0
    if isinstance(seen, bool):
        return signals.index(Sight.SWAPPED if seen else Sight.KEPT)
    assert isinstance(seen, tuple)
    if Shown(*seen) in signals:
        return signals.index(Shown(*seen))
    shown = [signal for signal in signals if isinstance(signal, Shown)]
    above = [s for s in shown if s.spent in (seen[1], 0) and s.total >= seen[0]]
    return signals.index(min(above, key=lambda s: (s.spent != seen[1], s.total)))


def gap(solution: SwapSolution) -> float:
    """What both sides could still gain together, by the oracle."""
    case = numbers(solution)
    most = oracle.best_answer(case, solution.hands, 0, way_of(solution, 1))
    least = oracle.best_answer(case, solution.hands, 1, way_of(solution, 0))
    assert most >= solution.value - 1e-9
    assert least <= solution.value + 1e-9
    return most - least


def random_hand(rng: random.Random, most: int) -> tuple[int, ...]:
    return tuple(sorted(rng.choices(range(1, 6), k=rng.randint(0, most)), reverse=True))


def random_case(
    rng: random.Random, most: int, models: Callable[[], tuple[Swap, Swap]]
) -> SwapSolution:
    draws = rng.choice((3, 4)), rng.choice((3, 4))
    battle = SwapBattle(
        Numbers(TILES, *draws, rng.randint(-5, 5), rng.random() < 0.3),
        *models(),
        pip_value=rng.choice(PIP_VALUES),
        swap_announced=rng.random() < 0.8,
    )
    return solve_swaps(battle, random_hand(rng, most), random_hand(rng, most))
