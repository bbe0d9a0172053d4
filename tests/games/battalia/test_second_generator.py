"""The engine beside a second generator of decisions, and counts of sequences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.battalia.engine.battle_lines import DOUBLE
from bloodstones.games.battalia.engine.decisions import MOST_DECISIONS, Decision, Kind
from bloodstones.games.battalia.engine.playthrough import ENGINE, Playthrough
from bloodstones.games.battalia.engine.state import GameState, Point
from bloodstones.games.battalia.game import GAME
from bloodstones.games.battalia.rules.names import Kind as Card
from bloodstones.kit.testing.perft import counts
from tests.games.battalia.lively import WEIGHT, choose, play_on
from tests.games.battalia.plain_rules import Plain
from tests.games.battalia.scene import Scene, card_of
from tests.met import Meetings
from tests.soaks import few

EVERY = 2  # of the actions one in so many, of anything else each


def compare(game: Playthrough) -> None:
    """Compare what both generators list."""
    told = Plain(game.state, game.tables).legal()
    listed = game.legal()
    assert set(listed) == told, (Point(int(game.state.point)).name, set(listed) ^ told)
    assert len(listed) == len(told)


@pytest.mark.parametrize("seed", range(3))
def test_both_list_the_same_decisions_in_lively_games(seed: int) -> None:
    setup = Setup("", (Seat("", "random"),) * (2 + seed % 3))
    game = Playthrough(replace(GAME.game_setup(setup), turn_limit=20), seed)
    met: Counter[Point] = Counter()
    compare(game)
    for number, _ in enumerate(play_on(game, Random(seed))):
        point = Point(int(game.state.point))
        if not game.over and (point is not Point.ACTION or number % EVERY == 0):
            compare(game)
            met[point] += 1
    assert {Point.STEP_ONE, Point.ACTION, Point.PAY, Point.PLACE, Point.LIMBO} <= met.keys()


RICH = (
    *("o friman", "a chief", "l priest", "n lord", "o tool", "l weapon", "o horse", "a amulet"),
    *("supply", "supply", "o weapon", "a lord", "o priest", "l friman", "o title", "n scroll"),
    *("l amulet", "a tent", "o scroll", "o friman"),
)
HELD = 9  # cards of a hand
LINES = 12  # decisions and outcomes in which it is played
LATE = 50  # decisions and outcomes before sequences are counted
MANY = 12  # decisions of that position
FEWEST = 30
LIT = "tool", "weapon", "amulet", "title", "scroll", "tent", "horse"
BRIGHT = 0.6  # of the decisions at which something lit can be used
GOES_ON = {**WEIGHT, Kind.GO_ON: 0.02, Kind.AMBUSH: 0.2, Kind.GAIN: 0.5}


Choice = Callable[[Scene, Random], Decision]


def richly(luck: Random, lit: str, more: str) -> Scene:
    """A turn with cards of all kinds, heroes beside those of others, an old tent, an ambush."""
    held = [*luck.sample(RICH, HELD), *([more] if more else [])]
    scene = Scene(3).hand(", ".join(held)).pile("supply*8, a lord, o chief").lit(lit)
    scene.hand("l horse, supply*3, l weapon, n priest", 1).lying("l lord, n friman", 1)
    scene.pile("supply*6, l chief", 1).discarded("supply*9", 2).paired("weapon", "tent")
    scene.city("3.3", level=2).road("3.2").city("5.5", 1, 3).city("7.1", -1, 4).road("6.1")
    scene.road("4.3", "EW").hero("3.3").hero("7.1", number=1).hero("3.3", 1).hero("3.3", 1, 1)
    if luck.random() < 1 / 2:
        scene.hero("4.4").hero("5.5", number=1).road("5.4").road("5.6", "NS")
    return scene


def lit_use(scene: Scene, decision: Decision) -> str:
    """What is lit, if a decision makes use of it: converts, pays, fights or rides with it."""
    lit, (kind, _, y) = int(scene.s.lit), decision
    rides = {Card.HORSE: Kind.GALLOP, Card.TENT: Kind.TENT, Card.TOOL: Kind.PAY}.get(Card(lit))
    fights = kind is Kind.PLAY and y == DOUBLE and lit in (Card.WEAPON, Card.HORSE)
    converts = kind is Kind.USE and y == lit
    used = converts or fights or (kind is rides and (y or kind is not Kind.PAY))
    return f"lit {Card(lit).id} used" if used else ""


def choose_lit(scene: Scene, luck: Random) -> Decision:
    """A legal decision, often one that makes use of what is lit."""
    bright = [decision for decision in scene.game.legal() if lit_use(scene, decision)]
    if bright and luck.random() < BRIGHT:
        return luck.choice(bright)
    return Decision(*ENGINE.unpack(choose(scene.game, luck, GOES_ON)))


def choose_any(scene: Scene, luck: Random) -> Decision:
    """A legal decision, a kind of it first."""
    return Decision(*ENGINE.unpack(choose(scene.game, luck, GOES_ON)))


def compared(scene: Scene, luck: Random, choosing: Choice) -> Iterator[Decision | Point]:
    """Play some decisions and compare all along; yield each before it is done, and each point."""
    compare(scene.game)
    for _ in range(LINES):
        if scene.game.is_chance:
            scene.game.apply(scene.game.draw())
        else:
            decision = choosing(scene, luck)
            yield decision
            scene.game.apply(decision)
        if scene.game.over:
            return
        if not scene.game.is_chance:
            compare(scene.game)
            yield Point(int(scene.game.state.point))


def test_both_list_the_same_with_rich_hands() -> None:
    luck, met = Random(5), set[object]()
    for lit in LIT:
        for great in ("hammer", "sword", "wings", "horn", ""):
            met.update(compared(richly(luck, lit, great).go(), luck, choose_any))
    decisions = {point for point in Point if Point.ACTION <= point < Point.CHANCE}
    assert decisions - met <= {Point.MORE, Point.SPOILS, Point.ROOM}


@pytest.mark.rule("BA-ART-12", "BA-ORACLE-05", "BA-ORACLE-06", "BA-ORACLE-07", "BA-ORACLE-08")
@pytest.mark.rule("BA-ORACLE-09", "BA-ORACLE-10", "BA-ORACLE-11")
@pytest.mark.parametrize("seed", few(1, 10))
def test_both_list_the_same_where_titles_and_lit_artifacts_are_used(
    seed: int, meetings: Meetings
) -> None:
    luck, uses = Random(seed), Counter[str]()
    for lit in LIT:
        for more in (f"n {lit}", f"a {lit}"):  # in hand for certain
            scene = richly(luck, lit, more).go()
            for found in compared(scene, luck, choose_lit):
                if isinstance(found, Decision):
                    uses["titles used"] += found.kind is Kind.USE and found.y == Card.TITLE
                    uses[lit_use(scene, found) or "other decisions"] += 1
    meetings.hold("battalia", uses, {"titles used": 2, **{f"lit {lit} used": 1 for lit in LIT}})


CONVERTERS = [f"{faction} {kind}" for faction in "oln" for kind in ("amulet", "title", "scroll")]
FIGHTERS = [
    *(f"{faction} {kind}" for faction in "oln" for kind in ("friman", "chief", "priest", "lord")),
    *("l weapon", "n horse", "l tool", "n tent", "supply", "shield"),
]
ANSWERS = 120
MOST_AMULETS = 2


@pytest.mark.rule("BA-FIGHT-07")
def test_both_allow_the_same_defences_with_cards_of_all_kinds() -> None:
    luck, met = Random(11), Counter[bool]()
    scene = Scene().hand("o weapon").city("3.3", 1, 1).hero("3.3").go()
    start = scene.play("fight 3.3 card 1", "play o weapon", "done").game
    for _ in range(ANSWERS):
        game = start.copy()
        held = luck.sample(CONVERTERS, luck.choice((0, 1, 1, 2, 3)))
        amulets = sum("amulet" in name for name in held)
        if amulets > MOST_AMULETS:
            continue
        s = game.state
        s.lit = luck.choice([int(kind) for kind in Card if Card.TOOL <= kind < Card.SUPPLY])
        if amulets > 1 and s.lit == Card.AMULET:
            continue
        for name in [*held, *luck.sample(FIGHTERS, luck.randint(0, 4))]:
            (s.hand if luck.random() < 1 / 2 else s.ambush)[1, card_of(name)] += 1
        heroes = luck.choice((0, 0, 1, 2))
        s.hero[1, :heroes] = s.square
        s.strength[0], s.pure[0] = luck.randint(2, 16), 0
        found = Decision(Kind.DEFEND) in game.legal()
        told = Decision(Kind.DEFEND) in Plain(s, game.tables).answers()
        met[found] += 1
        # An upper bound: with heroes, an amulet may count beside the card that it takes.
        close = heroes and amulets and len(held) > amulets
        assert found == told or (found and close), (held, heroes)
    assert min(met[True], met[False]) > ANSWERS // 4


@pytest.mark.parametrize("seed", [3, 4])
def test_both_count_as_many_sequences_after_lively_play(seed: int) -> None:
    game = GAME.playthrough(Setup("", (Seat("", "random"),) * 2), seed)
    luck = Random(seed)
    for number, _ in enumerate(play_on(game, luck)):
        if number > LATE and not game.is_chance and len(game.legal()) > MANY:
            break
    found = counts(ENGINE, game.state, game.tables, 2)[1]
    assert found > FEWEST
    assert counted(game.state, game.tables, 2) == found


def counted(state: Any, tables: Any, depth: int) -> int:
    """Count sequences of decisions as `perft` does, by the second generator."""
    state, out = GameState.copy(state), np.zeros(MOST_DECISIONS, np.int32)
    while ENGINE.is_chance(state):
        ENGINE.apply(state, tables, np.int32(ENGINE.draw(state, tables)), out)
    if state.point == Point.OVER:
        return 1
    legal = Plain(state, tables).legal()
    if depth == 1:
        return len(legal)
    found = 0
    for decision in legal:
        twin = GameState.copy(state)
        ENGINE.apply(twin, tables, np.int32(decision.pack()), out)
        found += counted(twin, tables, depth - 1)
    return found


def rich() -> Scene:
    """A position with something of everything."""
    scene = Scene(2).hand("o weapon, o lord, supply*2, l friman").pile("supply*8").lit("tent")
    scene.hand("l chief, supply*2", 1).pile("supply*8", 1)
    scene.city("3.3").city("5.5", 1, 2).hero("3.3").hero("3.3", 1)
    return scene.go()


def test_sequences_of_decisions_are_counted() -> None:
    play = rich().game
    engine, state, tables = play.engine, play.state, play.tables
    drawn = counts(engine, state, tables, 3)
    assert drawn == (10, 33, 158)
    assert counts(engine, state, tables, 2, all_outcomes=True)[0] == drawn[0]
