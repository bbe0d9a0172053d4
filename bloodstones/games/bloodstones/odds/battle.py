"""The exact odds of a battle between two forces: who wins, who may withdraw, expected VP.

Examples
--------
>>> from bloodstones.games.bloodstones.odds.force import parse_force
>>> attacker = parse_force("dragon_riders: cavalry, lizardman*2, leader", "attacker")
>>> defender = parse_force("horse_lords: swordsman, shieldbearer", "defender")
>>> odds = battle_odds(attacker, defender, Terrain.PLAINS)
>>> odds.p_attacker, odds.p_defender, odds.can_withdraw
(Fraction(219, 245), Fraction(26, 245), False)
>>> odds.attacker.draws, odds.defender.draws, odds.attacker.modifier, odds.defender.modifier
(4, 3, 4, 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected
from bloodstones.core.notebook import chance_text, html_table, mean_text, words
from bloodstones.games.bloodstones.odds.fight import (
    Hand,
    Swap,
    Tiles,
    attacker_wins,
    choose_swap,
)
from bloodstones.games.bloodstones.odds.force import Force, check_attack, check_owned, check_terrain
from bloodstones.games.bloodstones.odds.hands import check_hand, check_held
from bloodstones.games.bloodstones.odds.modifiers import Modifier, side_modifiers
from bloodstones.games.bloodstones.odds.pip_value import check_pip_value
from bloodstones.games.bloodstones.odds.swaps.fight import SwapBattle
from bloodstones.games.bloodstones.odds.withdrawal import Withdrawal, withdrawal
from bloodstones.games.bloodstones.rules.battle import tiles_drawn, victory_points
from bloodstones.games.bloodstones.rules.names import Role, Terrain, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Callable

    from bloodstones.games.bloodstones.odds.swaps.solution import SwapSolution


@dataclass(frozen=True, slots=True)
class SideOdds:
    """One side of a battle.

    Attributes
    ----------
    force
        Its units.
    draws
        Combat tiles that it draws.
    modifiers
        What each unit type adds, in the order of the units.
    hand
        Pips of the hand tiles that it might swap in, best first.
    swap
        How it swaps.
    win_probability
        An exact fraction; a float if a side mixes swaps by chance.
    vp
        VP that it scores if it wins.
    """

    force: Force
    draws: int
    modifiers: tuple[Modifier, ...]
    hand: Hand
    swap: Swap
    win_probability: Fraction | float
    vp: int

    @property
    def units(self) -> int:
        """Number of units."""
        return self.force.units

    @property
    def modifier(self) -> int:
        """The sum of all modifiers."""
        return sum(line.total for line in self.modifiers)

    @property
    def expected_vp(self) -> Fraction | float:
        """VP on average, over winning and losing."""
        return self.win_probability * self.vp


@dataclass(frozen=True, slots=True)
class BattleOdds:
    """The odds of one battle, re-fights included; the two win probabilities sum to 1.

    Attributes
    ----------
    terrain
        Where it is.
    tiles_counted
        How many of the tiles drawn count (BS-COMBAT-24).
    attacker, defender
        The two sides.
    defender_wins_ties
        A tie is no re-fight (BS-COMBAT-29).
    withdrawal
        Whether the defender may avoid the battle.
    solution
        The swaps solved; None if both sides swap by habit and pips cost nothing.
    """

    terrain: Terrain
    tiles_counted: int
    attacker: SideOdds
    defender: SideOdds
    defender_wins_ties: bool
    withdrawal: Withdrawal
    solution: SwapSolution | None = None

    def _repr_html_(self) -> str:
        """Return both sides with their chances for a notebook."""
        rows = [
            (
                name,
                str(side.force),
                str(side.modifier),
                str(side.draws),
                chance_text(side.win_probability),
                str(side.vp),
                mean_text(side.expected_vp),
            )
            for name, side in (("attacker", self.attacker), ("defender", self.defender))
        ]
        header = ("side", "force", "modifiers", "tiles", "wins", "VP for it", "VP on average")
        ties = "a tie is the defender's" if self.defender_wins_ties else "a tie is fought again"
        leave = "may withdraw" if self.can_withdraw else "cannot withdraw"
        caption = f"Battle, {words(self.terrain.id)}: {ties}; the defender {leave}"
        return html_table(caption, header, rows)

    @property
    def p_attacker(self) -> Fraction | float:
        """The attacker's win probability."""
        return self.attacker.win_probability

    @property
    def p_defender(self) -> Fraction | float:
        """The defender's win probability."""
        return self.defender.win_probability

    @property
    def can_withdraw(self) -> bool:
        """Whether the defender may withdraw if it has a legal destination."""
        return self.withdrawal.allowed

    @property
    def solved(self) -> bool:
        """Whether a side swaps by the solution, not by habit."""
        return self.solution is not None and any(
            side.swap.solved for side in (self.attacker, self.defender)
        )


