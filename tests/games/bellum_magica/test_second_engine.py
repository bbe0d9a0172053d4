"""The engine beside a second one in plain Python, point by point and by counts of lines of play."""

from __future__ import annotations

import random
from collections.abc import Generator, Mapping
from itertools import product
from typing import Any

import numpy as np
import pytest

from bloodstones.core.rules.rulebook import Value
from bloodstones.games.bellum_magica.engine import turn
from bloodstones.games.bellum_magica.engine.decisions import MOST_DECISIONS, Decision
from bloodstones.games.bellum_magica.engine.game_setup import GameSetup
from bloodstones.games.bellum_magica.engine.playthrough import Playthrough
from bloodstones.games.bellum_magica.rules.reading import load_ruleset
from bloodstones.games.bellum_magica.rules.register import load_register, read_options
from tests.games.bellum_magica.invariants import check
from tests.games.bellum_magica.second_engine import CHESTS, Move, Request, SecondGame

RULES = load_ruleset()


def told(decision: Decision) -> Move:
    return decision.kind.id, decision.x, decision.y


def pair(
    castles: list[str], seed: int, options: Mapping[str, Value]
) -> tuple[Playthrough, SecondGame, Generator[Request, Move, None]]:
    game = Playthrough(
        GameSetup(RULES, castles, readings=read_options(options)), seed, scripted_chance=True
    )
    second = SecondGame(castles, options)
    return game, second, second.run()


def compare(game: Playthrough, second: SecondGame, request: Request | None) -> None:
    """The same must happen next, and the same lies on the table."""
    s, n = game.state, int(game.tables.players)
    if request is None:
        assert game.over
        assert game.ending.id == second.end
        assert s.rank[:n].tolist() == second.ranks()
    elif request[0] == "chance":
        assert game.is_chance
        assert {told(d): w for d, w in game.outcomes().items()} == request[1]
    else:
        assert not game.is_chance
        assert game.decider == request[1]
        assert {told(d) for d in game.legal()} == set(request[2])
        assert len(game.legal()) == len(request[2])
    goods = ("food", "glyph", "barrel")
    for seat in range(n):
        assert s.resources[seat].tolist() == [second.goods[seat][g] for g in goods]
        own = [second.goods[seat][g] for g in ("shield", "magic_shield", "reroll")]
        assert s.tokens[seat].tolist() == own
        for kind, name in enumerate(CHESTS):
            values = np.repeat(np.arange(s.chests.shape[2]), s.chests[seat, kind])
            assert values.tolist() == sorted(second.chests[seat][name])
    assert s.turn == second.day or s.turn == 0


def play(castles: list[str], seed: int, options: Mapping[str, Value], fast: bool) -> Playthrough:
    game, second, run = pair(castles, seed, options)
    luck = random.Random(seed)
    request: Request | None = next(run)
    while request is not None:
        compare(game, second, request)
        if not fast:
            check(game.state, game.tables)
        if request[0] == "chance":
            code = turn.draw_outcome(game.state, game.tables)
            choice = Decision.unpack(int(code))
        else:
            choice = luck.choice(game.legal())
        game.apply_code(choice.pack())
        try:
            request = run.send(told(choice))
        except StopIteration:
            request = None
    compare(game, second, None)
    check(game.state, game.tables)
    return game


@pytest.mark.rule("BM-DAY-01", "BM-DAY-02", "BM-ATTACK-15", "BM-ATTACK-16", "BM-TROOP-05")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_same_decisions_and_outcomes_at_every_point(players: int) -> None:
    for seed in range(3):
        play([""] * players, seed, {}, fast=seed > 0)


OTHERS = [
    (name, value)
    for name, option in load_register().options.items()
    for value in option.values[1:]
    if not (name in ("stall_days", "day_limit") and value == "none")
]


@pytest.mark.parametrize(("name", "value"), OTHERS)
def test_the_same_with_every_option(name: str, value: Value) -> None:
    for players in (2, 5):
        play([""] * players, players, {name: value}, fast=True)


def test_the_same_with_all_options_at_once() -> None:
    options = {name: load_register().options[name].values[1] for name, _ in OTHERS}
    options |= {"stall_days": 5, "day_limit": 50}
    for players in (3, 4):
        play(["C3"] + [""] * (players - 1), players, options, fast=False)


def lines_of_play(castles: list[str], prefix: list[Move], depth: int) -> int:
    """Count the lines of play of a depth by replaying the second engine."""
    run = SecondGame(castles, {}).run()
    request = next(run)
    for move in prefix:
        request = run.send(move)
    moves = list(request[1]) if request[0] == "chance" else request[2]
    if depth == 1:
        return len(moves)
    return sum(lines_of_play(castles, [*prefix, move], depth - 1) for move in moves)


def perft(game: Playthrough, depth: int) -> int:
    moves = list(game.outcomes()) if game.is_chance else list(game.legal())
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        twin = game.copy()
        twin.apply_code(move.pack())
        total += perft(twin, depth - 1)
    return total


@pytest.mark.parametrize(("skip", "depth"), list(product((0, 12, 25, 40), (3,))))
def test_counts_of_lines_of_play(skip: int, depth: int) -> None:
    castles = ["C1", "C4"]
    game, _, run = pair(castles, skip, {})
    luck, prefix = random.Random(skip), []
    next(run)
    for _ in range(skip):
        moves: list[Any] = list(game.outcomes()) if game.is_chance else list(game.legal())
        move = luck.choice(moves)
        game.apply(move)
        prefix.append(told(move))
    assert perft(game, depth) == lines_of_play(castles, prefix, depth)


def test_buffers_have_room_for_every_list() -> None:
    """Half of a buffer is scratch for weights in one place."""
    game = Playthrough(GameSetup(RULES, ["", ""]), 1, scripted_chance=True)
    longest = max(int(game.tables.most_evil_first - game.tables.goblins), 2 * 16)
    assert longest <= MOST_DECISIONS // 2
