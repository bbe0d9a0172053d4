"""The odds at hand when the die may be rolled again, against the engine's own rolls."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bloodstones.core.questions.form import sent_to
from bloodstones.games.bellum_magica.engine.decisions import Decision, Kind
from bloodstones.games.bellum_magica.engine.playthrough import Playthrough
from bloodstones.games.bellum_magica.engine.state import Point
from bloodstones.games.bellum_magica.questions import at_hand
from bloodstones.games.bellum_magica.questions.odds import Odds
from bloodstones.games.bellum_magica.rules.names import Side
from bloodstones.kit.table.at_hand import AtHand
from tests.games.bellum_magica.scenario import Scenario

RAID = Decision(Kind.RAID, 1)
TARGETS = {"T01": Decision(Kind.TAVERN), "C2": RAID}


def won_at_best(play: Playthrough, target: Decision) -> Fraction:
    """The captain's chance to be allowed an attack, all rolls of the die played in the engine."""
    if play.state.point == Point.ROLL:
        after = []
        for outcome, _ in play.chance_outcomes():
            twin = play.copy()
            twin.apply(outcome)
            after.append(won_at_best(twin, target))
        return sum(after, Fraction()) / len(after)
    if play.is_chance:  # what scouts find has no part in it
        twin = play.copy()
        twin.apply(twin.draw())
        return won_at_best(twin, target)
    if play.state.point == Point.REROLL:
        after = []
        for decision in play.legal():
            twin = play.copy()
            twin.apply(decision)
            after.append(won_at_best(twin, target))
        return max(after)
    mine = play.state.point == Point.ATTACK and play.decider == play.state.captain
    return Fraction(bool(mine) and target in play.legal())


def rolled_again(play: Playthrough, target: Decision) -> Fraction:
    """The chance after the first decision to roll again."""
    twin = play.copy()
    twin.apply(next(each for each in twin.legal() if each.kind in at_hand.AGAIN))
    return won_at_best(twin, target)


def scene() -> Scenario:
    """A captain with an army and rerolls, and a castle with a chest and tokens."""
    prepared = Scenario(2).castle(0).castle(1).own(0, reroll=1, barrel=1)
    prepared.under(0, "E03", Side.LEFT)
    for card in ("E16", "E42", "M19", "M20"):
        prepared.under(0, card, Side.RIGHT)
    prepared.state.chest_count[1, 0] = 1
    prepared.state.chests[1, 0, 1] = 1
    return prepared


def chance(asked: AtHand) -> Fraction:
    question, arguments = sent_to(Odds, asked.arguments)
    return Fraction(question.ask(arguments).answer().p_success)


@pytest.mark.rule("BM-TROOP-02", "BM-TROOP-04", "BM-ATTACK-03", "BM-ATTACK-09")
@pytest.mark.parametrize("rerolls", [1, 2])
def test_the_odds_at_hand_are_those_of_all_rolls_in_the_engine(rerolls: int) -> None:
    prepared = scene()
    prepared.state.spent[0] = 2 - rerolls
    prepared.roll(2)
    asked = {each.arguments["target"]: each for each in at_hand.questions(prepared.game, 0)}
    assert asked
    for target, each in asked.items():
        assert int(each.arguments["rerolls"]) == rerolls - 1
        assert 0 < chance(each) == rolled_again(prepared.game, TARGETS[target])
    for target in TARGETS.keys() - asked.keys():
        assert rolled_again(prepared.game, TARGETS[target]) == 0


def test_tokens_protect_a_castle_in_the_odds_at_hand() -> None:
    prepared = scene()
    prepared.own(1, shield=1)
    prepared.roll(2)
    asked = {each.arguments["target"]: each for each in at_hand.questions(prepared.game, 0)}
    assert asked["C2"].arguments["tokens"] == "shield*1"
    assert asked["C2"].words == "Bone Keep against Iron Spire, rolled again"
    assert chance(asked["C2"]) == rolled_again(prepared.game, RAID)


def test_without_a_reroll_there_are_no_odds_at_hand() -> None:
    prepared = scene()
    prepared.roll(2)
    assert at_hand.questions(prepared.game, 0)
    prepared.play("pass")
    assert at_hand.questions(prepared.game, prepared.game.decider) == ()
