"""A list of games that people played, as a tidy table: one row a seat a game.

The table has the columns that results of a study have, so that the same statistics apply: the
strategy of a seat is its player, the faction its role.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.errors import InputError, expected, near_matches
from bloodstones.stats.league.columns import (
    DATE,
    FINISHED,
    GAME,
    LINE,
    MAP,
    NUMBER,
    OF_GAME,
    PLAYER,
    RANK,
    RESULT,
    ROLE,
    SCORE,
    SEAT,
    WON,
    ask_for,
    by_seats,
    named_columns,
    plain,
    seat_columns,
)
from bloodstones.stats.setups import LINE_UP, ORDERS, SETUP

if TYPE_CHECKING:
    import pandas as pd

FEWEST, MOST = 2, 20  # players of a game
LEFT_OUT: Final = ("reason", "games", "lines")
NO_RESULT: Final = frozenset({"", "-", "–", "?", "n/a", "na", "nan", "none", "null"})
LAST: Final = frozenset({"dnf", "resigned", "retired", "conceded", "dropped", "eliminated", "out"})
YES: Final = frozenset({"yes", "y", "true", "1", "1.0", "x", "w", "win", "won", "winner", "✓"})
NO: Final = frozenset({"no", "n", "false", "0", "0.0", "", "l", "loss", "lost", "loser", "-"})
DRAWN: Final = frozenset({"draw", "d", "tie", "tied", "drawn", "0.5", "0,5", "½", "1/2"})
RANKED: Final = re.compile(r"[t=]?\s*(\d{1,3}(?:[.,]\d+)?)\s*(?:\.|st|nd|rd|th|=)?", re.IGNORECASE)
POINTS: Final = re.compile(r"([-+−]?)(\d[\d.,' \u00a0\u202f]*)\s*(?:points?|pts?|vps?)?", re.I)
THOUSANDS: Final = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*")
BETWEEN_WINNERS: Final = re.compile(r"\s*(?:[,/&+;]|\band\b)\s*")
UNNAMED: Final = "(no name)"
UNFINISHED: Final = "not finished"
NO_WINNER: Final = "no result"
NO_SCORE: Final = "a seat without a result"
TOO_FEW: Final = "fewer than two players"
NO_ROLE: Final = "a seat without a role"
SEASONS: Final = "do numbers begin again each season? Join two columns: --column game=season+game"
NAMED_SEATS: Final = "do seats have names? Use them as roles: --column role=HEADING"
LINES_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class GameNames:
    """What a game of the laboratory calls its roles and boards; nothing for any other game.

    Attributes
    ----------
    title
        Of the game, as the report names it.
    roles, boards
        Name -> id; capitals, blanks and marks do not matter.
    id
        Of the game; "" for a game that is not in the laboratory.
    """

    title: str
    roles: Mapping[str, str] = field(default_factory=dict)
    boards: Mapping[str, str] = field(default_factory=dict)
    id: str = ""


@dataclass(frozen=True, slots=True)
class League:
    """Games that people played.

    Attributes
    ----------
    rows
        One row a seat a game: `game` (label), `date`, `players`, `map`, `seat` (from 0), `faction`
        (the role), `strategy` (the player), `score` (nan where there is none), `rank` (1 the best,
        equal when shared), `win_credit` (1/k for each of k winners), and the columns that all
        results have: `cell`, `replicate`, `finished`. Without a column for seats, `seat` is the
        order of the lines, which may be that of the ranks.
    left_out
        `reason`, `games`, `lines` (of the file, the first few).
    names
        Of the game.
    used
        What a column holds -> the headings of the file.
    ignored
        Headings that were not used.
    word
        What the file calls a role, in small letters: "faction".
    sha256
        Of the file or table.
    """

    rows: pd.DataFrame
    left_out: pd.DataFrame
    names: GameNames
    used: Mapping[str, tuple[str, ...]]
    ignored: tuple[str, ...]
    word: str
    sha256: str

    @property
    def games(self) -> int:
        """The number of games."""
        return int(self.rows["replicate"].nunique())

    @property
    def effects(self) -> tuple[str, ...]:
        """The columns of what may be strong or weak: players, roles and seats that the list has."""
        columns = {PLAYER: "strategy", ROLE: "faction", SEAT: "seat"}
        return tuple(column for what, column in columns.items() if self.has(what))

    def has(self, what: str) -> bool:
        """Whether the list has a column for something, such as `seat`, with two values or more."""
        column = {ROLE: "faction", PLAYER: "strategy"}.get(what, what)
        return what in self.used and self.rows[column].nunique() > 1


def read_league(
    table: pd.DataFrame,
    names: GameNames,
    columns: Mapping[str, str],
    where: str,
    *,
    lowest_wins: bool = False,
    content: bytes = b"",
) -> League:
    """Return the games of a table of texts.

    Parameters
    ----------
    table
        One row a seat or one row a game, as of `file.table_of`; the index is shown in errors as
        the line.
    names
        Of the game that was played.
    columns
        What a column holds -> its heading, where the heading does not say so.
    where
        The file, for errors.
    lowest_wins
        Whether the lowest score wins.
    content
        The file, for its hash; by default the table as CSV.

    Raises
    ------
    InputError
        A column is missing, or a line cannot be understood.
    """
    long, used = _one_row_a_seat(table, columns, where)
    if long.empty:
        raise expected("at least one game below the headings", "none", where)
    word = plain(used[ROLE][0]) if ROLE in used else ""
    tidy = _values(long, used, where)
    tidy, left_out = _complete(tidy, used, where)
    if tidy.empty:
        lines = left_out.itertuples(index=False)
        reasons = "; ".join(f"{games} left out ({why})" for why, games, _ in lines)
        raise InputError(f"expected at least one finished game, got none: {reasons} ({where})")
    ranked = _ranked(tidy, used, lowest_wins, where)
    for what, column, known in ((ROLE, "faction", names.roles), (MAP, "map", names.boards)):
        if what in used:
            ranked[column] = _spelled(ranked[column], known, what, names, where)
    if PLAYER in used:
        ranked["strategy"] = _spelled(ranked["strategy"], {}, PLAYER, names, where)
    headings = {name for group in used.values() for name in group}
    ignored = tuple(str(name) for name in table if name not in headings)
    digest = hashlib.sha256(content or table.to_csv().encode()).hexdigest()
    plural = word if re.fullmatch("[a-z ]{2,30}", word) else ROLE
    return League(_tidy(ranked, used), left_out, names, used, ignored, plural, digest)


def _one_row_a_seat(
    table: pd.DataFrame, given: Mapping[str, str], where: str
) -> tuple[pd.DataFrame, dict[str, tuple[str, ...]]]:
    """Return one row a seat with what columns hold as their names, and the headings used."""
    headings = [str(name) for name in table]
    used = named_columns(headings, given, where)
    seats = {} if PLAYER in used or ROLE in used else seat_columns(headings)
    if seats:
        long = by_seats(table, seats)
        numbered = {
            what: tuple(held[what] for held in seats.values() if held.get(what))
            for what in dict.fromkeys(what for held in seats.values() for what in held)
        }
        used = {**{what: one for what, one in used.items() if what not in numbered}, **numbered}
        long = long.rename(columns={used[what][0]: what for what in used if what not in numbered})
        for what in numbered:
            long[what] = long[what].fillna("")
        if GAME not in used:
            long[GAME] = long[LINE].astype(str)
    else:
        long = _renamed(table, used)
        long[NUMBER], long[LINE] = 0, table.index
    if PLAYER not in used and ROLE not in used:
        raise ask_for(PLAYER, headings, used, where)
    if GAME not in long:
        raise ask_for(GAME, headings, used, where)
    if not any(what in used for what in RESULT):
        raise ask_for(RANK, headings, used, where)
    kept = [what for what in (*OF_GAME, PLAYER, ROLE, SEAT, *RESULT) if what in long]
    return long[[*kept, NUMBER, LINE]].reset_index(drop=True), used


def _renamed(table: pd.DataFrame, used: Mapping[str, Sequence[str]]) -> pd.DataFrame:
    """Return the used columns by what they hold; several that make a game are joined."""
    columns: dict[str, Any] = {}
    for what, names in used.items():
        column = table[names[0]]
        for name in names[1:]:
            column = column + " · " + table[name]
        columns[what] = column
    return table[[]].assign(**columns)


def _values(long: pd.DataFrame, used: Mapping[str, object], where: str) -> pd.DataFrame:
    """Return the rows with numbers where numbers are meant; InputError for the first that is none.

    `rank` and `score` are nan where there is none, infinite for who gave up.
    """
    texts = long.assign(**{what: "" for what in (DATE, MAP, ROLE, PLAYER) if what not in long})
    empty = texts[GAME].eq("") & texts[PLAYER].eq("") & texts[ROLE].eq("")
    texts = texts[~empty]
    nameless = texts[texts[GAME].eq("")]
    if len(nameless):
        raise expected("a game in each line", "none", f"{where} line {nameless[LINE].iloc[0]}")
    readers: list[tuple[str, Callable[[str], float | None], str]] = [
        (RANK, _rank, "a rank such as 1 or 2nd"),
        (SEAT, _seat, f"a seat from 1 to {MOST}"),
    ]
    if SCORE in used:
        decimal = _decimal_comma(texts[SCORE])
        readers.append((SCORE, lambda text: _points(text, decimal), "a score, such as 12 or 7.5"))
    if WON in used and not _names_winners(texts):
        readers.append((WON, _won, "yes, no or draw"))
    if FINISHED in used:
        readers.append((FINISHED, _won, "yes or no"))
    for what, reader, wanted in readers:
        if what not in texts:
            continue
        values = {text: reader(text) for text in texts[what].unique()}
        bad = texts[texts[what].map(lambda text, known=values: known[text] is None)]
        if len(bad):
            line = bad.iloc[0]
            place = f"{where} line {line[LINE]}, {what}"
            raise expected(wanted, line[what], place, NAMED_SEATS if what == SEAT else None)
        texts = texts.assign(**{what: texts[what].map(values).astype(float)})
    return texts


def _rank(text: str) -> float | None:
    """Return a rank; nan for none, infinity for who gave up, None for what is no rank.

    >>> [_rank(text) for text in ("1", "2nd", "=3", "T4", "DNF", "", "first?")]
    [1.0, 2.0, 3.0, 4.0, inf, nan, None]
    """
    small = text.casefold()
    if small in NO_RESULT:
        return float("nan")
    if small in LAST:
        return float("inf")
    match = RANKED.fullmatch(small)
    return None if match is None else float(match[1].replace(",", "."))


def _seat(text: str) -> float | None:
    """Return the number of a seat; nan for none, None for what is none.

    >>> [_seat(text) for text in ("2nd", "", "21", "north")]
    [2.0, nan, None, None]
    """
    number = None if text.casefold() in LAST else _rank(text)
    return None if number is not None and number > MOST else number


def _decimal_comma(texts: pd.Series[str]) -> bool:
    """Whether commas in scores are decimal: not where each parts thousands.

    >>> import pandas as pd
    >>> [_decimal_comma(pd.Series(each)) for each in (["1,5"], ["1,200"], ["1,200.5"], ["1.200,5"])]
    [True, False, False, True]
    """
    with_comma = [text for text in texts.unique() if "," in text]
    if any("." in text for text in with_comma):
        return all(text.rfind(",") > text.rfind(".") for text in with_comma)
    return not all(THOUSANDS.fullmatch(text.lstrip("-+−")) for text in with_comma)


def _points(text: str, decimal_comma: bool) -> float | None:
    """Return a score; nan for none, minus infinity for who gave up, None for what is no number.

    >>> _points("12,5", True), _points("1,250 pts", False), _points("-3", False)
    (12.5, 1250.0, -3.0)
    """
    small = text.casefold()
    if small in NO_RESULT:
        return float("nan")
    if small in LAST:
        return float("-inf")
    match = POINTS.fullmatch(small)
    if match is None:
        return None
    digits = re.sub(r"['\s\u00a0\u202f]", "", match[2]).rstrip(".,")
    parted, point = (".", ",") if decimal_comma else (",", ".")
    try:
        value = float(digits.replace(parted, "").replace(point, "."))
    except ValueError:
        return None
    return -value if match[1] in ("-", "−") and match[1] else value


def _won(text: str) -> float | None:
    """Return 1 for yes, 0 for no, a half for a draw, None for anything else."""
    small = text.casefold()
    return 1.0 if small in YES else 0.0 if small in NO else 0.5 if small in DRAWN else None


def _names_winners(texts: pd.DataFrame) -> bool:
    """Whether the column `won` has the names of winners, and not yes or no."""
    said = texts[WON].map(_won)
    if said.notna().all():
        return False
    same = texts.groupby(GAME)[WON].nunique().le(1).all()
    return bool(same)


def _complete(
    rows: pd.DataFrame, used: Mapping[str, object], where: str
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the games that count, and why others were left out."""
    import pandas as pd

    _refuse_twice(rows, used, where)
    reasons: dict[str, str] = {}
    for label, group in rows.groupby(GAME, sort=False):
        reason = _reason(group, used)
        if len(group) > MOST:
            place = f"{where} line {group[LINE].iloc[0]}"
            raise expected(
                f"at most {MOST} players in a game", f"{len(group)} in game {label}", place, SEASONS
            )
        if reason:
            reasons[str(label)] = reason
    lines = []
    for reason, games in Counter(reasons.values()).items():
        labels = [label for label, each in reasons.items() if each == reason]
        at = rows[rows[GAME].isin(labels[:LINES_SHOWN])].groupby(GAME, sort=False)[LINE].first()
        more = ", …" if len(labels) > LINES_SHOWN else ""
        lines.append((reason, games, ", ".join(map(str, at)) + more))
    left = pd.DataFrame(lines, columns=list(LEFT_OUT))
    return rows[~rows[GAME].isin(list(reasons))], left


