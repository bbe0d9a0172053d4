"""A battle that questions are asked about: all that decides it, to be changed piece by piece."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bloodstones.games.bloodstones.odds.battle import BattleOdds, battle_odds
from bloodstones.games.bloodstones.odds.fight import Hand
from bloodstones.games.bloodstones.odds.force import Force
from bloodstones.games.bloodstones.rules.names import Role, Terrain
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Battle:
    """Forces, hands and habits of both sides; see `battle_odds` for each of them.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.odds.force import parse_force
    >>> sides = [parse_force(f, "force") for f in ("hill_folk: giant", "horse_lords: swordsman")]
    >>> battle = Battle(*sides, Terrain.HILLS)
    >>> battle.odds().p_attacker, battle.with_hand(Role.DEFENDER, (5,)).odds().p_attacker
    (Fraction(1549, 1757), Fraction(1782849, 3443720))
    """

    attacker: Force
    defender: Force
    terrain: Terrain
    attacker_hand: Hand = ()
    defender_hand: Hand = ()
    attacker_swap: str | None = None
    defender_swap: str | None = None
    corsair_ship: bool = False
    rules: Ruleset = field(default_factory=load_ruleset, repr=False)
    pip_value: float = 0.0
    swap_announced: bool = True
    at_citadel: bool = False

    def odds(self) -> BattleOdds:
        """Return the odds; raise InputError if the battle cannot be."""
        return battle_odds(
            self.attacker,
            self.defender,
            self.terrain,
            attacker_hand=self.attacker_hand,
            defender_hand=self.defender_hand,
            attacker_swap=self.attacker_swap,
            defender_swap=self.defender_swap,
            corsair_ship=self.corsair_ship,
            at_citadel=self.at_citadel,
            ruleset=self.rules,
            pip_value=self.pip_value,
            swap_announced=self.swap_announced,
        )

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
        """Return the battle with another hand and swap model on a side."""
        if role is Role.ATTACKER:
            return replace(self, attacker_hand=hand, attacker_swap=swap)
        return replace(self, defender_hand=hand, defender_swap=swap)
