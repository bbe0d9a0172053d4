"""What kernels call the parameters of scripted strategies; their ranges are parameters.toml."""

from __future__ import annotations

from typing import Final

from bloodstones.core.names import Name


class Weight(Name):
    """The parameters of a scripted strategy, in the order of parameters.toml."""

    ATTACK_ODDS = 0
    STAND_ODDS = 1
    CAUTION = 2
    WITHDRAWN = 3
    WARINESS = 4
    GRUDGE = 5
    ADVANCE = 6
    ARMY = 7
    MASS = 8
    RAID = 9
    RAIDERS = 10
    RISK = 11
    GUARD = 12
    RESCUE = 13
    WALLS = 14
    EXPOSURE = 15
    PIP = 16
    TILE = 17
    UNIT = 18
    HOLD = 19
    VILLAGES = 20
    PATIENCE = 21
    EARLY = 22
    BURN = 23
    END_LEAD = 24
    CLOSING = 25
    SHIPS = 26
    ROOM = 27
    COAST = 28
    CHOKE = 29
    APART = 30
    LUCK = 31
    BAIT = 32
    HUNT = 33
    ALARM = 34
    SHELTER = 35
    LEADER = 36
    PROWL = 37
    RAISING = 38
    LEAVE = 39
    SPARING = 40
    DRIVEN = 41
    ESCAPE = 42
    PERIL = 43
    THRIFT = 44
    POOLING = 45
    RESTRAINT = 46


WEIGHTS: Final = len(Weight)
