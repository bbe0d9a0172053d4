"""A command made from a question: options, help, faults, JSON, and the panel."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from bloodstones.cli import main
from bloodstones.cli.questions import QuestionCommand
from bloodstones.core.questions.answer import (
    CHANCE,
    COUNT,
    LINES,
    YES_NO,
    Answer,
    Column,
    Fact,
    Facts,
    Table,
)
from bloodstones.core.terminal.answers import show
from tests.core.questions.coins import Coins
from tests.core.questions.tosses import Tosses

COMMAND = QuestionCommand(Coins, "coin_toss")


def run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = main([*args], COMMAND, "bloodstones coins")
    shown = capsys.readouterr()
    return code, shown.out, shown.err


@pytest.fixture(autouse=True)
def width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def test_json_is_the_data_of_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--number", "3", "--both", "--set", "sides=4", "--json")
    asked = Coins(coins=3, both=True, set={"sides": 4})
    assert (code, out) == (0, json.dumps(asked.answer().data(), indent=2) + "\n")


def test_the_panel_shows_facts_bars_tables_and_notes(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--number", "2", "--both", "--set", "sides=2")
    lines = [line.strip("│╭╮╰╯─ ") for line in out.splitlines()]
    assert code == 0
    assert lines == [
        "2 coins",
        f"1 heads or more  75.0 %  3/4  {'█' * 22}",
        "On average        1.000",
        "",
        "By number",
        "Heads    Share",
        "0  25.00 %",
        "1  50.00 %",
        "2  25.00 %",
        "",
        "Tails",
        "no heads  25.0 % (1/4)",
        "metal     x",
        "",
        "Coins are fair unless sides are changed.",
        "With changed rules: sides = 2",
    ]


@pytest.mark.parametrize("columns", [60, 80, 100])
def test_the_panel_fits_the_terminal(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    _, out, _ = run(capsys, "--number", "12", "--both")
    framed = [line for line in out.splitlines() if line[0] in "│╭╰"]
    assert {len(line) for line in framed} == {min(columns, 80)}
    assert "1 heads or more  >99.9 %  4095/4096" in out


def test_a_table_compares_its_rows_with_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    columns = [
        Column("", "change", whole=True),
        Column("", "wins", CHANCE, bar=True),
        Column("", "flees", YES_NO, changed=True),
        Column("", "VP", COUNT),
    ]
    rows = [["one more", Fraction(1), True, None], ["one less", Fraction(0), False, 3]]
    table = Table(columns, rows * 2, reference=["as it is", Fraction(1, 2), False, 2], most=2)
    show(Answer("Changes", [table, Table(columns, [], "No change", empty="nothing helps")]))
    lines = [" ".join(line.strip("│ ").split()) for line in capsys.readouterr().out.splitlines()]
    assert lines[1:-1] == [
        "change wins flees VP",
        f"as it is 50.0 % no 2 {'█' * 5}",
        f"one more 100 % yes {'█' * 10}",
        "one less 0 % 3",
        "and 2 more (JSON has all)",
        "",
        "No change",
        "nothing helps",
    ]
    monkeypatch.setenv("COLUMNS", "36")
    show(Answer("Changes", [table]))
    out = capsys.readouterr().out
    assert "█" not in out
    assert "one more   100 %  yes" in out


def test_rows_stand_beside_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    columns = [Column("", "Units", COUNT), Column("", "Adds", LINES)]
    show(
        Answer("Sides", [Table(columns, [[3, ["+1 leader", "+2"]], [4, []]], heads=["We", "They"])])
    )
    lines = [line.strip("│ ").split() for line in capsys.readouterr().out.splitlines()]
    assert lines[1:-1] == [["We", "They"], ["Units", "3", "4"], ["Adds", "+1", "leader"], ["+2"]]


def test_a_title_that_does_not_fit_the_frame_is_wrapped_in_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    for length in (54, 55, 110):
        show(Answer("e" * (length - 5) + " last", [Facts([Fact("", "heads", 1)])]))
        out = capsys.readouterr().out
        assert out.count("e") - out.count("heads") == length - 5
        assert "last" in out
        assert {len(line) for line in out.splitlines()} == {60}


def test_help_has_grammar_defaults_and_examples(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--help")
    assert code == 0
    flat = " ".join(out.split())
    for text in (
        "Chances of heads when coins are tossed. All coins are tossed at once.",
        "METAL gold silver heads the side with the king",
        "--number N Coins tossed. --metal METAL What they are made of (default: gold).",
        "--both Show tails too. --json Print JSON.",
        "bloodstones coins --game coin_toss --number 3 --metal gold "
        "bloodstones coins --game coin_toss --number 2 --both",
    ):
        assert text in flat


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (
            [],
            "Error: missing --number (bloodstones coins)\n"
            "Tip: bloodstones coins --game coin_toss --number 3 --metal gold\n",
        ),
        (["--number", "x"], "Error: expected a whole number from 1 to 12, got 'x' (--number)\n"),
        (
            ["--number", "2", "--least", "3"],
            "Error: --least: expected at most the --number 2, got 3\n",
        ),
    ],
)
def test_faults_name_options(
    args: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, *args) == (2, "", sentence)


FAMILY = QuestionCommand(Tosses, "coin_toss")


def ask(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    code = main([*args], FAMILY, "bloodstones tosses")
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_options_ask_the_questions_of_a_family(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(ask(capsys, "--coins", "2", "--row", "--json")[1])["p_row"] == 0.25
    assert json.loads(ask(capsys, "--often", "90", "--json")[1]) == {"coins": 4}
    assert json.loads(ask(capsys, "--coins", "1", "--tosses", "2", "--json")[1])["p_heads"] == 0.75
    assert ask(capsys, "--row", "--but", "1") == (
        2,
        "",
        "Error: expected one question at a time, got --row and --but (bloodstones tosses)\n",
    )
    assert ask(capsys, "--row") == (
        2,
        "",
        "Error: missing --coins (bloodstones tosses --row)\n"
        "Tip: bloodstones tosses --game coin_toss --coins 2 --row\n",
    )


def test_help_of_a_family_says_what_each_question_asks(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ask(capsys, "--help")
    assert code == 0
    flat = " ".join(out.split())
    for text in (
        "Ask one question at a time: (nothing) how often heads come --row all heads, or all tails "
        "--often PERCENT how many coins it takes; --but counts those that are there",
        "--seed N Luck, with --times (default: 1).",
        "--plot FILE Draw a coin as svg, png or pdf.",
        "tosses --game coin_toss --coins 2 --row bloodstones tosses --game coin_toss --often 90",
    ):
        assert text in flat


def test_a_picture_goes_into_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "coin.svg"
    code, out, _ = ask(capsys, "--coins", "1", "--plot", str(file))
    assert (code, out.splitlines()[-1]) == (0, f"Picture: {file}")
    assert file.read_text().startswith("<?xml")
    code, out, err = ask(capsys, "--coins", "1", "--plot", str(file))
    assert (code, out) == (2, "")
    assert "--replace" in err
    code, out, err = ask(capsys, "--coins", "1", "--plot", "coin.gif")
    assert (code, out) == (2, "")
    assert "expected a file that ends in .svg, .png or .pdf, got 'coin.gif' (--plot)" in err
