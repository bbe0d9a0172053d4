"""Every block of the documentation and of the README does what it shows, in the order of its page.

What they play is made small first: files of studies have few games, tunings and maps little effort.
A command whose output is shown is run as it stands.
"""

from __future__ import annotations

import io
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

from bloodstones.cli import main
from bloodstones.games import registry
from tests.docs.pages import BLOCK, PROGRAM, README, ROOT, Run, agrees, blocks_of, calls_of, pages
from tests.report.sketches import sketched
from tests.toy.game import GAME as DARE

PAGES = [path.relative_to(ROOT).as_posix() for path in pages()]
# Beginning of a command -> what makes it small; each must be needed.
EFFORT = {
    "bloodstones tune value_12": "--measured-games 4 --faction orsari",
    "bloodstones tune value_4": "--generations 1 --population 4 --games 2 --final-games 2 "
    "--measured-games 4 --faction orsari",
    "bloodstones tune": "--generations 1 --population 4 --games 2 --final-games 2 "
    "--measured-games 4 --faction hill_folk",
    "bloodstones maps judge": "--games 120",
    "bloodstones explain": "--playouts 300",
    "bloodstones report results/": "--html",
    "bloodstones report reports/": "--html",
}
SHRUNK = {
    "--candidates 8 --fair 500": "--candidates 2 --fair 120",
    "tune value_32 --game battalia --players 2 --parameters": "tune value_4 --game battalia "
    "--players 2 --parameters",
    "tune value_32 --game battalia --players 2 --start": "tune value_12 --game battalia "
    "--players 2 --start",
}
# Of the pools of the ladder, by the tables that they have: rated ones keep enough for everybody.
TABLES = {10: 2, 12: 1, 14: 1, 16: 10, 20: 1, 28: 16, 36: 20, 60: 36}
SMALL = {
    "dragon_modifier.toml": (
        ("half_width = 0.02", "replicates = 2"),
        ("{ players = 4 }", '{ players = 2, factions = ["dragon_riders", "hill_folk"] }'),
    ),
    "fairer.toml": (
        ("replicates = 40 ", "replicates = 1 "),
        ("replicates = 10\n", "replicates = 1\n"),
        ("rounds = 4", "rounds = 1"),
        ("final_replicates = 20", "final_replicates = 2"),
    ),
    "settler_study.toml": (("replicates = 10", "replicates = 1"),),
    "analysis/bloodstones_faction_balance.toml": (
        ("players = [2, 3, 4]", "players = [2]"),
        ("replicates = 20\n", "replicates = 1\n"),
    ),
    "analysis/bloodstones_skill_ladder.toml": (
        ("replicates = 2 ", "replicates = 1 "),
        *((f"tables = {full}\n", f"tables = {few}\n") for full, few in TABLES.items()),
    ),
}
LADDER = ROOT / "reports" / "bloodstones_skill_ladder"
# The pictures of its report are drawn; those of other pages with reports say their words alone.
DRAWN = "docs/tutorials/study.md"
ADDS_A_GAME = "docs/tutorials/game.md"
REPORTS = f"{PROGRAM}report "


def commands() -> list[str]:
    """Return the commands of all pages."""
    return [command for path in pages() for command in commands_of(path)]


def commands_of(path: Path) -> list[str]:
    """Return the commands of a page."""
    blocks = (block for block in blocks_of(path) if block.kind == "console")
    return [call.joined for block in blocks for call in calls_of(block)]


def commands_of_docs() -> frozenset[str]:
    """Return the commands that pages other than the README run, where it shows them too."""
    return frozenset(command for path in pages() if path != README for command in commands_of(path))


def shrink(name: str) -> None:
    """Make a study of the working folder small, if it is known to be large."""
    path = Path(name)
    text = path.read_text(encoding="utf-8")
    for old, new in SMALL.get(name, ()):
        assert old in text, f"{old!r} is not in {name}"
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def replaced(command: str) -> str:
    """Return a command with smaller numbers, if it is known to be large."""
    for old, new in SHRUNK.items():
        command = command.replace(old, new)
    return command


