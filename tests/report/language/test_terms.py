"""The words of a report: a game's own, and what a section is told by."""

from __future__ import annotations

import pandas as pd
import pytest

from bloodstones.report.document.model import Pair, Paragraph, Picture, Table
from bloodstones.report.language.terms import (
    ALL,
    group_column,
    regrouped,
    speak,
    speak_block,
    terms_of,
)

TERMS = {"faction": "army", "factions": "armies", "start player": "caller"}
ROWS = pd.DataFrame(
    {"faction": ["red", "blue"], "strategy": ["a", "b"], "turn_order": [1, 0], "score": [3, 4]}
)
NAMES = {"a": "Alpha", "b": "Beta"}


def test_words_keep_their_capitals_and_parts_of_words_stay() -> None:
    assert speak("Factions: the start player's faction, in action", TERMS) == (
        "Armies: the caller's army, in action"
    )
    assert speak("Factions", {}) == "Factions"


def test_every_text_of_every_block_is_spoken() -> None:
    picture = Picture("factions", "Each faction", "Of factions")
    spoken = Picture("factions", "Each army", "Of armies")
    table = Table("Factions", ("faction",), ("left",), (("no faction",),))
    assert speak_block(Paragraph("A faction."), TERMS) == Paragraph("A army.")
    assert speak_block(picture, TERMS) == spoken
    assert speak_block(Pair((picture, picture)), TERMS) == Pair((spoken, spoken))
    assert speak_block(table, TERMS) == Table("Armies", ("army",), ("left",), (("no army",),))


def test_only_sections_that_can_be_shown_otherwise_change_their_words() -> None:
    assert terms_of(TERMS, "army", "what_ifs", "strategy")["factions"] == "strategies"
    assert terms_of(TERMS, "army", "seats", "strategy") == TERMS
    assert terms_of(TERMS, "army", "what_if_seats")["faction"] == "place in turn order"
    assert terms_of(TERMS, "army", "what_ifs") == TERMS


@pytest.mark.parametrize(
    ("by", "found"),
    [
        ("faction", ["red", "blue"]),
        ("strategy", ["Alpha", "Beta"]),
        ("turn_order", ["Second to move", "First to move"]),
        (ALL, [ALL, ALL]),
    ],
)
def test_rows_are_shown_by_what_the_report_asks_for(by: str, found: list[str]) -> None:
    told = regrouped(ROWS, by, NAMES)
    assert told[group_column(told)].tolist() == found
    assert told["score"].tolist() == [3, 4]
