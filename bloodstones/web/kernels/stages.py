"""What a game can be ready for."""

from __future__ import annotations

from enum import StrEnum


class Stage(StrEnum):
    """What a game can be ready for, in the order in which it is prepared."""

    TABLE = "table"
    HINTS = "hints"
