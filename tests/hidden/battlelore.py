"""BattleLore: cards in hand and in decks, scenario cards, armies face down (AMB-48, AMB-24)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bloodstones.games.battlelore.engine.decisions import Kind, unpack
from bloodstones.games.battlelore.engine.state import SCENARIOS, SEATS, GameState, Point
from bloodstones.games.battlelore.rules.checks import COMMAND_CARDS, LORE_CARDS
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.testing.hidden import LeakError
from tests.hidden.counting import Luck, counted, listed, shuffled

SCENARIOS_OPEN, ARMIES_OPEN = 1, 2
NONE = -1
ARMY = ("army", "left", "laid", "mustered")


class Dealer:
    """Knows who put which card under the deck, who drew it, and who mustered what so far."""

    before: Any

    def watch(self, play: Playthrough, code: int | None) -> None:
        """Follow cards that a seat has seen before the other drew them, and musters."""
        state = play.state
        if code is None or int(state.battle) != int(self.before.battle):
            self.known = np.zeros((SEATS, COMMAND_CARDS), int)
            self.under: list[tuple[int, int]] = []
            self.start: Playthrough | None = None
        else:
            self._follow(play.engine.unpack(code), code)
        if self.start is None and state.point == Point.MUSTER:
            self.start = play.copy()
            self.mustered: list[tuple[int, int]] = []
        self.before = GameState.copy(state)
        if (np.array(state.known) > self.known).any():
            raise LeakError("a seat knows more of the other's hand than it saw")

    def _follow(self, move: Any, code: int) -> None:
        """Follow one decision or outcome."""
        was = self.before
        seat, card = int(was.decider), move.x
        if move.kind is Kind.PUT:
            self.under.append((seat, card))
            self.known[1 - seat] = np.maximum(0, self.known[1 - seat] - 1)
        elif move.kind in (Kind.COMMAND, Kind.DISCARD):
            self.known[1 - seat, card] = max(0, self.known[1 - seat, card] - 1)
        elif move.kind is Kind.DEALT_COMMAND and was.command_deck.sum() == 0 and self.under:
            owner, put = self.under.pop(0)
            assert put == card
            if owner != was.drawer:
                self.known[owner, card] += 1
        elif move.kind in (Kind.TAKE, Kind.LAY):
            self.mustered.append((seat, code))

    def deal(self, state: Any, play: Playthrough, seat: int, luck: Luck) -> None:
        """Deal the other's cards and army."""
        other = 1 - seat
        if state.shown < SCENARIOS_OPEN:
            self._deal_scenarios(state, play, other, luck)
        elif state.shown < ARMIES_OPEN and self.start is not None:
            self._deal_army(state, play, other, luck)
        self._deal_commands(state, seat, luck)
        own = [int(card) for card in state.lore_under[other, : state.lore_unders[other]]]
        cards = listed(state.lore_deck[other]) + listed(state.lore_hand[other]) + own
        cards, held = shuffled(cards, luck), int(state.lore_hand[other].sum())
        state.lore_hand[other] = counted(cards[:held], LORE_CARDS)
        state.lore_under[other, : len(own)] = cards[held : held + len(own)]
        state.lore_deck[other] = counted(cards[held + len(own) :], LORE_CARDS)

    def _deal_scenarios(self, state: Any, play: Playthrough, other: int, luck: Luck) -> None:
        """Let the other hold and have chosen any cards; a campaign tells what it may hold."""
        held = int(state.scenario_hand[other].sum())
        if not play.tables.campaign:
            hand = shuffled(range(SCENARIOS), luck)[:held]
            state.scenario_hand[other] = counted(hand, SCENARIOS)
            state.scenario_deck[other] = 1 - state.scenario_hand[other]
        if state.scenario[other] != NONE and held:
            state.scenario[other] = luck.choice(np.flatnonzero(state.scenario_hand[other]))

    def _deal_army(self, state: Any, play: Playthrough, other: int, luck: Luck) -> None:
        """Let the other muster and lay once more, by lot; the seat does as it did.

        Where places of cards are seen, any cards of a new army lie there, whether they may or not.
        """
        assert self.start is not None
        seen = bool(play.tables.deploy_order)
        again = self.start.copy()
        moves = [(seat, code) for seat, code in self.mustered if not (seen and self._lays(code))]
        done = [code for seat, code in moves if seat != other]
        left = len(moves) - len(done)
        while left or done:
            if again.decider == other and left:
                code = int(luck.choice(again.legal_codes()))
                left -= 1
            else:
                code = done.pop(0)
            again.apply_code(code)
        army = again.state.army[other].copy()
        for name in ("army", "mustered") if seen else ARMY:
            getattr(state, name)[other] = getattr(again.state, name)[other]
        if seen and again.state.left.any():
            cards = shuffled(listed(army), luck)
            places = np.flatnonzero(state.laid[other])
            state.laid[other, places] = np.array(cards[: len(places)], int) + 1
            state.left[other] = counted(cards[len(places) :], len(army))

    def _lays(self, code: int) -> bool:
        return unpack(code).kind is Kind.LAY

    def _deal_commands(self, state: Any, seat: int, luck: Luck) -> None:
        """Mix the other's command cards with the deck, but those that the seat knows it has."""
        other = 1 - seat
        known = np.minimum(self.known[seat], state.command_hand[other])
        loose = np.array(state.command_hand[other]) - known
        unders = range(int(state.command_unders))
        own = [place for place in unders if state.under_owner[place] == other]
        assert [card for owner, card in self.under if owner == seat] == [
            int(state.command_under[place]) for place in unders if place not in own
        ]
        cards = listed(state.command_deck) + listed(loose)
        cards = shuffled(cards + [int(state.command_under[place]) for place in own], luck)
        held = int(loose.sum())
        state.command_hand[other] = known + counted(cards[:held], COMMAND_CARDS)
        for place, card in zip(own, cards[held:], strict=False):
            state.command_under[place] = card
        state.command_deck[:] = counted(cards[held + len(own) :], COMMAND_CARDS)
