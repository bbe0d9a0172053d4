"""Playthroughs to learn from: the features of every turn, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from bloodstones.core.contract.learnable import ActionEnds, Observed
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.kernels import features, judge
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.playing import NEVER, play_and_note
from bloodstones.kit.search.search_parameters import KNOBS, SEATS, Knob
from bloodstones.kit.values.network import BLOCKS, MOST_FEATURES

MOST_TURNS: Final = 512  # that are noted of a playthrough
ROOM: Final = 1 << 15  # for what searches see in a playthrough
MOST_LOOKS: Final = 2048  # of them that are kept, drawn by lot


@dataclass(frozen=True, slots=True)
class Observer:
    """What the kit asks a game for to learn from its playthroughs.

    Attributes
    ----------
    count
        Features of a seat.
    finished
        Whether the rules ended a playthrough.
    knobs
        The parameters of `kernels.judge`, by name.
    random_one_in
        One in so many decisions of scripted strategies is random, see `kit.playing`.
    search_random_one_in
        One in so many searches ends with a random candidate, see `kit.search.self_play`; where
        Python stands between decisions, none does.
    """

    count: int
    finished: Callable[[Any], bool]
    knobs: dict[str, float]
    random_one_in: int = NEVER
    search_random_one_in: int = NEVER

    def observe(self, seating: Seating, seats: int, keys: Iterable[Array]) -> Observed:
        """Play a playthrough for each key and return what was seen of them.

        Parameters
        ----------
        seating
            Who decides.
        seats
            At the table.
        keys
            Of the random streams, int64 arrays of 3 words; one playthrough each.

        Returns
        -------
        Observed
            A row for each turn that was noted, see `core.contract.learnable`.
        """
        engine = seating.deciders.engine
        legal = np.zeros(engine.most_decisions, np.int32)
        scratch = np.zeros((SEATS, MOST_FEATURES))
        notes = np.zeros((MOST_TURNS, seats, self.count), np.float32)
        seen, numbers, utilities, wins = [], [], [], []
        for number, key in enumerate(keys):
            state: Any = engine.state.new()
            noted = self._play(seating, state, key, legal, scratch, notes)
            seen.append(notes[:noted].copy())
            numbers.append(np.full(noted, number, np.int32))
            utilities.append(np.tile(self._utility(state, seating.tables)[:seats], (noted, 1)))
            wins.append(np.tile(_win_credit(state.rank[:seats]), (noted, 1)))
        turns = [np.arange(len(each), dtype=np.int32) for each in seen]
        return Observed(
            np.concatenate(seen),
            np.concatenate(numbers),
            np.concatenate(turns),
            np.concatenate(utilities).astype(np.float32),
            np.concatenate(wins).astype(np.float32),
        )

    def look(self, seating: Seating, seats: int, keys: Iterable[Array]) -> ActionEnds:
        """Play a playthrough for each key and return what searching strategies saw in them.

        Parameters
        ----------
        seating, seats, keys
            As in `observe`. A table where none searches, or Python decides, shows nothing.

        Returns
        -------
        ActionEnds
            At most `MOST_LOOKS` of each playthrough.
        """
        engine, inputs = seating.deciders.engine, BLOCKS * self.count
        legal = np.zeros(engine.most_decisions, np.int32)
        notes = np.zeros((0, seats, self.count), np.float32)
        room = np.zeros((ROOM, inputs), np.float32), np.zeros(ROOM, np.float32)
        parts = [(np.zeros((0, inputs), np.float32), np.zeros(0, np.float32))]
        for key in keys if seating.searching else ():
            one_in = self.search_random_one_in
            state: Any = engine.state.new()
            _, count = seating.note_along(state, key, legal, notes, one_in, room)
            luck = np.random.default_rng(np.asarray(key).view(np.uint64))
            kept = np.sort(luck.permutation(count)[:MOST_LOOKS])
            parts.append((room[0][kept], room[1][kept]))
        numbers = [
            np.full(len(reached), max(0, n - 1), np.int32) for n, (_, reached) in enumerate(parts)
        ]
        return ActionEnds(
            np.concatenate([seen for seen, _ in parts]),
            np.concatenate([reached for _, reached in parts]),
            np.concatenate(numbers),
        )

    def _play(
        self, seating: Seating, state: Any, key: Array, legal: Array, scratch: Array, notes: Array
    ) -> int:
        """Play to the end, noting every turn; return how many turns were noted."""
        tables, engine = seating.tables, seating.deciders.engine
        if seating.compiled:
            policy = seating.policy
            return int(
                play_and_note(state, tables, policy, key, legal, scratch, notes, self.random_one_in)
            )
        if seating.searching:
            return seating.note_along(state, key, legal, notes, self.search_random_one_in)[0]
        noted, turn = 0, -1

        def after() -> None:
            nonlocal noted, turn
            if state.point == 0 or state.turn == turn or noted == len(notes):
                return
            if state.turn > 0 or not engine.is_chance(state):
                turn = int(state.turn)
                features(state, tables, scratch)
                notes[noted] = scratch[: notes.shape[1], : notes.shape[2]]
                noted += 1

        seating.play_out(state, key, legal, after)
        return noted

    def _utility(self, state: Any, tables: Any) -> Array:
        """Return the utility of each seat at the end: float64 array of shape (SEATS,)."""
        out = np.zeros(SEATS)
        if self.finished(state):
            knobs = np.zeros(KNOBS)
            for knob in Knob:
                knobs[knob] = self.knobs[knob.id]
            judge(state, tables, knobs, out)
        return out


def _win_credit(ranks: Array) -> Array:
    """Return 1/k for each of k winners, else 0."""
    first = ranks == 1
    credit: Array = first / max(1, first.sum())
    return credit
