"""The groups of a section's figures (factions, strategies, places), and the words for them.

The texts that all reports share speak of factions, rounds and start players. A game has its own
words for them (`contract.game_report.GameText.terms`), and a report may tell its what-ifs, its
sensitivity and its restricted play by something else than the faction (`by` in report.toml).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bloodstones.core.text import plural
from bloodstones.report.document.model import Block, Pair, Paragraph, Picture, Table
from bloodstones.report.language.groups import (
    ALL,
    FACTION,
    GROUP,
    GROUPED,
    GROUPS,
    SEATS_CHANGED,
    TURN_ORDER,
)
from bloodstones.report.language.wording import ORDINALS, capital, the

if TYPE_CHECKING:
    import pandas as pd

Terms = Mapping[str, str]

PLACES: Final = tuple(f"{capital(place)} to move" for place in ORDINALS)


def regrouped(rows: pd.DataFrame, by: str, names: Mapping[str, str]) -> pd.DataFrame:
    """Return the rows with a column `GROUP` of what figures are grouped by, if not by the faction.

    Parameters
    ----------
    by
        One of `GROUPS`.
    names
        Of the strategies by id.
    """
    if by == FACTION:
        return rows
    if by == ALL:
        return rows.assign(**{GROUP: ALL})
    if by == "strategy":
        return rows.assign(**{GROUP: rows[by].map(names)})
    return rows.assign(**{GROUP: rows[by].map(PLACES.__getitem__)})


def named(name: str, by: str) -> str:
    """Return the group that figures are of, as the subject of a sentence.

    >>> named("red_army", "faction"), named("Bold, tuned", "strategy")
    ('the Red Army', 'Bold, tuned')
    """
    return the(name) if by == FACTION else name


def group_column(rows: pd.DataFrame) -> str:
    """Return the column that figures are grouped by."""
    return GROUP if GROUP in rows else FACTION


def in_order(names: Iterable[str]) -> list[str]:
    """Return groups in order: places by their number, all else by name.

    >>> in_order(["Second to move", "First to move", "Third to move"])
    ['First to move', 'Second to move', 'Third to move']
    """
    distinct = sorted(set(names))
    return sorted(distinct, key=lambda name: PLACES.index(name) if name in PLACES else -1)


def terms_of(game_terms: Terms, role: str = FACTION, section: str = "", by: str = FACTION) -> Terms:
    """Return the words of a section: those of the game, or of the groups of its figures.

    Parameters
    ----------
    game_terms
        The words of the game.
    role
        What a seat takes there, in a word; a word of the game's own comes before it.
    section, by
        The section, and what the report tells its figures by.

    Examples
    --------
    >>> terms_of({}, "party"), terms_of({"faction": "army"}, "party")["factions"]
    ({'faction': 'party', 'factions': 'parties'}, 'parties')
    >>> terms_of({"faction": "army", "round": "day"}, "army", "what_ifs", "strategy")["faction"]
    'strategy'
    """
    roles = {} if role == FACTION else {FACTION: role, plural(FACTION): plural(role)}
    by = TURN_ORDER if section == SEATS_CHANGED else by
    if section not in GROUPED or by == FACTION:
        return {**roles, **game_terms}
    one, many = GROUPS[by]
    return {**game_terms, FACTION: one, plural(FACTION): many}


def speak(text: str, terms: Terms) -> str:
    """Return a text with every term in its words, capitals kept.

    >>> speak("Factions of a faction, satisfaction.", {"faction": "army", "factions": "armies"})
    'Armies of a army, satisfaction.'
    """
    if not terms:
        return text
    ordered = sorted(terms, key=len, reverse=True)
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, ordered))})\b", re.IGNORECASE)

    def spoken(match: re.Match[str]) -> str:
        word = match[0]
        term = terms[word.lower()]
        return capital(term) if word[0].isupper() else term

    return pattern.sub(spoken, text)


def speak_block(block: Block, terms: Terms) -> Block:
    """Return a block of a report in these words."""
    if not terms:
        return block
    if isinstance(block, Paragraph):
        return replace(block, text=speak(block.text, terms))
    if isinstance(block, Picture):
        return _picture(block, terms)
    if isinstance(block, Pair):
        first, second = block.pictures
        return replace(block, pictures=(_picture(first, terms), _picture(second, terms)))
    return _table(block, terms)


def named_block(block: Block, names: Mapping[str, str]) -> Block:
    """Return a block in which ids of strategies are their names.

    An id that is a plain word is replaced only where it fills a cell.

    >>> named_block(Paragraph("By plan_tuned."), {"plan_tuned": "Tuned Plan"}).text
    'By Tuned Plan.'
    """
    block = speak_block(block, {key: name for key, name in names.items() if "_" in key})
    if not isinstance(block, Table):
        return block
    return replace(block, rows=tuple(tuple(names.get(x, x) for x in row) for row in block.rows))


def _picture(picture: Picture, terms: Terms) -> Picture:
    return replace(picture, caption=speak(picture.caption, terms), alt=speak(picture.alt, terms))


def _table(table: Table, terms: Terms) -> Table:
    return replace(
        table,
        caption=speak(table.caption, terms),
        header=tuple(speak(name, terms) for name in table.header),
        rows=tuple(tuple(speak(cell, terms) for cell in row) for row in table.rows),
    )
