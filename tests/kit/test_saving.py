"""Saving a playthrough of any game and going on with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bloodstones.core.errors import InputError
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.saving import content_hash
from tests.kit.coins import SAVES, Kind, Move, State, play, table_of


def under_way() -> Playthrough:
    """A playthrough in which the first seat has rolled once."""
    game = play(table_of("red", "blue"), seed=9, scripted_chance=False)
    for move in (Move(Kind.HIDE, 2), Move(Kind.HIDE, 1), Move(Kind.ROLL)):
        game.apply(move)
    return game


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A saved playthrough."""
    path = tmp_path / "game.save"
    SAVES.save(under_way(), path)
    return path


def test_a_loaded_game_goes_on_with_the_same_luck(saved: Path) -> None:
    game, twin = under_way(), SAVES.load(saved)
    assert State.to_bytes(twin.state) == State.to_bytes(game.state)
    twin.scripted_chance = False
    for _ in range(2):
        for played in (game, twin):
            played.apply(Move(Kind.ROLL))
    assert State.to_bytes(twin.state) == State.to_bytes(game.state)


def test_a_save_tells_the_game_and_its_position(saved: Path) -> None:
    content = json.loads(saved.read_text())
    keys = ["format", "version", "package", "game", "rules", "seats", "limit", "position", "state"]
    assert list(content) == [*keys, "sha256"]
    assert (content["game"], content["position"]) == ("coins", "turn 1")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: c.update(limit=11), "a save of the rules in use, got one of others"),
        (lambda c: c.pop("limit"), "values that no save holds"),
        (lambda c: c["state"].pop("coin"), "values that no save holds"),
        (lambda c: c["state"].update(turn=[0, 2]), "a state that is not its position"),
        (lambda c: c.update(version=2), "expected a save of version 1, got 2"),
        (lambda c: c.update(package="0"), "expected a save of bloodstones"),
    ],
)
def test_a_changed_save_is_refused(
    saved: Path, change: Callable[[dict[str, Any]], object], message: str
) -> None:
    content = json.loads(saved.read_text())
    change(content)
    saved.write_text(json.dumps(content))
    with pytest.raises(InputError, match=r"^expected"):
        SAVES.load(saved)
    content["sha256"] = content_hash(content)
    saved.write_text(json.dumps(content))
    with pytest.raises(InputError, match=message):
        SAVES.load(saved)
