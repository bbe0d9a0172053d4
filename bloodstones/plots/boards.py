"""Boards on paper and in files: scenes as SVG in the letters of charts, SVG as PNG, PDF and GIF.

Typst makes files of pixels and of pages; the same SVG gives the same bytes.
"""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.errors import RunError
from bloodstones.core.extras import require_package
from bloodstones.kit.pictures.elements import UNIT
from bloodstones.kit.pictures.scene import Scene
from bloodstones.kit.pictures.svg import Frame, Page, to_svg
from bloodstones.plots.letters import SHOWN_FONTS, font_folders
from bloodstones.plots.style import PAGE_WIDTH

if TYPE_CHECKING:
    from PIL.Image import Image

MAP_WIDTH: Final = 0.8 * PAGE_WIDTH
HALF_WIDTH: Final = 0.485 * PAGE_WIDTH  # of two boards side by side
LETTERS: Final = 9.0  # points
TIMESTAMP: Final = 1_704_067_200  # 2024-01-01, UTC: bytes depend on the picture only
POINTS: Final = 72  # in an inch: a page as wide as the picture has pixels
BOX: Final = re.compile(r'viewBox="([^"]*)"')
PAGE: Final = """#set page(width: {width}pt, height: {height}pt, margin: 0pt, fill: {fill})
#for name in ({names}) {{ page(image(name, width: 100%)) }}
"""
COLOURS: Final = 256
MOSAIC: Final = 240  # pixels of each frame across, for the palette
MILLISECONDS: Final = 1000  # a frame
LAST_MILLISECONDS: Final = 4000


def board_svg(scene: Scene, width: float = MAP_WIDTH) -> str:
    """Return a scene as SVG for a page of paper, with letters of the size of its charts.

    Parameters
    ----------
    scene
        What it shows.
    width
        Of the picture, in inches.
    """
    font = LETTERS / (width * POINTS) * UNIT
    return to_svg(scene, frame=Frame(Page.LIGHT, font, SHOWN_FONTS))


def svg_file(svg: str, format_: str, pixels: int) -> bytes:
    """Return a picture as the content of a file.

    Parameters
    ----------
    svg
        An element of SVG with a `viewBox`.
    format_
        "svg", "png" or "pdf".
    pixels
        Width of a PNG.
    """
    if format_ == "svg":
        return svg.encode()
    return to_pdf(svg, PAGE_WIDTH * POINTS) if format_ == "pdf" else to_png([svg], pixels)[0]


def to_png(svgs: Sequence[str], pixels: int) -> list[bytes]:
    """Return pictures of one shape as PNG, so wide.

    Parameters
    ----------
    svgs
        Elements of SVG with a `viewBox`, one or more.
    pixels
        Their width.
    """
    made = _compiled(svgs, pixels, format="png", ppi=float(POINTS))
    return [made] if isinstance(made, bytes) else list(made)


def to_pdf(svg: str, width: float) -> bytes:
    """Return a picture as a page of PDF.

    Parameters
    ----------
    svg
        An element of SVG with a `viewBox`.
    width
        In points.
    """
    made = _compiled([svg], width, format="pdf")
    assert isinstance(made, bytes)
    return made


def to_gif(layers: Sequence[tuple[str, str]], pixels: int) -> bytes:
    """Return pictures of one shape as an endless animation, one after the other.

    Parameters
    ----------
    layers
        What is below and what is above in each picture, as SVG; what is below in several is drawn
        once.
    pixels
        Their width.
    """
    from PIL import Image as Images

    below = list(dict.fromkeys(under for under, _ in layers))
    grounds = dict(zip(below, _images(below, pixels), strict=True))
    images = [
        Images.alpha_composite(grounds[under], over).convert("RGB")
        for (under, _), over in zip(
            layers, _images([over for _, over in layers], pixels, clear=True), strict=True
        )
    ]
    palette = _mosaic(images).quantize(COLOURS, dither=Images.Dither.NONE)
    shown = [image.quantize(palette=palette, dither=Images.Dither.NONE) for image in images]
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


def _mosaic(images: Sequence[Image]) -> Image:
    """Return one image with some pixels of each, from which a palette is taken."""
    from PIL import Image as Images

    size = MOSAIC, max(1, MOSAIC * images[0].height // images[0].width)
    whole = Images.new("RGB", (size[0], size[1] * len(images)))
    for number, image in enumerate(images):
        small = image.resize(size, Images.Resampling.NEAREST)
        whole.paste(small, (0, number * size[1]))
    return whole


def _images(svgs: Sequence[str], pixels: int, *, clear: bool = False) -> list[Image]:
    """Return pictures as images, on white or on nothing."""
    from PIL import Image as Images

    made = _compiled(svgs, pixels, clear=clear, format="png", ppi=float(POINTS))
    pages = [made] if isinstance(made, bytes) else made
    return [Images.open(io.BytesIO(page)).convert("RGBA") for page in pages]


def of_one_height(svgs: Sequence[str]) -> list[str]:
    """Return pictures of one width as high as the highest of them.

    >>> of_one_height(['<svg viewBox="0 0 9 4"/>', '<svg viewBox="0 0 9 7"/>'])
    ['<svg viewBox="0 0 9 7"/>', '<svg viewBox="0 0 9 7"/>']
    """
    boxes = [found[1].split() for svg in svgs if (found := BOX.search(svg))]
    high = max((box[-1] for box in boxes), key=float)
    return [
        BOX.sub(f'viewBox="{" ".join([*box[:-1], high])}"', svg, count=1)
        for svg, box in zip(svgs, boxes, strict=True)
    ]


def _compiled(svgs: Sequence[str], width: float, *, clear: bool = False, **kind: Any) -> Any:
    """Return what Typst makes of pictures, a page each."""
    require_package("typst", "report")
    import typst

    found = BOX.search(svgs[0])
    assert found is not None
    _, _, wide, high = map(float, found[1].split())
    with tempfile.TemporaryDirectory(prefix="bloodstones-pictures-") as folder:
        names = [f"{number}.svg" for number in range(len(svgs))]
        for name, svg in zip(names, svgs, strict=True):
            Path(folder, name).write_text(svg, encoding="utf-8")
        listed = "".join(f'"{name}",' for name in names)
        fill = "none" if clear else "white"
        size = {"width": width, "height": width * high / wide}
        text = PAGE.format(**size, names=listed, fill=fill)
        main = Path(folder, "pictures.typ")
        main.write_text(text, encoding="utf-8")
        try:
            return typst.compile(
                str(main),
                root=folder,
                ignore_system_fonts=True,
                font_paths=[str(each) for each in font_folders()],
                timestamp=TIMESTAMP,
                **kind,
            )
        except typst.TypstError as error:
            raise RunError(f"expected a picture that can be drawn, got: {error}") from None
