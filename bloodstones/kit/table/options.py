"""The legal decisions of a point in words: found by number, by word, by their beginning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from bloodstones.kit.advice.chances import world_of
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.events import END
from bloodstones.kit.records.forms import SEATS, Names
from bloodstones.kit.table.option_texts import imperative
from bloodstones.kit.table.voice import Voice

LABEL: Final = "words"


@dataclass(frozen=True, slots=True)
class Option:
    """A legal decision: its number in the list, from 1, its words, its code."""

    number: int
    words: str
    code: int


def options_of(play: Playthrough, voice: Voice, names: Names) -> tuple[Option, ...]:
    """Return the legal decisions of the decider, each with words of its own.

    Where the game has no words for one, they are those of the events that it would bring, in a
    world that fits what the decider knows: so they reveal nothing hidden.
    """
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
    return tuple(
        Option(number, text, code)
        for number, (text, code) in enumerate(zip(shown, codes, strict=True), start=1)
    )


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


def matching(options: Sequence[Option], text: str) -> tuple[Sequence[Option], bool]:
    """Return the options that a text may mean, and whether it means the only one of them.

    A whole option, the beginning of one, or the beginnings of its words in their order are meant;
    if none is, all that have its parts somewhere are returned to choose from.

    >>> options = [Option(1, "buy tea in Kent", 1), Option(2, "buy coffee in Kent", 2)]
    >>> [(len(some), sure) for some, sure in (matching(options, t) for t in ("b t", "in", "x"))]
    [(1, True), (2, False), (0, False)]
    """
    wanted = " ".join(text.lower().split())
    exact = [option for option in options if option.words.lower() == wanted]
    if exact:
        return exact, len(exact) == 1
    for meant in (_begins, _has_beginnings):
        matches = [option for option in options if meant(option.words.lower(), wanted)]
        if matches:
            return matches, len(matches) == 1
    parts = wanted.split()
    return [o for o in options if all(part in o.words.lower() for part in parts)], False


def _begins(words: str, wanted: str) -> bool:
    return words.startswith(wanted)


def _has_beginnings(words: str, wanted: str) -> bool:
    """Whether the words have, in this order, some that begin as the wanted ones do."""
    parts = words.replace("(", " ").replace(")", " ").replace(",", " ").split()
    for each in wanted.split():
        place = next((n for n, part in enumerate(parts) if part.startswith(each)), None)
        if place is None:
            return False
        parts = parts[place + 1 :]
    return bool(wanted)
