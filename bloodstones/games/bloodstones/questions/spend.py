"""Which hand tile to spend on which draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults
from bloodstones.core.questions.answer import (
    CHANCE,
    Answer,
    Column,
    Data,
    Fact,
    Facts,
    Part,
    Table,
    percent,
)
from bloodstones.core.questions.parameters import QUESTION, param, ref
from bloodstones.core.questions.question import check
from bloodstones.games.bloodstones.odds.battle import BattleOdds
from bloodstones.games.bloodstones.odds.hands import Swap, choose_swap
from bloodstones.games.bloodstones.questions.battle import OfBattle
from bloodstones.games.bloodstones.questions.battle_answer import (
    SWAPS,
    TONES,
    battle_answer,
    fraction,
    place,
    side_of,
)
from bloodstones.games.bloodstones.questions.parameters import SIDE
from bloodstones.games.bloodstones.rules.names import Role

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.odds.spending import Case, Choice, Spending

MOST_TABLES: Final = 2
PERCENT: Final = 100
TRIED: Final = replace(CHANCE, none="-")


class Spend(OfBattle):
    """Which hand tile to spend after which draw, for a side that swaps optimally."""

    name = "spend"
    asks = "which hand tile to spend after which draw"
    examples = (
        {
            "attacker": "dragon_riders: cavalry, lizardman*2, leader",
            "defender": "horse_lords: swordsman, shieldbearer",
            "terrain": "plains",
            "attacker_hand": "5,3",
            "pip_value": "scarce",
        },
    )

    side: Role = param(SIDE, "Your side.", default=Role.ATTACKER)

    @check("side", "attacker_hand", "defender_hand")
    def has_a_hand(self, faults: Faults) -> None:
        """Check that the side that asks has a hand."""
        if not self.hand(self.side):
            name = ref(f"{self.side.id}_hand")
            raise InputError(f"missing {name} ({QUESTION})", f"{name} 5,4")

    def solve(self) -> Answer:
        """Return the chance to win by draw and choice, and what to do."""
        from bloodstones.games.bloodstones.odds.spending import spending

        battle, role = self.battle(), self.side
        if self.swap(role) is None:
            where, faction = ref(f"{role.id}_swap"), battle.force(role).faction
            best = choose_swap(Swap.EQUILIBRIUM, self.hand(role), where, faction)
            battle = battle.with_hand(role, self.hand(role), best)
        advice, odds = spending(battle, role), battle.odds
        data = {
            "question": self.name,
            "side": role.id,
            "strategy": [line._asdict() for line in advice.words],
            "draws": [_case_data(case) for case in advice.cases],
            "battle": battle_answer(battle),
        }
        return Answer(
            f"What the {role.id} should spend {place(odds.terrain)}",
            [Data(data), Facts([*_facts(advice, odds)]), *_tables(advice)],
        )


def _facts(advice: Spending, odds: BattleOdds) -> Iterator[Fact]:
    """Yield what the side has, what it should do, and what it plays against."""
    mine, enemy = side_of(odds, advice.role), side_of(odds, Role(1 - advice.role))
    yield Fact("", "Hand", " ".join(map(str, mine.hand)))
    for line in advice.words:
        if line.reached:
            yield Fact("", "Advice", line)
    held = " ".join(map(str, enemy.hand)) or "none"
    yield Fact("", "Enemy", f"hand {held}, {SWAPS[enemy.swap]}")
    assert odds.solution is not None
    worth = f"a pip is worth {odds.solution.battle.pip_value:g}"
    yield Fact("", "Wins", f"{percent(mine.win_probability)} with this advice; {worth}")


def _tables(advice: Spending) -> Iterator[Part]:
    """Yield a table for each thing that the enemy may show, if these are few."""
    sights = list(dict.fromkeys(case.seen for case in advice.cases))
    if len(sights) > MOST_TABLES:
        said = f"{len(sights)} things that the enemy may show: all in JSON"
        yield Facts([Fact("", "Draws", said)])
        return
    for seen in sights:
        cases = [case for case in advice.cases if case.seen == seen]
        yield _table(cases, f"{seen[:1].upper()}{seen[1:]}", advice.role)


def _table(cases: Sequence[Case], title: str, role: Role) -> Table:
    """Return the chance to win by draw and choice."""
    spent = sorted({choice.spent for case in cases for choice in case.choices})
    apart = all(len(case.draws) == 1 for case in cases)
    columns = [
        Column("", "draw", whole=True),
        Column("", "chance", CHANCE),
        *(Column("", f"spend {pips}" if pips else "keep", TRIED) for pips in spent),
        Column("", "best", tone=TONES[role]),
    ]
    rows = []
    for case in cases:
        tiles = " ".join(map(str, case.draws[0]))
        draw = f"{tiles} = {case.total}" if apart else f"{case.total}, lowest {case.lowest}"
        chances = [
            max((each.p for each in case.choices if each.spent == pips), default=None)
            for pips in spent
        ]
        rows.append([draw, case.chance, *chances, _done(case)])
    return Table(columns, rows, title)


def _done(case: Case) -> str:
    """Return what is done with a draw in words, in whole percent.

    >>> from fractions import Fraction
    >>> from bloodstones.games.bloodstones.odds.spending import Case, Choice
    >>> half = [Choice(pips, 9, 0.5, 0.5, 0.5) for pips in (0, 4)]
    >>> _done(Case("", ((2, 3, 4),), 9, 2, Fraction(1, 7), tuple(half)))
    'keep (50\\xa0%), spend 4 (50\\xa0%)'
    """
    words = []
    for choice in case.choices:
        share = round(choice.share * PERCENT)
        what = f"spend {choice.spent}" if choice.spent else "keep"
        if share:
            words.append(what if share == PERCENT else f"{what} ({share}\xa0%)")
    return ", ".join(words)


def _case_data(case: Case) -> dict[str, Any]:
    return {
        "seen": case.seen,
        "draws": [list(draw) for draw in case.draws],
        "sum": case.total,
        "lowest": case.lowest,
        "p": float(case.chance),
        "p_fraction": str(case.chance),
        "choices": [_choice_data(choice) for choice in case.choices],
    }


def _choice_data(choice: Choice) -> dict[str, Any]:
    return {
        "spend": choice.spent or None,
        "sum": choice.total,
        "p_win": float(choice.p),
        "p_win_fraction": fraction(choice.p),
        "worth": choice.worth,
        "share": choice.share,
    }
