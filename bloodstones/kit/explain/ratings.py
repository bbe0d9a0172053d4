"""How strong the strategies of a game are: the file `strengths.toml` beside its strategies.

It has `ladders`, the reports whose ratings it joins, each with the hash of its table, and one of
`tables` for each size of the table: `players`, `strengths` (log worths by strategy), and how much
of a difference is left as a game goes on (`start`, `half_life`, `games`: see `unequal.Fade`). A
game without the file has no strengths: `explain` then speaks of equals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bloodstones.core.files.parsing import toml_of
from bloodstones.kit.explain.unequal import Fade

FILE: Final = "strengths.toml"
HEAD: Final = """\
# Ladder ratings of strategies (log-strengths) by number of players, and the share of a difference
# in strength that remains as a game progresses. `bloodstones explain` reads this file.
# `make strengths` writes it from the ladders named here (with the first digits of the hashes of
# their tables) and from games between unequal players.
"""


@dataclass(frozen=True, slots=True)
class Ratings:
    """The strengths of strategies at tables of one size.

    Attributes
    ----------
    strengths
        Strategy -> log worth.
    fade
        How much of a difference is left.
    ladders
        The reports that they come from.
    """

    strengths: Mapping[str, float]
    fade: Fade
    ladders: tuple[str, ...]


def read_ratings(folder: Path, players: int) -> Ratings | None:
    """Return the strengths at tables of so many players, None where there are none.

    Parameters
    ----------
    folder
        Of the game's strategies.
    """
    path = folder / FILE
    if not path.is_file():
        return None
    read: dict[str, Any] = toml_of(path.read_text(encoding="utf-8"))
    for table in read["tables"]:
        if table["players"] == players:
            fade = Fade(table["start"], table["half_life"], table["games"])
            return Ratings(table["strengths"], fade, tuple(read["ladders"]))
    return None


def ratings_text(
    ladders: Mapping[str, str], tables: Mapping[int, tuple[Mapping[str, float], Fade]]
) -> str:
    """Return the text of the file.

    Parameters
    ----------
    ladders
        Report -> the hash of its table.
    tables
        Players -> the strengths, and how they fade.
    """
    lines = [HEAD, "[ladders]"]
    lines += [f'{name} = "{mark}"' for name, mark in ladders.items()]
    for players, (strengths, fade) in tables.items():
        lines += ["", "[[tables]]", f"players = {players}", f"start = {fade.start:.3f}"]
        lines += [f"half_life = {fade.half_life:.1f}", f"games = {fade.games}"]
        lines += ["", "[tables.strengths]"]
        lines += [f"{name} = {strength}" for name, strength in strengths.items()]
    return "\n".join(lines) + "\n"
