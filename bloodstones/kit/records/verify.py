"""Checking a record of any game by its rules, see `following`."""

from __future__ import annotations

from dataclasses import replace

from bloodstones.core.errors import InputError, RunError
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.data_files import check_files
from bloodstones.kit.records.faults import FORMAT_CLAUSE, HEADER_LINE, Fault, IllegalRecordError
from bloodstones.kit.records.following import steps_of
from bloodstones.kit.records.games import GameRecords, Header
from bloodstones.kit.records.reading import Record


def verify(record: Record[Header], records: GameRecords, data: str = "") -> Fault | None:
    """Return the first fault of a record, None if all of it is legal.

    Parameters
    ----------
    data
        The folder of the user's data files that it was played with, "" for the shipped ones.

    Raises
    ------
    InputError
        If it was played with another version of the rules data or other data files, or its setup
        cannot be played.
    """
    try:
        steps_of(record, records, begin(record, records, data))
    except IllegalRecordError as illegal:
        return illegal.fault
    return None


def begin(record: Record[Header], records: GameRecords, data: str = "") -> Playthrough:
    """Return the playthrough that a record begins with.

    Parameters
    ----------
    record
        As it was read.
    records
        How the records of its game are read and checked.
    data
        The user's folder of data files, "" without one.

    Raises
    ------
    InputError
        As `verify` does.
    IllegalRecordError
        The header is not as the rules give it.
    """
    where = f"{record.name} line {HEADER_LINE}"
    check_files(record.header.files, records.files(data) if data else {}, where)
    header = replace(record.header, setup=replace(record.header.setup, data=data))
    if header.rules_version != records.rules_version:
        raise InputError(
            f"expected a record of rules version {records.rules_version!r}, "
            f"got {header.rules_version!r} ({where})"
        )
    try:
        return records.begin(replace(record, header=header), where)
    except RunError as error:
        clause = error.clause or FORMAT_CLAUSE
        raise IllegalRecordError(HEADER_LINE, clause, error.message) from None
