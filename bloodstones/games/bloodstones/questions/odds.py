"""The odds of a battle, and the family of questions that `bloodstones odds` asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from bloodstones.core.questions.answer import Answer, Aside, Data, Part, Picture
from bloodstones.core.questions.parameters import param, ref, whole
from bloodstones.core.questions.question import Question
from bloodstones.games.bloodstones.odds.battle import Battle
from bloodstones.games.bloodstones.questions.battle import OfBattle
from bloodstones.games.bloodstones.questions.battle_answer import battle_answer
from bloodstones.games.bloodstones.questions.luck import Luck
from bloodstones.games.bloodstones.questions.needs import Needs
from bloodstones.games.bloodstones.questions.order import Order
from bloodstones.games.bloodstones.questions.sampled import sampled_line, sampled_rate
from bloodstones.games.bloodstones.questions.spend import Spend
from bloodstones.games.bloodstones.questions.what_if import WhatIf

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bloodstones.core.questions.answer import Table

LARGEST_SEED: Final = 2**63 - 1
MOST_SAMPLES: Final = 1_000_000_000
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
    compiled_by = ("samples",)
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

    samples: int | None = param(
        whole(1, MOST_SAMPLES),
        "Check the odds with N random battles, and show the interval of their win rate.",
        default=None,
        rare=True,
    )
    seed: int = param(
        whole(0, LARGEST_SEED, "SEED"),
        f"Random seed of {ref('samples')}.",
        default=1,
        goes_with="samples",
        rare=True,
    )

    def solve(self) -> Answer:
        """Return the odds, and how battles fought at random came out."""
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
        if self.samples is None:
            return replace(answer, parts=parts)
        rate = _sampled(battle, self.samples, self.seed)
        parts.append(Data({"samples": {"n": self.samples, "seed": self.seed}, "sampled": rate}))
        return replace(answer, parts=parts, notes=[sampled_line(rate)])


def _sampled(battle: Battle, samples: int, seed: int) -> dict[str, Any]:
    """Return the rate of the attacker's victories, and whether its interval holds the odds."""
    from bloodstones.games.bloodstones.odds.sampling import sample_battle

    rate = sampled_rate(sample_battle(battle, samples, seed), samples)
    return rate | {"holds_p_attacker": rate["low"] <= battle.odds.p_attacker <= rate["high"]}


def _distribution(battle: Battle) -> Table:
    """Return the margins of the first fight."""
    from bloodstones.games.bloodstones.questions.first_fight import distribution

    return distribution(battle)


def _strengths(battle: Battle) -> Table:
    """Return the strengths of both sides in the first fight."""
    from bloodstones.games.bloodstones.questions.first_fight import strengths

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
