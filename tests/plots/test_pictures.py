"""Every picture: what it shows, in real text, in the same bytes, and distinct without colour."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from bloodstones.core.contract.game import Role
from bloodstones.plots.battle import draw_odds
from bloodstones.plots.doses import draw_doses
from bloodstones.plots.lengths import draw_lengths
from bloodstones.plots.matrix import draw_matrix
from bloodstones.plots.players.ladder import draw_calibration
from bloodstones.plots.points import draw_points
from bloodstones.plots.shares import draw_shares
from bloodstones.plots.standing import MARK_SIZE, draw_standing
from bloodstones.plots.style import (
    PHONE,
    VERDICT_MARKS,
    new_figure,
    spread,
    styled,
    to_bytes,
    to_svg,
)
from bloodstones.plots.win_rates import draw_win_rates
from bloodstones.stats.balance import match_ups, win_rates
from bloodstones.stats.summary import points_by_source
from bloodstones.stats.table import level_games, one_row_a_game, rounds
from bloodstones.stats.table_verdicts import OnAverage
from bloodstones.stats.verdicts import Strength, Verdict
from tests.declared import COLUMNS, SOURCES
from tests.synthetic import FACTIONS, results_tables

COLOURS = COLUMNS.colours(Role.POINTS)
LABELS = {name: name.replace("_", " ").title() for name in FACTIONS}
PANELS = {2: "2 players", 3: "3 players"}


@pytest.fixture(scope="module")
def rows():
    return results_tables(seed=4, games=60)[0]


def test_marks_between_whole_per_cents_are_not_rounded():
    table = pd.DataFrame({"panel": "", "row": [0], "share": [0.0], "low": [-0.06], "high": [0.06]})
    svg = to_svg(draw_shares(table, {0: "one"}, {"": ""}, "change"))
    marks = [float(m.replace("−", "-")) for m in re.findall(r">([−\d.]+) %<", svg)]
    steps = {round(b - a, 6) for a, b in pairwise(marks)}
    assert len(marks) > 2
    assert len(steps) == 1


def rate_picture(rows):
    table = win_rates(level_games(rows), ["players", "faction"])
    return draw_win_rates(table, "faction", "players", 0.05, LABELS, PANELS)


def points_picture(rows):
    table = points_by_source(rows, ["faction"], list(SOURCES))
    totals = {row["faction"]: f"{row['score']:.1f}" for _, row in table.iterrows()}
    return draw_points(table, "faction", LABELS, SOURCES, COLOURS, totals)


def length_picture(rows):
    games = one_row_a_game(rows)
    return draw_lengths(games.assign(rounds=rounds(games)), "players", "rounds", PANELS, "rounds")


def odds_picture(rows):
    lines = [(tiles, x, 0.5 + 0.1 * x) for tiles in ("4 v 3", "3 v 3") for x in range(-3, 4)]
    return draw_odds(pd.DataFrame(lines, columns=["tiles", "difference", "win"]))


def match_up_picture(rows):
    table = match_ups(level_games(rows))
    table = table[table["players"] == 3].rename(columns={"faction": "line", "opponent": "column"})
    squares = table.assign(lean=table["rate"] - 0.5, text="50", sure=True)
    return draw_matrix(squares, LABELS, LABELS)


PICTURES = [rate_picture, points_picture, length_picture, odds_picture, match_up_picture]


def texts(svg):
    return [node.text for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("}text")]


def luminance(colour):
    red, green, blue = to_rgb(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("picture", PICTURES)
def test_a_picture_is_a_figure_without_window_and_the_same_bytes_each_time(picture, rows):
    figure = picture(rows)
    assert isinstance(figure, Figure)
    assert figure.canvas.manager is None
    svg = to_svg(figure)
    assert svg == to_svg(picture(rows))
    assert not re.search(r"<dc:date>|\d{4}-\d\d-\d\d", svg)


@pytest.mark.parametrize("picture", PICTURES)
def test_no_text_reaches_over_the_edge_of_its_picture(picture, rows):
    figure = picture(rows)
    svg = ElementTree.fromstring(to_svg(figure))
    FigureCanvasAgg(figure).draw()
    found = figure.findobj(lambda artist: hasattr(artist, "get_text"))
    inches = {text.get_text(): text.get_window_extent().width / figure.dpi for text in found}
    _, _, width, height = map(float, svg.attrib["viewBox"].split())
    for node in (node for node in svg.iter() if node.tag.endswith("}text")):
        if "x" in node.attrib:  # the label of the upright axis is turned and placed otherwise
            x, y, long = float(node.attrib["x"]), float(node.attrib["y"]), 72 * inches[node.text]
            anchor = re.search(r"text-anchor: (\w+)", node.attrib["style"]).group(1)
            left = x - {"start": 0, "middle": long / 2, "end": long}[anchor]
            assert left >= 0
            assert left + long <= width
            assert 8 <= y <= height


def test_win_rates_are_drawn_where_the_table_has_them(rows):
    table = win_rates(level_games(rows), ["players", "faction"])
    figure = draw_win_rates(table, "faction", "players", 0.05, LABELS, PANELS)
    for axes, (_, group) in zip(figure.axes, table.groupby("players"), strict=True):
        dots = [line for line in axes.lines if line.get_marker() not in ("None", None, "")]
        assert [dot.get_xdata()[0] for dot in dots] == pytest.approx(list(group["rate"]))
        whiskers = [line.get_xdata() for line in axes.lines if len(set(line.get_ydata())) == 1]
        spans = [(x[0], x[1]) for x in whiskers if len(x) == 2]
        assert spans == [tuple(span) for span in zip(group["low"], group["high"], strict=True)]


def test_win_rates_name_factions_verdicts_and_games(rows):
    shown = texts(to_svg(rate_picture(rows)))
    assert set(LABELS.values()) <= set(shown)
    assert {"2 players", "3 players", "too few games"} <= set(shown)
    assert "240" in shown


def test_points_name_each_source_that_gives_any(rows):
    shown = texts(to_svg(points_picture(rows)))
    assert {"battles", "own villages", "captured villages", "captured citadels"} <= set(shown)
    assert "start" not in shown


def test_points_that_are_lost_go_left_from_nought():
    table = pd.DataFrame({"faction": ["a", "b"], "won": [9.0, 7.0], "lost": [-3.0, -2.0]})
    names = {"a": "A", "b": "B"}
    figure = draw_points(table, "faction", names, {"won": "won", "lost": "lost"}, {}, names)
    spans = [(bar.get_x(), bar.get_x() + bar.get_width()) for bar in figure.axes[0].patches]
    assert spans == [(0.0, 9.0), (0.0, 7.0), (0.0, -3.0), (0.0, -2.0)]
    left, right = figure.axes[0].get_xlim()
    assert left < -3.0
    assert right > 9.0


def test_lengths_show_every_player_count(rows):
    figure = length_picture(rows)
    assert [axes.get_title(loc="left") for axes in figure.axes] == list(PANELS.values())


def test_odds_label_their_curves_and_signed_differences(rows):
    shown = texts(to_svg(odds_picture(rows)))
    assert {"4 v 3", "3 v 3", "+3", "−3", "0"} <= set(shown)


def test_every_panel_at_the_foot_says_what_its_axis_counts():
    table = pd.DataFrame({"players": [2, 2], "expected": [0.1, 0.9], "reached": [0.2, 0.8]})
    (axes,) = draw_calibration(table).axes
    assert axes.get_xlabel() == "utility expected"


def test_doses_of_several_lines_stand_side_by_side():
    values = {"panel": 1, "value": [1, 2] * 2, "line": ["a", "a", "b", "b"], "printed": False}
    table = pd.DataFrame(values).assign(height=1.0, low=0.9, high=1.1)
    (axes,) = draw_doses(table, {1: "One"}, {"a": "A", "b": "B"}, "height").axes
    first, second = (line.get_xdata() for line in axes.get_lines()[:2])
    assert (first < second).all()


def test_stacked_sources_differ_from_their_neighbours_in_greyscale():
    shades = [luminance(colour) for colour in COLOURS.values()]
    assert all(abs(a - b) > 0.15 for a, b in pairwise(shades))


def test_verdicts_differ_in_shape():
    assert set(VERDICT_MARKS) == {each.value for each in (*Verdict, *OnAverage, *Strength)}
    assert len({VERDICT_MARKS[verdict][1] for verdict in Verdict}) == len(Verdict)


@given(st.lists(st.floats(-100, 100), max_size=8), st.floats(0.1, 10))
def test_spread_labels_keep_their_gap_and_order(positions, gap):
    placed = spread(positions, gap)
    order = sorted(range(len(positions)), key=lambda i: positions[i])
    ordered = [placed[i] for i in order]
    assert all(b - a >= gap - 1e-6 for a, b in pairwise(ordered))
    assert sum(placed) == pytest.approx(sum(positions), abs=1e-6)


def test_dollars_in_names_are_text_and_no_formula():
    @styled
    def drawn():
        figure = new_figure(4, 2)
        figure.add_subplot().barh(["price $3 ins$tead of 5", "$\\frac", "a_$b^$"], [1, 2, 3])
        return figure

    told = to_svg(drawn())
    for name in ("price $3 ins$tead of 5", "$\\frac", "a_$b^$"):
        assert f">{name}</text>" in told


def test_letters_that_the_font_lacks_are_drawn_without_a_word(recwarn, capfd):
    @styled
    def drawn():
        figure = new_figure(4, 2)
        figure.add_subplot().barh(["龍は", "ไทย", "\ue000"], [1, 2, 3])
        return figure

    told = to_svg(drawn())
    assert ">龍は</text>" in told
    assert "Noto" not in told
    assert to_bytes(drawn(), "png", 200).startswith(b"\x89PNG")
    assert not recwarn.list
    assert capfd.readouterr() == ("", "")


def test_the_fair_share_is_in_view_however_far_the_rates_are_from_it():
    table = pd.DataFrame(
        {
            "faction": ["dragon_riders"],
            "players": [2],
            "rate": [0.9],
            "low": [0.88],
            "high": [0.92],
            "fair_share": [0.5],
            "verdict": [Verdict.UNFAIR.value],
            "games": [900],
        }
    )
    figure = draw_win_rates(table, "faction", "players", 0.05, LABELS, PANELS)
    low, high = figure.axes[0].get_xlim()
    assert low < 0.5 < 0.92 < high


def test_panels_stand_below_each_other_on_a_phone():
    names = ("Race", "Siege", "Raid")
    table = pd.concat(
        pd.DataFrame({"panel": name, "row": list("abcd"), "part": "2 players", "share": 1.0})
        for name in names
    )
    wide, phone = (draw_standing(table, 0.2, phone=narrow) for narrow in (False, True))
    assert phone.get_size_inches()[0] == PHONE < wide.get_size_inches()[0]
    phone.canvas.draw()
    tops = [axes.get_position().y1 for axes in phone.axes]
    assert tops == sorted(tops, reverse=True)
    assert len(set(tops)) == len(names)
    assert to_svg(wide, phone=phone).narrow == to_svg(phone)


def test_the_mark_of_the_largest_share_is_whole():
    shares = (0.5, 1.0, 3.2)
    table = pd.DataFrame({"panel": "Race", "row": "red", "part": "2 players", "share": shares})
    figure = draw_standing(table, 0.2)
    figure.canvas.draw()
    axes = figure.axes[0]
    edge = axes.transData.transform((axes.get_xlim()[1], 0))[0]
    mark = axes.transData.transform((max(shares), 0))[0]
    assert edge - mark >= MARK_SIZE / 2 * figure.dpi / 72
