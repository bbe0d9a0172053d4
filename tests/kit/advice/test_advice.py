"""Advice: the decision, the chances of who decides, the reasons."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.registry import load_game
from bloodstones.kit.advice.advice import Advice, Basis, Counsel, advise
from bloodstones.kit.advice.chances import WinChance, fitted
from bloodstones.kit.explain.rollouts import Z
from tests.kit.advice.games import TABLES, TUNED, Position, positions, table_of

WORLDS = 4


def counsel_of(game_id: str, strategy: str, position: Position) -> Counsel:
    """A strategy behind the first seat, at a position."""
    table = table_of(game_id, strategy)
    counsel = Counsel(load_game(game_id), table, strategy, 0, position.start)
    counsel.follow(position.codes)
    return counsel


def exceeds(advice: Advice) -> float:
    """By how many standard errors the best chance is above that of the choice."""
    best = advice.chances[0]
    chosen = next(each for each in advice.chances if each.code == advice.code)
    apart = best.estimate.value - chosen.estimate.value
    return apart / math.hypot(best.error, chosen.error)


@pytest.mark.parametrize("game_id", TABLES)
def test_the_choice_of_a_search_is_below_no_other_by_more_than_its_error(game_id: str) -> None:
    counsel: Counsel | None = None
    searched = 0
    for position in positions(game_id, "value_8", 60):
        if counsel is None or position.codes[: len(counsel.adviser.codes)] != counsel.adviser.codes:
            win_chance = None if counsel is None else counsel.win_chance
            counsel = counsel_of(game_id, "value_8", position)
            if win_chance is not None:
                vars(counsel)["win_chance"] = win_chance
        counsel.follow(position.codes)
        if not counsel.adviser.opinion().simulations:
            continue
        advice = counsel.advise()
        assert advice.code == position.played
        assert (advice.basis, advice.wins) == (Basis.SEARCH, True)
        assert exceeds(advice) < Z
        assert sum(each.estimate.n for each in advice.chances) <= 8
        assert f"value_8 compared {len(advice.chances)} options" in advice.reasons[0]
        searched += 1
    assert searched >= 10


@pytest.mark.parametrize("game_id", TABLES)
def test_a_script_says_that_its_choice_does_not_rest_on_the_playouts(game_id: str) -> None:
    strategy = TUNED[game_id]
    *_, position = positions(game_id, strategy, 3)
    table = table_of(game_id, strategy)
    advice = advise(load_game(game_id), table, position.start, position.codes, strategy, WORLDS)
    assert advice.code == position.played
    assert (advice.basis, advice.player, advice.wins) == (Basis.PLAN, strategy, True)
    assert advice.reasons[0] == f"{strategy} follows fixed rules and compares no chances."
    assert f"playouts to the end of the game with {strategy} in every seat" in advice.reasons[1]
    assert "another option may look better" in advice.reasons[2]
    again = [each for each in advice.chances if each.again]
    assert advice.code in {each.code for each in again}
    assert all(each.estimate.n == WORLDS for each in advice.chances)


def test_a_search_that_goes_on_by_its_plan_says_so() -> None:
    for position in positions("bloodstones", "value_8", 60):
        counsel = counsel_of("bloodstones", "value_8", position)
        if not counsel.adviser.opinion().anew:
            break
    advice = counsel.advise(worlds=WORLDS)
    assert advice.code == position.played
    assert advice.basis == Basis.PLAN
    assert advice.reasons[0].startswith("value_8 does not search here: it follows its plan")
    assert "champion plays differently from value_8" in advice.reasons[2]


def test_where_the_plan_was_left_the_best_of_the_playouts_is_advised() -> None:
    for position in positions("bloodstones", "champion", 60):
        counsel = counsel_of("bloodstones", "champion", position)
        adviser = counsel.adviser
        unpack = adviser.play.engine.unpack
        others = [
            int(code)
            for code in adviser.play.legal_codes()
            if unpack(int(code)).kind.id == "column" and code != adviser.opinion().code
        ]
        if adviser.opinion().anew and others:
            break
    codes = [*position.codes, others[0]]
    counsel.follow(codes)
    assert adviser.opinion().lost
    advice = counsel.advise(worlds=WORLDS)
    assert advice.basis == Basis.PLAYOUTS
    assert advice.code == advice.chances[0].code
    assert advice.reasons[0].startswith("champion did not plan the earlier decisions")
    assert counsel.advise((advice.chances[-1].code,), worlds=WORLDS).code == advice.code


def test_chances_of_some_choices_are_of_the_search_or_of_playouts() -> None:
    for position in positions("bloodstones", "value_8", 60):
        counsel = counsel_of("bloodstones", "value_8", position)
        opinion = counsel.adviser.opinion()
        tried = {each.code for each in opinion.candidates if each.tries}
        legal = {int(code) for code in counsel.adviser.play.legal_codes()}
        if opinion.simulations and len(tried) > 1 and legal - tried:
            break
    every = counsel.advise()
    code = every.chances[-1].code
    one = counsel.advise((code,))
    assert one.chances == (every.chances[-1],)
    assert one.reasons == every.reasons
    other = min(legal - tried)
    played_on = counsel.advise((other,), worlds=WORLDS)
    assert [each.code for each in played_on.chances] == [other]
    assert played_on.reasons[0] == "value_8 did not compare all of these options."


def test_who_need_not_decide_gets_no_advice() -> None:
    *_, position = positions("bloodstones", "champion", 1)
    game: Any = load_game("bloodstones")
    table = table_of("bloodstones", "champion")
    counsel = Counsel(game, table, "champion", 1, position.start)
    counsel.follow(position.codes)
    with pytest.raises(InputError, match="expected a decision of seat 1, got 'another point'"):
        counsel.advise()
    ended = game.playthrough(table, 1, scripted_chance=True)
    with pytest.raises(InputError, match="expected a point where a seat decides, got 'the end or"):
        advise(game, table, ended, (), "champion")
    with pytest.raises(InputError, match="expected a strategy"):
        advise(game, table, position.start, position.codes, "nobody")


def test_chances_of_winning_are_fitted_to_who_won() -> None:
    luck = np.random.default_rng(3)
    worths = luck.uniform(0.05, 0.95, 20_000)
    odds = 0.4 + 2.0 * np.log(worths / (1.0 - worths))
    won = luck.random(20_000) < 1.0 / (1.0 + np.exp(-odds))
    found = fitted(worths, won.astype(float), 400)
    assert (found.level, found.slope) == pytest.approx((0.4, 2.0), abs=0.1)
    chance, error = found.of(0.5, 0.01)
    assert chance == pytest.approx(1.0 / (1.0 + math.exp(-0.4)), abs=0.02)
    steps = [found.of(worth, 0.0)[0] for worth in (0.495, 0.505)]
    assert error == pytest.approx(steps[1] - steps[0], rel=0.01)
    assert found.of(1.0, 0.0)[0] < 1.0


def test_values_that_say_nothing_give_the_mean() -> None:
    found = fitted(np.full(1000, 0.5), np.arange(1000) % 4 == 0, 400)
    assert found.of(0.5, 0.1)[0] == pytest.approx(0.25, abs=0.01)
    assert isinstance(found, WinChance)
