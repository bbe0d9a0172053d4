"""What `bloodstones rules` tells by name: units, cards, scenarios, the sections of the board."""

from __future__ import annotations

from collections.abc import Sequence

from bloodstones.cli.game.facts import ThingTold
from bloodstones.games.battlelore.rules.reading import load_ruleset
from bloodstones.games.battlelore.rules.ruleset import Command, Scenario
from bloodstones.games.battlelore.rules.telling import (
    command_told,
    lore_told,
    scenario_told,
    sections_told,
    spaced,
    unit_told,
    words,
)


def things() -> Sequence[ThingTold]:
    """Return all of them, each with its clause."""
    rules = load_ruleset()
    units = [
        ThingTold(spaced(unit.unit), f"unit of {unit.faction.id}", unit_told(unit), "BL-BOARD-04")
        for unit in rules.units
    ]
    lore = [
        ThingTold(
            *(spaced(card.card.id), f"lore card of {card.faction.id}", lore_told(card)),
            words()["lore"][card.card.id]["clause"],
        )
        for card in rules.lore
    ]
    commands = [
        ThingTold(spaced(card.card), "command card", command_told(card), _clause_of(card))
        for card in rules.commands
    ]
    scenarios = [_scenario(scenario) for scenario in rules.scenarios]
    sections = ThingTold("sections", "the board", sections_told(), "BL-BOARD-11")
    return (*units, *lore, *commands, *scenarios, sections)


def _clause_of(card: Command) -> str:
    if card.march:
        return "BL-CARD-01"
    return "BL-CARD-12" if card.dice or card.move else "BL-CARD-11"


def _scenario(scenario: Scenario) -> ThingTold:
    clause = words()["rules"][scenario.rule.id]["clause"]
    name = f"{scenario.indicator.id} {scenario.name}".lower()
    return ThingTold(name, f"scenario of {scenario.faction.id}", scenario_told(scenario), clause)
