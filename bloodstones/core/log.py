"""What happened since the last decision, as entries of numbers in a state's `log`.

An entry is `code, length, value…`. A state that keeps one has the fields `log` (int16), `log_size`
and `status`, which becomes `LOG_FULL` when the log is too short.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from bloodstones.core.kernel import kernel

LOG_FULL: Final = -1
HEAD: Final = 2  # code and length


@kernel
def tell(s: Any, code: int, values: tuple[int, ...]) -> None:
    """Write an entry with these values, whole or not at all."""
    if s.log_size + HEAD + len(values) > s.log.shape[0]:
        s.status = LOG_FULL
        return
    s.log[s.log_size] = code
    s.log[s.log_size + 1] = len(values)
    for place in range(len(values)):
        s.log[s.log_size + HEAD + place] = values[place]
    s.log_size += HEAD + len(values)


def read_entries(s: Any) -> Iterator[tuple[int, list[int]]]:
    """Yield code and values of the entries, in order."""
    values = s.log[: s.log_size].tolist()
    at = 0
    while at < len(values):
        code, length = values[at : at + HEAD]
        at += HEAD
        yield code, values[at : at + length]
        at += length
