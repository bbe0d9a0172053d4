"""Whole reports: bytes, files, and nothing half-written."""

from __future__ import annotations

import csv
import json
import re
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pandas as pd
import pytest

from bloodstones.core.errors import InputError, WriteError
from bloodstones.report import make as making
from bloodstones.report.document import files as write
from bloodstones.report.document import fonts
from bloodstones.report.document.files import DOCUMENTS, report_folder, table_files, write_files
from bloodstones.report.document.fonts import LettersWarning, missing_letters
from bloodstones.report.document.model import Report
from bloodstones.report.document.typeset import typeset
from bloodstones.report.make import make_report, tables_source
from bloodstones.report.study import findings
from tests.report.conftest import MapsOnly, shipped_definition
from tests.report.document.test_pack import unpacked
from tests.report.sketches import in_full

pytestmark = pytest.mark.usefixtures("maps_without_engine")
SECTIONS = re.compile(r"^sections = \[.*?\]$", re.DOTALL | re.MULTILINE)
PICTURED = ("factions", "match_ups", "points", "length", "method", "provenance")
NOTES = re.compile(r"^\[\[notes\]\].*?(?=^\[(?!\[notes)|\Z)", re.DOTALL | re.MULTILINE)


def everything(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def cut(folder, *sections):
    """Leave a definition some sections."""
    path = folder / "report.toml"
    text, number = SECTIONS.subn(
        f"sections = {json.dumps(sections)}", path.read_text(encoding="utf-8")
    )
    assert number == 1
    path.write_text(NOTES.sub("", text), encoding="utf-8")
    return folder


@pytest.fixture
def short(report_folder):
    """A folder with a definition of two sections."""
    return cut(report_folder, "method", "provenance")


@pytest.fixture
def set_at_once(monkeypatch):
    """A document is a few bytes: set in type elsewhere."""
    monkeypatch.setattr(write, "typeset", lambda report: b"%PDF-")


@pytest.fixture(scope="module")
def built(few_results, tmp_path_factory):
    """A folder with a report of every kind of picture, drawn."""
    folder = cut(shipped_definition(tmp_path_factory.mktemp("built")), *PICTURED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(findings, "load_game", lambda game_id, where: MapsOnly())
        in_full(patch)
        made = make_report(folder, few_results)
    assert made == (folder / "report.pdf", folder / "report.html")
    return folder


@pytest.mark.usefixtures("drawn")
def test_two_builds_from_the_same_results_give_the_same_bytes(built, report_folder, few_results):
    cut(report_folder, *PICTURED)
    first = everything(built)
    assert first["report.pdf"].startswith(b"%PDF-")
    assert first["report.html"].startswith(b"<!DOCTYPE html>")
    make_report(report_folder, few_results)
    assert everything(report_folder) == first
    for folder in (built, report_folder):
        assert str(folder).encode() not in b"".join(first.values())


@pytest.mark.usefixtures("set_at_once")
def test_a_build_over_an_older_one_gives_the_same_bytes(short, few_results):
    made = make_report(short, few_results)
    first = everything(short)
    assert make_report(short, few_results) == made
    assert everything(short) == first


def test_a_report_has_its_tables_card_and_provenance(built, few_results):
    files = everything(built)
    output = json.loads(files["provenance.json"])
    assert output == json.loads((few_results / "provenance.json").read_text(encoding="utf-8"))
    assert json.loads(files["card.json"])["picture"] == "picture.svg"
    assert files["picture.svg"].startswith(b"<svg ")
    assert not [path for path in files if path.startswith("figures/")]
    lines = list(csv.DictReader(files["tables/win_rates_by_faction.csv"].decode().splitlines()))
    assert len(lines) == 6
    assert {"games", "rate", "low", "high", "verdict"} <= set(lines[0])


@pytest.mark.usefixtures("set_at_once")
def test_pictures_are_files_where_they_are_asked_for_and_go_again(short, few_results):
    cut(short, "factions", "method")
    make_report(short, few_results, ["report.html", "figures"])
    assert (short / "figures" / "win_rates_by_faction.svg").is_file()
    make_report(short, few_results, ["report.html"])
    assert not (short / "figures").exists()


def test_a_report_of_assumed_values_names_them_and_own_files(short, few_results, tmp_path):
    folder = tmp_path / "results"
    shutil.copytree(few_results, folder)
    path = folder / "provenance.json"
    output = json.loads(path.read_text(encoding="utf-8"))
    cards = [f"cards.csv: card {number}" for number in range(5)]
    output |= {"assumed": [*cards, "rules.toml: hand"], "data": {"cards.csv": "ab" * 32}}
    path.write_text(json.dumps(output), encoding="utf-8")
    (page,) = make_report(short, folder, ["report.html"])
    text = " ".join(page.read_text(encoding="utf-8").split())
    assert "The data rest on six assumed values; other values could change this." in text
    named = "5 in cards.csv (card 0, card 1, card 2 and two others); 1 in rules.toml (hand)"
    why = "because no public source gives the real ones"
    assert f"This report rests on assumed values, {why}: {named}." in text
    assert "card 3, card 4" in text
    assert f"cards.csv (SHA-256 {'ab' * 32})" in text
    (page,) = make_report(short, few_results, ["report.html"])
    assert "assumed" not in page.read_text(encoding="utf-8")


@pytest.mark.usefixtures("set_at_once")
def test_an_older_document_that_is_not_made_anew_is_removed(short, few_results):
    make_report(short, few_results, ["report.pdf"])
    (made,) = make_report(short, few_results, ["report.html"])
    assert made == short / "report.html"
    assert made.is_file()
    assert not (short / "report.pdf").exists()


def test_results_that_are_not_those_of_the_provenance_are_refused(report_folder, tmp_path):
    from tests.synthetic import results_tables, write_results

    results = write_results(tmp_path / "results", seed=1, games=5)
    results_tables(seed=2, games=5)[0].to_parquet(results / "results.parquet")
    with pytest.raises(InputError, match=r"expected the table that provenance\.json names"):
        make_report(report_folder, results)


def test_the_default_results_are_those_of_the_study(report_folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="expected a folder of results, got 'results/bloodst"):
        make_report(report_folder)


@pytest.mark.usefixtures("set_at_once")
def test_a_failed_write_leaves_the_old_report(short, few_results, monkeypatch):
    (short / "notes.md").write_bytes(b"old")
    before = everything(short)

    def full(self, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(WriteError, match="No space left on device"):
        make_report(short, few_results)
    assert everything(short) == before


@pytest.mark.usefixtures("set_at_once")
def test_files_of_somebody_else_stay_as_they_are(short, few_results):
    mine = {"figures/mine.svg": b"my figure", "tables/mine.csv": b"my table", "notes.md": b"mine"}
    for path, content in mine.items():
        (short / path).parent.mkdir(exist_ok=True)
        (short / path).write_bytes(content)
    for _ in range(2):
        make_report(short, few_results)
        found = everything(short)
        assert {path: found[path] for path in mine} == mine


@pytest.mark.usefixtures("set_at_once")
@pytest.mark.parametrize("path", ["report.pdf", "tables/win_rates_by_faction.csv"])
def test_a_file_of_somebody_else_in_the_way_is_reported(short, few_results, path):
    (short / path).parent.mkdir(exist_ok=True)
    (short / path).write_bytes(b"mine")
    before = everything(short)
    with pytest.raises(InputError, match=f"without files of another origin, got {path}"):
        make_report(short, few_results)
    assert everything(short) == before


EVERY = ("factions", "seats", "match_ups", "points", "length", "strategies", "decided", "unused")


@pytest.mark.usefixtures("set_at_once")
def test_a_report_is_made_again_from_its_tables_to_the_byte(
    report_folder, few_results, tmp_path, monkeypatch
):
    folder = cut(report_folder, *EVERY, "endings", "map", "method", "provenance")
    make_report(folder, few_results)
    first = everything(folder)
    for name in ("report.html", "report.pdf", "card.json"):
        (folder / name).unlink()
    monkeypatch.chdir(tmp_path)
    assert tables_source(folder) == folder
    make_report(folder)
    assert everything(folder) == first


@pytest.mark.usefixtures("set_at_once")
def test_results_that_are_there_come_before_tables(short, few_results, tmp_path, monkeypatch):
    make_report(short, few_results)
    monkeypatch.chdir(tmp_path)
    source = Path("results/bloodstones_faction_balance")
    shutil.copytree(few_results, source)
    assert tables_source(short) == source
    assert tables_source(short, tmp_path) == tmp_path


@pytest.mark.usefixtures("set_at_once")
@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"method"', '"luck", "method"', "expected tables for the section luck, got none"),
        ("\nstudy =", '\nstrategy = "builder"\nstudy =', "expected strategy = 'warlord', of whose"),
    ],
)
def test_tables_of_another_definition_are_refused(
    short, few_results, tmp_path, monkeypatch, old, new, message
):
    make_report(short, few_results)
    path = short / "report.toml"
    text = "\n".join(x for x in path.read_text().splitlines() if not x.startswith("strategy ="))
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    before = everything(short)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=message):
        make_report(short)
    assert everything(short) == before


