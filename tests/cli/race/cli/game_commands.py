"""What commands ask of the race: a choice, strategies, records, numbers, events, a bench."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bloodstones.api.game_parts.commands import GameCommands
from bloodstones.api.game_parts.facts import EventInfo, RecordFault, RecordInfo, StrategyInfo
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import expected
from bloodstones.core.rules.rule_numbers import RuleNumber


class RaceRecords:
    """A record is one line: the totals and who won; it is legal if the winner has most."""

    def load(self, path: Path) -> Any:
        return self.parse(path.read_text(), str(path))

    def parse(self, text: str, name: str) -> Any:
        return json.loads(text) | {"name": name}

    def info(self, record: Any) -> RecordInfo:
        totals = record["totals"]
        seats = tuple(Seat("", "bold") for _ in totals)
        return RecordInfo(record["name"], 0, seats, tuple(totals), tuple(record["won"]), "goal", 3)

    def verify(self, record: Any, data: str = "") -> RecordFault | None:
        best = max(record["totals"])
        if all(record["totals"][seat] == best for seat in record["won"]):
            return None
        return RecordFault(1, "RA-END-01", "somebody else has more")

    def show(self, record: Any, turn: int | None) -> None:
        print(f"turn {turn}: {record['totals']}")

    def as_object(self, record: Any, turn: int | None) -> dict[str, Any]:
        return {"turn": turn, "totals": record["totals"]}


class RaceStrategies:
    def shipped(self, data: str = "") -> Sequence[StrategyInfo]:
        return [StrategyInfo("bold", "rolls again after a 1"), StrategyInfo("steady", "rolls once")]

    def find(self, name: str, where: str, data: str = "") -> StrategyInfo:
        for strategy in self.shipped():
            if strategy.id == name:
                return strategy
        raise expected("a strategy", name, where)


class RaceCommands(GameCommands):
    role = ""
    default_board = "track"
    choices: Mapping[str, str] = {"length": "the total that wins"}
    records = RaceRecords()
    strategies = RaceStrategies()

    def players(self) -> range:
        return range(2, 7)

    def boards(self) -> tuple[str, ...]:
        return ("track", "lane")

    def numbers(self, data: str = "") -> Sequence[RuleNumber]:
        return [RuleNumber("goal", "the total that wins", (20,), 1, 99, "RA-END-01")]

    def events(self) -> Sequence[EventInfo]:
        return [EventInfo("roll", ("seat", "pips"), "RA-ROLL-01", "a seat rolls")]

    def bench_setups(self, players: int | None) -> Mapping[str, Setup]:
        seats = 2 if players is None else players
        if seats not in self.players():
            return {}
        return {"steady": Setup("track", (Seat("", "steady"),) * seats)}


GAME_COMMANDS = RaceCommands
