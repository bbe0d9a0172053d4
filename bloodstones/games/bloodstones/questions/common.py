"""What the questions about this game share: factions, units, and the rules in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from bloodstones.core.contract.game import Number
from bloodstones.core.questions.parameter_types import member
from bloodstones.core.questions.parameters import Grammar
from bloodstones.core.questions.question import Question
from bloodstones.games.bloodstones.rules.changes import changes_text
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.numbers import with_overrides
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
