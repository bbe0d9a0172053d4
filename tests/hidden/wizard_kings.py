"""Wizard Kings: what blocks are and how strong, armies and buildings not yet shown (AMB-47)."""

from __future__ import annotations

from typing import Any

import numpy as np

from bloodstones.core.kernels.layout import Array
from bloodstones.games.wizard_kings.engine.decisions import Kind
from bloodstones.games.wizard_kings.engine.state import (
    ALL,
    BLOCKS,
    NOWHERE,
    POOL,
    SEATS,
    GameState,
    Opened,
    Point,
)
from bloodstones.games.wizard_kings.rules.names import Effect, Terrain
from bloodstones.games.wizard_kings.rules.register import SEAT_ORDER
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.testing.hidden import LeakError
from tests.hidden.counting import Luck

BY_BLOCK = (
    *("hex", "strength", "moved", "pinned", "casts", "acted", "regrouped", "raised"),
    *("gave", "got", "fresh", "shown", "last_seen", "walked", "berth"),
)
POINTERS = ("mover", "caster", "target", "dispeller", "next_block")
ACTIONS = (Kind.PICK, Kind.SHIP, Kind.FIGHT, Kind.RETREAT, Kind.REST, Kind.LEAVE, Kind.COME)
OPENED = tuple(row.id for row in Opened)  # what is kept of blocks as building opens
SWAPS = 3  # tries a hidden block
STRIKING = (Effect.DAMAGE, Effect.PANIC)  # they may fall on any in the hex
PAUSE = 0.3
KEPT = ("streams", "memory", "log", "log_size", "log_open")


