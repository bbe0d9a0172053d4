"""From the report as a value to PDF bytes; the same report gives the same bytes."""

from __future__ import annotations

import json
import tempfile
from dataclasses import asdict
from pathlib import Path

from bloodstones.core.errors import RunError
from bloodstones.report.fonts import STANDARDS, boxed, font_paths, missing_letters, texts, warn
from bloodstones.report.model import Report

TEMPLATE = Path(__file__).with_name("template.typ")
DATA_FILE = "report.json"
# Documents carry a date; this one is fixed, so that bytes depend on the contents only.
TIMESTAMP = 1_704_067_200  # 2024-01-01, UTC


def typeset(report: Report) -> bytes:
    """Return the report as PDF, accessible (PDF/UA-1) and fit for archives (PDF/A-2a).

    Raises
    ------
    RunError
        If Typst cannot typeset it.
    """
    import typst

    with tempfile.TemporaryDirectory(prefix="bloodstones-report-") as name:
        folder = Path(name)
        main = lay_out(report, folder)
        try:
            pdf = typst.compile(
                str(main),
                root=str(folder),
                format="pdf",
                ignore_system_fonts=True,
                font_paths=font_paths(),
                timestamp=TIMESTAMP,
                pdf_standards=list(STANDARDS),
            )
        except typst.TypstError as error:
            raise RunError(f"expected a report that can be typeset, got: {error}") from None
    assert isinstance(pdf, bytes)
    return pdf


def lay_out(report: Report, folder: Path) -> Path:
    """Write template, text and pictures into a folder and return the main file.

    A box stands for each letter that no font has (`fonts.LettersWarning`).
    """
    told = asdict(report)
    missing = missing_letters("".join(texts(told)))
    warn(missing)
    told = boxed(told, missing)
    pictures = told.pop("pictures")
    text = json.dumps(told, ensure_ascii=False)
    (folder / DATA_FILE).write_text(text, encoding="utf-8")
    for name, svg in pictures.items():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    main = folder / TEMPLATE.name
    main.write_bytes(TEMPLATE.read_bytes())
    return main
