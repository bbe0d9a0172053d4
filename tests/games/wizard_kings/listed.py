"""A record of the kernels as plain Python reads it fast: lists and ints, field by field."""

from __future__ import annotations

from typing import Any

import numpy as np


class Listed:
    """What a record holds now; a field is read when it is first asked for."""

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._record, name)
        plain = value.tolist() if isinstance(value, np.ndarray | np.generic) else value
        setattr(self, name, plain)
        return plain
