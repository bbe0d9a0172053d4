"""How the summary writes games, roles, rates and tables of so many players."""

from __future__ import annotations

from functools import cache
from typing import Final

from bloodstones.games import registry
from bloodstones.report.language.phrases import capital, title
from bloodstones.report.language.terms import FACTION
from bloodstones.stats.inference.rounding import PERCENT

SHORT: Final = 2  # letters of an id that is no name: the role comes before it


@cache
def game_title(game_id: str) -> str:
    """Return the name of a game.

    >>> game_title("bloodstones")
    'Bloodstones'
    """
    return registry.game_entry(game_id).title


@cache
def role_of(game_id: str) -> str:
    """Return what a game calls what a seat takes, in a word."""
    columns = registry.load_game(game_id).columns
    return next((each.words for each in columns if each.name == FACTION), FACTION)


def role_name(game_id: str, who: str) -> str:
    """Return the name of a role; the word for roles comes before an id that is no name."""
    named = title(who)
    return f"{capital(role_of(game_id))} {named}" if len(who) <= SHORT else named


def name_with(game_id: str, who: str, baseline: str) -> str:
    """Return the name of a role with its baseline, where that is not the printed game."""
    return f"{role_name(game_id, who)} ({baseline})" if baseline else role_name(game_id, who)


def whole(share: float) -> str:
    """Return a share as a whole number of per cent, without the sign.

    >>> whole(0.456)
    '46'
    """
    return f"{share * PERCENT:.0f}"


def span(low: float, high: float) -> str:
    """Return two shares as a range of whole per cent; alike ones once.

    >>> span(0.48, 0.62), span(0.501, 0.499)
    ('48–62 %', '50 %')
    """
    ends = dict.fromkeys(whole(share) for share in (low, high))
    return f"{'–'.join(ends)} %"
