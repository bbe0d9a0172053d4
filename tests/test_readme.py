"""Every command that the README prints works as it is printed, in the order of the page.

What they play is made small first: files of studies have few games, tunings and maps little effort.
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

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = "bloodstones "
# Beginning of a command -> what makes it small; each must be needed.
EFFORT = {
    "bloodstones tune": "--generations 1 --population 4 --games 2 --final-games 2 "
    "--measured-games 4 --faction hill_folk",
    "bloodstones maps judge": "--games 120",
    "bloodstones explain": "--playouts 600",
}
SHRUNK = {"--candidates 8 --fair 500": "--candidates 2 --fair 120"}
TABLES = {10: 2, 12: 1, 14: 1, 20: 1}  # of the pools of the ladder: those that are not rated
SMALL = {
    "my_question.toml": (("replicates = 100", "replicates = 2"),),
    "dragon_modifier.toml": (
        ("half_width = 0.02", "replicates = 2"),
        ("{ players = 4 }", '{ players = 2, factions = ["dragon_riders", "hill_folk"] }'),
    ),
    "analysis/bloodstones_faction_balance.toml": (
        ("players = [2, 3, 4]", "players = [2]"),
        ("replicates = 40\n", "replicates = 1\n"),
    ),
    "analysis/bloodstones_skill_ladder.toml": (
        ("replicates = 2 ", "replicates = 1 "),
        *((f"tables = {full}\n", f"tables = {few}\n") for full, few in TABLES.items()),
    ),
}


def blocks(kind: str) -> list[str]:
    return [text for name, text in BLOCK.findall(README) if name == kind]


def commands() -> list[str]:
    """Return the commands of all blocks without a language, in their order."""
    found = []
    for text in blocks(""):
        joined = re.sub(r"\\\n\s*", "", text)
        lines = (line.removeprefix("$ ").strip() for line in joined.splitlines())
        found += [line for line in lines if line.startswith(COMMAND)]
    return found


def shrink(folder: Path, name: str) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    for old, new in SMALL[name]:
        assert old in text, f"{old!r} is not in {name}"
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def small(command: str) -> list[str]:
    """Return the arguments of a command with little effort."""
    for old, new in SHRUNK.items():
        command = command.replace(old, new)
    more = next((extra for start, extra in EFFORT.items() if command.startswith(start)), "")
    known = shlex.split(command.removeprefix(COMMAND))
    for name in shlex.split(more)[::2]:
        if name in known:  # click takes the last
            place = known.index(name)
            del known[place : place + 2]
    return known + shlex.split(more)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A working folder with what the README says is in a checkout, and its own files."""
    made = tmp_path_factory.mktemp("readme")
    shutil.copytree(ROOT / "analysis", made / "analysis")
    for name in ("bloodstones_faction_balance", "bloodstones_skill_ladder"):
        source = ROOT / "reports" / name
        (made / "reports" / name).mkdir(parents=True)
        shutil.copy(source / "report.toml", made / "reports" / name)
    tunings = ROOT / "reports" / "bloodstones_skill_ladder" / "tunings"
    shutil.copytree(tunings, made / "reports" / "bloodstones_skill_ladder" / "tunings")
    shutil.copy(ROOT / "reports" / "strategies.toml", made / "reports")
    (settler,) = (text for text in blocks("python") if "class Settler" in text)
    (made / "settler.py").write_text(settler, encoding="utf-8")
    (study,) = (text for text in blocks("toml") if 'id = "dragon_modifier"' in text)
    (made / "dragon_modifier.toml").write_text(study, encoding="utf-8")
    for name in SMALL:
        if (made / name).exists():
            shrink(made, name)
    return made


def test_the_page_has_commands_of_every_kind() -> None:
    kinds = {command.split()[1] for command in commands()}
    assert {"odds", "draws", "play", "explain", "study", "report", "tune", "maps"} <= kinds
    assert sum("--quick" in command for command in commands()) >= 2
    assert all(any(c.startswith(start) for c in commands()) for start in EFFORT)
    assert all(any(old in command for command in commands()) for old in SHRUNK)


def test_the_commands_work_as_printed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "stdin", io.StringIO())  # whoever is asked says nothing, and leaves
    for command in commands():
        code = main(small(command))
        told = capsys.readouterr()
        assert code == 0, f"{command}\n{told.err}"
        if command == "bloodstones study init my_question":
            shrink(folder, "my_question.toml")
    for made in (
        "results/my_question/report",
        "results/dragon_modifier/report",
        "balance",
        "ladder",
    ):
        assert (folder / made / "report.pdf").read_bytes().startswith(b"%PDF-")


def test_commands_in_the_text_are_known(capsys: pytest.CaptureFixture[str]) -> None:
    inline = re.findall(r"`bloodstones ([a-z-]+)[^`]*`", BLOCK.sub("", README))
    assert len(inline) > 10
    for name in sorted(set(inline)):
        assert main([name, "--help"]) == 0
        assert capsys.readouterr().out
