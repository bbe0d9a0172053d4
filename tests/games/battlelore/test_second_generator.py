"""Legal decisions against a second, plain generator at every point of random play."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bloodstones.core.hexes import DIRECTIONS
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.state import Point
from bloodstones.games.battlelore.game import GAME
from bloodstones.games.battlelore.rules.checks import SLOTS
from bloodstones.kit.decision import Decision
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.testing.perft import perft
from tests.games.battlelore.invariants import check_board
from tests.games.battlelore.plain import Plain
from tests.games.battlelore.scene import UTHUK, Scene, first_turn, setup
from tests.games.battlelore.test_conformance import other_readings
from tests.games.battlelore.test_random_play import lively
from tests.met import Meetings
from tests.soaks import few

BOARDS = ("drawn", "b2+b2", "c1+c1", "b1+d1", "campaign", "c2+c2", "d1+d2", "b2+b1")
STEPS = 500
LAID = 0.25  # of the cards laid, whose places are looked for by matching


def told(game: Playthrough) -> set[tuple[str, int, int]]:
    return {(d.kind.id, d.x, d.y) for d in game.legal()}


def towards(game: Playthrough, luck: random.Random) -> int:
    """A legal code that brings units together: steps towards the middle, attacks, cards."""
    legal = game.legal()
    if Point(int(game.state.point)) in (Point.MARCH, Point.STEP) and luck.random() < 0.7:
        seat = game.decider
        ways = [d for d in legal if d.kind.id == "go" and d.y in ((4, 5), (1, 2))[seat]]
        if ways:
            return int(luck.choice(ways).pack())
    return lively(game, luck)


@pytest.mark.parametrize("number", range(len(BOARDS)))
def test_both_generators_agree(number: int) -> None:
    options = other_readings(number + 20) if number % 2 else {}
    roles = ("daqan", "uthuk") if number % 3 else ("uthuk", "daqan")
    game = GAME.playthrough(setup(BOARDS[number], roles, **options), number, scripted_chance=True)
    luck, seen = random.Random(number), Counter[str]()
    for _ in range(STEPS):
        if game.over:
            break
        if game.is_chance:
            game.apply_code(game.draw().pack())
            continue
        point = Point(int(game.state.point))
        if point != Point.DEPLOY or luck.random() < LAID:
            assert told(game) == Plain(game).legal(), point.id
            seen[point.id] += 1
        if game.state.turn and not game.state.turn % 2:
            game.state.lore[:] = 9  # so that cards are played
        game.apply_code(towards(game, luck))
    assert len(seen) > 12


RIDING: list[tuple[str, str, int]] = [  # unit, place, figures
    ("flesh_ripper_brutes", "6.3", 3),
    ("flesh_ripper_brutes", "6.6", 3),
    ("chaos_lord", "7.8", 0),
    ("obscenes", "7.3", 0),
    ("viper_legion", "8.6", 0),
    ("citadel_guard", "5.3", 0),
    ("citadel_guard", "5.4", 2),
    ("yeoman_archers", "5.6", 1),
    ("riverwatch_riders", "5.7", 1),
    ("rune_golem", "4.5", 0),
    ("roc_warrior", "3.6", 0),
]
LANDS = ("clear", "forest", "tent", "ford", "hill", "bridge")
TURN_STEPS = 60  # decisions and outcomes after the card
RIDES = 8  # turns with a card
CROSSINGS, PORTALS = "rides over an enemy", "steps through a portal"


def beyond(scene: Scene, step: Decision) -> int:
    """The hex into which a step goes, through a portal too."""
    here = int(scene.s.hex[step.x])
    if step.y < DIRECTIONS:
        return int(scene.t.neighbour[here, step.y])
    return int(scene.s.portal.sum()) - here


def is_crossing(scene: Scene, step: Decision) -> bool:
    """Whether a step goes into a hex with an enemy."""
    other = int(scene.s.at[beyond(scene, step)])
    return other >= 0 and (other < SLOTS) != (step.x < SLOTS)


def is_bold(scene: Scene, decision: Decision) -> bool:
    """Whether a decision rides over an enemy, goes into or through a portal, or lays one near."""
    if decision.kind is Kind.GO:
        into = beyond(scene, decision) in scene.s.portal.tolist()
        return into or is_crossing(scene, decision)
    if decision.kind is not Kind.TARGET or scene.s.card_step > 0:
        return False
    around = [
        n for u in range(SLOTS, 2 * SLOTS) for n in scene.t.neighbour[scene.s.hex[u]].tolist()
    ]
    return decision.x in around


def reckless(scene: Scene, luck: random.Random) -> Decision:
    """A legal decision, a bold one where there is any, seldom one that ends something."""
    legal = scene.game.legal()
    bold = [decision for decision in legal if is_bold(scene, decision)]
    going = [d for d in legal if d.kind in (Kind.GO, Kind.ORDER, Kind.PLAY, Kind.TARGET)]
    chosen = bold if bold and luck.random() < 0.9 else going if luck.random() < 0.9 else legal
    return luck.choice(chosen or legal)


def ride(card: str, number: int, met: Counter[str]) -> None:
    """Play a turn with a card and compare all along; count what it is for."""
    luck = random.Random(number)
    scene = Scene(UTHUK, **(other_readings(number) if number % 2 else {})).spare()
    for unit, place, figures in RIDING:
        scene.put(unit, place, figures)
        scene.land(luck.choice(LANDS), place)
    scene.card(UTHUK, card, 9)
    for _ in range(TURN_STEPS):
        if scene.game.over or scene.s.active != UTHUK:
            return
        if scene.game.is_chance:
            scene.game.apply(scene.game.draw())
            continue
        assert told(scene.game) == Plain(scene.game).legal(), scene.point
        check_board(scene.game)
        decision = reckless(scene, luck)
        if decision.kind is Kind.GO:
            met[CROSSINGS] += is_crossing(scene, decision)
            met[PORTALS] += decision.y == DIRECTIONS
        scene.game.apply(decision)


@pytest.mark.rule("BL-CARD-04", "BL-CARD-05", "AMB-44", "AMB-45", "overrun_stop")
@pytest.mark.parametrize("first", few(1, 8))
def test_both_agree_where_cavalry_overruns_and_portals_lie(first: int, meetings: Meetings) -> None:
    """Overruns and portals are too rare in games at random: turns begin with the card in hand."""
    met = Counter[str]()
    for number in range(first * RIDES, (first + 1) * RIDES):
        ride("overrun", number, met)
        ride("portal", number, met)
    meetings.hold("battlelore", met, {CROSSINGS: RIDES, PORTALS: RIDES // 2})


@pytest.mark.rule(
    "BL-MUSTER-04", "BL-MUSTER-05", "BL-MUSTER-06", "BL-MUSTER-09", "AMB-24", "AMB-25"
)
@pytest.mark.parametrize("order", ["first_player", "alternate"])
@pytest.mark.parametrize("water", ["forbid", "allow"])
def test_both_lay_cards_where_all_others_find_room(order: str, water: str) -> None:
    """Armies of many units in a narrow zone: b2 has a river in its last row."""
    given = setup("b2+d1", ("uthuk", "daqan"), deploy_order=order, deploy_impassable=water)
    game, luck = GAME.playthrough(given, 5, scripted_chance=True), random.Random(order)
    narrow = 0
    while Point(int(game.state.point)) not in (Point.PUT_COMMAND, Point.DEAL_COMMAND):
        legal = game.legal()
        if Point(int(game.state.point)) != Point.DEPLOY:
            most = max(legal, key=lambda d: d.y)
            game.apply(most if luck.random() < 0.8 else luck.choice(legal))
            continue
        if luck.random() < 0.2:
            assert told(game) == Plain(game).legal()
        places = {d.y for d in legal}
        narrow += len(places) < int((game.state.laid[game.decider] == 0).sum()) - 68
        game.apply(luck.choice(legal))
    assert narrow > 5


def sequences(game: Playthrough, depth: int) -> int:
    """How many sequences of decisions there are by the plain generator; chance is drawn."""
    while game.is_chance:
        game.apply(game.draw())
    if game.over:
        return 1
    legal = Plain(game).legal()
    if depth == 1:
        return len(legal)
    count = 0
    for kind, x, y in sorted(legal):
        twin = game.copy()
        twin.apply(Decision(Kind.parse(kind, "test"), x, y))
        count += sequences(twin, depth - 1)
    return count


@pytest.mark.parametrize("number", range(3))
def test_counts_of_sequences_agree(number: int) -> None:
    game = first_turn(GAME.playthrough(setup("a1+b2"), number, scripted_chance=True))
    luck = random.Random(number)
    for _ in range(30 * number):
        game.apply_code(game.draw().pack() if game.is_chance else towards(game, luck))
    while game.is_chance:
        game.apply(game.draw())
    wanted = perft(game.engine, game.state, game.tables, 3)
    assert sequences(game.copy(), 3) == wanted
    assert wanted > 20
