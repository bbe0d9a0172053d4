"""Chances between unequal players: the shift, its error, how it fades, what strengths are taken."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bloodstones.api.explanations import strengths as given_strengths
from bloodstones.api.explanations.strengths import among
from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.cli import main
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.games import registry
from bloodstones.games.registry import GAMES, load_game
from bloodstones.kit.explain.analysis import explain
from bloodstones.kit.explain.fading import SeenPositions, brier, fitted
from bloodstones.kit.explain.recorded_steps import RecordedCourse
from bloodstones.kit.explain.rollouts import Estimate, Playouts, mean_of
from bloodstones.kit.explain.unequal import (
    EQUAL,
    FILE,
    Fade,
    Players,
    Ratings,
    ratings_text,
    read_ratings,
)
from bloodstones.kit.records.playing import play_and_record
from bloodstones.kit.table.people import all_by
from tests.toy.game import GAME as DARE
from tests.unequal import figures

FADE = Fade(1.0, 6.0, 100)
RATINGS = Ratings({"bold": 1.0, "meek": 0.0, "random": -2.0}, FADE, ("some_ladder",))
UNFAIR = Setup("", (Seat("", "random"), Seat("", "bold")))
WHERE = "--strengths"
SHIPPED = tuple(GAMES)


@pytest.fixture(autouse=True)
def dare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, DARE.id, "tests.toy.game")


@pytest.fixture
def rated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dare as a game whose strategies were rated with two players."""
    monkeypatch.setattr(
        given_strengths, "_ratings", lambda _, setup: RATINGS if len(setup.seats) == 2 else None
    )


@pytest.fixture
def dared(tmp_path: Path) -> Path:
    """The record of a game of Dare in which the weaker strategy sits first."""
    path = tmp_path / "dare.jsonl"
    play_and_record(DARE, UNFAIR, 3).write(path)
    return path


def course_of(path: Path) -> RecordedCourse:
    commands = game_commands_of("dare")
    assert commands.records is not None
    return commands.follow(commands.records.load(path), None)


def games(count: int, fade: Fade, strength: float, seed: int) -> SeenPositions:
    """Games of three players that are won as the model says, seen at five turns each.

    The chance between equals at a turn is that of a random walk of log worths, so that what a
    stronger player gains is in it as the game goes on.
    """
    luck = np.random.default_rng(seed)
    strengths = luck.normal(0.0, strength, (count, 3))
    leads = strengths - strengths.mean(axis=1, keepdims=True)
    parts, turns = [], np.array([0, 5, 10, 15, 20])
    for number in range(count):
        base = luck.normal(0.0, 0.7, (len(turns), 3))
        worths = np.exp(base)
        equal = worths / worths.sum(axis=1, keepdims=True)
        true = np.exp(base + leads[number] * np.asarray(fade.share(turns))[:, np.newaxis])
        true /= true.sum(axis=1, keepdims=True)
        for place, turn in enumerate(turns):
            won = np.eye(3)[luck.choice(3, p=true[place])]
            game = number * len(turns) + place
            one = (equal[[place]], strengths[[number]], won[np.newaxis])
            parts.append(
                SeenPositions(*one, np.array([turn]), np.array([game]), np.array([number]))
            )
    return SeenPositions.together(parts)


# The model.


def test_a_stronger_player_has_the_chance_that_its_strength_says() -> None:
    players = Players((1.0, 0.0), FADE)
    credits = np.array([[1.0, 0.0]] * 3 + [[0.0, 1.0]] * 5)
    for turn in (0, 6, 60):
        odds = 3 / 5 * math.exp(0.5 ** (turn / 6))
        counted = players.credits(credits, turn)
        assert counted.mean(axis=0) == pytest.approx([odds / (1 + odds), 1 / (1 + odds)])
        assert counted.sum(axis=1) == pytest.approx(np.ones(8))


