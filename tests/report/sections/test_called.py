"""What is turned in a screen is called in words: numbers by their game, the board by itself."""

from __future__ import annotations

from types import SimpleNamespace

from bloodstones.report.front.sensitivity import _knob
from bloodstones.report.sections.sensitivity import called

NUMBERS = {"dice": "dice of a side"}
WORDS = SimpleNamespace(number=NUMBERS.__getitem__, terms={})
FINDINGS = SimpleNamespace(own=SimpleNamespace(words=WORDS))
STUDY = SimpleNamespace(sensitivity=SimpleNamespace(numbers={"dice": (1, 3)}))


def test_a_board_among_the_numbers_of_a_screen_has_a_name() -> None:
    assert called(FINDINGS, "map") == "map"  # type: ignore[arg-type]
    assert called(FINDINGS, "dice") == "dice of a side"  # type: ignore[arg-type]


def test_the_first_page_tells_a_number_with_its_range_and_a_board_without() -> None:
    assert _knob(FINDINGS, "dice", STUDY) == "dice of a side (1 to 3)"  # type: ignore[arg-type]
    assert _knob(FINDINGS, "map", STUDY) == "map"  # type: ignore[arg-type]