def small(command: str) -> list[str]:
    """Return the arguments of a command with little effort."""
    command = replaced(command)
    more = next((extra for start, extra in EFFORT.items() if command.startswith(start)), "")
    known = shlex.split(command.removeprefix(PROGRAM))
    for name in shlex.split(more)[::2]:
        if name in known:  # click takes the last
            place = known.index(name)
            del known[place : place + 2]
    return known + shlex.split(more)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with what the pages say is in a checkout."""
    shutil.copytree(ROOT / "analysis", tmp_path / "analysis")
    for name in ("bloodstones_faction_balance", LADDER.name):
        (tmp_path / "reports" / name).mkdir(parents=True)
        shutil.copy(ROOT / "reports" / name / "report.toml", tmp_path / "reports" / name)
    shutil.copytree(LADDER / "tunings", tmp_path / "reports" / LADDER.name / "tunings")
    shutil.copy(ROOT / "reports" / "strategies.toml", tmp_path / "reports")
    shutil.copy(ROOT / "docs" / "examples" / "last_night.txt", tmp_path)
    monkeypatch.chdir(tmp_path)
    for name in SMALL:
        if name.startswith("analysis/"):
            shrink(name)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys, "stdin", io.StringIO())  # whoever is asked says nothing, and leaves
    return tmp_path


@pytest.mark.parametrize("page", PAGES)
def test_the_page_does_what_it_shows(
    page: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if page != DRAWN and any(each.startswith(REPORTS) for each in commands_of(ROOT / page)):
        sketched(monkeypatch)
    if page == ADDS_A_GAME:  # and it is gone when the page is done
        monkeypatch.setitem(registry.GAMES, DARE.id, DARE.home)
    run = Run(small, shrink, leave_out=commands_of_docs() if page == README.name else frozenset())
    run.page(ROOT / page)
    assert run.faults == []


def test_the_pages_have_commands_of_every_kind() -> None:
    kinds = {command.split()[1] for command in commands()}
    assert {"odds", "draws", "play", "explain", "study", "report", "tune", "maps", "rerun"} <= kinds
    shown = [replaced(command) for command in commands()]
    assert all(any(c.startswith(start) for c in shown) for start in EFFORT)
    assert all(any(old in command for command in commands()) for old in SHRUNK)


def test_commands_in_the_text_are_known(capsys: pytest.CaptureFixture[str]) -> None:
    texts = [BLOCK.sub("", path.read_text(encoding="utf-8")) for path in pages()]
    inline = {name for text in texts for name in re.findall(r"`bloodstones ([a-z-]+)[^`]*`", text)}
    assert len(inline) > 10
    for name in sorted(inline):
        assert main([name, "--help"]) == 0
        assert capsys.readouterr().out


def test_the_readme_fits_a_screen_for_each_kind_of_user() -> None:
    parts = README.read_text(encoding="utf-8").split("\n## ")
    assert len(parts) >= 5
    assert max(len(part.splitlines()) for part in parts) <= 40


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("```console\n$ bloodstones rules BS-NOWHERE-01\n```\n", "BS-NOWHERE-01"),
        ("```console\n$ bloodstones rules BS-GEN-01\n0 %\n```\n", "shown:\n0 %"),
        ("```console\n$ make tea\n```\n", "not run: make tea"),
        ("```pycon\n>>> 1 + 1\n3\n```\n", "Got:\n    2"),
        ("```python\nprint(1)\n```\n", "a block of kind 'python' is never run"),
        ("```{code-block} toml\na = 1\n```\n", "a file without a name"),
        ("```sh\nrm -r results\n```\n", "not run by make: rm -r results"),
    ],
)
def test_a_page_that_says_what_is_not_so_is_caught(page: str, fault: str, folder: Path) -> None:
    path = folder / "page.md"
    path.write_text(page, encoding="utf-8")
    run = Run()
    run.page(path)
    assert len(run.faults) == 1
    assert fault in run.faults[0]


def test_what_is_shown_may_leave_parts_open() -> None:
    assert agrees("5 games ... in all\n", "5 games in 3 s\nin all")
    assert not agrees("6 games ... in all\n", "5 games in 3 s\nin all")
