"""What the day's die lets an army plunder, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar, Final

from bloodstones.core.errors import near_matches
from bloodstones.core.faults import Faults
from bloodstones.core.questions.answer import (
    CHANCE,
    COUNT,
    EXACT_MEAN,
    LIST,
    TEXT,
    Answer,
    Column,
    Data,
    Fact,
    Facts,
    Part,
    Table,
)
from bloodstones.core.questions.parameters import Type, choice, param, table_from, text_type, whole
from bloodstones.core.questions.question import check
from bloodstones.games.bellum_magica.odds.army import (
    MOST_REROLLS,
    Army,
    RollPlan,
    Target,
    army_of,
    best_rolls,
    check_castle,
    check_creatures,
    check_target,
    target_of,
)
from bloodstones.games.bellum_magica.questions.common import OfBellumMagica, creatures
from bloodstones.games.bellum_magica.rules.names import Deck, Icon, Token

GATHERED: Final = (Icon.FOOD, Icon.GLYPH, Icon.TREASURE)
HEADS: Final = tuple(icon.id.removesuffix("_sword") for icon in Icon)
PLUNDER: Final = "plunder"
AIMS: Final = (PLUNDER, *(icon.id for icon in GATHERED))
TOKENS: Final = {token.id: token for token in (Token.SHIELD, Token.MAGIC_SHIELD)}


def _read_tokens(text: str, where: str, _: object) -> dict[Token, int]:
    faults, tokens = Faults(), dict[Token, int]()
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _mark, number = (word.strip() for word in part.partition("*"))
        if name not in TOKENS or not (number or "1").isdecimal():
            tip = near_matches(name, TOKENS) or f"known: {', '.join(TOKENS)}"
            faults.add(where, "TOKEN or TOKEN*NUMBER", part, tip)
            continue
        tokens[TOKENS[name]] = tokens.get(TOKENS[name], 0) + int(number or 1)
    faults.raise_if_any()
    return tokens


def _written_tokens(tokens: Mapping[Token, int]) -> str:
    return ", ".join(f"{token.id}*{number}" for token, number in tokens.items())


def _in_capitals(text: str, where: str, _: object) -> str:
    return text.strip().upper()


CASTLE: Final = text_type("ID", _in_capitals)
IDS: Final = creatures("a creature's id", tuple(Deck))
TOKENS_TYPE: Final = Type(
    "TOKENS",
    _read_tokens,
    "Mapping[Token, int]",
    table_from(Token, int),
    _written_tokens,
    lambda: {"TOKENS": '"shield*2, magic_shield"'},
)
AIM: Final = choice(
    "AIM",
    "an aim",
    lambda: AIMS,
    grammar=lambda: {
        "AIM": "plunder, food, glyph or treasure: what rerolls maximize; rerolls of other players "
        "do not count"
    },
)


class Odds(OfBellumMagica):
    """Exact odds that an army can plunder a target with the die of the day."""

    name = "odds"
    examples = ({"castle": "C1", "right": "E07, E12", "target": "V03"},)
    grammar: ClassVar[Mapping[str, str]] = {"NAME=N": "E07.R1=SSS, W05.shields=5, C1.shields=3"}

    castle: str = param(CASTLE, "Your castle board.")
    target: str = param(CASTLE, "Target: a location, the tavern, or another castle.")
    left: tuple[str, ...] = param(IDS, "Creatures to the left of the castle.", default=())
    right: tuple[str, ...] = param(IDS, "Creatures to the right of the castle.", default=())
    tokens: Mapping[Token, int] = param(
        TOKENS_TYPE, "Tokens of the castle under attack.", default={}
    )
    rerolls: int = param(
        whole(0, MOST_REROLLS),
        "Number of spells and barrels that you can use to reroll.",
        default=0,
    )
    aim: str = param(AIM, "What rerolls maximize.", default=PLUNDER)

    @check("castle")
    def castle_is_known(self, faults: Faults) -> None:
        """Check the castle board."""
        check_castle(self.rules, self.castle, faults)

    @check("left", "right")
    def creatures_fit(self, faults: Faults) -> None:
        """Check that the creatures can stand at a castle together."""
        check_creatures(self.rules, (*self.left, *self.right), faults)

    @check("castle", "target", "tokens")
    def target_can_be(self, faults: Faults) -> None:
        """Check the target, and that tokens protect a castle."""
        check_target(self.rules, self.target, self.tokens, self.castle, faults)

    def solve(self) -> Answer:
        """Return the chance to plunder, what is gathered, and how to use rerolls."""
        army = army_of(self.rules, self.castle, self.left, self.right)
        goal = target_of(self.rules, self.target, self.tokens)
        falls = [int(goal.falls_to(row)) for row in army.rows]
        plan = best_rolls(self._worths(army, falls), self.rerolls)
        means = {icon.id: plan.mean([row[icon] for row in army.rows]) for icon in GATHERED}
        p = plan.mean(falls)
        need = f"{goal.shields} shields, {goal.magic_shields} magic" + ", a thief" * goal.thief
        chances = [
            Fact("p_success", "Plundered", p, CHANCE, "first"),
            Fact("", "Not plundered", 1 - p, CHANCE, "second"),
        ]
        parts: list[Part] = [
            Data(self._asked(army, goal)),
            Facts(chances, bars=True),
            Data(self._planned(plan, falls, means)),
            _rows(army, falls),
            Facts([Fact("", f"Expected {name}", mean, EXACT_MEAN) for name, mean in means.items()]),
            _rolled_again(plan, self.aim),
        ]
        return Answer(f"{army.castle.name} against {goal.id} ({need})", parts)

    def _worths(self, army: Army, falls: list[int]) -> list[int]:
        if self.aim == PLUNDER:
            return falls
        return [row[Icon[self.aim.upper()]] for row in army.rows]

    def _asked(self, army: Army, goal: Target) -> dict[str, Any]:
        return {
            "castle": army.castle.id,
            "left": list(self.left),
            "right": list(self.right),
            "target": {
                "id": goal.id,
                "shields": goal.shields,
                "magic_shields": goal.magic_shields,
                "thief": goal.thief,
            },
        }

    def _planned(
        self, plan: RollPlan, falls: list[int], means: Mapping[str, Fraction]
    ) -> dict[str, Any]:
        return {
            "rows_that_win": [number for number, won in enumerate(falls, 1) if won],
            "aim": self.aim,
            "rerolls": len(plan.rolled_again),
            "expected_by_rerolls": [str(value) for value in plan.expected],
            "rolled_again": [list(rows) for rows in plan.rolled_again],
            "expected_gather": {name: float(mean) for name, mean in means.items()},
            "expected_gather_fraction": {name: str(mean) for name, mean in means.items()},
        }


def _rows(army: Army, falls: list[int]) -> Table:
    """Return what the army shows in each row of the die."""
    columns = [Column("", "Row", TEXT), *(Column("", head, COUNT) for head in HEADS)]
    lines = enumerate(zip(army.rows, falls, strict=True), 1)
    rows = [(f"{n} {'falls' if won else 'holds'}", *row) for n, (row, won) in lines]
    return Table(columns, rows)


def _rolled_again(plan: RollPlan, aim: str) -> Facts:
    """Return which rows to roll again, by the rerolls left."""
    rows = [
        Fact("", f"with {left} left", again, LIST.said(_rows_said))
        for left, again in enumerate(plan.rolled_again, 1)
    ]
    return Facts(rows, f"Roll again for {aim}")


def _rows_said(rows: tuple[int, ...]) -> str:
    return f"rows {', '.join(map(str, rows))}" if rows else "no row"


QUESTION: Final = Odds
