"""What is measured of results, against `stats`, and their pictures on given axes."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bloodstones.api.frames import wide
from bloodstones.api.results.html import Documents
from bloodstones.api.results.results import Results, load_results
from bloodstones.core.contract.game import Role
from bloodstones.core.errors import InputError
from bloodstones.stats.arms import what_if
from bloodstones.stats.balance import match_ups, strategy_rates, win_rates
from bloodstones.stats.fairness import distances
from bloodstones.stats.joint import joint_tests
from bloodstones.stats.leads import comebacks, wins_from_behind
from bloodstones.stats.summary import activity, area_rates, game_lengths, points_by_source
from bloodstones.stats.table import base_rows, level_games, mixed_games
from tests.report.sketches import sketched
from tests.synthetic import write_results

pytestmark = pytest.mark.usefixtures("race")

GAMES = 60
BY_ROLE = ["players", "faction"]


@pytest.fixture(scope="module", autouse=True)
def without_a_window() -> None:
    mpl.use("agg")


@pytest.fixture
def fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make reports fast."""
    sketched(monkeypatch)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp("results")
    write_results(folder, games=GAMES)
    return load_results(folder)


def same(found: pd.DataFrame, wanted: pd.DataFrame) -> None:
    """A public frame is the one of `stats`, with 64 bits a number."""
    pd.testing.assert_frame_equal(found, wide(wanted))


def test_methods_are_those_of_stats_on_the_games_of_one_strategy(results: Results) -> None:
    tables = results.tables
    rows = level_games(tables.rows)
    columns = tables.columns
    same(results.win_rates(band=0.1), win_rates(rows, BY_ROLE, band=0.1))
    same(results.win_rates("faction"), win_rates(rows, ["faction"]))
    same(results.match_ups(), match_ups(rows))
    same(results.points(), points_by_source(rows, BY_ROLE, columns.names(Role.POINTS)))
    same(results.lengths(), game_lengths(rows, ["players"]))
    same(results.activity(), activity(rows, BY_ROLE, columns.names(Role.ACTIVITY)))
    same(results.leads(), wins_from_behind(rows, BY_ROLE))
    same(results.comebacks(), comebacks(rows, ["players"]))
    same(results.distances(), distances(rows, ["players"]))
    mixed = win_rates(mixed_games(tables.rows), ["players", "strategy"])
    same(results.strategies(), strategy_rates(mixed))
    measures = [each.name for each in tables.measures]
    same(results.on_board(), area_rates(tables.rows, tables.areas, measures))


def test_frames_have_games_an_interval_and_a_verdict(results: Results) -> None:
    for table in (results.win_rates(), results.match_ups(), results.strategies()):
        assert (table["games"] > 0).all()
        assert (table["low"] <= table["rate"]).all()
        assert (table["rate"] <= table["high"]).all()
        assert table["verdict"].notna().all()


def test_verdicts_judge_the_roles_and_the_places_in_turn_order(results: Results) -> None:
    rows = level_games(results.tables.rows)
    wanted = [
        joint_tests(rows, win_rates(rows, ["players", what], band=0.3), what, band=0.3)
        for what in ("faction", "turn_order")
    ]
    same(results.verdicts(band=0.3), pd.concat(wanted, ignore_index=True))
    verdicts = results.verdicts().set_index(["what", "players"])["verdict"]
    assert verdicts["faction", 2] == "unfair"


def test_rows_are_typed_and_hold_what_the_table_holds(results: Results) -> None:
    rows, plain = results.rows, results.tables.rows
    assert isinstance(rows["faction"].dtype, pd.CategoricalDtype)
    assert np.dtype(object) not in list(rows.dtypes)
    assert (rows["players"].dtype, plain["players"].dtype) == (np.int64, np.int8)
    numbers = [each for each in rows.dtypes if isinstance(each, np.dtype) and each.kind in "iuf"]
    assert set(numbers) <= {np.dtype(np.int64), np.dtype(np.float64)}
    assert np.issubdtype(rows["score"].dtype, np.integer)
    for name in plain:
        assert (rows[name].astype(plain[name].dtype) == plain[name]).all()
    assert set(results.columns["column"][results.columns["table"] == "rows"]) <= set(rows)