def test_equals_are_told_what_they_were_told_before() -> None:
    credits = np.array([[1.0, 0.0], [0.5, 0.5]])
    for players in (Players(), Players((2.0, 2.0), FADE), Players((3.0, 0.0), EQUAL)):
        assert players.equal
        assert players.credits(credits, 0) is credits
        assert players.chance(Estimate(0.3, 0.2, 0.4, 9), 0, credits[0], 0).value == 0.3


def test_chances_of_three_are_shifted_as_their_means_are() -> None:
    players = Players((1.0, 0.0, -2.0), FADE)
    credits = np.random.default_rng(3).dirichlet((1, 2, 3), 50)
    means = players.credits(credits, 4).mean(axis=0)
    assert means.sum() == pytest.approx(1.0)
    for seat in range(3):
        equal = float(credits[:, seat].mean())
        shifted = players.chance(Estimate(equal, 0.0, 1.0, 50), seat, credits.mean(axis=0), 4)
        assert shifted.value == pytest.approx(means[seat])
        assert (shifted.low, shifted.high) == (0.0, 1.0)


def test_the_error_of_a_shifted_chance_is_known() -> None:
    luck, players = np.random.default_rng(8), Players((0.8, 0.0, -0.8), FADE)
    equal = np.array([0.3, 0.3, 0.4])
    worths = equal * np.exp(players.leads(2))
    true, held = worths / worths.sum(), np.zeros(3)
    for _ in range(600):
        credits = np.eye(3)[luck.choice(3, size=300, p=equal)]
        counted = players.credits(credits, 2)
        ends = [mean_of(counted[:, seat]) for seat in range(3)]
        held += [each.low <= share <= each.high for each, share in zip(ends, true, strict=True)]
    assert (held / 600 > 0.92).all()
    assert (held / 600 < 0.98).all()


def test_the_fade_is_found_again_from_games_that_it_made() -> None:
    found = fitted(games(500, Fade(0.9, 9.0, 0), 1.5, 4))
    assert found.start == pytest.approx(0.9, abs=0.15)
    assert found.half_life == pytest.approx(9.0, rel=0.3)
    assert found.games == 2500


def test_strengths_that_mean_nothing_are_given_no_weight() -> None:
    assert fitted(games(400, EQUAL, 1.0, 5)).start <= 0.15


def test_brier_scores_fall_where_strengths_are_told_and_no_position_counts_twice() -> None:
    seen = games(400, Fade(1.0, 30.0, 0), 2.0, 6)
    assert brier(seen.unequal(Fade(1.0, 30.0, 0)), seen) < brier(seen.chances, seen) - 0.03
    assert seen.unequal(EQUAL) == pytest.approx(seen.chances)
    twice = SeenPositions.together((seen, seen))
    assert brier(twice.chances, twice) == pytest.approx(brier(seen.chances, seen))


# What is found out of a record.


def test_luck_decisions_and_what_fades_add_up_to_the_result(dared: Path) -> None:
    course = course_of(dared)
    playouts = Playouts(DARE.seat(all_by(course.setup, "bold")), 2, 1)
    equal = explain(course, playouts, 4000)
    found = explain(course, playouts, 4000, players=Players((-1.0, 1.0), FADE))
    start, end = found.points[0].chances[0].value, found.points[-1].chances[0].value
    assert start < equal.points[0].chances[0].value - 0.1
    assert end == equal.points[-1].chances[0].value
    moved = found.luck[""][0].value + found.decided[0].value - found.decided[1].value
    assert start + moved + found.faded[0].value == pytest.approx(end)
    assert found.faded[0].value > 0 > found.faded[1].value, "the weaker one's lag fades"
    assert equal.faded == ()


