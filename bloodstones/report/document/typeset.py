"""From the report as a value to PDF bytes; the same report gives the same bytes."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Sequence
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
from bloodstones.report.document.pack import packed
from bloodstones.report.document.page_breaks import half_blank, kept_rows, repeated_words

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
        Ids of the sections whose pictures may stand in the next one.
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

    A box stands for each letter that no font has (`fonts.LettersWarning`).
    """
    data = asdict(replace(report, pictures={})) | {"pictures": dict(report.pictures)}
    missing = missing_letters("".join(texts(data)))
    warn(missing)
    data = boxed(data, missing)
    pictures = data.pop("pictures")
    for section in data["sections"]:
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
