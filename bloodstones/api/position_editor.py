"""What an editor of positions shows: fields, pieces, faults with their places, the picture."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bloodstones.api.game_parts.commands import GameCommands, game_commands_of
from bloodstones.api.positions import with_positions
from bloodstones.core.contract.game import Setup
from bloodstones.core.errors import InputError, expected
from bloodstones.core.faults import parts
from bloodstones.games.registry import GAMES, find_part
from bloodstones.kit.pictures.scene import Piece, Scene, spaced
from bloodstones.kit.pictures.svg import sheet_html
from bloodstones.kit.pictures.tokens import token
from bloodstones.kit.positions.editing import Editor, Field, Kind, Put, as_data, from_data
from bloodstones.kit.positions.line import Line, read_line
from bloodstones.kit.records.forms import SEATS
from bloodstones.kit.table.options import options_of
from bloodstones.kit.table.shared import Pictures, board_with, seated

WHERE: Final = "position"
PICTURES: Final = "pictures"
EDITOR: Final = "EDITOR"
SEAT_FAULT: Final = re.compile(r"seat (\d+)(?:, (\w+))?")
HEAD_FAULT: Final = re.compile(r"position, (\w+)")
UNREADABLE: Final = (IndexError, KeyError, ValueError, OverflowError, TypeError)


@dataclass(frozen=True, slots=True)
class PositionEditor:
    """Positions of a game as an editor shows them.

    Attributes
    ----------
    commands
        The game.
    pictures, editor
        How it draws positions, and what may be put where.
    """

    commands: GameCommands
    pictures: Pictures
    editor: Editor

    @classmethod
    def of(cls, game_id: str) -> PositionEditor:
        """Return the editor of a game; InputError for a game without one."""
        commands = game_commands_of(game_id)
        with_positions(commands, "game")
        module = find_part(game_id, PICTURES)
        pictures, editor = Pictures.of(module), getattr(module, EDITOR, None)
        if pictures is None or editor is None:
            raise expected("a game with an editor of positions", game_id, "game")
        return cls(commands, pictures, editor)

    def set_up(self, setup: Setup, seed: int) -> Line:
        """Return the position at the first decision of a new game."""
        game: Any = self.commands.game
        return self.line_of(game.playthrough(setup, seed))

    def line_of(self, play: Any) -> Line:
        """Return the position of a playthrough, before its next decision."""
        game: Any = self.commands.game
        line: Line = game.line_of(play)
        return line

    def read(self, text: str) -> Line:
        """Return a position from its text; InputError for another game or another form."""
        line = read_line(text, tuple(GAMES))
        if line.game not in ("", self.commands.id):
            raise expected(f"a position of {self.commands.id}", f"one of {line.game}", WHERE)
        line.game = self.commands.id
        return line

    def with_values(self, line: Line, values: Sequence[Any]) -> Line:
        """Return a position with other values of its fields.

        Parameters
        ----------
        line
            The position, as the editor showed it.
        values
            One for each field, as `data` has them.
        """
        game: Any = self.commands.game
        play, error = self._draft(line)
        if play is None:
            assert error is not None
            raise error
        fields = game.fields_of(play, self.editor)
        if len(values) != len(fields):
            raise expected(f"{len(fields)} values", len(values), "values")
        try:
            text = from_data(line, fields, values).text()
        except (AttributeError, TypeError, ValueError):
            raise expected("values as the editor has them", "others", "values") from None
        return self.read(text)

    def data(self, line: Line) -> dict[str, Any]:
        """Return a position as data for JSON.

        Returns
        -------
        dict
            `text`; `faults`: `text`, `area` (of the picture) and `field` (its number), or None;
            `picture`, `key`, `cards`: as of a table, "" where nothing can be drawn; `fields`, with
            the values of each in `values`, and their names in `lists`; `seats`; `puts`, `marks`:
            what can be put on areas, with the glyphs in `sheet`; `areas`: what positions call them;
            `pieces`: of the picture, which field and name each is; `mover`, `question`, `options`:
            who decides what, in words; None, "" and () in a faulty position.
        """
        game: Any = self.commands.game
        play, error = self._draft(line)
        shown: dict[str, Any] = {"text": line.text(), "faults": [], "drawn": False}
        shown |= {"mover": None, "question": "", "options": [], "over": False}
        if play is None:
            assert error is not None
            return shown | {"faults": [_fault(each) for each in parts(error)]}
        if error is None:
            shown["text"] = game.line_of(play).text()
            line = game.line_of(play)
        fields = game.fields_of(play, self.editor)
        shown |= _schema(fields, self.editor)
        shown["values"] = as_data(line, fields)
        names = self._names(play, line)
        shown["seats"] = list(names)
        scene = self._scene(play, names)
        if scene is not None:
            shown |= self._drawn(play, scene, fields)
        if error is not None:
            areas = shown.get("areas", {})
            faults = [_fault(each, fields, areas, names) for each in parts(error)]
            return shown | {"faults": faults}
        return shown | self._decision(play)

    def _draft(self, line: Line) -> tuple[Any | None, InputError | None]:
        """Return a playthrough as far as a position can be read, None without all its seats."""
        game: Any = self.commands.game
        play, error = game.draft(line)
        return (play if len(line.seats) == len(line.roles) else None), error

    def _names(self, play: Any, line: Line) -> Sequence[str]:
        try:
            named: Sequence[str] = self.commands.voice().names(play, play.setup)[SEATS]
        except (AttributeError, *UNREADABLE):
            named = [
                spaced(role).title() or f"Seat {seat + 1}" for seat, role in enumerate(line.roles)
            ]
        return named

    def _scene(self, play: Any, names: Sequence[str]) -> Scene | None:
        """Return the picture of a position; None where it is too faulty to be drawn."""
        try:
            scene = self.pictures.scene(play, None)
        except UNREADABLE:
            return None
        return seated(scene, names, [None] * len(names))

    def _drawn(self, play: Any, scene: Scene, fields: Sequence[Field]) -> dict[str, Any]:
        """Return the picture, what its parts are, and what can be put on it."""
        areas = {area.id: self.editor.area_name(play, area.id) for area in scene.areas}
        places = {(each.key, each.seat): place for place, each in enumerate(fields)}
        apart = replace(scene, name=f"{scene.name}-put")
        puts = [
            self._put(play, apart, put, places[put.key, seat], fields)
            for seat in range(play.seats)
            for put in self.editor.puts
            if (put.key, seat) in places
        ]
        tokens = "".join(each["token"] for put in puts for each in put["items"])
        return {
            **board_with(scene),
            "drawn": True,
            "areas": areas,
            "pieces": dict(self._pieces(scene, fields, places)),
            "puts": puts,
            "sheet": sheet_html(apart, tokens),
        }

    def _pieces(
        self, scene: Scene, fields: Sequence[Field], places: Mapping[tuple[str, int | None], int]
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the pieces of a picture that are of a field."""
        for piece in scene.pieces:
            for put in self.editor.puts:
                found = re.fullmatch(put.piece, piece.id)
                if found is None:
                    continue
                named = found.groupdict()
                seat, name = piece.seat, named.get("name", "")
                if "index" in named:
                    index, names = int(named["index"]), fields[places[put.key, seat]].names
                    before = 0 if "seat" in named else _blocks(self.commands.game, put.key) * seat
                    name = names[index - before] if 0 <= index - before < len(names) else ""
                yield piece.id, {"field": places[put.key, seat], "name": name}
                break

    def _put(
        self, play: Any, scene: Scene, put: Put, place: int, fields: Sequence[Field]
    ) -> dict[str, Any]:
        """Return what may be put of a field, with what it looks like."""
        field = fields[place]
        seat = field.seat or 0
        names = {Kind.AREAS: field.inner, Kind.VALUES: field.names, Kind.COUNTS: field.names}
        items = [
            {
                "name": name,
                "words": _called(put, name),
                "token": _token(scene, put, seat, name),
                "beside": dict(put.beside(play, seat, name)),
            }
            for name in names.get(field.kind, ("",))
        ]
        return {"field": place, "seat": seat, "words": spaced(put.key), "items": items}

    def _decision(self, play: Any) -> dict[str, Any]:
        """Return who decides what in a position without faults."""
        if play.over:
            return {"over": True}
        voice = self.commands.voice()
        options = options_of(play, voice, voice.names(play, play.setup))
        return {
            "mover": int(play.decider),
            "question": voice.question(play),
            "options": [each.words for each in options],
        }


