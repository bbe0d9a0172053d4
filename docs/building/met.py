"""What random play meets, from the table that `make met` writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from tests.met import Meeting

HEAD = (
    "## What random play meets\n\nTests play at random beside a second generator of decisions, and "
    "under every other reading. What such play never meets they do not hold, so they count what is "
    "rare, and fail below a bound. A reading is felt if it changed what is legal in one of three "
    "games. `make met` counts anew.\n\n"
    "| | met | times | at least |\n|---|---|---:|---:|\n"
)


def met_of_games(found: Iterable[Meeting], titles: Mapping[str, str]) -> str:
    """Return the section with the counts of all games, and what was not met.

    Parameters
    ----------
    titles
        Of games, by id.
    """
    found = list(found)
    rows = "".join(_line(each, titles[each.game]) for each in found if each.times)
    names = sorted({f"`{each.test.rpartition('::')[2]}`" for each in found})
    tests = f"Counted by {', '.join(names)}.\n"
    return "\n".join([HEAD + rows, tests, *_missed(found, titles)])


def _line(each: Meeting, title: str) -> str:
    return f"| {title} | {each.what} | {each.times} | {each.least or ''} |\n"


def _missed(found: Iterable[Meeting], titles: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each game with what was looked for and not met."""
    missed: dict[str, list[str]] = {}
    for each in found:
        if not each.times:
            missed.setdefault(each.game, []).append(f"`{each.what}`")
    if missed:
        yield (
            "Not met there, and held by the tests that the pages of the games name with each "
            "reading:\n"
        )
    for game, names in missed.items():
        yield f"- {titles[game]}: {', '.join(names)}"
