"""Sentences of errors: what a user gave is shown, however long it is."""

from __future__ import annotations

import pytest

from bloodstones.core.errors import BloodstonesError, InputError, expected
from bloodstones.core.faults import Faults
from bloodstones.kit.records.faults import IllegalRecordError

LONG = "x" * 5000
MOST = 260


@pytest.mark.parametrize("value", [LONG, LONG.encode(), [LONG], "x y " * 1000, 10**2000])
def test_a_long_value_is_shortened(value: object) -> None:
    told = str(expected("a map", value, "--map"))
    assert told.startswith("expected a map, got ")
    assert told.endswith(" (--map)")
    assert "…" in told
    assert len(told) < MOST


def test_a_short_value_is_shown_as_it_is() -> None:
    place = "somewhere/" + "deep/" * 30
    assert str(expected("a map", place, "--map")) == f"expected a map, got {place!r} (--map)"


@pytest.mark.parametrize("make", [BloodstonesError, InputError])
def test_every_sentence_has_its_long_words_shortened(make: type[BloodstonesError]) -> None:
    told = make(f"expected a file, got {LONG} ({LONG}.toml)")
    assert len(told.message) < 2 * MOST
    assert str(told) == told.message
    assert told.message.endswith("xxx.toml)")


def test_faults_of_files_and_records_are_shortened() -> None:
    faults = Faults()
    faults.note("cards.csv line 2", "a card", LONG)
    with pytest.raises(InputError, match=r"a card, got x+…x+$"):
        faults.raise_if_any()
    assert len(IllegalRecordError(3, "RECORD", f"unknown area {LONG}").fault.reason) < MOST
