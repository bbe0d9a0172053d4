"""A battle between two forces, and its exact odds: who wins, who may withdraw, expected VP.

`Battle` is what every question about a battle takes; `battle_odds` answers the first one.

Examples
--------
>>> from bloodstones.games.bloodstones.odds.force import parse_force
>>> attacker = parse_force("dragon_riders: cavalry, lizardman*2, leader", "attacker")
>>> defender = parse_force("horse_lords: swordsman, shieldbearer", "defender")
>>> odds = battle_odds(Battle(attacker, defender, Terrain.PLAINS))
>>> odds.p_attacker, odds.p_defender, odds.can_withdraw
(Fraction(219, 245), Fraction(26, 245), False)
>>> odds.attacker.draws, odds.defender.draws, odds.attacker.modifier, odds.defender.modifier
(4, 3, 4, 2)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected
from bloodstones.core.html_tables import chance_text, html_table, mean_text, words
from bloodstones.games.bloodstones.odds.fight import Numbers, Tiles, attacker_wins
from bloodstones.games.bloodstones.odds.force import Force, check_attack, check_owned, check_terrain
from bloodstones.games.bloodstones.odds.hands import (
    NO_HAND,
    Hand,
    Hands,
    Swap,
    check_hand,
    check_held,
    check_pip_value,
    choose_swap,
)
from bloodstones.games.bloodstones.odds.sides import (
    SideOdds,
    side_draws,
    side_modifiers,
    victory_vp,
)
from bloodstones.games.bloodstones.odds.swap_fight import SwapBattle
from bloodstones.games.bloodstones.odds.withdrawal import Withdrawal, withdrawal
from bloodstones.games.bloodstones.rules.names import Role, Terrain, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from bloodstones.odds.absorbing import Number

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.odds.swap_solution import SwapSolution


@dataclass(frozen=True)
class Battle:
    """The inputs of a battle: forces, terrain, hands, swap models, rules.

    Immutable: `with_force` and `with_hand` return changed battles. The inputs are checked when the
    odds are first computed.

    Attributes
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
    pip_value
        What a pip spent costs its side, in win probability; 0 to 1.
    swap_announced
        The defender sees whether the attacker swapped (AMB-18).
    victory_worth
        What a victory is worth to the attacker by the hand left, if more battles follow; see
        `SwapBattle`. It matters where swaps are solved.
    rules
        The rules in force; the shipped ones by default.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.odds.force import parse_force
    >>> sides = [parse_force(f, "force") for f in ("hill_folk: giant", "horse_lords: swordsman")]
    >>> battle = Battle(*sides, Terrain.HILLS)
    >>> battle.odds.p_attacker, battle.with_hand(Role.DEFENDER, (5,)).odds.p_attacker
    (Fraction(1549, 1757), Fraction(1782849, 3443720))
    """

    attacker: Force
    defender: Force
    terrain: Terrain
    attacker_hand: Hand = NO_HAND
    defender_hand: Hand = NO_HAND
    attacker_swap: str | None = None
    defender_swap: str | None = None
    corsair_ship: bool = False
    at_citadel: bool = False
    pip_value: float = 0.0
    swap_announced: bool = True
    victory_worth: Callable[[Hand], float] | None = field(default=None, repr=False)
    rules: Ruleset = field(default_factory=load_ruleset, repr=False)

    @cached_property
    def odds(self) -> BattleOdds:
        """The odds, computed once; see `battle_odds`."""
        return battle_odds(self)

    def force(self, role: Role) -> Force:
        """Return the units of a side."""
        return self.attacker if role is Role.ATTACKER else self.defender

    def hand(self, role: Role) -> Hand:
        """Return the hand of a side."""
        return self.attacker_hand if role is Role.ATTACKER else self.defender_hand

    def swap(self, role: Role) -> str | None:
        """Return the swap model of a side, None for the default."""
        return self.attacker_swap if role is Role.ATTACKER else self.defender_swap

    def with_force(self, role: Role, force: Force) -> Battle:
        """Return the battle with other units on a side."""
        if role is Role.ATTACKER:
            return replace(self, attacker=force)
        return replace(self, defender=force)

    def with_hand(self, role: Role, hand: Hand, swap: str | None = None) -> Battle:
        """Return the battle with another hand and swap model on a side.

        Parameters
        ----------
        role
            Of the side.
        hand
            Pips, best first.
        swap
            The swap model; None: the default for such a hand.
        """
        if role is Role.ATTACKER:
            return replace(self, attacker_hand=hand, attacker_swap=swap)
        return replace(self, defender_hand=hand, defender_swap=swap)

    def against(self, other: Battle) -> Battle:
        """Return the battle against the defender of another one, with its hand and swap model."""
        return replace(
            self,
            defender=other.defender,
            defender_hand=other.defender_hand,
            defender_swap=other.defender_swap,
        )


@dataclass(frozen=True, slots=True)
class BattleOdds:
    """The odds of one battle, re-fights included; the two win probabilities sum to 1.

    Attributes
    ----------
    terrain
        Where it is.
    numbers
        What it comes to.
    attacker, defender
        The two sides.
    withdrawal
        Whether the defender may avoid the battle.
    solution
        The swaps solved; None if both sides swap by habit and pips cost nothing.
    """

    terrain: Terrain
    numbers: Numbers
    attacker: SideOdds
    defender: SideOdds
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
    def tiles_counted(self) -> int:
        """How many of the tiles drawn count (BS-COMBAT-24)."""
        return self.numbers.tiles.counted

    @property
    def defender_wins_ties(self) -> bool:
        """Whether a tie is no re-fight (BS-COMBAT-29)."""
        return self.numbers.defender_wins_ties

    @property
    def p_attacker(self) -> Number:
        """The attacker's win probability."""
        return self.attacker.win_probability

    @property
    def p_defender(self) -> Number:
        """The defender's win probability."""
        return self.defender.win_probability

    @property
    def can_withdraw(self) -> bool:
        """Whether the defender may withdraw if it has a legal destination."""
        return self.withdrawal.allowed

    @property
    def solved(self) -> SwapSolution | None:
        """The solution if a side swaps by it, not by habit."""
        by_it = any(side.swap.solved for side in (self.attacker, self.defender))
        return self.solution if by_it else None


