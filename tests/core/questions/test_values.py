"""What an answer has as attributes, how it prints, and its tables as rows."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from importlib.util import find_spec
from typing import Any

import pytest

from bloodstones.core import extras
from bloodstones.core.errors import InputError
from bloodstones.core.questions.answer import (
    CHANCE,
    COUNT,
    TEXT,
    Answer,
    Aside,
    Column,
    Data,
    Fact,
    Facts,
    Picture,
    Table,
)
from bloodstones.core.questions.function import as_function
from bloodstones.core.questions.values import Rows
from tests.core.questions.coins import Coins

coins = as_function(Coins)
HALF = Fraction(1, 2)
TOSSES = Table(
    [Column("side", "Side", TEXT), Column("p", "Chance", CHANCE), Column("", "Shown", COUNT)],
    [("heads", HALF, 1), ("<tails>", HALF, 2)],
    "Tosses",
    "tosses",
)


def answer(**more: Any) -> Answer:
    parts = [
        Facts([Fact("p_heads", "Heads", HALF, CHANCE)], bars=True),
        Facts([Fact("n", "Tossed", 3, COUNT)], key="coin"),
        Data({"metal": "gold"}),
        TOSSES,
        Aside("weights", lambda: Table([Column("g", "Grams", COUNT)], [(7,)])),
    ]
    return Answer("A coin", parts, **more)


def test_facts_tables_and_data_are_attributes() -> None:
    told = answer()
    assert told.p_heads == told["p_heads"] == HALF
    assert told.metal == "gold"
    assert told.coin == {"n": 3}
    assert told.tosses == Rows(TOSSES)
    assert told.weights["g"] == [7]
    assert {"p_heads", "metal", "coin", "tosses", "weights", "p_heads_fraction"} <= set(dir(told))
    assert "weights" not in told.data()


def test_a_wrong_attribute_is_answered_with_the_nearest() -> None:
    with pytest.raises(AttributeError, match="an answer has no 'p_head'; did you mean p_heads"):
        answer().p_head  # noqa: B018
    with pytest.raises(AttributeError, match="no 'x'; it has no values"):
        Answer("Nothing", []).x  # noqa: B018
    assert not hasattr(answer(), "plot")
    assert "plot" not in dir(answer())


def test_an_answer_is_copied() -> None:
    told = Answer("A coin", [Data({"metal": "gold"})])
    assert copy.copy(told) == told
    assert pickle.loads(pickle.dumps(told)) == told


def test_an_answer_prints_as_a_panel_of_one_screen() -> None:
    text = repr(answer(notes=["By hand."]))
    assert text.splitlines()[0] == "A coin"
    assert "50.0 %" in text
    assert text.endswith("By hand.")
    long = Answer("Long", [Table([Column("n", "N", COUNT)], [(n,) for n in range(99)])])
    lines = repr(long).splitlines()
    assert len(lines) == 24
    assert lines[-1] == "and 78 more lines (.data() has all)"


def test_rows_are_dicts_with_exact_values() -> None:
    rows = Rows(TOSSES)
    assert list(rows) == [{"side": "heads", "p": HALF}, {"side": "<tails>", "p": HALF}]
    assert (len(rows), rows.columns, rows.title) == (2, ("side", "p"), "Tosses")
    assert rows.meanings == {"side": "Side", "p": "Chance"}
    assert rows[-1] == {"side": "<tails>", "p": HALF}
    assert rows[:1]["side"] == ["heads"]
    with pytest.raises(InputError, match=r"expected a column, got 'sid' \(rows"):
        rows["sid"]
    with pytest.raises(IndexError):
        rows[2]


def test_rows_print_aligned_and_not_without_end() -> None:
    shown = repr(Rows(TOSSES)).splitlines()
    assert shown[1].split() == ["Side", "Chance", "Shown"]
    assert shown[2].index("50.0 %") == shown[3].index("50.0 %")
    many = Rows(Table([Column("n", "N", COUNT)], [(n,) for n in range(99)]))
    assert repr(many).splitlines()[-1] == " 99 rows in all"
    assert len(repr(many).splitlines()) <= 22


def test_rows_are_html_in_light_and_dark_and_escaped() -> None:
    html = Rows(TOSSES)._repr_html_()
    assert "prefers-color-scheme:dark" in html
    assert "&lt;tails&gt;" in html
    assert "<tails>" not in html


def test_frames_have_floats() -> None:
    frame = Rows(TOSSES).to_pandas()
    assert list(frame.columns) == ["side", "p"]
    assert frame["p"].dtype == float
    assert answer().to_pandas().equals(frame)
    facts = Answer("A coin", answer().parts[:3]).to_pandas()
    assert facts.loc[0].to_dict() == {
        "p_heads": 0.5,
        "p_heads_fraction": "1/2",
        "coin.n": 3,
        "metal": "gold",
    }


def test_what_is_not_installed_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = ("pandas", "matplotlib")
    monkeypatch.setattr(
        extras, "find_spec", lambda name: None if name in missing else find_spec(name)
    )
    frame = r"expected the package pandas, got none .*\nTip: pip install 'bloodstones\[study\]'"
    with pytest.raises(InputError, match=frame):
        Rows(TOSSES).to_pandas()
    with pytest.raises(InputError, match=frame):
        answer().to_pandas()
    drawn = Answer("A coin", [Picture("coin", "a coin", lambda: pytest.fail("not drawn"))])
    with pytest.raises(InputError, match=r"package matplotlib, .*\nTip: .*bloodstones\[report\]"):
        drawn.plot()
    assert "expected the package matplotlib" in drawn._repr_html_()


def test_pictures_are_drawn_by_name_and_on_axes() -> None:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    on: list[Axes] = []
    drawn = Answer(
        "A coin",
        [Picture("front", "its front", Figure), Picture("back", "its back", Figure, on.append)],
    )
    assert isinstance(drawn.plot(), Figure)
    assert isinstance(drawn.plot.back(), Figure)
    assert dir(drawn.plot) == ["back", "front"]
    axes = Figure().subplots()
    assert drawn.plot.back(ax=axes) is axes
    assert on == [axes]
    with pytest.raises(InputError, match=r"expected no axes for a picture .*\(ax=\)"):
        drawn.plot(ax=axes)
    with pytest.raises(
        InputError, match=r"expected the axes of a matplotlib figure, got 3 \(ax=\)"
    ):
        drawn.plot.back(ax=3)
    with pytest.raises(AttributeError, match="no picture is called 'bak'; did you mean back"):
        drawn.plot.bak  # noqa: B018


def test_a_docstring_tells_what_comes_back() -> None:
    text = coins.__doc__ or ""
    assert "Returns\n-------\nAnswer\n" in text
