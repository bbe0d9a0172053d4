"""What reports say of BattleLore alone: its words, its boards, units and cards gone without."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bloodstones.core.names import by_id
from bloodstones.games.battlelore.board_looks import BOARD
from bloodstones.games.battlelore.rules.names import Faction
from bloodstones.games.battlelore.rules.reading import load_ruleset
from bloodstones.games.battlelore.sections.muster import ARMY, TABLE
from bloodstones.games.battlelore.strategies.policy import restrictable
from bloodstones.kit.players.restricted import WITHOUT
from bloodstones.report.contract.game_report import (
    GameReport,
    GameText,
    Restriction,
    course_of_means,
)
from bloodstones.report.language.phrases import listing, title

# Column -> what a line says of its mean over seats.
MEANS: Final[Mapping[str, str]] = {
    "score": "victory points of a side at the end",
    "attacks": "attacks and counters, a side",
    "counters": "of these counters",
    "damage": "damage dealt, a side",
    "kills": "enemy units destroyed, a side",
    "driven": "hexes that enemies were driven back, a side",
    "lore_cards": "lore cards played, a side",
    "lore": "lore gained, a side",
    "units_left": "units left, a side",
}


def unit_kinds_text() -> str:
    """Return which kinds of unit columns of the table of activity count, by faction.

    >>> unit_kinds_text()
    'Kinds of unit, from the first to the fifth: Daqan yeoman archers, citadel guard, ...'
    """
    rules = load_ruleset()
    parts = [
        f"{title(faction.id)} {listing([kind.unit.replace('_', ' ') for kind in units])}"
        for faction in Faction
        if (units := rules.units_of(faction))
    ]
    return f"Kinds of unit, from the first to the fifth: {'; '.join(parts)}."


WORDS: Final = GameText(
    chance="the luck of dice and of cards",
    dealt=" of cards",
    drawn="dice and cards",
    alike="dice and cards fell alike",
    end="somebody had enough points, or no unit",
    activity=unit_kinds_text(),
    terms={
        "start player": "first player",
        "rounds of the tables": "rounds of the tables",
        "battles won": "battles won",
    },
)


def barred_thing(thing: str, faction: str) -> str:
    """Return the unit or card of a faction that a word of a restricted strategy means.

    >>> barred_thing("kind_1", "uthuk"), barred_thing("lore_2", "daqan")
    ('blood harvesters', 'rune blade')
    """
    return restrictable(load_ruleset(), by_id(Faction)[faction])[thing].replace("_", " ")


GLOSSARY: Final = {
    "banner": "A marker on a hex; it gives points each turn to the side whose unit stands there.",
    "command card": "What names the units of which sections may be ordered.",
    "hex": "A space of the board.",
    "legend": "The class of single figures, which take damage tokens instead of losses.",
    "lore": "What lore cards are paid with.",
    "muster": "To choose an army of 18 cards within its points before the game.",
    "scenario": "The card that lays out a half of the board and tells what its side scores for.",
    "unit": "One or more figures in a hex that move and fight together.",
}

GAME_REPORT: Final = GameReport(
    words=WORDS,
    board_looks=BOARD,
    course=course_of_means(MEANS),
    restriction=Restriction(WITHOUT, barred_thing),
    profiled={TABLE: ARMY},
    glossary=GLOSSARY,
)
