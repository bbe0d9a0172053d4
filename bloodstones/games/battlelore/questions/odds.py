"""Exact odds of an attack."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from bloodstones.core.contract.game import Number
from bloodstones.core.faults import Faults, nearest
from bloodstones.core.questions.answer import (
    FINE_CHANCE,
    MEAN,
    SHARE,
    Answer,
    Data,
    Fact,
    Facts,
    Part,
)
from bloodstones.core.questions.parameters import (
    FLAG,
    READINGS,
    Type,
    choice,
    param,
    ref,
    whole,
)
from bloodstones.core.questions.question import Question, check
from bloodstones.games.battlelore.odds.attack import (
    BEARING,
    FREE_RETREAT,
    Attack,
    Counter,
    Fighter,
    Readings,
    Summary,
    counter,
    fighter,
    summary,
)
from bloodstones.games.battlelore.rules.names import Ability, Lore, Terrain
from bloodstones.games.battlelore.rules.reading import load_ruleset
from bloodstones.games.battlelore.rules.register import packed, read_options
from bloodstones.games.battlelore.rules.ruleset import Ruleset

LANDS: Final = {
    "plain": Terrain.CLEAR,
    "hill": Terrain.HILL,
    "forest": Terrain.FOREST,
    "building": Terrain.BUILDING,
}
HEROIC: Final = ("best", "none")
CARDS: Final = {"fury": Lore.FURY_OF_YLLAN, "rune_blade": Lore.RUNE_BLADE}
MOST_FREE: Final = 9
MOST_DICE: Final = 6


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit by its name, with figures or health left; all where `left` is 0."""

    name: str
    left: int = 0

    def __str__(self) -> str:
        return f"{self.name}:{self.left}" if self.left else self.name


def _read_unit(text: str, where: str, rules: Ruleset) -> Unit:
    name, _, count = text.partition(":")
    units = {unit.unit: unit for unit in rules.units}
    faults = Faults()
    if name not in units:
        faults.add(where, "a unit", name, nearest(name, units))
    elif count and not (count.isdecimal() and 1 <= int(count) <= units[name].health):
        faults.add(where, f"{name} with 1 to {units[name].health} left", count)
    faults.raise_if_any()
    return Unit(name, int(count or 0))


def _grammar() -> Mapping[str, str | Collection[str]]:
    return {
        "UNIT": "NAME[:LEFT]; LEFT is the number of figures or health left (default: all)",
        "units": [unit.unit for unit in load_ruleset().units],
    }


UNIT: Final = Type(
    *("UNIT", _read_unit, "Unit", lambda value: isinstance(value, Unit)), grammar=_grammar
)
TERRAIN: Final = choice(
    "TERRAIN", "terrain", lambda: LANDS, grammar=lambda: {"TERRAIN": tuple(LANDS)}
)


def _read_readings(texts: Any, where: str, rules: Ruleset) -> Mapping[str, str]:
    readings: Mapping[str, str] = READINGS.read(texts, where, rules)
    read_options(readings, where)
    return readings


READING: Final = replace(READINGS, read=_read_readings)
USE: Final = choice(
    "USE",
    "best or none",
    lambda: HEROIC,
    grammar=lambda: {"USE": "best: use heroic faces for the most damage; none: do not use them"},
)


