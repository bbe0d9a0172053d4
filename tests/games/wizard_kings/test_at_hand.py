"""The odds at hand in a battle, against the engine: each is the mean of those after the dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bloodstones.core.questions.form import sent_to
from bloodstones.games.wizard_kings.engine.decisions import Kind
from bloodstones.games.wizard_kings.engine.playthrough import Playthrough
from bloodstones.games.wizard_kings.engine.state import ATTACKING, Point
from bloodstones.games.wizard_kings.questions import at_hand
from bloodstones.games.wizard_kings.questions.odds import Odds
from bloodstones.kit.table.at_hand import AtHand
from tests.games.wizard_kings.test_fighting import attack

BETTER = {"attacker": max, "defender": min}


def asked_of(play: Playthrough) -> tuple[AtHand, ...]:
    return at_hand.questions(play, play.decider)


def chance(asked: AtHand) -> Fraction:
    """The attacker's chance in the question at hand."""
    question, arguments = sent_to(Odds, asked.arguments)
    return Fraction(question.ask(arguments).answer().p_attacker_fraction)


def side_of(play: Playthrough, seat: int) -> str:
    return at_hand.SIDES[int(play.state.side[play.state.fight_hex, seat])]


def after(play: Playthrough, decision: Any) -> Playthrough:
    twin = play.copy()
    twin.apply(decision)
    return twin


def worth(play: Playthrough) -> Fraction:
    """The attacker's chance where the battle stands: dice are thrown, hits given for the best."""
    state = play.state
    if state.winner:
        return Fraction(int(state.winner == ATTACKING))
    if play.is_chance:
        outcomes = play.chance_outcomes()
        return sum((p * worth(after(play, each)) for each, p in outcomes), Fraction())
    if state.point == Point.HIT:
        tried = [worth(after(play, each)) for each in play.legal()]
        if state.hits == 1:
            shown = {each.code: chance(each) for each in asked_of(play)}
            for decision, found in zip(play.legal(), tried, strict=True):
                assert shown.get(decision.pack(), found) == found
        return BETTER[side_of(play, play.decider)](tried)
    (asked,) = asked_of(play)
    return chance(asked)


FORCES = [
    ({"ranger": 2}, {"ogre": 2}),
    ({"glader": 2, "treek": 2}, {"goblin": 2, "orc": 2}),
    ({"ranger": 2, "glader": 1}, {"orc": 3, "goblin": 1, "ogre": 2}),
    ({"wicana": 3, "glader": 2}, {"orc": 2}),
]


@pytest.mark.rule("WK-COMBAT-03", "WK-COMBAT-06", "WK-COMBAT-09")
@pytest.mark.parametrize(("elves", "orcs"), FORCES)
def test_the_odds_at_hand_are_the_mean_of_those_after_the_dice(
    elves: dict[str, int], orcs: dict[str, int]
) -> None:
    play = attack(elves, orcs)[0].game
    turns = set()
    for _ in range(6):
        (asked,) = asked_of(play)
        turns.add(asked.arguments["turns_done"])
        acting = sorted(play.legal(), key=lambda each: each.x)
        act = next(each for each in acting if each.kind in (Kind.FIRE, Kind.REST))
        fired = after(play, act)
        assert chance(asked) == worth(fired)
        play = fired
        while play.is_chance:  # nobody hits, so that the battle goes on
            play.apply(play.chance_outcomes()[0][0])
    assert len(turns) > 1


def test_a_battle_out_of_the_order_of_fire_has_no_odds_at_hand() -> None:
    """A swarm lets units fire before their turn; those with an earlier letter follow."""
    play = attack({"ranger": 2}, {"orc": 2, "ogre": 2})[0].game
    letters = {block: int(play.tables.letter[play.tables.kind[block]]) for block in range(112)}
    here = [b for b in range(112) if play.state.hex[b] == play.state.fight_hex]
    last = max(here, key=lambda block: (letters[block], -block))
    assert asked_of(play)
    play.state.acted[last] = 1
    assert asked_of(play) == ()


def test_units_that_must_leave_have_no_odds_at_hand() -> None:
    play = attack({"ranger": 2}, {"orc": 2})[0].game
    play.state.forced = 1
    assert asked_of(play) == ()


def test_the_last_hit_may_end_a_unit() -> None:
    """Of two units at 1 the owner chooses; the questions have one unit left each."""
    scene, blocks = attack({"ranger": 3}, {"orc": 1, "ogre": 1})
    scene.do("fire", blocks["ranger"]).hits(1)
    assert scene.s.point == Point.HIT
    found = asked_of(scene.game)
    assert {each.arguments["defender"] for each in found} == {"orc:1", "ogre:1"}
    assert {each.code for each in found} == set(scene.game.legal_codes().tolist())
