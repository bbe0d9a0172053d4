"""The texts of a report in the words of its game, which may call a faction a crew."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bloodstones.core.words import plural
from bloodstones.report.model import Block, Content, Pair, Paragraph, Picture

ROLE: Final = "faction"  # the word of this house for what a seat takes
WORD: Final = re.compile(r"\b(F|f)action(s?)\b")


def speaker(role: str) -> Callable[[str], str]:
    """Return what puts the word of a game for roles into a text.

    >>> speaker("party")("Factions are fair; each faction wins.")
    'Parties are fair; each party wins.'
    """
    if role == ROLE:
        return lambda text: text

    def named(found: re.Match[str]) -> str:
        word = plural(role) if found[2] else role
        return word.capitalize() if found[1] == "F" else word

    return lambda text: WORD.sub(named, text)


def in_words(content: Content, say: Callable[[str], str]) -> Content:
    """Return the content of a section with its texts said otherwise; cells of tables stay."""
    blocks, pictures = content
    return [_block(block, say) for block in blocks], pictures


def _block(block: Block, say: Callable[[str], str]) -> Block:
    if isinstance(block, Paragraph):
        return replace(block, text=say(block.text))
    if isinstance(block, Picture):
        return _picture(block, say)
    if isinstance(block, Pair):
        first, second = block.pictures
        return replace(block, pictures=(_picture(first, say), _picture(second, say)))
    return replace(block, caption=say(block.caption), header=tuple(map(say, block.header)))


def _picture(picture: Picture, say: Callable[[str], str]) -> Picture:
    return replace(picture, caption=say(picture.caption), alt=say(picture.alt))
