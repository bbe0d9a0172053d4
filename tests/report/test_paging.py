"""Pages are full: tables come in parts, nothing leaves more than half of a page blank."""

from __future__ import annotations

import io
from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bloodstones.report.model import Front, Paragraph, Picture, Report, Section, Table
from bloodstones.report.paging import BODY, blank_share, half_blank, in_parts
from bloodstones.report.typeset import fullest, lay_out, pages_of

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


@given(sizes=st.lists(st.integers(1, 12), min_size=1, max_size=20), most=st.integers(3, 30))
def test_parts_hold_every_row_in_order_and_begin_with_the_name_of_their_group(sizes, most):
    told = [(f"group {n}", f"{k}") for n, size in enumerate(sizes) for k in range(size)]
    table = Table.grouped("", ("", ""), ("left", "left"), told)
    parts = in_parts(asdict(table), most)
    shown, group = [], ""
    for part in parts:
        assert part["rows"][0][0]
        assert len(part["rows"]) <= most + most // 2
        for name, number in part["rows"]:
            group = name or group
            shown.append((group, number))
    assert shown == told


def test_a_group_of_one_row_before_a_long_one_makes_no_part_of_its_own():
    told = [("as it is", "0"), *(("change", f"{n}") for n in range(60))]
    parts = in_parts(asdict(Table.grouped("", ("", ""), ("left", "left"), told)), 24)
    assert [len(part["rows"]) for part in parts] == [24, 24, 13]


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
    front = Front(("",), "Do it.", "Nothing.", chart)
    report = Report("Told", "Is it?", (SENTENCE * 9,), (), parts, {"chart": svg(height)}, front)
    pages = pages_of(lay_out(report, tmp_path))
    assert len(pages) == 2
    assert half_blank(pages[:1]) == []


def svg(height):
    """A grey square, 400 wide."""
    size = f'width="400" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 400 {height}">'
    return f'{head}<rect {size} fill="#999999"/></svg>'
