"""The pictures of the first page: drawn into files by `python -m bloodstones.web.openings`.

Each is the position of a game between strategies after some turns, in the folder of the game. The
lab serves the file, so that its first page needs no kernels. Draw them again when a game's rules,
strategies or pictures change; a test compares them with what the code draws.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from bloodstones.core.files.writing import write_atomically
from bloodstones.games.registry import all_entries, find_part
from bloodstones.kit.table.people import HUMAN

FILE: Final = "opening.svg"
PICTURES: Final = "pictures"  # the module of a game that draws
SEED: Final = 1
TURN: Final = 3  # whose position is shown: pieces stand on the board by then
MOST_STEPS: Final = 400


@cache
def shipped_opening(home: str) -> str | None:
    """Return the picture of the game of a package as SVG, None of one without."""
    path = files(home).joinpath(FILE)
    return path.read_text(encoding="utf-8") if path.is_file() else None


def drawn_opening(game_id: str) -> str:
    """Return the position of a game after some turns as SVG, as a spectator sees it."""
    from bloodstones.api.loading import load_game
    from bloodstones.web.setup_form import form_of

    form = form_of(game_id, {})
    others = [strategy for _, strategy in form.seats if strategy != HUMAN] or ["random"]
    seats = [f"{role}:{others[0]}" if role else others[0] for role, _ in form.seats]
    play = load_game(game_id).playthrough(*seats, board=form.board or None, seed=SEED)
    for _ in range(MOST_STEPS):
        if play.is_over or play.turn >= TURN:
            break
        play.step()
    return play.picture().text


def main() -> None:
    """Draw the pictures of all games into their folders."""
    for game in all_entries():
        if find_part(game.id, PICTURES) is not None:
            path = Path(str(files(game.home).joinpath(FILE)))
            write_atomically(path, drawn_opening(game.id).encode())


if __name__ == "__main__":
    main()
