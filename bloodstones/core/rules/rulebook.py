"""What the rules register holds: sections, clauses, worked examples, ambiguities and options.

`register.load_register` reads it from `data/register/`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain

from bloodstones.core.errors import expected, near_matches
from bloodstones.core.files.pairs import spelling

Value = str | int | bool


class ClauseStatus(StrEnum):
    """How a clause, example or ambiguity is held by tests."""

    EXECUTABLE = "executable"
    """A position of a game can show it."""
    DATA = "data"
    """It is a number or a definition, held by tests of the data."""
    NOT_APPLICABLE = "not_applicable"
    """Nothing of the laboratory can show it; the entry says why."""


@dataclass(frozen=True, slots=True)
class RuleSection:
    """A section of the rules: the middle of its clauses' ids, and a title."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of the rules.

    Attributes
    ----------
    reason
        Why it is not applicable; empty for any other status.
    roles
        The roles (factions, armies) it is about; empty if it is about all.
    ambiguities
        Ids of the ambiguities whose reading it states.
    """

    id: str
    section: str
    text: str
    status: ClauseStatus
    reason: str
    roles: tuple[str, ...]
    ambiguities: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: printed in the rulebook (EX) or following from the clauses (DX).

    Attributes
    ----------
    id
        `EX-…` or `DX-…`.
    given, expected
        The position, and what follows, in words.
    clauses
        Ids of those that it shows.
    status
        How the laboratory holds it.
    reason
        Why it is not applicable; empty for any other status.
    """

    id: str
    given: str
    expected: str
    clauses: tuple[str, ...]
    status: ClauseStatus
    reason: str


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """A point that the rulebook leaves open, with the reading taken and why.

    Attributes
    ----------
    id
        `AMB-…`.
    question, reading, why
        What the text leaves open, how it is read here, and the reason.
    fixed
        Whether no option changes the reading.
    clauses
        Ids of those that cite it.
    status
        How the laboratory holds it.
    reason
        Why it is not applicable; empty for any other status.
    """

    id: str
    question: str
    reading: str
    why: str
    fixed: bool
    clauses: tuple[str, ...]
    status: ClauseStatus
    reason: str


@dataclass(frozen=True, slots=True)
class RuleOption:
    """A reading of the rules that can be chosen.

    Attributes
    ----------
    values
        What it can be set to, the default first; typed as in game records.
    ambiguity
        The ambiguity that it settles, or None (a variant of the rulebook itself).
    clauses
        The clauses whose reading it changes.

    Examples
    --------
    >>> option = RuleOption("spacing", (3, 2), "Fewest steps.", "AMB-05", ("BS-SETUP-12",))
    >>> option.default, option.parse("2", "--set")
    (3, 2)
    """

    name: str
    values: tuple[Value, ...]
    meaning: str
    ambiguity: str | None
    clauses: tuple[str, ...]

    @property
    def id(self) -> str:
        """The name, as in files and commands."""
        return self.name

    @property
    def default(self) -> Value:
        """The value in force unless another is chosen."""
        return self.values[0]

    @property
    def spellings(self) -> tuple[str, ...]:
        """The values as they are written in commands, the default first."""
        return tuple(spelling(value) for value in self.values)

    def parse(self, text: str, where: str) -> Value:
        """Return the value written `text`; InputError if there is none.

        Parameters
        ----------
        text
            One of `spellings`.
        where
            The option or key that it comes from, for the error.
        """
        for value, written in zip(self.values, self.spellings, strict=True):
            if written == text:
                return value
        tip = near_matches(text, self.spellings) or f"known: {', '.join(self.spellings)}"
        raise expected(f"a value of {self.name}", text, where, tip)


Item = Clause | Example | Ambiguity | RuleOption


@dataclass(frozen=True, slots=True)
class Register:
    """All rules of a game in words; each mapping goes from id to item, in the rules' order.

    Attributes
    ----------
    code
        What its clause ids begin with: `BS`.
    sections, clauses, examples, ambiguities, options
        Id -> item, in the order of the rules.
    """

    code: str
    sections: Mapping[str, RuleSection]
    clauses: Mapping[str, Clause]
    examples: Mapping[str, Example]
    ambiguities: Mapping[str, Ambiguity]
    options: Mapping[str, RuleOption]

    def __iter__(self) -> Iterator[Item]:
        """All items: clauses, examples, ambiguities, options."""
        return chain(
            self.clauses.values(),
            self.examples.values(),
            self.ambiguities.values(),
            self.options.values(),
        )

    def get(self, name: str) -> Item | None:
        """Return the item with this id or option name, in any case, or None."""
        for table in (self.clauses, self.examples, self.ambiguities):
            if name.upper() in table:
                return table[name.upper()]
        return self.options.get(name.lower())

    def section_of(self, name: str) -> RuleSection | None:
        """Return the section called `BS-SETUP`, in any case, or None."""
        prefix, _, section = name.upper().partition("-")
        return self.sections.get(section) if prefix == self.code else None

    def clauses_in(self, section: str) -> tuple[Clause, ...]:
        """Return the clauses of a section (`SETUP`)."""
        return tuple(clause for clause in self.clauses.values() if clause.section == section)

    def options_of(self, ident: str) -> tuple[RuleOption, ...]:
        """Return the options that change a clause or settle an ambiguity."""
        return tuple(
            option
            for option in self.options.values()
            if ident == option.ambiguity or ident in option.clauses
        )

    def examples_of(self, clause: str) -> tuple[Example, ...]:
        """Return the worked examples that a clause takes part in."""
        return tuple(example for example in self.examples.values() if clause in example.clauses)

    def find_clauses(self, text: str) -> tuple[Item, ...]:
        """Return the items that hold every word of `text`, as part of a word, in any case.

        Clauses are found by the title of their section and by their roles, too.
        """
        words = text.lower().split()
        return tuple(item for item in self if _holds(self._searchable(item), words))

    def words(self) -> frozenset[str]:
        """All words that a search can find, in lower case."""
        return frozenset(chain.from_iterable(_words(self._searchable(item)) for item in self))

    def _searchable(self, item: Item) -> str:
        if isinstance(item, Clause):
            roles = " ".join(role.replace("_", " ") for role in item.roles)
            return f"{item.id} {item.text} {self.sections[item.section].title} {roles}".lower()
        if isinstance(item, Example):
            return f"{item.id} {item.given} {item.expected}".lower()
        if isinstance(item, Ambiguity):
            return f"{item.id} {item.question} {item.reading} {item.why}".lower()
        return f"{item.name} {item.name.replace('_', ' ')} {item.meaning}".lower()


def _words(text: str) -> Iterator[str]:
    return (word.strip(".,;:?()") for word in text.split())


def _holds(text: str, words: list[str]) -> bool:
    return bool(words) and all(word in text for word in words)
