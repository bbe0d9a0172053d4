"""What people at a table of Dare see: the isle, the scores, and their own cards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.forms import SEATS, Names
from bloodstones.kit.table.voice import Voice
from tests.toy.rules.board import ISLE
from tests.toy.state import NOBODY, VALUES


class GameVoice(Voice):
    """The voice of Dare; what happens is in the table of events."""

    def board(self, play: Playthrough, seat: int, names: Names) -> Sequence[str]:
        """Return what a seat sees: scores, whose the areas are, its hand."""
        owners = zip(ISLE["name"], play.state.owner.tolist(), strict=True)
        taken = [f"{area} {names[SEATS][owner]}" for area, owner in owners if owner != NOBODY]
        cards = np.repeat(np.arange(VALUES), play.state.hand[seat]).tolist()
        return [
            *super().board(play, seat, names),
            f"Claimed: {', '.join(taken) or 'nothing'}",
            f"Your cards: {', '.join(map(str, cards)) or 'none'}",
        ]
