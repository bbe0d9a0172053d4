"""Printing at a table with people: sentences, lists of choices that stay short, chances."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

import click
from rich.console import Console

if TYPE_CHECKING:
    from bloodstones.kit.advice.chances import Chance
    from bloodstones.kit.table.options import Option

FEW: Final = 14  # choices that are listed one by one
MANY_GROUPS: Final = 14
LARGE_GROUP: Final = 4
MOST_SHOWN: Final = 110  # letters of what a group ends in
INDENT: Final = 2
PERCENT: Final = 100
WINS, WORTH = "wins", "value"
COLUMNS: Final = ("95 %", "n", "option")


def say(text: str, *, bold: bool = False, dim: bool = False) -> None:
    """Print a paragraph, wrapped between words."""
    click.secho(_wrapped(text), bold=bold, dim=dim)


def heading(text: str) -> None:
    """Print a line that begins something."""
    click.echo()
    click.secho(text, bold=True)
    click.secho("-" * min(len(text), _width()), dim=True)


def say_all(sentences: Iterable[str]) -> None:
    """Print sentences below each other."""
    for sentence in sentences:
        click.echo(_wrapped(sentence, " " * INDENT, " " * (INDENT + INDENT)))


def _wrapped(text: str, first: str = "", rest: str = "") -> str:
    return textwrap.fill(
        text,
        _width(),
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
    )


def _width() -> int:
    return Console().width


def show_options(options: Sequence[Option]) -> None:
    """Print the options: one by one, or in groups where there are many."""
    _show(rows_of(options))


def _show(rows: Sequence[tuple[str, str]]) -> None:
    """Print rows of a label and a text, the texts below each other."""
    width = max(len(label) for label, _ in rows)
    hanging = " " * (INDENT + width + INDENT)
    for label, text in rows:
        first = f"{' ' * INDENT}{label:>{width}}{' ' * INDENT}"
        click.echo(_wrapped(text, first, hanging))


def rows_of(options: Sequence[Option]) -> list[tuple[str, str]]:
    """Return the numbers and words of options, in groups with the same beginning if many."""
    groups = groups_of(options) if len(options) > FEW else [[option] for option in options]
    return [_row(group) for group in groups]


def groups_of(options: Sequence[Option]) -> list[list[Option]]:
    """Return options in groups with the same first words, few enough to read."""
    groups = [list(options)]
    for place in _large_ones(groups):
        parts = _split(groups[place])
        if len(parts) < len(groups[place]) and len(parts) + len(groups) - 1 <= MANY_GROUPS:
            groups[place : place + 1] = parts
    return groups


def _large_ones(groups: list[list[Option]]) -> Iterator[int]:
    """Yield the place of each large group once, the largest first."""
    tried: list[list[Option]] = []
    while True:
        left = [group for group in groups if len(group) > LARGE_GROUP and group not in tried]
        if not left:
            return
        tried.append(max(left, key=len))
        yield groups.index(tried[-1])


def _split(options: Sequence[Option]) -> list[list[Option]]:
    """Return options by their first word that is not common to all."""
    words = [option.words.split() for option in options]
    length = _common(words) + 1
    groups: dict[tuple[str, ...], list[Option]] = {}
    for option, each in zip(options, words, strict=True):
        groups.setdefault(tuple(each[:length]), []).append(option)
    return list(groups.values())


def _common(words: Sequence[Sequence[str]]) -> int:
    """Return how many first words are common to all."""
    length = 0
    for column in zip(*words, strict=False):
        if len(set(column)) > 1:
            break
        length += 1
    return length


def _row(group: Sequence[Option]) -> tuple[str, str]:
    """Return a group: its numbers, its first words, and what follows them."""
    numbers = [option.number for option in group]
    if len(group) == 1:
        return str(numbers[0]), group[0].words
    words = [option.words.split() for option in group]
    length = _common(words)
    in_a_row = numbers[-1] - numbers[0] + 1 == len(numbers)
    shown: list[str] = []
    for number, each in zip(numbers, words, strict=True):
        rest = " ".join(each[length:]) or "as it is"
        shown.append(rest if in_a_row else f"[{number}] {rest}")
        left = len(group) - len(shown)
        if left and sum(map(len, shown)) > MOST_SHOWN:
            shown.append(f"and {left} more")
            break
    label = f"{numbers[0]}-{numbers[-1]}" if in_a_row else ""
    return label, f"{' '.join(words[0][:length])} ... {'; '.join(shown)}".lstrip()


def show_chances(chances: Sequence[tuple[Option, Chance]], wins: bool) -> None:
    """Print the chances after choices with their 95 % intervals; `wins`: those of winning."""
    rows = [("", WINS if wins else WORTH, *COLUMNS)]
    for option, chance in chances:
        estimate = chance.estimate
        share, interval = (
            _percent(estimate.value),
            f"{_percent(estimate.low)}-{_percent(estimate.high)}",
        )
        figures = f"{share} %", f"{interval} %", str(estimate.n)
        rows.append((str(option.number), *figures, option.words))
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]) - 1)]
    lines = [
        ("  ".join(f"{row[place]:>{width}}" for place, width in enumerate(widths)), row[-1])
        for row in rows
    ]
    _show(lines)


def _percent(share: float) -> str:
    return f"{PERCENT * share:.0f}"
