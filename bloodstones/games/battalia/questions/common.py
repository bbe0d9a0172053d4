"""What the questions about this game share: cards, factions, the rules in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bloodstones.core.contract.game import Number
from bloodstones.core.faults import Faults
from bloodstones.core.questions.parameters import Grammar, Type, choice
from bloodstones.core.questions.question import Question
from bloodstones.games.battalia.odds.decks import Deck, read_deck, written
from bloodstones.games.battalia.rules.names import Faction
from bloodstones.games.battalia.rules.reading import Ruleset, load_ruleset


def _read_cards(text: str, where: str, rules: Ruleset) -> Deck:
    faults = Faults()
    deck = read_deck(rules, text, where, faults)
    faults.raise_if_any()
    return deck


def _grammar() -> Grammar:
    return {"CARDS": '"orsari: friman*3, chief; lagorai: priest; supply*5; horn"'}


CARDS: Final = Type(
    *("CARDS", _read_cards, "Mapping[int, int]", lambda value: isinstance(value, Mapping)),
    write=written,
    grammar=_grammar,
)
FACTION: Final = choice(
    "FACTION", "a faction", Faction.ids, grammar=lambda: {"FACTION": Faction.ids()}
)


class OfBattalia(Question):
    """A question about this game."""

    @staticmethod
    def load(data: str, changes: Mapping[str, Number], where: str) -> Ruleset:
        """Return the rules of a folder of data files, numbers changed."""
        return load_ruleset(data, changes, where)
