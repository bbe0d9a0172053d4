"""The smallest force that wins often enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import Faults
from bloodstones.core.questions.answer import (
    CHANCE,
    COUNT,
    Answer,
    Column,
    Data,
    Fact,
    Facts,
    Part,
    Table,
    percent,
)
from bloodstones.core.questions.parameter_types import SHARES
from bloodstones.core.questions.parameters import QUESTION, param, ref
from bloodstones.core.questions.question import check
from bloodstones.games.bloodstones.odds.battle import Battle
from bloodstones.games.bloodstones.odds.force import EXAMPLE, FORM, Force, check_owned
from bloodstones.games.bloodstones.odds.hands import check_held
from bloodstones.games.bloodstones.questions.battle import OfSides
from bloodstones.games.bloodstones.questions.battle_answer import (
    TONES,
    faction_name,
    fraction,
    place,
    side_of,
)
from bloodstones.games.bloodstones.questions.parameters import SIDE, TILES, UNITS, written_units
from bloodstones.games.bloodstones.rules.names import Faction, Role, Unit

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.odds import needs

MEASURE: Final = "the sum of build costs, then the number of units added"
MOST_SHOWN: Final = 5


class Needs(OfSides):
    """The smallest force that reaches a win rate, out of the units nearby and the tiles in hand.

    You can build tiles in hand, or keep them to swap. For your own side, name only its faction.
    """

    name = "needs"
    asks = (
        f"the smallest force that wins this often, from units {ref('nearby')} and {ref('tiles')} "
        "in hand (built or kept to swap); for your own side, name only the faction"
    )
    asked_by = ("wanted", "nearby", "tiles")
    examples = (
        {
            "attacker": "dragon_riders",
            "defender": "horse_lords: castle",
            "terrain": "plains",
            "wanted": "90",
            "nearby": "cavalry*2, leader",
            "tiles": "swordsman*2, blank",
        },
    )

    wanted: tuple[Fraction, ...] = param(
        SHARES, "Win rates to reach in percent, such as 80,95.", option="--needs"
    )
    nearby: Mapping[Unit, int] = param(
        UNITS, "Units that can join the attack or defence.", default={}
    )
    tiles: Mapping[Unit, int] = param(TILES, "Tiles in hand, by unit.", default={})
    side: Role = param(SIDE, "Your side.", default=Role.ATTACKER)

    @check("side", "attacker", "defender")
    def enemy_has_units(self, faults: Faults) -> None:
        """Check that the enemy is a force, not a faction alone."""
        enemy = Role(1 - self.side)
        enemy_side = self.side_of(enemy)
        if isinstance(enemy_side, Faction):
            raise expected(FORM, enemy_side.id, ref(enemy.id), f"for example '{EXAMPLE}'")

    @check("side", "attacker", "defender", "attacker_hand", "defender_hand", "nearby")
    def sides_have_their_hands(self, faults: Faults) -> None:
        """Check the enemy's hand, and the player's own with all units that may come."""
        for role in Role:
            side = self.side_of(role)
            units = dict(side.counts) if isinstance(side, Force) else {}
            if role is self.side:
                for unit, count in self.nearby.items():
                    units[unit] = units.get(unit, 0) + count
            if not units:
                continue
            faction = side.faction if isinstance(side, Force) else side
            where = ref("nearby" if role is self.side else role.id)
            check_owned(Force(faction, units), where, self.rules)
            check_held(self.hand(role), faction, units, ref(f"{role.id}_hand"), self.rules)

    @check("side", "tiles", "nearby", "attacker_hand", "defender_hand")
    def has_something_to_add(self, faults: Faults) -> None:
        """Check that there are units or tiles, and one hand alone."""
        if not self.nearby and not self.tiles:
            wanted = f"{ref('nearby')} or {ref('tiles')} with {ref('wanted')}"
            tip = f"{ref('nearby')} 'cavalry*2, leader' {ref('tiles')} 'swordsman, blank'"
            raise InputError(f"expected {wanted}, got neither ({QUESTION})", tip)
        if self.tiles and self.hand(self.side):
            hand = ref(f"{self.side.id}_hand")
            tip = "tiles neither built nor discarded stay in hand for the swap"
            raise InputError(f"expected {ref('tiles')} or {hand}, got both ({QUESTION})", tip)

    def solve(self) -> Answer:
        """Return the smallest forces."""
        from bloodstones.games.bloodstones.odds.needs import smallest_forces

        supply, role = self.supply(), self.side
        battle = self.battle()
        smallest = smallest_forces(battle, role, supply, self.wanted)
        one = smallest.likeliest or smallest.answers[0].smallest[0]
        name = faction_name(supply.faction)
        return Answer(
            f"The smallest force: {name} {place(one.odds.terrain)}",
            [Data(_data(smallest, supply, battle, role)), *_shown(smallest, supply, role)],
        )

    def supply(self) -> needs.Supply:
        """Return what the side that asks can bring."""
        from bloodstones.games.bloodstones.odds.needs import Supply

        side = self.side_of(self.side)
        if isinstance(side, Force):
            return Supply(side.faction, side.counts, self.nearby, self.tiles)
        return Supply(side, {}, self.nearby, self.tiles)

    def battle(self) -> Battle:
        """Return the battle with the enemy on both sides; the side that asks is put in later."""
        enemy = Role(1 - self.side)
        force = self.side_of(enemy)
        assert isinstance(force, Force)
        battle = self.between(force, force)
        battle = battle.with_hand(enemy, self.hand(enemy), self.model(enemy))
        return battle.with_hand(self.side, self.hand(self.side), self.swap(self.side))


def _shown(smallest: needs.Needs, supply: needs.Supply, role: Role) -> list[Part]:
    """Return what people see: the smallest forces for each chance, and the likeliest."""
    rows = [Fact("", "Present", _units(supply.present))] if supply.present else []
    rows += [Fact("", "Small", MEASURE), Fact("", "Tried", f"out of {smallest.choices:,} ways")]
    parts: list[Part] = [Facts(rows)]
    for need in smallest.answers:
        parts.append(_table(need.smallest, f"To win {percent(need.wanted)}", role))
    if smallest.likeliest is not None:
        parts.append(_table((smallest.likeliest,), "The likeliest of all", role))
    return parts


def _table(tried: Sequence[needs.Tried], title: str, role: Role) -> Table:
    columns = [
        Column("", "added"),
        Column("", "cost", COUNT),
        Column("", "wins", CHANCE, bar=True, tone=TONES[role]),
    ]
    rows = [[_words(one.choice), one.choice.cost, one.p] for one in tried]
    return Table(columns, rows, title, most=MOST_SHOWN, empty="no force wins this often")


def _words(choice: needs.Choice) -> str:
    """Return what is added, in words."""
    parts = []
    if choice.nearby:
        parts.append(_units(choice.nearby))
    if choice.built:
        parts.append(f"build {_units(choice.built)}")
    if choice.discarded:
        parts.append(f"discard {' '.join(map(str, choice.discarded))}")
    if choice.hand:
        parts.append(f"keep {' '.join(map(str, choice.hand))}")
    return "; ".join(parts) if choice.units else "; ".join(["nothing more", *parts])


def _units(counts: Mapping[Unit, int]) -> str:
    return written_units(counts).replace("_", " ")


def _data(
    smallest: needs.Needs, supply: needs.Supply, battle: Battle, role: Role
) -> dict[str, Any]:
    best = smallest.likeliest
    return {
        "question": "needs",
        "side": role.id,
        "faction": supply.faction.id,
        "enemy": str(battle.force(Role(1 - role))),
        "terrain": battle.terrain.id,
        "measure": MEASURE,
        "choices": smallest.choices,
        "needs": [
            {
                "wanted": float(need.wanted),
                "smallest": [_tried_data(one, role) for one in need.smallest],
            }
            for need in smallest.answers
        ],
        "likeliest": None if best is None else _tried_data(best, role),
    }


def _tried_data(one: needs.Tried, role: Role) -> dict[str, Any]:
    side = side_of(one.odds, role)
    return {
        "force": {unit.id: count for unit, count in side.force.counts.items()},
        "nearby": {unit.id: count for unit, count in one.choice.nearby.items()},
        "built": {unit.id: count for unit, count in one.choice.built.items()},
        "cost": one.choice.cost,
        "units": one.choice.units,
        "discarded": list(one.choice.discarded),
        "hand": list(side.hand),
        "p": float(one.p),
        "p_fraction": fraction(one.p),
        "can_withdraw": one.odds.can_withdraw,
    }
