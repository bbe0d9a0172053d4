"""What the questions about a battle share: the two sides, the place, and the checks of them."""

from __future__ import annotations

from typing import Final

from bloodstones.core.errors import expected
from bloodstones.core.faults import Faults
from bloodstones.core.questions.parameters import FLAG, param, ref
from bloodstones.core.questions.question import check
from bloodstones.games.bloodstones.odds.battle import Battle
from bloodstones.games.bloodstones.odds.force import Force, check_attack, check_terrain
from bloodstones.games.bloodstones.odds.hands import NO_HAND, Hand, Swap, check_held, choose_swap
from bloodstones.games.bloodstones.questions.parameters import (
    FORCE,
    FORCE_OR_FACTION,
    HAND,
    PIP_VALUE,
    SWAP,
    TERRAIN,
    OfBloodstones,
)
from bloodstones.games.bloodstones.rules.names import Faction, Role, Terrain, Unit

SLOW: Final = (
    "Still working: large hands with optimal swaps, or many options, take a minute or more ..."
)


class OfSides(OfBloodstones):
    """A question about two sides that meet in an area."""

    slow = SLOW

    attacker: Force | Faction = param(FORCE_OR_FACTION, "The active player's units.")
    defender: Force | Faction = param(FORCE_OR_FACTION, "The other player's units.")
    terrain: Terrain = param(TERRAIN, "Terrain of the battle.")
    attacker_hand: Hand = param(HAND, "Tiles that the attacker may swap in.", default=NO_HAND)
    defender_hand: Hand = param(HAND, "Tiles that the defender may swap in.", default=NO_HAND)
    attacker_swap: Swap | None = param(SWAP, "How the attacker swaps.", default=None)
    defender_swap: Swap | None = param(SWAP, "How the defender swaps.", default=None)
    pip_value: float = param(
        PIP_VALUE, "Win probability that a pip spent on a swap is worth.", default=0.0, rare=True
    )
    swap_unseen: bool = param(
        FLAG, "The defender does not see the attacker's swap (AMB-18).", default=False, rare=True
    )
    corsair_ship: bool = param(
        FLAG, "The Corsairs attack next to a ship of their own.", default=False, rare=True
    )
    at_citadel: bool = param(
        FLAG, "The attacker's citadel is in the area.", default=False, rare=True
    )

    @check("attacker", "at_citadel")
    def can_attack(self, faults: Faults) -> None:
        """Check that no citadel attacks, and that one is there if stated (AMB-24)."""
        if not isinstance(self.attacker, Force):
            return
        if not self.at_citadel:
            check_attack(self.attacker, ref("attacker"))
        elif Unit.CITADEL not in self.attacker.counts:
            tip = f"{ref('attacker')} '{self.attacker}, {Unit.CITADEL.id}'"
            what = "the citadel in the area"
            raise expected(what, str(self.attacker), ref("at_citadel"), tip)

    @check("attacker", "terrain")
    def attacker_can_be_there(self, faults: Faults) -> None:
        """Check that the attacker's units can be in the terrain."""
        self._check_terrain(Role.ATTACKER)

    @check("defender", "terrain")
    def defender_can_be_there(self, faults: Faults) -> None:
        """Check that the defender's units can be in the terrain."""
        self._check_terrain(Role.DEFENDER)

    @check("attacker", "attacker_swap")
    def attacker_can_swap(self, faults: Faults) -> None:
        """Check that the attacker's faction can swap so."""
        self.model(Role.ATTACKER)

    @check("defender", "defender_swap")
    def defender_can_swap(self, faults: Faults) -> None:
        """Check that the defender's faction can swap so."""
        self.model(Role.DEFENDER)

    def _check_terrain(self, role: Role) -> None:
        side = self.side_of(role)
        if isinstance(side, Force):
            check_terrain(side, self.terrain, ref(role.id), self.rules)

    def side_of(self, role: Role) -> Force | Faction:
        """Return the units of a side, or its faction alone."""
        return self.attacker if role is Role.ATTACKER else self.defender

    def hand(self, role: Role) -> Hand:
        """Return the hand of a side."""
        return self.attacker_hand if role is Role.ATTACKER else self.defender_hand

    def swap(self, role: Role) -> Swap | None:
        """Return the swap model of a side, None for the default."""
        return self.attacker_swap if role is Role.ATTACKER else self.defender_swap

    def model(self, role: Role, hand: Hand | None = None) -> Swap:
        """Return how a side swaps, perhaps with another hand than its own."""
        side = self.side_of(role)
        faction = side.faction if isinstance(side, Force) else side
        tiles = self.hand(role) if hand is None else hand
        return choose_swap(self.swap(role), tiles, ref(f"{role.id}_swap"), faction)

    def between(self, attacker: Force, defender: Force) -> Battle:
        """Return the battle of two forces here, without hands."""
        return Battle(
            attacker,
            defender,
            self.terrain,
            corsair_ship=self.corsair_ship,
            at_citadel=self.at_citadel,
            pip_value=self.pip_value,
            swap_announced=not self.swap_unseen,
            rules=self.rules,
        )


class OfBattle(OfSides):
    """A question about a battle of two forces."""

    attacker: Force = param(FORCE, "The active player's units.")
    defender: Force = param(FORCE, "The other player's units.")

    @check("attacker", "attacker_hand")
    def attacker_has_its_hand(self, faults: Faults) -> None:
        """Check that the attacker can hold its hand beside its units."""
        self._check_held(Role.ATTACKER)

    @check("defender", "defender_hand")
    def defender_has_its_hand(self, faults: Faults) -> None:
        """Check that the defender can hold its hand beside its units."""
        self._check_held(Role.DEFENDER)

    def _check_held(self, role: Role) -> None:
        force = self.attacker if role is Role.ATTACKER else self.defender
        where = ref(f"{role.id}_hand")
        check_held(self.hand(role), force.faction, force.counts, where, self.rules)

    def battle(self) -> Battle:
        """Return the battle that is asked about.

        >>> from bloodstones.games.bloodstones.questions.odds import Odds
        >>> asked = {"attacker": "hill_folk: giant", "defender": "horse_lords: swordsman"}
        >>> Odds.ask({**asked, "terrain": "hills"}).battle().odds.p_attacker
        Fraction(1549, 1757)
        """
        battle = self.between(self.attacker, self.defender)
        for role in Role:
            battle = battle.with_hand(role, self.hand(role), self.model(role))
        return battle
