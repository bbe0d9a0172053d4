"""The filters of templates: numbers, names and lists as a reader says them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bloodstones.report.language import phrases, terms
from bloodstones.report.language.verdicts import intervals_of, needs_of, p_text, verdict_counts
from bloodstones.stats.inference.rounding import PERCENT, show_percent


def with_noun(size: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun: `{{ 3|of("game") }}`.

    >>> with_noun(1, "game"), with_noun(1200, "game"), with_noun(0, "entry", "entries")
    ('one game', '1,200 games', 'no entries')
    """
    return phrases.count(int(size), one, many)


def plural_of(size: int, one: str, many: str | None = None) -> str:
    """Return the word for so many: `{{ n|plural("is", "are") }}`.

    >>> plural_of(1, "is", "are"), plural_of(2, "game")
    ('is', 'games')
    """
    return one if size == 1 else many or f"{one}s"


def span(ends: Sequence[float]) -> str:
    r"""Return two rates as a range: `{{ (low, high)|rates }}`.

    >>> span((0.4, 0.77))
    '40 to 77\xa0%'
    """
    return phrases.rates(*ends)


def from_to_points(ends: Sequence[float]) -> str:
    """Return two distances in points: `from {{ (before, after)|points_to }}`.

    >>> from_to_points((0.174, 0.136)), from_to_points((0.02, 0.011)), from_to_points((0.1, 0.001))
    ('17 to 14 points', '2 to 1 point', '10 to less than 1 point')
    """
    before, after = (phrases.points_word(end) for end in ends)
    return f"{before.partition(' point')[0]} to {after}"


def separator(loop: Any) -> str:
    """Return what follows an item of an English list: `{% for ... %}...{{ loop|sep }}`."""
    if loop.last:
        return ""
    return " and " if loop.revindex == 2 else ", "


def points_up(difference: float) -> str:
    """Return a difference of two rates in points, rounded up: `at most {{ f.most|points_up }}`.

    It follows "at most" and "no more than", so the least is one point.

    >>> points_up(0.0241), points_up(-0.02), points_up(0.0)
    ('3 points', '2 points', '1 point')
    """
    return phrases.points_word(max(1, math.ceil(abs(difference) * 100 - 1e-6)) / 100)


def with_interval(row: Any, column: str = "mean") -> str:
    r"""Return a share of a row with its interval: `{{ row|shown }}`, `{{ row|shown("behind") }}`.

    >>> with_interval({"mean": 0.5, "low": 0.45, "high": 0.55})
    '50\xa0% (45–55\xa0%)'
    """
    ends = ("low", "high") if column in PLAIN else (f"{column}_low", f"{column}_high")
    return phrases.tight(show_percent(row[column], *(row[end] for end in ends)))


PLAIN: Final = ("mean", "rate", "share")  # columns whose interval is `low` and `high`


def points_between(ends: tuple[float, float]) -> str:
    """Return an interval of a difference in points, without its sign.

    >>> points_between((-0.166, -0.122)), points_between((0.012, 0.034))
    ('12 to 17 points', '1 to 3 points')
    """
    low, high = sorted(round(abs(end) * PERCENT) for end in ends)
    return f"{low} to {phrases.points_word(high / PERCENT)}"


FILTERS: Final[Mapping[str, Callable[..., Any]]] = {
    # Numbers: a rate is a per cent, a difference of two rates is points.
    "rate": phrases.rate,
    "rates": span,
    "shown": with_interval,
    "percent": phrases.percent_text,
    "points": phrases.points_word,
    "points_up": points_up,
    "percentage_points": phrases.points,
    "points_to": from_to_points,
    "points_between": points_between,
    "part": phrases.part,
    "within": phrases.within,
    "number": lambda size: phrases.number(int(size)),
    "span": phrases.least_to_most,
    "n": lambda size: phrases.tight(f"n = {int(size):,}"),
    "thousands": lambda size: f"{int(size):,}",
    "of": with_noun,
    "plural": plural_of,
    "ordinal": lambda place: phrases.ordinal(int(place)),
    "players": lambda size: with_noun(size, "player"),
    "with_players": lambda size: phrases.table_of(int(size)),
    "rate_with_n": phrases.rate_text,
    # Names and lists.
    "listing": lambda items, last="and": phrases.listing([str(each) for each in items], last),
    "sep": separator,
    "title": phrases.title,
    "the": phrases.the,
    "role": phrases.role,
    "player": terms.player,
    "quoted": phrases.quoted,
    "capital": phrases.capital,
    "one_line": lambda text: " ".join(str(text).split()),
    # Tables of win rates.
    "table_rows": lambda table: [row for _, row in table.iterrows()],
    "intervals": intervals_of,
    "verdict_counts": verdict_counts,
    "needs": needs_of,
    "p": lambda value: phrases.tight(p_text(float(value))),
}
