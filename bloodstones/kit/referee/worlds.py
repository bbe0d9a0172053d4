"""What stayed hidden for a while: outcomes of chance that nobody knows until they show.

Each unknown outcome is drawn at first. When a line needs another one (a tile is paid that the hand
does not hold), an unknown outcome is exchanged for one with which everything so far and more of the
line is possible.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from bloodstones.kit.playthrough import Playthrough


@dataclass(frozen=True, slots=True)
class World:
    """A course of a playthrough with other unknown outcomes, and where it leads."""

    codes: tuple[int, ...]
    play: Playthrough


def other_worlds(
    start: Callable[[], Playthrough], codes: Sequence[int], unknown: Collection[int]
) -> Iterator[World]:
    """Yield the worlds with one unknown outcome exchanged, the latest one first.

    Parameters
    ----------
    start
        Returns the playthrough as it begins, with scripted chance.
    codes
        All decisions and outcomes so far, packed.
    unknown
        Places in `codes` of the outcomes that nobody knows.
    """
    before: dict[int, Playthrough] = {}
    play = start()
    for place, code in enumerate(codes):
        if place in unknown:
            before[place] = play.copy()
        play.apply_code(code)
    for place in sorted(before, reverse=True):
        for code in before[place].weighted_outcomes()[0].tolist():
            if code != codes[place]:
                world = _with(before[place].copy(), codes, place, int(code), unknown)
                if world is not None:
                    yield world


def _with(
    play: Playthrough, codes: Sequence[int], place: int, code: int, unknown: Collection[int]
) -> World | None:
    """Return the world with an outcome at a place; None if something known is impossible in it.

    What it displaces takes the place of a later unknown outcome that is not possible any more.
    """
    course = [*codes[:place], code]
    play.apply_code(code)
    spare = codes[place]
    for later in range(place + 1, len(codes)):
        code = codes[later]
        if play.over or not play.allows(code):
            if later not in unknown or play.over or not play.allows(spare):
                return None
            code, spare = spare, code
        course.append(code)
        play.apply_code(code)
    return World(tuple(course), play)
