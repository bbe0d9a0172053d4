"""Reading results: sound ones pass, and every fault of a broken one is reported at once."""

from __future__ import annotations

import pytest

from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults
from bloodstones.stats.table import note_table_faults, read_results
from tests.declared import COLUMNS
from tests.synthetic import results_tables, write_results


@pytest.fixture
def folder(tmp_path):
    return write_results(tmp_path / "results", games=5)


def rewrite(folder, change):
    rows, _ = results_tables(games=5)
    change(rows).to_parquet(folder / "results.parquet")


def test_sound_results_are_read_whole(folder):
    results = read_results(folder)
    assert len(results.rows) == len(results_tables(games=5)[0])
    assert results.provenance["seed"] == 2026


def test_a_missing_folder_tips_to_run_the_study(tmp_path):
    with pytest.raises(InputError, match="expected a folder of results") as error:
        read_results(tmp_path / "nowhere")
    assert "run `bloodstones study" in error.value.tip


def test_missing_files_are_all_named(folder):
    (folder / "areas.parquet").unlink()
    (folder / "provenance.json").unlink()
    with pytest.raises(InputError, match=r"the files areas\.parquet, provenance\.json"):
        read_results(folder)


def test_every_broken_file_and_column_is_reported_at_once(folder):
    rewrite(folder, lambda rows: rows.drop(columns="faction").assign(score="many"))
    (folder / "areas.parquet").write_bytes(b"PAR1 no")
    (folder / "provenance.json").write_text("[1]")
    with pytest.raises(InputError, match="got 4") as error:
        read_results(folder)
    text = str(error.value)
    assert "expected the column faction, got none" in text
    assert "expected numbers in column score" in text
    assert "areas.parquet: expected a Parquet table" in text
    assert "provenance.json: expected a provenance" in text


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rows: rows.iloc[:0], "expected at least one playthrough, got none"),
        (lambda rows: rows.iloc[1:], "expected as many rows a playthrough as players"),
        (lambda rows: rows.assign(seat=0), "expected each seat once in a playthrough"),
        (lambda rows: rows.assign(turn_order=rows["turn_order"] + 1), "expected each place in tur"),
        (lambda rows: rows.assign(win_credit=1.0), "expected win credit that sums to 1"),
        (lambda rows: rows.assign(score=rows["score"] + 1), "expected points by source that sum"),
        (
            lambda rows: rows.assign(score=rows["score"].where(rows["seat"] == 0)),
            "expected a value in each row of score, got a gap",
        ),
    ],
)
def test_a_table_that_contradicts_itself_is_refused(folder, change, message):
    rewrite(folder, change)
    with pytest.raises(InputError, match=message):
        read_results(folder)


def test_the_synthetic_study_itself_is_sound():
    faults = Faults()
    note_table_faults(results_tables(games=20)[0], COLUMNS, "rows", faults)
    assert faults.sentences == []
