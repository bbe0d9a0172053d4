"""Fields of positions: values as data and as text."""

from __future__ import annotations

from typing import Any

import pytest

from bloodstones.kit.positions.editing import Field, Kind, as_data, from_data
from bloodstones.kit.positions.line import read_line

NAMES = ("ace", "king")


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (Kind.NUMBER, "7", 7),
        (Kind.CHOICE, "main", "main"),
        (Kind.COUNTS, "ace*2+king", {"ace": 2, "king": 1}),
        (Kind.PLACES, "3,11*2", {"3": 1, "11": 2}),
        (Kind.VALUES, "ace:b2,king:0", {"ace": "b2", "king": "0"}),
        (Kind.AREAS, "12:ace*2;14:king", {"12": {"ace": 2}, "14": {"king": 1}}),
        (Kind.ROW, "0/3", {"ace": 0, "king": 3}),
        (Kind.TEXT, "1/2:3", "1/2:3"),
    ],
)
def test_a_value_goes_to_data_and_back(kind: Kind, text: str, value: Any) -> None:
    field = Field("key", None, kind, NAMES)
    assert field.parsed(text) == value
    assert field.text(value) == text


@pytest.mark.parametrize("kind", list(Kind))
def test_a_value_of_another_form_stays_as_it_is(kind: Kind) -> None:
    field = Field("key", None, kind, NAMES)
    assert field.text(field.parsed("a*b:;c")) == "a*b:;c"


def test_an_open_hand_is_data_too() -> None:
    field = Field("hand", 0, Kind.COUNTS, NAMES, open=True)
    assert field.parsed("?5") == {"?": 5}
    assert field.text({"?": 5}) == "?5"


def test_what_is_empty_is_left_out_and_other_keys_stay() -> None:
    line = read_line("dare board -,- turn=2 | 0: hand=ace note=x | 1:", ["dare"])
    fields = [Field("turn", None, Kind.NUMBER), Field("hand", 0, Kind.COUNTS, NAMES)]
    assert as_data(line, fields) == [2, {"ace": 1}]
    changed = from_data(line, fields, [None, {"ace": 0, "king": 2}])
    assert changed.text() == "dare board -,- | 0: hand=king*2 note=x | 1:"
    assert line.text() == "dare board -,- turn=2 | 0: hand=ace note=x | 1:"
