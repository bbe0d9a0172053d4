"""What lies in `reports/`: nothing twice, and little of it."""

from __future__ import annotations

import hashlib
import re
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from bloodstones.report import make
from bloodstones.report.compose import composed_sections
from bloodstones.report.document.card import CARD, PICTURE, read_card
from bloodstones.report.document.files import FILE, HTML, LIST, listed_files
from bloodstones.report.document.model import Paragraph
from bloodstones.report.make import kept_report
from bloodstones.report.study.table_names import StudyTable

SHELF = Path(__file__).parents[2] / "reports"
MAKERS = re.compile(r"bloodstones\.(report\.|games\.\w+\.sections\.)")
QUIET = {"line_ups"}  # says nothing of tables for two
EMPTY = re.compile(r"\bnan\b|\binf\b|\bNone\b")
MOST_BYTES = 26_000_000
FOLDERS = sorted(page.parent for page in SHELF.glob(f"*/{HTML}"))


# Of a report's own games or files, a few lines: those of two reports may be the same.
OWN = (LIST, CARD, f"{StudyTable.ORDERS}.csv")


def test_no_content_is_there_twice() -> None:
    places = defaultdict(list)
    for path in SHELF.rglob("*"):
        if path.is_file():
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            place = path.relative_to(SHELF)
            report = place.parts[0] if path.name in OWN else ""
            places[report, content].append(place.as_posix())
    assert [paths for paths in places.values() if len(paths) > 1] == []


def test_a_picture_is_a_file_only_on_the_card() -> None:
    assert {path.name for path in SHELF.rglob("*.svg")} == {PICTURE}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_report_has_a_card_and_all_that_its_list_names(folder: Path) -> None:
    card = read_card(folder)
    assert card.answer
    assert card.alt or not card.picture
    assert [name for name in listed_files(folder) if not (folder / name).is_file()] == []


def test_all_of_it_is_light() -> None:
    sizes = [path.stat().st_size for path in SHELF.rglob("*") if path.is_file()]
    assert sum(sizes) <= MOST_BYTES


EXACT = "bloodstones_rulebook_advice"  # its figures are exact: it has no tables of games
PLAYED = [folder for folder in FOLDERS if folder.name != EXACT and (folder / FILE).is_file()]


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw nothing, and look at no other report: what is read are texts and tables."""
    monkeypatch.setattr(make, "tested_changes", lambda *_: ())
    makers = [module for name, module in sys.modules.items() if MAKERS.match(name)]
    for module in makers:
        for name in vars(module):
            if name.startswith("draw_"):
                monkeypatch.setattr(module, name, lambda *_, **__: None)
            elif name in ("to_svg", "board_svg"):
                monkeypatch.setattr(module, name, lambda *_, **__: "<svg/>")


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("folder", PLAYED, ids=lambda folder: folder.name)
def test_every_section_can_be_made_again_from_the_tables(folder: Path) -> None:
    made = kept_report(folder)
    sections, _ = composed_sections(made.findings, made.shown)
    assert {section.id for section in sections} >= set(
        getattr(made.findings.definition, "sections", ())
    ) - QUIET
    texts = [
        block.text
        for section in sections
        for block in section.blocks
        if isinstance(block, Paragraph)
    ]
    assert not [text for text in texts if EMPTY.search(text)]
