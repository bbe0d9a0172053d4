"""Pages are full: tables come in parts, nothing leaves more than half of a page blank."""

from __future__ import annotations

import io
import json
from dataclasses import asdict, replace

import numpy as np
import pytest
import typst
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bloodstones.report.document.model import Front, Paragraph, Picture, Report, Section, Table
from bloodstones.report.document.typeset import (
    BODY,
    FEWEST,
    MOST_KEPT,
    Setting,
    _moved,
    blank_share,
    fullest,
    half_blank,
    kept_rows,
    lay_out,
    pages_of,
    repeated_words,
)

SENTENCE = "Nobody won, and everybody lost. "


def page(*inked):
    """A page of 1,000 lines with ink from line to line."""
    grey = np.full((1000, 9), 255, dtype=np.uint8)
    for first, last in inked:
        grey[first:last] = 0
    held = io.BytesIO()
    Image.fromarray(grey).save(held, "PNG")
    return held.getvalue()


def test_the_longest_blank_stretch_of_the_body_counts():
    top, foot = (int(1000 * share) for share in BODY)
    body = foot - top
    assert blank_share(page((0, top), (foot, 1000))) == 1
    assert blank_share(page((0, 1000))) == 0
    half = page((top, top + 100), (top + 300, foot))
    assert blank_share(half) == pytest.approx(200 / body, abs=0.005)
    assert half_blank([half, page((top, top + 1))]) == [2]


@given(sizes=st.lists(st.integers(1, 30), min_size=1, max_size=20))
def test_pages_part_a_table_between_short_groups_and_leave_no_few_rows_alone(sizes):
    told = [(f"group {n}", f"{k}") for n, size in enumerate(sizes) for k in range(size)]
    table = asdict(Table.grouped("", ("", ""), ("left", "left"), told))
    kept = kept_rows(table)
    assert [row for block in kept for row in range(*block)] == list(range(len(told)))
    again = repeated_words(table)
    for first, end in kept:
        name, number = told[first]
        size = sizes[int(name.split()[1])]
        assert len(kept) == 1 or (end >= FEWEST and first <= len(told) - FEWEST)
        if int(number) and first:  # within a group
            assert size > MOST_KEPT
            assert FEWEST <= int(number) <= size - FEWEST
            assert again[first] == (name,)
        else:
            assert again[first] == ()


def test_a_table_goes_on_overleaf_where_there_is_room_for_its_first_rows(tmp_path):
    rows = tuple((f"role {n}", f"{n} %") for n in range(30))
    table = Table("Rates.", ("who", "wins"), ("left", "right"), rows)
    parts = (Section("one", "First", (Paragraph(SENTENCE * 60), table)),)
    main = lay_out(Report("Told", "Is it?", ("Yes.",), (), parts, {}), tmp_path)
    assert half_blank(pages_of(main)[1:-1], 0.1) == []


def test_a_group_that_goes_on_overleaf_is_named_again_there(tmp_path):
    told = [(f"group {n}", f"{k}", "x") for n, size in enumerate([3, 50, 2]) for k in range(size)]
    table = Table.grouped("Rates.", ("who", "what", "wins"), ("left", "left", "right"), told)
    parts = (Section("one", "First", (Paragraph(SENTENCE * 40), table)),)
    main = lay_out(Report("Told", "Is it?", ("Yes.",), (), parts, {}), tmp_path)
    named = typst.query(str(main), "<again>", root=str(tmp_path), field="value")
    assert json.loads(named) == ["group 1"]


def test_pictures_end_with_their_section_unless_that_leaves_much_of_a_page_blank(tmp_path):
    def setting(text, after):
        parts = (
            Section("one", "First", (Paragraph(SENTENCE * text), Picture("one", "A.", "B."))),
            Section("two", "Second", (Paragraph(SENTENCE * after),)),
        )
        told = Report("Told", "Is it?", ("Yes.",), (), parts, {"one": svg(500)})
        main = lay_out(told, tmp_path)
        return main, fullest(main, ["one"])

    main, ended = setting(90, 120)
    assert ended.loose == ()
    assert ended.raised == ("one",)  # to the head of the page on which the second section begins
    assert pages_of(main, ended) != pages_of(main, replace(ended, loose=("one",)))
    _, flowing = setting(40, 120)
    assert flowing.loose == ("one",)


def test_pictures_move_one_by_one_where_all_together_would_leave_a_page_blank():
    """Of three pictures one may not be moved, alone or with others."""

    def tried(setting):
        return len({"wide"} & set(setting.inline)), 0

    moved = _moved(Setting(), "inline", ["one", "wide", "two"], tried)
    assert moved.inline == ("one", "two")
    assert _moved(Setting(), "inline", ["one", "two"], tried).inline == ("one", "two")


def test_no_page_of_a_brief_report_is_more_than_half_blank(tmp_path):
    rows = tuple((f"role {n}", f"{n} %") for n in range(60))
    table = Table("Rates.", ("who", "wins"), ("left", "right"), rows)
    parts = (Section("one", "First", (Paragraph(SENTENCE * 30), table)),)
    main = lay_out(Report("Told", "Is it?", ("Yes.",), (), parts, {}, brief=True), tmp_path)
    assert half_blank(pages_of(main, fullest(main))) == []


def test_a_table_of_paragraphs_goes_on_overleaf(tmp_path):
    rows = (("first", SENTENCE * 70), ("second", SENTENCE * 70))
    table = Table("Files.", ("file", "what"), ("left", "left"), rows)
    parts = (Section("one", "First", (Paragraph(SENTENCE * 40), table, Paragraph(SENTENCE * 30))),)
    main = lay_out(Report("Told", "Is it?", ("Yes.",), (), parts, {}), tmp_path)
    assert half_blank(pages_of(main)[1:-1]) == []


@pytest.mark.parametrize("height", [150, 700])
def test_the_chart_of_the_first_page_stays_on_it(tmp_path, height):
    chart = Picture("chart", "A chart.", "A square.")
    parts = (Section("one", "First", (Paragraph(SENTENCE * 120),)),)
    front = Front("Do it.", "Nothing.", chart)
    report = Report("Told", "Is it?", (SENTENCE * 9,), (), parts, {"chart": svg(height)}, front)
    pages = pages_of(lay_out(report, tmp_path))
    assert len(pages) == 2
    assert half_blank(pages[:1]) == []


def svg(height):
    """A grey square, 400 wide."""
    size = f'width="400" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 400 {height}">'
    return f'{head}<rect {size} fill="#999999"/></svg>'