def _blocks(game: Any, key: str) -> int:
    """Return how many pieces of a row each seat has in the state."""
    return next((int(row.split) for row in game.notation.rows if row.name == key), 0)


def _called(put: Put, name: str) -> str:
    """Return what a piece is called; a number counts from 1.

    >>> _called(Put("hero", ""), "0"), _called(Put("units", ""), "stone_wall")
    ('hero 1', 'stone wall')
    """
    return f"{spaced(put.key)} {int(name) + 1}" if name.isdigit() else spaced(name or put.key)


def _token(scene: Scene, put: Put, seat: int, name: str) -> str:
    """Return the parts of a piece as it is drawn alone, in the styles of the board."""
    body, words = put.body, _called(put, name)
    piece = Piece("", 0, "", seat, words, bool(body), body=body, glyph=put.sign(name))
    return token(scene, piece)


def _schema(fields: Sequence[Field], editor: Editor) -> dict[str, Any]:
    """Return the fields as data for JSON; each list of names is there once."""
    lists: dict[tuple[str, ...], int] = {}

    def number(names: tuple[str, ...]) -> int:
        return lists.setdefault(names, len(lists))

    shown = [
        {
            "key": each.key,
            "words": each.words,
            "seat": each.seat,
            "kind": each.kind.value,
            "names": number(each.names),
            "inner": number(each.inner),
            "options": number(each.options),
            "empty": each.empty,
            "least": each.least,
            "most": each.most,
            "needed": each.needed,
            "open": each.open,
            "main": editor.main.index(each.key) if each.key in editor.main else None,
            "put": any(put.key == each.key for put in editor.puts),
        }
        for each in fields
    ]
    marks = [place for place, each in enumerate(fields) if each.key in editor.marks]
    return {"fields": shown, "marks": marks, "lists": [list(names) for names in lists]}


