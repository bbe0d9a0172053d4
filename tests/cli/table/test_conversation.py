"""`bloodstones play` with people in seats: a conversation, typed and kept, in a small game."""

from __future__ import annotations

import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bloodstones.api import advice
from bloodstones.cli import main
from bloodstones.cli.table import conversation as cli_table
from bloodstones.games import registry
from bloodstones.kit.saving import HASH, content_hash
from tests.batch.processes import heed_interrupts
from tests.toy.game import GAME as DARE

MIDDLE = """
class Middle:
    traits = {}
    def choose(self, view, legal):
        return legal[len(legal) // 2]
"""
WIDTH = 60
PATIENCE = 40.0
PAUSE = 0.02
ASLEEP = "S"
PLAYERS = ("--game", DARE.id, "--players", "human,bold", "--seed", "4")
ROOT = Path(__file__).parents[3]
PASSES = "pass\n" * 200


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    monkeypatch.setitem(registry.GAMES, DARE.id, "tests.toy.game")
    monkeypatch.setattr(cli_table, "SECONDS", 0.0)
    monkeypatch.setattr(advice, "SEARCHERS", ())
    return tmp_path


class Table:
    """Types at a table and hears what is printed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def play(self, typed: str, *args: str, code: int = 0) -> str:
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert main(["play", *args]) == code
        output = self.capsys.readouterr()
        assert "Traceback" not in output.err
        return output.out + output.err


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Table:
    return Table(monkeypatch, capsys)


def test_choices_are_made_by_number_by_word_and_by_their_beginning(table: Table) -> None:
    output = table.play("1\npass\npa\nquit\n", *PLAYERS, "--record", "a.jsonl")
    assert output.count("You pass.") == 3
    assert "Seat 1: What do you do?" in output
    assert "  1  pass\n" in output


def test_the_end_of_the_input_keeps_the_game_and_says_how_to_go_on(table: Table) -> None:
    output = table.play("1\n", *PLAYERS)
    assert output.splitlines()[-2:] == [
        "You left the game.",
        "Continue with: bloodstones play --resume game_1.jsonl",
    ]


@pytest.mark.parametrize("rival", ["bold", "middle.py:Middle"])
def test_a_game_taken_up_again_ends_as_one_that_was_never_left(table: Table, rival: str) -> None:
    Path("middle.py").write_text(MIDDLE)
    players = ("--game", DARE.id, "--players", f"human,{rival}", "--seed", "4")
    typed = [f"{1 + number % 3}\n" for number in range(120)]
    table.play("".join(typed), *players, "--record", "whole.jsonl")
    table.play("".join(typed[:1]), *players, "--record", "parts.jsonl")
    for start, end in ((1, 2), (2, len(typed))):
        table.play("".join(typed[start:end]), "--resume", "parts.jsonl")
    assert Path("parts.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()
    assert main(["verify", "whole.jsonl"]) == 0
    output = table.play("", "--resume", "whole.jsonl", code=2)
    assert "expected an unfinished game, got the record of a finished game (whole.jsonl)" in output
    assert "Tip: bloodstones replay whole.jsonl" in output


def test_a_whole_game_ends_with_its_record(table: Table) -> None:
    output = table.play(PASSES, *PLAYERS)
    assert "Won by" in output
    assert output.splitlines()[-1] == "Saved the record in game_1.jsonl."


def test_what_cannot_be_meant_gets_one_sentence(table: Table) -> None:
    output = table.play("99\ndragon\n\ufffd\n" + "9" * 5000 + "\nquit\n", *PLAYERS)
    assert "Type a number from" in output
    assert "No option contains 'dragon'." in output


def test_several_meanings_are_listed_and_one_is_taken(table: Table) -> None:
    output = table.play("dare\nundo\nhelp\nboard\nall\nlist\n\nquit\n", *PLAYERS)
    assert "There is no choice to undo." in output
    assert "Scores: Seat 1 0, Seat 2 0" in output
    assert "You " not in output.split("> dare")[1].split("> undo")[0]


def test_advice_has_the_engine_chances_and_how_many_playouts(table: Table) -> None:
    output = table.play("?\n? pass\n? nothing\nquit\n", *PLAYERS)
    assert "The engine (" in output
    assert "95 %" in output
    assert "No option contains 'nothing'." in output
    told = " ".join(output.split())
    assert told.count("bold follows fixed rules and compares no chances.") == 2
    assert (
        told.count("Chances come from playouts to the end of the game with bold in every seat") == 2
    )
    assert told.count("bold did not use them to decide, so another option may look better") == 2


def test_advice_of_a_search_has_what_it_compared(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "SEARCHERS", ("monte_carlo_16",))
    told = " ".join(table.play("?\n? pass\nquit\n", *PLAYERS).split())
    assert "The engine (monte_carlo_16) would" in told
    assert told.count("monte_carlo_16 compared 2 options in 16 simulations") == 1
    assert told.count(" value 95 % n option") == 1
    assert told.count("monte_carlo_16 did not compare all of these options.") == 1
    assert told.count(" wins 95 % n option") == 1


def test_nothing_is_cut_at_sixty_columns(table: Table) -> None:
    output = table.play("?\nhelp\nboard\npass\nquit\n", *PLAYERS)
    assert max(map(len, output.splitlines())) <= WIDTH


def test_people_at_one_terminal_see_their_own_views(table: Table) -> None:
    output = table.play("1\n1\nundo\nquit\n", "--game", DARE.id, "--players", "human,human")
    assert output.index("Seat 1\n------") < output.index("Seat 2\n------")
    assert "Seat 2 made the last choice. You can undo only your own." in output


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ((*PLAYERS, "--json"), "--json does not work with human players (--json)"),
        (("--resume", "none.jsonl"), "expected an unfinished game, got 'none.jsonl' (No such"),
        (("--resume", "x.jsonl"), "expected an unfinished game, got another kind of file"),
        (
            ("--resume", "x.jsonl", "--players", "human"),
            "expected --resume FILE without other options",
        ),
        (("--game", DARE.id, "--players", "human,human,x"), "expected a strategy, got 'x'"),
    ],
)
def test_what_cannot_be_played_is_refused(
    args: tuple[str, ...], sentence: str, table: Table
) -> None:
    Path("x.jsonl").write_text("{}\n", encoding="utf-8")
    assert sentence in table.play("1\n", *args, code=2)


def resigned(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change a kept game and write the hash anew that it ends with, as who does it on purpose."""
    output = json.loads(path.read_text())
    change(output)
    output[HASH] = content_hash(output)
    path.write_text(json.dumps(output))


