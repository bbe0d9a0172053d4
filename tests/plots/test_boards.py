"""Pictures in SVG as files: PNG, PDF, animations; the same bytes each time."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image

from bloodstones.core.seat_style import SEAT_COLOURS
from bloodstones.kit.pictures.scene import Area, Look, Piece, Scene
from bloodstones.kit.pictures.svg import FILE, to_layers, to_svg
from bloodstones.plots.boards import svg_file, to_gif

SQUARE = (((0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (0.0, 0.5)),)
EMPTY = Scene(
    "toy", "A moor", {"moor": Look("#e7d67f", "#57501f")},
    (Area(0, SQUARE, (0.5, 0.25), "moor", "1"),), height=0.5, size=0.05,
)  # fmt: skip
FULL = replace(EMPTY, pieces=(Piece("a", 0, "Sw", 1, badge="3"),))


def near(image: Image.Image, wanted: str) -> int:
    """How many pixels are about of a colour."""
    red, green, blue = (int(wanted[k : k + 2], 16) for k in (1, 3, 5))
    found = image.convert("RGB").getcolors(image.width * image.height)
    assert found is not None
    return sum(
        count
        for count, (r, g, b) in found  # type: ignore[misc]
        if abs(r - red) + abs(g - green) + abs(b - blue) < 40
    )


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_files_are_the_same_bytes_each_time(kind: str) -> None:
    one, other = (svg_file(to_svg(FULL, frame=FILE), kind, 300) for _ in range(2))
    assert one == other
    assert one.startswith({"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}[kind])
    if kind == "png":
        with Image.open(io.BytesIO(one)) as image:
            assert image.width == 300
            assert near(image, SEAT_COLOURS[1][0]) > 100
            assert near(image, "#e7d67f") > 10_000


def test_an_animation_has_its_frames_and_the_same_bytes_each_time() -> None:
    layers = [to_layers(scene, frame=FILE) for scene in (EMPTY, FULL, EMPTY)]
    content = to_gif(layers, 300)
    assert content == to_gif(layers, 300)
    with Image.open(io.BytesIO(content)) as found:
        assert (found.format, found.width, found.n_frames) == ("GIF", 300, 3)  # type: ignore[attr-defined]
        shown = []
        for number in range(3):
            found.seek(number)
            shown.append(near(found, SEAT_COLOURS[1][0]))
    assert shown[0] == shown[2] == 0
    assert shown[1] > 100
