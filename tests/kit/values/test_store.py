"""Files of learned values: only a network that fits its sidecar, the table and the kernels."""

from __future__ import annotations

import hashlib
import io
import json
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bloodstones.core.errors import DamagedFileError, InputError
from bloodstones.core.kernels.layout import Array
from bloodstones.games import registry
from bloodstones.kit.values.network import (
    FEATURES,
    FIRST,
    HEAD,
    MOST_HIDDEN,
    PLAYERS,
    SECOND,
    size_of,
)
from bloodstones.kit.values.store import (
    LEARNED,
    MOST_BYTES,
    hash_of,
    is_of_looks,
    path_of,
    read_values,
    write_values,
)

NAMES = ("cards", "turn", "age")
SEATS = 3
SIZES = (SEATS, len(NAMES), 7, 4)


def network(sizes: tuple[float, ...] = SIZES, length: int = size_of(*SIZES[1:])) -> Array:
    values = np.linspace(-1, 1, length).astype(np.float32)
    values[:HEAD] = sizes
    return values


def write(folder: Path, raw: bytes, **told: Any) -> str:
    """Write a file of values with a file beside it that tells its hash, and perhaps more."""
    path = path_of(folder, SEATS)
    path.write_bytes(raw)
    digest = hashlib.sha256(raw).hexdigest()
    sound = {"values_sha256": digest, "features": NAMES, "lesson": {"players": SEATS}}
    path.with_suffix(".json").write_text(json.dumps({**sound, **told}))
    return str(folder)


def saved(values: Any, **how: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, values, **how)
    return file.getvalue()


def test_values_come_back_as_they_were_written(tmp_path: Path) -> None:
    write_values(tmp_path, SEATS, network(), NAMES)
    assert np.array_equal(read_values(str(tmp_path), SEATS, NAMES), network())
    assert read_values(str(tmp_path), SEATS, NAMES).flags.writeable  # one type in the kernels
    assert hash_of(str(tmp_path), SEATS) == hashlib.sha256(saved(network())).hexdigest()


def test_values_know_the_first_features_of_a_game_that_tells_more(tmp_path: Path) -> None:
    write_values(tmp_path, SEATS, network(), NAMES)
    assert len(read_values(str(tmp_path), SEATS, (*NAMES, "height"))) == len(network())


def test_the_result_of_a_learning_tells_of_its_values(tmp_path: Path) -> None:
    write(tmp_path, saved(network()))
    path_of(tmp_path, SEATS).with_suffix(".json").rename(tmp_path / LEARNED)
    assert len(read_values(str(tmp_path), SEATS, NAMES)) == len(network())


def test_without_a_folder_nothing_is_learned() -> None:
    assert read_values("", 2, ())[PLAYERS] == 0


def test_changed_values_are_read_anew(tmp_path: Path) -> None:
    write_values(tmp_path, SEATS, network(), NAMES)
    before = read_values(str(tmp_path), SEATS, NAMES)
    write_values(tmp_path, SEATS, np.where(np.arange(len(before)) < HEAD, before, 0.5), NAMES)
    assert not np.array_equal(read_values(str(tmp_path), SEATS, NAMES), before)


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (PLAYERS, 2, "expected 3 as the number of players, got 2"),
        (FEATURES, 0, "expected 1 to 3 features, got 0"),
        (FEATURES, 4, "expected 1 to 3 features, got 4"),
        (FEATURES, 2.5, "expected 1 to 3 features, got 2.5"),
        (FEATURES, 2, "as its head says"),
        (FIRST, 10_000, "expected 1 to 192 units in the first layer, got 10000"),
        (FIRST, -1, "units in the first layer, got -1"),
        (FIRST, MOST_HIDDEN, "as its head says"),
        (SECOND, MOST_HIDDEN + 1, "units in the second layer, got 193"),
        (SECOND, 3.4e38, "units in the second layer"),
        (SECOND, 5, "as its head says"),
        (HEAD + 3, np.nan, "finite numbers"),
        (-1, np.inf, "finite numbers"),
        (FIRST, np.nan, "finite numbers"),
    ],
)
def test_a_head_that_lies_is_refused(
    tmp_path: Path, place: int, value: float, message: str
) -> None:
    values = network()
    values[place] = value
    folder = write(tmp_path, saved(values))
    with pytest.raises(InputError, match=message):
        read_values(folder, SEATS, NAMES)