def test_notes_of_strategies_in_a_kept_game_reach_no_kernel(table: Table) -> None:
    typed = [f"{1 + number % 3}\n" for number in range(120)]
    table.play("".join(typed), *PLAYERS, "--record", "whole.jsonl")
    table.play("".join(typed[:2]), *PLAYERS, "--record", "parts.jsonl")

    def change(told: dict[str, Any]) -> None:
        for mark in (told["now"], *told["marks"]):
            mark["memory"] = [[10**9] * len(row) for row in mark["memory"]]
            mark["streams"] = [[1] * len(row) for row in mark["streams"]]

    resigned(Path("parts.jsonl"), change)
    table.play("".join(typed[2:]), "--resume", "parts.jsonl")
    assert Path("parts.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()


@pytest.mark.parametrize(
    "change",
    [
        lambda told: told["now"].update(memory=[[1, 2], [3, 4]]),
        lambda told: told["now"].update(streams=[]),
        lambda told: told["marks"][0].update(memory=7),
        lambda told: told["codes"].__setitem__(0, 10**12),
        lambda told: told["codes"].__setitem__(0, told["codes"][0] ^ 0x010000),
        lambda told: told["codes"].pop(),
        lambda told: told.update(state="0" * 64),
        lambda told: told.update(seed=5),
    ],
)
def test_a_kept_game_that_was_changed_and_signed_again_is_refused(
    table: Table, change: Callable[[dict[str, Any]], None]
) -> None:
    table.play("1\n1\nquit\n", *PLAYERS, "--record", "a.jsonl")
    resigned(Path("a.jsonl"), change)
    assert "expected a sound save, got" in table.play("1\n", "--resume", "a.jsonl", code=2)


def test_a_kept_game_that_was_changed_is_refused(table: Table) -> None:
    table.play("1\n1\n", *PLAYERS, "--record", "a.jsonl")
    path = Path("a.jsonl")
    path.write_text(path.read_text(encoding="utf-8").replace('"seed": 4', '"seed": 5'))
    output = table.play("1\n", "--resume", "a.jsonl", code=2)
    assert "expected a sound save, got one that does not match its hash (a.jsonl)" in output


def test_a_stop_by_the_keyboard_at_a_terminal_loses_nothing(folder: Path) -> None:
    words = "--game bellum_magica --players c1:human,c2:random --record kept.jsonl"
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "COLUMNS": "0", "TERM": "dumb"}
    env["PYTHONPATH"] = str(ROOT)
    near, far = pty.openpty()
    command = [sys.executable, "-m", "bloodstones", "play", *words.split()]
    process = subprocess.Popen(
        command,
        stdin=far,
        stdout=far,
        stderr=far,
        env=env,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    )
    os.close(far)
    heard = Heard(near)
    try:
        heard.until("> ")
        os.write(near, b"left\n")
        heard.until("You place")
        heard.until("> ")
        wait_until_it_reads(process)
        process.send_signal(signal.SIGINT)
        heard.until("--resume kept.jsonl")
        assert process.wait(timeout=PATIENCE) == 1
    finally:
        process.kill()
        process.wait()
        os.close(near)
    assert '"codes": [' in (folder / "kept.jsonl").read_text(encoding="utf-8")
    assert "Traceback" not in heard.text


