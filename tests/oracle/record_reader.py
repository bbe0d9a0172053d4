"""Check a game record by the rules alone: no code of the package, every line replayed.

`check_record(lines)` lists every illegality with its line, clause and reason. The rules are those
of the digest (clauses BS-...), the format that of record version 1 (clauses RECORD-...). Readings
of what the format leaves open are in ledger.md.

Run it on a file: `python -m tests.oracle.record_reader game.jsonl`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.oracle import (
    record_aftermath,
    record_battle,
    record_cutiecorn,
    record_end,
    record_main,
    record_setup,
    record_supply,
    record_turn,
    record_villages,
)
from tests.oracle.record_combat import close_battle
from tests.oracle.record_header import open_record
from tests.oracle.record_schema import ShapeError, event, parse
from tests.oracle.record_state import Check, Fault, State

Handler = Callable[[Check, dict[str, Any]], None]

HANDLERS: dict[str, Handler] = {
    name: handler
    for module in (
        record_setup,
        record_turn,
        record_villages,
        record_main,
        record_battle,
        record_aftermath,
        record_supply,
        record_end,
    )
    for name, handler in module.HANDLERS.items()
}

SETUP, TURNS, FINAL = {"hands", "place"}, {"turns"}, {"final"}
STAGES: dict[str, set[str]] = (
    dict.fromkeys(HANDLERS, TURNS)
    | dict.fromkeys(record_battle.HANDLERS, TURNS | FINAL)
    | dict.fromkeys(record_aftermath.HANDLERS, TURNS | FINAL)
    | dict.fromkeys(record_setup.HANDLERS, SETUP)
    | {
        "draw": SETUP | TURNS | FINAL,
        "regroup": TURNS | FINAL,
        "turn": SETUP | TURNS,
        "final_turn": FINAL,
        "final_capture": {"final", "captures"},
        "end": {"hands", "place", "turns", "final", "captures"},
    }
)
FOLLOW_UPS = (record_battle.HANDLERS.keys() | record_aftermath.HANDLERS.keys()) - {"battle"}
ANY_SEAT = record_setup.HANDLERS.keys() | {"turn", "final_turn", "final_capture", "end"}
AT_THE_START = {"turn", "reenter", "eliminated"}


@dataclass
class Reading:
    """What came out of a record: its faults and the last position (None: no usable header)."""

    faults: list[Fault]
    state: State | None
    ended: bool


def check_record(lines: Iterable[str], *, allow_truncated: bool = False) -> list[Fault]:
    """Return every illegality of a record; `allow_truncated`: it may stop without an end."""
    return read_record(lines, allow_truncated=allow_truncated).faults


def read_record(lines: Iterable[str], *, allow_truncated: bool = False) -> Reading:
    """Replay a record and return faults and final position."""
    check: Check | None = None
    number = 0
    for number, line in enumerate(lines, start=1):
        if check is None:
            try:
                check = open_record(parse(line))
            except ShapeError as error:
                return Reading([Fault(number, error.clause, error.reason)], None, False)
        else:
            check.line = number
            feed(check, line)
    if check is None:
        return Reading([Fault(1, "RECORD-HEADER", "the record is empty")], None, False)
    ended = check.stage == "ended"
    if not ended and not allow_truncated:
        check.fault("RECORD-END", "the last line is no end")
    return Reading(check.faults, check.state, ended)


def feed(check: Check, line: str) -> None:
    """Check and apply one line after the header."""
    try:
        e = event(parse(line), check.state)
    except ShapeError as error:
        check.fault(error.clause, error.reason)
        return
    name = e["event"]
    if name not in record_cutiecorn.COMES_BETWEEN:
        record_cutiecorn.check_told(check)
    if name == "cutiecorn":
        record_cutiecorn.on_cutiecorn(check, e)
        return
    if check.stage not in STAGES[name]:
        check.fault("RECORD-ORDER", f"{name} at the stage {check.stage}")
        return
    if name in FOLLOW_UPS:
        if check.battle is None:
            check.fault("RECORD-ORDER", f"{name} without a battle")
            return
    elif not _acts(check, e):
        return
    HANDLERS[name](check, e)
    record_cutiecorn.settle(check)


def _acts(check: Check, e: dict[str, Any]) -> bool:
    """Close what the line leaves behind; tell whether the seat may act now."""
    name = e["event"]
    stopped = name == "end" and e["end_reason"] == "turn_limit"
    if stopped:
        check.battle = None
        return True
    close_battle(check)
    if check.resettled is not None and name != "settle":
        check.fault("BS-WIPED-02", "the resettled village is not paid by a settle line")
        check.resettled = None
    if name in ANY_SEAT or check.stage not in TURNS | FINAL:
        return True
    if e["seat"] != check.active:
        check.fault("BS-TURN-01", f"{name} of seat {e['seat']} in the turn of seat {check.active}")
        return False
    if check.turn_over and name != "final":
        check.fault("BS-CHAOS-15", f"{name} of a seat that is out of the game")
        return False
    if check.stage in TURNS and name not in AT_THE_START:
        record_turn.close_opening(check)
    return True


def main(paths: list[str]) -> int:
    """Print the faults of record files; return 1 when there are any."""
    found = 0
    for path in paths:
        with Path(path).open(encoding="utf-8") as file:
            for fault in check_record(file):
                found += 1
                sys.stdout.write(f"{path}:{fault.line}: {fault.clause}: {fault.reason}\n")
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
