"""The random streams once more in plain Python, as an oracle and to fix the luck of a test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

WORD = 2**32
GOLDEN_STEP = 0x9E3779B9


class Sfc32:
    """Small fast counting generator, 32 bits (PractRand): three words of state and a counter."""

    def __init__(self, a: int, b: int, c: int, counter: int = 1) -> None:
        self.words = [a, b, c, counter]

    @classmethod
    def keyed(cls, key: Sequence[int], index: int) -> Sfc32:
        """Stream `index` of a game's key, after its 15 rounds of warming up."""
        spread = GOLDEN_STEP * (index + 1) % WORD
        stream = cls(key[0], key[1], key[2] ^ spread)
        for _ in range(15):
            next(stream)
        return stream

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        a, b, c, counter = self.words
        result = (a + b + counter) % WORD
        rotated = (c << 21 | c >> 11) % WORD
        self.words = [b ^ (b >> 9), (c + (c << 3)) % WORD, (rotated + result) % WORD]
        self.words.append((counter + 1) % WORD)
        return result

    def below(self, bound: int) -> int:
        """A whole number in 0..bound-1."""
        return next(self) * bound // WORD
