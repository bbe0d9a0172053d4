"""What holds at every point of every playthrough."""

from __future__ import annotations

from typing import Any

import numpy as np

from bloodstones.core.kernels.layout import Array
from bloodstones.games.wizard_kings.engine.playthrough import Playthrough
from bloodstones.games.wizard_kings.engine.state import ALL, BLOCKS, POOL, Mode, Point
from bloodstones.games.wizard_kings.rules.register import OVERSTACK_REMOVED
from tests.games.wizard_kings.listed import Listed


def check(game: Playthrough) -> None:
    """Assert every invariant of a state."""
    s, t = Listed(game.state), Listed(game.tables)
    counted: dict[tuple[int, int], list[int]] = {}
    for block in range(ALL):
        seat, h, strength = block // BLOCKS, int(s.hex[block]), int(s.strength[block])
        kind = int(t.kind[block])
        if seat >= t.players or h < 0:
            assert h in (POOL, -2)
            assert strength == 0 or s.turn == 0
            assert h == POOL or t.wizard[kind]
            continue
        assert 1 <= strength <= t.most[kind]
        counted.setdefault((h, seat), []).append(block)
    assert standing(game.state.count) == {place: len(here) for place, here in counted.items()}
    wizards = {place: sum(t.wizard[t.kind[b]] for b in here) for place, here in counted.items()}
    assert standing(game.state.wizards) == {place: n for place, n in wizards.items() if n}
    check_hexes(s, t, counted)
    assert all(gold >= 0 for gold in s.gold)
    for (_, h, d), crossed in standing(game.state.crossed).items():
        assert crossed <= t.limit[t.neighbour[h][d]][(d + 3) % 6]


def standing(array: Array) -> dict[tuple[int, ...], int]:
    """Where an array is not 0, and what it holds there."""
    places = np.nonzero(array)
    found = zip(*(axis.tolist() for axis in places), strict=True)
    return dict(zip(found, array[places].tolist(), strict=True))


def check_hexes(s: Any, t: Any, counted: dict[tuple[int, int], list[int]]) -> None:
    """Assert stacking, terrain and that enemies share a hex only to fight."""
    on_way = s.point in (Point.STEP, Point.DECLARE) and int(s.mover)
    for (h, seat), here in counted.items():
        units = [b for b in here if b != on_way and not t.wizard[t.kind[b]]]
        summoned = s.fighting and h == s.fight_hex
        if not summoned and t.voluntary_overstack != OVERSTACK_REMOVED:
            assert len(units) <= t.stack
            assert sum(int(t.wizard[t.kind[b]]) for b in here if b != on_way) <= 1
        for block in here:
            kind = int(t.kind[block])
            if block == on_way:
                continue
            wet = t.coastal[h] or t.river[h] or t.land[h] == 4
            if t.aquatic[kind]:
                assert wet
            elif t.land[h] == 4:
                assert t.flyer[kind] or s.mode == Mode.FLY or s.attacker[h] >= 0
                assert s.attacker[h] >= 0
        for other in range(t.players):
            if (h, other) in counted and other != seat and s.team[seat] != s.team[other]:
                alone = [b for b in counted[h, other] if b != on_way] and [
                    b for b in here if b != on_way
                ]
                if alone:
                    assert s.attacker[h] >= 0