@pytest.mark.usefixtures("rated")
def test_the_command_says_among_whom_chances_are(
    dared: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    asked = ["explain", str(dared), "--playouts", "3000", "--strategy", "bold"]
    started = {}
    for told in ("ladder", "equal", "0,0.5", "meek, meek"):
        given = [] if told == "ladder" else ["--strengths", told]
        assert main([*asked, *given, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        started[told] = found["points"][0]["chances"][0]["value"]
        equal = told in ("equal", "meek, meek")
        assert (found["strengths"] is None) == equal
        assert ("fading" in found) != equal
    assert started["ladder"] < started["0,0.5"] < started["equal"] == started["meek, meek"]
    assert main(asked) == 0
    printed = capsys.readouterr().out
    assert max(map(len, printed.splitlines())) <= 60
    words = " ".join(printed.split())
    assert "Chances assume these log-strengths: seat 1 −2.00, seat 2 +1.00 (ladders" in words
    assert "100 % of the differences count at the start of the game, and half" in words
    assert "fading" in words


@pytest.mark.usefixtures("rated")
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("1", "2 of them"),
        ("1,2,3", "2 of them"),
        ("bolt,meek", "did you mean bold"),
        ("21,0", "a strength from -20 to 20, got 21.0"),
        ([math.nan, 0], "a strength from -20 to 20, got nan"),
        ([True, 0], "a strength from -20 to 20, got True"),
        ("nan,0", "got 'nan'"),
        (5, "2 of them, got 5"),
        ({"bold": 1, "meek": 2}, "2 of them"),
        ([None, 1], "a strength from -20 to 20, got None"),
        ("", "2 of them"),
    ],
)
def test_what_is_no_strength_is_refused_in_one_sentence(given: Any, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)) as error:
        among(game_commands_of("dare"), UNFAIR, given, WHERE)
    assert WHERE in str(error.value)


@pytest.mark.usefixtures("rated")
def test_who_is_not_rated_plays_among_equals_and_is_named() -> None:
    commands = game_commands_of("dare")
    people = Setup("", (Seat("", "human"), Seat("", "bold")))
    found = among(commands, people, None, WHERE)
    assert found.players.equal
    assert found.words == (
        "Chances assume equally strong players, because human is not rated for 2 players."
    )
    three = Setup("", (*UNFAIR.seats, Seat("", "meek")))
    assert among(commands, three, None, WHERE).players.equal
    with pytest.raises(InputError, match="with rated strategies, got 'dare with 3'"):
        among(commands, three, "1,2,3", WHERE)
    assert among(commands, people, "meek,1.5", WHERE).players.strengths == (0.0, 1.5)
    assert among(commands, people, ["random", 1], WHERE).players.strengths == (-2.0, 1.0)


# What is shipped.


@pytest.mark.parametrize("game_id", SHIPPED)
def test_shipped_strengths_are_those_of_strategies_that_there_are(game_id: str) -> None:
    finder = load_game(game_id).finder_for()  # type: ignore[attr-defined]
    sizes = [size for size in range(2, 7) if read_ratings(finder.plans.folder, size)]
    assert 2 in sizes
    reports = Path(__file__).parents[2] / "reports"
    for size in sizes:
        ratings = read_ratings(finder.plans.folder, size)
        assert ratings is not None
        assert all(
            (reports / name / "tables" / "ratings.csv").is_file() for name in ratings.ladders
        )
        for name, strength in ratings.strengths.items():
            finder.find_for(size, name, FILE)
            assert math.isfinite(strength)
        assert list(ratings.strengths)[-1] == "random"
        assert 0 < ratings.fade.start < 3
        assert ratings.fade.half_life > 1


def test_a_file_of_strengths_is_read_as_it_was_written(tmp_path: Path) -> None:
    text = ratings_text({"some_ladder": "abc"}, {2: (RATINGS.strengths, FADE)})
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert read_ratings(tmp_path, 2) == RATINGS
    assert read_ratings(tmp_path, 3) is None
    assert read_ratings(tmp_path / "nowhere", 2) is None


def test_strengths_are_shipped_where_they_were_measured_to_gain() -> None:
    rows = figures.read()
    assert {row["game"] for row in rows} == set(SHIPPED)
    for game_id, players in {(row["game"], row["players"]) for row in rows}:
        known = [row for row in rows if (row["game"], row["players"]) == (game_id, players)]
        folder = load_game(game_id).finder_for().plans.folder  # type: ignore[attr-defined]
        assert (read_ratings(folder, int(players)) is not None) == figures.gains(known)
