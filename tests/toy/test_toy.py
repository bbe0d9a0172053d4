"""A game written from the contract alone gets all of the laboratory: nothing elsewhere knows it."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.api.loading import load_game
from bloodstones.batch.running.runner import BACKENDS
from bloodstones.batch.study.definition import read_study
from bloodstones.batch.study.plan import make_plan
from bloodstones.batch.study.run import run_study
from bloodstones.batch.tuning.run import tune
from bloodstones.batch.tuning.task import TuningEffort, TuningTask
from bloodstones.cli import main
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.core.kernels.dispatch import GENERICS
from bloodstones.games import registry
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.playing import play_and_record
from bloodstones.kit.records.verify import verify
from bloodstones.kit.testing.conformance import CHECKS, Case
from bloodstones.kit.testing.hidden import LeakError, watched
from bloodstones.kit.testing.perft import counts
from bloodstones.report.document.files import FIGURES
from bloodstones.report.make import make_report
from tests.toy.fields import FIELDS
from tests.toy.game import GAME
from tests.toy.questions.functions import odds
from tests.toy.rules.board import ISLE
from tests.toy.rules.numbers import PLAYERS
from tests.toy.state import NOBODY, VALUES, Kind, Point, State

MODULE = "tests.toy.game"
FOLDER = Path(__file__).parent
MOST_LINES = 430
STUDY = """
id = "dare_study"
question = "Does nerve pay in Dare?"
game = "dare"
map = "isle"
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
sections = ["factions", "strategies", "map", "isle", "length", "method", "provenance"]
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


