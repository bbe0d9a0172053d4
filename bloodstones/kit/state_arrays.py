"""Many records of one layout: the states of playthroughs that are played at once."""

from __future__ import annotations

import numpy as np

from bloodstones.core.kernels.kernel import JIT
from bloodstones.core.kernels.layout import Array, Layout


def records(layout: type[Layout], number: int) -> Array:
    """Return records of a layout filled with zeros.

    Parameters
    ----------
    layout
        Of each.
    number
        How many.

    Returns
    -------
    array of shape (number,)
        Structured where kernels are compiled, else of objects.
    """
    if JIT:
        return np.zeros(number, layout.dtype())
    listed = np.empty(number, object)
    listed[:] = [layout.new() for _ in range(number)]
    return listed


def clear(records: Array, layout: type[Layout]) -> None:
    """Fill records with zeros, as `records` makes them.

    Parameters
    ----------
    records
        From there, or a slice of it.
    layout
        Of each.
    """
    if JIT:
        records.view(np.uint8)[...] = 0
    else:
        records[:] = [layout.new() for _ in records]


def field_of(records: Array, name: str) -> Array:
    """Return one field of many records: shape (records, ...).

    Parameters
    ----------
    records
        From `records`.
    name
        Of the field.

    Returns
    -------
    array of shape (records, ...)
        A view where kernels are compiled, else a copy.
    """
    if JIT:
        column: Array = records[name]
        return column
    return np.array([getattr(record, name) for record in records])