def _reason(group: pd.DataFrame, used: Mapping[str, object]) -> str:
    """Return why a game does not count; "" where it does."""
    from pandas.api.types import is_numeric_dtype

    if FINISHED in used and (group[FINISHED] == 0).any():
        return UNFINISHED
    if len(group) < FEWEST:
        return TOO_FEW
    if ROLE in used and group[ROLE].eq("").any():
        return NO_ROLE
    numbers = next((group[what] for what in (RANK, SCORE) if what in used), None)
    if RANK in used and group[RANK].isna().all() and SCORE in used:
        numbers = group[SCORE]
    decided = WON in used and (
        group[WON].gt(0).any() if is_numeric_dtype(group[WON]) else group[WON].ne("").any()
    )
    if numbers is None or numbers.isna().all():
        return "" if decided else NO_WINNER
    if numbers.isna().any() and not decided and not (numbers < 2).any():
        return NO_SCORE
    if numbers.isna().any() and RANK not in used:
        return NO_SCORE
    return ""


def _refuse_twice(rows: pd.DataFrame, used: Mapping[str, object], where: str) -> None:
    """Raise InputError where a player or a seat is twice in a game."""
    for what in (PLAYER, SEAT):
        if what not in used:
            continue
        held = rows[rows[what].notna() & rows[what].ne("")]
        keys = held.assign(**{what: held[what].astype(str).str.casefold()})
        twice = keys[keys.duplicated([GAME, what], keep=False)]
        if len(twice):
            first = twice.iloc[0]
            same = twice[(twice[GAME] == first[GAME]) & (twice[what] == first[what])]
            lines = " and ".join(map(str, same[LINE].iloc[:2]))
            shown = str(held[what].loc[same.index[0]]).removesuffix(".0")
            raise expected(
                f"each {what} once in a game",
                f"{shown} twice in game {first[GAME]}",
                f"{where} lines {lines}",
                SEASONS,
            )


