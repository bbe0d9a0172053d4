"""The engine beside a second generator of decisions, and counts of sequences."""

from __future__ import annotations

from random import Random

import pytest

from bloodstones.core.game import Seat, Setup
from bloodstones.games.battalia.engine.state import Point
from bloodstones.games.battalia.game import GAME
from bloodstones.kit.perft import counts
from bloodstones.kit.playthrough import Playthrough
from tests.games.battalia.lively import play_on
from tests.games.battalia.plain_rules import Plain
from tests.games.battalia.scene import Scene

EVERY = 5  # one position in so many


def compare(game: Playthrough) -> bool:
    """Compare what both generators list; whether there was anything to compare."""
    told, kinds = Plain(game.state, game.tables).legal()
    if not kinds:
        return False
    listed = {decision for decision in game.legal() if decision.kind in kinds}
    assert listed == told, (Point(int(game.state.point)).name, listed ^ told)
    return True


@pytest.mark.parametrize("seed", range(3))
def test_both_list_the_same_decisions_in_lively_games(seed: int) -> None:
    setup = Setup("", (Seat("", "random"),) * (2 + seed % 3))
    game = GAME.playthrough(setup, seed)
    game.tables.turn_limit = 20
    compared = compare(game)
    for number, _ in enumerate(play_on(game, Random(seed))):
        if not game.over and number % EVERY == 0:
            compared += compare(game)
    assert compared > 10


@pytest.mark.parametrize("lit", ["tool", "weapon", "horse", "amulet"])
def test_both_list_the_same_with_rich_hands(lit: str) -> None:
    luck = Random(lit)
    cards = (
        *("o friman", "a chief", "l priest", "n lord", "o tool", "l weapon", "o horse"),
        *("a amulet", "supply", "supply", "o weapon", "a lord", "o priest", "l friman"),
    )
    for great in ("hammer", "sword", "wings", ""):
        held = [*luck.sample(cards, 7), *([great] if great else [])]
        scene = Scene(4).hand(", ".join(held)).pile("supply*8").lit(lit).paired("weapon", "tent")
        scene.city("3.3", level=2).road("3.2").city("5.5", 1, 3).city("7.1", -1, 4).road("6.1")
        scene.hero("3.3").hero("7.1", number=1).hero("3.3", 1).go()
        compare(scene.game)
        for _ in range(6):
            legal = scene.game.legal_codes().tolist() if not scene.game.is_chance else []
            code = luck.choice(legal) if legal else int(scene.game.draw().pack())
            scene.game.apply_code(code)
            if scene.game.over:
                break
            if not scene.game.is_chance:
                compare(scene.game)


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
