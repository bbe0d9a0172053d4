"""The section that only reports of Dare have: whether areas win."""

from __future__ import annotations

from typing import Any, Final

from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section, fits_all
from bloodstones.report.document.model import Content, Paragraph, Table
from bloodstones.report.language.phrases import percent_text
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy

ID: Final = "isle"
HEADER: Final = ("players", "areas", "seats", "wins")


def find(played: PlayedStudy) -> Tables:
    """Return how often seats with so many areas at the end win, by players."""
    groups = played.base.groupby(["players", "areas"])["win_credit"]
    return {ID: groups.agg(seats="size", wins="mean").reset_index()}


def make(findings: StudyFindings) -> Content:
    """Return the section's text and table."""
    lines: Any = findings.named[ID].itertuples()
    cells = [
        (str(line.players), str(line.areas), f"{line.seats:,}", percent_text(line.wins))
        for line in lines
    ]
    text = "Points win, not areas: a hill claimed with a high card is worth several fields."
    caption = "Share of wins by the areas that a seat has at the end."
    return [Paragraph(text), Table.grouped(caption, HEADER, ("right",) * len(HEADER), cells)], {}


SECTIONS: Final = (Section(ID, "Do areas win?", make, find, columns=("areas",), applies=fits_all),)
