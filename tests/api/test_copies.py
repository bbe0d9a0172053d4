"""What people get survives pickle, deepcopy and a worker process, and goes on alike."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any, Final

import numpy as np
import pytest

import bloodstones as bs
from bloodstones.core.kernels.kernel import JIT
from tests.api.every_game import SEATS, random_seats, toy_listed

MOVES: Final = 25
MANY: Final = 3


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


WAYS: Final[tuple[Callable[[Any], Any], ...]] = (pickled, copy.deepcopy)


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with toy_listed():
        yield


# How each goes on: the same decisions by random numbers, and what comes of them.


def playthrough_goes_on(play: Any) -> tuple[Any, ...]:
    luck, track = np.random.default_rng(5), []
    for _ in range(MOVES):
        if play.is_over:
            break
        track.append((play.seat, play.scores, [option.words for option in play.legal()][:3]))
        if luck.random() < 0.5:
            play.step()
        else:
            play.apply(int(luck.integers(len(play.legal()))) + 1)
    play.finish()
    return tuple(track), play.scores, play.record().text, play.view(0)["turn"].tolist()


def table_goes_on(env: Any) -> tuple[Any, ...]:
    luck, track = np.random.default_rng(5), []
    for _ in range(MOVES):
        seen, reward, over, *_ = env.last()
        track.append((env.agent_selection, seen["observation"].tobytes(), reward))
        legal = np.flatnonzero(seen["action_mask"])
        if not env.agents or over:
            break
        env.step(luck.choice(legal))
    env.reset()
    return tuple(track), env.last()[0]["observation"].tobytes()


def tables_go_on(games: Any) -> tuple[Any, ...]:
    track = []
    for _ in range(MOVES):
        seen, rewards, over, _, infos = games.step(games.random_actions())
        track.append((seen["observation"].tobytes(), rewards.tobytes(), over.tolist()))
        track.append((infos["seat"].tolist(), games.seats.tolist(), games.decisions))
    seen, _ = games.reset()
    return tuple(track), seen["observation"].tobytes(), seen["action_mask"].tobytes()


def begun_playthrough(game: str) -> Any:
    play = bs.load_game(game).playthrough(*SEATS[game], seed=3)
    return play.step().step()


def begun_table(game: str) -> Any:
    env = bs.env(game)
    env.reset(seed=4)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    return env


def begun_tables(game: str) -> Any:
    games = bs.vector_env(game, MANY)
    games.reset(seed=4)
    games.step(games.random_actions())
    return games


GOING_ON: Final[dict[str, tuple[Callable[[str], Any], Callable[[Any], tuple[Any, ...]]]]] = {
    "playthrough": (begun_playthrough, playthrough_goes_on),
    "env": (begun_table, table_goes_on),
    **({"vector_env": (begun_tables, tables_go_on)} if JIT else {}),
}


@pytest.mark.parametrize("kind", GOING_ON)
@pytest.mark.parametrize("game", SEATS)
def test_copies_go_on_alike(game: str, kind: str) -> None:
    begin, go_on = GOING_ON[kind]
    first = begin(game)
    copies = [way(first) for way in WAYS]
    wanted = go_on(first)
    for one in copies:  # nothing is shared with the first, which is at its end
        assert go_on(one) == wanted


def in_worker(content: bytes, kind: str) -> tuple[Any, ...]:
    """Go on in another process, with what was pickled."""
    with toy_listed():
        return GOING_ON[kind][1](pickle.loads(content))


def test_a_worker_process_goes_on_alike() -> None:
    """By `spawn`: the process knows nothing but what it is sent."""
    begun = {
        (game, kind): begin(game)
        for game in SEATS
        for kind, (begin, _) in GOING_ON.items()
        if kind != "vector_env" or game == "bellum_magica"
    }
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        sent = {
            key: pool.submit(in_worker, pickle.dumps(first), key[1]) for key, first in begun.items()
        }
        for key, first in begun.items():
            assert sent[key].result() == GOING_ON[key[1]][1](first), key


def things(game: str) -> Iterator[tuple[str, Any]]:
    """What else a game gives, by name."""
    one = bs.load_game(game)
    yield "game", one
    for name in ("roles", "boards", "strategies", "questions"):
        yield name, getattr(one, name)()
    play = one.playthrough(*random_seats(game), seed=2)
    yield from (("view", play.view(0)), ("legal", play.legal()), ("setup", play.setup))
    yield "record", play.finish().record()
    yield "replay", play.record().replay()
    if game != "dare":
        yield "numbers", one.numbers()
        yield "rules", one.rules()
        yield "readings", one.readings()
        yield "strategy", one.strategy("random")
        yield "picture", play.picture()
    results = played(game)
    yield from (("results", results), ("plot", results.plot), ("rows", results.rows))


@cache
def played(game: str) -> Any:
    return bs.load_game(game).simulate(*random_seats(game), games=2, jobs=1)


@pytest.mark.parametrize("game", SEATS)
def test_what_a_game_gives_can_be_copied(game: str) -> None:
    for name, thing in things(game):
        for way in WAYS:
            twin = way(thing)
            assert type(twin) is type(thing), name
            assert repr(twin) == repr(thing), name


def answers() -> Iterator[tuple[str, Any]]:
    forces = ("hill_folk: giant", "horse_lords: swordsman")
    bloodstones = bs.load_game("bloodstones")
    yield "odds", bloodstones.odds(*forces, terrain="hills")
    yield "what_if", bloodstones.odds(*forces, terrain="hills").what_if()
    yield "draws", bloodstones.draws("hill_folk", want="giant", draws=5)
    yield "maps_list", bloodstones.maps_list()
    yield "games_needed", bs.games_needed(within=2, players=2)
    yield "wizard_kings", bs.load_game("wizard_kings").odds("ogre:3", "orc:4")
    yield "sample", bloodstones.sample_battles(*forces, terrain="hills", n=10)
    yield "hands", bloodstones.sample_draws("corsairs", n=3)
    lineups = {"explicit": [["c1", "c2"]]}
    study = bs.Study(game="bellum_magica", lineups=lineups, strategies=["random"], replicates=2)
    yield from (("study", study), ("plan", study.plan(games_per_second=10.0)))


def test_answers_and_studies_can_be_copied() -> None:
    for name, answer in answers():
        for way in WAYS:
            twin = way(answer)
            assert repr(twin) == repr(answer), name
            if isinstance(answer, bs.Answer):
                assert twin.data() == answer.data()
                assert sorted(twin.pictures) == sorted(answer.pictures)


def test_a_copied_answer_draws_and_is_asked_further() -> None:
    forces = ("hill_folk: giant", "horse_lords: swordsman")
    answer = bs.load_game("bloodstones").odds(*forces, terrain="hills")
    twin = pickled(answer)
    assert twin.what_if().data() == answer.what_if().data()
    name = next(iter(answer.pictures))
    pytest.importorskip("matplotlib")
    assert len(twin.pictures[name].figure().axes) == len(answer.pictures[name].figure().axes)


def test_errors_keep_their_sentence_and_tip() -> None:
    with pytest.raises(bs.InputError, match="expected a game, got 'blodstones'") as error:
        bs.load_game("blodstones")
    for way in WAYS:
        assert str(way(error.value)) == str(error.value)
