"""The animated picture of a game: frames, bytes, and what stands where."""

from __future__ import annotations

import io

from PIL import Image

from bloodstones.core.seat_style import SEAT_COLOURS
from bloodstones.games.bloodstones.maps.area_tables import area_table
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.sections.board_style import BOARD_STYLE
from bloodstones.plots.boards.film import Frame, film

PIXELS = 300
NO_MOVES: dict[str, list[object]] = {"path": [], "seat": [], "count": []}


def pieces(*rows: tuple[int, int, str, int]) -> dict[str, list[object]]:
    columns = zip(*rows, strict=True)
    return dict(zip(("area", "seat", "kind", "count"), map(list, columns), strict=True))


FRAMES = [
    Frame("Setup", pieces((20, 0, "citadel", 1)), NO_MOVES, ("0 VP", "0 VP")),
    Frame(
        "Turn 1",
        pieces((20, 0, "citadel", 1), (30, 1, "force", 4)),
        {"path": [(20, 30)], "seat": [0], "count": [1]},
        ("1 VP", "0 VP"),
    ),
    Frame("Turn 2", pieces((20, 0, "citadel", 1)), NO_MOVES, ("1 VP", "3 VP")),
]


def colours(image: Image.Image) -> dict[tuple[int, int, int], int]:
    found = image.convert("RGB").getcolors(image.width * image.height)
    assert found is not None
    return {tuple(colour): count for count, colour in found}  # type: ignore[misc]


def near(image: Image.Image, wanted: str) -> int:
    """How many pixels are about of a colour."""
    red, green, blue = (int(wanted[k : k + 2], 16) for k in (1, 3, 5))
    return sum(
        count
        for (r, g, b), count in colours(image).items()
        if abs(r - red) + abs(g - green) + abs(b - blue) < 40
    )


def test_a_film_has_its_frames_and_the_same_bytes_each_time() -> None:
    areas = area_table(load_map("twin_meres"))
    seats = ["Hill Folk", "Dragon Riders"]
    content = film(areas, FRAMES, seats, PIXELS, BOARD_STYLE)
    assert content == film(areas, FRAMES, seats, PIXELS, BOARD_STYLE)
    with Image.open(io.BytesIO(content)) as found:
        assert (found.format, found.width, found.n_frames) == ("GIF", PIXELS, 3)  # type: ignore[attr-defined]
        shown = []
        for number in range(3):
            found.seek(number)
            shown.append(near(found, SEAT_COLOURS[1][0]))
    # The key has a force of seat 1 in every frame, the map only in the second.
    assert shown[1] > shown[0] + 20
    assert abs(shown[2] - shown[0]) < 20
