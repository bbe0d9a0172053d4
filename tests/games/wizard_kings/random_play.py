"""Random playthroughs that come to blows: choices weighted by kind, steps towards enemies."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.wizard_kings.engine.decisions import Decision, Kind
from bloodstones.games.wizard_kings.engine.playthrough import Playthrough
from bloodstones.games.wizard_kings.engine.state import Point
from tests.games.wizard_kings.listed import Listed

WEIGHTS = {Kind.DISBAND: 0.01, Kind.PASS: 0.03, Kind.BREAK: 0.02, Kind.SWITCH: 0.05}
MOST_CODES = 60_000


def setup_for(number: int, **options: Any) -> Setup:
    """Return one of many setups: two to four seats, every board shape, armies given and bought."""
    shapes: tuple[tuple[str, tuple[str, ...], dict[str, Any]], ...] = (
        ("westmarch+eastfen", ("eldryn", "jurak"), {}),
        ("westmarch/eastfen", ("eldryn", "jurak"), {"army.0": "buy", "army.1": "buy"}),
        ("eastfen+northspine", ("jurak", "jurak"), {"army.1": "buy"}),
        ("southreach/northspine", ("eldryn", "eldryn"), {"army.0": WIZARDS}),
        ("westmarch+eastfen+southreach", ("eldryn", "jurak", "jurak"), {"team.1": 2}),
        ("westmarch/eastfen/northspine", ("eldryn", "jurak", "eldryn"), {}),
        (
            "westmarch+eastfen/northspine+southreach",
            ("eldryn", "jurak", "eldryn", "jurak"),
            {"team.2": 0, "team.3": 1},
        ),
        ("westmarch+northspine/eastfen+southreach", ("eldryn", "jurak"), {"army.0": "buy"}),
    )
    board, armies, choices = shapes[number % len(shapes)]
    if len(armies) > 2 or board.count("+") + board.count("/") == 2:
        options.setdefault("goal_gp", "28")
    seats = tuple(Seat(army, "random") for army in armies)
    if len(armies) == 2 and board.count("+") == 2:
        choices = {"army.0": "buy", "army.1": "buy"}
    return Setup(board, seats, options={k: str(v) for k, v in options.items()}, choices=choices)


WIZARDS = "wicana:4*3, ranger:3*2, pegasus:3, unicorn:3, mermaid:1, glader:4*2, castle:2"


def distances(game: Playthrough, seat: int) -> list[int]:
    """Return how far each hex is from enemies of a seat, over any side."""
    s, t = Listed(game.state), Listed(game.tables)
    far = [99] * int(t.hexes)
    ring = [
        h
        for h in range(t.hexes)
        if any(s.count[h][o] and s.team[o] != s.team[seat] for o in range(t.players))
    ]
    steps = 0
    while ring:
        for h in ring:
            far[h] = steps
        steps += 1
        ring = list({n for h in ring for n in t.neighbour[h] if n >= 0 and far[n] == 99})
    return far


def pick(game: Playthrough, rng: random.Random, legal: list[int]) -> int:
    """Return one of the legal codes."""
    if game.state.point == Point.STEP and game.state.mode < 3 and rng.random() < 0.8:
        far = distances(game, game.decider)
        h = int(game.state.hex[game.state.mover])

        def away(code: int) -> int:
            decision = Decision.unpack(code)
            beyond = int(game.tables.neighbour[h, decision.x]) if decision.kind == Kind.GO else h
            return far[beyond]

        return min(legal, key=away)
    weights = [WEIGHTS.get(Decision.unpack(code).kind, 1.0) for code in legal]
    return rng.choices(legal, weights)[0]


def play(
    game: Playthrough, seed: int, look: Callable[[Playthrough, list[int]], None]
) -> Counter[str]:
    """Play to the end; `look` sees every point with its legal codes. Return what was decided."""
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    for _ in range(MOST_CODES):
        if game.over:
            return seen
        if game.is_chance:
            look(game, [])
            game.apply_code(game.draw().pack())
            continue
        legal = game.legal_codes().tolist()
        assert legal
        assert len(set(legal)) == len(legal)
        look(game, legal)
        code = pick(game, rng, legal)
        seen[Decision.unpack(code).kind.id] += 1
        seen[f"at {Point(int(game.state.point)).id}"] += 1
        game.apply_code(code)
    raise AssertionError("the playthrough does not end")
