"""From the report as a value to PDF bytes; the same report gives the same bytes."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from bloodstones.core.errors import RunError
from bloodstones.report.fonts import STANDARDS, boxed, font_paths, missing_letters, texts, warn
from bloodstones.report.model import Report
from bloodstones.report.paging import half_blank, in_parts

TEMPLATE = Path(__file__).with_name("template.typ")
DATA_FILE = "report.json"
# Documents carry a date; this one is fixed, so that bytes depend on the contents only.
TIMESTAMP = 1_704_067_200  # 2024-01-01, UTC
# How tight the text is set: the first of these with which no page is more than half blank.
TIGHTNESS: Final = ("1", "0.97", "1.03", "0.94", "1.06")
MOST_BLANK: Final = 0.2  # of a page of a brief report
COARSE: Final = 18.0  # dots an inch, to see what is blank
TIGHT: Final = "tight"


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
        tight = fullest(main, brief=report.brief)
        pdf = _compile(main, tight, format="pdf", pdf_standards=list(STANDARDS))
    assert isinstance(pdf, bytes)
    return pdf


def fullest(main: Path, *, brief: bool = False) -> str:
    """Return how tight to set what `lay_out` wrote so that fewest pages are half blank.

    A brief report has as few pages as can be, and each but the last well filled.
    """
    found: dict[str, tuple[int, int]] = {}
    for tight in TIGHTNESS:
        pages = pages_of(main, tight)
        if brief:
            found[tight] = len(pages), len(half_blank(pages[:-1], MOST_BLANK))
            continue
        found[tight] = len(half_blank(pages)), 0
        if found[tight] == (0, 0):
            break
    return min(found, key=lambda tight: (found[tight], TIGHTNESS.index(tight)))


def pages_of(main: Path, tight: str = TIGHTNESS[0]) -> Sequence[bytes]:
    """Return coarse pictures (PNG) of the pages of what `lay_out` wrote, set so tight."""
    pages = _compile(main, tight, format="png", ppi=COARSE)
    return [pages] if isinstance(pages, bytes) else pages


def _compile(main: Path, tight: str, **more: Any) -> Any:
    """Return what Typst makes of a file; RunError if it cannot."""
    import typst

    try:
        return typst.compile(
            str(main),
            root=str(main.parent),
            ignore_system_fonts=True,
            font_paths=font_paths(),
            timestamp=TIMESTAMP,
            sys_inputs={TIGHT: tight},
            **more,
        )
    except typst.TypstError as error:
        raise RunError(f"expected a report that can be typeset, got: {error}") from None


def lay_out(report: Report, folder: Path) -> Path:
    """Write template, text and pictures into a folder and return the main file.

    A box stands for each letter that no font has (`fonts.LettersWarning`).
    """
    told = asdict(report)
    missing = missing_letters("".join(texts(told)))
    warn(missing)
    told = boxed(told, missing)
    pictures = told.pop("pictures")
    for section in told["sections"]:
        for block in section["blocks"]:
            if block["kind"] == "table":
                block["parts"] = in_parts(block)
    text = json.dumps(told, ensure_ascii=False)
    (folder / DATA_FILE).write_text(text, encoding="utf-8")
    for name, svg in pictures.items():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    main = folder / TEMPLATE.name
    main.write_bytes(TEMPLATE.read_bytes())
    return main
