"""The legal decisions of a point in words: found by number, by word, by their beginning."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final

from bloodstones.kit.advice.chances import world_of
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.events import END
from bloodstones.kit.records.forms import SEATS, Names
from bloodstones.kit.table.option_texts import imperative
from bloodstones.kit.table.voice import Voice

LABEL: Final = "words"
BETWEEN: Final = re.compile(r"[\s(),:;]+")


@dataclass(frozen=True, slots=True)
class Option:
    """A legal decision: its number in the list, from 1, its words, its code."""

    number: int
    words: str
    code: int


def options_of(play: Playthrough, voice: Voice, names: Names) -> tuple[Option, ...]:
    """Return the legal decisions of the decider, each with words of its own.

    Where the game has no words for one, they are those of the events that it would bring, in a
    world that fits what the decider knows: so they reveal nothing hidden. Where chance moves, the
    options are its outcomes.
    """
    if play.is_chance:
        return _outcomes(play, voice, names)
    codes = [int(code) for code in play.legal_codes()]
    words = [voice.option(play, code) for code in codes]
    if not all(words):
        world = world_of(play, play.decider, 0, LABEL, 0)
        described = partial(_consequences, world, voice, names)
        words = [text or described(code, 1) for text, code in zip(words, codes, strict=True)]
        for number, text in enumerate(words):
            if words.count(text) > 1 and not voice.option(play, codes[number]):
                words[number] = described(codes[number], 0)
    counts = Counter(words)
    shown = [
        text if counts[text] == 1 and text else f"{text} ({play.engine.unpack(code)})".strip()
        for text, code in zip(words, codes, strict=True)
    ]
    return _numbered(shown, codes)


def _numbered(words: Sequence[str], codes: Sequence[int]) -> tuple[Option, ...]:
    pairs = enumerate(zip(words, codes, strict=True), start=1)
    return tuple(Option(number, text, code) for number, (text, code) in pairs)


def _outcomes(play: Playthrough, voice: Voice, names: Names) -> tuple[Option, ...]:
    """Return what chance may do, each in the words of the first event that it brings.

    Whose event it is belongs to the words only where that makes a difference.
    """
    codes = [int(code) for code in play.weighted_outcomes()[0]]
    said = [_event(play, voice, names, code) for code in codes]
    bare = [voice.outcome(play, code) or text for code, (_, text) in zip(codes, said, strict=True)]
    words = bare if len({*bare}) == len(bare) else [sentence for sentence, _ in said]
    counts = Counter(words)
    shown = [
        text if text and counts[text] == 1 else f"{text} ({play.engine.unpack(code)})".strip()
        for text, code in zip(words, codes, strict=True)
    ]
    return _numbered(shown, codes)


def _event(play: Playthrough, voice: Voice, names: Names, code: int) -> tuple[str, str]:
    """Return the first event of an outcome in words, all of it: with and without its subject."""
    for line in voice.outcome_lines(play, code, names)[:1]:
        sentence = voice.events[line["event"]].tell(line, names)
        seat = line.get("seat")
        bare = sentence if seat is None else sentence.removeprefix(names[SEATS][seat]).strip()
        return sentence, bare
    return "", ""


def _consequences(world: Playthrough, voice: Voice, names: Names, code: int, most: int) -> str:
    """Return what a decision would do in a world, in words: so many of its sentences, 0 for all."""
    seat = world.decider
    subject = names[SEATS][seat]
    sentences = []
    for line in voice.preview(world, code, names):
        if line["event"] == END or line.get("seat") != seat:
            continue
        sentence = voice.tell(world, line, seat, names).removeprefix(subject).strip()
        if sentence:
            sentences.append(imperative(sentence))
        if len(sentences) == most:
            break
    return ", ".join(sentences)


def matching(
    options: Sequence[Option], text: str, *, head: bool = False
) -> tuple[Sequence[Option], bool]:
    """Return the options that a text may mean, and whether it means the only one of them.

    A whole option, the beginning of one, or the beginnings of its words in their order are meant,
    first of its words before a colon; if none is, all that have its parts somewhere are returned
    to choose from. A number is a whole word: 2 is not the beginning of 20. `head`: only what is
    meant by whole options, their beginnings, and their words before a colon.

    >>> options = [Option(1, "buy tea in Kent: 2 d", 1), Option(2, "buy coffee in Kent: 20 d", 2)]
    >>> [(len(some), sure) for some, sure in (matching(options, t) for t in ("b t", "in", "x"))]
    [(1, True), (2, False), (0, False)]
    >>> [option.number for option in matching(options, "2")[0]]
    [1]
    """
    wanted = words_of(text)
    if not wanted:
        return options, len(options) == 1
    for meant in (_is, _begins, _has_in_head) if head else (_is, _begins, _has_in_head, _has):
        matches = [option for option in options if meant(option.words, wanted)]
        if matches:
            return matches, len(matches) == 1
    if head:
        return (), False
    parts = text.lower().split()
    return [o for o in options if all(part in o.words.lower() for part in parts)], False


@lru_cache(4096)
def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text in small letters, without what separates them.

    >>> words_of("March to 34 (plains): 1 pip, 2 in total.")
    ('march', 'to', '34', 'plains', '1', 'pip', '2', 'in', 'total')
    """
    return tuple(word.rstrip(".") for word in BETWEEN.split(text.lower()) if word.rstrip("."))


def _is(words: str, wanted: Sequence[str]) -> bool:
    return words_of(words) == tuple(wanted)


def _begins(words: str, wanted: Sequence[str]) -> bool:
    """Whether the words begin with the wanted ones, the last of these perhaps cut short."""
    *first, last = wanted
    has = words_of(words)
    return has[: len(first)] == tuple(first) and any(_begun(w, last) for w in has[len(first) :][:1])


def _has_in_head(words: str, wanted: Sequence[str]) -> bool:
    return _has(words.partition(":")[0], wanted)


def _has(words: str, wanted: Sequence[str]) -> bool:
    """Whether the words have, in this order, some that begin as the wanted ones do."""
    has = iter(words_of(words))
    return all(any(_begun(word, each) for word in has) for each in wanted)


def _begun(word: str, start: str) -> bool:
    return word == start if start[:1].isdigit() else word.startswith(start)
