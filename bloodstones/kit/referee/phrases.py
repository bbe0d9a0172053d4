"""Reading a line of a log: which decisions and outcomes of chance its words mean.

A line is words of options, in the order of play. Each option is found by the beginnings of some of
its words (`kit.table.options.matching`), first of those before a colon. Where one option ends and
the next begins is found by trying: as many words as mean one option, and fewer where the rest of
the line then means nothing. Decisions that only end something may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bloodstones.core.errors import InputError, shortened
from bloodstones.core.kernels.decision_codes import kind_of
from bloodstones.kit.environment.spaces import spaces_of
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.forms import SEATS, Names
from bloodstones.kit.table.options import Option, matching, options_of, words_of
from bloodstones.kit.table.voice import Voice

ROLL: Final = "roll"
UNKNOWN: Final = "?"
Phrase = tuple[str, ...]

COMMA: Final = (",",)
ARROW: Final = re.compile(r"\s*->\s*")
TIMES: Final = re.compile(r"x?(\d{1,2})x?")
NUMBER: Final = re.compile(r"#(\d{1,4})")
EXPLAINED: Final = re.compile(r"[(:]")  # what follows only explains
SMALL_WORDS: Final = {"a", "an", "and", "at", "by", "for", "from", "in", "more", "no", "of"} | {
    *("on", "the", "to", "with")
}
LONGEST: Final = 48  # words of an option that are looked at
CERTAIN: Final = 0  # the number of what chance had to bring
MOST_TRIED: Final = 4000  # beginnings in a line
MOST_PASSES: Final = 6
MOST_LISTED: Final = 6


@dataclass(frozen=True, slots=True)
class Place:
    """Where the reading of a line is.

    Attributes
    ----------
    play
        The playthrough there; it is not changed.
    codes
        Decisions and outcomes since the beginning of the line, packed.
    unknown
        Places in `codes` of outcomes that nobody knows yet.
    forced
        What had no alternative after the last words of the line, the last of the codes: the words
        that follow may also say that.
    """

    play: Playthrough
    codes: tuple[int, ...] = ()
    unknown: frozenset[int] = frozenset()
    forced: tuple[Option, ...] = ()


@dataclass(slots=True)
class LineReader:
    """Reads one line.

    Parameters
    ----------
    voice, names
        Of the game and its seats.
    left
        After reading: how many words were left where the reading got furthest.
    """

    voice: Voice
    names: Names
    left: int = 0
    _listed: dict[tuple[int, ...], tuple[Option, ...]] = field(default_factory=dict)
    _dead: set[tuple[tuple[int, ...], int, Phrase]] = field(default_factory=set)
    _tried: int = 0
    _furthest: tuple[Place, Phrase] | None = None
    _awaited: int | None = None
    _phrases: Sequence[Phrase] = ()

    def read(self, start: Place, line: str) -> Place:
        """Return where a line leads, see `find`.

        Raises
        ------
        InputError
            If it means nothing that is possible there, or several things.
        """
        found = self.find(start, line)
        if found is None:
            raise self._fault(start)
        return found

    def find(self, start: Place, line: str) -> Place | None:
        """Return where a line leads, None if it means nothing that is possible, or several things.

        Parameters
        ----------
        start
            Where it begins, with scripted chance; the line may also say what was forced before.
        line
            Its words; a seat's name and a colon in front say who moves.
        """
        seat, text = self._addressed(line)
        found = self._find(start, seat, _parts(text, commas=True))
        if found is None and "," in text:  # within the words of an option
            found = self._find(start, seat, _parts(text, commas=False))
        return found

    def _find(self, start: Place, seat: int | None, phrases: Sequence[Phrase]) -> Place | None:
        start = Place(start.play, forced=start.forced)
        self._phrases = [tuple(word for word in each if word not in COMMA) for each in phrases]
        self._listed.clear()
        self._dead.clear()
        self._tried, self._furthest, self._awaited = 0, None, seat
        self.left = sum(map(len, phrases)) + 1
        brought = start if seat is None else self._brought_to(start, seat)
        return None if brought is None else next(self._all(brought, phrases), None)

    def _addressed(self, line: str) -> tuple[int | None, str]:
        """Return the seat that a line names in front, None for none, and the rest."""
        head, colon, rest = line.partition(":")
        if not colon:
            return None, line
        named = " ".join(words_of(head.replace("_", " ")))
        seats = [name.lower() for name in self.names[SEATS]]
        numbered = [f"seat {number}" for number in range(1, len(seats) + 1)]
        for among in (seats, numbered):
            if named in among:
                return among.index(named), rest
        begun = [at for at, name in enumerate(seats) if named and name.startswith(named)]
        return (begun[0], rest) if len(begun) == 1 else (None, line)

    def _brought_to(self, start: Place, seat: int) -> Place | None:
        """Return the place where a seat moves, others passing first where they may; None if not."""
        place: Place | None = start
        for _ in range(MOST_PASSES):
            if place is None or place.play.over or self.mover(place) in (seat, None):
                return place
            place = self._passed(place)
        return None

    def mover(self, place: Place) -> int | None:
        """Return the seat that decides, or the one for which chance moves; None for nobody's."""
        play = place.play
        if play.over:
            return None
        if not play.is_chance:
            return play.decider
        codes = play.weighted_outcomes()[0]
        seats = {self._of(play, int(codes[0])), self._of(play, int(codes[-1]))}
        return seats.pop() if len(seats) == 1 else None

    def _of(self, play: Playthrough, code: int) -> int | None:
        """Return whose events an outcome of chance brings, None for nobody's."""
        lines = self.voice.outcome_lines(play, code, self.names)
        seat = next((line["seat"] for line in lines if line.get("seat") is not None), None)
        return None if seat is None else int(seat)

    def asked(self, place: Place) -> str:
        """Return what is asked at a place."""
        if place.play.over:
            return "the game is over"
        if place.play.is_chance:
            return "what was drawn or rolled?"
        return self.voice.question(place.play)

    def options(self, place: Place) -> tuple[Option, ...]:
        """Return the options at a place, those of chance included."""
        if place.codes not in self._listed:
            play = place.play
            over = play.over
            self._listed[place.codes] = () if over else options_of(play, self.voice, self.names)
        return self._listed[place.codes]

    def _all(
        self, place: Place, phrases: Sequence[Phrase], by_chance: bool = True
    ) -> Iterator[Place]:
        """Yield where phrases lead; `by_chance`: whether chance moved at the phrase before."""
        if not phrases:
            yield place
            return
        goes_on = phrases[0][:1] == COMMA
        words = phrases[0][goes_on:]
        if goes_on and place.play.is_chance and not by_chance:  # paid tiles, not drawn ones
            return
        for after in self._phrase(place, words, phrases[1:]):
            yield from self._all(after, phrases[1:], place.play.is_chance)

    def _phrase(self, place: Place, words: Phrase, behind: Sequence[Phrase]) -> Iterator[Place]:
        """Yield where some words lead, in every way that they can be divided."""
        if not words:
            yield place
            return
        rest = (*words, "", *(each for part in behind for each in part))
        key = (place.codes, len(place.forced), rest)
        if key in self._dead or self._tried > MOST_TRIED:
            return
        for head in (True, False):
            for at, may_choose in self._passing(place):
                for size in range(min(len(words), LONGEST), 0, -1):
                    after = self._option(at, words[:size], head, may_choose)
                    if after is not None:
                        yield from self._phrase(after, words[size:], behind)
        for at, may_choose in self._passing(place):
            for start, size in _slices(len(words)) if may_choose else ():
                after = self._out_of_order(at, words[start : start + size])
                if after is not None:
                    rest = words[:start] + words[start + size :]
                    yield from self._phrase(after, rest, behind)
        self._dead.add(key)
        left = len(words) + sum(map(len, behind))
        if left < self.left:
            self.left, self._furthest = left, (place, words)

    def _passing(self, place: Place) -> Iterator[tuple[Place, bool]]:
        """Yield a place and those after it that its decider reaches by passing.

        With each, whether something may be chosen there: not where others decide.
        """
        mover, first, may_choose = place.play.decider, not place.codes, True
        for _ in range(MOST_PASSES):
            yield place, may_choose
            after = self._passed(place) if may_choose else None
            if after is None:
                return
            # a line of decisions does not become one of draws by itself
            may_choose = first if after.play.is_chance else after.play.decider == mover
            place = after

    def _option(
        self, place: Place, words: Phrase, head: bool, may_choose: bool = True
    ) -> Place | None:
        """Return where words lead that mean one option, or one so many times; None for others.

        `head`: by what options say before a colon. `may_choose`: else they say what was forced.
        """
        self._tried += 1
        if not may_choose:
            return self._certain(place, words)
        after = self._meant(place, words, head)
        bare, times = counted(words)
        if after is not None or not times:
            return after
        after = place
        for _ in range(times):
            after = self._meant(after, bare, head, sole=True)
            if after is None:
                return None
        return after

    def _certain(self, place: Place, words: Phrase) -> Place | None:
        """Return the place after words that say what was forced; None if they do not."""
        for at, option in enumerate(place.forced):
            sure = matching([option], " ".join(words), head=True)[1]
            if sure and self._says_enough(words, option):
                return replace(place, forced=place.forced[at + 1 :])
        return None

    def _meant(self, place: Place, words: Phrase, head: bool, sole: bool = False) -> Place | None:
        """Return where words lead that mean one option here; None where they do not.

        `sole`: they are counted, and each time means one.
        """
        text = " ".join(words)
        if text in (ROLL, UNKNOWN):
            return self._drawn(place, unknown=text == UNKNOWN, sole=sole)
        certain = self._certain(place, words)
        if certain is not None:
            return certain
        options = self.options(place)
        if numbered := NUMBER.fullmatch(text):
            number = int(numbered[1])
            found = [option for option in options if option.number == number]
        else:
            matches, sure = matching(options, text, head=head)
            found = list(matches) if sure and self._says_enough(words, matches[0]) else []
        return self._after(place, found[0].code) if found else None

    def _says_enough(self, words: Phrase, option: Option) -> bool:
        """Whether words may mean an option; those of a part of a phrase must say more than a verb.

        Else "march to 17" could be divided, where only one march is possible and it is to 16.
        """
        _, *others = EXPLAINED.split(option.words)[0].lower().split()
        if words in self._phrases or not others:
            return True
        if others[0].isdigit():  # a number of tiles
            others = others[1:]
        if _has_number(others) and not _has_number(words):
            return False
        nouns = [word for word in others if word not in SMALL_WORDS]
        return any(noun.startswith(word) for noun in nouns for word in words)

    def _drawn(self, place: Place, *, unknown: bool, sole: bool) -> Place | None:
        """Return where chance leads if the program draws: once, or as long as one seat's lasts."""
        if sole and place.forced and place.forced[0].number == CERTAIN:
            return replace(place, forced=place.forced[1:])
        if not place.play.is_chance:
            return None
        mover = self.mover(place)
        while place.play.is_chance:
            hidden = place.unknown | {len(place.codes)} if unknown else place.unknown
            code = int(place.play.draw().pack())
            place = replace(self._after(place, code), unknown=hidden)
            if sole or (place.play.is_chance and self.mover(place) != mover):
                break
        return place

    def _out_of_order(self, place: Place, words: Phrase) -> Place | None:
        """Return where words lead that come too early for the engine, not for players."""
        kinds = self.voice.in_any_order
        if not kinds or place.play.is_chance or not kinds & _kinds(self.options(place)):
            return None
        after = self._option(place, words, head=True)
        if after is None or after.codes == place.codes:
            return None
        return after if int(kind_of(after.codes[len(place.codes)])) in kinds else None

    def _passed(self, place: Place) -> Place | None:
        """Return the place after a decision that only ends something, None without one."""
        play = place.play
        if play.over or play.is_chance:
            return None
        codes = [int(code) for code in play.legal_codes()]
        passing = [code for code in codes if int(kind_of(code)) in self.voice.passing]
        if len(passing) != 1:
            return None
        return self._after(place, passing[0])

    def _after(self, place: Place, code: int) -> Place:
        play = place.play.copy()
        play.apply_code(code)
        after = Place(play, (*place.codes, code), place.unknown)
        return settled(after, self.voice, self.names)

    def _fault(self, start: Place) -> InputError:
        """Return why a line cannot be read: what is wrong where the reading got furthest."""
        place, words = self._furthest or (start, ())
        text, options = shortened(" ".join(words)), self.options(place)
        mover, names = self.mover(place), self.names[SEATS]
        asked = self.asked(place) if mover is None else f"{names[mover]}: {self.asked(place)}"
        if self._furthest is None and self._awaited is not None:
            return InputError(f"{names[self._awaited]} cannot move yet; first, {asked}")
        if not options:
            return InputError(f"the game is over before {text!r}")
        for size in range(len(words), 0, -1):
            if size == len(words) - 1 and (reason := self._why_not(place, words)):
                clause, sentence = reason
                return InputError(f"{text!r} breaks {clause}: {sentence} ({asked})")
            matches, sure = matching(options, " ".join(words[:size]), head=True)
            if not sure and matches:
                shown = " ".join(words[:size])
                return InputError(f"{shown!r} may mean {listed(matches)} ({asked})")
        return InputError(f"{text!r} is not possible here ({asked})", listed(options))

    def _why_not(self, place: Place, words: Phrase) -> tuple[str, str] | None:
        """Return clause and reason for words that mean one decision that is not legal now."""
        records, play = self.voice.records, place.play
        if records is None or records.why_not is None or play.is_chance:
            return None
        named = [
            Option(0, self.voice.name(play, code), code)
            for code in decisions_of(records.of, play)
            if self.voice.is_due(play, code) and not play.allows(code)
        ]
        for size in range(len(words), min(len(words), 2) - 1, -1):
            matches, _ = matching(named, " ".join(words[:size]), head=True)
            meant = [play.engine.unpack(option.code) for option in matches]
            if meant and all(each[:2] == meant[0][:2] for each in meant):
                return records.why_not(play, meant[0])
        return None


