"""The fights at hand: against fights played to the end in the engine, hand by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.streams import game_key
from bloodstones.core.questions.form import sent_to
from bloodstones.games.battalia.engine.decisions import Kind
from bloodstones.games.battalia.engine.playthrough import Playthrough
from bloodstones.games.battalia.engine.state import Tally
from bloodstones.games.battalia.engine.worlds import deal_world
from bloodstones.games.battalia.game import GAME
from bloodstones.games.battalia.odds.decks import Deck
from bloodstones.games.battalia.odds.fights import pool_of
from bloodstones.games.battalia.questions import at_hand
from bloodstones.games.battalia.questions.odds import Odds
from bloodstones.games.battalia.rules.names import SUPPLY
from bloodstones.kit.table.at_hand import AtHand
from tests.games.battalia.lively import play_on
from tests.games.battalia.scene import Scene

GOING_ON = (Kind.PLAY, Kind.DONE, Kind.PASS, Kind.DEFEND, Kind.SURRENDER, Kind.JOIN, Kind.LIFT)
WORLDS = 400


def prepared(mine: str, theirs: str, hand: int, target: str = "city", **more: str) -> Scene:
    """Seat 0 may attack seat 1, which holds so many of these cards."""
    scene = Scene().hand(mine)
    cards = theirs.split(", ")
    scene.hand(", ".join(cards[:hand]), 1).pile(", ".join(cards[hand:]), 1)
    if "ambush" in more:
        scene.lying(more["ambush"], 1)
    scene.city("3.3", 1, 2).hero("3.3")
    if target == "hero":
        scene.hero("3.3", 1)
    scene.s.stock[1] = scene.s.draw[1] + scene.s.hand[1] + scene.s.ambush[1]
    return scene.lit(more["lit"]).go() if "lit" in more else scene.go()


def attacker_wins(play: Playthrough) -> bool:
    """Whether the attacker wins where both play all they can, with open hands."""
    if not play.state.fighting:
        return bool(play.state.tally[0, Tally.FIGHTS_WON])
    after = []
    for decision in play.legal():
        if decision.kind in GOING_ON:
            twin = play.copy()
            twin.apply(decision)
            after.append(attacker_wins(twin))
    return any(after) if play.decider == 0 else all(after)


def of_all_hands(scene: Scene, words: str) -> Fraction:
    """The attacker's chance over all hands that the defender may have, played in the engine."""
    state = scene.s
    cards = [c for c, n in enumerate(state.draw[1] + state.hand[1]) for _ in range(int(n))]
    hands = Counter(combinations(cards, int(state.hand[1].sum())))
    won = 0
    for hand, ways in hands.items():
        twin: Any = scene.game.copy()
        held = np.bincount(hand, minlength=len(state.hand[1]))
        twin.state.draw[1] += twin.state.hand[1] - held
        twin.state.hand[1] = held
        twin.apply(scene.read(words))
        won += ways * attacker_wins(twin)
    return Fraction(won, hands.total())


def at_hand_of(scene: Scene, words: str) -> AtHand:
    code = scene.read(words).pack()
    (asked,) = [each for each in at_hand.questions(scene.game, 0) if each.code == code]
    return asked


def chance(asked: AtHand) -> Fraction:
    question, arguments = sent_to(Odds, asked.arguments)
    answer: Any = question.ask(arguments).answer()
    return Fraction(answer.p_success)


FIGHTS = [
    ("o weapon, o lord", "l lord, l priest, supply*2, o chief", 2, "city", {}),
    ("o weapon, l lord, o chief", "l lord, l friman, o lord, supply", 2, "city", {}),
    ("o weapon, o friman", "l lord, l weapon, supply*2, l friman", 2, "hero", {}),
    ("o weapon, o friman", "l weapon, l chief, supply*2", 1, "city", {"lit": "weapon"}),
    ("o weapon, o horse", "l lord, supply*2, l priest", 1, "city", {"lit": "horse"}),
]


@pytest.mark.rule("BA-FIGHT-03", "BA-FIGHT-06", "BA-FIGHT-07", "BA-FIGHT-10")
@pytest.mark.parametrize(("mine", "theirs", "hand", "target", "more"), FIGHTS)
def test_the_odds_at_hand_are_those_of_all_hands_in_the_engine(
    mine: str, theirs: str, hand: int, target: str, more: dict[str, str]
) -> None:
    scene = prepared(mine, theirs, hand, target, **more)
    words = f"fight 3.3 {'card' if target == 'city' else 'seat1'} 1"
    assert 0 < chance(at_hand_of(scene, words)) == of_all_hands(scene, words) < 1


