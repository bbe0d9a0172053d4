"""The features of a game as data: what its learned values read of each seat."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from bloodstones.core.contract.learnable import Feature
from bloodstones.core.errors import expected
from bloodstones.core.names import Name
from bloodstones.kit.values.network import MOST_FEATURES


@cache
def read_features(path: Path, names: type[Name]) -> tuple[Feature, ...]:
    """Return the features of a file in its order.

    Parameters
    ----------
    path
        A table for each feature with its `unit` and `meaning`.
    names
        What kernels call them.

    Raises
    ------
    InputError
        If file and kernels do not name the same features in the same order, or too many.
    """
    with path.open("rb") as file:
        data = tomllib.load(file)
    if list(data) != list(names.ids()):
        raise expected(f"the features {', '.join(names.ids())}", ", ".join(data), path.name)
    if len(data) > MOST_FEATURES:
        raise expected(f"at most {MOST_FEATURES} features", len(data), path.name)
    return tuple(Feature(name, entry["unit"], entry["meaning"]) for name, entry in data.items())
