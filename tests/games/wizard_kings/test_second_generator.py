"""Legal decisions against a second, plain generator, and invariants, in random play."""

from __future__ import annotations

import random

import pytest

from bloodstones.games.wizard_kings.engine.decisions import Decision
from bloodstones.games.wizard_kings.engine.playthrough import Playthrough
from bloodstones.games.wizard_kings.rules.register import load_register
from tests.games.wizard_kings.invariants import check
from tests.games.wizard_kings.plain import Plain
from tests.games.wizard_kings.random_play import play, setup_for

SHAPES = 8
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


@pytest.mark.parametrize("number", range(SHAPES))
def test_both_generators_agree_at_every_point(number: int) -> None:
    game = Playthrough(setup_for(number), number, told=True)
    play(game, number, agree)


@pytest.mark.parametrize("number", range(SHAPES, SHAPES + 6))
def test_both_generators_agree_under_other_readings(number: int) -> None:
    game = Playthrough(setup_for(number, **random_options(number)), number, told=True)
    play(game, number, agree)


@pytest.mark.parametrize("number", range(SHAPES))
def test_nothing_breaks_an_invariant(number: int) -> None:
    options = random_options(number) if number % 2 else {}
    game = Playthrough(setup_for(number, **options), number + 100, told=True)
    play(game, number, lambda state, _: check(state))
