"""What holds at every point of every playthrough."""

from __future__ import annotations

import numpy as np

from bloodstones.games.bellum_magica.engine.ending import worth_of
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables
from bloodstones.games.bellum_magica.engine.state import (
    HELD,
    IN_PILE,
    NOTHING,
    OFFERED,
    PLACED,
    SHOWN,
    GameState,
    Point,
    Status,
)
from bloodstones.games.bellum_magica.rules.names import Resource


def check(s: GameState, t: RuleTables) -> None:
    """Tokens, cards and chests are conserved, sums agree, limits hold."""
    n = int(t.players)
    assert s.status == Status.OK
    assert (s.resources >= 0).all()
    assert (s.tokens >= 0).all()
    assert (s.supply >= 0).all()
    assert (s.token_supply >= 0).all()
    assert (s.resources.sum(axis=0) + s.supply == t.supply).all()
    assert (s.tokens.sum(axis=0) + s.token_supply == t.token_supply).all()
    assert (s.resources[:n, Resource.BARREL] <= t.barrel_limit).all()
    assert (s.chests >= 0).all()
    assert (s.stack >= 0).all()
    assert (s.chests.sum(axis=0, dtype=int) + s.stack == t.chests).all()
    assert (s.chests.sum(axis=2) == s.chest_count).all()
    assert (s.stack.sum(axis=1) == s.stack_size).all()
    worths = [worth_of(s, seat) for seat in range(n)]
    assert s.points[:n].sum(axis=1).tolist() == worths
    check_cards(s, t)
    check_knowledge(s, n)
    if s.point == Point.OVER:
        marks = [(worths[seat], int(s.chest_count[seat].sum())) for seat in range(n)]
        assert [1 + sum(o > m for o in marks) for m in marks] == s.rank[:n].tolist()


def check_cards(s: GameState, t: RuleTables) -> None:
    """Every card is in one place, and troops are the sums of what lies under castles."""
    goblins, creatures, most_evil = int(t.goblins), int(t.creatures), int(t.most_evil_first)
    where = s.where[:creatures]
    for pile, (first, behind) in enumerate(((goblins, most_evil), (most_evil, creatures))):
        assert (where[first:behind] == IN_PILE).sum() == s.pile_size[pile]
        offered = set(np.flatnonzero(where == OFFERED)) & set(range(first, behind))
        assert {c for c in s.offer[pile] if c != NOTHING} == offered
    held = np.flatnonzero((where >= HELD) & (where < PLACED))
    if s.turn > 0:
        assert held.tolist() == ([] if s.card == NOTHING else [s.card])
    shown = {place for place in s.shown if place != NOTHING}
    assert shown == set(np.flatnonzero(s.location == SHOWN))
    for seat in range(int(t.players)):
        if s.castle[seat] == NOTHING:
            continue
        troop = t.castle_rows[s.castle[seat]].astype(int)
        for side in range(2):
            for card in np.flatnonzero(where == PLACED + 2 * seat + side):
                troop = troop + t.icons[card, side]
        assert (troop == s.troop[seat]).all()


def check_knowledge(s: GameState, n: int) -> None:
    """Nobody is certain of a chest that is not there, nor keeps a note of the own ones."""
    for seat in range(n):
        assert (s.known[seat] >= 0).all()
        assert (s.known[seat] <= s.chests).all()
        assert (s.known[seat, seat] == 0).all()
