"""What drawings of a page have in common is told once, and nothing that is seen changes."""

from __future__ import annotations

import re

from bloodstones.report.document.drawings import LONG, common_to
from bloodstones.report.document.hypertext import hypertext
from bloodstones.report.document.model import Picture, Report, Section

NAMES = 'xmlns="http://www.w3.org/2000/svg"'
STEPS = "m0 0" + " 1 2" * LONG
RIVER = f'<path d="{STEPS}" clip-path="url(#c)" style="fill:none" />'
MAP = f'<svg {NAMES} viewBox="0 0 9 9">{RIVER}<path d="m1 1" style="fill:red" /></svg>'


def test_a_long_path_of_two_drawings_is_a_shape_that_both_use() -> None:
    common = common_to([MAP, MAP])
    assert list(common.shapes) == [STEPS]
    used = common.used(MAP)
    (name,) = common.shapes.values()
    assert f'<use href="#{name}" clip-path="url(#c)" class="' in used
    assert STEPS not in used
    assert common.drawing.count(STEPS) == 1


def test_what_stands_once_stays_where_it_is() -> None:
    common = common_to([MAP])
    assert not common.classes
    assert not common.drawing
    assert common.used(MAP) == MAP


def test_a_path_with_a_name_stays_for_those_that_use_it() -> None:
    named = f'<svg {NAMES}><defs><path id="p" d="{STEPS}" /></defs></svg>'
    assert common_to([named, named]).used(named) == named


def test_styles_resolve_to_what_each_part_said() -> None:
    common = common_to([MAP, MAP])
    rules = dict(re.findall(r"\.(\w+)\{([^}]*)\}", common.rules))
    shown = [rules[name] for name in re.findall(r'class="(\w+)"', common.used(MAP))]
    assert shown == ["fill:none", "fill:red"]


def test_a_part_with_a_class_of_its_own_keeps_its_style() -> None:
    drawn = f'<svg {NAMES}><g class="town" style="fill:red" /></svg>'
    assert common_to([drawn, drawn]).used(drawn) == drawn


def test_the_order_of_drawings_does_not_change_names() -> None:
    other = MAP.replace("fill:red", "fill:blue")
    assert common_to([MAP, other, other]) == common_to([other, MAP, other])


def test_a_page_says_a_common_path_once() -> None:
    shown = tuple(Picture(name, "A map.", "A map.") for name in "ab")
    section = Section("one", "First", shown)
    page = hypertext(Report("Fair?", "", ("Yes.",), (), (section,), dict.fromkeys("ab", MAP)))
    steps = re.findall(r' d="([^"]{60,})"', page)
    assert len(steps) == 1
    assert page.count('href="#shape-0"') == len(shown)
