"""The gallery: a picture of each kind that `bloodstones.plots` draws, and the code that draws it.

A script of `docs/gallery` is named after the module of `bloodstones.plots` that it shows, begins
with what is seen, and leaves the picture in `figure`. It is run here and shown as it stands.
"""

from __future__ import annotations

import ast
import contextlib
import runpy
from pathlib import Path

import bloodstones
from bloodstones.plots.style import to_svg
from building.pictures import with_letters
from building.writing import Pages, plain

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "docs" / "gallery"
PLOTS = Path(bloodstones.__file__).parent / "plots"
ORDER = (
    "win_rates", "matrix", "shares", "before_after", "doses", "pareto", "standing", "points",
    "lengths", "ladder", "learned", "sensitivity", "odds", "heat",
)  # fmt: skip
# Module -> its picture, and the command that draws it, see `pictures`.
BY_COMMAND = {
    "battle": ("battle.svg", "bloodstones odds … --plot battle.svg"),
    "board": ("raven_coast.svg", "bloodstones maps draw raven_coast -o raven_coast.svg"),
}


def purpose(path: Path) -> str:
    """Return what a file says of itself, its first line."""
    return (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0]


def place_of(module: str) -> Path:
    """Return the file of a module of pictures, in whatever room it stands."""
    (path,) = PLOTS.rglob(f"{module}.py")
    return path


def entry(module: str, caption: str, picture: str, made: str) -> str:
    """Return the entry of a picture: what is seen, the picture, how it is made."""
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
    pages.write(name, with_letters(to_svg(figure)))
    code = script.read_text(encoding="utf-8")
    return entry(script.stem, purpose(script), name, f"```python\n{code}```")


def write(pages: Pages) -> None:
    """Draw and write the gallery."""
    scripts = {path.stem: path for path in SCRIPTS.glob("*.py")}
    if set(scripts) != set(ORDER):
        raise RuntimeError(f"expected the scripts {sorted(ORDER)}, got {sorted(scripts)}")
    parts = [
        "# Gallery\n\nEvery picture is drawn from a table, by a function that knows the table's "
        "columns and no game: the same figure serves all games, and a data frame of one's own. "
        "Below each stands the code that drew it as this page was built, in the folder of the "
        "checkout, from tables of the [shipped reports](reports.md).\n",
        *(drawn(pages, scripts[name]) for name in ORDER),
    ]
    for module, (picture, command) in BY_COMMAND.items():
        made = f"```console\n$ {command}\n```"
        parts.append(entry(module, purpose(place_of(module)), f"pictures/{picture}", made))
    pages.write("gallery.md", "\n".join(parts))
