"""What the questions about this game share: creatures by id, and the rules in force."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from bloodstones.core.contract.game import Number
from bloodstones.core.faults import Faults, nearest
from bloodstones.core.questions.parameters import Type
from bloodstones.core.questions.question import Question
from bloodstones.games.bellum_magica.odds.army import names_in
from bloodstones.games.bellum_magica.rules.names import Deck
from bloodstones.games.bellum_magica.rules.reading import Ruleset, load_ruleset


class OfBellumMagica(Question):
    """A question about this game."""

    @staticmethod
    def load(data: str, changes: Mapping[str, Number], where: str) -> Ruleset:
        """Return the rules of a folder of data files, numbers changed."""
        return load_ruleset(data, changes, where)


def creatures(what: str, decks: Collection[Deck]) -> Type:
    """Return the type of creatures of some decks, a tuple of their ids."""

    def read(text: str, where: str, rules: Ruleset) -> tuple[str, ...]:
        faults = Faults()
        names = [card.id for card in rules.creatures if card.deck in decks]
        for name in names_in(text):
            if name not in names:
                faults.add(where, what, name, nearest(name, names))
        faults.raise_if_any()
        return tuple(names_in(text))

    return Type("IDS", read, "tuple[str, ...]", is_tuple, ", ".join, _ids)


def is_tuple(value: Any) -> bool:
    """Whether a value is a tuple."""
    return isinstance(value, tuple)


def _ids() -> Mapping[str, str]:
    return {"IDS": 'creatures by id: "G01, E07"'}
