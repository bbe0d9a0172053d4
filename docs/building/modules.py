"""The API reference: one page for each package, with its public modules from their docstrings."""

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
    "core": "contracts, kernels, questions, files and errors that all games share",
    "odds": "probability, independent of any game",
    "kit": "what every game gets: playthroughs, records, players, search",
    "games": "the five games",
    "environments": "games for learning agents",
    "batch": "studies, ladders, tuning, learning",
    "stats": "statistics of result tables",
    "plots": "pictures of result tables",
    "report": "reports as HTML and PDF",
    "api": "what Python users call",
    "web": "the lab in the browser",
    "cli": "the command line",
}


def packages(layer: Path) -> Iterator[Path]:
    """Yield a folder of modules and the folders below it."""
    if layer.name in LEFT_OUT:
        return
    if any(layer.glob("*.py")):
        yield layer
    for folder in sorted(path for path in layer.iterdir() if path.is_dir()):
        yield from packages(folder)


def dotted(path: Path) -> str:
    """Return the dotted name of a module or package."""
    return ".".join((ROOT.name, *path.relative_to(ROOT).with_suffix("").parts))


def heading(text: str, mark: str) -> str:
    """Return a heading in reStructuredText."""
    return f"{text}\n{mark * len(text)}\n"


def lacks(name: str) -> str:
    """Return which extra a module needs that is not installed here, "" if it needs none."""
    try:
        import_module(name)
    except InputError as error:
        return str(error).partition(" (")[0]
    return ""


def page_of(package: Path) -> str:
    """Return the page of a package: its description, then each module."""
    name = dotted(package)
    parts = [heading(name, "="), f".. automodule:: {name}\n   :no-members:\n   :no-index:\n"]
    for path in sorted(package.glob("*.py")):
        if path.stem.startswith("_"):
            continue
        lacking = lacks(dotted(path))
        content = f"Not shown: {lacking}\n" if lacking else f".. automodule:: {dotted(path)}\n"
        parts += [heading(path.stem, "-"), content]
    return "\n".join(parts)


def write(pages: Pages) -> None:
    """Write a page for each package and one that lists them."""
    found = sorted(path for path in ROOT.iterdir() if path.is_dir() and path.name not in LEFT_OUT)
    layers = [*LAYERS, *(path.name for path in found if path.name not in LAYERS)]
    parts = [
        heading("API", "="),
        "These pages are made from the docstrings. Arguments and results have types. Docstrings "
        "give shapes, units and errors, and name the clause or paper where one applies.\n",
        ":doc:`/generated/public` lists the public names. The pages below are for contributors.\n",
    ]
    for layer in layers:
        names = [dotted(package) for package in packages(ROOT / layer)]
        for package, name in zip(packages(ROOT / layer), names, strict=True):
            pages.write(f"api/{name}.rst", page_of(package))
        entries = "".join(f"   {name.removeprefix(PACKAGE)} <{name}>\n" for name in names)
        title = f"``{layer}``: {TITLES[layer]}" if layer in TITLES else f"``{layer}``"
        parts += [heading(title, "-"), f".. toctree::\n   :maxdepth: 1\n\n{entries}"]
    pages.write("api/index.rst", "\n".join(parts))
