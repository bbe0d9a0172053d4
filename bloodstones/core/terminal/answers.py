"""An answer as a panel of at most 80 columns: facts, bars, tables, notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from bloodstones.core.questions.html import fraction_of
from bloodstones.core.terminal.console import WIDTH
from bloodstones.core.terminal.text_tables import Bar, TextTable

FACTS: Final = "Facts"
TABLE: Final = "Table"
SCREEN: Final = 24  # lines
FRAME: Final = 6  # columns of the frame beside its title
BAR_CELLS: Final = 30
STRONG: Final = "strong"
TABLE_BAR_CELLS: Final = 10
LEAST_BAR_CELLS: Final = 6
INDENT: Final = (0, 0, 0, 2)
STYLES: Final = {"": "", "first": "bold yellow", "second": "bold cyan", "strong": "bold"}


def show(answer: Any) -> None:
    """Print an answer on standard output: in colour on a terminal, else as plain text."""
    console = print_panel(answer.title, [*_shown(answer.parts)])
    for note in answer.notes:
        console.print(note, soft_wrap=True, markup=False)


def panel_text(answer: Any, most: int = SCREEN) -> str:
    """Return an answer as plain text, at most so many lines of it.

    >>> from bloodstones.core.questions.answer import COUNT, Answer, Fact, Facts
    >>> print(panel_text(Answer("Coins", [Facts([Fact("n", "Tossed", 3, COUNT)])])))
    Coins
      Tossed  3
    """
    lines = [answer.title, *as_text([*answer.parts]).splitlines(), *answer.notes]
    if len(lines) > most:
        left = len(lines) - most + 1
        lines[most - 1 :] = [f"and {left} more lines (.data() has all)"]
    return "\n".join(lines)


def as_text(parts: Sequence[Any], width: int = WIDTH) -> str:
    """Return parts of answers as plain text of at most so many columns."""
    console = Console(
        file=StringIO(),
        width=width,
        force_terminal=False,
        force_jupyter=False,  # else a notebook gets an empty output for each text
        color_system=None,
        highlight=False,
    )
    with console.capture() as shown:
        for part in _shown(parts):
            console.print(part)
    return "\n".join(line.rstrip() for line in shown.get().rstrip().splitlines())


def print_panel(title: str, parts: Sequence[RenderableType]) -> Console:
    """Print a panel of at most 80 columns, and return the console that it is on."""
    console = Console(highlight=False)
    width = min(console.width, WIDTH)
    head = Text(title, style="bold")
    if head.cell_len > width - FRAME:  # it would be cut
        panel = Panel(Group(head, Text(), *parts), padding=(0, 1))
    else:
        panel = Panel(Group(*parts), title=head, padding=(0, 1))
    console.print(panel, width=width)
    return console


def _shown(parts: Sequence[Any]) -> Iterator[RenderableType]:
    """Yield what is in the panel, from top to bottom, with a blank line between parts."""
    shown = [part for part in parts if _is_shown(part)]
    for number, part in enumerate(shown):
        if number:
            yield Text()
        if part.title:
            yield Padding(Text(part.title, style="bold"), (0, 0, 0, 1))
        yield from _facts(part) if type(part).__name__ == FACTS else _table(part)


def _is_shown(part: Any) -> bool:
    """Whether people see anything of a part."""
    kind = type(part).__name__
    if kind == FACTS:
        return any(row.label for row in part.rows)
    return kind == TABLE and bool(part.rows or part.empty)


def _facts(facts: Any) -> Iterator[RenderableType]:
    """Yield labelled lines; chances with their fractions and bars where the facts have bars."""
    grid = TextTable.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column(justify="right" if facts.bars else "left")
    if facts.bars:
        grid.add_column(justify="right")
        grid.add_column()
    for row in facts.rows:
        if not row.label:
            continue
        label = Text(f" {row.label}", style=STYLES[row.tone] or "dim")
        text = Text(row.measure.words(row.value), style="bold" if facts.bars else "")
        if not facts.bars:
            grid.add_row(label, Text.assemble(text, _in_brackets(row)))
        elif row.measure.share:
            bar = Bar(float(row.value), BAR_CELLS, STYLES[row.tone])
            grid.add_row(label, text, fraction_of(row), bar)
        else:
            grid.add_row(label, text, fraction_of(row))
    yield grid


def _in_brackets(row: Any) -> str:
    text = fraction_of(row)
    return f" ({text})" if text else ""


def _table(table: Any) -> Iterator[RenderableType]:
    """Yield a table, numbers at the right and bars last, and how many rows are not shown."""
    if not table.rows:
        yield Padding(Text(table.empty), INDENT)
        return
    if table.heads:
        yield _across(table)
        return
    shown = TextTable(
        box=None, padding=(0, 1), show_header=any(each.label for each in table.columns)
    )
    for column in table.columns:
        is_number = column.measure.number
        shown.add_column(
            column.label,
            justify="right" if is_number else "left",
            no_wrap=is_number or column.whole,
            header_style="dim",
            style=STYLES[column.tone],
        )
    bars = [number for number, column in enumerate(table.columns) if column.bar]
    for _ in bars:
        shown.add_column("")
    if table.reference is not None:
        shown.add_row(*_row(table, table.reference, STRONG, bars))
    most = table.most or len(table.rows)
    for number, row in enumerate(table.rows[:most]):
        shown.add_row(*_row(table, row, table.tone(number), bars))
    yield shown
    if (hidden := len(table.rows) - most) > 0:
        yield Padding(Text(f"and {hidden} more (JSON has all)", style="dim"), INDENT)


def _row(
    table: Any, row: Sequence[Any], tone: str, bars: Sequence[int]
) -> Iterator[RenderableType]:
    """Yield the cells of a row, its name in its tone, and its bars."""
    for number, words in enumerate(table.words(row)):
        yield Text(words, style=STYLES[tone] if tone and not number else "")
    for number in bars:
        style = STYLES[tone or table.columns[number].tone] or "dim"
        share = float(row[number] or 0)
        yield Bar(share, TABLE_BAR_CELLS, style, LEAST_BAR_CELLS)


def _across(table: Any) -> TextTable:
    """Return a table whose rows stand beside each other, in as much room each."""
    shown = TextTable(box=None, expand=True, padding=(0, 1), show_header=True)
    shown.add_column("", style="dim", no_wrap=True)
    for number, head in enumerate(table.heads):
        shown.add_column(head, header_style=STYLES[table.tone(number)], ratio=1)
    for column, *words in zip(table.columns, *map(table.words, table.rows), strict=True):
        shown.add_row(column.label, *(Text(each, style=STYLES[column.tone]) for each in words))
    return shown
