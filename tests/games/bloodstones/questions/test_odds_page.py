"""`bloodstones odds-page`: what it writes, what it refuses, what it must not import."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bloodstones.cli import main
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.sections.odds_page import odds_page

HEAVY = ("numpy", "numba", "pandas", "scipy", "matplotlib", "jinja2")


def test_the_page_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "odds.html"
    assert main(["odds-page", str(page)]) == 0
    assert page.read_text(encoding="utf-8") == odds_page(load_ruleset())
    assert capsys.readouterr().out.startswith(f"{page} (")
    assert list(tmp_path.iterdir()) == [page]


def test_json_tells_file_size_and_changes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "odds.html"
    assert main(["odds-page", str(page), "--set", "dragon.modifier=3", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer == {
        "page": str(page),
        "bytes": page.stat().st_size,
        "overrides": {"dragon.modifier": 3},
    }
    assert '"changes":{"dragon.modifier":3}' in page.read_text(encoding="utf-8")


def test_changes_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds-page", str(tmp_path / "odds.html"), "--set", "tiles_more=5"]) == 0
    assert "With changed rules: tiles_more = 5" in capsys.readouterr().out


def test_an_existing_file_stays_unless_replaced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "odds.html"
    page.write_text("mine")
    assert main(["odds-page", str(page)]) == 2
    error = capsys.readouterr().err
    assert error.startswith("Error: expected a new file, got one that exists")
    assert "--replace" in error
    assert page.read_text() == "mine"
    assert main(["odds-page", str(page), "--replace"]) == 0
    assert page.read_text(encoding="utf-8") == odds_page(load_ruleset())


@pytest.mark.parametrize(
    ("target", "settings", "sentence"),
    [
        ("", (), "expected a file, got"),
        ("no/odds.html", (), "expected a file in an existing folder"),
        ("odds.html", ("dragn.modifier=3",), "expected rule numbers, got 'dragn.modifier'"),
        ("x" * 300, (), "expected a file"),
    ],
)
def test_bad_input_is_one_sentence_and_writes_nothing(
    target: str,
    settings: tuple[str, ...],
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = [part for setting in settings for part in ("--set", setting)]
    assert main(["odds-page", str(tmp_path / target), *options]) == 2
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_missing_file_name_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds-page"]) == 2
    assert "FILE" in capsys.readouterr().err


def test_it_takes_the_base_installation_alone(tmp_path: Path) -> None:
    code = (
        "import sys; from bloodstones.cli import main; "
        f"main(['odds-page', {str(tmp_path / 'odds.html')!r}]); "
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"
