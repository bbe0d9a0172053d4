"""Wrong values handed to everything public: a sentence comes back, never a raw error."""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

import pytest

from tests.api import wrong_values
from tests.api.wrong_values import Call, calls, outcome, targets, workshop

PARTS = 60  # of all calls, one is made here
# Calls that play, draw or typeset for seconds where their value is a right one.
LONG = (
    *("Game.bench", "Game.learn", "Game.match", "Game.tune", "balance", "ladder", "learn", "tune"),
    *("Results.report", "Ladder.report", "bloodstones.maps_judge", "bloodstones.maps_generate"),
    *("Playthrough.advise", "Playthrough.explain", "Record.explain", "simulate", "Study.plan"),
    *("Game.simulate", "Results.rerun", "Study.run", "ResultPlots", "bloodstones.odds_page"),
)


def chosen() -> list[Call]:
    return [
        call
        for call in calls()
        if crc32(call.name.encode()) % PARTS == 0 and not call.target.name.startswith(LONG)
    ]


def test_wrong_values_are_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wrong_values, "SECONDS", 120)
    made, raw = 0, []
    with workshop(tmp_path):
        for call in chosen():
            kind, told = outcome(call)
            made += 1
            if kind.startswith("raw"):
                raw.append(f"{call.name}: {kind}: {told[-300:]}")
    assert not raw, "\n".join(raw)
    assert made > 200


def test_everything_public_is_called(tmp_path: Path) -> None:
    """A new function of the public list needs arguments in `wrong_values`."""
    with workshop(tmp_path):
        names = {target.name for target in targets()}
        assert all(callable(target.make()) for target in targets())
    assert {"env", "Game.playthrough", "bloodstones.odds:spend", "GamesEnv.step"} <= names


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("env(*0=99)", r"expected the id of a game, got 99 (game=)"),
        ("load_record(*0=zero byte)", r"expected the path of a record, got '\x00' (path=)"),
        ("load_study(*0=long)", "expected the path of a study, got 'xxx"),
        ("bloodstones.draws:draws(want=tuple)", "want="),
        ("Playthrough.picture(seat=True)", "expected a seat from 0 to 1, got True (seat=)"),
        (
            "Game.simulate(games=1e3)",
            "expected a whole number of games of at least 1, got 1000.0 (games=)",
        ),
        (
            "Playthrough.apply(*0=0)",
            "expected one of legal(), its words, or its number: 1 to 2, got 0 (decision=)",
        ),
        ("vector_env(*1=1e3)", "expected 1 to 1,000,000 playthroughs, got 1000.0 (num_envs=)"),
    ],
)
def test_a_sentence_says_which_parameter_is_wrong(name: str, told: str, tmp_path: Path) -> None:
    with workshop(tmp_path):
        (call,) = (each for each in calls() if each.name == name)
        kind, sentence = outcome(call)
    assert kind in ("InputError", "ManyFaultsError")
    assert told in sentence
