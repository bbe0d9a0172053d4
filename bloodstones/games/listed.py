"""The list of games: those that come with the laboratory, then those of other packages.

Another package brings a game by an entry point of the group `bloodstones.games`, whose name is the
game's id and whose value is the module that holds `GAME`. They are looked for when a game is asked
for that does not come with the laboratory, or when all are listed. One that cannot be is left out,
and said to be so; the others continue to work.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "bloodstones.games"
MODULE: Final = ".game"  # of a game that is a package


class ListedGames(MutableMapping[str, str]):
    """Game id -> the module that holds the game.

    Parameters
    ----------
    shipped
        Those that come with the laboratory.

    Attributes
    ----------
    origins
        Game id -> name and version of the package that brings it, of those of other packages.
    """

    def __init__(self, shipped: Mapping[str, str]) -> None:
        self._homes = dict(shipped)
        self._faults: dict[str, str] = {}
        self._looked = False
        self.origins: dict[str, str] = {}

    def at_hand(self) -> tuple[str, ...]:
        """Return the games that are known without looking for those of other packages."""
        return tuple(self._homes)

    def faults(self) -> Mapping[str, str]:
        """Return what is wrong with games of other packages, a sentence by id and package."""
        self._look()
        return self._faults

    def _look(self) -> None:
        """Add the games of other packages, the first time."""
        if self._looked:
            return
        self._looked = True
        from importlib.metadata import entry_points

        for point in sorted(entry_points(group=GROUP), key=lambda each: each.name):
            origin = origin_of(point)
            fault = f"another game has the id {point.name}" if point.name in self._homes else ""
            fault = fault or why_not(point.value)
            if fault:
                self._faults[f"{point.name} of {origin}"] = fault
            else:
                self._homes[point.name] = point.value
                self.origins[point.name] = origin

    def __getitem__(self, game_id: str) -> str:
        if game_id not in self._homes:
            self._look()
        return self._homes[game_id]

    def __setitem__(self, game_id: str, home: str) -> None:
        self._homes[game_id] = home

    def __delitem__(self, game_id: str) -> None:
        del self._homes[game_id]

    def __iter__(self) -> Iterator[str]:
        self._look()
        return iter(tuple(self._homes))

    def __len__(self) -> int:
        self._look()
        return len(self._homes)


def origin_of(point: EntryPoint) -> str:
    """Return name and version of the package of an entry point."""
    package = point.dist
    return "an unknown package" if package is None else f"{package.name} {package.version}"


def why_not(home: str) -> str:
    """Return why a module cannot be the home of a game, "" if it can.

    Parameters
    ----------
    home
        Its dotted name; its package is imported, the game itself is not.

    Examples
    --------
    >>> why_not("bloodstones.games.battalia.game"), why_not("no_such_package.game")
    ('', "ModuleNotFoundError: No module named 'no_such_package'")
    """
    try:
        import_module(home.removesuffix(MODULE))
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""
