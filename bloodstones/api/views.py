"""What a seat sees of a playthrough: named arrays of numbers, and words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

import numpy as np

from bloodstones.core.errors import expected
from bloodstones.core.faults import nearest
from bloodstones.core.kernels.layout import Array
from bloodstones.environments.game_table import declared_by
from bloodstones.kit.environment.spaces import Spaces
from bloodstones.kit.table.session import Session


class View(Mapping[str, Array]):
    """What a seat sees: field -> int64 array, with the numbers that learners get.

    Rows of seats begin with the seat's own; the others follow clockwise.

    Attributes
    ----------
    seat
        Who looks.
    meanings
        The meaning of each field.
    text
        The same in words.
    """

    def __init__(
        self, seat: int, fields: Mapping[str, Array], meanings: Mapping[str, str], text: str
    ) -> None:
        self.seat = seat
        self._fields = dict(fields)
        self.meanings = dict(meanings)
        self.text = text

    def __getitem__(self, name: str) -> Array:
        if not isinstance(name, str) or name not in self._fields:
            raise expected("a field of the view", name, "view[...]", nearest(name, self._fields))
        return self._fields[name]

    def __contains__(self, name: object) -> bool:
        return name in self._fields

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        """Return the view in words as a notebook shows it."""
        return f"<pre>{escape(self.text)}</pre>"


def view_of(game_id: str, session: Session, seat: int) -> View:
    """Return what a seat sees of a playthrough at a table."""
    play: Any = session.play
    spaces = Spaces(declared_by(game_id), play.tables)
    fields = spaces.observations.named(spaces.observe(play.state, seat).astype(np.int64))
    meanings = {part.name: part.meaning for part in spaces.observations.parts}
    text = "\n".join(session.voice.board(play, seat, session.names))
    return View(seat, fields, meanings, text)