class Dealer:
    """Knows which blocks everybody has seen since they came on the map, and which lie open now."""

    def watch(self, play: Playthrough, code: int | None) -> None:
        """Follow battles, spells and shots, by which blocks are shown."""
        state = play.state
        if code is None:
            self.start = play.copy()
            self.since: list[tuple[int, int]] = []
            self.team = np.array(state.team)
            self.shown = np.zeros(ALL, bool)
            self.at_work: set[int] = set()
            self.struck = NOWHERE
            self.opened: Playthrough | None = None
        else:
            self._follow(play, play.engine.unpack(code), code)
        self._battle(state)
        gone = np.array(state.hex) < 0
        self.shown[gone] = False
        self.before = GameState.copy(state)
        if (np.array(state.shown) > 0)[~self.shown].any():
            raise LeakError("a block is taken for shown that was not")

    def _follow(self, play: Playthrough, move: Any, code: int) -> None:
        """Follow one decision or outcome."""
        state, was = play.state, self.before
        self._part(move, was)
        self.since.append((int(was.decider), code))
        if not was.building and state.building:
            self.opened, self.since = play.copy(), []
            self.shown_then = self.shown.copy()
        if not state.building:
            self.opened = None
        worked = set(self.at_work)  # a unit that a spell brings is shown as it comes
        if move.kind in (Kind.CAST, Kind.FIRE):
            self.at_work = {move.x}
            self.struck = NOWHERE
            if move.kind is Kind.CAST and play.tables.spell_effect[move.y] in STRIKING:
                self.struck = int(was.hex[move.x])
        elif move.kind in (Kind.TARGET, Kind.DISPEL):
            self.at_work.add(move.x)
        elif move.kind in ACTIONS or state.point in (Point.MOVE, Point.BUILD):
            self.at_work = set()
            self.struck = NOWHERE
        for block in worked | self.at_work:
            self.shown[block] = True
        if self.struck != NOWHERE:
            self.shown |= np.array(state.hex) == self.struck

    def _part(self, move: Any, was: Any) -> None:
        """Who breaks an alliance, or changes sides against an ally, is on a team of its own."""
        seat = int(was.decider)
        leaves = move.kind is Kind.BREAK
        if move.kind is Kind.SWITCH:
            side = np.array(was.side[was.fight_hex])
            allies = (side == side[seat]) & (self.team == self.team[seat])
            leaves = int(allies.sum()) > 1
        if leaves:
            self.team[seat] = SEATS + seat

    def _allied(self, seat: int, owner: int) -> bool:
        """Whether a seat sees the blocks of an owner as its own."""
        return bool(self.team[seat] == self.team[owner])

    def _battle(self, state: Any) -> None:
        """The blocks of the battle under way lie open."""
        if state.fighting and state.fight_hex >= 0:
            self.shown |= np.array(state.hex) == state.fight_hex

    def lies_open(self, state: Any, block: int) -> bool:
        """Whether everybody sees now what a block is."""
        in_battle = state.fighting and state.hex[block] == state.fight_hex >= 0
        struck = state.hex[block] == self.struck != NOWHERE
        return bool(in_battle or struck or block in self.at_work)

    def deal(self, state: Any, play: Playthrough, seat: int, luck: Luck) -> None:
        """Deal the blocks of enemies that a seat has not seen, and how strong they are."""
        tables = play.tables
        if state.turn == 0 and tables.setup_order != SEAT_ORDER:
            self._again(state, self.start, seat, luck)
            return
        mixed, shown, opened = state, self.shown, self.opened
        if state.building and opened is not None:
            opened = opened.copy()
            mixed, shown = opened.state, self.shown_then
        for owner in range(play.seats):
            if not self._allied(seat, owner):
                self._mix(mixed, shown, tables, owner, luck)
        if state.building and opened is not None:
            for row, name in enumerate(OPENED):
                mixed.opened[row] = getattr(mixed, name)
            self._again(state, opened, seat, luck)

    def _again(self, state: Any, start: Playthrough, seat: int, luck: Luck) -> None:
        """Let enemies who have decided unseen do it again by lot; the others do as they did."""
        again, done = start.copy(), list(self.since)
        kept = {name: np.array(getattr(state, name)) for name in KEPT}
        while True:
            if again.is_chance:
                again.apply(again.draw())
                continue
            decider = again.decider
            own = [code for who, code in done if who == decider]
            if self._allied(seat, decider):
                if not own:
                    break
                done.remove((decider, own[0]))
                again.apply_code(own[0])
                continue
            codes = again.legal_codes()
            pauses = start.state.building and luck.random() < PAUSE
            again.apply_code(int(codes[0] if pauses else luck.choice(codes)))
        for name in GameState.fields():
            if name not in kept and name not in start.engine.scratch:
                setattr(state, name, getattr(again.state, name))

    def _mix(self, state: Any, shown: Array, tables: Any, owner: int, luck: Luck) -> None:
        """Let hidden blocks change places where they may stand, and be of any strength."""
        first = owner * BLOCKS
        hidden = [
            block
            for block in range(first, first + BLOCKS)
            if state.hex[block] == POOL
            or (state.hex[block] >= 0 and not shown[block] and not self.lies_open(state, block))
        ]
        for block in hidden * SWAPS:
            other = int(luck.choice(hidden))
            if state.hex[block] >= 0 and other != block:
                swap(state, block, other)
                here = {int(state.hex[each]) for each in (block, other) if state.hex[each] >= 0}
                stands = all(may_stand(state, tables, each) for each in (block, other))
                if not stands or not all(fits(state, tables, owner, h) for h in here):
                    swap(state, block, other)
        for block in range(first, first + BLOCKS):
            if state.hex[block] >= 0 and not self.lies_open(state, block):
                state.strength[block] = luck.integers(1, tables.most[tables.kind[block]] + 1)
        state.wizards[:, owner] = 0
        for block in range(first, first + BLOCKS):
            if state.hex[block] >= 0:
                state.wizards[state.hex[block], owner] += tables.wizard[tables.kind[block]]


def swap(state: Any, one: int, other: int) -> None:
    """Let two blocks change places; who is on its way or casts stays where it is."""
    for name in BY_BLOCK:
        row: Array = getattr(state, name)
        row[one], row[other] = int(row[other]), int(row[one])
    for name in POINTERS:
        block = int(getattr(state, name))
        if block in (one, other):
            setattr(state, name, other if block == one else one)


def may_stand(state: Any, tables: Any, block: int) -> bool:
    """Whether a block may be where it is (WK-UNIT-10); a castle has not walked there."""
    h, kind = int(state.hex[block]), int(tables.kind[block])
    if h < 0:
        return True
    if tables.castle[kind] and (state.walked[block] or state.moved[block]):
        return False
    if tables.aquatic[kind]:
        sea = tables.land[h] == Terrain.SEA and not tables.shoal[h]
        return bool(sea or tables.coastal[h] or tables.river[h])
    return bool(tables.land[h] != Terrain.SEA)


def fits(state: Any, tables: Any, owner: int, h: int) -> bool:
    """Whether the units of an owner fit into a hex: one wizard beside a stack."""
    blocks = range(owner * BLOCKS, (owner + 1) * BLOCKS)
    wizards = [bool(tables.wizard[tables.kind[each]]) for each in blocks if state.hex[each] == h]
    return sum(wizards) <= 1 and len(wizards) - sum(wizards) <= tables.stack