def decisions_of(game: Any, play: Playthrough) -> list[int]:
    """Return all decisions that a game has for the decider, legal or not, packed."""
    codes: list[int] = spaces_of(game.environment, play.tables).actions.codes[play.decider].tolist()
    return codes


def settled(place: Place, voice: Voice, names: Names) -> Place:
    """Return the place after all that has no alternative."""
    play, codes, forced = place.play, place.codes, place.forced
    while not play.over:
        open_codes = play.weighted_outcomes()[0] if play.is_chance else play.legal_codes()
        if len(open_codes) != 1:
            break
        (option,) = options_of(play, voice, names)
        forced = (*forced, replace(option, number=CERTAIN) if play.is_chance else option)
        codes = (*codes, int(open_codes[0]))
        play = play.copy()
        play.apply_code(codes[-1])
    return replace(place, play=play, codes=codes, forced=forced)


def counted(words: Phrase) -> tuple[Phrase, int]:
    """Return words without the number that counts them, and the number; 0 without one.

    It stands before them, after their first word, or behind them.

    >>> counted(("2", "horse")), counted(("pay", "2", "horse")), counted(("horse", "x2"))
    ((('horse',), 2), (('pay', 'horse'), 2), (('horse',), 2))
    >>> counted(("28",))
    (('28',), 0)
    """
    for place in (0, 1, len(words) - 1):
        found = TIMES.fullmatch(words[place]) if place < len(words) else None
        rest = words[:place] + words[place + 1 :]
        if found and any(not word[0].isdigit() for word in rest):
            return rest, int(found[1])
    return words, 0


def listed(options: Sequence[Option]) -> str:
    """Return the first options and how many more there are, in words."""
    shown = "; ".join(option.words.partition(":")[0] for option in options[:MOST_LISTED])
    more = len(options) - MOST_LISTED
    return f"{shown}; and {more} more" if more > 0 else shown


def _parts(text: str, commas: bool) -> list[Phrase]:
    """Return the words of each part of a line; an arrow is the word "to".

    Parameters
    ----------
    commas
        Whether commas divide, too; a part after a comma begins with one.
    """
    text = ARROW.sub(" ; to ", text)
    parts = []
    for part in text.split(";"):
        for number, piece in enumerate(part.split(",") if commas else [part]):
            words = words_of(piece)
            if words:
                parts.append((*COMMA, *words) if number else words)
    return parts


def _slices(length: int) -> Iterator[tuple[int, int]]:
    """Yield start and size of the parts of a phrase but its beginnings, the longest first."""
    for start in range(1, length):
        for size in range(min(length - start, LONGEST), 0, -1):
            yield start, size


def _has_number(words: Sequence[str]) -> bool:
    return any(word[0].isdigit() for word in words)


def _kinds(options: Sequence[Option]) -> set[int]:
    return {int(kind_of(option.code)) for option in options}
