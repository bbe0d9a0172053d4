"""What the strategies of results are called: the titles that their game gives them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bloodstones.core.errors import DamagedFileError, InputError
from bloodstones.games.registry import load_game

if TYPE_CHECKING:
    from bloodstones.stats.table import Results


def titles_of(results: Results) -> Mapping[str, str]:
    """Return the game's titles of the strategies that played, by id; "" where it has none."""
    game: Any = load_game(str(results.provenance["game"]), "game of the study")
    names = sorted(map(str, set(results.rows["strategy"])))
    if not hasattr(game, "finder_for"):
        return dict.fromkeys(names, "")
    finder = game.finder_for("")
    titles = {}
    for name in names:
        try:
            titles[name] = finder.find(name, "strategy").title
        except DamagedFileError:
            raise
        except InputError:
            titles[name] = ""  # a file that is gone
    return titles
