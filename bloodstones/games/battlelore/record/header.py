"""The header of a record: every number, unit, card and scenario in force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from bloodstones.games.battlelore import events
from bloodstones.games.battlelore.columns import points
from bloodstones.games.battlelore.engine.playthrough import Playthrough
from bloodstones.games.battlelore.rules.board import HEXES, name
from bloodstones.games.battlelore.rules.ruleset import Command, LoreCard, Scenario, UnitType
from bloodstones.kit import playthrough as kit


def header(play: kit.Playthrough) -> dict[str, Any]:
    """Return the rules of a playthrough as data for JSON; hexes of scenarios as owners see them."""
    game_setup = cast(Playthrough, play).game_setup
    rules = game_setup.rules
    return {
        "numbers": dict(rules.numbers),
        "units": [_unit(unit) for unit in rules.units],
        "commands": [_command(card) for card in rules.commands],
        "lore": [_lore(card) for card in rules.lore],
        "scenarios": [_scenario(each) for each in rules.scenarios],
    }


def names(play: kit.Playthrough) -> Mapping[str, Sequence[str]]:
    """Return the names of hexes (row.column of the board), units, and cards."""
    game_setup = cast(Playthrough, play).game_setup
    kinds = [
        unit.unit for faction in game_setup.factions for unit in game_setup.rules.units_of(faction)
    ]
    units = [
        f"{unit.unit} {number}"
        for faction in game_setup.factions
        for unit in game_setup.rules.units_of(faction)
        for number in range(1, unit.units + 1)
    ]
    return {
        events.HEXES: [name(h) for h in range(HEXES)],
        events.UNITS: units,
        events.KINDS: [*kinds, "tent", "decoy"],
        events.COMMANDS: [card.card for card in game_setup.rules.commands],
    }


def record_scores(play: kit.Playthrough) -> list[int]:
    """Return the victory points by seat."""
    state = play.state
    return [int(each) for each in points(state.vp, state.noted_vp, state.ending)]


def _unit(unit: UnitType) -> dict[str, Any]:
    return {
        "faction": unit.faction.id,
        "unit": unit.unit,
        "class": unit.kind.id,
        "attack": unit.attack.id,
        "range": unit.range,
        "move": unit.move,
        "dice": unit.dice,
        "health": unit.health,
        "units": unit.units,
        "single": unit.single,
        "muster": unit.muster,
        "abilities": {ability.id: amount for ability, amount in unit.abilities.items()},
    }


def _command(card: Command) -> dict[str, Any]:
    orders = [card.left, card.centre, card.right, card.anywhere]
    more = {"dice": card.dice, "move": card.move, "lore": card.lore, "march": card.march}
    return {"card": card.card, "copies": card.copies, "orders": orders, "who": card.who.id, **more}


def _lore(card: LoreCard) -> dict[str, Any]:
    figures = {"copies": card.copies, "cost": card.cost, "amount": card.amount}
    return {"faction": card.faction.id, "card": card.card.id, **figures}


def _scenario(each: Scenario) -> dict[str, Any]:
    return {
        "faction": each.faction.id,
        "indicator": each.indicator.id,
        "terrain": {name(h): land.id for h, land in each.terrain.items()},
        "banners": {name(h): points for h, points in each.banners.items()},
        "rows": each.rows,
        "rule": each.rule.id,
        "amount": each.amount,
        "unit": each.unit,
    }