def wait_until_it_reads(process: subprocess.Popen[bytes]) -> None:
    """Wait until the process sleeps: a signal between a prompt and its read is only noted."""
    status = Path(f"/proc/{process.pid}/stat")
    end = time.monotonic() + PATIENCE
    while status.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != ASLEEP:
        assert time.monotonic() < end
        time.sleep(PAUSE)


class Heard:
    """What a terminal shows."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.text = ""
        self.at = 0

    def until(self, words: str) -> None:
        while (found := self.text.find(words, self.at)) < 0:
            if not select.select([self.descriptor], [], [], PATIENCE)[0]:
                break
            try:
                self.text += os.read(self.descriptor, 1 << 16).decode(errors="replace")
            except OSError:
                break
        assert found >= 0, self.text[self.at :]
        self.at = found + len(words)


@pytest.mark.parametrize(
    "others", [("--seed", "3"), ("--game", "bloodstones"), ("--replace",), ("--players", "a,b")]
)
def test_going_on_refuses_every_other_option(table: Table, others: tuple[str, ...]) -> None:
    output = table.play("", "--resume", "kept.jsonl", *others, code=2)
    assert f"expected --resume FILE without other options, got {others[0]}" in output


@pytest.mark.parametrize("args", [(*PLAYERS,), ("--resume", "kept.jsonl")])
def test_a_closed_input_is_told_before_anything_is_kept(
    table: Table, folder: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...]
) -> None:
    table.play("1\n", *PLAYERS, "--record", "kept.jsonl")
    there = {path.name for path in folder.iterdir()}
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["play", *args]) == 2
    assert "standard input is closed (play)" in table.capsys.readouterr().err
    assert {path.name for path in folder.iterdir()} == there


def test_what_is_typed_is_not_echoed_at_length(table: Table) -> None:
    output = table.play("x" * 5000 + "\n" + "quit\n", *PLAYERS)
    answer = output.split("No option contains")[1].split("Press Enter")[0]
    assert len(answer) < 300
