"""What is turned in a screen is called in words: numbers by their game, the board by itself."""

from __future__ import annotations

from types import SimpleNamespace

from bloodstones.core.contract.columns import Columns
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.topics.sensitivity import ranged

NONE = Columns(())
NUMBERS = {"dice": "dice of a side"}
WORDS = SimpleNamespace(number=NUMBERS.__getitem__, terms={})
STUDY = SimpleNamespace(sensitivity=SimpleNamespace(numbers={"dice": (1, 3)}))


def findings() -> StudyFindings:
    """Findings of a game that calls its numbers so."""
    game = SimpleNamespace(words=WORDS)
    return StudyFindings(SimpleNamespace(), {}, game, NONE, NONE)  # type: ignore[arg-type]


def test_a_board_among_the_numbers_of_a_screen_has_a_name() -> None:
    assert findings().number("map") == "map"
    assert findings().number("dice") == "dice of a side"


def test_the_first_page_tells_a_number_with_its_range() -> None:
    assert ranged(findings(), "dice", STUDY) == "dice of a side (1 to 3)"
