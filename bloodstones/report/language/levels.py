"""Levels of play, named for the reader: what kind of player a strategy is, and how it decides.

A strategy's kind stands in its text (`level` of strategies.toml); without one its id tells it.
Levels of one report that are of one kind have the names of their strategies behind.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from bloodstones.report.language.wording import title

RANDOM, GREEDY, TUNED = "random", "greedy", "tuned"
RANDOM_PLAY: Final = "random play"
BEGINNER: Final = "beginner script"
PLAIN: Final = "plain script"
TUNED_SCRIPT: Final = "tuned script"
MIXED_PLANS: Final = "best mix of plans"
SEARCH: Final = "search"
# What a level is -> how it decides, after "it".
KINDS: Final[Mapping[str, str]] = {
    RANDOM_PLAY: "chooses at random",
    BEGINNER: "takes the best gain at once",
    PLAIN: "follows a plan with numbers set by hand",
    TUNED_SCRIPT: "follows a plan with tuned numbers",
    MIXED_PLANS: "chooses among tuned plans so that no other choice would win more",
    "quick search": "tries a few moves out before it chooses",
    SEARCH: "tries moves out before it chooses",
    "strong search": "tries many moves out before it chooses",
}
BUDGET: Final = re.compile(r".*_\d+")  # the id of a player that searches ends in its budget


class HasLevel(Protocol):
    """A text on a strategy: its name, and its level of play ("" where its id tells it)."""

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
    """Return how a report names levels of play, by the ids of their strategies.

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


def explained(kinds: Iterable[str]) -> str:
    """Return a sentence for each kind of player on how it decides.

    >>> explained(["beginner script", "search"])
    'Beginner script takes the best gain at once. Search tries moves out before it chooses.'
    """
    played = set(kinds)
    known = [kind for kind in KINDS if kind in played]
    return " ".join(f"{kind.capitalize()} {KINDS[kind]}." for kind in known)