def test_what_ifs_are_paired_and_judged_as_a_family(played: Results) -> None:
    found = played.what_ifs()
    rows = level_games(played.tables.rows)
    same(found[[*what_if(rows, BY_ROLE)]], what_if(rows, BY_ROLE))
    assert (found["holm"] >= found["p_value"]).all()
    told = found.set_index(BY_ROLE)["verdict"]
    assert told[2, "green"] == "higher"
    assert told[2, "blue"] == "no significant difference"
    assert set(found["verdict"]) <= {"higher", "lower", "no significant difference"}


def test_without_arm_the_game_as_it_is_speaks(played: Results) -> None:
    rows = level_games(played.tables.rows)
    same(played.win_rates(), win_rates(base_rows(rows), BY_ROLE))
    by = ["arm", "faction"]
    same(played.win_rates(by), win_rates(rows, by))


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda r: r.win_rates(["factin"]), r"got 'factin' \(by=\)\nTip: did you mean faction"),
        (lambda r: r.win_rates(by=3), r"expected names of columns, got 3 \(by=\)"),
        (lambda r: r.win_rates(by=[]), r"expected names of columns, got 'none' \(by=\)"),
        (lambda r: r.lengths(by=()), r"expected names of columns, got 'none' \(by=\)"),
        (lambda r: r.win_rates(band="x"), r"expected a band above 0 .* got 'x' \(band=\)"),
        (lambda r: r.save(3), r"expected the path of a folder, got 3 \(folder=\)"),
        (lambda r: r.report(3), r"expected the path of a file or folder, got 3 \(file=\)"),
        (lambda r: r.report("no/x.pdf"), r"expected a file in an existing folder, .*\(file=\)"),
        (lambda r: r.rerun(out=3), r"expected the path of a folder, got 3 \(out=\)"),
        (lambda r: r.points(by=["faction", 2]), r"expected names of columns, got .* \(by=\)"),
        (lambda r: r.plot.win_rates(3, players=2), r"expected matplotlib axes, got 3 \(ax=\)"),
        (lambda r: r.plot.what_ifs("x", players=2), r"expected matplotlib axes, got 'x'"),
        (lambda r: r.win_rates(band=0), r"expected a band above 0 .* got 0 \(band=\)"),
        (lambda r: r.verdicts(band=2), r"expected a band .* got 2 \(band=\)"),
        (lambda r: r.lengths(), "expected results that include the length of games, got"),
        (lambda r: r.leads(), "expected results that record who led"),
        (lambda r: r.comebacks(), "expected the column behind_quarter"),
        (lambda r: r.plot.lengths(), "expected results that include the length of games, got"),
        (lambda r: r.plot.points(players=2), "expected results with points"),
        (lambda r: r.plot.match_ups(), r"expected one size of the tables, got \[2, 3\]"),
        (lambda r: r.plot.win_rates(players=5), r"got 5 \(players=\)\nTip: there are: 2, 3"),
    ],
)
def test_faults_name_the_parameter(played: Results, ask: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        ask(played)


def test_results_without_arms_have_no_what_ifs(results: Results) -> None:
    with pytest.raises(InputError, match=r"expected results with arms, .*\nTip: .*`arms=`"):
        results.what_ifs()


def axes() -> Axes:
    return Figure(figsize=(4, 3)).subplots()


PICTURES = ["win_rates", "match_ups", "points", "lengths", "comebacks"]


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_drawn_on_the_axes_it_gets(results: Results, name: str) -> None:
    ax = axes()
    before = len(ax.get_children())
    assert getattr(results.plot, name)(ax, players=2) is ax
    assert len(ax.get_children()) > before


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_without_axes_makes_its_own(results: Results, name: str) -> None:
    import matplotlib.pyplot as plt

    drawn = getattr(results.plot, name)(players=3)
    assert isinstance(drawn, Axes)
    assert drawn.figure.number in plt.get_fignums()
    plt.close("all")


@pytest.mark.parametrize("name", ["win_rates", "lengths", "comebacks"])
def test_several_sizes_are_panels_of_a_figure_and_do_not_fit_on_one_pair_of_axes(
    results: Results, name: str
) -> None:
    figure = getattr(results.plot, name)()
    assert isinstance(figure, Figure)
    assert len(figure.axes) == 2
    with pytest.raises(InputError, match=r"expected one panel, got .* \(ax=\)\nTip: .*players="):
        getattr(results.plot, name)(axes())


def test_the_picture_of_win_rates_shows_the_table(results: Results) -> None:
    ax = axes()
    results.plot.win_rates(ax, players=2)
    rates = results.win_rates().query("players == 2")
    drawn = [line.get_xdata()[0] for line in ax.lines if len(line.get_xdata()) == 1]
    assert drawn == pytest.approx(rates["rate"].tolist())
    labels = [tick.get_text() for tick in ax.get_yticklabels()]
    assert labels == ["Dragon Riders", "Hill Folk", "Horse Lords"]


def test_the_picture_of_what_ifs_has_a_square_for_each_arm_and_role(played: Results) -> None:
    ax = axes()
    assert played.plot.what_ifs(ax, players=2) is ax
    table = played.what_ifs().query("players == 2")
    assert len(ax.patches) == len(table)
    texts = {text.get_text() for text in ax.texts}
    assert f"+{table['difference'].max() * 100:.1f}" in texts


def test_results_show_themselves_in_light_and_dark(results: Results, played: Results) -> None:
    html = results._repr_html_()
    assert "prefers-color-scheme:dark" in html
    assert "data:image/svg+xml;base64," in html
    assert repr(results) == f"load_results({str(results.folder)!r})"
    assert repr(played) == "<Results 'race': 1,056 games, 2,640 rows>"
    assert "Is the race fair?" in str(played)


@pytest.mark.usefixtures("fast")
def test_a_report_is_one_document_or_a_folder(results: Results, tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (page,) = results.report(tmp_path / "fair.html")
        assert page.read_text().startswith("<!DOCTYPE html>")
        assert [path.name for path in tmp_path.iterdir()] == ["fair.html"]
        made = results.report(tmp_path / "whole")
    assert {path.name for path in made} == {"report.pdf", "report.html"}
    assert (tmp_path / "whole" / "tables").is_dir()
    assert (tmp_path / "whole" / "report.html").read_text() == page.read_text()


@pytest.mark.usefixtures("fast")
def test_a_report_of_results_in_memory_is_that_of_the_command(
    results: Results, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from bloodstones.cli import main

    in_memory = Results(results.tables, None, results._contents())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        documents = in_memory.report(tmp_path / "memory.html")
    out = tmp_path / "command"
    assert main(["report", str(results.folder), "--html", "--out", str(out), "--json"]) == 0
    (page,) = documents
    assert (out / "report.html").read_text() == page.read_text()
    printed = json.loads(capsys.readouterr().out)
    assert printed == Documents([out / "report.html"]).data()
    assert printed["bytes"] == documents.data()["bytes"]
    assert documents._repr_html_() == f'<a href="{page}">memory.html</a>'


@pytest.mark.usefixtures("fast")
@pytest.mark.filterwarnings("ignore:without the section")
def test_a_report_that_cannot_be_written_is_told(results: Results, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"expected a file in an existing folder, .* \(file=\)"):
        results.report(tmp_path / "nowhere" / "fair.html")
    (tmp_path / "fair.html").mkdir()
    with pytest.raises(InputError, match=r"expected the report that can be written.* \(file=\)"):
        results.report(tmp_path / "fair.html")
