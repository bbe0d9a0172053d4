"""What is wrong with a record: the line, the clause it breaks, the reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bloodstones.core.errors import concise

HEADER_LINE: Final = 1
FORMAT_CLAUSE: Final = "RECORD"


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a record.

    Attributes
    ----------
    line
        Number of the line, from 1.
    clause
        The clause of the rules, or `RECORD` for the format itself.
    reason
        One sentence without a full stop.
    """

    line: int
    clause: str
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.clause}: {self.reason}"


class IllegalRecordError(Exception):
    """Raised at the first fault of a record.

    >>> str(IllegalRecordError(7, "BS-MOVE-08", "units cannot leave area 3"))
    'line 7: BS-MOVE-08: units cannot leave area 3'
    """

    def __init__(self, line: int, clause: str, reason: str) -> None:
        self.fault = Fault(line, clause, concise(reason))
        super().__init__(str(self.fault))
