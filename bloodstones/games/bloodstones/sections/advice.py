"""Strategic advice measured: a file names hints and the exact numbers that confirm or correct them.

The file (TOML) states each hint in words, which numbers are worked out for it (see
`advice_numbers`), and what would have to be true of them for the hint to hold. It may name the
things that the hint counsels to have or warns of, for what whole games tell of them (see
`advice_games`). No result stands in it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from bloodstones.core.errors import InputError
from bloodstones.core.files.datafile import Entry, Faults, read_toml
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from bloodstones.games.bloodstones.sections.advice_numbers import KINDS, Measure, difference
from bloodstones.games.bloodstones.strategies.droppable import OWN_THINGS

KIND = "advice"
GAME = "bloodstones"
ID_PATTERN = "[a-z0-9][a-z0-9_]*"
ID_MEANING = "small letters, digits and _"
HOLDS, HOLDS_IN_PART, FAILS = "holds", "holds in part", "does not hold"
LEAST, MOST = -100.0, 100.0


@dataclass(frozen=True, slots=True)
class Condition:
    """What must be true for a hint to hold.

    Attributes
    ----------
    number
        The label of the number tested.
    words
        The condition, in the unit of the number: "at least 90.0 %".
    holds
        Whether it is true.
    bound
        The number that it is compared with.
    """

    number: str
    words: str
    holds: bool
    bound: Fraction | float


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint with its numbers.

    Attributes
    ----------
    id, says
        Its name and what it says, in the project's own words.
    numbers
        Label -> number.
    conditions
        What must be true for the hint to hold, and whether it is.
    things
        What it counsels to have or warns of: units, `undead` or `raids`.
    factions
        Ids of the factions whose things it means; none: all that have them.
    """

    id: str
    says: str
    numbers: Mapping[str, Measure]
    conditions: tuple[Condition, ...]
    things: tuple[str, ...] = ()
    factions: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """`HOLDS`, `HOLDS_IN_PART` or `FAILS`, by how many of the conditions are true."""
        true = sum(condition.holds for condition in self.conditions)
        return HOLDS if true == len(self.conditions) else HOLDS_IN_PART if true else FAILS


@dataclass(frozen=True, slots=True)
class Advice:
    """An advice study with its answers."""

    id: str
    question: str
    hints: tuple[Hint, ...]


def called(hint_id: str) -> str:
    """Return what a hint is called.

    >>> called("cavalry_pins")
    'Cavalry pins'
    """
    return hint_id.replace("_", " ").capitalize()


def measure_advice(path: Path, ruleset: Ruleset | None = None) -> Advice:
    """Return the answers to an advice file.

    Parameters
    ----------
    path
        The file.
    ruleset
        The rules in force; the shipped ones by default.

    Raises
    ------
    InputError
        With every fault of the file.
    """
    faults = Faults()
    top = read_toml(path, faults)
    advice = None if top is None else _advice(top, ruleset or load_ruleset())
    faults.raise_if_any()
    assert advice is not None  # without a top table there is a fault
    return advice


def _advice(top: Entry, rules: Ruleset) -> Advice:
    top.choice("kind", {KIND: KIND})
    top.choice("game", {GAME: GAME})
    advice = Advice(
        top.text("id", pattern=ID_PATTERN, meaning=ID_MEANING),
        top.text("question"),
        tuple(_hint(entry, rules) for entry in top.tables("hints")),
    )
    if top.sound("hints") and not advice.hints:
        top.fault("hints", "at least one hint")
    ids = [hint.id for hint in advice.hints]
    if len(set(ids)) < len(ids):
        top.faults.note(top.where, "hints with an id each of their own", ", ".join(ids))
    top.finish()
    return advice


def _hint(entry: Entry, rules: Ruleset) -> Hint:
    numbers: dict[str, Measure] = {}
    for part in entry.tables("numbers"):
        label = part.text("label")
        if label in numbers:
            part.fault("label", "labels that differ")
        numbers[label] = _number(part, numbers, rules)
        part.finish()
    hint = Hint(
        entry.text("id", pattern=ID_PATTERN, meaning=ID_MEANING),
        entry.text("says"),
        numbers,
        tuple(_condition(each, numbers) for each in entry.tables("holds")),
        _names(entry, "things", OWN_THINGS),
        _names(entry, "factions", Faction.ids()),
    )
    if entry.sound("holds") and not hint.conditions:
        entry.fault("holds", "at least one condition")
    if "factions" in entry and "things" not in entry:
        entry.faults.note(entry.where, "things beside factions", "none")
    entry.finish(optional=["things", "factions"])
    return hint


def _names(entry: Entry, key: str, choices: Collection[str]) -> tuple[str, ...]:
    """Return the names in a list that may be left out, but not be empty."""
    if key not in entry:
        return ()
    names = entry.choices(key, {name: name for name in choices})
    if entry.sound(key) and not names:
        entry.fault(key, f"at least one name in {key}")
    return names


def _number(part: Entry, numbers: Mapping[str, Measure], rules: Ruleset) -> Measure:
    """Return a number; faults of its inputs are reported with their places."""
    if part.values.get("kind") == "difference":
        part.text("kind")
        labels = {label: label for label in numbers}
        if not labels:
            part.fault("of", "the label of a number above")
            return Measure.none()
        return difference(numbers[part.choice("of", labels)], numbers[part.choice("less", labels)])
    work = part.choice("kind", KINDS)
    before = len(part.faults.sentences)
    try:
        return work(part, rules)
    except InputError as error:
        if len(part.faults.sentences) == before:
            part.faults.add_error(InputError(f"{part.where}: {error.message}", error.tip))
        return Measure.none()


def _condition(entry: Entry, numbers: Mapping[str, Measure]) -> Condition:
    """Return whether a condition is true: `at_least`, `at_most` or `more_than` another number."""
    label = entry.choice("number", {each: each for each in numbers} or {"": ""})
    value, unit = numbers.get(label, Measure.none())
    bounds = [key for key in ("at_least", "at_most", "more_than") if key in entry]
    words, holds, bound = "", False, Measure.none().value
    if len(bounds) != 1:
        limits = " and ".join(bounds) or "none"
        entry.faults.note(entry.where, "one of at_least, at_most and more_than", limits)
    elif bounds == ["more_than"]:
        other = entry.choice("more_than", {each: each for each in numbers} or {"": ""})
        bound = numbers.get(other, Measure.none()).value
        words, holds = f"more than “{other}”", value > bound
    else:
        bound = entry.number(bounds[0], low=LEAST, high=MOST)
        words = f"{bounds[0].replace('_', ' ')} {Measure(bound, unit).text}"
        holds = value >= bound if bounds == ["at_least"] else value <= bound
    entry.finish(optional=bounds)
    return Condition(label, words, holds, bound)
