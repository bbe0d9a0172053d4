"""The header of a record: every number, map card and board in force."""

from __future__ import annotations

from bloodstones.games.battalia.engine.playthrough import Playthrough
from bloodstones.games.battalia.rules.names import Build
from bloodstones.kit import playthrough as kit
from bloodstones.kit.records.events import Line


def header(play: kit.Playthrough) -> Line:
    """Return every number, map card and board in force, as data for JSON."""
    assert isinstance(play, Playthrough)
    rules = play.game_setup.rules
    board = rules.boards[play.seats]
    return {
        "numbers": dict(rules.numbers),
        "exits": {build.id: exits for build, exits in zip(Build, rules.exits, strict=True)},
        "squares": {
            "on": list(board.on),
            "ruins": board.ruins,
            "starts": list(board.starts),
            "neutrals": list(board.neutrals),
            "edges": list(board.edges),
        },
        "oracle": {
            "outer": [kind.id for kind in rules.outer],
            "inner": [kind.id for kind in rules.inner],
        },
    }


def scores(play: kit.Playthrough) -> list[int]:
    """Return victory points by seat."""
    assert isinstance(play, Playthrough)
    return list(play.scores)
