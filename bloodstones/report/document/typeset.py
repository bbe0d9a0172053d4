"""From the report as a value to PDF bytes; the same report gives the same bytes."""

from __future__ import annotations

import io
import itertools
import json
import re
import tempfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from bloodstones.core.errors import RunError
from bloodstones.core.files.parsing import json_of
from bloodstones.report.document.drawings import lean
from bloodstones.report.document.fonts import (
    STANDARDS,
    boxed,
    font_paths,
    missing_letters,
    texts,
    warn,
)
from bloodstones.report.document.model import Pair, Picture, Report, Section

LEVEL: Final = 9  # of compression
BUNCH: Final = 200  # objects in a stream: a reader opens as few as it needs
ENTRY: Final = 20  # bytes of a line of the table of places
WIDTHS: Final = (1, 4, 2)  # bytes of the fields of a place
FREE, IN_FILE, IN_STREAM = range(3)  # kinds of a place
NEVER: Final = 0xFFFF  # what the first place says: the object 0 is never used
# What Typst says of tags that might be wrong: none, as where nothing is said (ISO 32000-1, table
# 321). Poppler takes this one value for a fault and prints so.
MARKS: Final = b"/MarkInfo"
NO_SUSPECTS: Final = re.compile(rb"/Suspects\s+false")