@pytest.mark.parametrize("mine", ["o weapon, o lord", "o weapon, o lord, o scroll"])
def test_the_odds_at_hand_are_the_same_in_every_world(mine: str) -> None:
    scene = prepared(mine, "l lord, l priest, supply*2, o chief", 2)
    found, hands = at_hand.questions(scene.game, 0), set()
    for number in range(10):
        twin: Any = scene.game.copy()
        deal_world(twin.state, twin.tables, 0, game_key(7, "world", 0), number)
        assert at_hand.questions(twin, 0) == found != ()
        hands.add(twin.state.hand[1].tobytes())
    assert len(hands) > 1


def test_ambushed_cards_are_part_of_the_hand() -> None:
    scene = prepared("o weapon, o lord", "l lord, l priest, supply*2", 1, ambush="l chief")
    asked = at_hand_of(scene, "fight 3.3 card 1")
    assert asked.arguments["hand"] == "2"
    assert "chief" in asked.arguments["deck"]


def test_a_deck_that_is_not_known_has_no_odds_at_hand() -> None:
    scene = prepared("o weapon, o lord", "l lord, l priest, supply*2", 1)
    assert at_hand.questions(scene.game, 0)
    scene.s.known[1, scene.s.hand[1].nonzero()[0][0]] -= 1
    assert at_hand.questions(scene.game, 0) == ()


@pytest.mark.parametrize("kind", ["title", "scroll"])
def test_cards_that_search_the_pool_need_a_pool_that_is_known(kind: str) -> None:
    scene = prepared(f"o weapon, o lord, o {kind}", "l lord, l priest, supply*2", 1)
    asked = at_hand_of(scene, "fight 3.3 card 1")
    question, arguments = sent_to(Odds, asked.arguments)
    told: Any = question.ask(arguments)
    pool = pool_of(told.rules, told.attack, told.defence, told.deck, told.gone)
    assert pool == tuple(scene.s.pool[:SUPPLY])
    scene.s.top[0] = 1  # everybody sees the top card of a deck
    assert at_hand.questions(scene.game, 0) == ()


def test_neutral_cards_have_no_odds_at_hand() -> None:
    scene = Scene().hand("o weapon, o lord").pile("supply*4", 1)
    scene.city("3.3", -1, 2).hero("3.3").go()
    assert scene.legal("fight")
    assert at_hand.questions(scene.game, 0) == ()


def positions() -> Iterator[tuple[Playthrough, int, tuple[Deck, Deck, int]]]:
    """Positions of lively games in which the hand of a seat is unknown out of a known deck."""
    for seed in range(2):
        setup = Setup("", (Seat("", "random"),) * 2)
        game = Playthrough(
            replace(GAME.game_setup(setup), turn_limit=60), seed, scripted_chance=True
        )
        for number, _ in enumerate(play_on(game, Random(seed))):
            if number % 40 or game.over or game.is_chance:
                continue
            found = at_hand.unseen_hand(game, 1 - game.decider)
            if found is not None and sum(found[1].values()) > found[2]:
                yield game.copy(), game.decider, found


def test_hands_are_drawn_from_the_deck_as_worlds_deal_them() -> None:
    """Hand and ambush in many worlds: sure cards always there, others as often as by chance."""
    watched, sure = 0, 0
    for game, seat, (surely, deck, hand) in positions():
        counts: Counter[int] = Counter()
        for number in range(WORLDS):
            twin = game.copy()
            deal_world(twin.state, twin.tables, seat, game_key(7, "hand", 0), number)
            held = twin.state.hand[1 - seat] + twin.state.ambush[1 - seat]
            assert all(held[card] >= n for card, n in surely.items())
            counts.update({card: int(held[card]) - surely.get(card, 0) for card in deck})
        size = sum(deck.values())
        for card, copies in deck.items():
            mean = hand * copies / size
            spread = np.sqrt(mean * (1 - copies / size) * (size - hand) / (size - 1) / WORLDS)
            assert counts[card] / WORLDS == pytest.approx(mean, abs=5 * spread + 1e-9)
        watched, sure = watched + 1, sure + bool(surely)
    assert watched > 5
    assert sure > 0
