"""Tables that fit the terminal: no number and no word of them is ever cut."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from typing import Any, Final, Self

from rich import box, table
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.padding import Padding, PaddingDimensions
from rich.text import Text

from bloodstones.core.terminal.fallbacks import said

WIDE: Final = 10_000  # columns of a terminal in which everything fits
INDENT: Final = 2  # of the lines of a row after its first
WIN_RATE: Final = "Win rate (95 %)"
DIFFERENCE: Final = "Points (95 %)"
NUMBERS: Final = (
    *("Players", "Cells", "Games", "Pairs", "± points", "Detects"),
    *(WIN_RATE, DIFFERENCE),
)


class TextTable(table.Table):
    """A table whose columns are never narrower than their longest word.

    Where even that is too wide for the terminal each row becomes lines of its own, a cell each,
    with the headers before them.
    """

    @classmethod
    def grid(cls, *headers: Any, padding: PaddingDimensions = 0, **more: Any) -> Self:
        """Return a table without lines, edges and headers."""
        return cls(
            *headers,
            box=None,
            padding=padding,
            show_header=False,
            show_footer=False,
            show_edge=False,
            **{"collapse_padding": True, "pad_edge": False, **more},
        )

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Render it in the width that there is."""
        if not self.columns:
            return
        if options.ascii_only:
            yield from self._said(options.encoding)._fitted(console, options)
        else:
            yield from self._fitted(console, options)

    def _said(self, encoding: str) -> TextTable:
        """Return the table in letters of an encoding, so that their widths are those shown."""
        plain = copy(self)
        plain.columns = [copy(column) for column in self.columns]
        for column in plain.columns:
            column._cells = [_in_letters(cell, encoding) for cell in column.cells]
            column.header = _in_letters(column.header, encoding)
        return plain

    def _fitted(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Render it, in lines of its own for each row if need be."""
        padding = sum(self._get_padding_width(number) for number in range(len(self.columns)))
        room = (self.width or options.max_width) - self._extra_width - padding
        lines = self._ranges(console, options, wrapped=False)
        words = self._ranges(console, options, wrapped=True)
        if sum(each.maximum for each in lines) <= room:
            yield from super().__rich_console__(console, options)
        elif sum(each.minimum for each in lines) <= room:
            yield from self._of_widths(console, options, share_out(lines, room, self._pictures()))
        elif self.show_header and (plain := self._without_pictures()) is not None:
            yield plain
        elif sum(each.minimum for each in words) <= room or not self.show_header:
            yield from self._of_widths(console, options, share_out(words, room), wrapped=True)
        else:
            yield from self._stacked(console)

    def _pictures(self) -> list[int]:
        """Return the numbers of the columns without a header, but for the first."""
        shown = self.show_header
        return [n for n, column in enumerate(self.columns) if shown and n and not column.header]

    def _ranges(
        self, console: Console, options: ConsoleOptions, *, wrapped: bool
    ) -> list[Measurement]:
        """Return the least and the greatest width of each column that cuts no word.

        Text is wrapped where its column allows that, or in all columns of text (`wrapped`).
        """
        wide = options.update(max_width=WIDE)
        ranges = []
        for column in self.columns:
            cells = [*column.cells, *([column.header] if self.show_header else [])]
            each = [Measurement.get(console, wide, cell) for cell in cells]
            whole = column.no_wrap and not (wrapped and column.justify != "right")
            wanted = column.min_width or 0
            most = max((one.maximum for one in each), default=0)
            least = max((one.minimum for one in each), default=0)
            most, least = max(most, wanted), max(least, wanted)
            ranges.append(Measurement(most if whole else least, most))
        return ranges

    def _of_widths(
        self,
        console: Console,
        options: ConsoleOptions,
        widths: Sequence[int],
        *,
        wrapped: bool = False,
    ) -> RenderResult:
        """Render it with columns of these widths."""
        before = [(column.width, column.no_wrap) for column in self.columns]
        for column, width in zip(self.columns, widths, strict=True):
            column.width = width
            column.no_wrap = column.no_wrap and not (wrapped and column.justify != "right")
        try:
            yield from super().__rich_console__(console, options)
        finally:
            for column, (width_before, whole) in zip(self.columns, before, strict=True):
                column.width, column.no_wrap = width_before, whole

    def _without_pictures(self) -> TextTable | None:
        """Return the table without its columns without header, None if all have one."""
        pictures = self._pictures()
        if not pictures:
            return None
        plain = copy(self)
        plain.columns = [column for n, column in enumerate(self.columns) if n not in pictures]
        return plain

    def _stacked(self, console: Console) -> Iterator[Any]:
        """Yield the rows with a line for each cell."""
        if self.title is not None:
            yield console.render_str(self.title) if isinstance(self.title, str) else self.title
        names = [_plain(console, column.header) for column in self.columns]
        cells = [list(column.cells) for column in self.columns]
        for row in zip(*cells, strict=True):
            yield Text()
            for number, name in enumerate(names):
                cell = _plain(console, row[number])
                if cell.plain.strip():
                    line = Text.assemble(name, ": " if name.plain else "", cell)
                    yield Padding(line, (0, 0, 0, INDENT if number else 0), expand=False)
        yield Text()


def _said_text(text: Text, encoding: str) -> Text:
    """Return a styled text with stand-ins for the letters that an encoding lacks."""
    if said(text.plain, encoding) == text.plain:
        return text
    whole = text.blank_copy()
    for letter in text.divide(range(1, len(text))):
        plain = said(letter.plain, encoding)
        whole.append_text(letter if plain == letter.plain else _restyled(letter, plain))
    return whole


def _restyled(letter: Text, plain: str) -> Text:
    longer = Text(plain, letter.style)
    for span in letter.spans:
        longer.stylize(span.style)
    return longer


def _in_letters(cell: Any, encoding: str) -> Any:
    """Return a cell in letters of an encoding; what is no text stays as it is."""
    if isinstance(cell, str):
        return said(cell, encoding)
    return _said_text(cell, encoding) if isinstance(cell, Text) else cell


class Bar:
    """A share as a bar of as many cells as fit; any share above 0 shows.

    Parameters
    ----------
    share
        From 0 to 1.
    cells
        Of a whole bar, where there is room; all bars of a column have the same scale.
    least
        Cells without which it says nothing.
    """

    def __init__(self, share: float, cells: int, style: str = "", least: int = 1) -> None:
        self.share, self.cells, self.style, self.least = share, cells, style, least

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Render it in the width of its column."""
        cells = min(self.cells, options.max_width)
        length = max(round(self.share * cells), 1 if self.share else 0)
        yield Text(("#" if options.ascii_only else "█") * length, self.style)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Return the least and the preferred width in cells."""
        return Measurement(self.least, self.cells)


def share_out(ranges: Sequence[Measurement], room: int, last: Collection[int] = ()) -> list[int]:
    """Return the widths of columns within a total width: narrow columns get their full width.

    Where there is no room for the least widths, the widest ones are cut. The columns `last` get
    what the others leave.

    >>> share_out([Measurement(2, 4), Measurement(3, 30), Measurement(3, 50)], 24)
    [4, 10, 10]
    >>> share_out([Measurement(3, 8), Measurement(1, 9)], 10, last=[1])
    [8, 2]
    """
    widths = [each.minimum for each in ranges]
    while sum(widths) > room and max(widths) > 1:
        widths[widths.index(max(widths))] -= 1
    while sum(widths) < room:
        open_ = [number for number, each in enumerate(ranges) if widths[number] < each.maximum]
        if not open_:
            break
        widths[min(open_, key=lambda number: (number in last, widths[number]))] += 1
    return widths


def _plain(console: Console, cell: Any) -> Text:
    """Return a cell as text in one line."""
    if isinstance(cell, str):
        return console.render_str(cell)
    if isinstance(cell, Text):
        return cell
    with console.capture() as shown:
        console.print(cell)
    return Text(" ".join(shown.get().split()))


def new_table(*headers: str) -> TextTable:
    """Return an empty table with these headers."""
    made = TextTable(box=box.SIMPLE, padding=(0, 1, 0, 0))
    for header in headers:
        number = header in NUMBERS
        made.add_column(
            header, justify="right" if number else "left", no_wrap=number, overflow="fold"
        )
    return made


def print_table(made: TextTable) -> None:
    """Print a table on the standard output."""
    Console().print(made)
