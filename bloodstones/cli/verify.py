"""`bloodstones verify`: whether records are legal, and where the first fault is."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from bloodstones.api.game_parts.facts import RecordFault, RecordInfo, outcome
from bloodstones.cli.terminal.layout import Command
from bloodstones.cli.terminal.options import data_option
from bloodstones.core.errors import InputError, expected

JSON_INDENT = 2
LEGAL, ILLEGAL, UNREADABLE = 0, 1, 2
COUNTED = {"legal": LEGAL, "illegal": ILLEGAL, "unreadable": UNREADABLE}
RECORDS = "*.jsonl"
WHERE = "bloodstones verify"

HELP = """Check that recorded games follow the rules.

The command replays every line with the random results in the record. For each file it shows the
first fault: its line, the rule it breaks and the reason. For a folder, it checks every *.jsonl
file in it and its subfolders. If a game was played with your own data files, name the same folder
with --data.

\b
exit code  0  every record is legal
           1  a record breaks a rule
           2  a file is not a record, or its game or version is unknown
"""
EPILOG = """\b
Examples:
  bloodstones verify game.jsonl
  bloodstones verify tests/golden
  bloodstones verify records/*.jsonl --json
  bloodstones verify game.jsonl --data my_cards
"""


@click.command(cls=Command, help=HELP, epilog=EPILOG)
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="FILE|DIR...")
@data_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(paths: tuple[Path, ...], data: str, as_json: bool) -> int:
    """Check every file, print, and exit with the worst code."""
    if not paths:
        raise InputError(f"missing FILE ({WHERE})", "name a record")
    files = [file for path in paths for file in records(path)]
    codes, results = [], []
    for path in files:
        try:
            result, code = _check(path, data)
        except InputError as error:
            result, code = {"file": str(path), "ok": False, "error": error.message}, UNREADABLE
            click.echo(f"Error: {error}", err=True)
        codes.append(code)
        results.append(result)
        if not as_json and code != UNREADABLE:
            click.echo(_sentence(result))
    counts = {name: codes.count(code) for name, code in COUNTED.items()}
    if as_json:
        shown = {"records": len(codes), **counts, "files": results}
        click.echo(json.dumps(shown, indent=JSON_INDENT))
    elif len(codes) > 1:
        parts = ", ".join(f"{count} {name}" for name, count in counts.items())
        click.echo(f"{len(codes)} records: {parts}")
    return max(codes)


def records(path: Path) -> Sequence[Path]:
    """Return the files that a path names: itself, or the records in a folder.

    Raises
    ------
    InputError
        If the folder holds none or cannot be read.
    """
    try:
        files = sorted(path.rglob(RECORDS)) if path.is_dir() else [path]
    except OSError as error:
        raise expected("a folder that can be read", str(path), str(error.strerror)) from error
    if not files:
        raise expected(f"a folder with records ({RECORDS})", str(path), WHERE)
    return files


def _check(path: Path, data: str) -> tuple[dict[str, Any], int]:
    """Return the result of one file and its exit code."""
    from bloodstones.api.game_parts.record_files import open_record
    from bloodstones.cli.terminal.compiling import prepare_kernels

    game_commands, how, record = open_record(path, WHERE)
    prepare_kernels(game_commands.id)
    fault = how.verify(record, data)
    return _result(how.info(record), fault), LEGAL if fault is None else ILLEGAL


def _result(record: RecordInfo, fault: RecordFault | None) -> dict[str, Any]:
    result: dict[str, Any] = {
        "file": record.name,
        "ok": fault is None,
        "events": record.events,
        "seats": [{"faction": seat.role, "strategy": seat.strategy} for seat in record.seats],
        "scores": list(record.scores),
        "winners": list(record.winners),
        "end_reason": record.end_reason,
        "turns": record.turns,
    }
    if fault is not None:
        result["fault"] = {"line": fault.line, "clause": fault.clause, "reason": fault.reason}
    return result


def _sentence(result: dict[str, Any]) -> str:
    if not result["ok"]:
        fault = result["fault"]
        where = f"{result['file']} line {fault['line']}"
        return ": ".join(filter(None, (f"bad  {where}", fault["clause"], fault["reason"])))
    seats = ", ".join(":".join(filter(None, seat.values())) for seat in result["seats"])
    names = [seat["faction"] or f"seat {at + 1}" for at, seat in enumerate(result["seats"])]
    won = outcome([names[seat] for seat in result["winners"]])
    won = won[0].lower() + won[1:]
    scores = " : ".join(map(str, result["scores"]))
    return f"ok   {result['file']}  {result['events']} events, {seats}, {won} ({scores})"
