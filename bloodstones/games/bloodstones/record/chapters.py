"""A record in chapters (setup, turns, final battles), each summed up in a few sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from bloodstones.games.bloodstones.events import Mark, marked
from bloodstones.games.bloodstones.record.header import Record
from bloodstones.games.bloodstones.record.sentences import RecordText, counted_units
from bloodstones.games.bloodstones.record.standing import Position
from bloodstones.kit.records.reading import RecordLine

SETUP: Final = 0
OPENINGS: Final = marked(Mark.OPENS_CHAPTER)
SILENT: Final = marked(Mark.UNTOLD)
IN_BATTLE: Final = marked(Mark.IN_BATTLE)


@dataclass(slots=True)
class Chapter:
    """Some lines with a heading; `turn` is None after the last turn, 0 for the setup."""

    heading: str
    turn: int | None
    lines: list[RecordLine] = field(default_factory=list)


def chapters(record: Record, words: RecordText) -> list[Chapter]:
    """Return the chapters of a record: setup, turns, final battles, captures and end."""
    parts = [Chapter("Setup", SETUP)]
    for line in record.lines:
        if line.event in OPENINGS:
            seat = line.keys.get("seat")
            who = "" if seat is None else words.seats[seat]
            if line.event == "turn":
                parts.append(Chapter(f"Turn {line['turn']}  {who}", line["turn"]))
            elif line.event == "final_turn":
                parts.append(Chapter(f"Final battles  {who}", None))
            elif parts[-1].heading != "End":
                parts.append(Chapter("End", None))
        parts[-1].lines.append(line)
    return parts


@dataclass(slots=True)
class BattleStory:
    """A battle under way: its lines, and the forces that met."""

    lines: list[RecordLine]
    units: tuple[int, int]
    odds: str = ""

    def first(self, event: str) -> RecordLine | None:
        """Return the first line of an event."""
        return next((line for line in self.lines if line.event == event), None)

    def last(self, event: str) -> RecordLine | None:
        """Return the last line of an event."""
        return next((line for line in reversed(self.lines) if line.event == event), None)

    def sentence(self, words: RecordText) -> str:
        """Return the battle in a sentence or two."""
        opening = self.lines[0]
        attacker, defender = words.seats[opening["seat"]], words.seats[opening["defender"]]
        where = words.area(opening["area"])
        text = f"{attacker} attack {defender} in {where}, {self.units[0]} against {self.units[-1]}"
        text += self.odds
        kept_out = (line for line in self.lines if line.event == "keep_out" and line["units"])
        text += "".join(f", {words.tell(line)}" for line in kept_out)
        if (line := self.first("withdraw")) is not None:
            return "; ".join([f"{text}: {words.tell(line)}", *self.passing(words)])
        won, clash = self.last("victory"), self.last("clash")
        if won is None or clash is None:
            return text
        strengths = [clash[side]["strength"] for side in ("attacker", "defender")]
        verb = "win"
        if won["seat"] != opening["seat"]:
            verb = "hold"
            strengths.reverse()
        score = " to ".join(map(str, strengths))
        text += f": {words.seats[won['seat']]} {verb} {score} for {won['vp']} VP"
        return "; ".join([text, *self.aftermath(words)])

    def aftermath(self, words: RecordText) -> Iterator[str]:
        """Yield what followed the victory."""
        lost = self.first("casualty")
        fled = self.first("retreat")
        if lost is not None:
            gone = [*lost["units"], *(fled["lost"] if fled is not None else [])]
            goes = ""
            if fled is not None and fled["to"] is not None:
                goes = f" and retreat {words.journey(fled.keys)}"
            yield f"{words.seats[lost['seat']]} lose {counted_units(gone)}{goes}"
        for event in ("capture_citadel", "dragons_leave", "raise_undead"):
            if (line := self.first(event)) is not None:
                yield words.tell(line)
        yield from self.passing(words)

    def passing(self, words: RecordText) -> Iterator[str]:
        """Yield who gains the Cutiecorn."""
        for line in self.lines:
            if line.event == "cutiecorn":
                yield words.tell(line)


def brief(lines: Sequence[RecordLine], position: Position, words: RecordText) -> list[str]:
    """Return the lines of a chapter as short sentences, and apply them to `position`.

    A battle is one sentence; founded units and drawn tiles are one sentence a seat, at the end.

    Parameters
    ----------
    lines
        The lines of one chapter, in order.
    position
        The position before the first of them; stands after the last one on return.
    words
        Names the seats and areas of the record.
    """
    sentences: list[str] = []
    battle: BattleStory | None = None
    for line in lines:
        if battle is not None and line.event in IN_BATTLE:
            battle.lines.append(line)
        else:
            if battle is not None:
                sentences.append(battle.sentence(words))
                battle = None
            if line.event == "battle":
                battle = BattleStory([line], forces(position, line))
            elif line.event not in SILENT:
                sentences.append(words.tell(line))
        position.apply(line)
    if battle is not None:
        sentences.append(battle.sentence(words))
    return [*sentences, *_gathered(lines, words)]


def forces(position: Position, line: RecordLine) -> tuple[int, int]:
    """Return the numbers of units that meet in a battle: attacker's, defender's."""
    both = (line["seat"], line["defender"])
    first, second = (position.seats[seat].forces.get(line["area"], {}) for seat in both)
    return sum(first.values()), sum(second.values())


def _gathered(lines: Sequence[RecordLine], words: RecordText) -> Iterator[str]:
    """Yield the units founded and the tiles drawn, a sentence for each seat."""
    founded: dict[int, Counter[tuple[str, int]]] = {}
    drawn: dict[int, int] = {}
    for line in lines:
        if line.event == "found":
            founded.setdefault(line["seat"], Counter())[line["unit"], line["area"]] += 1
        elif line.event == "draw":
            drawn[line["seat"]] = drawn.get(line["seat"], 0) + len(line["tiles"])
    for seat, units in founded.items():
        items = (f"{counted_units([unit] * n)} in {area}" for (unit, area), n in units.items())
        yield f"{words.seats[seat]} found {', '.join(items)}"
    for seat, count in drawn.items():
        yield f"{words.seats[seat]} draw {count} tile{'' if count == 1 else 's'}"
