import io
import re

import pytest

from bloodstones.batch.running import progress


def test_lines_tell_rate_and_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 0.0, 5.0, 20.0, 25.0])
    monkeypatch.setattr("bloodstones.batch.running.progress.time.monotonic", lambda: next(clock))
    stream = io.StringIO()
    lines = progress.Lines(stream)
    lines.start(100, 1100, False)
    for done in (200, 600, 700):
        lines.update(done)
    assert stream.getvalue() == "600 of 1,100 games, 25 games/s, 20 s left\n"


def test_bar_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("bloodstones.batch.running.progress.sys.stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with progress.on_terminal() as shown:
        shown.message("Preparing the game")
        shown.start(0, 10, False)
        shown.update(10)
    text = re.sub(r"\x1b\[[^A-Za-z]*[A-Za-z]", "", terminal.getvalue())
    assert "Preparing the game" in text
    assert "10/10" in text
    assert "games/s" in text
