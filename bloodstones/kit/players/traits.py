"""Traits of a strategy: what it declares about itself, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from bloodstones.core.errors import expected
from bloodstones.core.names import Name


class Cost(Name):
    """How long a strategy may think: its cost class."""

    COMPILED = 0
    PYTHON = 1
    SEARCH = 2


MOST_COST: Final = {Cost.COMPILED: 10.0, Cost.PYTHON: 500.0, Cost.SEARCH: 150.0}
"""Most time of a playthrough by the cost class of one seat, against one of plain scripts.

The class `SEARCH` may take so much for each simulation of its budget.
"""


@dataclass(frozen=True, slots=True)
class Traits:
    """What a strategy declares about itself; the contract of strategies tests it.

    Attributes
    ----------
    deterministic
        The same view always gives the same decision: it uses no luck of its own. All strategies
        are reproducible, the others draw their luck from their own stream.
    uses_search
        It plays worlds on that fit its view.
    cost
        Its cost class.
    origin
        Where it comes from: "shipped", "tuned", "local" (somebody's own Python code).
    """

    deterministic: bool = False
    uses_search: bool = False
    cost: Cost = Cost.COMPILED
    origin: str = "shipped"

    def as_dict(self) -> dict[str, Any]:
        """Return the traits as they are written in files and JSON.

        >>> Traits(origin="tuned").as_dict()
        {'deterministic': False, 'uses_search': False, 'cost': 'compiled', 'origin': 'tuned'}
        """
        return {**asdict(self), "cost": self.cost.id}


SCRIPTED_TRAITS: Final = Traits()


def read_traits(table: Mapping[str, Any], where: str, default: Traits = SCRIPTED_TRAITS) -> Traits:
    """Return the traits of a table, with `default` for those that it leaves out.

    Parameters
    ----------
    table
        Trait -> value.
    where
        What declares them, for errors.
    default
        What holds for traits that `table` leaves out.

    Raises
    ------
    InputError
        For an unknown trait, or a value of another type.

    Examples
    --------
    >>> read_traits({"cost": "search", "uses_search": True}, "here").cost
    <Cost.SEARCH: 2>
    """
    values = default.as_dict()
    for name, value in table.items():
        if name not in values:
            raise expected("a trait", name, where, f"known: {', '.join(values)}")
        if type(value) is not type(values[name]):
            kind = "text" if isinstance(values[name], str) else "true or false"
            raise expected(kind, value, f"{where} {name}")
        values[name] = value
    return Traits(**{**values, "cost": Cost.parse(values["cost"], f"{where} cost")})
