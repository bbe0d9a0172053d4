"""Small pieces of English: names, lists, counts, rates with their n and interval."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from bloodstones.stats.inference.rounding import PERCENT, show_percent

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NO_BREAK = "\u00a0"
SURE = "\u2009*"  # behind what is told apart after a correction for many looks
FEW_DIGITS = 3
SHORTENED = re.compile(r"\b(?:vp|gp)\b", re.IGNORECASE)  # letters that stand for words
HOLDS, DEPENDS = "holds at all levels played", "depends on play"


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


def held_text(same: bool, levels: Sequence[str] = ()) -> str:
    """Return the words beside a finding: whether it holds at all levels of play, and which.

    >>> held_text(True, ["champion", "value_8"]), held_text(False)
    ('holds at all levels played: champion and value_8', 'depends on play')
    """
    held = HOLDS if same else DEPENDS
    return f"{held}: {listing(levels)}" if levels else held


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


def of_share(band: float) -> str:
    r"""Return the band around the fair share in words.

    >>> of_share(0.2), of_share(0.1)
    ('20\xa0% of the fair share', '10\xa0% of the fair share')
    """
    return f"{percent_text(band)} of the fair share"


def points(share: float) -> str:
    """Return a difference of shares in percentage points.

    >>> points(0.05), points(0.01)
    ('5 percentage points', '1 percentage point')
    """
    shown = f"{share * PERCENT:.{FEW_DIGITS}g}"
    return f"{shown} percentage point{'' if shown == '1' else 's'}"


def more(sentence: str) -> str:
    """Return a sentence as it goes on a text, nothing for none.

    >>> more("Fewest players: two."), more("")
    (' Fewest players: two.', '')
    """
    return f" {sentence}" if sentence else ""
