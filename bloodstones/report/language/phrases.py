"""The phrases of first pages: rates, shares, points, tables and roles as a reader says them.

A rate is a per cent, a difference of two rates is points, a fair share is a part in words: so no
two of them are mistaken for each other. Subjects are plural where their name is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isclose
from typing import Final

from bloodstones.report.language.wording import WORDS, capital, listing, the, tight
from bloodstones.stats.inference.rounding import PERCENT

FIFTH: Final = 0.2
TENTH: Final = 0.1
PAIR: Final = 2
PARTS: Final[Mapping[int, str]] = {
    1: "all",
    2: "half",
    3: "a third",
    4: "a quarter",
    5: "a fifth",
    6: "a sixth",
    7: "a seventh",
    8: "an eighth",
    9: "a ninth",
    10: "a tenth",
}
ASKING: Final = ("Is", "Are", "Do", "Does", "Can", "Will", "Would", "Has", "Have")
SMALLEST: Final = 0.005  # a rate that would be rounded to 0 %
LARGEST: Final = 0.995
SINGULAR: Final = ("ss", "us", "is")  # ends of words in the singular that look like plurals


def number(size: int) -> str:
    """Return a whole number as a sentence writes it: a word up to ten.

    >>> number(4), number(15), number(3360)
    ('four', '15', '3,360')
    """
    return WORDS[size] if size < len(WORDS) else f"{size:,}"


def amount(size: int, one: str, many: str) -> str:
    """Return a number with its noun, for the beginning or the middle of a sentence.

    >>> amount(1, "change", "changes"), amount(9, "change", "changes")
    ('one change', 'nine changes')
    """
    return f"{number(size)} {one if size == 1 else many}"


def table_of(players: int) -> str:
    r"""Return a table in words: "with four players".

    >>> table_of(4), table_of(1)
    ('with four players', 'with one player')
    """
    return f"with {amount(players, 'player', 'players')}"


def tables_of(sizes: Sequence[int]) -> str:
    """Return several sizes of table in words.

    >>> tables_of([2, 3, 6])
    'with two, three and six players'
    """
    if len(sizes) == 1:
        return table_of(sizes[0])
    return f"with {listing([number(size) for size in sizes])} players"


def rate(share: float) -> str:
    r"""Return a rate as a whole per cent; what rounds to none or all is said so.

    >>> rate(0.77), rate(0.004), rate(0.998), rate(0)
    ('77\xa0%', 'under 1\xa0%', 'over 99\xa0%', '0\xa0%')
    """
    if 0 < share < SMALLEST:
        return tight("under 1 %")
    if LARGEST < share < 1:
        return tight("over 99 %")
    return tight(f"{share * PERCENT:.0f} %")


def rates(low: float, high: float) -> str:
    r"""Return two rates as a range, alike ones once.

    >>> rates(0.4, 0.77), rates(0.501, 0.499)
    ('40 to 77\xa0%', '50\xa0%')
    """
    ends = [f"{share * PERCENT:.0f}" for share in (low, high)]
    return rate(high) if ends[0] == ends[1] else tight(f"{ends[0]} to {ends[1]} %")


def part(share: float) -> str:
    r"""Return a fair share as a part in words.

    >>> part(0.25), part(0.5), part(0.07)
    ('a quarter', 'half', '7\xa0%')
    """
    for size, words in PARTS.items():
        if isclose(share * size, 1, abs_tol=1 / PERCENT):
            return words
    return rate(share)


def fair_at(share: float) -> str:
    """Return the clause that names the fair share.

    >>> fair_at(1 / 3)
    'where a third is fair'
    """
    return f"where {part(share)} is fair"


def within(band: float) -> str:
    r"""Return the band about the fair share in words.

    >>> within(0.2), within(0.1), within(0.15)
    ('within a fifth of its fair share', 'within a tenth of its fair share', 'within 15\xa0% of its fair share')
    """  # noqa: E501
    parts = {FIFTH: "a fifth", TENTH: "a tenth"}
    shown = next((text for size, text in parts.items() if isclose(size, band)), rate(band))
    return f"within {shown} of its fair share"


def points(difference: float) -> str:
    """Return a difference of two rates in points, without its sign.

    >>> points(-0.69), points(0.012), points(0.004)
    ('69 points', '1 point', 'less than 1 point')
    """
    whole = round(abs(difference) * PERCENT)
    if not whole:
        return "less than 1 point"
    return f"{whole} point{'' if whole == 1 else 's'}"


def from_to(before: float, after: float) -> str:
    r"""Return a change of a rate.

    >>> from_to(0.77, 0.52)
    'from 77 to 52\xa0%'
    """
    return tight(f"from {before * PERCENT:.0f} to {after * PERCENT:.0f} %")


def is_plural(name: str) -> bool:
    """Whether a name takes a verb in the plural: by its last word.

    >>> is_plural("long_bows"), is_plural("bow"), is_plural("old_boss")
    (True, False, False)
    """
    last = name.replace("_", " ").lower().split()[-1]
    return last.endswith("s") and not last.endswith(SINGULAR)


def head_is_plural(phrase: str) -> bool:
    """Whether a phrase takes a verb in the plural: by its first noun.

    >>> head_is_plural("the draws of tiles"), head_is_plural("the luck of dice and cards")
    (True, False)
    """
    return is_plural(phrase.removeprefix("the ").split(" ", 1)[0])


def possessive(owner: str) -> str:
    """Return the genitive of a subject.

    >>> possessive("the Reds"), possessive("the Red Army")
    ("the Reds'", "the Red Army's")
    """
    return f"{owner}'" if owner.endswith("s") else f"{owner}'s"


def role(name: str, word: str = "role") -> str:
    """Return a role as a sentence names it; an id with a number in it follows its word.

    >>> role("red_army"), role("c5", "board")
    ('the Red Army', 'board C5')
    """
    shown = the(name)
    return shown if shown.startswith("the ") else f"{word} {shown}"


def quoted(words: str) -> str:
    """Return the name of a change or of another report, in quotes."""
    return f"“{words}”"


def thing(name: str, owner: str = "", *, article: bool = True) -> str:
    """Return a thing with its owner, or with an article.

    >>> thing("boat", "reds"), thing("long_bow"), thing("races", article=False)
    ("the Reds' boat", 'the long bow', 'races')
    """
    word = name.replace("_", " ")
    if owner:
        return f"{possessive(the(owner))} {word}"
    return f"the {word}" if article and not is_plural(word) else word


def are(name: str) -> str:
    """Return the verb for a thing.

    >>> are("boats"), are("bow")
    ('are', 'is')
    """
    return "are" if is_plural(name) else "is"


def sentence(text: str) -> str:
    """Return a text as a sentence: a capital in front, one full stop at its end."""
    trimmed = text.strip()
    return capital(trimmed if trimmed.endswith((".", "?", "!")) else f"{trimmed}.")


def replied(question: str, reply: str, answer: str) -> str:
    """Return the answer to a title: with "Yes:" or "No:" where the title asks for one.

    >>> replied("Is it fair?", "No", "red wins 60 %")
    'No: red wins 60 %.'
    >>> replied("Who wins?", "No", "red wins 60 %")
    'Red wins 60 %.'
    """
    asked = reply and question.endswith("?") and question.split(" ", 1)[0] in ASKING
    return sentence(f"{reply}: {answer}" if asked else answer)