def _ranked(
    rows: pd.DataFrame, used: Mapping[str, object], lowest_wins: bool, where: str
) -> pd.DataFrame:
    """Return rows with `rank` (1 the best, equal when shared) and `win_credit`."""
    import numpy as np
    from pandas.api.types import is_numeric_dtype

    rows = rows.copy()
    if WON in used and not is_numeric_dtype(rows[WON]):
        rows[WON] = _winners(rows, where)
    first = -rows[WON].fillna(0) if WON in used else np.zeros(len(rows))
    score = np.zeros(len(rows))
    if SCORE in used:
        score = rows[SCORE].to_numpy(float) * (1 if lowest_wins else -1)
        score = np.where(np.isinf(rows[SCORE]), np.inf, np.nan_to_num(score, nan=0.0))
    place = rows[RANK].to_numpy(float) if RANK in used else np.full(len(rows), np.nan)
    ranks = rows.assign(_place=place, _first=first, _score=score)
    unranked = ranks.groupby(GAME)["_place"].transform(lambda each: each.isna().all())
    ranks["_place"] = ranks["_place"].fillna(np.inf).where(~unranked, 0.0)
    # Winners are first. Without ranks, scores order the others; ranks that are there decide.
    ranks["_score"] = ranks["_score"].where(unranked, 0.0)
    keys = ["_first", "_place", "_score"] if RANK not in used else ["_place", "_first", "_score"]
    order = ranks.sort_values([GAME, *keys], kind="stable")
    change = order[[GAME, *keys]].ne(order[[GAME, *keys]].shift()).any(axis=1)
    number = order.groupby(GAME).cumcount() + 1
    rank = number.where(change).groupby(order[GAME]).ffill().astype(int)
    rows["rank"] = rank.reindex(rows.index)
    best = rows["rank"].eq(1)
    winners = best.groupby(rows[GAME]).transform("sum")
    return rows.assign(
        win_credit=np.where(best, 1 / winners, 0.0), strategy=rows[PLAYER], faction=rows[ROLE]
    )


