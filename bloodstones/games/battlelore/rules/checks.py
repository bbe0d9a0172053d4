"""What must hold between the files of a ruleset: armies, decks and cards that can be played."""

from __future__ import annotations

from collections import Counter
from typing import Final

from bloodstones.core.faults import Faults
from bloodstones.games.battlelore.rules.board import PLACES
from bloodstones.games.battlelore.rules.names import Ability, Faction, Indicator, Lore, Terrain
from bloodstones.games.battlelore.rules.ruleset import Ruleset, Scenario

KINDS: Final = 5
SLOTS: Final = 17
COMMAND_CARDS: Final = 18
LORE_CARDS: Final = 10
FOR_HEROIC: Final = (Ability.STUN, Ability.POISON, Ability.FRENZY)
CLOSED: Final = (Terrain.RIVER, Terrain.LAKE)
NAMED: Final = {Lore.TAKE_TO_THE_SKIES: "roc_warrior", Lore.VENOM: "viper_legion"}


def check_rules(rules: Ruleset, where: str, faults: Faults) -> None:
    """Collect a fault for each contradiction of the rules."""
    for faction in Faction:
        _check_faction(rules, faction, where, faults)
    if len(rules.commands) != COMMAND_CARDS:
        faults.add(where, f"{COMMAND_CARDS} kinds of command cards", len(rules.commands))
    for what, names in (
        ("units", [unit.unit for unit in rules.units]),
        ("command cards", [card.card for card in rules.commands]),
        ("lore cards", [card.card.id for card in rules.lore]),
    ):
        for name, count in Counter(names).items():
            if count > 1:
                faults.add(where, f"{what} of different names", name)
    dealt = 2 * rules.numbers["command_deal"]
    if sum(card.copies for card in rules.commands) < dealt:
        faults.note(where, f"{dealt} command cards or more", "fewer")


def _check_faction(rules: Ruleset, faction: Faction, where: str, faults: Faults) -> None:
    place = f"{where} {faction.id}"
    units, lore = rules.units_of(faction), rules.lore_of(faction)
    if len(units) != KINDS or sum(unit.units for unit in units) != SLOTS:
        faults.note(place, f"{KINDS} kinds of units, {SLOTS} units", f"{len(units)} kinds")
    for unit in units:
        if sum(ability in unit.abilities for ability in FOR_HEROIC) > 1:
            faults.note(place, f"one ability for heroic of {unit.unit}", "several")
    if len(lore) != LORE_CARDS:
        faults.add(place, f"{LORE_CARDS} kinds of lore cards", len(lore))
    if sum(card.copies for card in lore) < rules.numbers["lore_deal"]:
        faults.note(place, f"{rules.numbers['lore_deal']} lore cards or more", "fewer")
    for card in lore:
        wanted = NAMED.get(card.card)
        if wanted is not None and wanted not in {unit.unit for unit in units}:
            faults.note(place, f"a unit {wanted} for {card.card.id}", "none")
    cards = [each.indicator for each in rules.scenarios_of(faction)]
    if cards != list(Indicator):
        faults.note(place, f"the scenarios {', '.join(Indicator.ids())}", "others")
    for each in rules.scenarios_of(faction):
        _check_zone(rules, each, place, faults)
    _check_budget(rules, faction, place, faults)


def _check_zone(rules: Ruleset, each: Scenario, where: str, faults: Faults) -> None:
    """Collect a fault for a scenario whose rows lack room for all cards (BL-MUSTER-04)."""
    zone = [h for h, (row, _) in enumerate(PLACES) if row < each.rows]
    room = sum(each.terrain.get(h) not in (*CLOSED, Terrain.BUILDING) for h in zone)
    if room < rules.numbers["cards"]:
        faults.add(where, f"enough hexes for all cards in the rows of {each.indicator.id}", room)


def _check_budget(rules: Ruleset, faction: Faction, where: str, faults: Faults) -> None:
    """Collect a fault for an army that costs too much at its fewest cards (BL-MUSTER-01)."""
    prices = sorted(unit.muster for unit in rules.units_of(faction) for _ in range(unit.units))
    fewest = rules.numbers["cards"] - rules.numbers["decoys"]
    if fewest > len(prices) or sum(prices[: max(1, fewest)]) > rules.numbers["budget"]:
        faults.note(where, f"an army of {max(1, fewest)} units within the budget", "none")
