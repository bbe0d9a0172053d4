"""Bellum Magica: the values of others' chests, goblins placed in secret (BM-GATHER-02, AMB-25)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bloodstones.games.bellum_magica.engine.decisions import Kind
from bloodstones.games.bellum_magica.engine.state import KINDS, VALUES, GameState
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.testing.hidden import LeakError
from tests.hidden.counting import Luck, counted, listed, shuffled

MOVES = (Kind.GIVE, Kind.STOLEN)


class Dealer:
    """Knows who saw which chest go where; a chest seen goes with its owner until it may be gone."""

    def watch(self, play: Playthrough, code: int | None) -> None:
        """Follow thefts."""
        state = play.state
        if code is None:
            self.known = np.zeros_like(state.known)
        else:
            decision = play.engine.unpack(code)
            if decision.kind in MOVES:
                self._move(play, decision.x, decision.y)
        self.before = GameState.copy(state)
        if (state.known > self.known).any():
            raise LeakError("a seat knows more of chests than it saw")

    def _move(self, play: Playthrough, kind: int, value: int) -> None:
        """A chest moves: robber and robbed see it, others only what must have gone."""
        robber, robbed = int(self.before.active), int(self.before.victim)
        held = int(self.before.chest_count[robbed, kind])
        for seat in range(play.seats):
            mine = self.known[seat]
            if seat == robbed:
                mine[robber, kind, value] += 1
            elif seat == robber:
                mine[robbed, kind, value] = max(0, mine[robbed, kind, value] - 1)
            else:
                certain = np.flatnonzero(mine[robbed, kind])
                if len(certain) == 1 and mine[robbed, kind, certain[0]] == held:
                    mine[robber, kind, certain[0]] += 1
                mine[robbed, kind] = np.maximum(0, mine[robbed, kind] - 1)

    def deal(self, state: Any, play: Playthrough, seat: int, luck: Luck) -> None:
        """Deal chests that a seat does not know, what others know, and secret goblins."""
        others = [other for other in range(play.seats) if other != seat]
        for kind in range(KINDS):
            pool = play.tables.chests[kind] - state.chests[seat, kind]
            pool = pool - self.known[seat, others, kind].sum(axis=0)
            cards = shuffled(listed(pool), luck)
            for other in others:
                fixed = self.known[seat, other, kind]
                number = int(state.chest_count[other, kind]) - int(fixed.sum())
                dealt, cards = cards[:number], cards[number:]
                state.chests[other, kind] = fixed + counted(dealt, VALUES)
            state.stack[kind] = counted(cards, VALUES)
        for other in others:
            values = state.chests[other] @ np.arange(VALUES)
            state.points[other] = 0
            state.points[other, 0] = values.sum()
            for goblin in np.flatnonzero(state.secret[other]):
                state.secret[other, goblin] = luck.integers(1, 3)
            for owner in others:
                if owner != other:
                    self._learn(state, other, owner, luck)

    def _learn(self, state: Any, who: int, whose: int, luck: Luck) -> None:
        """Let a seat know as many of another's chests as it did, but of those dealt now."""
        for kind in range(KINDS):
            number = int(state.known[who, whose, kind].sum())
            cards = shuffled(listed(state.chests[whose, kind]), luck)[:number]
            state.known[who, whose, kind] = counted(cards, VALUES)