def _winners(rows: pd.DataFrame, where: str) -> pd.Series[float]:
    """Return 1 for the seats that the column `won` names by player or role, else 0."""
    import pandas as pd

    names = rows[[PLAYER, ROLE]].apply(lambda column: column.str.casefold())
    said = rows[WON].str.casefold()
    plainly = said.eq(names[PLAYER]) | said.eq(names[ROLE])
    single = plainly.groupby(rows[GAME]).transform("any")
    parts = said.map(lambda text: {part for part in BETWEEN_WINNERS.split(text) if part})
    among = [
        bool({player, role} & wanted)
        for player, role, wanted in zip(names[PLAYER], names[ROLE], parts, strict=True)
    ]
    wins = plainly.where(single, pd.Series(among, rows.index)) & said.ne("")
    hit = wins.groupby(rows[GAME]).transform("any")
    missing = rows[~hit & said.ne("") & ~said.isin(NO_RESULT)]
    if len(missing):
        line = missing.iloc[0]
        there = ", ".join(rows.loc[rows[GAME] == line[GAME], PLAYER if line[PLAYER] else ROLE])
        raise expected(f"a winner among {there}", line[WON], f"{where} line {line[LINE]}, {WON}")
    return wins.astype(float)


def _spelled(
    texts: pd.Series[str], known: Mapping[str, str], what: str, names: GameNames, where: str
) -> pd.Series[str]:
    """Return names with one spelling each: the ids of the game, or else the most frequent one."""
    counts = Counter(texts)
    common: dict[str, str] = {}
    for name, _ in counts.most_common():
        common.setdefault(_letters(name), name)
    spelled = {name: common[_letters(name)] or UNNAMED for name in counts}
    if known:
        by_letters = {_letters(name): each for name, each in known.items()}
        for name in counts:
            if _letters(name) not in by_letters:
                tip = (
                    near_matches(_letters(name), by_letters)
                    or f"known: {', '.join(sorted(set(known.values())))}"
                )
                raise expected(f"a {what} of {names.title}", name, where, tip)
            spelled[name] = by_letters[_letters(name)]
    return texts.map(spelled)


