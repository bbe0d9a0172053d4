"""The names of the seats, as notes and cards of a picture write them."""

from __future__ import annotations

from collections.abc import Sequence

from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.games import seat_names


def names_of_seats(play: Playthrough) -> Sequence[str]:
    """Return the names that logs and records call the seats of a playthrough by.

    Parameters
    ----------
    play
        The playthrough; one that no setup came with has numbered seats.
    """
    if play.setup is None:
        return [f"Seat {number}" for number in range(1, play.seats + 1)]
    return seat_names(play.setup)