class Odds(Question):
    """Exact odds of an attack: damage, retreat, lore and the counter-attack.

    Ranged units attack from a distance unless you add the option for adjacent units. A target
    retreats if it moves at least one hex. Figures that a unit has lost count as damage. With
    Rune Blade, the attacker keeps the dice that deal the most damage.
    """

    name = "odds"
    examples = (
        {"attacker": "viper_legion:3", "target": "citadel_guard:2"},
        {"attacker": "viper_legion", "target": "citadel_guard", "land_in": "forest", "fury": True},
        {"attacker": "rune_golem", "target": "obscenes", "free_retreat": "1", "dice": "+1"},
    )
    grammar: ClassVar[Mapping[str, str]] = {
        "readings": f"those that affect an attack: {', '.join(BEARING)} (ferocity always counters)"
    }

    attacker: Unit = param(UNIT, "Attacking unit.")
    target: Unit = param(UNIT, "Unit under attack.")
    land_from: str = param(TERRAIN, "Terrain of the attacker.", default="plain", option="--from")
    land_in: str = param(TERRAIN, "Terrain of the target.", default="plain", option="--in")
    free_retreat: int = param(
        whole(0, MOST_FREE), "Number of hexes that the target can retreat.", default=FREE_RETREAT
    )
    supported: bool = param(FLAG, "A friendly unit supports the target.", default=False)
    adjacent: bool = param(FLAG, "A ranged unit attacks from an adjacent hex.", default=False)
    poisoned: bool = param(FLAG, "The target has a poison token.", default=False, rare=True)
    stunned: bool = param(FLAG, "The target has a stun token.", default=False, rare=True)
    attacker_poisoned: bool = param(
        FLAG, "The attacker has a poison token.", default=False, rare=True
    )
    fury: bool = param(FLAG, "The attacker plays Fury of Y'llan.", default=False)
    rune_blade: bool = param(FLAG, "The attacker plays Rune Blade.", default=False)
    dice: int = param(
        whole(-MOST_DICE, MOST_DICE), "Number of dice to add or remove, such as +1.", default=0
    )
    counter_free_retreat: int = param(
        whole(0, MOST_FREE),
        "Number of hexes that the attacker can retreat from a counter-attack.",
        default=FREE_RETREAT,
        rare=True,
    )
    counter_supported: bool = param(
        FLAG, "A friendly unit supports the attacker.", default=False, rare=True
    )
    counter_dice: int = param(
        whole(-MOST_DICE, MOST_DICE),
        "Number of dice to add to or remove from the counter-attack, such as +1.",
        default=0,
        rare=True,
    )
    heroic: str = param(USE, "Use of heroic faces.", default=HEROIC[0], rare=True)
    option: Mapping[str, str] = param(READING, "Choose a reading of a rule.", default={}, rare=True)

    @staticmethod
    def load(data: str, changes: Mapping[str, Number], where: str) -> Ruleset:
        """Return the rules of a folder of data files, numbers changed."""
        return load_ruleset(data, changes, where)

    @check("attacker", "target")
    def sides_differ(self, faults: Faults) -> None:
        """Check that the units are of both factions."""
        one, other = (self.rules.unit(each.name) for each in (self.attacker, self.target))
        if one.faction == other.faction:
            faults.note(ref("target"), "a unit of the other faction", "one of the attacker's")

    @check("attacker", "land_from")
    def attacker_may_stand_there(self, faults: Faults) -> None:
        """Check that a massive attacker is in no building."""
        self._check_land(self.attacker, self.land_from, "land_from", faults)

    @check("target", "land_in")
    def target_may_stand_there(self, faults: Faults) -> None:
        """Check that a massive target is in no building."""
        self._check_land(self.target, self.land_in, "land_in", faults)

    def _check_land(self, unit: Unit, land: str, name: str, faults: Faults) -> None:
        massive = Ability.MASSIVE in self.rules.unit(unit.name).abilities
        if massive and LANDS[land] is Terrain.BUILDING:
            faults.note(ref(name), "terrain that a massive unit may enter (BL-ABILITY-08)", land)

    @check("attacker", "fury", "rune_blade")
    def cards_are_the_attackers(self, faults: Faults) -> None:
        """Check that the cards are of the attacker's faction."""
        for name in CARDS:
            card = self._card(name)
            unit = self.rules.unit(self.attacker.name)
            if getattr(self, name) and unit.faction is not card.faction:
                wanted = f"an attacker of {card.faction.id}, whose card it is"
                faults.add(ref(name), wanted, unit.unit)

    def _card(self, name: str) -> Any:
        return next(card for card in self.rules.lore if card.card is CARDS[name])

    def attack(self) -> Attack:
        """Return the attack that the question is about.

        >>> Odds(attacker=Unit("viper_legion", 3), target=Unit("citadel_guard", 2)).attack().dice
        2
        """
        one = self._fighter(self.attacker, self.land_from)
        other = self._fighter(self.target, self.land_in)
        fury, blade = (self._card(n).amount if getattr(self, n) else 0 for n in CARDS)
        numbers = packed(read_options(self.option, ref("option")))
        return Attack(
            replace(one, poisoned=self.attacker_poisoned),
            replace(other, poisoned=self.poisoned, stunned=self.stunned),
            free=self.free_retreat,
            supported=self.supported,
            more=self.dice + fury,
            best=self.heroic == HEROIC[0],
            adjacent=self.adjacent or not one.ranged,
            most=self.rules.numbers["forest_dice"],
            readings=Readings(**{name: numbers[name] for name in BEARING}),
            fury=self.fury,
            blade=blade,
            back_free=self.counter_free_retreat,
            back_supported=self.counter_supported,
            back_more=self.counter_dice,
        )

    def _fighter(self, unit: Unit, land: str) -> Fighter:
        kind = self.rules.unit(unit.name)
        return fighter(kind, unit.left or kind.health, LANDS[land])

    def solve(self) -> Answer:
        """Return what the attack and the counter to it come to."""
        attack = self.attack()
        result, back = summary(attack), counter(attack)
        card = " of Rune Blade" if attack.blade else ", Fury of Y'llan played" * attack.fury
        sides = f"{_named(attack.attacker)} attacks {_named(attack.target)}"
        parts: list[Part] = [
            Data({"dice": attack.dice}),
            Facts(_of_attack(result), f"With {attack.dice} dice{card}", bars=True),
            Data({"damage": {str(amount): str(p) for amount, p in result.damage.items()}}),
            _damage(result, attack.target.figures),
            Facts(_of_counter(back), "The counter", bars=True, key="counter"),
        ]
        return Answer(sides, parts)


