"""How easy a text is to read: its sentences, their length, and Flesch's reading ease.

References
----------
Flesch, R. (1948). A new readability yardstick. Journal of Applied Psychology 32, 221-233.
"""

from __future__ import annotations

import re
from typing import Final

END: Final = re.compile(r"(?<=[.?!])[”\"]?\s+(?=[A-Z“])")
WORD: Final = re.compile(r"[A-Za-z][A-Za-z'’-]*")
VOWELS: Final = re.compile(r"[aeiou]+|(?<![aeiou])y(?![aeiou])")
SILENT: Final = re.compile(r"(?:[^laeiouy]es|[^taeiouyd]ed|[^laeiouy]e)$")
SIGNS: Final = '“”".,:;()?!'
BASE: Final = 206.835
PER_WORD: Final = 1.015  # words a sentence
PER_SYLLABLE: Final = 84.6  # syllables a word


def sentences(text: str) -> list[str]:
    """Return the sentences of a text.

    >>> sentences("One 1.5. Two “three.” Four?")
    ['One 1.5.', 'Two “three.', 'Four?']
    """
    return [part for part in END.split(text.replace("\u00a0", " ").strip()) if part]


def words(text: str) -> list[str]:
    """Return the words of a text, figures and signs among them.

    >>> words("It wins 40 to 77 %.")
    ['It', 'wins', '40', 'to', '77']
    """
    parts = (part.strip(SIGNS) for part in text.split())
    return [part for part in parts if part and part != "%"]


def syllables(word: str) -> int:
    """Return about how many syllables an English word has.

    >>> [syllables(word) for word in ("wins", "change", "quarter", "fair", "table")]
    [1, 1, 2, 1, 2]
    """
    low = word.lower()
    found = len(VOWELS.findall(low))
    return max(1, found - bool(SILENT.search(low) and found > 1))


def reading_ease(text: str) -> float:
    """Return Flesch's reading ease: 60 to 70 is plain English, below 30 very hard.

    >>> round(reading_ease("The cat sat on the mat."))
    116
    """
    spoken = WORD.findall(text)
    if not spoken:
        return BASE
    lines = max(1, len(sentences(text)))
    per_word = sum(map(syllables, spoken)) / len(spoken)
    return BASE - PER_WORD * len(spoken) / lines - PER_SYLLABLE * per_word
