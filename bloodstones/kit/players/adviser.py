"""A strategy that sits behind a seat: what it would decide there, with its memory and its luck.

It follows every decision of a playthrough. At those of its seat it decides as if it sat there: it
draws from the stream of the seat and remembers what it plans. If the seat then makes the advised
decision, the adviser continues its plan. If the seat does something else that it has considered, it
takes up the plan that belongs to that. If not, it forgets its plan, and says so until it decides
again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from bloodstones.core.kernels.layout import Array
from bloodstones.kit.kernels import is_decided_anew, strategy_stream
from bloodstones.kit.players.python_strategy import PythonPlayer
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.search.considered import Candidate, candidates_of
from bloodstones.kit.search.player import SearchPlayer
from bloodstones.kit.search.worlds import FORGOTTEN

KEPT: Final = -1  # the turn in which a plan was lost: none


@dataclass(frozen=True, slots=True, eq=False)
class Opinion:
    """What a strategy would decide at a point.

    Attributes
    ----------
    code
        The decision, packed.
    candidates
        What a search looked into; none where it did not search.
    anew
        Whether it decides again; False: it continues a plan, or follows its rules only.
    lost
        Whether it continues a plan for something that the seat did not do.
    simulations
        How many a search made for this decision.
    after
        Its memory after the decision: int64 array.
    words
        Its random stream after the decision.
    """

    code: int
    candidates: tuple[Candidate, ...]
    anew: bool
    lost: bool
    simulations: int
    after: Array
    words: Array

    def considered(self, code: int) -> bool:
        """Whether it would continue its own plan after a decision."""
        if self.lost:
            return False
        return code == self.code or any(each.code == code for each in self.candidates)

    def memory_after(self, code: int) -> Array:
        """Return what it would remember after a decision: nothing if it has no plan for that."""
        if not self.considered(code):
            return np.full_like(self.after, FORGOTTEN)
        if code == self.code:
            return self.after
        plans = [each for each in self.candidates if each.code == code]
        return max(plans, key=lambda each: each.worth).plan


class Adviser:
    """A strategy that sits behind a seat.

    Parameters
    ----------
    seating
        With the strategy in this seat; for one playthrough at a time.
    seat
        Where it sits.
    start
        The playthrough from which on it follows: its start, or a position in which the seat's
        memory is that of the strategy. It is copied.
    """

    def __init__(self, seating: Seating, seat: int, start: Playthrough) -> None:
        self.seating = seating
        self.seat = seat
        self._start = start.copy()
        self._begin()

    def _begin(self) -> None:
        self.play = self._start.copy()
        self.codes: list[int] = []
        state = self.play.state
        self._stream = strategy_stream(state) + self.seat
        self._memory = np.array(state.memory[self.seat])
        self._words = np.array(state.streams[self._stream])
        self._lost_in = KEPT
        self._opinion: Opinion | None = None

    def follow(self, codes: Sequence[int]) -> None:
        """Go to the position after these decisions and outcomes, packed, from the start.

        What it has followed already is not decided again, unless part of it was undone.
        """
        done = len(self.codes)
        if list(codes[:done]) != self.codes:
            self._begin()
            done = 0
        for code in codes[done:]:
            self.take(int(code))

    def take(self, code: int) -> None:
        """Follow one decision or outcome, packed and legal."""
        if self.decides:
            self._heed(code)
        self._opinion = None
        self.codes.append(code)
        self.play.apply_code(code)

    @property
    def decides(self) -> bool:
        """Whether its seat must decide now."""
        play = self.play
        return not play.over and not play.is_chance and play.decider == self.seat

    def sit(self, state: Any) -> None:
        """Write its memory and its stream into a state, in place of those of the seat."""
        state.memory[self.seat, :] = self._memory
        state.streams[self._stream, :] = self._words

    def opinion(self) -> Opinion:
        """Return what it would decide now; its seat must decide."""
        if self._opinion is None:
            self._opinion = self._decided()
        return self._opinion

    def _decided(self) -> Opinion:
        play, player = self.play, self.seating.players[self.seat]
        state: Any = play.engine.state.copy(play.state)
        self.sit(state)
        focused = isinstance(player, SearchPlayer) and player.focused
        anew = bool(is_decided_anew(state, focused))
        count = play.engine.legal(state, play.tables, play.buffer)
        code = int(play.buffer[self.seating.index(state, play.buffer, count)])
        candidates: tuple[Candidate, ...] = ()
        simulations = 0
        if isinstance(player, SearchPlayer) and anew and count > 1:
            root, tree = player.benches
            places = len(self._memory)
            candidates = candidates_of(root, tree, places)
            simulations = int(root.simulations)
        return Opinion(
            code,
            candidates,
            anew,
            not anew and self._lost_in == int(state.turn),
            simulations,
            np.array(state.memory[self.seat]),
            np.array(state.streams[self._stream]),
        )

    def _heed(self, code: int) -> None:
        """Remember what goes with what its seat decided."""
        opinion = self.opinion()
        self._words = opinion.words
        if isinstance(self.seating.players[self.seat], PythonPlayer):
            self._memory = opinion.after  # notes of what it saw, not only plans
            return
        self._memory = opinion.memory_after(code)
        if not opinion.considered(code):
            self._lost_in = int(self.play.state.turn)
        elif opinion.anew:
            self._lost_in = KEPT