def battle_odds(battle: Battle) -> BattleOdds:
    """Return the exact odds of a battle that is fought (nobody withdraws).

    Raises
    ------
    InputError
        If a force, a hand, a swap model or a pip value cannot be.
    """
    attacker, defender, rules = battle.attacker, battle.defender, battle.rules
    _check_forces(battle)
    hands, swaps = _hands(battle), _swaps(battle)
    modifiers = (
        side_modifiers(attacker, defender, Role.ATTACKER, battle.terrain, rules),
        side_modifiers(defender, attacker, Role.DEFENDER, battle.terrain, rules),
    )
    strength = [sum(line.total for line in lines) for lines in modifiers]
    draws = side_draws(attacker, defender, rules), side_draws(defender, attacker, rules)
    shield = any(rules.units[unit].wins_ties for unit in defender.counts)
    numbers = Numbers(Tiles.of(rules), *draws, strength[0] - strength[1], shield)
    p, solution = numbers_odds(battle, numbers, hands, swaps)
    vps = victory_vp(attacker, defender, rules), victory_vp(defender, attacker, rules)
    ours, theirs = (
        SideOdds(*parts)
        for parts in zip(
            (attacker, defender), draws, modifiers, hands, swaps, (p, 1 - p), vps, strict=True
        )
    )
    before = withdrawal(attacker, defender, battle.terrain, rules, battle.corsair_ship)
    return BattleOdds(battle.terrain, numbers, ours, theirs, before, solution)


def numbers_odds(
    battle: Battle, numbers: Numbers, hands: Hands, swaps: tuple[Swap, Swap]
) -> tuple[Number, SwapSolution | None]:
    """Return the attacker's win probability for given numbers, and the swaps if they are solved.

    Parameters
    ----------
    battle
        What a pip costs, what is announced, and what a victory is worth are taken from it.
    numbers
        What it comes to.
    hands, swaps
        Hand tiles and swap models of both sides, checked.
    """
    if check_pip_value(battle.pip_value, "pip_value") or any(swap.solved for swap in swaps):
        from bloodstones.games.bloodstones.odds.swap_solution import solve_swaps

        swapping = SwapBattle(
            numbers, *swaps, battle.pip_value, battle.swap_announced, battle.victory_worth
        )
        solution = solve_swaps(swapping, *hands)
        return solution.p_attacker, solution
    greedy = (
        hand if swap is Swap.GREEDY else NO_HAND for hand, swap in zip(hands, swaps, strict=True)
    )
    return attacker_wins(numbers, *greedy), None


def _check_forces(battle: Battle) -> None:
    attacker, defender, rules = battle.attacker, battle.defender, battle.rules
    if not battle.at_citadel:
        check_attack(attacker, "attacker")
    for force, where in ((attacker, "attacker"), (defender, "defender")):
        check_owned(force, where, rules)
        check_terrain(force, battle.terrain, where, rules)
    if attacker.faction is defender.faction:
        raise expected(
            "a battle between two factions", attacker.faction.id, "attacker and defender"
        )
    if Unit.CUTIECORN in attacker.counts and Unit.CUTIECORN in defender.counts:
        raise expected("one cutiecorn at most, on one side", "both", "attacker and defender")


def _hands(battle: Battle) -> Hands:
    """Return both hands, best tile first, or raise InputError for one that cannot be."""
    rules = battle.rules
    ours = check_hand(battle.attacker_hand, "attacker_hand", rules)
    theirs = check_hand(battle.defender_hand, "defender_hand", rules)
    for force, hand, where in (
        (battle.attacker, ours, "attacker_hand"),
        (battle.defender, theirs, "defender_hand"),
    ):
        check_held(hand, force.faction, force.counts, where, rules)
    return ours, theirs


def _swaps(battle: Battle) -> tuple[Swap, Swap]:
    """Return both swap models, or raise InputError for one that cannot be."""
    attacker, defender = battle.attacker.faction, battle.defender.faction
    return (
        choose_swap(battle.attacker_swap, battle.attacker_hand, "attacker_swap", attacker),
        choose_swap(battle.defender_swap, battle.defender_hand, "defender_swap", defender),
    )
