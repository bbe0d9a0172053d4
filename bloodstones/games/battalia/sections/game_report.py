"""The part of reports for Battalia: its words, typical games and sections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bloodstones.games.battalia.rules.numbers import load_numbers
from bloodstones.games.battalia.rules.reading import LISTED, load_ruleset
from bloodstones.kit.players.restricted import WITHOUT
from bloodstones.report.contract.game_report import (
    GameReport,
    GameText,
    Restriction,
    course_of_means,
)
from bloodstones.report.language.phrases import number_text

# Column -> what a line says of its mean over seats.
MEANS: Final[Mapping[str, str]] = {
    "score": "points of a player at the end",
    "cities": "cities built, a player",
    "upgrades": "levels that cities were raised, a player",
    "roads": "roads built, a player",
    "neutrals": "neutral cities taken, a player",
    "fights": "attacks on others, a player",
    "conquered": "cities taken from others, a player",
    "hired": "heroes hired, a player",
    "units": "units hired, a player",
    "limbo": "cards put in limbo, a player",
    "cohort_cards": "cards drawn for cohorts, a player",
    "deck_size": "cards of a player at the end",
}
ORACLE: Final = "oracle.step"
CARDS: Final = frozenset(card for cards in LISTED.values() for card in cards)


def number(name: str) -> str:
    """Return what a number of the rules is called.

    >>> number("city_cross.copies"), number("oracle.step"), number("tokens.level_1")
    ('copies of city cross', 'symbols that the oracle turns', 'Tokens, level 1')
    """
    numbers = load_numbers()
    if name in numbers and name.rpartition(".")[0] in CARDS:
        return numbers[name].meaning
    return "symbols that the oracle turns" if name == ORACLE else number_text(name)


WORDS: Final = GameText(
    chance="the luck of cards and dice",
    dealt=" of cards",
    drawn="cards and dice",
    alike="cards and dice fell alike",
    end="the board was full or somebody had five cities of level 4",
    terms={
        "start player": "first player",
        "victory points": "points",
    },
    number=number,
)


def printed(name: str) -> int | None:
    """Return the printed value of a number.

    >>> printed("end.cities"), printed("nothing")
    (5, None)
    """
    return load_ruleset().numbers.get(name)


GLOSSARY: Final = {
    "artifact": "A card of one of seven types, used to convert another card or for an action.",
    "city": "A map card with a level, which defends it; controlled cities win the game.",
    "cohort": "Three or more cards of one faction in a hand, announced for extra cards.",
    "corner": "Where a player's first city may stand.",
    "great artifact": "An artifact that the oracle does not touch and no other converts.",
    "hero": "A figure that moves along roads and opens fights; each player has two.",
    "oracle": "Two wheels of the artifact types; what it lights or pairs changes every round.",
    "road": "What is drawn on map cards and joins them; heroes move along it.",
    "upgrade": "To raise a city by a level.",
}

GAME_REPORT: Final = GameReport(
    words=WORDS,
    course=course_of_means(MEANS),
    restriction=Restriction(WITHOUT),
    printed=printed,
    glossary=GLOSSARY,
)
