"""A game as an animated picture (GIF): the map once, on it the pieces after every turn."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib import rc_context, rc_params_from_file
from matplotlib.backends.backend_agg import FigureCanvasAgg

from bloodstones.plots.boards.board import draw_map
from bloodstones.plots.boards.board_style import BoardStyle
from bloodstones.plots.boards.heat import KEY_SIZE
from bloodstones.plots.boards.labels import lay_out
from bloodstones.plots.boards.map_key import STRIP
from bloodstones.plots.boards.pieces import (
    Scene,
    draw_arrows,
    draw_tokens,
    place_arrows,
    place_tokens,
)
from bloodstones.plots.style import STYLE_FILE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from PIL.Image import Image

COLOURS = 256
MILLISECONDS = 1000  # a frame
LAST_MILLISECONDS = 4000
NOTES, HEADING, ROOM = 0.012, 0.05, 0.075  # under the key, board widths


@dataclass(frozen=True, slots=True)
class Frame:
    """What a frame shows.

    Attributes
    ----------
    heading
        Such as "Turn 12  Blue".
    pieces, moves
        As in `pieces.Scene`.
    notes
        A short text under each seat in the key, such as "23 VP".
    """

    heading: str
    pieces: Mapping[str, Sequence[Any]]
    moves: Mapping[str, Sequence[Any]]
    notes: tuple[str, ...]


def film(
    areas: Mapping[str, Sequence[Any]],
    frames: Sequence[Frame],
    seats: Sequence[str],
    pixels: int,
    style: BoardStyle,
) -> bytes:
    """Return an endless GIF of some frames, one or more; the same frames give the same bytes.

    Parameters
    ----------
    areas, style
        As in `board.draw_map`.
    seats
        What to call the seats in the key.
    pixels
        Width of the picture.
    """
    from PIL.Image import Dither

    with rc_context(rc_params_from_file(STYLE_FILE, use_default_template=False)):
        images = list(_images(areas, frames, seats, pixels, style))
    palette = images[-1].quantize(COLOURS, dither=Dither.NONE)
    shown = [image.quantize(palette=palette, dither=Dither.NONE) for image in images]
    buffer = io.BytesIO()
    shown[0].save(
        buffer,
        format="gif",
        save_all=True,
        append_images=shown[1:],
        duration=[MILLISECONDS] * (len(shown) - 1) + [LAST_MILLISECONDS],
        loop=0,
        optimize=False,
    )
    return buffer.getvalue()


def _images(
    areas: Mapping[str, Sequence[Any]],
    frames: Sequence[Frame],
    seats: Sequence[str],
    pixels: int,
    style: BoardStyle,
) -> Iterator[Image]:
    """Yield a picture of each frame; what all have in common is drawn once."""
    from PIL import Image

    layout = lay_out(areas)
    figure = draw_map(areas, style=style, scene=Scene(seats=seats), room=ROOM)
    figure.set_dpi(pixels / figure.get_figwidth())
    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    ground = canvas.copy_from_bbox(figure.bbox)
    (axes,) = figure.axes
    below = layout.outlines.height + 2 * STRIP
    for frame in frames:
        canvas.restore_region(ground)
        drawn = set(axes.get_children())
        draw_arrows(axes, place_arrows(frame.moves, layout.spots), 1.0)
        tokens = place_tokens(frame.pieces, layout.spots, style.kinds)
        draw_tokens(axes, tokens, style.bodies, 1.0)
        _write(axes, frame, below)
        fresh = [artist for artist in axes.get_children() if artist not in drawn]
        for artist in sorted(fresh, key=lambda artist: artist.get_zorder()):
            axes.draw_artist(artist)
            artist.remove()
        yield Image.fromarray(np.asarray(canvas.buffer_rgba())).convert("RGB")


def _write(axes: Axes, frame: Frame, below: float) -> None:
    """Write the notes under the seats of the key, and the heading under them."""
    for seat, note in enumerate(frame.notes):
        x = seat / len(frame.notes)
        axes.text(x, below + NOTES, note, va="center_baseline", fontsize=KEY_SIZE)
    axes.text(
        0.0,
        below + HEADING,
        frame.heading,
        va="center_baseline",
        fontweight="bold",
        fontsize=KEY_SIZE,
    )
