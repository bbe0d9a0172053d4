"""Player types, named for the reader: what kind of player a strategy is, and how it decides.

A strategy's kind is in its text (`level` of strategies.toml); without one it follows from its id.
Levels of one report that are of one kind have the names of their strategies behind.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol

from bloodstones.core.text import plural
from bloodstones.report.document.model import Block, Pair, Paragraph, Picture, Table
from bloodstones.report.language.phrases import ORDINALS, capital, the, title

if TYPE_CHECKING:
    import pandas as pd


FACTION: Final = "faction"
TURN_ORDER: Final = "turn_order"
SEAT: Final = "seat"
ALL: Final = "all"
GROUP: Final = (
    "grouped_by"  # the column of rows that are grouped by something else than the faction
)
# What figures can be grouped by -> what the texts then say for faction and factions.
GROUPS: Final[Mapping[str, tuple[str, str]]] = {
    FACTION: ("faction", "factions"),
    "strategy": ("strategy", "strategies"),
    TURN_ORDER: ("place in turn order", "places in turn order"),
    ALL: ("seat", "seats"),
}
WHAT_IFS: Final = "what_ifs"
SEATS_CHANGED: Final = "what_if_seats"
# Sections that can be grouped by something else than the faction.
GROUPED: Final = (WHAT_IFS, SEATS_CHANGED, "sensitivity", "worth")


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
        The section, and how the report groups its figures.

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
    return _table(block, terms) if isinstance(block, Table) else block


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


RANDOM, GREEDY, TUNED = "random", "greedy", "tuned"
RANDOM_PLAY: Final = "random play"
BEGINNER: Final = "beginner script"
PLAIN: Final = "plain script"
TUNED_SCRIPT: Final = "tuned script"
MIXED_PLANS: Final = "best mix of plans"
SCRIPT: Final = "script"
SEARCH: Final = "search"
# The player types, from plain to skilled; `front/basis.jinja` says how each decides.
KINDS: Final = (
    RANDOM_PLAY,
    BEGINNER,
    PLAIN,
    TUNED_SCRIPT,
    MIXED_PLANS,
    "quick search",
    SEARCH,
    "strong search",
)
BUDGET: Final = re.compile(r".*_\d+")  # the id of a player that searches ends in its budget


BRACKET: Final = " ("  # before the name of a strategy, of which there are several of its kind


def type_of(level: str) -> str:
    """Return the player type of a level, without the name of its strategy.

    A script that a study names in its own way is a tuned script: it is no further player type.

    >>> type_of("tuned script (Bold Tuned)"), type_of("quick search"), type_of("allied script")
    ('tuned script', 'quick search', 'tuned script')
    """
    kind = level.partition(BRACKET)[0]
    return TUNED_SCRIPT if kind.endswith(SCRIPT) and kind not in KINDS else kind


def player(level: str) -> str:
    """Return a player of a type, as a sentence names one.

    >>> player("tuned script (Bold Tuned)"), player("best mix of plans"), player("quick search")
    ('a tuned script (Bold Tuned)', 'the best mix of plans', 'quick search')
    >>> player("allied script")
    'an allied script'
    """
    kind = type_of(level)
    if kind == MIXED_PLANS:
        return f"the {level}"
    script = level.partition(BRACKET)[0].endswith(SCRIPT)
    article = "an" if level.startswith(tuple("aeiou")) else "a"
    return f"{article} {level}" if script else level


class HasLevel(Protocol):
    """A text on a strategy: its name, and its player type ("" if it follows from its id)."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def level(self) -> str:
        """The kind of player that it is."""


def kind_of_player(strategy: str, declared: str = "") -> str:
    """Return what kind of player a strategy is to a reader.

    >>> [kind_of_player(name) for name in ("greedy", "bold", "bold_tuned", "seer_64")]
    ['beginner script', 'plain script', 'tuned script', 'search']
    """
    if declared:
        return declared
    if strategy == RANDOM:
        return RANDOM_PLAY
    if strategy == GREEDY:
        return BEGINNER
    if BUDGET.fullmatch(strategy):
        return SEARCH
    return TUNED_SCRIPT if TUNED in strategy.split("_") else PLAIN


def searches(kind: str) -> bool:
    """Whether players of a kind try moves out."""
    return kind.endswith(SEARCH)


def level_names(strategies: Iterable[str], texts: Mapping[str, HasLevel]) -> dict[str, str]:
    """Return how a report names player types, by the ids of their strategies.

    Parameters
    ----------
    strategies
        Those of the report; of two of a kind each has its own name behind.
    texts
        On the strategies, by id.

    Examples
    --------
    >>> level_names(["greedy", "bold_tuned", "meek_tuned"], {})
    {'greedy': 'beginner script', 'bold_tuned': 'tuned script (Bold Tuned)', \
'meek_tuned': 'tuned script (Meek Tuned)'}
    """
    listed = list(dict.fromkeys(strategies))
    kinds = {
        name: kind_of_player(name, texts[name].level if name in texts else "") for name in listed
    }
    alike = Counter(kinds.values())
    shown = {name: texts[name].name if name in texts else title(name) for name in listed}
    return {
        name: kind if alike[kind] == 1 or _alike(kind, shown[name]) else f"{kind} ({shown[name]})"
        for name, kind in kinds.items()
    }


def _alike(kind: str, name: str) -> bool:
    return kind.lower() == name.lower()
