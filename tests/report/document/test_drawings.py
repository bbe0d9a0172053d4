"""Lean drawings: far fewer bytes, and the same lines, texts and marks."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.figure import Figure

from bloodstones.plots.style import new_figure, to_svg
from bloodstones.report.document.drawings import FINE, LONG_PATH, lean
from tests.report.sketches import in_full

SVG = "{http://www.w3.org/2000/svg}"
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
COMMAND = re.compile(r"([a-zA-Z])([^a-zA-Z]*)")
NEAR = 10**-FINE
COARSE = 0.1


def places(path: str) -> np.ndarray:
    """All places of a path of moves, lines and curves, told absolutely or from the last place."""
    found, here, start = [], np.zeros(2), np.zeros(2)
    for letter, rest in COMMAND.findall(path):
        numbers = np.array([float(each) for each in NUMBER.findall(rest)]).reshape(-1, 2)
        size = 3 if letter in "cC" else 2 if letter in "qQ" else 1
        if letter in "zZ":
            here = start
        for first in range(0, len(numbers), size):
            step = numbers[first : first + size]
            step = step + here if letter.islower() else step
            found += list(step)
            here = step[-1]
            if letter in "mM" and first == 0:
                start = here
    return np.array(found)


@pytest.fixture(scope="module")
def drawn() -> tuple[str, str]:
    with pytest.MonkeyPatch.context() as patch:
        in_full(patch)
        svg = to_svg(chart())
    return svg, lean(svg)


def chart() -> Figure:
    figure = new_figure(6, 3)
    axes = figure.subplots()
    axes.plot(np.sin(np.arange(2 * LONG_PATH)), marker="o", color="#d55e00")
    axes.plot([0, 3, 9], [1, 0, 1], linestyle=":")
    axes.set_title("Wins & <losses>", weight="bold")
    axes.fill_between([0, 1, 2], [0, 1, 0], hatch="//")
    return figure


def of(svg: str, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(f"{SVG}{tag}"))


def test_every_path_goes_where_it_went(drawn: tuple[str, str]) -> None:
    full, short = drawn
    for before, after in zip(of(full, "path"), of(short, "path"), strict=True):
        was, now = places(before.attrib["d"]), places(after.attrib["d"])
        assert was.shape == now.shape
        assert np.abs(was - now).max() <= (COARSE if len(was) > LONG_PATH else NEAR)


def test_texts_and_marks_are_the_same(drawn: tuple[str, str]) -> None:
    full, short = drawn
    assert [each.text for each in of(full, "text")] == [each.text for each in of(short, "text")]
    assert len(of(full, "use")) == len(of(short, "use"))
    names = set(re.findall(r'\bid="([^"]*)"', short))
    used = set(re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', short))
    assert names == {one or other for one, other in used}


def test_lines_are_joined_as_before(drawn: tuple[str, str]) -> None:
    assert 'stroke-linejoin="round"' in drawn[1].partition(">")[0]
    assert "<style" not in drawn[1]


def test_a_drawing_is_much_shorter(drawn: tuple[str, str]) -> None:
    full, short = drawn
    assert len(short) < 0.75 * len(full)
    assert lean(full) == short


def test_letters_that_no_xml_may_have_are_left_out() -> None:
    told = lean('<svg xmlns="http://www.w3.org/2000/svg"><text>a\x07b\ufffe</text></svg>')
    assert ">ab<" in told
