"""Battalia: hands, draw piles and ambushes of others, units that nobody saw, decks of the pool."""

from __future__ import annotations

from typing import Any

import numpy as np

from bloodstones.core.kernels.layout import Array
from bloodstones.games.battalia.engine.state import ITEMS, NOTHING, SEATS, TENTS
from bloodstones.games.battalia.rules.names import CARDS, FACTIONS, RANKS, SUPPLY
from bloodstones.kit.hidden import LeakError
from bloodstones.kit.playthrough import Playthrough
from tests.hidden.counting import Luck, counted, listed, shuffled

UNITS = RANKS * FACTIONS


class Dealer:
    """Knows which cards of each seat everybody has seen, and where they must be."""

    def watch(self, play: Playthrough, code: int | None) -> None:
        """Follow cards as they come to lie open, and go."""
        state = play.state
        now = _Piles(play)
        if code is None or state.turn == 0:
            self._begin(play, now)
        else:
            self._follow(play, now)
        self.before, self.sure = now, np.array(state.sure)
        for name in ("known", "open", "shown"):
            if (getattr(state, name) > getattr(self, name)).any():
                cards = np.argwhere(getattr(state, name) > getattr(self, name)).tolist()
                raise LeakError(f"more is taken for known than was seen: {name} {cards}")
        if (np.array(state.stock) < self.stock)[: play.seats].any():
            raise LeakError("more is taken for known than was seen: stock")

    def _begin(self, play: Playthrough, now: _Piles) -> None:
        """Nobody has seen any unit but those that lie on the table."""
        self.known = now.owned.copy()
        self.known[:, :UNITS] = now.table[:, :UNITS]
        self.open = np.zeros_like(now.hand)
        self.shown = np.zeros_like(now.hand)
        self.stock = np.zeros_like(now.hand)
        self.stock[: play.seats] = np.array(play.state.stock)[: play.seats]

    def _follow(self, play: Playthrough, now: _Piles) -> None:
        """Bring what is known up to date by what has changed on the table."""
        was = self.before
        came = now.owned - was.owned
        self.known = np.maximum(self.known + came, now.table)
        for seat in range(play.seats):
            fewer = (now.discard[seat] < was.discard[seat]).any()
            emptied = now.draw[seat].sum() == 0  # sizes of piles are open
            if fewer or emptied or (now.draw[seat] > was.draw[seat]).any():  # shuffled anew
                self.stock[seat] = now.draw[seat]
                seen = now.table[seat] + now.draw[seat]
                self.known[seat] = np.maximum(self.known[seat], seen)
            hidden = now.ambush[seat].sum() > was.ambush[seat].sum()
            openly = (now.table[seat] < was.table[seat]).any()
            if hidden and not openly:
                self.open[seat] = np.maximum(0, self.open[seat] - 1)
            elif hidden:
                self.shown[seat] += np.maximum(0, now.ambush[seat] - was.ambush[seat])
            gone = np.maximum(0, was.hand[seat] - now.hand[seat])
            if not hidden:
                self.open[seat] = np.maximum(0, self.open[seat] - gone)
            if now.ambush[seat].sum() < was.ambush[seat].sum():
                if now.ambush[seat].sum() == 0 and not (now.table[seat] > was.table[seat]).any():
                    self.open[seat] += self.shown[seat]
                    self.shown[seat] = 0
                else:
                    left = np.maximum(0, was.ambush[seat] - now.ambush[seat])
                    self.shown[seat] = np.maximum(0, self.shown[seat] - left)
            self.shown[seat] = np.minimum(self.shown[seat], now.ambush[seat])
            self.open[seat] += np.maximum(0, was.held[seat] - now.held[seat])
            self.open[seat] = np.minimum(self.open[seat], now.hand[seat])
        self._searched(play, was)

    def _searched(self, play: Playthrough, was: _Piles) -> None:
        """A deck is known to who looked through it, to all if it is empty or lacks a faction."""
        learned = np.argwhere(np.array(play.state.sure)[: play.seats] > self.sure[: play.seats])
        for seat, deck, _ in learned.tolist():
            looked = seat == was.decider
            empty = was.deck(deck).sum() <= 1
            lacks = (was.deck(deck) == 0).any()
            if not (looked or empty or lacks):
                raise LeakError(f"seat {seat} knows deck {deck} without having seen it")

    def deal(self, state: Any, play: Playthrough, seat: int, luck: Luck) -> None:
        """Deal units that a seat never saw, then the cards of others over their piles."""
        others = [other for other in range(play.seats) if other != seat]
        piles = _Piles(play)
        unseen = piles.owned - self.known
        assert not unseen[others, UNITS:].any(), "all but units is open as it is gained"
        together = piles.draw + piles.hand + piles.ambush
        for rank in range(RANKS):
            self._deal_rank(state, seat, others, rank, unseen, together, luck)
        for other in others:
            self._spread(state, other, together[other], piles, luck)
        if seat != state.active:
            state.cohort = luck.choice(play.tables.cohort_draw)

    def _deal_rank(
        self,
        state: Any,
        seat: int,
        others: list[int],
        rank: int,
        unseen: Array,
        together: Array,
        luck: Luck,
    ) -> None:
        """Mix the units of a rank that others hold unseen with those of the deck."""
        cards = slice(rank * FACTIONS, (rank + 1) * FACTIONS)
        fixed = counted(state.bottom[rank, : state.bottom_size[rank]], FACTIONS)
        if state.top[rank] != NOTHING and sum(state.pool[cards]) > state.bottom_size[rank]:
            fixed[state.top[rank]] += 1  # else it is one of those at the bottom
        sure = np.array(state.sure[seat, rank]) > 0
        loose = np.where(sure, 0, np.array(state.pool[cards]) - fixed)
        held = unseen[others, cards].sum(axis=0)
        wanted = unseen[others, cards].sum(axis=1)
        elsewhere = listed(np.where(sure, held, 0))
        rest = shuffled(listed(np.where(sure, 0, held) + loose), luck)
        number = int(wanted.sum()) - len(elsewhere)
        dealt = shuffled(elsewhere + rest[:number], luck)
        state.pool[cards] += counted(rest[number:], FACTIONS) - loose
        for other, count in zip(others, wanted.tolist(), strict=True):
            mine, dealt = dealt[:count], dealt[count:]
            together[other, cards] += counted(mine, FACTIONS) - unseen[other, cards]

    def _spread(self, state: Any, other: int, together: Array, piles: _Piles, luck: Luck) -> None:
        """Spread the hidden cards of a seat over its piles, unless it is known where they are."""
        rest = together - self.open[other] - self.shown[other]
        draw = np.zeros(CARDS, int)
        for card in shuffled(listed(np.minimum(rest, self.stock[other])), luck):
            if draw.sum() < piles.draw[other].sum():
                draw[card] += 1
        left = shuffled(listed(rest - draw), luck)
        down = int(piles.ambush[other].sum() - self.shown[other].sum())
        state.draw[other] = draw
        state.ambush[other] = self.shown[other] + counted(left[:down], CARDS)
        state.hand[other] = self.open[other] + counted(left[down:], CARDS)
        assert state.hand[other].sum() == piles.hand[other].sum()
        assert state.draw[other].sum() == piles.draw[other].sum()


