"""What the questions about draws share: whose tiles, founding, spending, their tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Final

from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults
from bloodstones.core.questions.answer import (
    CHANCE,
    COUNT,
    Answer,
    Aside,
    Column,
    Data,
    Fact,
    Facts,
    Part,
    Table,
)
from bloodstones.core.questions.controls import choice_of
from bloodstones.core.questions.parameters import FLAG, Type, param, ref, text_type, whole
from bloodstones.core.questions.question import check
from bloodstones.games.bloodstones.draws.by_turn import Plan, check_built, check_spent
from bloodstones.games.bloodstones.draws.opening import Aim, Founding
from bloodstones.games.bloodstones.draws.tiles import parse_worth
from bloodstones.games.bloodstones.questions.parameters import FACTION, OfBloodstones, units
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.odds.distribution import Distribution

RARE: Final = Fraction(1, 2000)  # outcomes of a distribution that are rarer stand in one row
AIMS: Final = {
    Aim.POINTS: "most points used, then most units",
    Aim.UNITS: "most units, then most points used",
    Aim.WORTH: "most worth, then most points used",
    Aim.NONE: "nothing placed",
}


def _read_aim(text: str, where: str, _: object) -> Aim:
    return Aim.read(text, where)


def _unread(text: str, where: str, _: object) -> str:
    return text  # what units there are depends on the faction


AIM: Final = Type(
    *("AIM", _read_aim, "Aim", lambda value: isinstance(value, Aim)),
    grammar=lambda: {
        "AIM": "points (default): use the most founding points, then place the most units; units: "
        "place the most units, then use the most points; worth: place the highest total worth; "
        "none: place nothing"
    },
    control=partial(choice_of, list(Aim)),
)
WORTH: Final = text_type(
    "UNIT=N,...", _unread, grammar=lambda: {"UNIT=N": "dragon=5,cavalry=2", **units()}
)


class OfDraws(OfBloodstones):
    """A question about the draws of a faction."""

    faction: Faction = param(FACTION, "Faction whose tiles are drawn.")

    @property
    def faction_name(self) -> str:
        """The faction's name for people."""
        return self.faction.id.replace("_", " ").title()


class Founded(OfDraws):
    """A starting hand that is founded before it is played."""

    founding: Aim | None = param(
        AIM, "Aim when placing units from the starting hand.", default=None, rare=True
    )
    worth: str = param(
        WORTH, "Worth of each unit when placing the starting hand.", default="", rare=True
    )
    inland: bool = param(
        FLAG, "The citadel is not at the sea, so no ships are placed.", default=False, rare=True
    )

    @check("faction", "founding", "worth")
    def worth_goes_with_its_founding(self, _: Faults) -> None:
        """Check that worths are given where they count, of units that the faction has."""
        if self.founding is not None and (self.founding is Aim.WORTH) != bool(self.worth):
            wanted = f"{ref('worth')} with {ref('founding')} {Aim.WORTH}"
            tip = f"for example {ref('worth')} cavalry=3,ship=2"
            raise InputError(f"expected {wanted}, got one alone ({ref('founding')})", tip)
        self.worths()

    def worths(self) -> Mapping[Unit, int]:
        """Return what units are worth."""
        if not self.worth:
            return {}
        return parse_worth(self.worth, self.faction, self.rules, ref("worth"))

    def founded(self) -> Founding:
        """Return how the starting hand is founded."""
        aim = self.founding or (Aim.WORTH if self.worth else Aim.POINTS)
        return Founding(aim, self.worths(), self.inland)

    def founding_data(self) -> dict[str, Any]:
        """Return how it is founded, for JSON."""
        how = self.founded()
        worth = {unit.id: value for unit, value in how.worth.items()}
        details = {"founding": how.aim.value, "inland": how.inland}
        return details | ({"unit_worth": worth} if worth else {})

    def founding_words(self) -> str:
        """Return how it is founded, in words."""
        return AIMS[self.founded().aim] + (", no ships (inland)" if self.inland else "")


