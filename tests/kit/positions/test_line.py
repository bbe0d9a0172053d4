"""The form of positions: text and tables say the same."""

from __future__ import annotations

from typing import Any

import pytest

from bloodstones.core.errors import InputError
from bloodstones.kit.positions.line import read_line

START = "dare board -,- "


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("-3", -3),
        ("main", "main"),
        ("ace*2+king", {"ace": 2, "king": 1}),
        ("a:b2,c:d4", {"a": "b2", "c": "d4"}),
        ("8:ship;12:leader+cavalry*2", {"8": {"ship": 1}, "12": {"leader": 1, "cavalry": 2}}),
        ("34:cavalry;47:cavalry", {"34": {"cavalry": 1}, "47": {"cavalry": 1}}),
        ("8:ship", {"8": "ship"}),
        ("0:0:horse,1:tool", {"0": {"0": "horse", "1": "tool"}}),
        ("0:a/b;1:c/d", {"0": "a/b", "1": "c/d"}),
        ("0/3/8/0/0", "0/3/8/0/0"),
        ("0:3", "0:3"),
        ("?5", "?5"),
        ("12:0v1", {"12": "0v1"}),
    ],
)
def test_a_value_of_text_is_that_of_the_table_and_back(text: str, value: Any) -> None:
    line = read_line(f"{START}key={text} | 0: | 1: key={text}", ["dare"])
    table = line.table()
    assert table["key"] == table["seats"][1]["key"] == value
    assert read_line(table).text() == line.text()


def test_counts_are_counts_even_of_one_card() -> None:
    line = read_line(f"{START}| 0: hand=ace | 1: hand=-", ["dare"])
    assert line.table(["hand"])["seats"] == [{"hand": {"ace": 1}}, {"hand": {}}]


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("dare board", "the board and the roles first"),
        (f"{START}turn=1 turn=2", "the key turn once"),
        (f"{START}turn=", "key=value, got 'turn='"),
        (f"{START}| 1: a=1", "'0:' at the beginning of the next seat"),
        ({"seats": 3}, "a list of seats, got 3"),
        ({"roles": ["a b"]}, "a name, got 'a b'"),
        ({"turn": 1.5}, "a number, a name or a table of them, got 1.5"),
        ({"turn": "a|b"}, "a name without blanks"),
        ({"turn": 10**20}, "a number, a name or a table of them"),
        (7, "a position as text or a table, got 7"),
    ],
)
def test_what_is_not_of_the_form_is_said(position: Any, said: str) -> None:
    with pytest.raises(InputError) as error:
        read_line(position, ["dare"])
    assert said in str(error.value)