class _Piles:
    """Where the cards of seats are: int64 arrays over seats and cards."""

    def __init__(self, play: Playthrough) -> None:
        state = play.state
        self.decider = int(state.decider)
        self.pool = np.array(state.pool[:SUPPLY]).reshape(-1, FACTIONS)
        self.draw, self.hand = np.array(state.draw), np.array(state.hand)
        self.ambush, self.discard = np.array(state.ambush), np.array(state.discard)
        self.stock = np.array(state.stock)
        self.held = np.zeros_like(self.hand)
        self.table = self.discard + np.array(state.played) + np.array(state.gained)
        for seat in range(SEATS):
            for tent in range(TENTS):
                if state.tent[seat, tent] != NOTHING:
                    self.table[seat, state.tent[seat, tent]] += 1
                for card in state.held[seat, tent]:
                    if card != NOTHING:
                        self.held[seat, card] += 1
        for item in range(ITEMS):
            if state.item_kind[item] != NOTHING and state.item_card[item] != NOTHING:
                self.table[state.item_owner[item], state.item_card[item]] += 1
        if state.ambushing != NOTHING:
            self.table[state.decider, state.ambushing] += 1
        self.table += self.held
        self.owned = self.draw + self.hand + self.ambush + self.table

    def deck(self, number: int) -> Array:
        """What is left in a deck of the pool, by faction."""
        left: Array = self.pool[number]
        return left
