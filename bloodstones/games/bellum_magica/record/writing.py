"""Records of playthroughs: a header, a line for each event, an end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from bloodstones.core.game import Setup
from bloodstones.games.bellum_magica.engine.events import entries
from bloodstones.games.bellum_magica.engine.playthrough import Playthrough
from bloodstones.games.bellum_magica.record.shapes import Words
from bloodstones.games.bellum_magica.rules.options import Readings
from bloodstones.games.bellum_magica.rules.reading import Ruleset

FORMAT: Final = "bloodstones-record"
VERSION: Final = 1
GAME_ID: Final = "bellum_magica"

Line = dict[str, Any]


def header(setup: Setup, rules: Ruleset, readings: Readings, seed: int) -> Line:
    """Return the first line: the setup, and every number, board and card in force."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": GAME_ID,
        "rules_version": rules.version,
        "options": dict(readings),
        "overrides": dict(setup.overrides),
        "data": dict(rules.tables),
        "seats": [{"role": seat.role, "strategy": seat.strategy} for seat in setup.seats],
        "seed": seed,
    }


def end(game: Playthrough) -> Line:
    """Return the last line."""
    return {
        "event": "end",
        "scores": list(game.scores),
        "ranks": [int(rank) for rank in game.state.rank[: game.seats]],
        "winners": list(game.winners),
        "end_reason": game.ending.id,
        "turns": int(game.state.turn),
    }


class Recorder:
    """The lines of a playthrough, gathered step by step.

    Parameters
    ----------
    game
        A playthrough that stops where chance moves, at its start.
    first
        Its header.
    """

    def __init__(self, game: Playthrough, first: Line) -> None:
        self.game = game
        self.words = Words(game.rules)
        self.lines: list[Line] = [first]
        self.note()

    def note(self) -> None:
        """Take up what the last step did."""
        new = (self.words.line(event, values) for event, values in entries(self.game.state))
        self.lines.extend(new)
        if self.game.over:
            self.lines.append(end(self.game))

    def step(self, code: int) -> None:
        """Carry out a packed decision or outcome, and note it."""
        self.game.apply_code(code)
        self.note()


def as_text(lines: list[Line]) -> Iterator[str]:
    """Yield the lines of a record as JSON, one object each."""
    for line in lines:
        yield json.dumps(line, ensure_ascii=False, separators=(",", ":"))
