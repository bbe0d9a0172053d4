"""The report of advice: the same bytes each time, every number, honest verdicts."""

from __future__ import annotations

import csv
import hashlib
import json
import math
from pathlib import Path

import pandas as pd
import pytest

from bloodstones.cli import main
from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.sections.advice import measure_advice
from bloodstones.games.bloodstones.sections.advice_report import make_advice_report
from bloodstones.plots.players.advice import draw_advice
from bloodstones.plots.style import to_svg
from bloodstones.report.document.files import HTML

ROOT = Path(__file__).parents[4]
ANALYSIS = ROOT / "analysis" / "bloodstones_rulebook_advice.toml"
REPORT = ROOT / "reports" / "bloodstones_rulebook_advice"
TABLES = ("bloodstones_restricted_play/tables/worth.csv", "bloodstones_worth/tables/worth.csv")
BESIDE = ("strategies.toml", *TABLES)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return laid_out(tmp_path)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a report that was made."""
    place = laid_out(tmp_path_factory.mktemp("built"))
    assert make_advice_report(place)[0] == place / "report.pdf"
    return place


def laid_out(tmp_path: Path) -> Path:
    """A folder with the shipped definition, and the advice and games where it looks for them."""
    text = (REPORT / "report.toml").read_text(encoding="utf-8")
    place = tmp_path / "reports" / "advice"
    place.mkdir(parents=True)
    (tmp_path / "analysis").mkdir()
    (tmp_path / "analysis" / ANALYSIS.name).write_bytes(ANALYSIS.read_bytes())
    (place / "report.toml").write_text(text, encoding="utf-8")
    for name in BESIDE:
        (tmp_path / "reports" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "reports" / name).write_bytes((REPORT.parent / name).read_bytes())
    return place


def everything(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_two_builds_give_the_same_bytes_and_every_number(built: Path, folder: Path) -> None:
    first = everything(built)
    make_advice_report(folder)
    assert everything(folder) == first
    assert set(first) == {
        "card.json",
        "files.json",
        "picture.svg",
        "provenance.json",
        "report.html",
        "report.pdf",
        "report.toml",
        "tables/advice.csv",
        "tables/in_games.csv",
    }
    rows = list(csv.DictReader(first["tables/advice.csv"].decode().splitlines()))
    numbers = [
        (hint.id, label, f"{float(measure.value):.6f}")
        for hint in measure_advice(ANALYSIS).hints
        for label, measure in hint.numbers.items()
    ]
    assert [(row["hint"], row["label"], row["value"]) for row in rows] == numbers
    provenance = json.loads(first["provenance.json"])
    assert set(provenance) == {"study", "study_sha256", "worth_sha256", "rules_version", "version"}
    sums = {name: hashlib.sha256((REPORT.parent / name).read_bytes()) for name in TABLES}
    assert provenance["worth_sha256"] == {
        f"../{name}": each.hexdigest() for name, each in sums.items()
    }


def test_the_shipped_report_is_that_of_the_shipped_advice(built: Path) -> None:
    made, shipped = everything(built), everything(REPORT)
    for name in ("tables/advice.csv", "tables/in_games.csv"):
        assert made[name] == shipped[name], f"bloodstones report {REPORT.name}"


def test_the_command_makes_it_and_takes_no_results(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(folder)]) == 0
    assert "report.pdf" in capsys.readouterr().out
    assert main(["report", str(folder), "--results", "x"]) == 2
    assert "expected a report of advice without --results" in capsys.readouterr().err


def test_a_report_without_its_advice_is_refused(folder: Path) -> None:
    (folder.parents[1] / "analysis" / ANALYSIS.name).unlink()
    with pytest.raises(InputError, match="expected a readable file"):
        make_advice_report(folder)
    assert set(everything(folder)) == {"report.toml"}


def test_a_fault_of_the_definition_is_reported(folder: Path) -> None:
    text = (folder / "report.toml").read_text(encoding="utf-8")
    (folder / "report.toml").write_text(f"colour = 1\n{text}", encoding="utf-8")
    with pytest.raises(InputError, match="expected known keys, got 'colour'"):
        make_advice_report(folder)


def test_a_report_without_whole_games_is_of_exact_numbers_alone(folder: Path) -> None:
    definition = folder / "report.toml"
    lines = definition.read_text(encoding="utf-8").splitlines(keepends=True)
    without = "".join(line for line in lines if not line.startswith("worth = "))
    definition.write_text(without, encoding="utf-8")
    make_advice_report(folder, [HTML])
    page = (folder / HTML).read_text(encoding="utf-8")
    assert "<h2" in page
    assert "In whole games<" not in page
    assert "Whole games were played" not in page
    assert not (folder / "tables" / "in_games.csv").exists()
    provenance = json.loads((folder / "provenance.json").read_text(encoding="utf-8"))
    assert provenance["worth_sha256"] == {}


def test_the_picture_tells_verdicts_by_shape_and_shows_bounds() -> None:
    table = pd.DataFrame(
        [
            ("One", "first", 0.2, "holds", 0.5),
            ("One", "second", 0.4, "holds", math.nan),
            ("Two", "third", 0.9, "holds in part", math.nan),
            ("Three", "fourth", 0.1, "does not hold", math.nan),
        ],
        columns=["hint", "label", "value", "verdict", "bound"],
    )
    svg = to_svg(draw_advice(table))
    assert svg == to_svg(draw_advice(table))
    for text in ("One", "fourth", "the hint holds in part", "a bound that decides"):
        assert text in svg
    lines = draw_advice(table).axes[0].lines
    assert [str(line.get_marker()) for line in lines] == ["o", "s", "D", "|"]


def test_the_study_command_answers_advice(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", str(ANALYSIS), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == ["study", "question", "hints"]
    first = answer["hints"][0]
    assert set(first) == {"id", "says", "verdict", "conditions", "numbers", "things", "factions"}
    things = {hint["id"]: (hint["things"], hint["factions"]) for hint in answer["hints"]}
    assert things["lead_of_one"] == ([], [])
    assert things["shieldbearers_of_corsairs"] == (["shieldbearer"], ["corsairs"])
    assert set(first["numbers"][0]) == {"label", "value", "unit"}
    assert main(["study", str(ANALYSIS)]) == 0
    out = capsys.readouterr().out
    assert "lead 1, as many units" in out
    assert max(len(line) for line in out.splitlines()) <= 80


@pytest.mark.parametrize("args", [["--quick"], ["--replicates", "3"], ["--out", "x"]])
def test_advice_has_no_games(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", str(ANALYSIS), *args]) == 2
    assert "expected --json alone with advice" in capsys.readouterr().err
    assert main(["study", "plan", str(ANALYSIS)]) == 2
    assert "expected --json alone with advice" in capsys.readouterr().err
