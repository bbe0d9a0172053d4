"""The command `bloodstones study init`: what it writes is a study of any game, whole as it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bloodstones.batch.study.definition import read_study
from bloodstones.batch.study.plan import check_plan, make_plan
from bloodstones.cli import main
from bloodstones.games import registry
from bloodstones.games.registry import GAMES, load_game
from tests.toy.game import GAME as DARE

SWITCHED_ON = re.compile(r"^# (?=\[|overrides|title|\w+ = )", re.MULTILINE)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(registry.GAMES, DARE.id, "tests.toy.game")
    return tmp_path


@pytest.mark.parametrize("game_id", [*GAMES, DARE.id])
def test_what_is_written_can_be_played_with_and_without_its_comments(
    game_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", "init", "mine", "--game", game_id]) == 0
    assert "bloodstones study mine.toml" in capsys.readouterr().out
    path, game = Path("mine.toml"), load_game(game_id)
    text = path.read_text(encoding="utf-8")
    assert max(map(len, text.splitlines())) <= 120
    alone = read_study(path)
    assert alone.study.id == "mine"
    assert not alone.study.arms
    check_plan(make_plan(alone.study, game, quick=True), game, path.name)
    path.write_text(without_doubles(SWITCHED_ON.sub("", text)), encoding="utf-8")
    whole = read_study(path)
    check_plan(make_plan(whole.study, game, quick=True), game, path.name)
    assert bool(whole.study.arms) == ("[arms.changed]" in text)
    assert any(len(mix) > 1 for _, mixes in whole.study.skill for mix in mixes)


def without_doubles(text: str) -> str:
    """Leave of two lines `strategies = …` the first."""
    lines: list[str] = []
    for line in text.splitlines():
        if not line.startswith("strategies =") or not any(
            each.startswith("strategies =") for each in lines
        ):
            lines.append(line)
    return "\n".join(lines)


def test_a_file_that_is_there_stays(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mine.toml").write_text("mine", encoding="utf-8")
    assert main(["study", "init", "mine"]) == 2
    assert "expected a new file, got one that exists (NAME mine.toml)" in capsys.readouterr().err
    assert (folder / "mine.toml").read_text(encoding="utf-8") == "mine"
    assert main(["study", "init", "mine", "--replace"]) == 0


@pytest.mark.parametrize("name", ["Mine", "my-study", "..", "gone/mine", ""])
def test_a_name_that_no_study_has_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "init", name]) == 2
    assert "(NAME)" in capsys.readouterr().err