def battle_odds(
    attacker: Force,
    defender: Force,
    terrain: Terrain,
    *,
    attacker_hand: Sequence[int] = (),
    defender_hand: Sequence[int] = (),
    attacker_swap: str | None = None,
    defender_swap: str | None = None,
    corsair_ship: bool = False,
    at_citadel: bool = False,
    ruleset: Ruleset | None = None,
    pip_value: float = 0.0,
    swap_announced: bool = True,
    spoils: Callable[[Hand], float] | None = None,
) -> BattleOdds:
    """Return the exact odds of a battle that is fought (nobody withdraws).

    Parameters
    ----------
    attacker, defender
        All units of each side in the area (BS-COMBAT-04).
    terrain
        Where the battle is; in `Terrain.SEA` it is a sea battle.
    attacker_hand, defender_hand
        Pips (1 to 5) of the hand tiles that the side is ready to swap in; at most a starting hand,
        and no more than the faction has beside its units in the battle.
    attacker_swap, defender_swap
        "never", "greedy" or "equilibrium" (see `Swap`); for Corsairs the last is "informed". By
        default a side with a hand is greedy, one without never swaps.
    corsair_ship
        Corsairs attack a land area adjacent to at least one of their ships (BS-CORSAIR-06).
    at_citadel
        The attacker's own citadel may be among its units: the area was contested before its turn,
        and all its units there take part (BS-COMBAT-04, AMB-24). Else a citadel only defends.
    ruleset
        The rules in force; the shipped ones by default.
    pip_value
        What a pip spent costs its side, in win probability; 0 to 1.
    swap_announced
        The defender sees whether the attacker swapped (AMB-18).
    spoils
        What a victory is worth to the attacker by the hand left, if more battles follow; see
        `SwapBattle`. It matters where swaps are solved.

    Raises
    ------
    InputError
        If a force, a hand, a swap model or a pip value cannot be.
    """
    rules = ruleset or load_ruleset()
    if not at_citadel:
        check_attack(attacker, "attacker")
    _check_forces(attacker, defender, terrain, rules)
    hands = (
        check_hand(attacker_hand, "attacker_hand", rules),
        check_hand(defender_hand, "defender_hand", rules),
    )
    check_held(hands[0], attacker.faction, attacker.counts, "attacker_hand", rules)
    check_held(hands[1], defender.faction, defender.counts, "defender_hand", rules)
    swaps = (
        choose_swap(attacker_swap, hands[0], "attacker_swap", attacker.faction),
        choose_swap(defender_swap, hands[1], "defender_swap", defender.faction),
    )
    modifiers = (
        side_modifiers(attacker, defender, Role.ATTACKER, terrain, rules),
        side_modifiers(defender, attacker, Role.DEFENDER, terrain, rules),
    )
    draws = _draws(attacker, defender, rules), _draws(defender, attacker, rules)
    shield = any(rules.units[unit].wins_ties for unit in defender.counts)
    lead = sum(line.total for line in modifiers[0]) - sum(line.total for line in modifiers[1])
    numbers = SwapBattle(
        Tiles.of(rules), *draws, lead, shield, *swaps, pip_value, swap_announced, spoils
    )
    p, solution = bare_odds(numbers, *hands)
    vps = _vp(attacker, defender, rules), _vp(defender, attacker, rules)
    sides = [
        SideOdds(*parts)
        for parts in zip(
            (attacker, defender), draws, modifiers, hands, swaps, (p, 1 - p), vps, strict=True
        )
    ]
    before = withdrawal(attacker, defender, terrain, rules, corsair_ship)
    return BattleOdds(terrain, rules.tiles_counted, sides[0], sides[1], shield, before, solution)


def bare_odds(
    numbers: SwapBattle, attacker_hand: Hand, defender_hand: Hand
) -> tuple[Fraction | float, SwapSolution | None]:
    """Return the attacker's win probability from bare numbers, and the swaps if they are solved.

    >>> numbers = SwapBattle(Tiles.of(load_ruleset()), 4, 3, 2, True, Swap.GREEDY, Swap.NEVER)
    >>> bare_odds(numbers, (), ())
    (Fraction(219, 245), None)
    """
    swaps = numbers.attacker_swap, numbers.defender_swap
    if check_pip_value(numbers.pip_value, "pip_value") or any(swap.solved for swap in swaps):
        from bloodstones.games.bloodstones.odds.swaps.solution import solve_swaps

        solution = solve_swaps(numbers, attacker_hand, defender_hand)
        return solution.p_attacker, solution
    usable = (
        hand if swap is Swap.GREEDY else ()
        for hand, swap in zip((attacker_hand, defender_hand), swaps, strict=True)
    )
    draws = numbers.attacker_draws, numbers.defender_draws
    ties = numbers.defender_wins_ties
    return attacker_wins(numbers.tiles, *draws, numbers.lead, ties, *usable), None


def _check_forces(attacker: Force, defender: Force, terrain: Terrain, rules: Ruleset) -> None:
    for force, where in ((attacker, "attacker"), (defender, "defender")):
        check_owned(force, where, rules)
        check_terrain(force, terrain, where, rules)
    if attacker.faction is defender.faction:
        raise expected("a battle of two factions", attacker.faction.id, "attacker and defender")
    if Unit.CUTIECORN in attacker.counts and Unit.CUTIECORN in defender.counts:
        raise expected("the only cutiecorn on one side", "both", "attacker and defender")


def _draws(own: Force, enemy: Force, rules: Ruleset) -> int:
    draws_more = any(rules.units[unit].draws_more for unit in own.counts)
    return tiles_drawn(own.units, enemy.units, draws_more, rules.tiles_more, rules.tiles_fewer)


def _vp(winner: Force, loser: Force, rules: Ruleset) -> int:
    bonus = rules.factions[winner.faction].vp_per_victory
    if Unit.CUTIECORN in loser.counts:
        bonus += rules.cutiecorn_vp
    return victory_points(loser.units, rules.vp_per_unit_beaten, bonus)
