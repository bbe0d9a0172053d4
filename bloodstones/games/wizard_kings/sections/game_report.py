"""What reports say of Wizard Kings alone: its words, its boards, typical games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bloodstones.games.wizard_kings.board_looks import BOARD
from bloodstones.games.wizard_kings.rules.numbers import load_numbers
from bloodstones.kit.players.restricted import WITHOUT
from bloodstones.report.contract.game_report import (
    GameReport,
    GameText,
    Restriction,
    course_of_means,
)

SWITCH: Final = ", 1 or 0"  # how the meaning of a trait says what it is set to
# Column -> what a line says of its mean over seats.
MEANS: Final[Mapping[str, str]] = {
    "score": "GP of a side's cities at the end",
    "battles_attacking": "battles as attacker, a side",
    "battles_won": "battles won, a side",
    "steps_lost": "strength lost, a side",
    "steps_bought": "strength bought in play, a side",
    "spells": "spells cast, a side",
    "units_left": "units left, a side",
}


def number(name: str) -> str:
    """Return what a number of the rules is called.

    >>> number("jurak.castle.max"), number("glader.forest")
    ('full strength of castle (Jurak)', 'whether glader is forest folk')
    """
    return load_numbers()[name].meaning.replace(SWITCH, "")


WORDS: Final = GameText(
    chance="the luck of dice and of initiative",
    battles="the luck of the dice of battles",
    drawn="dice",
    alike="dice fell alike",
    end="somebody reached the goal or the last turn was over",
    dashed="sides at sea",
    rivers="Only one unit of a side may attack over a river.",
    waterfalls="Bars in a river are waterfalls, which nobody swims over.",
    shoals="Dotted sides are shoals, closed to aquatics.",
    terms={
        "a faction": "an army",
        "a round": "a turn",
        "rounds": "turns",
        "rounds of the tables": "rounds of the tables",
        "victory points": "GP",
    },
    number=number,
)


def printed(name: str) -> int | None:
    """Return the printed value of a number.

    >>> printed("turns"), printed("nothing")
    (10, None)
    """
    rule_number = load_numbers().get(name)
    return (
        int(rule_number.values[0])
        if rule_number is not None and len(rule_number.values) == 1
        else None
    )


GLOSSARY: Final = {
    "block": "A unit on the map; outside of battle its owner alone sees what it is.",
    "city": "A hex worth 1 to 3 GP to who controls it.",
    "GP": "What armies and new steps cost, and what controlled cities are worth.",
    "hex": "A space of the map.",
    "initiative": "The order of the players in a turn, rolled anew every turn.",
    "spell": "What a wizard casts; it costs the wizard as many steps as the spell's level.",
    "step": "A point of a unit's strength; a hit takes one.",
    "wizard": "A flying unit that acts first and casts or retreats instead of attacking.",
}

GAME_REPORT: Final = GameReport(
    words=WORDS,
    board_looks=BOARD,
    course=course_of_means(MEANS),
    restriction=Restriction(WITHOUT),
    printed=printed,
    glossary=GLOSSARY,
)
