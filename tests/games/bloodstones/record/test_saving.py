"""Saving a playthrough and going on with it later."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import bloodstones
from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.record.saving import load, save
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.kit import saving
from tests.games.bloodstones.position_lines import BOARD
from tests.games.bloodstones.random_play import MAPS, choices, deal
from tests.games.bloodstones.resumed import fingerprint, play_on

ROOT = Path(__file__).resolve().parents[4]
LINE_UP = (Faction.NECROMANCERS, Faction.CORSAIRS, Faction.HILL_FOLK)
BETWEEN_ACTIONS = (Point.MAIN, Point.RAID, Point.SETTLE)


def half_played(seed: int, points: tuple[Point, ...] = BETWEEN_ACTIONS) -> Playthrough:
    """A playthrough somewhere in the middle, at one of the points."""
    game, luck = deal(LINE_UP, seed, turn_limit=20), choices(seed)
    while game.state.turn < 10 or game.state.point not in points:
        game.apply_code(luck.choice(game.legal_codes().tolist()))
    return game


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A saved playthrough."""
    path = tmp_path / "game.save"
    save(half_played(1), path)
    return path


def test_a_loaded_game_is_the_saved_one_in_every_field(tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    for seed, points in enumerate((tuple(Point), (Point.MARCHED,), (Point.SWAP,), (Point.PAY,))):
        game = half_played(seed, points)
        save(game, path)
        twin = load(path)
        assert fingerprint(twin) == fingerprint(game)
        assert (twin.line_up, twin.board, twin.seed) == (game.line_up, game.board, game.seed)
        assert twin.legal() == game.legal()


def test_a_loaded_game_goes_on_with_the_same_record(tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    for seed in range(3):
        game = half_played(seed)
        save(game, path)
        assert play_on(load(path), seed) == play_on(game, seed)


@pytest.mark.parametrize("jit", ["0", "1"], ids=["compiled", "not compiled"])
def test_another_process_goes_on_with_the_same_record(tmp_path: Path, jit: str) -> None:
    path = tmp_path / "game.save"
    game = half_played(4)
    save(game, path)
    text, final = play_on(game, 4)
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.bloodstones.resumed", str(path), "4"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": jit},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [hashlib.sha256(text.encode()).hexdigest(), final]


def test_the_same_game_gives_the_same_file(tmp_path: Path, saved: Path) -> None:
    again = tmp_path / "again.save"
    save(load(saved), again)
    assert again.read_bytes() == saved.read_bytes()


def test_a_save_tells_what_it_was_made_with(saved: Path) -> None:
    content = json.loads(saved.read_text())
    assert content["format"] == "bloodstones-save"
    assert content["package"] == bloodstones.__version__
    assert content["rules_version"] == load_ruleset().version
    assert content["map"] == "tyrants_lament"
    assert content["seats"] == ["necromancers", "corsairs", "hill_folk"]
    assert content["position"].startswith("tyrants_lament necromancers,corsairs,hill_folk turn=1")
    assert saved.stat().st_size < 20_000


def test_a_finished_game_can_be_saved(tmp_path: Path) -> None:
    game = half_played(2)
    play_on(game, 2)
    save(game, tmp_path / "over.save")
    twin = load(tmp_path / "over.save")
    assert (twin.over, twin.winners, twin.scores) == (True, game.winners, game.scores)


def test_a_save_holds_a_map_that_is_not_shipped(tmp_path: Path) -> None:
    path = tmp_path / "game.save"
    game = deal(LINE_UP, 3, "crowded")
    save(game, path)
    twin = load(path)
    assert twin.board == game.board
    assert fingerprint(twin) == fingerprint(game)
    assert fingerprint(load(path, board=MAPS["crowded"])) == fingerprint(game)
    with pytest.raises(InputError, match="the rules and the map in use, got one of others"):
        load(path, board=BOARD)
    with pytest.raises(InputError, match="expected the map tyrants_lament, got 'small'"):
        load(path, board=MAPS["tyrants_lament"])


def test_changed_rules_are_refused(saved: Path) -> None:
    rules = load_ruleset()
    with pytest.raises(InputError, match="the rules and the map in use, got one of others"):
        load(saved, rules=replace(rules, citadel_distance=rules.citadel_distance + 1))
    with pytest.raises(InputError, match=f"rules of version 99, got '{rules.version}'"):
        load(saved, rules=replace(rules, version="99"))


def rewritten(path: Path, change: Callable[[dict[str, Any]], object], seal: bool) -> None:
    """Change the content of a save; `seal` gives it the hash that belongs to it."""
    content = json.loads(path.read_text())
    change(content)
    if seal:
        content["sha256"] = saving.content_hash(content)
    path.write_text(json.dumps(content))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: c.update(format="bloodstones-record"), "got another kind of file"),
        (lambda c: c.update(version=2), "expected a save of version 1, got 2"),
        (lambda c: c.update(package="9.9.9"), "expected a save of bloodstones .*, got '9.9.9'"),
        (lambda c: c.update(rules_version="9"), "expected rules of version .*, got '9'"),
        (lambda c: c.update(rules="0"), "the rules and the map in use, got one of others"),
        (lambda c: c.update(map="no_map"), r"expected a map .*, got 'no_map'"),
        (lambda c: c.update(map=3), "values that no save holds"),
        (lambda c: c["seats"].append("elves"), "expected a faction, got 'elves'"),
        (lambda c: c.update(seats=7), "values that no save holds"),
        (lambda c: c.pop("state"), "values that no save holds"),
        (lambda c: c["state"].pop("hand"), "values that no save holds"),
        (lambda c: c["state"].update(hand=[10**6, 1]), "values that no save holds"),
        (lambda c: c["state"].update(hand=[1]), "values that no save holds"),
        (lambda c: c["state"].update(hand=[1, 10**6]), "values that no save holds"),
        (lambda c: c["state"].update(turn=[0, 3]), "a state that is not its position"),
        (lambda c: c.update(turn_limit=None), "values that no save holds"),
    ],
)
def test_a_save_of_another_kind_or_version_is_refused(
    saved: Path, change: Callable[[dict[str, Any]], object], message: str
) -> None:
    rewritten(saved, change, seal=True)
    with pytest.raises(InputError, match=message):
        load(saved)


def test_a_changed_save_does_not_match_its_hash(saved: Path) -> None:
    rewritten(saved, lambda c: c.update(seed=2), seal=False)
    with pytest.raises(InputError, match="a sound save, got one that does not match its hash"):
        load(saved)


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"{}", b"\xff\xfe", b"null", b"[" * 10**5, b'{"format": "bloodstones-save"', b"7"],
)
def test_a_foreign_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "foreign"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"^expected a save"):
        load(path)


def test_every_shortened_save_is_refused(saved: Path) -> None:
    whole = saved.read_bytes().rstrip()
    for length in range(0, len(whole), 97):
        saved.write_bytes(whole[:length])
        with pytest.raises(InputError, match=r"^expected a save"):
            load(saved)


def test_a_file_that_is_too_large_or_missing_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(b" " * (saving.LARGEST_FILE + 1))
    with pytest.raises(InputError, match="got a file of more than 1000000 bytes"):
        load(path)
    with pytest.raises(InputError, match="expected a save that can be read, got 'No such file"):
        load(tmp_path / "missing")
    with pytest.raises(InputError, match="expected a save that can be read, got 'Is a directory"):
        load(tmp_path)


def test_nothing_is_written_where_nothing_can_be(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected a file that can be written"):
        save(half_played(1), tmp_path / "no" / "game.save")
    assert list(tmp_path.iterdir()) == []