START: Final = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")
TABLE: Final = re.compile(rb"xref\s+0 (\d+)\s+")
TRAILER: Final = re.compile(rb"trailer\s*<<(.*)>>\s*startxref", re.DOTALL)
SIZE: Final = re.compile(rb"/Size \d+")
OBJECT: Final = re.compile(rb"(\d+) 0 obj\s*(.*?)\s*endobj\s*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Parts:
    """A PDF taken apart: what begins it, its objects by number, and the entries of its trailer."""

    head: bytes
    objects: Mapping[int, bytes]
    trailer: bytes


def packed(pdf: bytes) -> bytes:
    """Return a PDF as Typst writes it with its objects compressed; the same gives the same.

    Parameters
    ----------
    pdf
        With one table of places, and no object of a later generation.

    Raises
    ------
    ValueError
        If it is not such a PDF.
    """
    parts = taken_apart(pdf)
    small = {n: body for n, body in parts.objects.items() if not body.endswith(b"endstream")}
    places = [b""] * (max(parts.objects) + 1)
    places[0] = _place(FREE, 0, NEVER)
    made = bytearray(parts.head)
    for number, body in parts.objects.items():
        if number not in small:
            places[number] = _place(IN_FILE, len(made), 0)
            made += _object(number, body)
    for bunch in _bunches(sorted(small)):
        holder = len(places)
        places.append(_place(IN_FILE, len(made), 0))
        made += _object(holder, _object_stream([(n, small[n]) for n in bunch]))
        for index, number in enumerate(bunch):
            places[number] = _place(IN_STREAM, holder, index)
    start = len(made)
    places.append(_place(IN_FILE, start, 0))
    entries = SIZE.sub(b"", parts.trailer) + f"/Type/XRef/Size {len(places)}/W".encode()
    entries += f"[{' '.join(map(str, WIDTHS))}]".encode()
    filled = b"".join(place or _place(FREE, 0, NEVER) for place in places)
    made += _object(len(places) - 1, _stream(entries, filled))
    return bytes(made) + f"startxref\n{start}\n%%EOF\n".encode()


def taken_apart(pdf: bytes) -> Parts:
    """Return the parts of a PDF with one table of places."""
    start = START.search(pdf)
    table = TABLE.match(pdf, int(start.group(1))) if start else None
    trailer = TRAILER.search(pdf, table.end()) if table else None
    if start is None or table is None or trailer is None:
        raise ValueError("expected a PDF with one table of places")
    lines = [pdf[table.end() + ENTRY * n :][:ENTRY] for n in range(int(table.group(1)))]
    used = {n: int(line.split()[0]) for n, line in enumerate(lines) if line.split()[2] == b"n"}
    order = sorted(used, key=lambda n: used[n])
    ends = [*(used[n] for n in order[1:]), table.start()]
    objects = {}
    for number, end in zip(order, ends, strict=True):
        found = OBJECT.fullmatch(pdf, used[number], end)
        if found is None or int(found.group(1)) != number:
            raise ValueError(f"expected the object {number} at {used[number]}")
        body = found.group(2)
        objects[number] = NO_SUSPECTS.sub(b"", body) if MARKS in body else body
    return Parts(pdf[: used[order[0]]], objects, trailer.group(1))


def _bunches(numbers: list[int]) -> list[tuple[int, ...]]:
    return [tuple(numbers[first : first + BUNCH]) for first in range(0, len(numbers), BUNCH)]


def _place(kind: int, where: int, which: int) -> bytes:
    fields = zip((kind, where, which), WIDTHS, strict=True)
    return b"".join(value.to_bytes(width, "big") for value, width in fields)


def _object_stream(objects: list[tuple[int, bytes]]) -> bytes:
    """Return a stream of objects, each told by its number and where in the stream it begins."""
    bodies = [body + b"\n" for _, body in objects]
    starts = itertools.accumulate(map(len, bodies[:-1]), initial=0)
    listed = " ".join(f"{n} {at}" for (n, _), at in zip(objects, starts, strict=True)).encode()
    entries = f"/Type/ObjStm/N {len(objects)}/First {len(listed) + 1}".encode()
    return _stream(entries, listed + b"\n" + b"".join(bodies))


def _stream(entries: bytes, content: bytes) -> bytes:
    """Return a compressed stream with the entries of its dictionary."""
    short = zlib.compress(content, LEVEL)
    head = b"<<" + entries + f"/Filter/FlateDecode/Length {len(short)}>>".encode()
    return head + b"\nstream\n" + short + b"\nendstream"


def _object(number: int, body: bytes) -> bytes:
    return f"{number} 0 obj\n".encode() + body + b"\nendobj\n"


MOST_KEPT: Final = 8  # rows of a group that stays whole
FEWEST: Final = 3  # rows of a group at the foot of a page, or at the head of one
HALF: Final = 0.5
# Where the body of a page begins and ends, in its height: between the running head and the foot.
BODY: Final = (0.075, 0.915)
PAPER: Final = 235  # of 255: what is lighter is blank

Row = Sequence[str]


def kept_rows(table: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Return the blocks of rows of a table that stay on one page, as their first row and the end.

    Groups of a few rows are blocks; of a longer one, the first and the last rows are. No less than
    that stays behind or goes overleaf alone.

    Parameters
    ----------
    table
        `model.Table` as a mapping.

    Examples
    --------
    >>> kept_rows({"rows": [("a",)] * 13, "first_of_group": (0, 4)})
    [(0, 4), (4, 7), (7, 8), (8, 9), (9, 10), (10, 13)]
    >>> kept_rows({"rows": [("a",)] * 8, "first_of_group": (0, 1)})
    [(0, 8)]
    """
    size = len(table["rows"])
    edges = sorted({0, *table["first_of_group"], size})
    blocks = []
    for first, end in itertools.pairwise(edges):
        if end - first <= MOST_KEPT:
            blocks.append((first, end))
            continue
        inner = range(first + FEWEST, end - FEWEST)
        blocks.append((first, inner.start))
        blocks += [(row, row + 1) for row in inner]
        blocks.append((inner.stop, end))
    heads = [0, *(first for first, _ in blocks if FEWEST <= first <= size - FEWEST)]
    return list(itertools.pairwise([*heads, size]))


def repeated_words(table: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """Return for each row of a table the cells of its group that a page beginning with it repeats.

    >>> repeated_words({"rows": (("a", "1"), ("", "2"), ("b", "3")), "first_of_group": (0, 2)})
    [(), ('a',), ()]
    """
    rows: Sequence[Row] = table["rows"]
    starts = set(table["first_of_group"])
    heads: list[tuple[str, ...]] = []
    head: Row = ()
    for number, row in enumerate(rows):
        head = row if number in starts else head
        named = next((place for place, cell in enumerate(row) if cell), 0)
        heads.append(tuple(head[:named]))
    return heads


def blank_share(page: bytes) -> float:
    """Return the longest blank stretch of a page, top to foot, as a share of its body.

    Parameters
    ----------
    page
        A PNG picture of it.
    """
    import numpy as np
    from PIL import Image

    grey = np.asarray(Image.open(io.BytesIO(page)).convert("L"))
    top, foot = (int(share * len(grey)) for share in BODY)
    inked = np.flatnonzero((grey[top:foot] < PAPER).any(axis=1))
    edges = np.concatenate(([-1], inked, [foot - top]))
    return float((np.diff(edges).max() - 1) / (foot - top))


def half_blank(pages: Sequence[bytes], most: float = HALF) -> list[int]:
    """Return the numbers, from 1, of the pages more than half, or `most`, of which is blank."""
    return [number for number, page in enumerate(pages, 1) if blank_share(page) > most]


TEMPLATE = Path(__file__).with_name("template.typ")
DATA_FILE = "report.json"
# Documents carry a date; this one is fixed, so that bytes depend on the contents only.
TIMESTAMP = 1_704_067_200  # 2024-01-01, UTC
# How tight the text is set: the first of these with which no page is more than half blank.
TIGHTNESS: Final = ("1", "0.97", "1.03", "0.94", "1.06", "0.91")
MOST_BLANK: Final = 0.2  # of a page of a brief report
LARGE: Final = 0.4  # of a page: what pictures that end with their section may leave blank
COARSE: Final = 18.0  # dots an inch, to see what is blank
TIGHT: Final = "tight"
LOOSE: Final = "loose"
RAISED: Final = "raised"
INLINE: Final = "inline"
PLACES: Final = "<place>"  # what the template tells of where headings and pictures stand


@dataclass(frozen=True, slots=True)
class Setting:
    """The typesetting options that `fullest` tries.

    Attributes
    ----------
    tight
        Size of its letters, as a factor.
    loose
        Ids of the sections whose pictures may move to the next one.
    raised
        Names of the pictures that go to the head of a page, not to its foot.
    inline
        Names of the pictures that stand where the text mentions them.
    """

    tight: str = TIGHTNESS[0]
    loose: tuple[str, ...] = ()
    raised: tuple[str, ...] = ()
    inline: tuple[str, ...] = ()

    @property
    def inputs(self) -> dict[str, str]:
        """The inputs of the template."""
        lists = {LOOSE: self.loose, RAISED: self.raised, INLINE: self.inline}
        return {TIGHT: self.tight, **{name: ",".join(names) for name, names in lists.items()}}


USUAL: Final = Setting()


def typeset(report: Report) -> bytes:
    """Return the report as PDF, accessible (PDF/UA-1) and fit for archives (PDF/A-2a).

    Raises
    ------
    RunError
        If Typst cannot typeset it.
    """
    with tempfile.TemporaryDirectory(prefix="bloodstones-report-") as name:
        folder = Path(name)
        main = lay_out(report, folder)
        sections = [each.id for each in report.sections if _floats(each)]
        setting = fullest(main, sections, brief=report.brief)
        pdf = _compile(main, setting, format="pdf", pdf_standards=list(STANDARDS))
    assert isinstance(pdf, bytes)
    return packed(pdf)


def _floats(section: Section) -> bool:
    """Whether a section has pictures that go where there is room."""
    return any(isinstance(block, Picture | Pair) for block in section.blocks)


def fullest(main: Path, sections: Sequence[str] = (), *, brief: bool = False) -> Setting:
    """Return how to set what `lay_out` wrote so that fewest pages are half blank.

    A brief report has as few pages as can be, and each but the last well filled. In others pictures
    end with their sections, unless that leaves a large part of a page blank.

    Parameters
    ----------
    sections
        Ids of the sections whose pictures go where there is room, in their order.
    """
    faults: dict[Setting, tuple[int, int]] = {}

    def tried(setting: Setting) -> tuple[int, int]:
        if setting in faults:
            return faults[setting]
        pages = pages_of(main, setting)
        most = MOST_BLANK if brief else LARGE
        large = len(half_blank(pages[:-1], most))
        faults[setting] = (len(pages) if brief else len(half_blank(pages)), large)
        return faults[setting]

    for tight in TIGHTNESS:
        if tried(Setting(tight)) == (0, 0):
            break
    best = min(faults, key=lambda setting: faults[setting])  # the first of equal ones
    if brief:
        return best
    best = _ordered(main, best, tried)
    for section in () if faults[best] == (0, 0) else sections:
        loose = replace(best, loose=(*best.loose, section))
        if tried(loose) < faults[best]:
            best = loose
    return _ordered(main, best, tried)


def _ordered(main: Path, setting: Setting, tried: Callable[[Setting], tuple[int, int]]) -> Setting:
    """Return a setting in which fewer pictures stand below the heading of a later section.

    They go to the head of their page, or stand in the text where their own section begins on it.
    """
    raised, inline = _below(main, setting)
    best = _moved(setting, RAISED, raised, tried)
    return _moved(best, INLINE, inline, tried)


def _moved(
    setting: Setting,
    where: str,
    names: Sequence[str],
    tried: Callable[[Setting], tuple[int, int]],
) -> Setting:
    """Return a setting with pictures moved: all of them, or those that leave no page blanker."""
    best = setting
    for group in (names, *([name] for name in names)):
        new = [name for name in group if name not in getattr(best, where)]
        if new:
            more: dict[str, Any] = {where: (*getattr(best, where), *new)}
            better = replace(best, **more)
            best = better if tried(better) <= tried(best) else best
    return best


def _below(main: Path, setting: Setting) -> tuple[list[str], list[str]]:
    """Return the names of the pictures that stand below the heading of a later section.

    First those whose own section begins on an earlier page, then the others.
    """
    import typst

    places = json_of(_asked(typst.query, main, setting, PLACES, field="value"))
    heads = {place["section"]: place for place in places if not place["name"]}
    before: list[str] = []
    here: list[str] = []
    for place in places:
        later = [
            head
            for section, head in heads.items()
            if section > place["section"] and head["page"] == place["page"]
        ]
        if place["name"] and any(head["height"] < place["height"] for head in later):
            first_page = heads[place["section"]]["page"]
            (before if first_page < place["page"] else here).append(place["name"])
    return before, here


def pages_of(main: Path, setting: Setting = USUAL) -> Sequence[bytes]:
    """Return coarse pictures (PNG) of the pages that `lay_out` wrote, under a setting."""
    pages = _compile(main, setting, format="png", ppi=COARSE)
    return [pages] if isinstance(pages, bytes) else pages


def _compile(main: Path, setting: Setting, **more: Any) -> Any:
    """Return what Typst makes of a file."""
    import typst

    return _asked(typst.compile, main, setting, timestamp=TIMESTAMP, **more)


def _asked(
    question: Callable[..., Any], main: Path, setting: Setting, *args: Any, **more: Any
) -> Any:
    """Return the result of a Typst query on a file with these settings; RunError if it fails."""
    import typst

    try:
        return question(
            str(main),
            *args,
            root=str(main.parent),
            ignore_system_fonts=True,
            font_paths=font_paths(),
            sys_inputs=setting.inputs,
            **more,
        )
    except typst.TypstError as error:
        raise RunError(f"expected a report that can be typeset, got: {error}") from None


def lay_out(report: Report, folder: Path) -> Path:
    """Write template, text and pictures into a folder and return the main file.

    A box replaces each letter that no font has (`fonts.LettersWarning`).
    """
    data = asdict(replace(report, pictures={})) | {"pictures": dict(report.pictures)}
    missing = missing_letters("".join(texts(data)))
    warn(missing)
    data = boxed(data, missing)
    pictures = data.pop("pictures")
    for section in data["sections"]:
        section["blocks"] = [each for each in section["blocks"] if each["kind"] != "chooser"]
        for block in section["blocks"]:
            if block["kind"] == "table":
                block |= {"kept": kept_rows(block), "again": repeated_words(block)}
    text = json.dumps(data, ensure_ascii=False)
    (folder / DATA_FILE).write_text(text, encoding="utf-8")
    for name, svg in pictures.items():
        (folder / f"{name}.svg").write_text(lean(svg), encoding="utf-8")
    main = folder / TEMPLATE.name
    main.write_bytes(TEMPLATE.read_bytes())
    return main
