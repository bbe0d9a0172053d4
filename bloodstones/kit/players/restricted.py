"""Strategies whose names say what they go without: `farmer_without_ogre`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, Final

from bloodstones.core.errors import expected, near_matches
from bloodstones.kit.players.presets import ANY_ROLE
from bloodstones.kit.players.strategy import COMPILED, Family, Strategy

WITHOUT: Final = "_without_"

Restricted = Callable[[str, Mapping[str, Strategy], str], Strategy | None]


def going_without(
    words: Collection[str],
    what: str,
    barred: Callable[[str], Any] = lambda word: (word,),
    families: Collection[Family] = COMPILED,
) -> Restricted:
    """Return what finds restricted strategies, see `finder.Finder`.

    Parameters
    ----------
    words
        What can be gone without, in the order in which an error lists it.
    what
        What they are, for the error: "a creature to go without".
    barred
        Word -> what the strategy keeps of it, whatever its role; by default a tuple of the word.
    families
        Of the strategies that can be restricted.

    Examples
    --------
    >>> find = going_without(("ogre", "imp"), "a creature to go without")
    >>> farmer = Strategy("farmer", "Farmer", Family.SCRIPTED, {})
    >>> find("farmer_without_imp", {"farmer": farmer}, "here").barred
    {'': ('imp',)}
    >>> find("farmer", {"farmer": farmer}, "here") is None
    True
    >>> find("farmer_without_oger", {"farmer": farmer}, "here")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a creature to go without, got 'oger' (here)
    Tip: did you mean ogre?
    """

    def restricted(name: str, strategies: Mapping[str, Strategy], where: str) -> Strategy | None:
        base, mark, word = name.partition(WITHOUT)
        if not mark or base not in strategies or strategies[base].family not in families:
            return None
        if word not in words:
            tip = near_matches(word, words) or f"known: {', '.join(words)}"
            raise expected(what, word, where, tip)
        return replace(strategies[base], id=name, barred={ANY_ROLE: barred(word)})

    return restricted
