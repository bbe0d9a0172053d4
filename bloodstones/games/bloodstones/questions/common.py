"""What the questions about this game share: factions, and the rules in force."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from bloodstones.core.game import Number
from bloodstones.core.questions.controls import choice_of
from bloodstones.core.questions.parameters import Grammar, Type
from bloodstones.core.questions.question import Question
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.numbers import with_overrides
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset


def _read_faction(text: str, where: str, _: object) -> Faction:
    return Faction.parse(text.strip().lower().replace("-", "_").replace(" ", "_"), where)


def _factions() -> Grammar:
    return {"FACTION": Faction.ids()}


def units() -> Grammar:
    """Return the row of help with the unit types."""
    return {"units": " ".join(unit.id for unit in Unit if unit is not Unit.BLANK)}


FACTION: Final = Type(
    "FACTION",
    _read_faction,
    "Faction",
    lambda value: isinstance(value, Faction),
    lambda faction: faction.id,
    _factions,
    control=partial(choice_of, Faction.ids()),
)


class OfBloodstones(Question):
    """A question about this game."""

    @staticmethod
    def load(data: str, changes: Mapping[str, Number], where: str) -> Ruleset:
        """Return the rules of a folder of data files, numbers changed."""
        return with_overrides(load_ruleset(data=data), changes, where)
