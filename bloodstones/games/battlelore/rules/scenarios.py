"""Scenario cards read from lines of a file: terrain, banners and rows in the owner's numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import product
from types import MappingProxyType
from typing import Final

from bloodstones.core.files.datafile import Entry
from bloodstones.core.names import by_id
from bloodstones.games.battlelore.rules.board import HALF_ROWS, PLACES, hex_of
from bloodstones.games.battlelore.rules.names import Faction, Indicator, Rule, Terrain
from bloodstones.games.battlelore.rules.ruleset import Scenario

SCENARIO_COLUMNS: Final = (
    *("faction", "indicator", "name", "terrain", "banners", "rows", "rule", "amount", "unit"),
)
TILES: Final = {
    name: land for name, land in by_id(Terrain).items() if name not in ("clear", "tent", "ford")
}
MOST_VP: Final = 9

# What is played: two scenarios drawn, a campaign of four battles, or a named pair.
DRAWN: Final = "drawn"
CAMPAIGN: Final = "campaign"
PAIRS: Final = tuple(f"{a}+{b}" for a, b in product(Indicator.ids(), repeat=2))
BOARDS: Final = (DRAWN, CAMPAIGN, *PAIRS)

CLOSED: Final = (Terrain.RIVER, Terrain.LAKE)


def read_scenario(line: Entry, units: Collection[str]) -> Scenario:
    """Return the card of a line; `units` are the names that a rule may speak of."""
    terrain = {h: _tile(line, word) for h, word in _pairs(line, "terrain").items()}
    banners = {h: _vp(line, word) for h, word in _pairs(line, "banners").items()}
    for h in banners:
        if terrain.get(h) in CLOSED:
            line.fault("banners", "banners on hexes that can be entered (BL-BOARD-12)")
    unit = line.text("unit")
    rule = line.choice("rule", by_id(Rule))
    if rule is Rule.MUSTER_DISCOUNT and unit not in units:
        line.fault("unit", "the name of a unit")
    scenario = Scenario(
        faction=line.choice("faction", by_id(Faction)),
        indicator=line.choice("indicator", by_id(Indicator)),
        name=line.text("name"),
        terrain=MappingProxyType({h: land for h, land in terrain.items() if land is not None}),
        banners=MappingProxyType(banners),
        rows=line.integer("rows", low=1, high=HALF_ROWS - 1),
        rule=rule,
        amount=line.integer("amount", low=0, high=MOST_VP),
        unit=unit,
    )
    line.finish()
    return scenario


def _pairs(line: Entry, key: str) -> Mapping[int, str]:
    """Return hex -> word of a cell `2.4:hill 2.8:hill`."""
    pairs: dict[int, str] = {}
    for part in line.text(key).split():
        place, _, word = part.partition(":")
        try:
            h = hex_of(place)
        except KeyError:
            line.fault(key, f"hexes of the board in {key}")
            continue
        if PLACES[h][0] >= HALF_ROWS or h in pairs:
            line.fault(key, f"hexes of the player's half in {key}, each once (BL-SETUP-05)")
        pairs[h] = word
    return pairs


def _tile(line: Entry, word: str) -> Terrain | None:
    if word not in TILES:
        line.fault("terrain", f"terrain of {', '.join(TILES)}")
    return TILES.get(word)


def _vp(line: Entry, word: str) -> int:
    if not word.isdigit() or not 1 <= int(word) <= MOST_VP:
        line.fault("banners", f"banners of 1 to {MOST_VP} points")
        return 1
    return int(word)
