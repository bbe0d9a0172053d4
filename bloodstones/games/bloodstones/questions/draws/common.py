"""What the questions about draws share: whose tiles, founding, spending, samples, their tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final

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
from bloodstones.games.bloodstones.draws.tiles import MOST_SAMPLES, parse_worth
from bloodstones.games.bloodstones.questions.common import FACTION, OfBloodstones, units
from bloodstones.games.bloodstones.questions.sampled import rate_words, sampled_rate
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.odds.distribution import Distribution

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.draws.sampling import Sampler

RARE: Final = Fraction(1, 2000)  # outcomes of a distribution that are rarer stand in one row
RIGHT: Final = CHANCE.said(str)  # words, at the right of a column
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
SEED: Final = whole(0, metavar="SEED")


class OfDraws(OfBloodstones):
    """A question about the draws of a faction."""

    faction: Faction = param(FACTION, "Faction whose tiles are drawn.")

    @property
    def faction_name(self) -> str:
        """The faction's name for people."""
        return self.faction.id.replace("_", " ").title()


class Sampled(OfDraws):
    """Exact chances that a sample can check."""

    samples: int | None = param(
        whole(1, MOST_SAMPLES),
        "Check the odds with N random samples, with Wilson intervals.",
        default=None,
        rare=True,
    )
    seed: int = param(
        SEED, f"Random seed of {ref('samples')}.", default=1, goes_with="samples", rare=True
    )

    @property
    def size_of_sample(self) -> int:
        """How many are sampled, 0 without a sample."""
        return self.samples or 0

    def sampler(self) -> Sampler | None:
        """Return the sampler, None without a sample."""
        if not self.size_of_sample:
            return None
        from bloodstones.games.bloodstones.draws.sampling import Sampler

        return Sampler(self.faction, self.rules, self.size_of_sample, self.seed)

    def sample_parts(self) -> list[Part]:
        """Return what an answer says of its sample."""
        if not self.size_of_sample:
            return []
        text = f"{self.size_of_sample} with seed {self.seed}, Wilson 95 % interval"
        data = Data({"samples": {"n": self.size_of_sample, "seed": self.seed}})
        return [Facts([Fact("", "Sample", text)]), data]


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
    """An outcome: its number, its name, its chance, how many samples had it; None: not known."""

    value: int
    label: str
    p: Fraction | None
    sampled: int | None = None

    def data(self, samples: int) -> dict[str, Any]:
        """Return what JSON has of it."""
        shown: dict[str, Any] = {"value": self.value, "label": self.label}
        if self.p is not None:
            shown |= {"p": float(self.p), "p_fraction": str(self.p)}
        if self.sampled is not None:
            shown["sampled"] = sampled_rate(self.sampled, samples)
        return shown


def chances(key: str, title: str, rows: list[Row], samples: int = 0) -> list[Part]:
    """Return a table of chances that are no distribution."""
    return [
        _aside(key, title, rows),
        Data({key: {"rows": [row.data(samples) for row in rows]}}),
        _shown(title, rows, samples),
    ]


def distribution(
    key: str,
    title: str,
    exact: Distribution | None,
    labels: Mapping[int, str] | None = None,
    tally: Mapping[int, int] | None = None,
    samples: int = 0,
    *,
    mean: bool = True,
) -> list[Part]:
    """Return the table of a distribution, of its sample or of both.

    Parameters
    ----------
    key, title
        Its name in JSON and its heading.
    exact, tally
        The distribution, and how many of the `samples` had each outcome.
    labels
        What people call the outcomes, where that is not their number.
    mean
        Whether the mean outcome says something.
    """
    outcomes = sorted({*(exact or ()), *(tally or ())})
    rows = [
        Row(
            outcome,
            (labels or {}).get(outcome, str(outcome)),
            None if exact is None else exact.probability(outcome),
            None if tally is None else tally.get(outcome, 0),
        )
        for outcome in outcomes
    ]
    aside = _aside(key, title, rows)
    answer: dict[str, Any] = {"rows": [row.data(samples) for row in rows]}
    if exact is None or not mean:
        return [aside, Data({key: answer}), _shown(title, rows, samples)]
    average = exact.mean()
    answer |= {"mean": float(average), "mean_fraction": str(average)}
    heading = f"{title} (mean {float(average):.2f})"
    if samples:
        return [aside, Data({key: answer}), _shown(heading, rows, samples)]
    rare = [row for row in rows if row.p is not None and row.p < RARE]
    common = [row for row in rows if row not in rare]
    if rare:
        common.append(Row(0, "other", sum((row.p or Fraction() for row in rare), Fraction())))
    return [aside, Data({key: answer}), _shown(heading, common)]


def _aside(key: str, title: str, rows: list[Row]) -> Aside:
    """Return the rows as Python has them: outcome, its name, its exact chance, in how many samples.

    What is not known, the chance of a sample alone or the count without one, has no column.
    """
    columns = [Column("value", "Value", COUNT), Column("label", "Label")]
    cells: list[list[Any]] = [[row.value, row.label] for row in rows]
    for column, values in (
        (Column("p", "Chance", CHANCE, bar=True), [row.p for row in rows]),
        (Column("sampled", "Sampled", COUNT), [row.sampled for row in rows]),
    ):
        if any(value is not None for value in values):
            columns.append(column)
            for line, value in zip(cells, values, strict=True):
                line.append(value)
    return Aside(key, lambda: Table(columns, cells, title, key), main=True)


def _hidden(_: object) -> str:
    return "-"


def _shown(title: str, rows: list[Row], samples: int = 0) -> Part:
    """Return a table as people see it: bars, and the rates of a sample beside exact chances."""
    if not samples:
        facts = [Fact("", row.label, row.p, CHANCE) for row in rows if row.p is not None]
        return Facts(facts, title, bars=True)
    is_exact = all(row.p is not None for row in rows)
    exact = CHANCE if is_exact else CHANCE.said(_hidden)
    columns = [
        Column("", ""),
        Column("", "Exact", exact, bar=True),
        Column("", "Sampled", RIGHT),
    ]
    lines = []
    for row in rows:
        rate = sampled_rate(row.sampled or 0, samples)
        share = rate["p"] if row.p is None else row.p
        lines.append([row.label, share, "" if row.sampled is None else rate_words(rate)])
    return Table(columns, lines, title)


def at_least(tally: Mapping[int, int] | None, least: int) -> int | None:
    """Return how many samples had at least so much, None without a sample.

    >>> at_least({0: 5, 1: 3, 2: 2}, 1)
    5
    """
    if tally is None:
        return None
    return sum(count for outcome, count in tally.items() if outcome >= least)


def answer(name: str, title: str, details: Mapping[str, Any], parts: list[Part]) -> Answer:
    """Return an answer, which says in JSON first which question it is to, and what was asked."""
    return Answer(title, [Data({"question": name, **details}), *parts])
