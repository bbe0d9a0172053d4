"""What reports say of Wizard Kings alone: its words, its boards, typical games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import pandas as pd

from bloodstones.games.wizard_kings.rules.names import Terrain
from bloodstones.kit.players.restricted import WITHOUT
from bloodstones.plots.looks import BoardLooks
from bloodstones.plots.terrain import Look
from bloodstones.report.own import Course, Line, Own, Restriction, Words

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
# Without marks: a hex is small. Fills differ in greyscale, too.
LOOKS: Final = BoardLooks(
    terrains={
        Terrain.SEA.id: Look("#9ccbe3", "#0d3a57", (), 1.0),
        Terrain.CLEAR.id: Look("#efe3a4", "#3a3013", (), 1.0),
        Terrain.FOREST.id: Look("#6fa576", "#0b240d", (), 1.0),
        Terrain.SWAMP.id: Look("#8d9a8f", "#17211a", (), 1.0),
        Terrain.DESERT.id: Look("#f8efdc", "#4a3b1a", (), 1.0),
    },
    water=Terrain.SEA.id,
)
WORDS: Final = Words(
    chance="the luck of dice and of initiative",
    battles="the luck of the dice of battles",
    drawn="dice",
    alike="dice fell alike",
    end="somebody reached the goal or the last turn was over",
    dashed="sides at sea",
    rivers="Only one unit of a side may attack over a river.",
    terms={
        "a faction": "an army",
        "a round": "a turn",
        "rounds": "turns",
        "rounds of the tables": "rounds of the tables",
        "victory points": "GP",
    },
)


def figures(rows: pd.DataFrame) -> Mapping[str, float]:
    """Return what a side has or does, on average."""
    return {name: float(rows[name].mean()) for name in MEANS}


def groups(course: pd.DataFrame) -> Sequence[Sequence[Line]]:
    """Return the lines on what players do."""
    lines = [(words, *(f"{value:.1f}" for value in course[name])) for name, words in MEANS.items()]
    return (lines,)


def barred_thing(thing: str, army: str) -> str:
    """Return what a strategy goes without, whatever the army.

    >>> barred_thing("fire_arrow", "jurak")
    'fire arrow'
    """
    return thing.replace("_", " ")


OWN: Final = Own(
    words=WORDS,
    looks=LOOKS,
    course=Course(figures, groups),
    restriction=Restriction(WITHOUT, barred_thing),
)
