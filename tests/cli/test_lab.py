"""The command that opens the lab, where it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from bloodstones.cli import lab, main
from bloodstones.core.errors import EXIT_BAD_INPUT


def test_a_system_without_the_locks_of_unix_is_told_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(lab, "LOCKS", "no_such_module")
    monkeypatch.setattr(lab.platform, "system", lambda: "Windows")
    assert main(["lab", "--no-open", str(tmp_path / "games")]) == EXIT_BAD_INPUT
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines() == [
        "Error: expected Linux or macOS, whose file locks the lab uses, got 'Windows' (lab)",
        "Tip: the commands and bloodstones in Python need no locks",
    ]
    assert not (tmp_path / "games").exists()
