"""The names and packages of fonts, told without loading what draws with them."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

# What the pictures measure text with, and what the report sets it in (nearly the same widths).
MEASURED_FONT: Final = "STIXGeneral"
SHOWN_FONTS: Final = "Libertinus Serif, STIX Two Text, Times New Roman, serif"
FONTS: Final = ("manimgx_fonts", "manimgx_fonts_cjk")


@cache
def font_folders() -> tuple[Path, ...]:
    """Return the folders of the installed packages of fonts."""
    specs = (find_spec(name) for name in FONTS)
    return tuple(
        Path(place)
        for spec in specs
        if spec is not None
        for place in spec.submodule_search_locations or ()
    )
