"""Frames and arrays that people get have numbers of 64 bits; files keep the narrow types."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

import bloodstones as bs
from bloodstones.api.results.results import Results
from tests.api import public
from tests.api.every_game import SEATS, random_seats, toy_listed

FRAME = re.compile(r"  \.(\w+)(?:\(self.*\))?(?: ->|:) '?pd\.DataFrame'?")
# What needs more than some games of one line-up: arms, strategies that meet, leads.
NEEDS_MORE = {"what_ifs", "strategies"}
WIDE = {"i": "int64", "u": "int64", "f": "float64"}


def frames_of_results() -> list[str]:
    """The methods and properties of `Results` that are frames."""
    text = public.FILE.read_text(encoding="utf-8")
    part = re.search(r"^Results\(.*?(?=^\w)", text, re.MULTILINE | re.DOTALL)
    assert part is not None
    return ["rows", "columns", *FRAME.findall(part[0])]  # the first two are kept once made


@cache
def played(game: str) -> Results:
    with toy_listed():
        return bs.load_game(game).simulate(*random_seats(game), games=6, jobs=1, seed=3)


def narrow(frame: pd.DataFrame) -> dict[str, str]:
    """The columns of a frame whose numbers can wrap, or are no exact floats."""
    return {
        str(name): str(dtype)
        for name, dtype in frame.dtypes.items()
        if isinstance(dtype, np.dtype) and str(dtype) != WIDE.get(dtype.kind, str(dtype))
    }


def frames(results: Results) -> Iterator[tuple[str, pd.DataFrame]]:
    for name in frames_of_results():
        try:
            member = getattr(results, name)
            if name == "speaking":
                member = results.speaking(("players",))
            yield name, member if isinstance(member, pd.DataFrame) else member()
        except bs.InputError:  # this game, or so few games, do not tell it
            continue


@pytest.mark.parametrize("game", SEATS)
def test_frames_of_results_have_numbers_of_64_bits(game: str) -> None:
    results, seen = played(game), set()
    for name, frame in frames(results):
        assert not narrow(frame), name
        seen.add(name)
    assert seen >= {"rows", "areas", "win_rates", "lengths", "rounds", "verdicts", "summary"}
    rows = results.rows
    assert (rows["players"] * 100).min() == 100 * len(random_seats(game))


def test_nearly_all_frames_of_results_are_seen_in_some_game() -> None:
    seen = {name for game in SEATS for name, _ in frames(played(game))}
    assert set(frames_of_results()) - seen <= NEEDS_MORE


def test_files_keep_the_narrow_types(tmp_path: Any) -> None:
    saved = played("bellum_magica").save(tmp_path / "results")
    types = pq.read_schema(tmp_path / "results" / "results.parquet")
    assert str(types.field("players").type) == "int8"
    assert not narrow(saved.rows)


@pytest.mark.parametrize("game", SEATS)
def test_tables_of_a_game_and_views_have_numbers_of_64_bits(game: str) -> None:
    with toy_listed():
        one = bs.load_game(game)
        tables = [one.roles(), one.boards(), one.strategies(), one.questions(), bs.list_games()]
        play = one.playthrough(*random_seats(game), seed=2).finish()
        view = play.view(0)
        tables.append(play.record().replay())
    assert not any(narrow(table.to_pandas()) for table in tables)
    assert {array.dtype for array in view.values()} == {np.dtype(np.int64)}


def test_samples_and_arrays_have_numbers_of_64_bits() -> None:
    game = bs.load_game("bloodstones")
    hands = game.sample_draws("corsairs", n=20)
    forces = ("hill_folk: giant", "horse_lords: swordsman")
    answer = game.odds(*forces, terrain="hills")
    assert np.asarray(hands).dtype == np.int64
    assert game.odds_array([4, 3], 3, [[2], [0]]).dtype == np.float64
    for told in (hands, game.sample_battles(*forces, terrain="hills", n=20), answer):
        assert not narrow(told.to_pandas())