class Spent(Founded):
    """Hands that are spent and refilled turn by turn."""

    spend: int | None = param(
        whole(0), "Number of tiles that leave the hand each turn, lowest pips first.", default=None
    )
    build: int = param(
        whole(0), "Number of these tiles that become units and stay on the map.", default=0
    )

    @check("faction", "spend")
    def spends_a_hand_at_most(self, _: Faults) -> None:
        """Check that no more tiles are spent than a full hand has."""
        check_spent(self.faction, self.spend or 0, self.rules, ref("spend"))

    @check("spend", "build")
    def builds_what_is_spent(self, _: Faults) -> None:
        """Check that no more tiles are built than are spent."""
        check_built(self.spend or 0, self.build, ref("build"))

    def plan(self) -> Plan:
        """Return how tiles are spent."""
        return Plan(self.spend or 0, self.build, self.founded())

    def plan_data(self) -> dict[str, Any]:
        """Return how tiles are spent, for JSON."""
        return {"spend": self.spend or 0, "build": self.build, **self.founding_data()}

    def plan_facts(self) -> Iterator[Fact]:
        """Yield how tiles are spent, in words."""
        built = f", {self.build} of them built" if self.build else ""
        yield Fact("", "Founding", self.founding_words())
        spent = f"{self.spend or 0} tiles spent{built}: lowest pips first, blank tiles last"
        yield Fact("", "A turn", spent)

    def check_spend_is_said(self, turn: int) -> None:
        """Raise InputError where turns are played and nothing says what they spend."""
        if self.spend is None and turn > 1:
            sentence = f"missing {ref('spend')} ({ref('by_turn')})"
            raise InputError(sentence, f"{ref('spend')} 5")


@dataclass(frozen=True, slots=True)
class Row:
    """An outcome: its number, its name and its chance."""

    value: int
    label: str
    p: Fraction

    def data(self) -> dict[str, Any]:
        """Return what JSON has of it."""
        return {
            "value": self.value,
            "label": self.label,
            "p": float(self.p),
            "p_fraction": str(self.p),
        }


def chances(key: str, title: str, rows: list[Row]) -> list[Part]:
    """Return a table of chances that are no distribution."""
    data = Data({key: {"rows": [row.data() for row in rows]}})
    return [_aside(key, title, rows), data, _shown(title, rows)]


def distribution(
    key: str,
    title: str,
    exact: Distribution,
    labels: Mapping[int, str] | None = None,
    *,
    mean: bool = True,
) -> list[Part]:
    """Return the table of a distribution.

    Parameters
    ----------
    key, title
        Its name in JSON and its heading.
    exact
        The distribution.
    labels
        What people call the outcomes, where that is not their number.
    mean
        Whether the mean outcome says something.
    """
    rows = [
        Row(outcome, (labels or {}).get(outcome, str(outcome)), exact.probability(outcome))
        for outcome in sorted(exact)
    ]
    if not mean:
        return chances(key, title, rows)
    average = exact.mean()
    answer = {
        "rows": [row.data() for row in rows],
        "mean": float(average),
        "mean_fraction": str(average),
    }
    common = [row for row in rows if row.p >= RARE]
    if len(common) < len(rows):
        common.append(Row(0, "other", sum((row.p for row in rows if row.p < RARE), Fraction())))
    heading = f"{title} (mean {float(average):.2f})"
    return [_aside(key, title, rows), Data({key: answer}), _shown(heading, common)]


def _aside(key: str, title: str, rows: list[Row]) -> Aside:
    """Return the rows as Python has them: outcome, its name, its exact chance."""
    columns = [
        Column("value", "Value", COUNT),
        Column("label", "Label"),
        Column("p", "Chance", CHANCE, bar=True),
    ]
    cells = [[row.value, row.label, row.p] for row in rows]
    return Aside(key, lambda: Table(columns, cells, title, key), main=True)


def _shown(title: str, rows: list[Row]) -> Part:
    """Return a table as people see it, with bars."""
    return Facts([Fact("", row.label, row.p, CHANCE) for row in rows], title, bars=True)


def answer(name: str, title: str, details: Mapping[str, Any], parts: list[Part]) -> Answer:
    """Return an answer, which says in JSON first which question it is to, and what was asked."""
    return Answer(title, [Data({"question": name, **details}), *parts])
