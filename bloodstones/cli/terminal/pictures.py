"""Writing pictures: the format by the name of the file, nothing half-written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from bloodstones.core.errors import expected
from bloodstones.core.extras import require_extra
from bloodstones.core.files.writing import check_new, write_atomically

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from bloodstones.core.svg import Svg

FORMATS: Final = ("svg", "png", "pdf")
PICTURES: Final = "a file that ends in .svg, .png or .pdf"
PIXELS: Final = 1200  # across a PNG
FEWEST_PIXELS, MOST_PIXELS = 200, 10_000


def picture_format(file: Path, where: str, *, replace: bool = False) -> str:
    """Return the format that a file's name asks for.

    Raises
    ------
    InputError
        If it is none of svg, png and pdf, the file cannot be made or is there already and may not
        be written over (`replace`), or matplotlib is not installed.

    Examples
    --------
    >>> picture_format(Path("map.SVG"), "--out")
    'svg'
    """
    suffix = file.suffix.lower().removeprefix(".")
    if suffix not in FORMATS:
        raise expected(PICTURES, str(file), where)
    check_new(file, where, replace=replace)
    require_extra("report")
    return suffix


def write_picture(figure: Figure | Svg, file: Path, format_: str, pixels: int | None = None) -> int:
    """Write a picture at once and return its size in bytes; `pixels` is the width of a PNG."""
    from bloodstones.core.svg import Svg
    from bloodstones.plots.boards import svg_file
    from bloodstones.plots.style import to_bytes

    dots = PIXELS if pixels is None else pixels
    if isinstance(figure, Svg):
        content = svg_file(figure.text, format_, dots)
    else:
        content = to_bytes(figure, format_, dots)
    write_atomically(file, content)
    return len(content)
