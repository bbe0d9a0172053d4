"""A battle worked out the long way from the rules digest, to check the odds against.

Shares no code with the package: eight physical tiles a bag, every combination of them one by one,
re-fights as a system of linear equations, rules of units as a table of sentences of its own.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

TILES = ("2a", "2b", "3a", "3b", "4a", "4b", "5a", "5b")

# Section 11a: unit -> (bonus, the circumstance it needs, None for none).
BONUS: dict[str, tuple[int, str | None]] = {
    "skirmisher": (1, "forest"),
    "swordsman": (1, None),
    "axeman": (1, None),
    "shieldbearer": (1, "defends"),
    "cavalry": (1, "plains"),
    "lizardman": (1, "attacks"),
    "goblin": (1, "attacks"),
    "raider": (1, "attacks"),
    "horde": (1, "attacks"),
    "siege_engine": (2, "faces walls"),
    "leader": (1, None),
    "ship": (1, None),
    "castle": (3, "defends"),
    "citadel": (5, "defends"),
    "dragon": (4, None),
    "giant": (2, None),
    "necromancer": (1, None),
    "undead": (1, None),
    "cutiecorn": (1, "plains"),
}


def strength_bonus(
    faction: str, own: dict[str, int], enemy: dict[str, int], role: str, terrain: str
) -> int:
    """All bonuses of a side; `role` is "attacks" or "defends"."""
    circumstances = {role, terrain}
    if "castle" in enemy or "citadel" in enemy:
        circumstances.add("faces walls")
    total = 0
    for unit, number in own.items():
        bonus, needs = BONUS[unit]
        for _ in range(number):
            if needs is None or needs in circumstances:
                total += bonus
    if faction == "corsairs" and terrain == "sea":
        total += 1
    return total


def tiles_to_draw(own: dict[str, int], enemy: dict[str, int]) -> int:
    """Four with more units or a giant, else three."""
    if "giant" in own:
        return 4
    return 4 if sum(own.values()) - sum(enemy.values()) > 0 else 3


def withdrawal_allowed(
    attacker: tuple[str, dict[str, int]],
    defender: tuple[str, dict[str, int]],
    terrain: str,
    corsair_ship: bool,
) -> bool:
    """BS-COMBAT-08 to -12 and the Corsairs' clauses, in the order of the text."""
    faction, enemy = attacker
    own_faction, own = defender
    if enemy.get("dragon"):
        return False
    if terrain == "sea":
        return True
    if own.get("castle") or own.get("citadel"):
        return False
    if own.get("dragon"):
        return True
    if own_faction == "corsairs":
        return True  # over ships at least
    riders = enemy.get("cavalry", 0) + enemy.get("cutiecorn", 0)
    if faction == "corsairs" and corsair_ship:
        riders += 1
    return own.get("cavalry", 0) + own.get("cutiecorn", 0) >= riders


def score(faction: str, beaten: dict[str, int]) -> int:
    """VP of a victory."""
    points = 0
    for unit, number in beaten.items():
        points += number + (3 if unit == "cutiecorn" else 0)
    return points + (1 if faction == "corsairs" else 0)


@cache
def _results(draws: int, hand_tile: int) -> tuple[tuple[int, bool], ...]:
    """One (base sum, swapped) for every physical draw; `hand_tile` 0: there is none to swap in."""
    results = []
    for drawn in combinations(TILES, draws):
        values = [int(tile[0]) for tile in drawn]
        plain = max(sum(three) for three in combinations(values, 3))
        best = plain
        if hand_tile:
            values.remove(min(values))
            values.append(hand_tile)
            best = max(sum(three) for three in combinations(values, 3))
        results.append((best, True) if best > plain else (plain, False))
    return tuple(results)


def _spend(hand: tuple[int, ...], swapped: bool) -> tuple[int, ...]:
    rest = list(hand)
    if swapped:
        rest.remove(max(rest))
    return tuple(rest)


State = tuple[tuple[int, ...], tuple[int, ...]]


def _tally(results: tuple[tuple[int, bool], ...]) -> dict[tuple[int, bool], int]:
    return {result: results.count(result) for result in set(results)}


def attacker_probability(
    attacker_draws: int,
    defender_draws: int,
    attacker_bonus: int,
    defender_bonus: int,
    shield: bool,
    attacker_hand: tuple[int, ...] = (),
    defender_hand: tuple[int, ...] = (),
    attacker_greedy: bool = False,
    defender_greedy: bool = False,
) -> Fraction:
    """The chance that the attacker wins, by one linear equation for each pair of hands."""
    start = (attacker_hand, defender_hand)
    lead = attacker_bonus - defender_bonus
    equations: dict[State, tuple[int, dict[State, int], int]] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in equations:
            continue
        ours = _best(state[0], attacker_greedy)
        theirs = _best(state[1], defender_greedy)
        wins, tied, everything = _fight(attacker_draws, ours, defender_draws, theirs, lead, shield)
        ties: dict[State, int] = {}
        for (swapped, enemy_swapped), n in tied.items():
            after = _spend(state[0], swapped), _spend(state[1], enemy_swapped)
            ties[after] = ties.get(after, 0) + n
        equations[state] = wins, ties, everything
        waiting.extend(ties)
    return _solve(equations)[start]


def _best(hand: tuple[int, ...], greedy: bool) -> int:
    return max(hand, default=0) if greedy else 0


@cache
def _fight(
    draws: int, best: int, enemy_draws: int, enemy_best: int, lead: int, shield: bool
) -> tuple[int, dict[tuple[bool, bool], int], int]:
    """Wins, ties by who swapped, and all pairs of draws of one fight."""
    wins, everything = 0, 0
    ties: dict[tuple[bool, bool], int] = {}
    enemies = _tally(_results(enemy_draws, enemy_best))
    for (base, swapped), n in _tally(_results(draws, best)).items():
        for (enemy_base, enemy_swapped), m in enemies.items():
            everything += n * m
            gap = base + lead - enemy_base
            if gap > 0:
                wins += n * m
            elif gap == 0 and not shield:
                both = swapped, enemy_swapped
                ties[both] = ties.get(both, 0) + n * m
    return wins, ties, everything


def _solve(equations: dict[State, tuple[int, dict[State, int], int]]) -> dict[State, Fraction]:
    """Gauss-Jordan elimination of: everything * p(s) - sum of ties * p(after) = wins."""
    states = list(equations)
    rows = []
    for state in states:
        wins, ties, everything = equations[state]
        row = [Fraction(-ties.get(other, 0)) for other in states]
        row[states.index(state)] += everything
        rows.append([*row, Fraction(wins)])
    for i in range(len(states)):
        pivot = next(k for k in range(i, len(states)) if rows[k][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        scale = rows[i][i]
        rows[i] = [cell / scale for cell in rows[i]]
        for k, row in enumerate(rows):
            if k != i and row[i]:
                factor = row[i]
                rows[k] = [cell - factor * top for cell, top in zip(row, rows[i], strict=True)]
    return {state: rows[i][-1] for i, state in enumerate(states)}
