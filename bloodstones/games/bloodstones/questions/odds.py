"""The odds of a battle, and the family of questions that `bloodstones odds` asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from bloodstones.core.questions.answer import Answer, Aside, Part, Picture
from bloodstones.core.questions.question import Question
from bloodstones.games.bloodstones.odds.battle import Battle
from bloodstones.games.bloodstones.questions.battle import OfBattle
from bloodstones.games.bloodstones.questions.battle_answer import battle_answer
from bloodstones.games.bloodstones.questions.luck import Luck
from bloodstones.games.bloodstones.questions.needs import Needs
from bloodstones.games.bloodstones.questions.order import Order
from bloodstones.games.bloodstones.questions.spend import Spend
from bloodstones.games.bloodstones.questions.what_if import WhatIf

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bloodstones.core.questions.answer import Table

FIRST_FIGHT: Final = "the first fight"


class Odds(OfBattle):
    """Exact odds of a battle: win probabilities, withdrawal, expected VP and losses."""

    name = "odds"
    asks = "the odds of the battle"
    family: ClassVar[Sequence[type[Question]]] = (WhatIf, Spend, Needs, Luck, Order)
    pictures: ClassVar[Mapping[str, str]] = {"first_fight": FIRST_FIGHT}
    asides: ClassVar[Mapping[str, str]] = {
        "distribution": "how the first fight comes out: by how much the attacker is stronger "
        "(`margin`), the exact chance `p` of that, and what it means (`outcome`). Given that the "
        "fight is not fought again, the chances of an outcome are the odds of the battle, unless "
        "a tile is swapped in.",
        "strengths": "how strong each side comes out in the first fight, with exact chances.",
    }
    examples = (
        {
            "attacker": "dragon_riders: cavalry, lizardman*2, leader",
            "defender": "horse_lords: swordsman, shieldbearer",
            "terrain": "plains",
        },
        {
            "attacker": "corsairs: axeman*4, siege_engine",
            "defender": "hill_folk: giant, castle",
            "terrain": "hills",
            "attacker_hand": "5,4",
            "defender_hand": "4",
            "corsair_ship": True,
        },
    )

    def solve(self) -> Answer:
        """Return the odds."""
        battle = self.battle()
        answer = battle_answer(battle)
        parts: list[Part] = [
            *answer.parts,
            Aside("distribution", partial(_distribution, battle)),
            Aside("strengths", partial(_strengths, battle)),
            Picture(
                "first_fight", FIRST_FIGHT, partial(_draw, battle), partial(_draw_margins, battle)
            ),
        ]
        return replace(answer, parts=parts)


def _distribution(battle: Battle) -> Table:
    """Return the margins of the first fight."""
    from bloodstones.games.bloodstones.questions.battle_picture import distribution

    return distribution(battle)


def _strengths(battle: Battle) -> Table:
    """Return the strengths of both sides in the first fight."""
    from bloodstones.games.bloodstones.questions.battle_picture import strengths

    return strengths(battle)


def _draw(battle: Battle) -> Figure:
    """Return the picture of the first fight."""
    from bloodstones.games.bloodstones.questions.battle_picture import draw_first_fight

    return draw_first_fight(battle)


def _draw_margins(battle: Battle, axes: Axes) -> None:
    """Draw the margins of the first fight on given axes."""
    from bloodstones.games.bloodstones.questions.battle_picture import draw_margins

    draw_margins(battle, axes)


QUESTION: Final = Odds
