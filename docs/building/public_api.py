"""The public Python names by task: every name of `bloodstones` once."""

from __future__ import annotations

import inspect

import bloodstones
from building.modules import heading
from building.writing import Pages

# Task -> the names that it needs.
TASKS = {
    "Games and questions": ("list_games", "load_game", "Game", "Answer", "Rows"),
    "Playthroughs and records": ("Playthrough", "Advice", "load_position", "load_record", "Record"),
    "Simulations and studies": (
        *("simulate", "games_needed", "Study", "load_study", "load_results", "Results"),
    ),
    "Games of people": ("load_games", "League"),
    "Ladders, fair rules, tuning, learning": ("ladder", "balance", "tune", "learn"),
    "Environments for learners": ("env", "vector_env", "open_spiel"),
    "Errors": ("BloodstonesError", "InputError", "RunError"),
}
HEAD = (
    "``import bloodstones as bs`` provides all public names; deeper modules are not public. The "
    "questions of a game are also methods of the game: see :doc:`its page <questions/index>`.\n"
)


def write(pages: Pages) -> None:
    """Write the page; every public name must be on it."""
    told = {name for names in TASKS.values() for name in names}
    public = set(bloodstones.__all__) - {"__version__"}
    if told != public:
        raise RuntimeError(f"expected the names {sorted(public)}, got {sorted(told)}")
    parts = [heading("Python by task", "="), HEAD]
    for task, names in TASKS.items():
        parts += [heading(task, "-"), *map(entry, names)]
    pages.write("public.rst", "\n".join(parts))


def entry(name: str) -> str:
    """Return the directive that shows a name."""
    if name in bloodstones.MODULES:
        return f"``bloodstones.{name}``: :py:mod:`{bloodstones.MODULES[name]}`\n"
    kind = "class" if inspect.isclass(getattr(bloodstones, name)) else "function"
    return f".. auto{kind}:: {bloodstones.PUBLIC[name]}.{name}\n   :no-index:\n"
