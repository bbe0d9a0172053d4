"""A record on the screen: turn by turn, or one turn with the areas in question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text
from rich.tree import Tree

from bloodstones.core.errors import InputError
from bloodstones.core.terminal.console import narrow_console
from bloodstones.core.terminal.text_tables import TextTable
from bloodstones.games.bloodstones.record.chapters import Chapter, brief, chapters
from bloodstones.games.bloodstones.record.header import Header, Record
from bloodstones.games.bloodstones.record.sentences import RecordText, counted_units
from bloodstones.games.bloodstones.record.standing import Group, Position, SeatPosition
from bloodstones.games.bloodstones.rules.numbers import changes_text
from bloodstones.kit.records.reading import RecordLine

INDENT: Final = (0, 0, 0, 2)
MOST_AREAS: Final = 4
WHERE: Final = ("area", "areas", "villages", "to", "steps", "path")
COLOURS: Final = ("yellow", "cyan", "green", "magenta", "red", "blue")


def show(record: Record) -> None:
    """Print the whole record: the seats, every turn in short, the standing after it."""
    console = narrow_console()
    words, position = RecordText(record.header), Position(record.header, record.name)
    for part in heading(record, words):
        console.print(part)
    for chapter in chapters(record, words):
        console.print()
        console.print(Text(chapter.heading, style="bold"))
        for sentence in brief(chapter.lines, position, words):
            console.print(indented(Text(sentence)))
        console.print(indented(Text(standing(position), style="dim")))
    console.print()
    console.print(Text(result(record, words), style="bold"))


def show_turn(record: Record, turn: int) -> None:
    """Print one turn (0: the setup) line by line, with the areas in question.

    Raises
    ------
    InputError
        If the record has no such turn.
    """
    console = narrow_console()
    words, position = RecordText(record.header), Position(record.header, record.name)
    for chapter in chapters(record, words):
        if chapter.turn == turn:
            _show_chapter(console, chapter, position, words, record.header)
            return
        for line in chapter.lines:
            position.apply(line)
    raise no_turn(record, turn)


def as_object(record: Record, turn: int | None = None) -> dict[str, Any]:
    """Return a record, or one turn of it, as the JSON object that the command prints.

    Raises
    ------
    InputError
        If the record has no such turn.
    """
    header, end = record.header, record.end
    words, position = RecordText(header), Position(header, record.name)
    shown: list[dict[str, Any]] = []
    for chapter in chapters(record, words):
        for line in chapter.lines:
            position.apply(line)
        if turn in (None, chapter.turn):
            lines = [
                {"line": line.number, "event": line.event, "text": words.tell(line)}
                for line in chapter.lines
            ]
            named = {"turn": chapter.turn, "heading": chapter.heading}
            after = [figures(seat) for seat in position.seats]
            shown.append({**named, "lines": lines, "after": after})
    if not shown:
        assert turn is not None
        raise no_turn(record, turn)
    return {
        "map": header.board.id,
        "seed": header.seed,
        "options": dict(header.options),
        "overrides": dict(header.overrides),
        "first_seat": header.first_seat,
        "seats": [{"faction": seat.role, "strategy": seat.strategy} for seat in header.seats],
        "chapters": shown,
        **{key: end[key] for key in ("scores", "winners", "end_reason", "turns")},
    }


def no_turn(record: Record, turn: int, where: str = "--turn") -> InputError:
    """Return the error for a turn that a record does not have."""
    turns = record.end["turns"]
    return InputError(f"expected a turn from 0 (setup) to {turns}, got {turn} ({where})")


def _show_chapter(
    console: Console, chapter: Chapter, position: Position, words: RecordText, header: Header
) -> None:
    console.print(Text(chapter.heading, style="bold"))
    for line in chapter.lines:
        if line.event not in ("turn", "phase"):
            console.print(indented(Text(words.tell(line))))
        elif line.event == "phase":
            console.print(Text(f"{line['phase']} phase", style="italic"))
        position.apply(line)
    console.print()
    console.print(standings(position, words))
    for area in areas_in_question(chapter.lines)[:MOST_AREAS]:
        console.print()
        console.print(surroundings(area, position, words, header))


def indented(text: Text) -> Padding:
    """Return the text two columns to the right."""
    return Padding(text, INDENT, expand=False)


def heading(record: Record, words: RecordText) -> Iterator[RenderableType]:
    """Yield the map and the seats."""
    header = record.header
    yield Text(f"Map {header.board.id}, seed {header.seed}", style="bold")
    if changes := changes_text(header.overrides, header.options):
        yield Text(changes)
    for number, (name, seat) in enumerate(zip(words.seats, header.seats, strict=True)):
        starts = ", starts" if number == header.first_seat else ""
        yield indented(Text(f"seat {number + 1}  {name} ({seat.strategy}){starts}"))


def result(record: Record, words: RecordText) -> str:
    """Return who won with which scores, in how many turns."""
    end = record.end
    scores = " : ".join(str(score) for score in end["scores"])
    winners = [words.seats[seat] for seat in end["winners"]]
    who = " and ".join(winners) or "nobody"
    verb = "share the victory" if len(winners) > 1 else "win"
    stopped = "" if end["end_reason"] == "regroups" else ", stopped by the turn limit"
    return f"{who} {verb}, {scores} VP after {end['turns']} turns{stopped}"


def standing(position: Position) -> str:
    """Return VP, hands and bags of all seats on a line."""

    def sizes(measure: Callable[[SeatPosition], int]) -> str:
        return " : ".join(str(measure(seat)) for seat in position.seats)

    return (
        f"VP {sizes(lambda seat: seat.vp)}   "
        f"hands {sizes(lambda seat: sum(seat.hand.values()))}   "
        f"bags {sizes(lambda seat: sum(seat.bag.values()))}"
    )


def standings(position: Position, words: RecordText) -> TextTable:
    """Return what every seat has, as a table."""
    table = TextTable(box=None, padding=(0, 1))
    for column in ("", "VP", "Regroups", "Hand", "Bag", "Discards", "Villages", "Units"):
        table.add_column(column, justify="left" if not column else "right", header_style="dim")
    for number, (name, seat) in enumerate(zip(words.seats, position.seats, strict=True)):
        table.add_row(Text(name, style=COLOURS[number]), *map(str, figures(seat).values()))
    return table


def figures(seat: SeatPosition) -> dict[str, int]:
    """Return what a seat has, in the order of the columns of `standings`."""
    return {
        "vp": seat.vp,
        "regroups": seat.regroups,
        "hand": seat.hand.total(),
        "bag": seat.bag.total(),
        "discards": seat.discard.total(),
        "villages": seat.villages.total(),
        "units": sum(force.total() for force in seat.forces.values()),
    }


def areas_in_question(lines: Sequence[RecordLine]) -> list[int]:
    """Return the areas where something happened: battles first, then the others in order."""
    battles = [line["area"] for line in lines if line.event == "battle"]
    others = [area for line in lines for key in WHERE for area in _areas(line.keys.get(key))]
    return list(dict.fromkeys(battles + others))


def _areas(value: object) -> Iterator[int]:
    """Yield the areas in a value of a line: a number, or the goals in a list."""
    if isinstance(value, int):
        yield value
    for item in value if isinstance(value, list) else ():
        if isinstance(item, int):
            yield item
        else:
            yield item["to"] if "to" in item else item["area"]


def surroundings(area: int, position: Position, words: RecordText, header: Header) -> Tree:
    """Return a small map: the area and its neighbours, with terrain and pieces by seat."""
    tree = Tree(_pieces(area, position, words, "Area "), guide_style="dim")
    for other in header.board.areas[area].neighbours:
        tree.add(_pieces(other, position, words, ""))
    return tree


def _pieces(area: int, position: Position, words: RecordText, before: str) -> Text:
    text = Text(f"{before}{words.area(area)}", style="bold" if before else "")
    for number in position.seats_in(area):
        seat = position.seats[number]
        parts = [_force(seat.forces[area])] if area in seat.forces else []
        if seat.villages[area]:
            parts.append(counted_units(["village"] * seat.villages[area]))
        text.append(f"  {words.seats[number]}: {', '.join(parts)}", style=COLOURS[number])
    return text


def _force(force: Group) -> str:
    return counted_units([unit.id for unit in sorted(force) for _ in range(force[unit])])