def code_lines(path: Path) -> int:
    """Count the lines of a module that are no docstrings, comments, imports or blank."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    left_out: set[int] = set()
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, ast.Import | ast.ImportFrom) or is_text:
            assert isinstance(node, ast.stmt)
            left_out |= set(range(node.lineno, 1 + (node.end_lineno or 0)))
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    return sum(
        bool(line.strip()) and not line.strip().startswith("#") and number not in left_out
        for number, line in lines
    )


def test_it_is_a_game_in_little() -> None:
    modules = [path for path in FOLDER.rglob("*.py") if not path.name.startswith("test_")]
    assert sum(map(code_lines, modules)) <= MOST_LINES
    assert "fmt: off" not in "".join(path.read_text(encoding="utf-8") for path in modules)


def test_a_seat_claims_free_areas_beside_its_own() -> None:
    play = GAME.playthrough(table_of("random", "random"), 1, scripted_chance=True)
    while play.is_chance:
        play.apply(play.draw())

    def areas() -> set[int]:
        return {move.y for move in play.legal() if move.kind is Kind.PLAY}

    assert areas() == set(range(len(ISLE["area"])))
    play.state.owner[ISLE["name"].index("cove")] = play.state.decider
    play.state.owner[ISLE["name"].index("beach")] = 1 - play.state.decider
    assert areas() == {ISLE["name"].index("cliff")}


@pytest.mark.parametrize(("area", "points"), [("cove", 4), ("summit", 8)])
def test_a_hill_scores_twice_the_card(area: str, points: int) -> None:
    play = GAME.playthrough(table_of("random", "random"), 1, scripted_chance=True)
    state, place = play.state, ISLE["name"].index(area)
    state.point, state.turn, state.played, state.target = Point.DIE, 1, 4, place
    sides = {int(outcome.x): outcome for outcome, _ in play.chance_outcomes()}
    held, missed = play.copy(), play
    held.apply(sides[4])
    missed.apply(sides[3])
    assert (held.state.score[0], held.state.owner[place]) == (points, 0)
    assert (missed.state.score[0], missed.state.owner[place]) == (0, NOBODY)


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
    under = watched(GAME, setup, game_commands_of(GAME.id).voice(), FIELDS)
    play, dealer, luck = (
        GAME.playthrough(setup, seats, scripted_chance=True),
        Dealer(),
        np.random.default_rng(1),
    )
    otherwise = 0
    while not play.over:
        if not play.is_chance:
            otherwise += under.check(play, dealer, luck)
        legal = play.legal()
        play.apply(play.draw() if play.is_chance else legal[luck.integers(len(legal))])
    return otherwise


@pytest.mark.parametrize("seats", PLAYERS)
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


@pytest.mark.parametrize("seats", PLAYERS)
def test_it_holds_to_the_contract(seats: int) -> None:
    setup = table_of(*["random"] * seats)
    case = Case(
        "dare",
        lambda seed, scripted_chance: GAME.playthrough(
            setup, seed, scripted_chance=scripted_chance
        ),
        games=20,
    )
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


def test_its_lines_are_shown_in_words() -> None:
    lines = play_and_record(GAME, table_of("bold", "meek"), 3).lines
    play = next(line for line in lines[1:] if line["event"] == "play")
    assert GAME.records.events["play"].words == "plays {card} for the {area}"
    assert set(play) == {"event", "seat", "card", "area"}


def test_people_at_its_table_hear_of_cards_that_others_draw_but_not_which() -> None:
    setup = table_of("random", "random")
    voice, play = (
        game_commands_of(GAME.id).voice(),
        GAME.playthrough(setup, 1, scripted_chance=True),
    )
    names, line = voice.names(play, setup), {"event": "draw", "seat": 1, "card": 4}
    heard = [voice.tell(play, line, seat, names) for seat in range(2)]
    assert heard == ["Seat 2 draws a card", "Seat 2 draws 4"]


def test_its_records_are_written_verified_and_replayed_by_the_commands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "dare.jsonl"
    played = ["play", "--game=dare", "--players=bold,meek", "--seed=4", f"--record={path}"]
    assert main([*played, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert main(["verify", str(path), "--json"]) == 0
    checked = json.loads(capsys.readouterr().out)["files"][0]
    assert checked["scores"] == [seat["score"] for seat in printed["seats"]]
    assert checked["winners"] == printed["winners"]
    assert main(["replay", str(path)]) == 0
    assert "Seat 1 plays" in capsys.readouterr().out
    path.write_text(path.read_text(encoding="utf-8").replace('"points":', '"points":9', 1))
    assert main(["verify", str(path)]) == 1
    assert "points of the roll is 9" in capsys.readouterr().out


def test_its_strategies_are_listed_by_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strategies", "--game=dare", "--json"]) == 0
    printed = {each["id"]: each for each in json.loads(capsys.readouterr().out)}
    assert list(printed) == ["random", "bold", "meek", "monte_carlo"]
    assert printed["meek"]["parameters"] == {"nerve": 1.0}
    assert main(["strategies", "meek", "--game=dare"]) == 0
    assert "value of the highest card that is dared" in capsys.readouterr().out


def test_the_list_of_games_shows_how_many_play_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    (listed,) = (
        game for game in json.loads(capsys.readouterr().out)["games"] if game["id"] == GAME.id
    )
    assert listed["players"] == [PLAYERS[0], PLAYERS[-1]]
    assert main(["games", GAME.id]) == 0
    assert f"{PLAYERS[0]} to {PLAYERS[-1]}" in capsys.readouterr().out


def test_win_rates_are_by_strategy_since_it_has_no_roles() -> None:
    met = load_game(GAME.id).simulate("bold", "random", "random", games=30, jobs=1, seed=2)
    rates = met.win_rates().set_index("strategy")
    assert set(rates.index) == {"bold", "random"}
    assert rates.loc["bold", "rate"] > 1 / 3 > rates.loc["random", "rate"]
    assert "fair" not in set(rates["verdict"])
    assert rates.equals(met.strategies().set_index("strategy"))
    assert "faction" in met.win_rates(by=("seat", "faction"))
    assert set(met.points()["strategy"]) == {"bold", "random"}
    alone = load_game(GAME.id).simulate("bold", "bold", games=6, jobs=1).win_rates()
    assert alone[["strategy", "rate"]].to_numpy().tolist() == [["bold", 0.5]]
    assert len(met.plot.win_rates().get_yticklabels()) == 2


def test_its_rules_numbers_and_events_are_shown_by_the_commands(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = []
    for what in ((), ("DA-CLAIM-02",), ("numbers",)):
        assert main(["rules", *what, "--game=dare"]) == 0
        told.append(capsys.readouterr().out)
    assert "Rules of Dare  6 clauses" in told[0]
    assert "twice" in told[1]
    assert "times its card that a hill scores (DA-CLAIM-02)" in told[2]
    assert [event.name for event in game_commands_of("dare").events()] == list(GAME.records.events)


def test_its_question_is_a_command_and_a_function(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["odds", "--game=dare", "--card=4", "--hill", "--rolls=2", "--set=hill=3"]
    assert main([*asked, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["p_success_fraction"], printed["points_fraction"]) == ("3/4", "9")
    assert odds(card=4, hill=True, rolls=2, set={"hill": 3}).data() == printed
    assert main([*asked[:2], "--card=5"]) == 2
    assert "--card" in capsys.readouterr().err
    assert main(["odds", "--game=dare", "--help"]) == 0
    assert "--card 3 --hill" in capsys.readouterr().out


def test_the_odds_are_those_of_the_kernels() -> None:
    for card in range(1, VALUES):
        play = GAME.playthrough(table_of("random", "random"), 1, scripted_chance=True)
        play.state.point, play.state.turn, play.state.played = Point.DIE, 1, card
        claimed = 0
        for outcome, chance in play.chance_outcomes():
            after = play.copy()
            after.apply(outcome)
            claimed += chance * (after.state.owner[0] == 0)
        assert claimed == odds(card=card)["p_success"]


def test_people_at_its_table_see_the_isle_and_their_own_cards_alone() -> None:
    setup = table_of("random", "random")
    voice, play = (
        game_commands_of(GAME.id).voice(),
        GAME.playthrough(setup, 1, scripted_chance=True),
    )
    while play.is_chance:
        play.apply(play.draw())
    play.state.owner[0] = 1
    own, others = (voice.board(play, seat, voice.names(play, setup)) for seat in range(2))
    assert own[1] == "Claimed: cove Seat 2"
    assert own[-1] != others[-1]


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
    (page,) = make_report(tmp_path, tmp_path / "out", ["report.html", FIGURES])
    text = page.read_text(encoding="utf-8")
    for part in ("Does nerve pay in Dare?", "Do areas win?"):
        assert part in text
    board = (tmp_path / "figures" / "map_isle_claims.svg").read_text(encoding="utf-8")
    drawn = re.findall(r'<path class="area [^>]* data-area="(\d+)"', board)
    assert sorted(map(int, drawn)) == list(ISLE["area"])
    table = pd.read_csv(tmp_path / "tables" / "isle.csv")
    assert table["seats"].sum() == 40 * 3 * 2


def test_its_strategies_are_tuned(tmp_path: Path) -> None:
    effort = TuningEffort(generations=3, population=6, games=40, final_games=80, measured_games=200)
    task = TuningTask(GAME.id, "", "meek", ("",), ("bold",), seed=1, players=(2,), effort=effort)
    tune(task, GAME, tmp_path / "tuned", "braver", jobs=1)
    preset = tomllib.loads((tmp_path / "tuned" / "braver.toml").read_text(encoding="utf-8"))
    assert preset["of"] == "meek"
    data = json.loads((tmp_path / "tuned" / "result.json").read_text(encoding="utf-8"))
    assert data
