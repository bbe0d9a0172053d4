"""What `bloodstones rules` looks up by name: units, cards, scenarios, board sections."""

from __future__ import annotations

from collections.abc import Sequence

from bloodstones.api.game_parts.facts import LookupEntry
from bloodstones.games.battlelore.rules.reading import load_ruleset
from bloodstones.games.battlelore.rules.rule_texts import (
    command_text,
    lore_text,
    scenario_text,
    sections_text,
    spaced,
    unit_text,
    words,
)
from bloodstones.games.battlelore.rules.ruleset import Command, Scenario


def lookup_entries() -> Sequence[LookupEntry]:
    """Return all of them, each with its clause."""
    rules = load_ruleset()
    units = [
        LookupEntry(spaced(unit.unit), f"unit of {unit.faction.id}", unit_text(unit), "BL-BOARD-04")
        for unit in rules.units
    ]
    lore = [
        LookupEntry(
            *(spaced(card.card.id), f"lore card of {card.faction.id}", lore_text(card)),
            words()["lore"][card.card.id]["clause"],
        )
        for card in rules.lore
    ]
    commands = [
        LookupEntry(spaced(card.card), "command card", command_text(card), _clause_of(card))
        for card in rules.commands
    ]
    scenarios = [_scenario(scenario) for scenario in rules.scenarios]
    sections = LookupEntry("sections", "the board", sections_text(), "BL-BOARD-11")
    return (*units, *lore, *commands, *scenarios, sections)


def _clause_of(card: Command) -> str:
    if card.march:
        return "BL-CARD-01"
    return "BL-CARD-12" if card.dice or card.move else "BL-CARD-11"


def _scenario(scenario: Scenario) -> LookupEntry:
    clause = words()["rules"][scenario.rule.id]["clause"]
    name = f"{scenario.indicator.id} {scenario.name}".lower()
    return LookupEntry(name, f"scenario of {scenario.faction.id}", scenario_text(scenario), clause)
