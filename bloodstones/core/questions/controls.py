"""What a form shows for a parameter: the shape of its control, its options and its bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

Counts = Mapping[str, Mapping[str, int]]


class Shape(StrEnum):
    """How a value is entered.

    Attributes
    ----------
    TEXT
        A line of text.
    CHOICE
        One of some values.
    NUMBER
        A number.
    TOGGLE
        Yes or no.
    COUNTS
        How many of each of some things, in groups.
    PAIRS
        Values by name, one `NAME=VALUE` a line.
    LINES
        Several values, one a line.
    FOLDER, FILE
        A place on the disk of the machine that answers.
    """

    TEXT = "text"
    CHOICE = "choice"
    NUMBER = "number"
    TOGGLE = "toggle"
    COUNTS = "counts"
    PAIRS = "pairs"
    LINES = "lines"
    FOLDER = "folder"
    FILE = "file"


def _nothing(_: Any) -> Counts:
    return {}


def _no_text(_: Counts) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Control:
    """The control of a parameter.

    Attributes
    ----------
    shape
        How a value is entered.
    options
        Of a choice: value -> label.
    least, most, whole
        Bounds of a number, None where there is none, and whether it is a whole one.
    groups
        Of counts: group -> thing -> the most there can be of it.
    written, counted
        Of counts: the text that represents some counts, and the counts of a value.
    """

    shape: Shape = Shape.TEXT
    options: Mapping[str, str] = field(default_factory=dict)
    least: int | None = None
    most: int | None = None
    whole: bool = True
    groups: Counts = field(default_factory=dict)
    written: Callable[[Counts], str] = _no_text
    counted: Callable[[Any], Counts] = _nothing


def choice_of(names: Iterable[str]) -> Control:
    """Return the control of one of some names, each labelled in words.

    >>> dict(choice_of(["light_blue"]).options)
    {'light_blue': 'light blue'}
    """
    return Control(Shape.CHOICE, {name: in_words(name) for name in names})


def in_words(name: str) -> str:
    """Return a name with spaces for its underscores."""
    return name.replace("_", " ")
