"""How a game speaks to the people at its table: what each seat hears, is asked, and sees.

A game derives its voice from `Voice`; what it leaves out is made from its table of events.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

import numpy as np

from bloodstones.core.contract.game import Setup
from bloodstones.core.kernels.decision_codes import kind_of
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.events import EventForm, Line
from bloodstones.kit.records.forms import SEATS, Names, tell_keys
from bloodstones.kit.records.games import GameRecords
from bloodstones.kit.records.writing import LineWriter, Recorder


class Voice:
    """The voice of a game whose records are the kit's.

    Attributes
    ----------
    questions
        Point -> what is asked of who must decide there.
    passing
        Kinds of decisions that only end something: a text of what was played may leave them out.
    in_any_order
        Kinds of decisions that the engine takes in one order, where players have none: the tiles
        of a payment.
    """

    questions: ClassVar[Mapping[int, str]] = MappingProxyType({})
    passing: ClassVar[frozenset[int]] = frozenset({0})
    in_any_order: ClassVar[frozenset[int]] = frozenset()

    def __init__(self, records: GameRecords | None = None) -> None:
        self.records = records

    @property
    def events(self) -> Mapping[str, EventForm]:
        """The table of events."""
        assert self.records is not None
        return self.records.events

    def names(self, play: Playthrough, setup: Setup) -> Names:
        """Return the names of all that lines number, seats included."""
        assert self.records is not None
        return self.records.names_of(play, setup)

    def recorder(self, play: Playthrough, setup: Setup, seed: int) -> Recorder:
        """Return the recorder of a playthrough with scripted chance."""
        assert self.records is not None
        return Recorder(play, self.records, setup, seed)

    def preview(self, world: Playthrough, code: int, names: Names) -> list[Line]:
        """Return the lines that a decision would give in a playthrough, which stays as it is."""
        assert self.records is not None
        return LineWriter(self.records, names).step(world.copy(), np.int32(code))

    def outcome_lines(self, play: Playthrough, code: int, names: Names) -> list[Line]:
        """Return the lines that an outcome of chance would give; the playthrough stays as it is."""
        assert self.records is not None
        writer = LineWriter(self.records, names)
        return [*writer.step(play.copy(), np.int32(code)), *writer.rest()]

    def scores(self, play: Playthrough) -> Sequence[int]:
        """Return the scores so far, by seat."""
        assert self.records is not None
        return self.records.scores(play)

    def scores_seen(self, play: Playthrough, seat: int) -> Sequence[int | None]:
        """Return the scores so far as far as a seat knows them, by seat; None: it does not."""
        return self.scores(play)

    def shown(self, play: Playthrough, line: Line, seat: int) -> Line:
        """Return what a seat may see of a line; keys may have become others."""
        return line

    def names_at(self, play: Playthrough, line: Line, names: Names) -> Names:
        """Return the names for a line at a table, which may say where units are."""
        return names

    def tell(self, play: Playthrough, line: Line, seat: int, names: Names) -> str:
        """Return a line as a seat hears it, with its subject; "" for nothing.

        The table of events says who may see what of it.
        """
        form = self.events[line["event"]]
        words = form.words_for(play, line, seat)
        if not words:
            return ""
        shown = self.shown(play, line, seat)
        keys = {key.name: key for key in form.keys}
        sentence = tell_keys(words, shown, keys, self.names_at(play, shown, names))
        subject = shown.get("seat")
        return sentence if subject is None else f"{names[SEATS][subject]} {sentence}"

    def question(self, play: Playthrough) -> str:
        """Return what is asked of the decider now."""
        return self.questions.get(int(play.state.point), "What do you do?")

    def option(self, play: Playthrough, code: int) -> str:
        """Return a legal decision in words, "" if its events describe it."""
        return ""

    def outcome(self, play: Playthrough, code: int) -> str:
        """Return an outcome of chance in words, "" if its events describe it."""
        return ""

    def name(self, play: Playthrough, code: int) -> str:
        """Return any decision in words, also one that is not legal now."""
        return str(play.engine.unpack(code))

    def is_due(self, play: Playthrough, code: int) -> bool:
        """Return whether decisions of this kind are made here, if perhaps not this one."""
        kinds = {int(kind_of(legal)) for legal in play.legal_codes()}
        return int(kind_of(code)) in kinds

    def board(self, play: Playthrough, seat: int, names: Names) -> Sequence[str]:
        """Return what a seat sees, a line or paragraph each."""
        scores = ", ".join(
            f"{name} {score}" for name, score in zip(names[SEATS], self.scores(play), strict=False)
        )
        return [f"Scores: {scores}"]
