"""What the questions about this game share: cards, factions, the rules in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bloodstones.core.contract.game import Number
from bloodstones.core.faults import Faults
from bloodstones.core.questions.controls import Control, Counts, Shape
from bloodstones.core.questions.parameters import Grammar, Type, choice, table_from
from bloodstones.core.questions.question import Question
from bloodstones.games.battalia.odds.decks import KINDS, Deck, read_deck, written
from bloodstones.games.battalia.rules.names import FACTIONS, SUPPLY, Faction, card_ids
from bloodstones.games.battalia.rules.reading import Ruleset, load_ruleset

OTHERS: Final = "others"  # the cards of no faction


def _read_cards(text: str, where: str, rules: Ruleset) -> Deck:
    faults = Faults()
    deck = read_deck(rules, text, where, faults)
    faults.raise_if_any()
    return deck


def _grammar() -> Grammar:
    return {"CARDS": '"orsari: friman*3, chief; lagorai: priest; supply*5; horn"'}


def _control() -> Control:
    """Return how many of each card there are."""
    rules = load_ruleset()
    of_factions = {kind: rules.numbers[f"{kind}.copies"] for kind in KINDS}
    others = dict.fromkeys(card_ids()[SUPPLY:], 1) | {
        card_ids()[SUPPLY]: rules.numbers["supply.cards"]
    }
    groups = {**dict.fromkeys(Faction.ids(), of_factions), OTHERS: others}
    return Control(Shape.COUNTS, groups=groups, written=_of_counts, counted=_counted)


def _of_counts(counts: Counts) -> str:
    """Return cards as they are written.

    >>> _of_counts({"orsari": {"friman": 3}, "others": {"supply": 5}})
    'orsari: friman*3; supply*5'
    """
    parts = []
    for group, cards in counts.items():
        each = [f"{name}*{number}" for name, number in cards.items()]
        parts += each if group == OTHERS else [f"{group}: {', '.join(each)}"]
    return "; ".join(parts)


def _counted(deck: Deck) -> Counts:
    """Return how many of each card a deck has, by faction."""
    counts: dict[str, dict[str, int]] = {}
    for card, number in deck.items():
        if card < SUPPLY:
            kind, faction = divmod(card, FACTIONS)
            counts.setdefault(Faction(faction).id, {})[KINDS[kind]] = number
        else:
            counts.setdefault(OTHERS, {})[card_ids()[card]] = number
    return counts


CARDS: Final = Type(
    *("CARDS", _read_cards, "Mapping[int, int]", table_from(int, int)),
    write=written,
    grammar=_grammar,
    control=_control,
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