def _of_attack(result: Summary) -> list[Fact]:
    lost = "The attacker gives up all figures" if result.p_attacker_lost else ""
    return [
        Fact("p_destroyed", "Target destroyed", result.p_destroyed, FINE_CHANCE, "first"),
        Fact("p_retreats", "Target retreats", result.p_retreats, SHARE),
        Fact("expected_damage", "Damage on average", result.expected_damage, MEAN),
        Fact("expected_lore", "Lore on average", result.expected_lore, MEAN),
        Fact("p_attacker_lost", lost, result.p_attacker_lost, SHARE, "second"),
    ]


def _damage(result: Summary, health: int) -> Facts:
    """Return the chance of each damage."""
    names = {0: "none", health: f"{health}, all"}
    rows = [
        Fact("", names.get(amount, str(amount)), p, FINE_CHANCE)
        for amount, p in result.damage.items()
    ]
    return Facts(rows, "Damage", bars=True)


def _of_counter(back: Counter) -> list[Fact]:
    """Return the chance of a counter, and its effects where there may be one."""
    rows = [
        Fact("p_destroyed", "  attacker destroyed", back.p_destroyed, SHARE),
        Fact("p_retreats", "  attacker retreats", back.p_retreats, SHARE),
        Fact("expected_damage", "  damage on average", back.expected_damage, MEAN),
        Fact("expected_lore", "  lore on average", back.expected_lore, MEAN),
    ]
    if not back.p:
        rows = [replace(row, label="") for row in rows]
    return [Fact("p", "Target counters", back.p, SHARE, "second"), *rows]


def _named(each: Fighter) -> str:
    where = "" if each.land.id == "clear" else f" in {each.land.id}"
    tokens = [token for token in ("poisoned", "stunned") if getattr(each, token)]
    marks = f" ({', '.join(tokens)})" if tokens else ""
    return f"{each.name}:{each.figures}{where}{marks}"


QUESTION: Final = Odds
