"""The parameters of scripted strategies, in the order in which they are packed."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bloodstones.core.names import Name
from bloodstones.games.battlelore.rules.names import Faction
from bloodstones.kit.players.finding import Finder
from bloodstones.kit.players.plans import Plans

FOLDER: Final = Path(__file__).parent


class Weight(Name):
    """The parameters, see parameters.toml."""

    BANNER = 0
    HUNT = 1
    FAR = 2
    DANGER = 3
    STAND_OFF = 4
    CLOSE_UP = 5
    BOLDNESS = 6
    FOLLOW = 7
    THRIFT = 8
    CARDS = 9
    FRONT = 10
    TENT = 11
    TAKE_INFANTRY = 12
    TAKE_RANGED = 13
    TAKE_CAVALRY = 14
    TAKE_ELITE = 15
    TAKE_LEGEND = 16


PLANS: Final = Plans(FOLDER, Weight, Faction.ids())
FINDER: Final = Finder(PLANS)