class Trap:
    def __reduce__(self) -> tuple[Callable[..., object], tuple[str, str]]:
        return open, ("ran.txt", "w")


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "got something else"),
        (saved(network())[:-4], "expected 111 numbers of 4 bytes, got 440 bytes"),
        (saved(network()) + b"\0" * 4, "expected 111 numbers of 4 bytes, got 448 bytes"),
        (saved(network())[:100], "got something else"),
        (saved(np.float64(network())), "got something else"),
        (saved(network().reshape(1, -1)), "got something else"),
        (saved(np.array(3.0, np.float32)), "got something else"),
        (saved(network()).replace(b"(111,)", b"(999,)"), "expected 999 numbers"),
        (saved(network()).replace(b"(111,), ", b"(10**9,)"), "got something else"),
        (saved(np.array([Trap()], object), allow_pickle=True), "got something else"),
        (pickle.dumps(Trap()), "got something else"),
        (saved(network((2.0, 1.0, 1.0), 3)), "more than 4 numbers, got 3"),
        (b"\0" * (MOST_BYTES + 1), "at most 1048576 bytes, got more"),
    ],
)
def test_what_is_no_flat_array_of_float32_is_refused(
    tmp_path: Path, raw: bytes, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = write(tmp_path, raw)
    with pytest.raises(InputError, match=message):
        read_values(folder, SEATS, NAMES)
    assert not Path("ran.txt").exists()


@pytest.mark.parametrize(
    ("beside", "message"),
    [
        ({"values_sha256": "0" * 64}, "the hash in players_3.json, got others"),
        ({"values_sha256": None}, "the hash in players_3.json, got others"),
        ({"features": ["turn", "cards", "age"]}, "the features of the game in its order"),
        ({"features": []}, "the features of the game in its order"),
        ({"features": "cards"}, "the features of the game in its order, got 'cards'"),
        ({"features": [*NAMES, "height"]}, "the features of the game in its order"),
        ({"features": ["cards"]}, "expected 1 features, got 3"),
        ({"lesson": {"players": 2}}, "values learned for 3 players, got 2"),
        ({"lesson": {"players": True}}, "values learned for 3 players, got True"),
        ({"lesson": []}, "values learned for 3 players, got None"),
    ],
)
def test_values_that_the_file_beside_does_not_tell_of_are_refused(
    tmp_path: Path, beside: dict[str, Any], message: str
) -> None:
    folder = write(tmp_path, saved(network()), **beside)
    with pytest.raises(InputError, match=message):
        read_values(folder, SEATS, NAMES)


def test_values_without_a_file_beside_are_refused(tmp_path: Path) -> None:
    path_of(tmp_path, SEATS).write_bytes(saved(network()))
    with pytest.raises(InputError, match=r"says what players_3\.npy was learned for"):
        read_values(str(tmp_path), SEATS, NAMES)


def test_values_for_another_number_of_players_are_refused(tmp_path: Path) -> None:
    write_values(tmp_path, SEATS, network(), NAMES)
    with pytest.raises(InputError, match=r"values learned for 2 players, got none .*\nTip.*: 3"):
        read_values(str(tmp_path), 2, NAMES)


def test_a_folder_or_pipe_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    path_of(tmp_path, 2).mkdir()
    os.mkfifo(path_of(tmp_path, 4))
    for players in (2, 4):
        with pytest.raises(InputError, match="got something that is no file"):
            read_values(str(tmp_path), players, NAMES)
        with pytest.raises(DamagedFileError, match="got something that is no file"):
            hash_of(str(tmp_path), players)


def test_all_shipped_values_are_read() -> None:
    read = 0
    for game_id in registry.GAMES:
        finder = getattr(registry.load_game(game_id), "finder_for")()  # noqa: B009
        judges = [each for each in finder.shipped().values() if each.values]
        for players in range(2, 7):
            if judges and path_of(Path(judges[0].values), players).exists():
                read += len(read_values(judges[0].values, players, judges[0].features)) > HEAD
    assert read == 16


def test_all_shipped_looks_are_read() -> None:
    focus = getattr(registry.load_game("bloodstones"), "finder_for")().find(  # noqa: B009
        "focus_8", "test"
    )
    assert is_of_looks(Path(focus.looks))
    for players in range(2, 7):
        looks = read_values(focus.looks, players, focus.features)
        assert looks[PLAYERS] == players
