"""Frames as people get them: numbers of 64 bits, which do not wrap.

Files and the tables of `stats` keep the narrow types that the columns of a game declare. All that
the front door hands out goes through `wide`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec

if TYPE_CHECKING:
    import pandas as pd

P = ParamSpec("P")


def wide(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame with whole numbers as int64 and others as float64; the rest as it is.

    >>> import numpy as np, pandas as pd
    >>> frame = wide(pd.DataFrame({"players": np.array([2], np.int8), "who": ["elves"]}))
    >>> frame["players"].dtype, int(frame["players"].iloc[0] * 100)
    (dtype('int64'), 200)
    """
    import numpy as np

    kinds = {"i": np.dtype(np.int64), "u": np.dtype(np.int64), "f": np.dtype(np.float64)}
    wider = {}
    for place, dtype in enumerate(frame.dtypes):
        wanted = kinds.get(dtype.kind) if isinstance(dtype, np.dtype) else None
        if wanted is not None and dtype != wanted:
            wider[frame.columns[place]] = wanted
    return frame.astype(wider) if wider else frame


def in_wide(function: Callable[P, pd.DataFrame]) -> Callable[P, pd.DataFrame]:
    """Make a function return its frame through `wide`."""

    @wraps(function)
    def returned(*args: P.args, **kwargs: P.kwargs) -> pd.DataFrame:
        return wide(function(*args, **kwargs))

    return returned
