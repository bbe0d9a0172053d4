"""Legal decisions against a second, plain generator, and invariants, in random play."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.wizard_kings.engine.decisions import Decision, Kind
from bloodstones.games.wizard_kings.engine.game_setup import read_setup
from bloodstones.games.wizard_kings.engine.playthrough import Playthrough
from bloodstones.games.wizard_kings.engine.state import Mode
from bloodstones.games.wizard_kings.rules.register import load_register
from bloodstones.kit.testing.perft import perft
from tests.games.wizard_kings.invariants import check
from tests.games.wizard_kings.plain import Plain
from tests.games.wizard_kings.random_play import pick, play, setup_for
from tests.games.wizard_kings.scene import ELVES, FOURTH, THIRD, Scene
from tests.games.wizard_kings.test_waters import WATERS
from tests.met import Meetings
from tests.soaks import few

SHAPES = 8
SWUM = 10  # hexes and sides by which aquatics came
APART = ("goal_gp", "duplicate_armies", "alliances")


def random_options(number: int) -> dict[str, str]:
    """Return some readings other than the default, by a number."""
    rng = random.Random(number)
    return {
        name: rng.choice(option.spellings)
        for name, option in load_register().options.items()
        if name not in APART and rng.random() < 0.4
    }


def agree(game: Playthrough, legal: list[int]) -> None:
    """Assert that both generators find the same decisions."""
    if not legal:
        return
    found = {Decision.unpack(code) for code in legal}
    plain = Plain(game).legal()
    assert {(d.kind.id, d.x, d.y) for d in found} == plain


@pytest.mark.parametrize("number", few(2, SHAPES))
def test_both_generators_agree_at_every_point(number: int) -> None:
    game = Playthrough(read_setup(setup_for(number)), number, scripted_chance=True)
    play(game, number, agree)


@pytest.mark.parametrize("more", few(1, 6))
def test_both_generators_agree_under_other_readings(more: int) -> None:
    number = SHAPES + more
    game = Playthrough(
        read_setup(setup_for(number, **random_options(number))), number, scripted_chance=True
    )
    play(game, number, agree)


CROWDED = (7, 3)  # clear, with clear land around it
AROUND = ((6, 3), (7, 2), (8, 2), (7, 4))
STEPS = 260  # decisions and outcomes from a crowded start
OF_ALLIES = {
    Kind.DECLARE: "sides declared",
    Kind.SWITCH: "sides changed",
    Kind.BREAK: "alliances broken",
}
OFTEN = {
    "decisions with 3 seats in a battle": 20,
    "decisions with 4 seats in a battle": 5,
    "decisions with allies in a battle": 20,
    **dict.fromkeys(OF_ALLIES.values(), 3),
}
PARTIES = ({}, {THIRD: 0}, {THIRD: 0, FOURTH: 1}, {FOURTH: 0})  # the teams of seats


def gathering(scene: Scene, rng: random.Random, legal: list[int]) -> int:
    """A legal code that brings units to one hex and sides to change."""
    s, goal = scene.s, scene.at(CROWDED)
    for code in legal:
        decision = Decision.unpack(code)
        if decision.kind is Kind.SWITCH and rng.random() < 0.2:
            return code
        onward = decision.kind is Kind.GO and s.mode < Mode.RETREAT
        if onward and scene.t.neighbour[s.hex[s.mover], decision.x] == goal and rng.random() < 0.9:
            return code
    return pick(scene.game, rng, legal)


def crowded(number: int, met: Counter[str]) -> None:
    """Play from a start where four seats stand close together, allies beside enemies; compare."""
    seats = 3 + number % 2
    teams = {seat: team for seat, team in PARTIES[number % 4].items() if seat < seats}
    rng, options = random.Random(number), random_options(number) if number % 2 else {}
    scene = Scene(seats=seats, teams=teams, **options)
    for seat in range(seats):
        names = (
            ("pixie", "ranger", "wicana")
            if seat in (ELVES, FOURTH)
            else ("dragon", "orc", "shakla")
        )
        for name in names:
            scene.put(name, AROUND[seat], rng.choice((1, 2)), seat)
    scene.put("castle", CROWDED, 2, rng.randrange(seats))
    game = scene.begin(rng.randrange(seats)).game
    for _ in range(STEPS):
        if game.over:
            return
        s = game.state
        if game.is_chance:
            game.apply_code(game.draw().pack())
            continue
        legal = game.legal_codes().tolist()
        agree(game, legal)
        if s.fight_hex >= 0 and s.side[s.fight_hex].any():
            sides = [int(n) for n in s.side[s.fight_hex] if n]
            met[f"decisions with {len(sides)} seats in a battle"] += 1
            met["decisions with allies in a battle"] += len(sides) > len(set(sides)) > 1
        code = gathering(scene, rng, legal)
        if told := OF_ALLIES.get(Decision.unpack(code).kind):
            met[told] += 1
        game.apply_code(code)


@pytest.mark.rule("WK-ALLY-01", "WK-ALLY-02", "WK-ALLY-05", "WK-COMBAT-10", "AMB-48", "AMB-50")
@pytest.mark.parametrize("first", few(1, 6))
def test_both_agree_in_battles_of_three_and_four_and_where_allies_part(
    first: int, meetings: Meetings
) -> None:
    """Armies that start in their cities seldom meet three at a time: these start close together."""
    met = Counter[str]()
    for number in range(8 * first, 8 * first + 8):
        crowded(number, met)
    meetings.hold("wizard_kings", met, OFTEN)


@pytest.mark.parametrize("number", few(2, SHAPES))
def test_nothing_breaks_an_invariant(number: int) -> None:
    options = random_options(number) if number % 2 else {}
    game = Playthrough(read_setup(setup_for(number, **options)), number + 100, scripted_chance=True)
    play(game, number, lambda state, _: check(state))


SWIMMERS = {"ranger.aquatic": 1, "goblin.aquatic": 1, "glader.amphibian": 1, "orc.amphibian": 1}


@pytest.mark.rule("WK-TERRAIN-07", "WK-TERRAIN-10")
@pytest.mark.parametrize("number", few(1, 6))
def test_both_generators_agree_among_waterfalls_shoals_and_rivers_apart(number: int) -> None:
    seats = Seat("eldryn", "random"), Seat("jurak", "random")
    options = random_options(number) if number else {}
    setup = Setup("forkwater+eastfen", seats, options, SWIMMERS, data=WATERS)
    game = Playthrough(read_setup(setup), number, scripted_chance=True)
    swum: set[tuple[int, int]] = set()

    def look(state: Playthrough, legal: list[int]) -> None:
        agree(state, legal)
        swum.update(
            (int(h), int(b)) for h, b in zip(state.state.hex, state.state.berth, strict=True) if b
        )

    play(game, number, look)
    assert len(swum) > SWUM


def sequences(game: Playthrough, depth: int) -> int:
    """Count sequences of decisions by the plain generator, chance as the streams draw it."""
    while game.is_chance:
        game.apply(game.draw())
    legal = Plain(game).legal() if len(game.legal_codes()) else set()
    if not legal or depth == 1:
        return max(1, len(legal))
    codes = {(d.kind.id, d.x, d.y): code for code, d in unpacked(game)}
    total = 0
    for decision in legal:
        twin = game.copy()
        twin.apply_code(codes[decision])
        total += sequences(twin, depth - 1)
    return total


def unpacked(game: Playthrough) -> list[tuple[int, Decision]]:
    return [(int(code), Decision.unpack(int(code))) for code in game.legal_codes()]


@pytest.mark.parametrize("steps", [0, 30, 90])
def test_sequences_of_two_decisions_are_those_of_the_plain_generator(steps: int) -> None:
    game, rng = Playthrough(read_setup(setup_for(0)), 7, scripted_chance=True), random.Random(steps)
    for _ in range(steps):
        if game.is_chance:
            game.apply(game.draw())
        else:
            game.apply_code(int(rng.choice(game.legal_codes().tolist())))
    expected = perft(game.engine, game.state, game.tables, 2)
    assert sequences(game.copy(), 2) == expected
    assert expected > 2
