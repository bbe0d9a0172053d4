"""The report as a value: title page, sections, paragraphs, tables and pictures; no layout."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bloodstones.plots.style import PAGE_WIDTH


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text."""

    text: str
    kind: str = "paragraph"


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart: the file it is in, its caption, what it shows in words, its width in inches.

    `board` says that it is a board, whose colours are those of its terrain.
    """

    name: str
    caption: str
    alt: str
    width: float = PAGE_WIDTH
    board: bool = False
    kind: str = "picture"


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts.

    Attributes
    ----------
    header
        Column headings.
    align
        "left" or "right", one a column.
    rows
        Cells, each row as long as the header.
    first_of_group
        Numbers of the rows that begin a group and get a rule above.
    """

    caption: str
    header: tuple[str, ...]
    align: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    first_of_group: tuple[int, ...] = ()
    kind: str = "table"

    @classmethod
    def grouped(
        cls,
        caption: str,
        header: tuple[str, ...],
        align: tuple[str, ...],
        rows: Iterable[tuple[str, ...]],
        named: int = 1,
    ) -> Table:
        """Return a table in groups: rows alike in the first `named` cells, which stand once.

        >>> table = Table.grouped("", ("", ""), (), [("a", "1"), ("a", "2"), ("b", "2")])
        >>> table.rows, table.first_of_group
        ((('a', '1'), ('', '2'), ('b', '2')), (0, 2))
        """
        cells: list[tuple[str, ...]] = []
        starts: list[int] = []
        before: tuple[str, ...] | None = None
        for number, row in enumerate(rows):
            if row[:named] == before:
                cells.append(("",) * named + row[named:])
            else:
                cells.append(row)
                starts.append(number)
            before = row[:named]
        return cls(caption, header, align, tuple(cells), tuple(starts))


@dataclass(frozen=True, slots=True)
class Pair:
    """Two pictures side by side."""

    pictures: tuple[Picture, Picture]
    kind: str = "pair"


@dataclass(frozen=True, slots=True)
class Chooser:
    """Win rates of one table, chosen by the reader of a page; paper leaves it out.

    Attributes
    ----------
    roles
        Name of each role, by id.
    tables
        A line-up (ids in order, joined by "+") -> what each of its roles wins there, in words.
    """

    roles: Mapping[str, str]
    tables: Mapping[str, Mapping[str, str]]
    kind: str = "chooser"


Block = Paragraph | Picture | Pair | Table | Chooser
Content = tuple[list[Block], dict[str, str]]  # blocks of a section, and pictures by name


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered section."""

    id: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Front:
    """What stands on the first page beside the findings.

    Attributes
    ----------
    advice
        What to do, and what to expect of it.
    doubt
        How sure the answer is: who played, and what would change it.
    chart
        The one chart, which shows the whole result.
    links
        Title and address of other reports that the advice rests on.
    glossary
        The address of what the words mean; "" where there is none.
    """

    advice: str = ""
    doubt: str = ""
    chart: Picture | None = None
    links: tuple[tuple[str, str], ...] = ()
    glossary: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """The whole document.

    Attributes
    ----------
    answer
        The answer to the title's question in one sentence, then the findings, the weightiest first.
    facts
        Label and value of the line under the answer.
    pictures
        Name of a picture -> SVG.
    front
        What is beside the findings.
    brief
        Whether it is a short one: no title page and no contents, the sections follow at once.
    """

    title: str
    question: str
    answer: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    pictures: Mapping[str, str] = field(repr=False)
    front: Front = Front()
    brief: bool = False
