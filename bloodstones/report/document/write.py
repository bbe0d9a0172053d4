"""Writing a report: the wanted documents, its card, and the files beside them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

from bloodstones.report.document.card import card_files
from bloodstones.report.document.files import FIGURES, HTML, PDF, TABLES, write_files
from bloodstones.report.document.hypertext import hypertext
from bloodstones.report.document.model import Report
from bloodstones.report.document.typeset import typeset


def write_report(
    folder: Path,
    report: Report,
    files: Mapping[str, bytes],
    wanted: Collection[str],
    *,
    replace: bool = False,
) -> tuple[Path, ...]:
    """Write the wanted documents of a report, its card and other files; return their paths.

    Parameters
    ----------
    wanted
        Which of `files.DOCUMENTS`; with `files.FIGURES` every picture becomes a file as well.
    files
        Contents of what stands beside: provenance and tables, by path inside the folder.
    replace
        As of `files.write_files`.

    Raises
    ------
    InputError
        A file of somebody else is in the way.
    WriteError
        If the files cannot be written.
    """
    made = {}
    if PDF in wanted:
        made[PDF] = typeset(report)
    if HTML in wanted:
        tables = sorted(name for name in files if name.startswith(f"{TABLES}/"))
        made[HTML] = hypertext(report, tables).encode()
    figures = report.pictures.items() if FIGURES in wanted else ()
    drawn = {f"{FIGURES}/{name}.svg": svg.encode() for name, svg in figures}
    write_files(folder, {**files, **card_files(report), **drawn, **made}, replace=replace)
    return tuple(folder / name for name in made)
