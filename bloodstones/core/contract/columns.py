"""The moments of a playthrough at which results record how far behind each seat is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from bloodstones.core.contract.game import Column, Role

# What every game's table has; a section of a report may ask for more.
ALWAYS: Final = (
    *("players", "map", "seat", "faction", "strategy"),
    *("score", "rank", "win_credit", "finished", "end_reason"),
)


FOR_STATISTICS: Final = ("win_credit", "finished", "end_reason")  # of these


@dataclass(frozen=True, slots=True)
class Columns:
    """The declared columns of a table, in order.

    Examples
    --------
    >>> columns = Columns((
    ...     Column("seat", "int8", "seat, clockwise", Role.KEY),
    ...     Column("vp_gold", "int16", "points for gold", Role.POINTS, "gold", "#f2c14e"),
    ... ))
    >>> columns.labels(Role.POINTS), columns.colours(Role.POINTS)
    ({'vp_gold': 'gold'}, {'vp_gold': '#f2c14e'})
    >>> "seat" in columns, "rank" in columns
    (True, False)
    """

    every: tuple[Column, ...]

    def __iter__(self) -> Iterator[Column]:
        return iter(self.every)

    def __contains__(self, name: object) -> bool:
        return any(column.name == name for column in self.every)

    def of(self, role: Role) -> tuple[Column, ...]:
        """Return the columns that have this role among theirs."""
        return tuple(column for column in self.every if role & column.role)

    @property
    def at_the_end(self) -> tuple[Column, ...]:
        """The columns that players see when a playthrough ends.

        Those that declare it; of the others all but keys, the course in time, and what statistics
        alone ask for.
        """
        return tuple(column for column in self.every if _is_for_players(column))

    def names(self, role: Role) -> tuple[str, ...]:
        """Return the names of the columns with a role."""
        return tuple(column.name for column in self.of(role))

    def labels(self, role: Role) -> dict[str, str]:
        """Return name -> label of the columns with a role."""
        return {column.name: column.words for column in self.of(role)}

    def colours(self, role: Role) -> dict[str, str]:
        """Return name -> colour of the columns with a role that have one."""
        return {column.name: column.colour for column in self.of(role) if column.colour}


def _is_for_players(column: Column) -> bool:
    if column.for_players is not None:
        return column.for_players
    return not column.role & (Role.KEY | Role.COURSE) and column.name not in FOR_STATISTICS


def metadata_of(column: Column) -> dict[str, str]:
    """Return what a file keeps of a column beside its name and type."""
    return {
        "meaning": column.meaning,
        "role": column.role.text,
        "label": column.label,
        "colour": column.colour,
    }


def column_of(name: str, dtype: str, metadata: Mapping[str, str]) -> Column:
    """Return a column from what a file keeps of it; KeyError without a role.

    Parameters
    ----------
    name, dtype
        Of the column; "str" or a NumPy dtype.
    metadata
        What `metadata_of` returns.

    Raises
    ------
    KeyError
        Without a role.

    Examples
    --------
    >>> column = Column("vp_gold", "int16", "points for gold", Role.POINTS, "gold", "#f2c14e")
    >>> column_of("vp_gold", "int16", metadata_of(column)) == column
    True
    """
    role = Role.parse(metadata["role"])
    label, colour = metadata.get("label", ""), metadata.get("colour", "")
    return Column(name, dtype, metadata.get("meaning", ""), role, label, colour)


# Column of results -> share of the turns of all seats after which it was counted.
MOMENTS: Final = {
    "behind_quarter": 1 / 4,
    "behind_half": 1 / 2,
    "behind_three_quarters": 3 / 4,
}
