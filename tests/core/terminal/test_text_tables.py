"""Tables in a narrow terminal: every number, id and word is whole."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from bloodstones.cli import main
from bloodstones.core.terminal.text_tables import Bar, TextTable

CLI = Path(__file__).parents[3] / "bloodstones"
ODDS = (
    *("odds", "--terrain", "plains", "--attacker", "dragon_riders: cavalry, lizardman*2, leader"),
    *("--defender", "horse_lords: swordsman, shieldbearer"),
)
STUDY = str(CLI.parent / "analysis" / "bloodstones_faction_balance.toml")
LISTS = {
    "games": ("games",),
    "game": ("games", "bloodstones"),
    "odds": ODDS,
    "what_if": (*ODDS, "--what-if"),
    "spend": (*ODDS, "--spend", "--attacker-hand", "5,3"),
    "maps": ("maps", "list"),
    "map": ("maps", "show", "raven_coast"),
    "compared": ("maps", "compare", "tyrants_lament", "scarred_vale"),
    "strategies": ("strategies",),
    "strategy": ("strategies", "warlord"),
    "rules": ("rules",),
    "section": ("rules", "BS-COMBAT"),
    "numbers": ("rules", "numbers", "village"),
    "plan": ("study", "plan", STUDY, "--games-per-second", "100", "--jobs", "2"),
}
WORD = re.compile(r"[\w.%+−]*[\w%]")


def shown(name: str, width: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", width)
        assert main([*LISTS[name]]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("name", LISTS)
def test_at_60_columns_no_word_and_no_number_is_cut(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    narrow, wide = (shown(name, width, capsys) for width in ("60", "200"))
    assert "…" not in narrow
    lost = set(WORD.findall(wide)) - set(WORD.findall(narrow))
    assert lost <= {""}


def drawn(table: TextTable, width: int) -> list[str]:
    out = io.StringIO()
    Console(file=out, width=width, color_system=None).print(table)
    return [line.rstrip() for line in out.getvalue().splitlines() if line.strip()]


def test_rows_become_lines_where_no_table_fits() -> None:
    table = TextTable("strategy", "games", "win rate")
    table.add_row("warlord_without_dragon", "1,234,567", "41.3 % (40.1–42.5 %)")
    assert drawn(table, 34) == [
        "strategy: warlord_without_dragon",
        "  games: 1,234,567",
        "  win rate: 41.3 % (40.1–42.5 %)",
    ]


def test_bars_give_way_before_words_do() -> None:
    table = TextTable("change", "wins", "", box=None)
    table.add_row("one more shieldbearer", "89.4 %", Bar(1.0, 30))
    table.add_row("none", "10.6 %", Bar(0.0, 30))
    lines = drawn(table, 45)
    told = " ".join(lines)
    assert 1 <= told.count("█") < 30
    assert {"one", "more", "shieldbearer", "89.4", "none"} <= set(told.split())


def test_commands_print_no_other_tables() -> None:
    for path in [*CLI.glob("cli/*.py"), *CLI.glob("games/*/cli/*.py")]:
        assert "from rich.table" not in path.read_text(encoding="utf-8"), path


@pytest.mark.parametrize("words", ["a word", "a word " * 20])
def test_a_column_has_its_least_width_however_long_the_others_are(words: str) -> None:
    table = TextTable.grid(padding=(0, 2))
    table.add_column(min_width=5, justify="right")
    table.add_column()
    table.add_row("3", words)
    assert drawn(table, 40)[0].startswith("    3  a word")
