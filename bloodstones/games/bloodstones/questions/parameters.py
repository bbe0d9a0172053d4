"""The kinds of values in questions about this game: forces, terrains, hands, ways to swap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from bloodstones.core.contract.game import Number
from bloodstones.core.errors import expected
from bloodstones.core.questions.controls import Control, Counts, Shape, choice_of
from bloodstones.core.questions.parameter_types import digits, lowered, member
from bloodstones.core.questions.parameters import Grammar, Type
from bloodstones.core.questions.question import Question
from bloodstones.games.bloodstones.odds.force import (
    EXAMPLE,
    Force,
    parse_force,
    parse_terrain,
    parse_units,
)
from bloodstones.games.bloodstones.odds.hands import (
    NO_HAND,
    NO_TILE,
    PIP_VALUES,
    Hand,
    Swap,
    check_hand,
    choose_swap,
    read_pip_value,
)
from bloodstones.games.bloodstones.rules.names import Faction, Role, Terrain, Unit
from bloodstones.games.bloodstones.rules.numbers import changes_text, with_overrides
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset


def units() -> Grammar:
    """Return the row of help with the unit types."""
    return {"units": tuple(unit.id for unit in Unit if unit is not Unit.BLANK)}


FACTION: Final = member("FACTION", Faction, grammar=lambda: {"FACTION": Faction.ids()})


class OfBloodstones(Question):
    """A question about this game."""

    grammar: ClassVar[Mapping[str, str]] = {
        "NAME=N": "a changed rule number: dragon.modifier=3, tiles_more=5"
    }

    @staticmethod
    def load(data: str, changes: Mapping[str, Number], where: str) -> Ruleset:
        """Return the rules of a folder of data files, numbers changed."""
        return with_overrides(load_ruleset(data=data), changes, where)

    def changes_in_words(self) -> str:
        """Return what rule numbers were changed, and what each of them is."""
        return changes_text(self.set)


NOTHING_SWAPPED: Final = "none"


def _read_force(text: str, where: str, rules: Ruleset) -> Force:
    return parse_force(text, where, rules)


def _is_force(value: Any) -> bool:
    return isinstance(value, Force)


def _force_grammar() -> Grammar:
    return {
        "FORCE": f"FACTION: UNIT[*COUNT], ...   all units in the area: {EXAMPLE}",
        "factions": Faction.ids(),
        "units": tuple(unit.id for unit in Unit if unit is not Unit.BLANK),
    }


def _force_control() -> Control:
    """Return how many of each unit a faction can have."""
    rules = load_ruleset()
    groups = {
        faction.id: {
            unit.id: tile.count
            for unit, tile in rules.factions[faction].tiles.items()
            if tile.count and unit is not Unit.BLANK
        }
        for faction in Faction
    }
    return Control(Shape.COUNTS, groups=groups, written=_force_of_counts)


def _force_of_counts(counts: Counts) -> str:
    """Return a force as it is written.

    >>> _force_of_counts({"hill_folk": {"giant": 2, "leader": 1}})
    'hill_folk: giant*2, leader*1'
    """
    return "; ".join(
        f"{faction}: {', '.join(f'{unit}*{number}' for unit, number in units.items())}"
        for faction, units in counts.items()
    )


FORCE: Final = Type(
    *("FORCE", _read_force, "Force", _is_force), grammar=_force_grammar, control=_force_control
)


def _read_side(text: str, where: str, rules: Ruleset) -> Force | Faction:
    """Return a force, or the faction alone whose name the text is."""
    return parse_force(text, where, rules) if ":" in text else Faction.parse(lowered(text), where)


def _is_side(value: Any) -> bool:
    return isinstance(value, Force | Faction)


def _written_side(value: Force | Faction) -> str:
    return str(value) if isinstance(value, Force) else value.id


FORCE_OR_FACTION: Final = Type(
    *("FORCE", _read_side, "Force | Faction", _is_side, _written_side), grammar=_force_grammar
)


def _read_terrain(text: str, where: str, _: Ruleset) -> Terrain:
    return parse_terrain(text, where)


def _is_terrain(value: Any) -> bool:
    return isinstance(value, Terrain)


def _terrain_grammar() -> Grammar:
    land = [terrain.id for terrain in Terrain if terrain is not Terrain.SEA]
    return {"TERRAIN": [*land, Terrain.SEA.id]}


TERRAIN: Final = Type(
    *("TERRAIN", _read_terrain, "Terrain", _is_terrain, lambda value: value.id),
    grammar=_terrain_grammar,
    control=lambda: choice_of(Terrain.ids()),
)
SIDE: Final = member("SIDE", Role, grammar=lambda: {"SIDE": Role.ids()})


def _hand_grammar() -> Grammar:
    return {
        "PIPS": "the pips of tiles, 1 to 5 each, such as 5,3; a hand lists the tiles that a side "
        "may swap in, at most the tiles the faction has left after its fighting units"
    }


def _drawn(pips: Sequence[int], where: str, rules: Ruleset) -> Hand:
    return tuple(pips)


def _swapped(pips: Sequence[int], where: str, rules: Ruleset) -> int:
    if len(pips) != 1:
        raise expected("one tile like 4, or none", ",".join(map(str, pips)), where)
    return check_hand(pips, where)[0]


HAND: Final = digits("PIPS", "pips like 5,3", check_hand, grammar=_hand_grammar)
DRAW: Final = digits("PIPS", "pips like 5,3", _drawn, grammar=_hand_grammar)


def _read_swapped(text: str, where: str, rules: Ruleset) -> int:
    """Return the pips of a tile swapped in, 0 for `none`.

    >>> _read_swapped("4", "swapped", None), _read_swapped("none", "swapped", None)
    (4, 0)
    """
    if text == NOTHING_SWAPPED:
        return NO_TILE
    pips: int = digits("PIPS", "pips like 5,3", _swapped).read(text, where, rules)
    return pips


def _is_tile(value: Any) -> bool:
    return type(value) is int


SWAPPED: Final = Type("PIPS", _read_swapped, "int", _is_tile, grammar=_hand_grammar)


def _read_swap(text: str, where: str, _: Ruleset) -> Swap:
    return choose_swap(text, NO_HAND, where)


def _is_swap(value: Any) -> bool:
    return isinstance(value, Swap)


def _swap_grammar() -> Grammar:
    return {
        "MODEL": "how a side swaps:",
        "  never": "keep the tiles drawn (the default without a hand)",
        "  greedy": "swap the best hand tile for the lowest tile drawn whenever that raises "
        "the total (the default with a hand)",
        "  equilibrium": "swap optimally, against an enemy who does the same or follows the "
        "other model; both sides know both hands; needs the solve extra (scipy)",
        "  informed": "like equilibrium, for Corsairs, who see the enemy's total",
    }


SWAP: Final = Type("MODEL", _read_swap, "Swap", _is_swap, grammar=_swap_grammar)


def _read_pip_value(text: str, where: str, _: Ruleset) -> float:
    return read_pip_value(text, where)


def _is_pip_value(value: Any) -> bool:
    return isinstance(value, float)


def _written_pip_value(value: float) -> str:
    return f"{value:g}"


def _pip_value_grammar() -> Grammar:
    presets = {
        f"  {name}": f"{preset.value:g}: {preset.reason}" for name, preset in PIP_VALUES.items()
    }
    return {
        "L": "how much win probability one spent pip is worth: a number like 0.02, or",
        **presets,
    }


PIP_VALUE: Final = Type(
    *("L", _read_pip_value, "float", _is_pip_value, _written_pip_value),
    grammar=_pip_value_grammar,
)


def _read_units(text: str, where: str, _: Ruleset) -> dict[Unit, int]:
    return parse_units(text, where)


def _are_units(value: Any) -> bool:
    return isinstance(value, Mapping)


def written_units(value: Mapping[Unit, int]) -> str:
    """Return units as they are written in commands.

    >>> written_units({Unit.CAVALRY: 2, Unit.SIEGE_ENGINE: 1})
    'cavalry*2, siege_engine'
    """
    return ", ".join(unit.id + (f"*{n}" if n > 1 else "") for unit, n in value.items())


UNITS: Final = Type(
    *("UNITS", _read_units, "Mapping[Unit, int]", _are_units, written_units),
    grammar=lambda: {"UNITS": "UNIT[*COUNT], ...   cavalry*2, leader"},
)
TILES: Final = Type(
    *("TILES", _read_units, "Mapping[Unit, int]", _are_units, written_units),
    grammar=lambda: {"TILES": "UNIT[*COUNT], ...   swordsman*2, blank"},
)
