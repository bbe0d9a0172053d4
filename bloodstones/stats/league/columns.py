"""Which column of a list of games holds what: by its heading, or as the user says."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.errors import expected
from bloodstones.core.faults import nearest

if TYPE_CHECKING:
    import pandas as pd

GAME, PLAYER, ROLE, SEAT = "game", "player", "role", "seat"
RANK, SCORE, WON = "rank", "score", "won"
MAP, DATE, FINISHED = "map", "date", "finished"
# What a column can hold -> headings that say so, in small letters.
HEADINGS: Final[Mapping[str, tuple[str, ...]]] = {
    GAME: ("game", "game id", "game number", "game no", "match", "match id", "table", "table id"),
    PLAYER: ("player", "player name", "name", "user", "username", "user name", "participant"),
    ROLE: (
        *("role", "faction", "race", "army", "side", "character", "civilization", "civilisation"),
        *("civ", "nation", "clan", "house", "party", "species", "corporation", "leader", "deck"),
        *("colour", "color", "empire", "class"),
    ),
    SEAT: ("seat", "seat number", "turn order", "start position", "starting position"),
    RANK: ("rank", "place", "placement", "placing", "finish", "finishing place"),
    SCORE: (
        "score",
        "scores",
        "points",
        "vp",
        "victory points",
        "vps",
        "final score",
        "total score",
    ),
    WON: ("won", "win", "winner", "is winner", "winners", "victory"),
    MAP: ("map", "board", "scenario"),
    DATE: ("date", "day", "played on", "date played"),
    FINISHED: ("finished", "completed", "complete"),
}
RESULT: Final = (RANK, SCORE, WON)
OF_GAME: Final = (GAME, MAP, DATE, FINISHED)  # what all seats share
JOINED: Final = "+"
WORDS: Final = re.compile(r"[^\W_]+")
NUMBERED: Final = re.compile(r"(?<!\d)([1-9]|1[0-9]|20)(st|nd|rd|th)?(?!\d)", re.IGNORECASE)
SEPARATED: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[a-zA-Z])(?=\d)")
LINE: Final = "_line"
NUMBER: Final = "_number"  # of the heading that a seat comes from, where a row is a game
SHOWN: Final = 12


def plain(heading: str) -> str:
    """Return a heading in small letters, its words with one blank between them.

    >>> plain("Victory_Points:"), plain("playerName")
    ('victory points', 'player name')
    """
    return " ".join(WORDS.findall(SEPARATED.sub(" ", heading).casefold().replace("_", " ")))


def meaning(heading: str) -> str:
    """Return what a heading says that its column holds; "" where it is none of `HEADINGS`."""
    words = plain(heading)
    return next((what for what, known in HEADINGS.items() if words in known), "")


def named_columns(
    headings: Sequence[str], given: Mapping[str, str], where: str
) -> dict[str, tuple[str, ...]]:
    """Return the headings of what a list holds, by what they hold.

    Parameters
    ----------
    headings
        Of the file.
    given
        What the user says: what a column holds -> its heading; several, joined by "+", make a game.
    where
        The name of the file, for errors.

    Raises
    ------
    InputError
        `given` names something that there is not, or two headings mean the same.
    """
    used: dict[str, tuple[str, ...]] = {}
    for what, text in given.items():
        if what not in HEADINGS:
            wanted = f"one of {', '.join(HEADINGS)} before the = sign"
            raise expected(wanted, what, "--column", nearest(what, list(HEADINGS)))
        names = [text] if text in headings else text.split(JOINED)
        used[what] = tuple(_heading(name, headings) for name in names)
        if len(used[what]) > 1 and what != GAME:
            raise expected(
                f"one heading for {what}; only {GAME} can join several", text, "--column"
            )
    taken = {name for names in used.values() for name in names}
    for name in headings:
        what = meaning(name)
        if not what or name in taken or what in given:
            continue
        if what in used:
            raise expected(
                f"one column for the {what}",
                f"{used[what][0]} and {name}",
                where,
                f"choose one with --column {what}={_quoted(name)}",
            )
        used[what] = (name,)
    return used


def seat_columns(headings: Sequence[str]) -> dict[int, dict[str, str]]:
    """Return the headings of each seat where a row is a game: number -> what -> heading.

    "Player 2", "faction_2", "P2 Score" and "2nd place" are such headings. "2nd" is the player who
    came second. The heading is "" where the number itself is the value.

    >>> seat_columns(["Date", "Player 1", "P1 score", "Player 2", "P2 score"])
    {1: {'player': 'Player 1', 'score': 'P1 score'}, 2: {'player': 'Player 2', 'score': 'P2 score'}}
    >>> seat_columns(["1st", "1st faction", "2nd", "2nd faction"])[2]
    {'player': '2nd', 'rank': '', 'role': '2nd faction'}
    """
    seats: dict[int, dict[str, str]] = {}
    for name in headings:
        match = NUMBERED.search(name)
        if match is None:
            continue
        words = plain(NUMBERED.sub(" ", name, count=1)).split()
        rest = " ".join(words[1:] if len(words) > 1 and words[0] in ("p", PLAYER, SEAT) else words)
        ordered = match[2] is not None and rest in ("", "place", PLAYER)
        what = PLAYER if ordered or rest in ("p", SEAT) else meaning(rest)
        if not what or what in OF_GAME:
            continue
        seat = seats.setdefault(int(match[1]), {})
        seat.setdefault(what, name)
        if rest == SEAT:
            seat[SEAT] = ""
        if match[2] is not None:
            seat[RANK] = ""
    return dict(sorted(seats.items())) if len(seats) > 1 else {}


def by_seats(table: pd.DataFrame, seats: Mapping[int, Mapping[str, str]]) -> pd.DataFrame:
    """Return one row a seat of a table with one row a game; seats without any text are left out.

    Parameters
    ----------
    seats
        As of `seat_columns`.

    Returns
    -------
    DataFrame
        What all seats share under its own headings; what seats have under what it holds.
    """
    import pandas as pd

    numbered = {name for seat in seats.values() for name in seat.values()}
    shared = table[[name for name in table if name not in numbered]]
    parts = []
    for number, held in seats.items():
        columns: dict[str, Any] = {
            what: table[name] if name else str(number) for what, name in held.items()
        }
        of_seat = table[[name for name in held.values() if name]]
        part = shared.assign(**columns)
        part[NUMBER], part[LINE] = number, table.index
        parts.append(part[(of_seat != "").any(axis=1)])
    return pd.concat(parts).sort_values([LINE, NUMBER], kind="stable")


def ask_for(
    what: str, headings: Sequence[str], used: Mapping[str, Sequence[str]], where: str
) -> Exception:
    """Return the error for a column that is missing, which asks for its heading."""
    taken = {name for names in used.values() for name in names}
    free = [name for name in headings if name not in taken]
    known = ", ".join(HEADINGS[what][:3])
    shown = ", ".join(_quoted(name) for name in headings[:SHOWN])
    more = f" and {len(headings) - SHOWN} more" if len(headings) > SHOWN else ""
    example = _quoted(free[0]) if free else "HEADING"
    return expected(
        f"a column for the {what}, such as {known}",
        _Raw(f"{shown}{more}" if shown else "none"),
        where,
        f"which column is it? Name it: --column {what}={example}",
    )


class _Raw(str):
    """A text that is shown as it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _heading(name: str, headings: Sequence[str]) -> str:
    """Return the heading of the file that a user means, whatever its capitals."""
    wanted = name.strip().casefold()
    for each in headings:
        if each.casefold() == wanted:
            return each
    raise expected("a heading of the file", name.strip(), "--column", nearest(name, list(headings)))


def _quoted(name: str) -> str:
    """Return a heading as a shell takes it."""
    return f'"{name}"' if " " in name else name
