"""The rows of a table of events: codes of the log, and who reads what of a line."""

from __future__ import annotations

import pytest

from bloodstones.kit.records.events import (
    OWNER,
    EventForm,
    EventTable,
    LogEntry,
    seat_events,
    seats,
)
from bloodstones.kit.records.forms import SEAT, SEAT_KEY, Key, Whole

KEYS = (SEAT_KEY, Key("victim", SEAT), Key("value", Whole()))
LINE = {"event": "steal", "seat": 2, "victim": 0, "value": 5}
WHOLE, MASKED = "steal {value} from {victim}", "steal from {victim}"


@pytest.mark.parametrize(
    ("sees", "heard"),
    [
        (None, [WHOLE, WHOLE, WHOLE]),
        (OWNER, [MASKED, MASKED, WHOLE]),
        (seats("seat", "victim"), [WHOLE, MASKED, WHOLE]),
        (lambda play, line, seat: play == seat, [MASKED, WHOLE, MASKED]),
    ],
)
def test_who_may_not_see_a_line_hears_what_is_masked(sees: object, heard: list[str]) -> None:
    form = EventForm(1, "", WHOLE, KEYS, sees=sees, masked=MASKED)  # type: ignore[arg-type]
    assert [form.words_for(1, LINE, seat) for seat in range(3)] == heard


def test_what_is_masked_may_hang_on_the_playthrough() -> None:
    form = EventForm(1, "", WHOLE, KEYS, sees=OWNER, masked=lambda play, line: play["announced"])
    assert form.words_for({"announced": ""}, LINE, 0) == ""
    assert form.words_for({"announced": "steal"}, LINE, 0) == "steal"
    assert form.words_for({}, LINE, 2) == WHOLE


def test_nobody_hears_a_silent_event() -> None:
    form = EventForm(1, "", WHOLE, KEYS, silent=True)
    assert [form.words_for(None, LINE, seat) for seat in range(3)] == ["", "", ""]


def test_a_table_gives_codes_to_kernels_and_names_to_records() -> None:
    row = seat_events({"victim": SEAT})

    class Event(EventTable):
        STEAL = row(7, "", WHOLE, "victim", "value")
        RAID = row(None, "", "raid")  # type: ignore[arg-type]
        PART = LogEntry(3)
        END = EventForm(None, "", "end")

    forms = Event.forms()
    assert [(name, form.code) for name, form in forms.items()] == [
        ("steal", 7),
        ("raid", None),
        ("end", None),
    ]
    assert (Event.STEAL, Event.PART, Event(7)) == (7, 3, Event.STEAL)
    assert len({int(event) for event in Event}) == len(Event)
    assert forms["steal"].line([2, 0, 5], None) == LINE
    assert Event.STEAL.row is forms["steal"]
