"""The gallery: a picture of each kind that `bloodstones.plots` draws, and the code that draws it.

A script of `docs/gallery` has the name of the module of `bloodstones.plots` that it shows. It
begins with a caption and assigns the picture to `figure`. The script is run and shown unchanged.
"""

from __future__ import annotations

import ast
import contextlib
import re
import runpy
from pathlib import Path

import bloodstones
from bloodstones.core.svg import Svg
from bloodstones.plots.style import to_svg
from building.pictures import with_letters
from building.writing import Pages, plain

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "docs" / "gallery"
PLOTS = Path(bloodstones.__file__).parent / "plots"
DRAWING = re.compile(r"^from bloodstones\.plots\.([\w.]+) import \w*draw_", re.MULTILINE)
ORDER = (
    "win_rates", "matrix", "shares", "before_after", "doses", "pareto", "standing", "points",
    "lengths", "ladder", "learned", "sensitivity", "odds", "boards",
)  # fmt: skip
# Module -> its picture, and the command that draws it, see `pictures`.
BY_COMMAND = {
    "battle": ("battle.svg", "bloodstones odds … --plot battle.svg"),
}


def purpose(path: Path) -> str:
    """Return the first line of a file's docstring."""
    return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0]


def place_of(name: str) -> Path:
    """Return the file of the module whose function a script calls; of a command, of that name."""
    script = SCRIPTS / f"{name}.py"
    drawing = DRAWING.search(script.read_text(encoding="utf-8")) if script.is_file() else None
    if drawing is not None:
        return PLOTS.joinpath(*drawing[1].split(".")).with_suffix(".py")
    (path,) = PLOTS.rglob(f"{name}.py")
    return path


def entry(module: str, caption: str, picture: str, made: str) -> str:
    """Return the entry of a picture: caption, picture, and how it is made."""
    title = module.replace("_", " ").capitalize()
    path = place_of(module)
    kind = plain(purpose(path))
    place = path.relative_to(PLOTS.parent).with_suffix("").parts
    api = f"{{py:mod}}`bloodstones.{'.'.join(place)}`"
    return f"## {title}\n\n{kind} {api}\n\n![{plain(caption)}]({picture})\n\n{made}\n"


def drawn(pages: Pages, script: Path) -> str:
    """Run a script from the checkout and return its entry."""
    with contextlib.chdir(ROOT):
        figure = runpy.run_path(str(script))["figure"]
    name = f"pictures/gallery_{script.stem}.svg"
    svg = figure.text if isinstance(figure, Svg) else to_svg(figure)
    pages.write(name, with_letters(svg))
    code = script.read_text(encoding="utf-8")
    return entry(script.stem, purpose(script), name, f"```python\n{code}```")


def write(pages: Pages) -> None:
    """Draw and write the gallery."""
    scripts = {path.stem: path for path in SCRIPTS.glob("*.py")}
    if set(scripts) != set(ORDER):
        raise RuntimeError(f"expected the scripts {sorted(ORDER)}, got {sorted(scripts)}")
    parts = [
        "# Gallery\n\nA function draws each picture from a table. It knows the columns of the "
        "table and no game, so you can use it for every game and for your own data frames. Below "
        "each picture is the code that drew it from tables of the [shipped reports](reports.md). "
        "Run the code in the folder of the checkout.\n",
        *(drawn(pages, scripts[name]) for name in ORDER),
    ]
    for module, (picture, command) in BY_COMMAND.items():
        made = f"```console\n$ {command}\n```"
        parts.append(entry(module, purpose(place_of(module)), f"pictures/{picture}", made))
    pages.write("gallery.md", "\n".join(parts))
