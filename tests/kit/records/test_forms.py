"""The forms of keys: read from the log, checked in a file, compared, told in words."""

from __future__ import annotations

from collections import deque
from typing import Any

import pytest

from bloodstones.core.errors import InputError
from bloodstones.core.names import Name
from bloodstones.kit.records.forms import (
    SEAT,
    YES_OR_NO,
    GroupOf,
    Key,
    KeyForm,
    ListOf,
    NameOf,
    NumberOf,
    ObjectOf,
    OneNameOf,
    OrNull,
    Whole,
)


class Army(Name):
    KNIGHT = 0
    WAR_SHIP = 1
    DRAGON = 2


NAMES = {
    "seats": ["Red", "Blue"],
    "areas": ["0 (sea)", "1 (hills)", "2 (plains)"],
    "cards": ["old_imp", "ogre"],
}
CARD = NameOf("card", "cards")
AREA = NumberOf("area", "areas")
UNIT = OneNameOf.of(Army, "unit", "a unit")
VIA = Key("via", ListOf(NumberOf("area", "areas", plain_number=True), joined=", "), True, False)
STEP = ObjectOf((Key("units", GroupOf(UNIT)), Key("to", AREA), VIA), "{units} to {to}[ over {via}]")
HERD = OneNameOf("beast", {0: "sheep", 1: "wolf"}, plurals={"sheep": "sheep"})
ROUTE = ListOf(AREA, length_first=True)
LOOT = ListOf(ObjectOf((Key("area", AREA), Key("owner", SEAT)), "{owner} in {area}"), ordered=False)


@pytest.mark.parametrize(
    ("form", "numbers", "value", "words"),
    [
        (Whole(), [-3], -3, "-3"),
        (Whole(signed=True), [3], 3, "+3"),
        (AREA, [1], 1, "1 (hills)"),
        (NumberOf("area", "areas", plain_number=True), [1], 1, "1"),
        (SEAT, [1], 1, "Blue"),
        (UNIT, [1], "war_ship", "war ship"),
        (OrNull(UNIT), [-1], None, "none"),
        (OrNull(AREA, null=0), [2], 2, "2 (plains)"),
        (ListOf(UNIT), [0, 1, 0], ["knight", "war_ship", "knight"], "2 knights, 1 war ship"),
        (ListOf(UNIT), [], [], "nothing"),
        (ListOf(HERD), [0, 0, 1], ["sheep", "sheep", "wolf"], "2 sheep, 1 wolf"),
        (ListOf(AREA), [1, 2], [1, 2], "1 (hills), 2 (plains)"),
        (YES_OR_NO, [1], 1, "yes"),
        (ListOf(Whole(), joined="+"), [3, 4], [3, 4], "3+4"),
        (ListOf(Whole(), said="in secret"), [3, 4], [3, 4], "in secret"),
        (GroupOf(UNIT), [2, 0, 1], {"knight": 2, "dragon": 1}, "2 knights, 1 dragon"),
        (LOOT, [1, 0], [{"area": 1, "owner": 0}], "Red in 1 (hills)"),
        (CARD, [0], "old_imp", "old imp"),
        (
            STEP,
            [1, 0, 0, 2, 0, 1],
            {"units": {"knight": 1}, "to": 2, "via": [0, 1]},
            "1 knight to 2 (plains) over 0, 1",
        ),
    ],
)
def test_a_value_is_read_from_the_log_checked_and_reported(
    form: KeyForm, numbers: list[int], value: Any, words: str
) -> None:
    left = deque(numbers)
    assert form.read(left, NAMES) == value
    assert not left
    form.check(value, NAMES, "line 2")
    assert form.tell(value, NAMES) == words


def test_a_list_with_its_length_first_leaves_the_rest() -> None:
    left = deque([2, 1, 2, 7])
    assert ROUTE.read(left, {}) == [1, 2]
    assert list(left) == [7]


@pytest.mark.parametrize(
    ("form", "value", "message"),
    [
        (Whole(), True, "expected a whole number, got True"),
        (Whole(), 10**7, "expected a whole number, got 10000000"),
        (AREA, 3, "expected an area from 0 to 2, got 3"),
        (CARD, "imp", "expected a card of the header, got 'imp'"),
        (CARD, 1, "expected a card of the header, got 1"),
        (NameOf("hex", "hexes"), "1.1", "expected a header that names its hexes"),
        (UNIT, "elf", "expected a unit, got 'elf'"),
        (OneNameOf.of(Army, "unit", but=(2,)), "dragon", "expected one of knight, war_ship, got"),
        (OrNull(UNIT), 0, "expected a unit, got 0"),
        (ListOf(UNIT), "knight", "expected a list, got 'knight'"),
        (GroupOf(UNIT), {}, "expected units with their counts, got {}"),
        (GroupOf(UNIT), {"knigt": 1}, "expected a unit, got 'knigt' .*\nTip: did you mean knight"),
        (GroupOf(UNIT), {"knight": 0}, "expected a count of knight of at least 1, got 0"),
        (STEP, [], "expected an object, got "),
        (STEP, {"to": 1}, "expected the key units, got none"),
        (STEP, {"from": 1}, "expected the keys units, to, via, got 'from'"),
        (STEP, {"units": {"knight": 1}, "to": 9}, r"expected an area .* \(to of line 2\)"),
    ],
)
def test_what_has_not_the_form_is_reported_with_its_place(
    form: KeyForm, value: Any, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        form.check(value, NAMES, "line 2")


def test_what_means_nothing_is_not_compared() -> None:
    first = {"units": {"knight": 1}, "to": 2, "via": [0]}
    second = {"units": {"knight": 1}, "to": 2, "via": [1]}
    assert STEP.plain(first) == STEP.plain(second)
    assert STEP.plain(first) != STEP.plain({**first, "to": 1})
    one, other = {"area": 1, "owner": 0}, {"area": 0, "owner": 1}
    assert LOOT.plain([one, other]) == LOOT.plain([other, one])
    assert ListOf(Whole()).plain([1, 2]) != ListOf(Whole()).plain([2, 1])


def test_a_value_is_shown_as_it_stands_in_the_record() -> None:
    step = {"units": {"knight": 1, "dragon": 2}, "to": 2, "via": [0]}
    assert STEP.shown(step) == "(units (knight 1, dragon 2), to 2)"
    assert LOOT.shown([{"area": 1, "owner": 0}]) == "(area 1, owner 0)"
    assert ListOf(Whole()).shown([]) == "none"
    assert OrNull(UNIT).shown(None) == "none"


def test_forms_are_printed() -> None:
    assert Key("step", STEP).text == (
        "step: {units: {unit: count, …}, to: area, via: [area, …] (optional)}"
    )
    assert Key("area", OrNull(AREA)).text == "area: area or null"
