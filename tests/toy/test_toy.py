"""A game written from the contract alone gets all of the laboratory: nothing elsewhere knows it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bloodstones.batch.running.backends import BACKENDS
from bloodstones.batch.study.definition import read_study
from bloodstones.batch.study.plan import make_plan
from bloodstones.batch.study.run import run_study
from bloodstones.batch.tuning.run import tune
from bloodstones.batch.tuning.task import Effort, Task
from bloodstones.cli import main
from bloodstones.cli.game.commands import desk_of
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.core.kernels.dispatch import GENERICS
from bloodstones.games import registry
from bloodstones.kit.conformance import CHECKS, Case
from bloodstones.kit.hidden import LeakError, watched
from bloodstones.kit.perft import counts
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.playing import play_and_record
from bloodstones.kit.records.verify import verify
from bloodstones.kit.visibility import table, undeclared
from bloodstones.report.make import make_report
from tests.toy.game import GAME, SEATS, VALUES, State

MODULE = "tests.toy.game"
STUDY = """
id = "dare_study"
question = "Does nerve pay in Dare?"
game = "dare"
seed = 5
strategies = ["bold", "meek"]
replicates = 40

[lineups]
sets = [{ players = 3 }]
"""
REPORT = """
title = "Dare"
study = "dare_study"
question = "Does nerve pay in Dare?"
band = 5
sections = ["factions", "strategies", "length", "method", "provenance"]
[strategies.bold]
name = "Bold"
does = "dares its highest card."
lacks = "does not count cards"
[strategies.meek]
name = "Meek"
does = "dares low cards only."
lacks = "does not count cards"
"""


@pytest.fixture(autouse=True)
def dare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, GAME.id, MODULE)


def table_of(*strategies: str) -> Setup:
    return Setup("", tuple(Seat("", name) for name in strategies))


def test_it_is_a_game_in_little() -> None:
    folder = Path(__file__).parent
    lines = [len(path.read_text().splitlines()) for path in folder.glob("*.toml")]
    lines.append(len((folder / "game.py").read_text().splitlines()))
    assert sum(lines) < 300


VISIBILITY = table(
    "point decider active turn status ending rank score played",
    own="memory",
    size="hand",
    part="deck",
    nobody="streams log log_size",
)


class Dealer:
    """Deals the cards that nobody has played to the others and the deck; deals show no card."""

    def watch(self, play: Playthrough, code: int | None) -> None:
        """Nothing is shown that stays hidden later."""

    def deal(self, state: Any, play: Playthrough, seat: int, luck: np.random.Generator) -> None:
        """Deal hands and the deck of all that `seat` does not hold."""
        others = [other for other in range(play.seats) if other != seat]
        unseen = state.deck + state.hand[others].sum(axis=0)
        cards = luck.permutation(np.repeat(np.arange(VALUES), unseen))
        for other in others:
            dealt, cards = np.split(cards, [state.hand[other].sum()])
            state.hand[other] = np.bincount(dealt, minlength=VALUES)
        state.deck[:] = np.bincount(cards, minlength=VALUES)


def watch(seats: int) -> int:
    """Watch a playthrough; return in how many decisions something was dealt otherwise."""
    setup = table_of(*["random"] * seats)
    eyes = watched(GAME, setup, desk_of(GAME.id).voice(), VISIBILITY)
    play, dealer, luck = (
        GAME.playthrough(setup, seats, told=True),
        Dealer(),
        np.random.default_rng(1),
    )
    otherwise = 0
    while not play.over:
        if not play.is_chance:
            otherwise += eyes.check(play, dealer, luck)
        legal = play.legal()
        play.apply(play.draw() if play.is_chance else legal[luck.integers(len(legal))])
    return otherwise


def test_every_field_of_it_is_declared() -> None:
    assert undeclared(State, VISIBILITY) == set()


@pytest.mark.parametrize("seats", range(2, SEATS + 1))
def test_what_is_hidden_makes_no_difference_in_it(seats: int) -> None:
    assert watch(seats) > seats


def test_a_world_of_it_that_keeps_hands_is_caught() -> None:
    generic = GENERICS["deal_world"]
    own = generic.kernel_of(State)
    generic.register(State, lambda s, t, seat, key, number: None)
    try:
        with pytest.raises(LeakError, match="the worlds tells of what is hidden: 0: deck"):
            watch(2)
    finally:
        generic.register(State, own)


@pytest.mark.parametrize("seats", range(2, SEATS + 1))
def test_it_holds_to_the_contract(seats: int) -> None:
    setup = table_of(*["random"] * seats)
    case = Case("dare", lambda seed, told: GAME.playthrough(setup, seed, told=told), games=20)
    for check in CHECKS:
        check(case)


def test_the_bold_beat_the_meek_and_search_beats_both() -> None:
    seats = ("bold", "meek")
    for chosen in (seats, seats[::-1]):
        rows = GAME.simulate(table_of(*chosen), 1, "nerve", range(400)).rows
        won = np.array(rows["win_credit"]).reshape(-1, 2).mean(axis=0)
        assert won[chosen.index("bold")] > 0.6
    rows = GAME.simulate(table_of("monte_carlo_64", "random"), 1, "search", range(20)).rows
    assert np.array(rows["win_credit"]).reshape(-1, 2).mean(axis=0)[0] > 0.7


def test_its_records_are_verified_and_tell_of_damage() -> None:
    lines = play_and_record(GAME, table_of("bold", "meek", "random"), 3).lines
    text = [json.dumps(line) for line in lines]
    assert verify(GAME.records.reader.parse("\n".join(text), "dare"), GAME.records) is None
    place = next(k for k, line in enumerate(lines) if line["event" if k else "game"] == "roll")
    text[place] = json.dumps(lines[place] | {"points": 99})
    fault = verify(GAME.records.reader.parse("\n".join(text), "dare"), GAME.records)
    assert fault is not None
    assert fault.line == place + 1


def test_its_lines_are_told_in_words() -> None:
    lines = play_and_record(GAME, table_of("bold", "meek"), 3).lines
    play = next(line for line in lines[1:] if line["event"] == "play")
    assert GAME.events["play"].words == "dare a {value}"
    assert set(play) == {"event", "seat", "value"}


def test_its_records_are_written_verified_and_replayed_by_the_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "dare.jsonl"
    played = ["play", "--game=dare", "--players=bold,meek", "--seed=4", f"--record={path}"]
    assert main([*played, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert main(["verify", str(path), "--json"]) == 0
    checked = json.loads(capsys.readouterr().out)["files"][0]
    assert checked["scores"] == [seat["score"] for seat in told["seats"]]
    assert checked["winners"] == told["winners"]
    assert main(["replay", str(path)]) == 0
    assert "Seat 0 dare a" in capsys.readouterr().out
    path.write_text(path.read_text(encoding="utf-8").replace('"points":', '"points":9', 1))
    assert main(["verify", str(path)]) == 1
    assert "points of the roll is 9" in capsys.readouterr().out


def test_its_strategies_are_listed_by_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strategies", "--game=dare", "--json"]) == 0
    told = {each["id"]: each for each in json.loads(capsys.readouterr().out)}
    assert list(told) == ["random", "bold", "meek", "monte_carlo"]
    assert told["meek"]["parameters"] == {"nerve": 1.0}
    assert main(["strategies", "meek", "--game=dare"]) == 0
    assert "value of the highest card that is dared" in capsys.readouterr().out


def test_sequences_of_decisions_are_counted() -> None:
    game = GAME.playthrough(table_of("random", "random"), 1)
    found = counts(game.engine, game.state, game.tables, 3)
    assert found[0] == len(game.legal())
    assert sorted(found) == list(found)


def test_a_setup_that_cannot_be_played_is_refused_with_every_fault() -> None:
    setup = Setup("moon", (Seat("king", "bould"),), {"x": "1"}, {"goul": 3, "hand": 99})
    with pytest.raises(InputError) as caught:
        GAME.check(setup)
    told = str(caught.value)
    for part in ("2 to 4 players", "moon", "king", "bould", "'x'", "'goul'", "hand from 1 to 6"):
        assert part in told


@pytest.fixture
def scheduler(backend: str) -> Iterator[str | None]:
    """The address of a cluster within this process, for the backend that needs one."""
    if backend != "dask":
        yield None
        return
    distributed = pytest.importorskip("distributed", reason="dask is not installed")
    settings = {"n_workers": 1, "threads_per_worker": 1, "processes": False}
    with distributed.LocalCluster(**settings, dashboard_address=None) as cluster:
        yield cluster.scheduler_address


@pytest.mark.parametrize("backend", BACKENDS)
def test_its_studies_are_the_same_on_every_backend_and_make_a_report(
    tmp_path: Path, backend: str, scheduler: str | None
) -> None:
    path = tmp_path / "study.toml"
    path.write_text(STUDY, encoding="utf-8")
    file = read_study(path)
    plan, place = make_plan(file.study, GAME), tmp_path / "out"
    told = run_study(file, plan, GAME, place, jobs=2, backend=backend, scheduler=scheduler)
    alone = run_study(file, make_plan(file.study, GAME), GAME, tmp_path / "alone", jobs=1)
    assert told["table_hash"] == alone["table_hash"]
    (tmp_path / "report.toml").write_text(REPORT, encoding="utf-8")
    (page,) = make_report(tmp_path, tmp_path / "out", ["report.html"])
    assert "Does nerve pay in Dare?" in page.read_text(encoding="utf-8")


def test_its_strategies_are_tuned(tmp_path: Path) -> None:
    effort = Effort(generations=3, population=6, games=40, final_games=80, measured_games=200)
    task = Task(GAME.id, "", "meek", ("",), ("bold",), seed=1, players=(2,), effort=effort)
    tune(task, GAME, tmp_path / "tuned", "braver", jobs=1)
    preset = tomllib.loads((tmp_path / "tuned" / "braver.toml").read_text(encoding="utf-8"))
    assert preset["of"] == "meek"
    told = json.loads((tmp_path / "tuned" / "result.json").read_text(encoding="utf-8"))
    assert told
