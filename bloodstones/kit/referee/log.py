"""The text of a whole game: a few lines that say what was played, then what happened.

game: dare
players: human, human
# what follows a number sign is a remark
seat 1: draw 2, 4
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import Faults
from bloodstones.core.files.datafile import read_text
from bloodstones.kit.referee.entering import Referee

GAME, MAP, PLAYERS, SEED = "game", "map", "players", "seed"
SEVERAL: Final = ("set", "option", "choice")
HEADINGS: Final = (GAME, MAP, PLAYERS, SEED, *SEVERAL)
REMARK: Final = " #"
MOST_LINES: Final = 20_000
LONGEST_LINE: Final = 2_000


@dataclass(frozen=True, slots=True)
class Log:
    """A text of a game.

    Attributes
    ----------
    name
        Of the file, for errors.
    raw
        Its lines as they are.
    headings
        Key -> what it says; `set`, `option` and `choice` may have several.
    begins
        How many of its lines come before the first that says what happened.
    """

    name: str
    raw: tuple[str, ...]
    headings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    begins: int = 0

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield number and text of every line that says what happened."""
        for number, raw in enumerate(self.raw[self.begins :], self.begins + 1):
            text = without_remark(raw)
            if text:
                yield number, text

    def enter(self, referee: Referee) -> list[tuple[str, ...]]:
        """Enter all lines; return each as it is in the file, with the remarks before it.

        Raises
        ------
        InputError
            At the first line that cannot be entered; it names the line.
        """
        kept, done = list[tuple[str, ...]](), self.begins
        for number, text in self.lines():
            try:
                referee.enter(text)
            except InputError as error:
                where = f"{self.name} line {number}"
                raise InputError(f"{error.message} ({where})", error.tip) from None
            kept.append(self.raw[done:number])
            done = number
        return kept


def without_remark(raw: str) -> str:
    """Return a line without its remark.

    >>> without_remark("draw 4 # the last one"), without_remark("# Turn 3"), without_remark("#3")
    ('draw 4', '', '#3')
    """
    text = f" {raw}".partition(f"{REMARK} ")[0].strip()
    return "" if text == REMARK.strip() else text


def load_log(path: Path) -> Log:
    """Return the text of a game in a file; InputError if it cannot be read."""
    faults = Faults()
    text = read_text(path, faults)
    faults.raise_if_any()
    return read_log(text or "", str(path))


def read_log(text: str, name: str) -> Log:
    """Return the text of a game.

    Parameters
    ----------
    text
        Its lines.
    name
        Of the file, for errors.

    Raises
    ------
    InputError
        If a heading is there twice, or the text is too long.
    """
    raw = tuple(text.splitlines())
    if len(raw) > MOST_LINES:
        raise expected(f"at most {MOST_LINES:,} lines", f"{len(raw):,}", name)
    headings: dict[str, tuple[str, ...]] = {}
    begins = 0
    for number, line in enumerate(raw, 1):
        if len(line) > LONGEST_LINE:
            where = f"{name} line {number}"
            raise expected(f"at most {LONGEST_LINE:,} characters", f"{len(line):,}", where)
    for number, line in enumerate(raw, 1):
        bare = without_remark(line)
        key, colon, value = bare.partition(":")
        key = key.strip().lower()
        if bare and not (colon and key in HEADINGS):
            break
        begins = number
        if not bare:
            continue
        if key in headings and key not in SEVERAL:
            raise InputError(
                f"{key} is there twice ({name} line {number})", "leave one of them out"
            )
        headings[key] = (*headings.get(key, ()), value.strip())
    return Log(name, raw, headings, begins)
