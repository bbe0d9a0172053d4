"""In which order to fight several defenders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.errors import expected
from bloodstones.core.faults import Faults
from bloodstones.core.questions.answer import CHANCE, Answer, Column, Data, Fact, Facts, Part, Table
from bloodstones.core.questions.parameter_types import several
from bloodstones.core.questions.parameters import FLAG, param, ref
from bloodstones.core.questions.question import check
from bloodstones.games.bloodstones.odds.battle import Battle
from bloodstones.games.bloodstones.odds.force import Force, check_terrain
from bloodstones.games.bloodstones.odds.hands import NO_HAND, Hand, Swap, check_held
from bloodstones.games.bloodstones.questions.battle import OfBattle
from bloodstones.games.bloodstones.questions.battle_answer import (
    ON_AVERAGE,
    faction_name,
    fraction,
    place,
    two_decimals,
)
from bloodstones.games.bloodstones.questions.parameters import FORCE, HAND
from bloodstones.games.bloodstones.rules.names import Role

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.odds.chain import Chain, Step

MOST_ORDERS: Final = 6
FIRST: Final = "first"  # the tone of the attacker


class Order(OfBattle):
    """The best order to fight several defenders in an area, one by one."""

    name = "order"
    asks = (
        f"the best order to fight several defenders in the area ({ref('also')} for each of the "
        "others); optimal swaps take the later battles into account"
    )
    asked_by = ("also", "also_hand", "cornered")
    examples = (
        {
            "attacker": "dragon_riders: swordsman*2, dragon",
            "defender": "horse_lords: swordsman*2",
            "terrain": "plains",
            "also": "necromancers: goblin*2",
            "also_hand": "4",
        },
    )

    also: tuple[Force, ...] = param(several(FORCE), "Another defender in the area.")
    also_hand: tuple[Hand, ...] = param(
        several(HAND), f"Tiles that each {ref('also')} may swap in.", default=(), goes_with="also"
    )
    cornered: bool = param(
        FLAG, f"With {ref('also')}: the loser cannot retreat.", default=False, goes_with="also"
    )

    @check("also", "terrain")
    def others_can_be_there(self, faults: Faults) -> None:
        """Check that the other defenders can be in the terrain."""
        for force in self.also:
            check_terrain(force, self.terrain, ref("also"), self.rules)

    @check("also", "also_hand")
    def others_have_their_hands(self, faults: Faults) -> None:
        """Check that the other defenders can hold their hands."""
        if len(self.also_hand) > len(self.also):
            what = f"at most {len(self.also)} hands"
            raise expected(what, len(self.also_hand), ref("also_hand"))
        for force, hand in zip(self.also, self.also_hand, strict=False):
            check_held(hand, force.faction, force.counts, ref("also_hand"), self.rules)

    def solve(self) -> Answer:
        """Return every order, the best first."""
        from bloodstones.games.bloodstones.odds.chain import battle_orders

        battles = self.battles()
        chains = battle_orders(battles, cornered=self.cornered)
        data = {
            "question": self.name,
            "attacker": str(self.attacker),
            "terrain": self.terrain.id,
            "orders": [_chain_data(chain, battles) for chain in chains],
        }
        parts: list[Part] = [Data(data), _battles(chains[0], battles)]
        parts.append(Facts(_facts(chains[0], _solved(battles))))
        if len(chains) > 1:
            parts.append(_orders(chains, battles))
        against = f"{faction_name(self.attacker.faction)} against {len(battles)}"
        return Answer(f"{against} {place(self.terrain)}, in the best order", parts)

    def battles(self) -> list[Battle]:
        """Return the battle against each defender, if it were fought first."""
        first = self.battle()
        row = [first]
        for number, force in enumerate(self.also):
            hand = self.also_hand[number] if number < len(self.also_hand) else NO_HAND
            swap = self.defender_swap if hand else None
            battle = first.with_force(Role.DEFENDER, force)
            row.append(battle.with_hand(Role.DEFENDER, hand, swap))
        return row


def _battles(chain: Chain, battles: Sequence[Battle]) -> Table:
    """Return the battles of the best order."""
    columns = [
        Column("", "", whole=True),
        Column("", "defender"),
        Column("", "wins it", CHANCE),
        Column("", "all so far", CHANCE, bar=True, tone=FIRST),
        Column("", "may withdraw", whole=True),
    ]
    rows = []
    for number, step in enumerate(chain.steps, start=1):
        withdrawal = "-" if step.withdrawal is None else "yes" if step.withdrawal.allowed else "no"
        name = _force(battles[step.enemy])
        rows.append([f"{number}.", name, step.if_reached, step.won, withdrawal])
    return Table(columns, rows)


def _solved(battles: Sequence[Battle]) -> bool:
    """Whether a side swaps best, so that it weighs the battles still to come."""
    models = battles[0].attacker_swap, *(battle.defender_swap for battle in battles)
    return any(model is not None and Swap(model).solved for model in models)


def _facts(chain: Chain, solved: bool) -> list[Fact]:
    sides = two_decimals(chain.vp), two_decimals(chain.enemy_vp)
    vp = f"{sides[0]} for the attacker, {sides[1]} for the defenders"
    units = f"{two_decimals(chain.units)} by the attacker, dragons that leave included"
    facts = [
        Fact("", "VP on average", vp),
        Fact("", "Units lost", units),
        Fact("", "Tiles spent", f"{two_decimals(chain.tiles)} by the attacker"),
        Fact(
            "", "Reading", "every defender fights; a beaten attacker leaves, which ends the series"
        ),
    ]
    weighed = "for the victories still to come, all defenders against the attacker"
    return [*facts, Fact("", "Best swaps", weighed)] if solved else facts


def _orders(chains: Sequence[Chain], battles: Sequence[Battle]) -> Table:
    """Return all orders."""
    columns = [
        Column("", "order"),
        Column("", "beats all", CHANCE, bar=True, tone=FIRST),
        Column("", "VP", ON_AVERAGE),
    ]
    rows = []
    for chain in chains:
        names = [faction_name(battles[number].defender.faction) for number in chain.order]
        rows.append([", ".join(names), chain.p_all, chain.vp])
    return Table(columns, rows, most=MOST_ORDERS)


def _force(battle: Battle) -> str:
    units = str(battle.defender).partition(": ")[2].replace("_", " ")
    hand = f" (hand {' '.join(map(str, battle.defender_hand))})" if battle.defender_hand else ""
    return f"{faction_name(battle.defender.faction)}: {units}{hand}"


def _chain_data(chain: Chain, battles: Sequence[Battle]) -> dict[str, Any]:
    return {
        "order": [battles[number].defender.faction.id for number in chain.order],
        "p_all": float(chain.p_all),
        "p_all_fraction": fraction(chain.p_all),
        "expected_vp": float(chain.vp),
        "expected_enemy_vp": float(chain.enemy_vp),
        "expected_units_lost": float(chain.units),
        "expected_tiles_spent": float(chain.tiles),
        "battles": [_step_data(step, battles) for step in chain.steps],
    }


def _step_data(step: Step, battles: Sequence[Battle]) -> dict[str, Any]:
    return {
        "defender": str(battles[step.enemy].defender),
        "hand": list(battles[step.enemy].defender_hand),
        "p_fought": float(step.reached),
        "p_won_if_fought": float(step.if_reached),
        "p_won": float(step.won),
        "p_won_fraction": fraction(step.won),
        "vp": step.vp,
        "expected_enemy_vp": float(step.enemy_vp),
        "can_withdraw": None if step.withdrawal is None else step.withdrawal.allowed,
    }
