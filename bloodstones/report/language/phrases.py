"""The phrases of first pages: rates, shares, points, tables and roles as a reader says them.

A rate is a per cent, a difference of two rates is points, a fair share is a part in words: so no
two of them are mistaken for each other. Subjects are plural where their name is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import isclose
from typing import Any, Final

from bloodstones.stats.inference.rounding import PERCENT, show_percent

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NO_BREAK = "\u00a0"
SURE = "\u2009*"  # behind what is told apart after a correction for many looks
FEW_DIGITS = 3
COLLECTIVE: Final = ("faction", "army")  # roles of several people: with a verb in the plural
SHORTENED = re.compile(r"\b(?:vp|gp)\b", re.IGNORECASE)  # letters that stand for words


def title(name: str) -> str:
    """Return an id as a name; what has capitals is one.

    >>> title("red_army"), title("Red army")
    ('Red Army', 'Red army')
    """
    return name.replace("_", " ").title() if name.islower() else name


def the(name: str) -> str:
    """Return who takes a seat, as a sentence names it: an id with a number in it is a sign.

    >>> the("red_army"), the("c5")
    ('the Red Army', 'C5')
    """
    shown = title(name)
    return shown if any(letter.isdigit() for letter in name) else f"the {shown}"


def capital(text: str) -> str:
    """Return a text with a capital letter at its beginning.

    >>> capital("where roads meet")
    'Where roads meet'
    """
    return text[:1].upper() + text[1:]


def number_text(name: str) -> str:
    """Return the name of a number of the rules in words.

    >>> number_text("red_army.vp_per_captured_town"), number_text("vp.town_at_dawn")
    ('Red Army, VP per captured town', 'VP, town at dawn')
    """
    first, *others = name.split(".")
    head = [title(first)] if others else [first.replace("_", " ")]
    text = ", ".join([*head, *(part.replace("_", " ") for part in others)])
    return SHORTENED.sub(lambda match: match[0].upper(), text)


def listing(items: Sequence[str], last: str = "and") -> str:
    """Return an English list.

    >>> listing(["a"]), listing(["a", "b"]), listing(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    if len(items) <= 1:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def count(number: int, one: str, many: str | None = None) -> str:
    """Return a number with its noun.

    >>> count(1, "game"), count(3, "entry", "entries"), count(1200, "game"), count(0, "game")
    ('one game', 'three entries', '1,200 games', 'no games')
    """
    noun = one if number == 1 else many or f"{one}s"
    return f"{WORDS[number] if number < len(WORDS) else f'{number:,}'} {noun}"


def least_to_most(numbers: Iterable[int]) -> str:
    """Return the least and the most of whole numbers, or the one that all are.

    >>> least_to_most([3000, 126, 2502]), least_to_most([1080, 1080])
    ('126 to 3,000', '1,080')
    """
    distinct = set(numbers)
    ends = dict.fromkeys((min(distinct), max(distinct)))
    return " to ".join(f"{each:,}" for each in ends)


def rate_text(row: Any) -> str:
    """Return the rate of a row of `win_rates` as '41 % (38–44 %, n = 900)'."""
    text = show_percent(row["rate"], row["low"], row["high"])
    return tight(f"{text[:-1]}, n = {row['seats']:,})")


def percent_text(share: float) -> str:
    r"""Return a share in per cent, without decimals.

    >>> percent_text(0.5), percent_text(1 / 3), percent_text(-0.02)
    ('50\xa0%', '33\xa0%', '−2\xa0%')
    """
    return tight(f"{share * PERCENT:.0f} %".replace("-", "−"))


def tight(text: str) -> str:
    """Return a text whose per cent signs and n stay on the line of their number.

    >>> tight("41 % (n = 9)").split()
    ['41', '%', '(n', '=', '9)']
    """
    return text.replace(" %", f"{NO_BREAK}%").replace("n = ", f"n{NO_BREAK}={NO_BREAK}")


def rate_cells(row: Any, places: int) -> tuple[str, str, str, str]:
    """Return n, rate and the ends of the interval as cells of a table, with so many decimals."""
    rate, low, high = (f"{row[name] * PERCENT:.{places}f}" for name in ("rate", "low", "high"))
    return f"{row['seats']:,}", f"{rate} %", f"{low}–{high} %", percent_text(row["fair_share"])


def ordinal(number: int) -> str:
    """Return the place of a turn order that counts from 0.

    >>> ordinal(0), ordinal(2)
    ('first', 'third')
    """
    return ORDINALS[number]


def players_text(number: int) -> str:
    """Return a player count as a heading.

    >>> players_text(2)
    '2 players'
    """
    return f"{number} player{'' if number == 1 else 's'}"


def points(share: float) -> str:
    """Return a difference of shares in percentage points.

    >>> points(0.05), points(0.01)
    ('5 percentage points', '1 percentage point')
    """
    shown = f"{share * PERCENT:.{FEW_DIGITS}g}"
    return f"{shown} percentage point{'' if shown == '1' else 's'}"


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


def rate(share: float) -> str:
    r"""Return a rate as a whole per cent; a rate that rounds to none or all says so.

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


def within(band: float) -> str:
    r"""Return the band about the fair share in words.

    >>> within(0.2), within(0.1), within(0.15)
    ('within a fifth of its fair share', 'within a tenth of its fair share', 'within 15\xa0% of its fair share')
    """  # noqa: E501
    parts = {FIFTH: "a fifth", TENTH: "a tenth"}
    shown = next((text for size, text in parts.items() if isclose(size, band)), rate(band))
    return f"within {shown} of its fair share"


def points_word(difference: float) -> str:
    """Return a difference of two rates in points, without its sign.

    >>> points_word(-0.69), points_word(0.012), points_word(0.004)
    ('69 points', '1 point', 'less than 1 point')
    """
    whole = round(abs(difference) * PERCENT)
    if not whole:
        return "less than 1 point"
    return f"{whole} point{'' if whole == 1 else 's'}"


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
