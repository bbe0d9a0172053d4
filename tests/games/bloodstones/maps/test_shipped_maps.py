"""Whole games on every shipped map, with all six factions and every player count of the map."""

from __future__ import annotations

from itertools import chain

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.maps.reading import list_maps, load_map

# For each number of players line-ups that together have every faction allowed (BS-SETUP-05).
LINE_UPS = {
    2: ["dragon_riders horse_lords", "hill_folk necromancers"],
    3: ["dragon_riders horse_lords hill_folk", "necromancers corsairs horse_lords"],
    4: [
        "chaos_horde dragon_riders horse_lords hill_folk",
        "necromancers corsairs chaos_horde hill_folk",
    ],
    5: [
        "chaos_horde dragon_riders horse_lords hill_folk corsairs",
        "necromancers corsairs chaos_horde hill_folk horse_lords",
    ],
    6: ["chaos_horde dragon_riders horse_lords hill_folk corsairs necromancers"],
}
TABLES = [
    (name, players)
    for name in list_maps()
    for players in LINE_UPS
    if load_map(name).min_players <= players <= load_map(name).max_players
]


@pytest.mark.rule("BS-SETUP-01", "BS-MAP-03")
@pytest.mark.parametrize("strategy", ["random", "warlord"])
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_games_on_a_shipped_map_run_to_the_end(name: str, players: int, strategy: str) -> None:
    for line_up in LINE_UPS[players]:
        seats = tuple(Seat(faction, strategy) for faction in line_up.split())
        rows = GAME.simulate(Setup(name, seats), 1, "shipped maps", range(3)).rows
        assert set(rows["end_reason"]) == {"regroups"}
        placed = zip(rows["faction"], rows["citadel_area"], strict=True)
        assert all(area >= 0 for faction, area in placed if faction != "chaos_horde")


def test_every_player_count_and_faction_is_played_on_some_made_map() -> None:
    made = [n for name, n in TABLES if load_map(name).origin == "made for this project"]
    assert set(made) == {2, 3, 4, 5, 6}
    assert len(set(chain.from_iterable(" ".join(LINE_UPS[n]).split() for n in made))) == 6
