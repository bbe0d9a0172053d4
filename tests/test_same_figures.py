"""The comparison of two versions sees other figures, keys, options and exit codes, and no words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import same_figures

CLI = """
import json

def main(args):
    if "--help" in args:
        print("Options:\\n  {option} N  {words}")
    else:
        print(json.dumps({{"{key}": {figure}, "why": "{words}"}}))
    return {code}
"""
AS_IT_WAS = {"option": "--jobs", "key": "p", "figure": 0.5, "words": "It was said so.", "code": 0}


def checkout(folder: Path, table: str, **changed: object) -> Path:
    """A version whose command prints what its template says, and a report with a table."""
    package, tables = folder / "bloodstones", folder / "reports" / "one" / "tables"
    package.mkdir(parents=True)
    tables.mkdir(parents=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "cli.py").write_text(CLI.format(**{**AS_IT_WAS, **changed}), encoding="utf-8")
    (tables / "rates.csv").write_text(table, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("changed", "table", "found"),
    [
        ({"words": "The report says so."}, "role,rate\nOther words,0.25\n", []),
        ({"figure": 0.6}, "role,rate\nA,0.25\n", ["odds: p: 0.5, now 0.6"]),
        ({"key": "q"}, "role,rate\nA,0.25\n", ["odds: : ['p', 'why'], now ['q', 'why']"]),
        ({"option": "--cores"}, "role,rate\nA,0.25\n", ["odds --help: --cores, --jobs"]),
        (
            {"code": 2},
            "role,rate\nA,0.25\n",
            ["odds: exit code 0, now 2", "odds --help: exit code"],
        ),
        (
            {},
            "role,rate\nA,0.26\n",
            ["reports/one/tables/rates.csv: other columns or figures"],
        ),
    ],
)
def test_figures_are_compared_and_words_are_not(
    changed: dict[str, object],
    table: str,
    found: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(same_figures, "ASKED", (("odds",),))
    monkeypatch.setattr(same_figures, "HELPED", (("odds",),))
    before = checkout(tmp_path / "before", "role,rate\nA,0.25\n")
    after = checkout(tmp_path / "after", table, **changed)
    assert [*same_figures.differences(before, after)] == found
