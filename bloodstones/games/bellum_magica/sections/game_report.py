"""What reports say of Bellum Magica alone: its words, typical games, strategies that go without."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bloodstones.games.bellum_magica.rules.numbers import load_numbers
from bloodstones.games.bellum_magica.rules.reading import load_ruleset
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
    "chests": "chests of a player at the end",
    "locations": "locations plundered, a player",
    "raids": "attacks on castles, a player",
    "chests_stolen": "chests stolen, a player",
    "evil": "evil creatures hired, a player",
    "most_evil": "most evil creatures hired, a player",
    "rerolls": "rerolls, a player",
}


def number(name: str) -> str:
    """Return what a number of the rules is called.

    >>> number("shift.castle_shields"), number("play.barrel_limit"), number("C1.shields")
    ('change in the shields of castles', 'most barrels that a player may have', 'C1, shields')
    """
    rule_number = load_numbers().get(name)
    return number_text(name) if rule_number is None else rule_number.meaning


WORDS: Final = GameText(
    chance="the luck of dice, cards and chests",
    dealt=" of cards",
    drawn="cards and rolls",
    alike="dice, cards and chests fell alike",
    end="somebody had enough chests",
    terms={
        "start player": "first captain",
        "a round": "a day",
        "rounds": "days",
        "rounds of the tables": "rounds of the tables",
        "turns of a player": "days",
        "turns, nine": "days, nine",
        "victory points": "points",
    },
    number=number,
)


def printed(name: str) -> int | None:
    """Return the printed value of a number.

    >>> printed("play.end_chests"), printed("nothing")
    (10, None)
    """
    return load_ruleset().numbers.get(name)


GLOSSARY: Final = {
    "barrel": "A token that makes the captain roll again when its owner returns it.",
    "captain": "The start player of a day, who rolls the die for all.",
    "castle board": "A player's board with six rows; the die makes one of them active.",
    "chest": "Loot with a hidden value in points; ten chests end the game.",
    "creature": "A card under the left of a castle to gather, or under its right to attack.",
    "day": "One turn of all players, with one active row.",
    "evil, most evil": "The two kinds of creatures that are recruited; the second costs more.",
    "location": "A farm, village or town; its shields have to be beaten to plunder it.",
    "tavern": "The place that everybody may plunder once a day.",
}

GAME_REPORT: Final = GameReport(
    words=WORDS,
    course=course_of_means(MEANS),
    restriction=Restriction(WITHOUT),
    printed=printed,
    glossary=GLOSSARY,
)
