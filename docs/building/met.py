"""The rare events of random play, from the table that `make met` writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tests.met import Meeting

HEAD = (
    "## Rare events in random play\n\nTests play at random, compare the legal decisions with a "
    "second generator, and repeat this under every other reading. They cannot check rules that "
    "random play never uses. They therefore count rare events, and fail if a count is below its "
    "bound. A reading counts if it changed the legal decisions in one of three games. `make met` "
    "counts again.\n\n"
    "| | event | times | at least |\n|---|---|---:|---:|\n"
)


def met_of_games(found: Iterable[Meeting], titles: Mapping[str, str]) -> str:
    """Return the section with the counts of all games, and the events that never occurred.

    Parameters
    ----------
    titles
        Titles of games, by id.
    """
    found = list(found)
    rows = "".join(_line(each, titles[each.game]) for each in found if each.times)
    names = sorted({f"`{each.test.rpartition('::')[2]}`" for each in found})
    tests = f"Counted by {', '.join(names)}.\n"
    return "\n".join([HEAD + rows, tests, *_missed(found, titles)])


def _line(each: Meeting, title: str) -> str:
    return f"| {title} | {each.what} | {each.times} | {each.least or ''} |\n"


def _missed(found: Iterable[Meeting], titles: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each game with the events that never occurred."""
    missed: dict[str, list[str]] = {}
    for each in found:
        if not each.times:
            missed.setdefault(each.game, []).append(f"`{each.what}`")
    if missed:
        yield (
            "Not met in random play; the tests named with each reading on the pages of the games "
            "check these:\n"
        )
    for game, names in missed.items():
        yield f"- {titles[game]}: {', '.join(names)}"
