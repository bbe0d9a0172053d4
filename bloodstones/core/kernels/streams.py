"""Random streams: keyed, independent, part of the state of a game.

Each stream is sfc32 (Doty-Humphrey, PractRand): four 32-bit words held in int64, so that the same
lines give the same numbers compiled and uncompiled without overflow. A game's key is a BLAKE2b hash
of (study seed, label, replicate); a stream adds its purpose and seat. So no result depends on the
order of play, on chunks or on workers, and two arms of a what-if share their luck. An arm may draw
some streams anew (`redrawn`), such as those of battles, with all other luck as it was.
"""

from __future__ import annotations

import hashlib

import numpy as np

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array

WORDS = 4
KEY_WORDS = 3
WORD_BYTES = 4
WORD_BITS = 32
MASK = 0xFFFFFFFF
SHIFT_A, SHIFT_B, ROTATE, ROTATE_BACK = 9, 3, 21, 11
WARM_UP_ROUNDS = 15
REDRAWN = "\x1d"  # in a label: what follows names the streams that are drawn anew
FIRST, STOP = KEY_WORDS, KEY_WORDS + 1  # of a key with a second one: which streams it is for
SECOND = KEY_WORDS + 2
PURPOSE_STEP = 0x9E3779B9  # odd, 2**32 / golden ratio: spreads small purposes over the word


def game_key(seed: int, label: str, replicate: int) -> Array:
    """Return the key of one playthrough: int64 array of 3 words, each in 0..2**32-1.

    A label of `redrawn` gives 8 words: the key without it, the first stream that is drawn anew and
    the one behind the last, and the key of those.

    Parameters
    ----------
    seed
        Of the study.
    label
        Of the cell, or what `redrawn` makes of it.
    replicate
        Number of the playthrough, 0 or more.

    Examples
    --------
    >>> game_key(7, "demo", 0).tolist() == game_key(7, "demo", 0).tolist()
    True
    >>> game_key(7, "demo", 0).tolist() == game_key(7, "demo", 1).tolist()
    False
    >>> again = game_key(7, redrawn("demo", range(2, 4), 1), 0)
    >>> again[:3].tolist() == game_key(7, "demo", 0).tolist(), again[3:5].tolist()
    (True, [2, 4])
    """
    key: Array = game_keys(seed, label, range(replicate, replicate + 1))[0]
    return key


def game_keys(seed: int, label: str, replicates: range) -> Array:
    """Return the keys of playthroughs, a row each, see `game_key`.

    Examples
    --------
    >>> game_keys(7, "demo", range(3))[2].tolist() == game_key(7, "demo", 2).tolist()
    True
    """
    plain, _, which = label.partition(REDRAWN)
    keys = _words(seed, plain, replicates)
    if not which:
        return keys
    first, stop, number = which.split()
    streams = np.full((len(keys), 2), (int(first), int(stop)), np.int64)
    return np.hstack([keys, streams, _words(seed, f"{plain}{REDRAWN}{number}", replicates)])


def redrawn(label: str, streams: range, number: int) -> str:
    """Return the label of the same luck but for some streams, drawn anew for the `number`-th time.

    Parameters
    ----------
    label
        Of the cell.
    streams
        Numbers of the streams that are drawn anew.
    number
        Which time, from 1; 0 is the luck as it is.

    Examples
    --------
    >>> redrawn("demo", range(2, 4), 0)
    'demo'
    """
    return f"{label}{REDRAWN}{streams.start} {streams.stop} {number}" if number else label


def _words(seed: int, label: str, replicates: range) -> Array:
    texts = (f"{seed}\x1f{label}\x1f{replicate}".encode() for replicate in replicates)
    digests = (hashlib.blake2b(text, digest_size=KEY_WORDS * WORD_BYTES).digest() for text in texts)
    return np.frombuffer(b"".join(digests), "<u4").astype(np.int64).reshape(-1, KEY_WORDS)


@kernel
def next_word(streams: Array, index: int) -> int:
    """Return the next 32-bit word of stream `index` (uniform on 0..2**32-1)."""
    words = streams[index]
    a, b, c, counter = words[0], words[1], words[2], words[-1]
    result = (a + b + counter) & MASK
    words[0] = b ^ (b >> SHIFT_A)
    words[1] = (c + (c << SHIFT_B)) & MASK
    words[2] = ((((c << ROTATE) | (c >> ROTATE_BACK)) & MASK) + result) & MASK
    words[-1] = (counter + 1) & MASK
    return int(result)


@kernel
def open_streams(streams: Array, key: Array) -> None:
    """Key every stream: int64 array of shape (streams, 4), filled in place; see `game_key`."""
    for index in range(streams.shape[0]):
        word = 0
        if key.shape[0] > KEY_WORDS and key[FIRST] <= index < key[STOP]:
            word = SECOND
        streams[index, 0] = key[word]
        streams[index, 1] = key[word + 1]
        streams[index, 2] = key[word + 2] ^ ((PURPOSE_STEP * (index + 1)) & MASK)
        streams[index, -1] = 1
        for _ in range(WARM_UP_ROUNDS):
            next_word(streams, index)


@kernel
def next_below(streams: Array, index: int, bound: int) -> int:
    """Return a whole number in 0..bound-1 (bound at least 1; bias below bound / 2**32)."""
    return (next_word(streams, index) * int(bound)) >> WORD_BITS


@entry
def draw_word(streams: Array, index: int) -> int:
    """Return `next_word` for Python code.

    Parameters
    ----------
    streams
        int64 array of shape (streams, 4), changed in place.
    index
        Which stream, from 0.

    Returns
    -------
    int
        0 to 2**32 - 1.

    Examples
    --------
    >>> streams = np.zeros((2, WORDS), np.int64)
    >>> 0 <= draw_word(streams, 1) <= MASK
    True
    """
    return next_word(streams, index)


@entry
def open_one(streams: Array, index: int, key: Array) -> None:
    """Key one stream with a key of its own; int64 array of shape (streams, 4), filled in place."""
    for word in range(KEY_WORDS):
        streams[index, word] = key[word]
    streams[index, -1] = 1
    for _ in range(WARM_UP_ROUNDS):
        next_word(streams, index)
