"""Results in a notebook: one call, explained columns, a table that shows itself."""

import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from scipy.stats import binomtest

import bloodstones
from bloodstones.api.results.results import Results, load_results
from bloodstones.api.results.summary import win_rates
from bloodstones.core.errors import InputError
from bloodstones.stats.inference.precision import Precision
from tests.batch.conftest import STUDY, study_file
from tests.synthetic import write_results

pytestmark = pytest.mark.usefixtures("race")

GAMES = 40


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp("results")
    write_results(folder, games=GAMES)
    return load_results(str(folder))


def test_package_loads_results_with_one_call(results: Results) -> None:
    again = bloodstones.load_results(results.folder)
    assert again.rows.equals(results.rows)
    assert again.areas.equals(results.areas)
    assert again.provenance == results.provenance


def test_every_column_is_explained_with_its_type(tmp_path: Path) -> None:
    from bloodstones.batch.study.plan import make_plan
    from bloodstones.batch.study.run import run_study
    from tests.batch.dice_race import DiceRace

    file = study_file(tmp_path, STUDY)
    run_study(file, make_plan(file.study, quick=True), DiceRace(), tmp_path / "out")
    columns = load_results(tmp_path / "out").columns
    assert (columns["meaning"].str.len() > 0).all()
    rows = columns[columns["table"] == "rows"].set_index("column")
    assert rows.loc["replicate", "dtype"] == "int32"
    assert rows.loc["arm", "meaning"] == "arm of the what-if; base is without changes"
    assert set(columns.loc[columns["table"] == "areas", "column"]) == {"cell", "area", "visits"}


def test_summary_tells_each_faction_where_one_strategy_plays(results: Results) -> None:
    summary = results.summary()
    assert list(summary.columns[-2:]) == ["games", "win rate (95 %)"]
    assert set(summary["faction"]) == set(results.rows["faction"])
    rates = results.win_rates(["players", "strategy", "faction"])
    assert len(rates) == len(summary)
    assert rates["games"].tolist() == summary["games"].tolist()


def test_results_show_themselves(results: Results) -> None:
    html = results._repr_html_()
    assert html.count("<tr") == len(results.summary()) + 1
    assert "%" in html
    stream = io.StringIO()
    Console(file=stream, width=120).print(results)
    assert str(results.provenance["study"]) in stream.getvalue()
    assert "rows=" not in repr(results)


def test_a_study_that_stopped_at_a_precision_shows_the_intervals_of_its_rule(
    results: Results,
) -> None:
    rule = {**results.provenance, "stopping": Precision(0.1).to_json}
    stopped = replace(results, tables=replace(results.tables, provenance=rule))
    by = ["players", "strategy", "faction"]
    fixed, found = results.win_rates(by), stopped.win_rates(by)
    for row, wide in zip(fixed.itertuples(), found.itertuples(), strict=True):
        ends = binomtest(round(row.wins), row.seats).proportion_ci(method="wilsoncc")
        assert (wide.low, wide.high) == pytest.approx((ends.low, ends.high), abs=0.02)
        assert wide.low < row.low
        assert row.high < wide.high
    assert not stopped.summary().equals(results.summary())


def test_the_summary_of_a_run_has_the_intervals_of_its_rule(
    results: Results, tmp_path: Path
) -> None:
    results.rows.assign(arm="base", level="").to_parquet(tmp_path / "results.parquet")
    plain, stopped = win_rates(tmp_path), win_rates(tmp_path, Precision(0.1).to_json)
    for row, wide in zip(plain, stopped, strict=True):
        assert row["win_rate"] == wide["win_rate"]
        assert wide["low"] < row["low"]
        assert row["high"] < wide["high"]


def test_changed_results_are_refused(tmp_path: Path) -> None:
    write_results(tmp_path, games=GAMES)
    path = tmp_path / "provenance.json"
    told = json.loads(path.read_text())
    path.write_text(json.dumps({**told, "table_hash": told["areas_hash"]}))
    with pytest.raises(InputError, match=r"expected the table that provenance\.json names"):
        load_results(tmp_path)


@pytest.mark.parametrize("version", [3, "3", None])
def test_results_of_a_later_version_are_refused(tmp_path: Path, version: object) -> None:
    write_results(tmp_path, games=GAMES)
    path = tmp_path / "provenance.json"
    told = json.loads(path.read_text())
    path.write_text(json.dumps({**told, "version": version, "versions": {"bloodstones": "0.3.0"}}))
    words = r"expected results of version 2 or before, got .*\nTip: bloodstones 0\.3\.0 wrote them"
    with pytest.raises(InputError, match=words):
        load_results(tmp_path)


def test_a_folder_that_is_none_names_the_parameter(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"expected the path of a folder of results, got 3"):
        bloodstones.load_results(3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"folder of results, got .* \(folder=\)\nTip: .* folder="):
        bloodstones.load_results(tmp_path / "none")


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = (
        "import bloodstones, sys; print(sorted({'numpy', 'pandas', 'pyarrow'} & set(sys.modules)))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
    with pytest.raises(AttributeError, match="has no attribute 'lode_results'"):
        _ = bloodstones.lode_results
