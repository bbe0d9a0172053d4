"""`bloodstones rules`: what it prints, what it refuses, and what it must not import."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from bloodstones.cli import main
from bloodstones.games.bloodstones.rules.register import load_register

HEAVY = ("numpy", "numba", "pandas", "scipy", "matplotlib", "pydantic")
COLUMNS = 80
QUERIES = [
    [],
    ["BS-COMBAT-10"],
    ["BS-COMP-06"],
    ["BS-SETUP-05"],
    ["BS-COMBAT"],
    ["AMB-05"],
    ["AMB-54"],
    ["EX-16"],
    ["overpay"],
    ["cutiecorn"],
    ["giant", "tiles"],
]


def run(*args: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bloodstones", "rules", *args],
        check=False,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
    )


def shown(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(["rules", *args]) == 0
    return capsys.readouterr().out


def read(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    result = json.loads(shown(capsys, *args, "--json"))
    assert isinstance(result, dict)
    return result


def flat(text: str) -> str:
    return " ".join(text.split())


def test_the_overview_counts_every_section_and_lists_every_option(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text, register = shown(capsys), load_register()
    rows = {row.split()[0]: row.split() for row in text.splitlines() if row.strip()}
    assert rows["BS-MOD"] == ["BS-MOD", "Modifiers", "18", "18"]
    assert rows["BS-DESERT"][-3:] == ["4", "3", "1"]
    assert rows["AMB"][-4:] == ["58", "54", "1", "3"]
    assert all(f"BS-{section}" in rows for section in register.sections)
    assert all(option.spellings[0] in rows[name][1] for name, option in register.options.items())


def test_a_clause_shows_its_status_open_point_option_and_examples(
    capsys: pytest.CaptureFixture[str],
) -> None:
    register = load_register()
    text = flat(shown(capsys, "bs-setup-12"))
    assert "BS-SETUP-12 Setup" in text
    assert register.clauses["BS-SETUP-12"].text in text
    assert "Status executable" in text
    assert "citadel_min_distance" in text
    assert "3 (default), 2" in text
    assert register.ambiguities["AMB-05"].reading in text
    assert register.examples["DX-01"].expected in text


def test_a_clause_of_a_faction_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Factions corsairs, chaos_horde" in flat(shown(capsys, "BS-SETUP-05"))


def test_what_is_not_applicable_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    reason = load_register().clauses["BS-COMP-06"].reason
    assert f"not applicable: {reason}" in flat(shown(capsys, "BS-COMP-06"))


def test_an_option_shows_default_values_and_clauses(capsys: pytest.CaptureFixture[str]) -> None:
    text = flat(shown(capsys, "undead_recycle"))
    assert "Default supply" in text
    assert "Values supply, out_of_game, discard" in text
    assert "AMB-27" in text
    assert "BS-NECRO-08" in text


def test_a_worked_example_shows_what_is_given_and_expected(
    capsys: pytest.CaptureFixture[str],
) -> None:
    register, text = load_register(), flat(shown(capsys, "DX-10"))
    example = register.examples["DX-10"]
    assert f"Given {example.given} Expected {example.expected}" in text
    assert register.clauses["BS-DRAGON-05"].text in text


@pytest.mark.parametrize(("point", "fixed"), [("AMB-05", False), ("AMB-46", True)])
def test_an_open_point_shows_its_reading_and_whether_it_can_be_chosen(
    capsys: pytest.CaptureFixture[str], point: str, fixed: bool
) -> None:
    text, item = flat(shown(capsys, point)), load_register().ambiguities[point]
    assert f"Question {item.question} Reading {item.reading} Why {item.why}" in text
    assert ("none, this reading is fixed" in text) == fixed
    assert ("citadel_spacing_graph" in text) != fixed


def test_a_section_shows_its_clauses_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, "bs-horse").splitlines()
    assert lines[0].split() == ["BS-HORSE", "Horse", "Lords"]
    ids = [line.split()[0] for line in lines if line.startswith("  BS-")]
    assert ids == ["BS-HORSE-01", "BS-HORSE-02", "BS-HORSE-03"]


def test_words_show_everything_that_holds_all_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    apart = shown(capsys, "dragon", "discarded")
    assert "BS-DRAGON-05" in apart
    assert "DX-10" in apart
    assert "BS-DRAGON-03" not in apart
    assert shown(capsys, "dragon discarded") == apart


@pytest.mark.parametrize("query", QUERIES, ids=" ".join)
def test_nothing_is_wider_than_eighty_columns_or_coloured_when_piped(
    query: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["rules", *query]) == 0
    result = capsys.readouterr()
    assert result.err == ""
    assert "\x1b" not in result.out
    assert max(len(line) for line in result.out.splitlines()) <= COLUMNS


def test_plain_ascii_terminals_can_show_everything() -> None:
    result = run("BS-COMBAT", PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert result.stdout.isascii()


def test_json_of_the_overview(capsys: pytest.CaptureFixture[str]) -> None:
    result, register = read(capsys), load_register()
    assert set(result) == {"sections", "options"}
    assert sum(section["count"] for section in result["sections"]) == len(register.clauses)
    horse = {
        "id": "BS-HORSE",
        "title": "Horse Lords",
        "count": 3,
        "executable": 1,
        "data": 2,
        "not_applicable": 0,
    }
    assert horse in result["sections"]
    assert [option["name"] for option in result["options"]] == list(register.options)


def test_json_of_a_clause(capsys: pytest.CaptureFixture[str]) -> None:
    result, register = read(capsys, "BS-UNDEAD-04"), load_register()
    clause = register.clauses["BS-UNDEAD-04"]
    option = result.pop("options")[0]
    assert (option["name"], option["default"]) == ("undead_sea_steps", "land_only")
    assert option["values"] == ["land_only", "each_area"]
    assert [point["id"] for point in result.pop("ambiguities")] == ["AMB-16"]
    assert result == {
        "kind": "clause",
        "id": "BS-UNDEAD-04",
        "section": "Phase 2: undead",
        "text": clause.text,
        "factions": ["necromancers"],
        "examples": [],
        "status": "executable",
        "reason": None,
    }


def test_json_of_an_option_keeps_the_types_of_its_values(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert read(capsys, "swap_announced")["values"] == [True, False]
    assert read(capsys, "citadel_min_distance")["default"] == 3


@pytest.mark.parametrize(
    ("query", "kind"), [("EX-16", "example"), ("AMB-01", "ambiguity"), ("BS-MAP", "section")]
)
def test_json_tells_the_kind_of_what_was_found(
    capsys: pytest.CaptureFixture[str], query: str, kind: str
) -> None:
    result = read(capsys, query)
    assert (result["kind"], result["id"]) == (kind, query)


def test_json_of_words(capsys: pytest.CaptureFixture[str]) -> None:
    result = read(capsys, "giant", "tiles")
    assert result["query"] == "giant tiles"
    matches = {match["id"]: match for match in result["matches"]}
    assert matches["DX-08"]["kind"] == "example"
    assert matches["BS-COMBAT-17"]["examples"] == ["DX-08", "DX-09"]


@pytest.mark.parametrize(
    ("query", "tip"),
    [
        ("BS-COMBT", "did you mean BS-COMBAT"),
        ("BS-COMBAT-99", "bloodstones rules BS-COMBAT lists the clauses"),
        ("BS-COMBAT-9", "bloodstones rules BS-COMBAT lists the clauses"),
        ("EX-5", "EX-05"),
        ("overpai", "did you mean overpay"),
        ("cavallery", "did you mean cavalry"),
        ("giant cavallery", "did you mean cavalry"),
        ("giant regroup", "use fewer"),
        ("xyzzy", "no rule holds 'xyzzy'"),
        ("???-???", "bloodstones rules lists sections"),
    ],
)
@pytest.mark.parametrize("more", [[], ["--json"]], ids=["text", "json"])
def test_what_is_not_found_gets_near_matches_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], query: str, tip: str, more: list[str]
) -> None:
    assert main(["rules", query, *more]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    first, second = output.err.splitlines()
    assert first == (
        "Error: expected a clause, an option or words of the rules, "
        f"got {query!r} (bloodstones rules)"
    )
    assert second.startswith("Tip: ")
    assert tip in second


def test_blanks_are_no_query(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "  "]) == 2
    assert "expected an id or words, got only spaces" in capsys.readouterr().err


def test_the_command_imports_nothing_heavy() -> None:
    code = (
        "import sys; from bloodstones.cli import main; main(['rules', 'BS-COMBAT-10']); "
        f"sys.exit(any(name in sys.modules for name in {HEAVY}))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0
