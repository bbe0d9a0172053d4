"""Cards, scenarios, units and sections in words, with the numbers of the rules in force."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final

from bloodstones.games.battlelore.rules.board import NARROW, NUMBER, WIDE, name, section_bits
from bloodstones.games.battlelore.rules.names import WINDOW_OF, Ability, Reach, Rule
from bloodstones.games.battlelore.rules.reading import DATA
from bloodstones.games.battlelore.rules.register import DEFAULTS, Readings, load_register
from bloodstones.games.battlelore.rules.ruleset import Command, LoreCard, Scenario, UnitType

FILE: Final = "words.toml"
SECTIONS: Final = ("left", "centre", "right")
NUMBERED: Final = (Ability.PURSUE, Ability.IMMOVABLE, Ability.MOBILITY, Ability.CHARGE)
PARTS: Final = ("on the left", "in the centre", "on the right")


@cache
def words() -> Mapping[str, Any]:
    """Return the words of the file: `windows` and `who` by id; `lore` and `rules` with clauses."""
    with (DATA / FILE).open("rb") as file:
        return tomllib.load(file)


def some(count: int, one: str, many: str) -> str:
    """Return a number of things.

    >>> some(1, "die", "dice"), some(4, "die", "dice")
    ('1 die', '4 dice')
    """
    return f"{count} {one if count == 1 else many}"


def spaced(text: str) -> str:
    """Return an id as words."""
    return text.replace("_", " ")


def _filled(text: str, amount: int, unit: str = "") -> str:
    return text.format(
        amount=amount,
        unit=spaced(unit),
        dice=some(amount, "die", "dice"),
        hexes=some(amount, "hex", "hexes"),
        cards=some(amount, "card", "cards"),
    )


def effect_of(card: LoreCard, readings: Readings = DEFAULTS) -> str:
    """Return what a lore card does under the readings of the rules.

    >>> from bloodstones.games.battlelore.rules.reading import load_ruleset
    >>> card = next(card for card in load_ruleset().lore if card.card.id == "arrow_storm")
    >>> effect_of(card)
    'A ranged attack of yours has 2 dice more.'
    """
    text = words()["lore"][card.card.id]
    options = load_register().options
    more = [
        texts[str(readings.get(option, options[option].default))]
        for option, texts in text.get("reading", {}).items()
    ]
    return " ".join([_filled(text["text"], card.amount), *more])


def window_of(card: LoreCard) -> str:
    """Return when a lore card is played (BL-LORE-03)."""
    return str(words()["windows"][WINDOW_OF[card.card].id])


def lore_text(card: LoreCard) -> str:
    """Return a lore card as a whole."""
    cost = f"Costs {card.cost} lore; {card.copies} in the deck; played {window_of(card)}."
    return f"{cost} {effect_of(card)}"


def command_text(card: Command) -> str:
    """Return what a command card orders and adds (BL-CARD-11, BL-CARD-12).

    >>> from bloodstones.games.battlelore.rules.reading import load_ruleset
    >>> by_name = {card.card: card for card in load_ruleset().commands}
    >>> command_text(by_name["wedge"])
    'Orders up to 1 on the left, 2 in the centre and 1 on the right.'
    >>> command_text(by_name["mounted_charge"])
    'Orders up to 3 cavalry units anywhere. Each attacks with 1 die more this turn.'
    """
    orders = [
        f"{count} {part}"
        for count, part in zip((card.left, card.centre, card.right), PARTS, strict=True)
        if count
    ]
    if card.anywhere:
        orders.append(f"{card.anywhere} {words()['who'][card.who.id]} anywhere")
    more = (
        (card.dice, f"Each attacks with {some(card.dice, 'die', 'dice')} more this turn."),
        (card.move, f"Each moves {some(card.move, 'hex', 'hexes')} farther this turn."),
        (card.march, f"Each may move {some(card.march, 'hex', 'hexes')} before the attacks."),
        (card.lore, f"You gain {card.lore} lore."),
    )
    first = f"Orders up to {_listed(orders)}." if orders else "Orders nobody."
    return " ".join([first, *(text for count, text in more if count)])


def rule_of(scenario: Scenario) -> str:
    """Return the special rule of a scenario, "" without one."""
    if scenario.rule is Rule.NONE:
        return ""
    text = words()["rules"][scenario.rule.id]["text"]
    return _filled(text, scenario.amount, scenario.unit)


def scenario_text(scenario: Scenario) -> str:
    """Return a scenario card: its rule, terrain, banners, rows; hexes as its owner counts them."""
    lands: dict[str, list[str]] = {}
    for h, land in scenario.terrain.items():
        lands.setdefault(land.id, []).append(name(h))
    parts = [f"{land} {', '.join(hexes)}" for land, hexes in lands.items()]
    banners = ", ".join(f"{name(h)} for {points} VP" for h, points in scenario.banners.items())
    parts += [f"banners {banners or 'none'}", f"cards in rows 1 to {scenario.rows}"]
    return f"{rule_of(scenario)} Layout: {'; '.join(parts)}.".strip()


def unit_text(unit: UnitType) -> str:
    """Return a kind of unit: its figures, abilities, price in an army, and how many there are."""
    cost = some(unit.muster, "point", "points")
    return f"{figures_text(unit)}. Costs {cost}; {some(unit.units, 'unit', 'units')}."


def figures_text(unit: UnitType) -> str:
    """Return the figures and abilities of a kind of unit.

    >>> from bloodstones.games.battlelore.rules.reading import load_ruleset
    >>> figures_text(load_ruleset().unit("viper_legion"))
    'Infantry; shoots 5 hexes far with 2 dice; moves 2 hexes; health 3 in 3 figures; poison'
    """
    reach = "fights hand to hand"
    if unit.attack is Reach.RANGED:
        reach = f"shoots {some(unit.range, 'hex', 'hexes')} far"
    figures = "one figure" if unit.single else some(unit.health, "figure", "figures")
    abilities = [
        spaced(ability.id) + (f" {amount}" if ability in NUMBERED else "")
        for ability, amount in unit.abilities.items()
    ]
    return (
        f"{unit.kind.id.capitalize()}; {reach} with {some(unit.dice, 'die', 'dice')}; moves "
        f"{some(unit.move, 'hex', 'hexes')}; health {unit.health} in {figures}; "
        f"{', '.join(abilities) or 'no abilities'}"
    )


def sections_of(h: int) -> str:
    """Return the sections of a hex as its player counts it.

    >>> sections_of(NUMBER[1, 3]), sections_of(NUMBER[0, 3])
    ('left and centre', 'left')
    """
    bits = section_bits(h)
    return " and ".join(each for place, each in enumerate(SECTIONS) if (bits >> place) & 1)


def sections_text() -> str:
    """Return which columns the sections have, in both kinds of rows (BL-BOARD-11)."""
    spans = []
    for rows, row, wide in (("odd", 0, WIDE), ("even", 1, NARROW)):
        columns = [
            [column + 1 for column in range(wide) if (section_bits(NUMBER[row, column]) >> bit) & 1]
            for bit in range(len(SECTIONS))
        ]
        parts = (
            f"{section} {rows_of[0]} to {rows_of[-1]}"
            for section, rows_of in zip(SECTIONS, columns, strict=True)
        )
        spans.append(f"in {rows} rows {', '.join(parts)}")
    return (
        f"Columns {'; '.join(spans)}. Each player counts rows from their edge and columns from "
        "their left; a hex in two sections can be ordered as part of either."
    )


def _listed(parts: Iterable[str]) -> str:
    """Return parts as in a sentence."""
    *others, last = parts
    return f"{', '.join(others)} and {last}" if others else last
