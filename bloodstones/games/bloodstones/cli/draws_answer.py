"""The answer to a question about draws: tables of exact chances, beside them a sample's shares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bloodstones.games.bloodstones.draws.blanks import Measure
from bloodstones.games.bloodstones.questions.sampled import sampled_rate
from bloodstones.odds.distribution import Distribution


@dataclass(frozen=True, slots=True)
class Row:
    """One outcome: its number, what a reader calls it, its exact chance, how many samples had it.

    `p` is None if it was too much to count.
    """

    value: int
    label: str
    p: Fraction | None
    sampled: int | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A table of the answer.

    Attributes
    ----------
    key
        Its name in JSON.
    title
        Its heading.
    rows
        One for each outcome.
    mean
        The exact mean outcome, where it says something.
    """

    key: str
    title: str
    rows: tuple[Row, ...]
    mean: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What the command prints.

    Attributes
    ----------
    question
        The question's name in JSON.
    title
        Heading of the panel.
    facts
        What the question supposes, in words: label and text.
    details
        The same for JSON.
    sections
        The tables.
    headline
        The chance that answers the question, if it is one.
    samples, seed
        Of the sample; 0 samples without one.
    measures
        Numbers with and without the blank tiles.
    """

    question: str
    title: str
    facts: tuple[tuple[str, str], ...]
    details: Mapping[str, Any]
    sections: tuple[Section, ...]
    headline: Fraction | None = None
    samples: int = 0
    seed: int = 0
    measures: tuple[Measure, ...] = ()


def section(
    key: str,
    title: str,
    exact: Distribution | None,
    labels: Mapping[int, str] | None = None,
    tally: Mapping[int, int] | None = None,
) -> Section:
    """Return the table of a distribution, of its sample or of both."""
    outcomes = sorted({*(exact or ()), *(tally or ())})
    rows = tuple(
        Row(
            outcome,
            (labels or {}).get(outcome, str(outcome)),
            None if exact is None else exact.probability(outcome),
            None if tally is None else tally.get(outcome, 0),
        )
        for outcome in outcomes
    )
    return Section(key, title, rows, None if exact is None else exact.mean())


def at_least(tally: Mapping[int, int] | None, least: int) -> int | None:
    """Return how many samples had at least so much, None without a sample.

    >>> at_least({0: 5, 1: 3, 2: 2}, 1)
    5
    """
    if tally is None:
        return None
    return sum(count for outcome, count in tally.items() if outcome >= least)


def chances(
    key: str, title: str, rows: Iterable[tuple[int, str, Fraction | None, int | None]]
) -> Section:
    """Return a table of chances that are no distribution."""
    return Section(key, title, tuple(Row(*row) for row in rows))


def as_object(answer: Answer, overrides: Mapping[str, int]) -> dict[str, Any]:
    """Return the answer as the JSON object that the command prints."""
    result: dict[str, Any] = {"question": answer.question, **answer.details}
    if answer.headline is not None:
        result |= {"p": float(answer.headline), "p_fraction": str(answer.headline)}
    for table in answer.sections:
        shown: dict[str, Any] = {"rows": [_row(row, answer.samples) for row in table.rows]}
        if table.mean is not None:
            shown |= {"mean": float(table.mean), "mean_fraction": str(table.mean)}
        result[table.key] = shown
    if answer.measures:
        result["measures"] = {each.name: _measure(each) for each in answer.measures}
    if answer.samples:
        result["samples"] = {"n": answer.samples, "seed": answer.seed}
    return result | ({"overrides": dict(overrides)} if overrides else {})


def _row(row: Row, samples: int) -> dict[str, Any]:
    shown: dict[str, Any] = {"value": row.value, "label": row.label}
    if row.p is not None:
        shown |= {"p": float(row.p), "p_fraction": str(row.p)}
    if row.sampled is not None:
        shown["sampled"] = sampled_rate(row.sampled, samples)
    return shown


def _measure(measure: Measure) -> dict[str, float]:
    return {
        "with_blanks": float(measure.with_blanks),
        "without": float(measure.without),
        "shift": float(measure.shift),
    }


def names(units: Iterable[str]) -> str:
    """Return names for people.

    >>> names(["siege_engine", "blank"])
    'blank or siege engine'
    """
    ordered: Sequence[str] = sorted(units)
    return " or ".join(name.replace("_", " ") for name in ordered)