def test_what_the_last_report_wrote_and_this_one_does_not_is_removed(report_folder, tmp_path):
    write_files(report_folder, {"tables/old.csv": b"1", "report.pdf": b"2"})
    write_files(report_folder, {"tables/new.csv": b"3", "report.pdf": b"4"})
    found = everything(report_folder)
    assert "tables/old.csv" not in found
    assert found["report.pdf"] == b"4"


def test_a_list_of_files_cannot_reach_out_of_its_folder(tmp_path):
    (tmp_path / "precious.txt").write_text("mine")
    folder = tmp_path / "report"
    write_files(folder, {"report.pdf": b"1"})
    told = {
        "format": "bloodstones-report",
        "files": ["../precious.txt", str(tmp_path / "precious.txt")],
    }
    (folder / "files.json").write_text(json.dumps(told))
    (folder / "report.pdf").unlink()
    write_files(folder, {"report.pdf": b"2"})
    assert (tmp_path / "precious.txt").read_text() == "mine"


@pytest.mark.parametrize("content", ["[]", "{", "{}", '{"format": "x", "files": []}'])
def test_a_list_of_files_that_is_none_is_reported(tmp_path, content):
    (tmp_path / "files.json").write_text(content)
    with pytest.raises(InputError, match="expected the list of a report's files"):
        write_files(tmp_path, {"report.pdf": b"2"})


