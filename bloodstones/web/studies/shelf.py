"""The shipped reports beside the lab's own studies, and the headers of a report."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final

from bloodstones.core.errors import DamagedFileError, expected
from bloodstones.core.extras import has_extra
from bloodstones.report.document.files import HTML
from bloodstones.report.summary.shelf import Shipped, finished_reports, read_shelf

TEMPLATE: Final = ("bloodstones.report.document", "report.html.jinja")
SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.S)
WHERE: Final = "report"


class Shelf:
    """The reports of a folder, which need not be there.

    Parameters
    ----------
    folder
        That holds a folder for each report.

    Attributes
    ----------
    fault
        What is wrong with the reports that cannot be shown, "" for nothing.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._read: tuple[Shipped, ...] | None = None
        self.fault = ""

    def reports(self) -> tuple[Shipped, ...]:
        """Return the reports that have a page; none of a folder that has none.

        Files that are there but damaged are not shown; `fault` says what is wrong with them.
        """
        if self._read is None:
            self._read = self._found()
        return self._read

    def _found(self) -> tuple[Shipped, ...]:
        if not has_extra("study") or not finished_reports(self.folder):
            return ()
        try:
            return tuple(each for each in read_shelf(self.folder) if HTML in each.documents)
        except DamagedFileError as error:
            self.fault = str(error)
            return ()

    def page(self, report: str) -> Path:
        """Return the page of a report; InputError if there is none."""
        for each in self.reports():
            if each.id == report:
                return each.folder / HTML
        raise expected("a report of the lab", report, WHERE)


@cache
def report_headers() -> Mapping[str, str]:
    """Return the headers of a report: it runs the script that sorts its tables, and nothing else.

    The script is known by its hash, so that no other script in the file runs.
    """
    template = files(TEMPLATE[0]).joinpath(TEMPLATE[1]).read_text(encoding="utf-8")
    hashes = " ".join(
        f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
        for script in SCRIPT.findall(template)
    )
    return {
        "content-security-policy": (
            f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; img-src data:; "
            "font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
        )
    }
