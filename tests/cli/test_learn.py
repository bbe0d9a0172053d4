"""`bloodstones learn`: what cannot be learned is refused first of all, and leaves nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from bloodstones.batch.running import runner
from bloodstones.cli import main


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["valu_16"], "expected a strategy, got 'valu_16' (LEARNER)\nTip: did you mean value?"),
        (["warlord"], "expected a strategy that uses a trained evaluator, got 'warlord'"),
        (["value_16@results"], "expected a strategy without a trained evaluator"),
        (["value_16", "--players", "99"], "expected 2 to 6 players, got 99"),
        (["value_16", "--players=-1"], "a number of players, got -1 (--players)"),
        (["value_16", "--players", "3", "--map", "twin_meres"], "expected 2 players, got 3"),
    ],
)
def test_what_cannot_be_learned_is_refused_before_anything_is_played(
    args: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(runner, "WorkerPool", None)
    assert main(["learn", *args]) == 2
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
