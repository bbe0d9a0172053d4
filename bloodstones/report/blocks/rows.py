"""The row of a table in which something is largest or smallest."""

from __future__ import annotations

from typing import Any

import pandas as pd


def largest(table: pd.DataFrame, values: pd.Series[Any]) -> pd.Series[Any]:
    """Return the first row of a table in which a column of values is largest.

    >>> table = pd.DataFrame({"name": ["a", "b"], "size": [1, 2]})
    >>> largest(table, table["size"])["name"], smallest(table, table["size"])["name"]
    ('b', 'a')
    """
    return table.iloc[int(values.to_numpy().argmax())]


def smallest(table: pd.DataFrame, values: pd.Series[Any]) -> pd.Series[Any]:
    """Return the first row of a table in which a column of values is smallest."""
    return table.iloc[int(values.to_numpy().argmin())]
