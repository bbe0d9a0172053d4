"""The answer to a question about draws as a panel of at most 80 columns."""

from __future__ import annotations

from fractions import Fraction

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from bloodstones.cli.terminal.tables import Bar, Table
from bloodstones.games.bloodstones.cli.draws_answer import Answer, Row, Section
from bloodstones.games.bloodstones.cli.odds_panel import PERCENT, WIDTH, percent
from bloodstones.games.bloodstones.cli.sampled_rate import rate_words, sampled_rate

BAR_CELLS = 32
SAMPLED_BAR_CELLS = 14
RARE = Fraction(1, 2000)  # outcomes of a distribution that are rarer are shown in one row
BAR_STYLE = "yellow"


def show(answer: Answer) -> None:
    """Print the answer on standard output: in colour on a terminal, else as plain text."""
    console = Console(highlight=False)
    plain = console.options.ascii_only
    console.print(panel(answer, plain), width=min(console.width, WIDTH))


def panel(answer: Answer, plain: bool = False) -> Panel:
    """Return the answer as a panel for a terminal; `plain` keeps to ASCII."""
    parts: list[RenderableType] = [_facts(answer)]
    for table in answer.sections:
        parts += [Text(), _heading(table), _rows(table, answer.samples)]
    if answer.measures:
        parts += [Text(), _measures(answer)]
    if answer.samples:
        told = f" Sample: {answer.samples} with seed {answer.seed}, Wilson 95 % interval"
        parts += [Text(), Text(told, style="dim")]
    return Panel(Group(*parts), title=f"[bold]{answer.title}[/bold]", padding=(0, 1))


def _facts(answer: Answer) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    for label, text in answer.facts:
        table.add_row(f" {label}", text)
    return table


def _heading(table: Section) -> Text:
    mean = "" if table.mean is None else f" (mean {float(table.mean):.2f})"
    return Text(f" {table.title}{mean}", style="bold")


def _rows(section: Section, samples: int) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    if samples:
        table.add_column(justify="right", no_wrap=True, style="dim")
    table.add_column()
    cells = SAMPLED_BAR_CELLS if samples else BAR_CELLS
    rare = [] if samples or section.mean is None else _rare(section)
    for row in section.rows:
        if row in rare:
            continue
        rate = None if row.sampled is None else sampled_rate(row.sampled, samples)
        p = float(row.p) if row.p is not None else rate["p"] if rate else 0.0
        line: list[str | Text] = [
            f"   {row.label}",
            Text("-" if row.p is None else percent(row.p), style="bold"),
        ]
        if samples:
            line.append(rate_words(rate) if rate else "")
        table.add_row(*line, Bar(p, cells, BAR_STYLE))
    if rare:
        others = sum((row.p or Fraction() for row in rare), Fraction())
        table.add_row("   other", Text(percent(others), style="bold"))
    return table


def _rare(section: Section) -> list[Row]:
    return [row for row in section.rows if row.p is not None and row.p < RARE]


def _measures(answer: Answer) -> Table:
    table = Table(box=None, padding=(0, 2), show_header=True)
    table.add_column("", no_wrap=True)
    for head in ("with blanks", "without", "shift"):
        table.add_column(head, justify="right", no_wrap=True)
    for measure in answer.measures:
        pair = (measure.with_blanks, measure.without)
        numbers = [percent(n) if measure.chance else f"{float(n):.2f}" for n in pair]
        shift = f"{float(measure.shift):+.2f}"
        if measure.chance:
            shift = f"{float(PERCENT * measure.shift):+.1f} points"
        table.add_row(f" {measure.name.replace('_', ' ')}", *numbers, shift)
    return table
