"""An answer as a panel of at most 80 columns: facts, bars, tables, notes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from bloodstones.cli.terminal.tables import Bar, Table
from bloodstones.core.questions import answer as answers

WIDTH: Final = 80
FRAME: Final = 6  # columns of the frame beside its title
BAR_CELLS: Final = 30
LONG_FRACTION: Final = 17
STYLES: Final = {"": "", "first": "bold yellow", "second": "bold cyan"}


def show(answer: answers.Answer) -> None:
    """Print an answer on standard output: in colour on a terminal, else as plain text."""
    console = Console(highlight=False)
    width = min(console.width, WIDTH)
    title = Text(answer.title, style="bold")
    parts = list(_parts(answer))
    if title.cell_len > width - FRAME:  # it would be cut
        panel = Panel(Group(title, Text(), *parts), padding=(0, 1))
    else:
        panel = Panel(Group(*parts), title=title, padding=(0, 1))
    console.print(panel, width=width)
    for note in answer.notes:
        console.print(note, soft_wrap=True, markup=False)


def _parts(answer: answers.Answer) -> Iterator[RenderableType]:
    """Yield what is in the panel, from top to bottom, with a blank line between parts."""
    shown = [part for part in answer.parts if _is_shown(part)]
    for number, part in enumerate(shown):
        if number:
            yield Text()
        if isinstance(part, answers.Data):
            continue
        if part.title:
            yield Padding(Text(part.title, style="bold"), (0, 0, 0, 1))
        yield _facts(part) if isinstance(part, answers.Facts) else _table(part)


def _is_shown(part: Any) -> bool:
    """Whether people see anything of a part."""
    if isinstance(part, answers.Facts):
        return any(row.label for row in part.rows)
    return isinstance(part, answers.Table) and bool(part.rows)


def _facts(facts: answers.Facts) -> RenderableType:
    """Return labelled lines; chances with their fractions and bars where the facts have bars."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right" if facts.bars else "left")
    if facts.bars:
        grid.add_column(justify="right")
        grid.add_column()
    for row in facts.rows:
        if not row.label:
            continue
        label = Text(f" {row.label}", style=STYLES[row.tone] or "dim")
        text = Text(row.measure.text(row.value), style="bold" if facts.bars else "")
        if not facts.bars:
            grid.add_row(label, Text.assemble(text, _in_brackets(row)))
        elif row.measure.share:
            bar = Bar(float(row.value), BAR_CELLS, STYLES[row.tone])
            grid.add_row(label, text, _fraction(row), bar)
        else:
            grid.add_row(label, text, _fraction(row))
    return grid


def _fraction(row: answers.Fact) -> str:
    """Return the fraction of an exact value that is short enough to read and says more."""
    if not row.measure.exact or row.value in (0, 1) or not isinstance(row.value, Fraction):
        return ""
    text = str(row.value)
    return text if len(text) <= LONG_FRACTION else ""


def _in_brackets(row: answers.Fact) -> str:
    text = _fraction(row)
    return f" ({text})" if text else ""


def _table(table: answers.Table) -> RenderableType:
    """Return a table, numbers at the right."""
    shown = Table(box=None, padding=(0, 1), show_header=True)
    for column in table.columns:
        is_number = column.measure.number
        shown.add_column(column.label, justify="right" if is_number else "left", header_style="dim")
    for row in table.rows:
        pairs = zip(table.columns, row, strict=True)
        shown.add_row(*(Text(column.measure.text(value)) for column, value in pairs))
    return shown
