"""Pictures of pages: drawn by the commands that the pages show, or taken from shipped reports.

The letters of a picture are text in the font that it was laid out with. Few readers have it, so
each picture brings what it needs of it.
"""

from __future__ import annotations

import base64
import contextlib
import io
from functools import cache
from pathlib import Path

import matplotlib as mpl
from fontTools import subset
from fontTools.ttLib import TTFont

import bloodstones
from bloodstones.cli import main
from building.writing import Pages

FONTS = Path(mpl.get_data_path()) / "fonts" / "ttf"
WEIGHTS = {"400": "STIXGeneral.ttf", "700": "STIXGeneralBol.ttf"}
LETTERS = [*range(0x20, 0x180), *range(0x2010, 0x2040), 0x2190, 0x2192, 0x2212]
FAMILY = "Letters of pictures"
BATTLE = (
    *("odds", "--terrain", "plains"),
    *("--attacker", "dragon_riders: cavalry, lizardman*2, leader"),
    *("--defender", "horse_lords: swordsman, shieldbearer"),
)
REPORTS = Path(__file__).parents[2] / "reports"
FRONT = REPORTS / "bloodstones_faction_balance" / "picture.svg"
TURN = 6  # that the picture of a game shows
# Name of the picture -> the command that draws it.
DRAWN = {
    "raven_coast.svg": ("maps", "draw", "raven_coast", "--replace", "-o"),
    "battle.svg": (*BATTLE, "--replace", "--plot"),
}


def write(pages: Pages) -> None:
    """Draw the pictures that are not there yet, and take that of the front page."""
    take(pages, FRONT)
    path = pages.place("pictures/position.svg")
    if not path.is_file():
        path.write_text(position(), encoding="utf-8")
    for name, command in DRAWN.items():
        path = pages.place(f"pictures/{name}")
        if path.is_file():
            continue
        with contextlib.redirect_stdout(io.StringIO()):
            code = main([*command, str(path)])
        if code:
            raise RuntimeError(f"not drawn: {' '.join(command)}")
        path.write_text(with_letters(path.read_text(encoding="utf-8")), encoding="utf-8")


def position() -> str:
    """Return a position of the tutorial's game, as its first seat sees it."""
    seats = "dragon_riders:warlord", "horse_lords:builder"
    play = bloodstones.load_game("bloodstones").playthrough(*seats, seed=7)
    while play.turn < TURN:
        play.step()
    return play.picture(0).text


def take(pages: Pages, picture: Path) -> str:
    """Take the picture of a report, with its letters; return its name beside the pages."""
    name = f"pictures/{picture.parent.name}_{picture.name}"
    pages.write(name, picture.read_text(encoding="utf-8"))
    return name


def with_letters(svg: str) -> str:
    """Return a picture that brings its letters."""
    head, tag, rest = svg.partition("<defs>")
    named = rest.replace("font-family: ", f"font-family: {FAMILY}, ")
    return f"{head}<style>{faces()}</style>{tag}{named}"


@cache
def faces() -> str:
    """Return the style rules that hold the font: Latin letters, dashes, signs."""
    return "".join(
        f'@font-face{{font-family:"{FAMILY}";font-weight:{weight};'
        f"src:url(data:font/woff;base64,{packed(FONTS / file)})}}"
        for weight, file in WEIGHTS.items()
    )


def packed(path: Path) -> str:
    """Return the letters of a font as base64 of a WOFF file."""
    font = TTFont(path, recalcTimestamp=False)
    maker = subset.Subsetter(
        subset.Options(notdef_outline=True, hinting=False, drop_tables=["FFTM"])
    )
    maker.populate(unicodes=LETTERS)
    maker.subset(font)
    font.flavor = "woff"
    made = io.BytesIO()
    font.save(made)
    return base64.b64encode(made.getvalue()).decode()
