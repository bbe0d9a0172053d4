"""The header of a record: every number, unit, spell and hex in force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

from bloodstones.core.rules.number_rows import read_rows
from bloodstones.games.wizard_kings import events
from bloodstones.games.wizard_kings.engine.playthrough import Playthrough
from bloodstones.games.wizard_kings.engine.state import BLOCKS
from bloodstones.games.wizard_kings.rules.boards import Board
from bloodstones.games.wizard_kings.rules.names import Army
from bloodstones.games.wizard_kings.rules.reading import DATA
from bloodstones.games.wizard_kings.rules.ruleset import Spell, UnitType
from bloodstones.kit import playthrough as kit

FREE: Final = "both"  # of a spell that every army knows


def header(play: kit.Playthrough) -> dict[str, Any]:
    """Return the numbers, armies and board of a playthrough as data for JSON."""
    game, tables = _of_game(play).game_setup, _of_game(play).tables
    rules = game.rules
    handicap = {f"{army.id}.initiative": rules.initiative[army] for army in Army}
    return {
        "numbers": {name: getattr(rules, name) for name in read_rows(DATA).ranges()}
        | {"goal": int(tables.goal)}
        | handicap,
        "units": [_unit(unit) for unit in rules.units],
        "spells": [_spell(spell) for spell in rules.spells],
        "armies": [
            None if bought is None else [[unit.unit, strength] for unit, strength in bought]
            for bought in game.bought
        ],
        "teams": list(game.teams),
        "map": _map(game.board),
    }


def names(play: kit.Playthrough) -> Mapping[str, Sequence[str]]:
    """Return the names of hexes (column.row), blocks and spells."""
    game = _of_game(play)
    rules, width = game.game_setup.rules, game.game_setup.board.width
    kinds = [rules.units[int(kind)].unit for kind in game.tables.kind[: game.seats * BLOCKS]]
    blocks = [
        name
        for first in range(0, len(kinds), BLOCKS)
        for name in _numbered(kinds[first : first + BLOCKS])
    ]
    return {
        events.HEXES: [hex_name(h, width) for h in range(len(game.game_setup.board.terrain))],
        events.BLOCKS: blocks,
        events.SPELLS: [spell.spell for spell in rules.spells],
    }


def _numbered(units: Sequence[str]) -> Iterator[str]:
    """Yield the names of the blocks of a seat: their units, those of a kind numbered from 1.

    >>> list(_numbered(["orc", "giant", "orc"]))
    ['orc 1', 'giant 1', 'orc 2']
    """
    seen: Counter[str] = Counter()
    for unit in units:
        seen[unit] += 1
        yield f"{unit} {seen[unit]}"


def scores(play: kit.Playthrough) -> list[int]:
    """Return the GP of everyone's cities."""
    return [int(gp) for gp in play.state.income[: play.seats]]


def hex_name(h: int, width: int) -> str:
    """Return column and row of a hex, from 1.

    >>> hex_name(21, 20)
    '2.2'
    """
    row, column = divmod(h, width)
    return f"{column + 1}.{row + 1}"


def _of_game(play: kit.Playthrough) -> Playthrough:
    return cast(Playthrough, play)


def _unit(unit: UnitType) -> dict[str, Any]:
    return {
        "army": unit.army.id,
        "unit": unit.unit,
        "chaos": unit.chaos,
        "move": unit.move,
        "letter": unit.letter.id,
        "hits": unit.hits,
        "cost": unit.cost,
        "max": unit.most,
        "blocks": unit.blocks,
        "traits": sorted(trait.id for trait in unit.traits),
    }


def _spell(spell: Spell) -> dict[str, Any]:
    return {
        "army": FREE if spell.army is None else spell.army.id,
        "spell": spell.spell,
        "level": spell.level,
        "dice": spell.dice,
        "hits": spell.hits,
        "targeted": spell.targeted,
        "effect": spell.effect.id,
    }


def _map(board: Board) -> dict[str, Any]:
    cities = {city.hex: city for city in board.cities}
    hexes = []
    for h, land in enumerate(board.terrain):
        line: dict[str, Any] = {
            "hex": hex_name(h, board.width),
            "terrain": land.id,
            "home": board.home[h],
            "sides": [side.id for side in board.sides[h]],
            "roads": [int(road) for road in board.roads[h]],
        }
        marks = {"coastal": board.coastal, "shoal": board.shoal, "henge": board.henge}
        line |= {name: True for name, marked in marks.items() if marked[h]}
        if any(board.shallows[h]):
            line["shallows"] = [int(shallow) for shallow in board.shallows[h]]
        if h in cities:
            line["city"] = {"name": cities[h].name, "gp": cities[h].value}
        hexes.append(line)
    return {"id": board.id, "width": board.width, "maps": board.maps, "hexes": hexes}