def _fault(
    error: InputError,
    fields: Sequence[Field] = (),
    areas: Mapping[int, str] | None = None,
    seats: Sequence[str] = (),
) -> dict[str, Any]:
    """Return a fault with its area and its field, None where it names none."""
    sentence = error.message
    told = sentence if error.tip is None else f"{sentence} ({error.tip})"
    for seat, name in enumerate(seats):
        told = re.sub(rf"^seat {seat}\b", name, told)
    return {
        "text": told,
        "area": _area_in(sentence, areas or {}),
        "field": _field_in(sentence, fields),
    }


def _area_in(sentence: str, areas: Mapping[int, str]) -> int | None:
    """Return the area that a sentence names."""
    for number, name in areas.items():
        if re.search(rf"(?:area|hex|in|,|board,) {re.escape(name)}(?![\w.])", sentence):
            return number
    return None


def _field_in(sentence: str, fields: Sequence[Field]) -> int | None:
    """Return the number of the field that a sentence begins with."""
    of_seat, of_all = SEAT_FAULT.match(sentence), HEAD_FAULT.match(sentence)
    if of_seat is not None and of_seat[2] is not None:
        wanted: tuple[str, int | None] = (of_seat[2], int(of_seat[1]))
    elif of_all is not None:
        wanted = (of_all[1], None)
    else:
        return None
    return next((at for at, each in enumerate(fields) if (each.key, each.seat) == wanted), None)
