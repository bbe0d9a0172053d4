"""Legal records as lists of lines, to be damaged or rewritten by tests.

Those in `tests/records` hold events that tests need. They stay when strategies change, unlike the
golden ones, which are played anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from bloodstones.core.contract.game import Setup
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.record.header import READER, Record
from bloodstones.kit.records import verify as kit
from bloodstones.kit.records import writing
from bloodstones.kit.records.faults import Fault
from tests.golden.make import FOLDER

__all__ = ["Record", "Recorder", "load_record", "parse_record", "verify"]

load_record = READER.load
parse_record = READER.parse

Line = dict[str, Any]

DUEL = "2p_seed07_dragon_riders_horse_lords.jsonl"
UNDEAD = "4p_seed30_chaos_horde_necromancers_hill_folk_horse_lords.jsonl"
CROWD = "4p_seed24_necromancers_hill_folk_corsairs_dragon_riders.jsonl"
SHORT = "2p_seed01_dragon_riders_hill_folk.jsonl"
KEPT = Path(__file__).parents[2] / "records"


def verify(record: Record, data: str = "") -> Fault | None:
    """The first fault of a record."""
    return kit.verify(record, GAME.records, data)


class Recorder(writing.Recorder):
    """A recorder that lets chance move by itself, also in a playthrough under way."""

    def __init__(self, game: Playthrough, setup: Setup) -> None:
        game.scripted_chance = True
        super().__init__(game, GAME.records, setup, game.seed)
        self.game = game
        self.let_chance_move()

    def apply(self, code: int) -> None:
        super().apply(code)
        self.let_chance_move()

    def let_chance_move(self) -> None:
        while self.game.is_chance:
            super().apply(self.game.draw().pack())


def path_of(name: str) -> Path:
    """Where a record lies: among those that are kept, else among the golden ones."""
    return KEPT / name if (KEPT / name).exists() else FOLDER / name


@cache
def text_of(name: str) -> str:
    return path_of(name).read_text()


def lines_of(name: str) -> list[Line]:
    """The lines of a record, fresh copies."""
    return [json.loads(line) for line in text_of(name).splitlines()]


def joined(lines: list[Line]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


def fault_of(lines: list[Line]) -> Fault | None:
    return verify(parse_record(joined(lines)))


def places(lines: list[Line], event: str, fits: Callable[[Line], bool] | None = None) -> list[int]:
    """Where the lines of an event are (index from 0)."""
    return list(_places(lines, event, fits))


def _places(lines: list[Line], event: str, fits: Callable[[Line], bool] | None) -> Iterator[int]:
    for at, line in enumerate(lines):
        if line.get("event") == event and (fits is None or fits(line)):
            yield at
