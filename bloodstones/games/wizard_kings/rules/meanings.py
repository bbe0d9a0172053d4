"""What the rule numbers of `numbers.rule_numbers` mean, in words, and the clause of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bloodstones.games.wizard_kings.rules.names import Army, Trait


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a number is: words for a sentence, and the id of the clause that states it."""

    words: str
    clause: str


WHOLE: Final = {
    "budget": Meaning("most GP that an army is bought for", "WK-SETUP-03"),
    "turns": Meaning("turns after which the most GP in cities wins", "WK-WIN-03"),
    "stack": Meaning("units of a side in a hex, without its wizard", "WK-MOVE-03"),
    "clear_side": Meaning("units that come into a battle over a clear side", "WK-MOVE-04"),
    "other_side": Meaning("units that come into a battle over any other side", "WK-MOVE-04"),
    "sea_hexes": Meaning("most hexes of sea that a ship takes a unit over", "WK-MOVE-10"),
    "folk_bonus": Meaning("by how much units hit better in terrain of their own", "WK-UNIT-10"),
    "dispel_least": Meaning("a die less the level that breaks a spell, or more", "WK-WIZ-18"),
    "henge_cost": Meaning("GP for a step of a wizard in a henge", "WK-WIZ-08"),
    "castle_growth": Meaning("steps that a castle can gain in a phase", "WK-BUILD-05"),
}
UNITS: Final = {
    "move": Meaning("most hexes that {unit} moves in a turn", "WK-UNIT-05"),
    "hits": Meaning("highest die with which {unit} hits, 0: it fires at nobody", "WK-UNIT-04"),
    "cost": Meaning("GP for a step of {unit}", "WK-BUILD-02"),
    "max": Meaning("top strength of {unit}", "WK-UNIT-02"),
    "blocks": Meaning("how many blocks of {unit} there are", "WK-UNIT-01"),
}
TRAITS: Final = {
    Trait.FLYER: ("flies", "WK-UNIT-14"),
    Trait.AQUATIC: ("keeps to the water", "WK-UNIT-16"),
    Trait.AMPHIBIAN: ("is an amphibian", "WK-UNIT-13"),
    Trait.MOUNTAIN: ("is of the mountains", "WK-UNIT-11"),
    Trait.FOREST: ("is of the forest", "WK-UNIT-10"),
    Trait.DESERT: ("is of the desert", "WK-UNIT-12"),
}
SWITCH: Final = ", 1 or 0"  # how a trait is set
SPELLS: Final = {
    "level": Meaning("level of {unit}, and the steps that it costs", "WK-WIZ-04"),
    "dice": Meaning("dice of {unit}", "WK-WIZ-10"),
    "hits": Meaning("highest die with which {unit} hits or works", "WK-WIZ-10"),
}


def meaning_of(name: str, spells: frozenset[str] = frozenset()) -> Meaning:
    """Return what the number called `name` means; KeyError if there is none.

    Parameters
    ----------
    spells
        The names of spells; all others are those of units.

    Examples
    --------
    >>> meaning_of("turns").clause, meaning_of("goal.2").words
    ('WK-WIN-03', 'GP in cities that win on 2 maps')
    >>> meaning_of("eldryn.ranger.forest").words
    'whether ranger is of the forest, 1 or 0 (Eldryn)'
    >>> meaning_of("fireball.dice", frozenset({"fireball"}))
    Meaning(words='dice of fireball', clause='WK-WIZ-10')
    """
    if name in WHOLE:
        return WHOLE[name]
    *place, key = name.split(".")
    if place == ["goal"]:
        return Meaning(f"GP in cities that win on {key} maps", "WK-WIN-01")
    if key == "initiative":
        words = f"added to the throws for initiative of {place[0].title()}, by the rules nothing"
        return Meaning(words, "WK-TURN-02")
    of_one = place[0] in Army.ids()
    unit = place[-1].replace("_", " ")
    if place[-1] in spells and not of_one:
        told = SPELLS[key]
    elif key.upper() in Trait.__members__:
        words, clause = TRAITS[Trait[key.upper()]]
        told = Meaning(f"whether {{unit}} {words}{SWITCH}", clause)
    else:
        told = UNITS[key]
    army = f" ({place[0].title()})" if of_one else ""
    return Meaning(f"{told.words.format(unit=unit)}{army}", told.clause)
