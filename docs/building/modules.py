"""The API reference: one page a room, all of its public modules from their docstrings."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import bloodstones
from bloodstones.core.errors import InputError
from building.writing import Pages

ROOT = Path(bloodstones.__file__).parent
PACKAGE = f"{ROOT.name}."  # left out where pages are listed
# Commands are described by the command reference, and nothing imports them.
LEFT_OUT = {"cli", "__pycache__", "data"}
LAYERS = (
    *("core", "odds", "kit", "games", "environments"),
    *("batch", "stats", "plots", "report", "api", "web"),
)
TITLES = {
    "core": "what every game obeys",
    "odds": "probability without a game",
    "kit": "what every game gets",
    "games": "the games",
    "environments": "for learners",
    "batch": "studies, ladders, tuning",
    "stats": "statistics",
    "plots": "pictures",
    "report": "reports",
    "api": "the front door",
    "web": "the lab",
}


def rooms(layer: Path) -> Iterator[Path]:
    """Yield a folder of modules and those below it."""
    if layer.name in LEFT_OUT:
        return
    if any(layer.glob("*.py")):
        yield layer
    for folder in sorted(path for path in layer.iterdir() if path.is_dir()):
        yield from rooms(folder)


def dotted(path: Path) -> str:
    """Return the dotted name of a module or a folder of them."""
    return ".".join((ROOT.name, *path.relative_to(ROOT).with_suffix("").parts))


def heading(text: str, mark: str) -> str:
    """Return a heading in reStructuredText."""
    return f"{text}\n{mark * len(text)}\n"


def lacks(name: str) -> str:
    """Return what a module lacks to be imported where the pages are made: an extra, or nothing."""
    try:
        import_module(name)
    except InputError as error:
        return str(error).partition(" (")[0]
    return ""


def page_of(room: Path) -> str:
    """Return the page of a room: what it is, then each module."""
    name = dotted(room)
    parts = [heading(name, "="), f".. automodule:: {name}\n   :no-members:\n   :no-index:\n"]
    for path in sorted(room.glob("*.py")):
        if path.stem.startswith("_"):
            continue
        lacking = lacks(dotted(path))
        content = f"Not shown: {lacking}\n" if lacking else f".. automodule:: {dotted(path)}\n"
        parts += [heading(path.stem, "-"), content]
    return "\n".join(parts)


def write(pages: Pages) -> None:
    """Write a page for each room and one that lists them."""
    found = sorted(path for path in ROOT.iterdir() if path.is_dir() and path.name not in LEFT_OUT)
    layers = [*LAYERS, *(path.name for path in found if path.name not in LAYERS)]
    parts = [
        heading("API", "="),
        "From the docstrings. Arguments and results have types; shapes, units and errors stand "
        "where they matter, with the clause or the paper.\n",
        "What is public stands in :doc:`/generated/public`; this is for who works on the house.\n",
    ]
    for layer in layers:
        names = [dotted(room) for room in rooms(ROOT / layer)]
        for room, name in zip(rooms(ROOT / layer), names, strict=True):
            pages.write(f"api/{name}.rst", page_of(room))
        entries = "".join(f"   {name.removeprefix(PACKAGE)} <{name}>\n" for name in names)
        title = f"``{layer}``: {TITLES[layer]}" if layer in TITLES else f"``{layer}``"
        parts += [heading(title, "-"), f".. toctree::\n   :maxdepth: 1\n\n{entries}"]
    pages.write("api/index.rst", "\n".join(parts))
