"""The first fight of a battle as a picture."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from bloodstones.cli.terminal.pictures import picture_format
from bloodstones.core.files.writing import write_atomically
from bloodstones.games.bloodstones.cli.odds_panel import faction_name, percent, place
from bloodstones.games.bloodstones.odds.battle import Battle, BattleOdds
from bloodstones.games.bloodstones.odds.ends import first_fight
from bloodstones.games.bloodstones.rules.battle import clash_outcome

DOTS_PER_INCH = 200
OUTCOMES = {1: "the attacker wins", 0: "fought again", -1: "the defender wins"}


def write_plot(battle: Battle, path: Path) -> None:
    """Write the picture of the first fight; the same battle gives the same bytes."""
    kind = picture_format(path, "--plot", replace=True)
    import pandas as pd

    from bloodstones.plots.battle import draw_battle
    from bloodstones.plots.style import to_svg

    odds, fight = battle.odds, first_fight(battle)
    strengths = [("attacker", strength, float(p)) for strength, p in fight.attacker.items()] + [
        ("defender", strength, float(p)) for strength, p in fight.defender.items()
    ]
    margins = [
        (margin, float(p), OUTCOMES[clash_outcome(margin, 0, odds.defender_wins_ties)])
        for margin, p in fight.margin.items()
    ]
    figure = draw_battle(
        pd.DataFrame(strengths, columns=["side", "strength", "p"]),
        pd.DataFrame(margins, columns=["margin", "p", "outcome"]),
        _title(odds),
    )
    if kind == "svg":
        write_atomically(path, to_svg(figure).encode())
        return
    buffer = io.BytesIO()
    metadata: dict[str, Any] = {"png": {"Software": None}, "pdf": {"CreationDate": None}}[kind]
    figure.savefig(buffer, format=kind, dpi=DOTS_PER_INCH, metadata=metadata)
    write_atomically(path, buffer.getvalue())


def _title(odds: BattleOdds) -> str:
    names = [faction_name(side.force.faction) for side in (odds.attacker, odds.defender)]
    wins = f"the attacker wins {percent(odds.p_attacker)}"
    return f"{names[0]} attack {names[1]} {place(odds.terrain)}: {wins}"
