"""The lines that a record of a scripted playthrough would have."""

from __future__ import annotations

from bloodstones.core.contract.game import Setup
from bloodstones.games.bloodstones.engine.decisions import Decision
from bloodstones.games.bloodstones.record.scripted_chance import ScriptedGame, packed
from bloodstones.games.bloodstones.record.writing import Line, Recorder


class ScriptedLines:
    """What happens in a scripted playthrough, line by line; `setup` is for its header."""

    def __init__(self, scripted: ScriptedGame, setup: Setup) -> None:
        self.recorder = Recorder(scripted.game, setup)
        self._seen = 1  # the header

    def apply(self, decision: Decision) -> list[Line]:
        """Carry out a legal decision or a possible outcome; return the lines it gave.

        The lines of chance are left out: the caller has them, since it supplies the outcomes.
        """
        self.recorder.apply(packed(decision))
        fresh = self.recorder.lines[self._seen :]
        self._seen += len(fresh)
        return [line for line in fresh if not self.recorder.is_draw(line)]