def _letters(name: str) -> str:
    """Return a name without capitals, blanks and marks, by which two spellings are one."""
    return "".join(part for part in re.split(r"[\W_]+", name.casefold()) if part) or name


def _tidy(rows: pd.DataFrame, used: Mapping[str, object]) -> pd.DataFrame:
    """Return the tidy table, games in the order of the file."""
    import pandas as pd

    games = pd.factorize(rows[GAME])[0]
    order = rows.groupby(GAME).cumcount()
    seat = order
    if SEAT in used and rows[SEAT].notna().all():
        seat = rows[SEAT].astype(int) - int(rows[SEAT].min() > 0)
    tidy = pd.DataFrame(
        {
            "game": rows[GAME],
            "date": rows[DATE],
            "players": rows.groupby(GAME)[GAME].transform("size"),
            "map": rows[MAP],
            "seat": seat,
            "faction": rows["faction"],
            "strategy": rows["strategy"],
            "score": rows[SCORE] if SCORE in used else float("nan"),
            "rank": rows["rank"],
            "win_credit": rows["win_credit"],
            "finished": True,
            "cell": "games",
            "replicate": games,
        }
    )
    # Games of people are a sample of games, and no sample of orders of some line-ups.
    tidy[SETUP], tidy[ORDERS] = "", 1
    members = tidy.sort_values("faction").groupby("replicate")["faction"].agg("+".join)
    board = tidy["map"] + "/" if MAP in used else ""
    tidy[LINE_UP] = board + tidy["replicate"].map(members)
    return tidy.sort_values(["replicate", "seat"], kind="stable", ignore_index=True)
