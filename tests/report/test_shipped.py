"""What lies in `reports/`: nothing twice, and little of it."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from pathlib import Path

import pytest

from bloodstones.report.document.card import CARD, PICTURE, read_card
from bloodstones.report.document.files import HTML, LIST, listed_files

SHELF = Path(__file__).parents[2] / "reports"
MOST_BYTES = 25_500_000
FOLDERS = sorted(page.parent for page in SHELF.glob(f"*/{HTML}"))


def test_no_content_is_there_twice() -> None:
    places = defaultdict(list)
    for path in SHELF.rglob("*"):
        if path.is_file() and path.name not in (LIST, CARD):  # answers may be the same
            content = hashlib.sha256(path.read_bytes()).hexdigest()
            places[content].append(path.relative_to(SHELF).as_posix())
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
