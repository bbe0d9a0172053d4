"""Legal decisions against a second, plain generator, and invariants, in random play."""

from __future__ import annotations

import random

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.wizard_kings.engine.decisions import Decision
from bloodstones.games.wizard_kings.engine.playthrough import Playthrough
from bloodstones.games.wizard_kings.rules.register import load_register
from bloodstones.kit.perft import perft
from tests.games.wizard_kings.invariants import check
from tests.games.wizard_kings.plain import Plain
from tests.games.wizard_kings.random_play import play, setup_for
from tests.games.wizard_kings.test_waters import WATERS
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
    game = Playthrough(setup_for(number), number, told=True)
    play(game, number, agree)


@pytest.mark.parametrize("more", few(1, 6))
def test_both_generators_agree_under_other_readings(more: int) -> None:
    number = SHAPES + more
    game = Playthrough(setup_for(number, **random_options(number)), number, told=True)
    play(game, number, agree)


@pytest.mark.parametrize("number", few(2, SHAPES))
def test_nothing_breaks_an_invariant(number: int) -> None:
    options = random_options(number) if number % 2 else {}
    game = Playthrough(setup_for(number, **options), number + 100, told=True)
    play(game, number, lambda state, _: check(state))


SWIMMERS = {"ranger.aquatic": 1, "goblin.aquatic": 1, "glader.amphibian": 1, "orc.amphibian": 1}


@pytest.mark.rule("WK-TERRAIN-07", "WK-TERRAIN-10")
@pytest.mark.parametrize("number", few(1, 6))
def test_both_generators_agree_among_waterfalls_shoals_and_rivers_apart(number: int) -> None:
    seats = Seat("eldryn", "random"), Seat("jurak", "random")
    options = random_options(number) if number else {}
    setup = Setup("forkwater+eastfen", seats, options, SWIMMERS, data=WATERS)
    game = Playthrough(setup, number, told=True)
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
    game, rng = Playthrough(setup_for(0), 7, told=True), random.Random(steps)
    for _ in range(steps):
        if game.is_chance:
            game.apply(game.draw())
        else:
            game.apply_code(int(rng.choice(game.legal_codes().tolist())))
    expected = perft(game.engine, game.state, game.tables, 2)
    assert sequences(game.copy(), 2) == expected
    assert expected > 2
