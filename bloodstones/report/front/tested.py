"""What to do about roles or places: the one change to recommend at their table, or none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

from bloodstones.report.contract.findings import Findings
from bloodstones.report.contract.tested import (
    PLACES,
    TestedChange,
    at_table,
    baseline_of,
    decisive,
    recipe,
)
from bloodstones.report.contract.topic import Finding, block_of
from bloodstones.report.language.verdicts import RateClaim
from bloodstones.stats.changes import LEAST
from bloodstones.stats.verdicts import BAND

TEMPLATE: Final = Path(__file__).with_name("tested.jinja")

Counsel = tuple[str, tuple[tuple[str, str], ...]]


@dataclass(frozen=True)
class Tested(Finding):
    """What games tested at a table.

    Attributes
    ----------
    tests
        Of all reports, with every player type, at this table.
    players, of
        The table; whether its roles or its places should be fair.
    least
        The least gain that matters, a part of all games.
    study
        That of the report which says so.
    named
        The role whose rates are named; "" for the one that is moved most.
    """

    tests: Sequence[TestedChange]
    players: int
    of: str
    least: float = LEAST
    study: str = ""
    named: str = ""

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        # Every test is asked again, whatever `recipe` chose.
        "none_gains": lambda f: all(
            f.weakest(one) < f.least or f.weakest(one) <= one.mending.within for one in f.strongest
        ),
        "gains": lambda f: f.recipe.mending.gain >= f.least,
        "one_recipe": lambda f: (
            any(
                one.change == f.recipe.change and one.words == f.recipe.words for one in f.strongest
            )
            and f.recipe.rank == max(one.rank for one in f.strongest if one.mending.helps(f.least))
        ),
        "still_unfair": lambda f: any(
            abs(after - 1 / f.players) > BAND / f.players for _, after in f.recipe.rates.values()
        ),
    }

    @property
    def recipe(self) -> TestedChange | None:
        """The change to recommend."""
        baseline = self.tests[0].baseline if self.tests else ""
        return recipe(self.tests, self.players, self.of, baseline, self.least)

    @property
    def strongest(self) -> Sequence[TestedChange]:
        """Of each change the test with the strongest player type."""
        return decisive(self.tests)

    def weakest(self, one: TestedChange) -> float:
        """Return the least gain of a change with any strategy of the type that decides."""
        return min(
            each.mending.gain
            for each in self.tests
            if each.change == one.change and each.kind == one.kind and each.report == one.report
        )

    @property
    def best(self) -> TestedChange | None:
        """Of the tests with the strongest type the one that gains most, whatever it harms."""
        return max(self.strongest, key=lambda one: one.mending.gain, default=None)

    @property
    def weaker(self) -> TestedChange | None:
        """A change that helps with a weaker player type alone, the one that gains most there."""
        rank = {one.change: one.rank for one in self.strongest}
        found = [
            one
            for one in self.tests
            if one.mending.helps(self.least) and one.rank < rank[one.change]
        ]
        return max(found, key=lambda one: one.mending.gain, default=None)

    @property
    def places(self) -> bool:
        """Whether places should be fair, and not roles."""
        return self.of == PLACES

    @property
    def moved(self) -> str:
        """Whose rates are named."""
        assert self.recipe is not None
        return self.named if self.named in self.recipe.rates else self.recipe.furthest

    @property
    def harmed(self) -> str:
        """The role that the recommended change pushes furthest from fair, if that matters."""
        assert self.recipe is not None
        if self.recipe.mending.harm < self.least:
            return ""
        fair = 1 / self.players
        rates = self.recipe.rates
        return max(rates, key=lambda who: abs(rates[who][1] - fair) - abs(rates[who][0] - fair))

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """The report whose games tested it, unless it is the one that says so."""
        one = self.recipe
        if one is None or one.study == self.study or not one.address:
            return ()
        return ((one.title, one.address),)


def table_tests(
    findings: Findings,
    players: int,
    of: str,
    *,
    named: str = "",
    own: Sequence[TestedChange] = (),
    least: float = LEAST,
) -> Tested:
    """Return what games tested at a table like that of a report.

    Parameters
    ----------
    own
        Tests of the report itself; they replace those that are read from the files beside it.
    """
    provenance = findings.cover.provenance
    study = str(provenance.get("study"))
    others = [one for one in findings.tested if not own or one.study != study]
    every = at_table([*others, *own], players, of, baseline_of(provenance))
    return Tested(tuple(every), players, of, least, study, named)


def counsel(findings: Findings, of: str, target: RateClaim | None) -> Counsel:
    """Return what to do about roles or places at a table, and the report that it rests on.

    Parameters
    ----------
    of
        `ROLES` or `PLACES`.
    target
        Who is furthest off, at which table; None where nobody is off at every level.
    """
    if target is None:
        return "", ()
    tested = table_tests(findings, target.players, of, named=str(target.key[0]))
    if of == PLACES and tested.recipe is None:
        return "", ()
    return block_of(TEMPLATE, tested, "advice", findings.templates), tested.links
