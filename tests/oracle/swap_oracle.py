"""What the best answer to a way of swapping gains, worked out draw by draw without the package.

Every physical combination of the bag, every hand tile for every drawn tile, every re-fight: no
draws are put together, no swap is left out, no linear program is used. A side's way of swapping is
given as a function; the other side answers it as well as it can, knowing it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import NamedTuple

Hand = tuple[int, ...]
Hands = tuple[Hand, Hand]
Seen = object
Choice = tuple[int, int]  # sum that counts, pips spent (0 for none)
# (hands, draw, what is seen of the enemy) -> chance of each choice
Way = Callable[[Hands, tuple[int, ...], Seen], dict[Choice, float]]

SETTLED = 1e-14


class Numbers(NamedTuple):
    """The battle: bag, tiles drawn by attacker and defender, tiles that count, and so on."""

    bag: tuple[int, ...]
    draws: tuple[int, int]
    counted: int
    lead: int
    shield: bool
    pip_value: float
    first: int = 0  # who decides first: 0 the attacker, 1 the defender
    sees: str = "swap"  # what the second side sees of the first: "nothing", "swap" or "all"


def seen(numbers: Numbers, choice: Choice) -> Seen:
    return {"nothing": None, "swap": choice[1] > 0, "all": choice}[numbers.sees]


@cache
def draws_of(bag: tuple[int, ...], number: int) -> dict[tuple[int, ...], float]:
    found = Counter(tuple(sorted(drawn)) for drawn in combinations(bag, number))
    total = sum(found.values())
    return {drawn: count / total for drawn, count in found.items()}


def best(tiles: tuple[int, ...], counted: int) -> int:
    return sum(sorted(tiles)[-counted:])


@cache
def choices(drawn: tuple[int, ...], hand: Hand, counted: int) -> tuple[Choice, ...]:
    """Keep, or any hand tile for any tile drawn."""
    found = {(best(drawn, counted), 0)}
    for tile in hand:
        for place in range(len(drawn)):
            swapped = (*drawn[:place], *drawn[place + 1 :], tile)
            found.add((best(swapped, counted), tile))
    return tuple(sorted(found))


def less(hand: Hand, tile: int) -> Hand:
    left = list(hand)
    if tile:
        left.remove(tile)
    return tuple(left)


def best_answer(numbers: Numbers, start: Hands, side: int, way: Way) -> float:
    """The attacker's payoff when `side` answers the other's way of swapping best."""
    better = max if side == 0 else min

    @cache
    def worth(hands: Hands) -> float:
        value = 0.5
        while True:
            after = one_fight(hands, value)
            if abs(after - value) < SETTLED:
                return after
            value = after

    def payoff(hands: Hands, ours: Choice, theirs: Choice, value: float) -> float:
        spent = numbers.pip_value * (theirs[1] - ours[1])
        margin = ours[0] + numbers.lead - theirs[0]
        if margin > 0:
            return 1 + spent
        if margin < 0 or numbers.shield:
            return spent
        left = less(hands[0], ours[1]), less(hands[1], theirs[1])
        return spent + (value if left == hands else worth(left))

    def answered(hands: Hands, enemy: dict[Choice, float], mine: Choice, value: float) -> float:
        total = 0.0
        for choice, chance in enemy.items():
            pair = (mine, choice) if side == 0 else (choice, mine)
            total += chance * payoff(hands, *pair, value)
        return total

    def one_fight(hands: Hands, value: float) -> float:
        own_draws = draws_of(numbers.bag, numbers.draws[side])
        other_draws = draws_of(numbers.bag, numbers.draws[1 - side])

        def enemy(sight: Seen) -> dict[Choice, float]:
            total: Counter[Choice] = Counter()
            for drawn, chance in other_draws.items():
                for choice, share in way(hands, drawn, sight).items():
                    if share > 0:
                        total[choice] += chance * share
            return dict(total)

        result = 0.0
        if side == numbers.first:
            replies: dict[Seen, dict[Choice, float]] = {}
            gains: dict[Choice, float] = {}
            for drawn, chance in own_draws.items():
                for mine in choices(drawn, hands[side], numbers.counted):
                    if mine not in gains:
                        sight = seen(numbers, mine)
                        replies.setdefault(sight, enemy(sight))
                        gains[mine] = answered(hands, replies[sight], mine, value)
                own = choices(drawn, hands[side], numbers.counted)
                result += chance * better(gains[mine] for mine in own)
            return result
        by_sight: dict[Seen, dict[Choice, float]] = {}
        for choice, chance in enemy(None).items():
            by_sight.setdefault(seen(numbers, choice), {})[choice] = chance
        for shown in by_sight.values():
            gains = {}
            for drawn, chance in own_draws.items():
                own = choices(drawn, hands[side], numbers.counted)
                for mine in own:
                    if mine not in gains:
                        gains[mine] = answered(hands, shown, mine, value)
                result += chance * better(gains[mine] for mine in own)
        return result

    return worth(start)