@pytest.mark.usefixtures("set_at_once")
def test_a_report_goes_to_the_folder_asked_for(short, few_results, tmp_path):
    before = everything(short)
    made = make_report(short, few_results, out=tmp_path / "far" / "away")
    assert made[0] == tmp_path / "far" / "away" / "report.pdf"
    assert made[0].is_file()
    assert everything(short) == before


def test_text_that_looks_like_markup_is_set_as_it_is():
    title = 'A *bold* #panic("x") $title$ \\ <label> @ref'
    report = Report(title, title, (title,), (("study", title),), (), {})
    assert typeset(report).startswith(b"%PDF-")


# Letters


def without_fonts(monkeypatch):
    """Typst with its own fonts alone."""
    monkeypatch.setattr(fonts, "font_folders", lambda: ())
    fonts._can_set.cache_clear()


def page_of(text):
    return Report(text, text, (text,), (("study", text),), (), {"p": f"<svg>{text}</svg>"})


def test_letters_that_no_font_has_are_boxes_with_a_warning(monkeypatch):
    without_fonts(monkeypatch)
    with pytest.warns(LettersWarning, match=r"no font has は \(U\+306F\), 龍 \(U\+9F8D\)"):
        assert typeset(page_of("龍は fair?")).startswith(b"%PDF-")
    fonts._can_set.cache_clear()


@pytest.mark.parametrize("text", ["a\x07b", "\ue000", "\ufffe", "𓀀", "a\u202eb", "\u0301"])
def test_no_letter_of_unicode_ends_a_report(text):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LettersWarning)
        assert typeset(page_of(text)).startswith(b"%PDF-")


@pytest.mark.skipif(not fonts.font_paths(), reason="needs the packages of fonts")
@pytest.mark.parametrize(
    "text", ["龍は公平か", "한국어", "😀", "ไทย", "عربي", "हिन्दी", "עברית", "Ωж≥→"]
)
def test_the_fonts_of_the_extra_have_most_scripts(text):
    assert missing_letters(text) == ""


def test_plain_text_is_not_even_tried(monkeypatch):
    monkeypatch.setattr(fonts, "_can_set", lambda letters: pytest.fail("tried"))
    assert missing_letters("Would dragons of +3 upset it?\n") == ""


def test_a_pdf_is_read_without_a_complaint(tmp_path):
    path = tmp_path / "report.pdf"
    path.write_bytes(typeset(Report("Fair?", "Fair?", ("Yes",), (("study", "x"),), (), {})))
    objects = b"".join(unpacked(path.read_bytes()).values())
    assert b"/MarkInfo<</Marked true" in objects
    assert b"Suspects" not in objects
    if shutil.which("pdfinfo"):
        output = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True)
        assert output.stderr == ""
        assert re.search(r"Tagged: +yes", output.stdout)


def test_the_report_of_another_study_is_replaced_only_when_asked(
    short, few_results, tmp_path, monkeypatch
):
    out = tmp_path / "out"
    out.mkdir()
    there = {"study": "chess", "study_sha256": "0" * 64, "rules_version": None, "version": "0.1"}
    (out / "provenance.json").write_text(json.dumps(there), encoding="utf-8")
    monkeypatch.setattr(making, "find_study", None)  # refused before anything is computed
    with pytest.raises(InputError, match=r"got that of 'chess' .*\nTip: .*--replace"):
        make_report(short, few_results, out=out)
    assert [path.name for path in out.iterdir()] == ["provenance.json"]
    with report_folder(out, "race", DOCUMENTS, replace=True):
        pass
    (out / "files.json").write_text(
        '{"format": "bloodstones-report", "files": ["provenance.json"]}'
    )
    with report_folder(out, "chess", DOCUMENTS):
        pass
    with pytest.raises(ZeroDivisionError), report_folder(tmp_path / "a" / "b", "race", DOCUMENTS):
        raise ZeroDivisionError
    assert not (tmp_path / "a").exists()
    (out / "files.json").unlink()
    (out / "provenance.json").write_text('{"mine": true}')
    with pytest.raises(InputError, match=r"files of another origin, got provenance\.json"):
        make_report(short, few_results, out=out)


def test_a_table_without_a_line_is_no_file_of_a_report():
    full, empty = pd.DataFrame({"area": [1]}), pd.DataFrame({"area": []})
    assert list(table_files({"areas": full, "losses": empty})) == ["tables/areas.csv"]


def test_reports_load_no_compiler_and_nothing_that_plays() -> None:
    code = "import bloodstones.report.make, sys; print(*sys.modules)"
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(made.stdout.split())
    assert "bloodstones.report.topics.places" in loaded
    players = {name for name in loaded if name.startswith("bloodstones.batch.running")}
    assert loaded.isdisjoint({"numba", "bloodstones.core.kernels.kernel"})
    assert not players
