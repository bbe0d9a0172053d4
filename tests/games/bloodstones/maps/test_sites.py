"""Citadel sites: what they offer, against brute force and under the symmetry of a map."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.maps.facts import WALKABLE
from bloodstones.games.bloodstones.maps.faults import check_board
from bloodstones.games.bloodstones.maps.judging import backwards
from bloodstones.games.bloodstones.maps.placements import CitadelSites
from bloodstones.games.bloodstones.maps.reading import list_maps, load_map
from bloodstones.games.bloodstones.maps.sites import site_qualities
from bloodstones.games.bloodstones.questions.judging.factions_by_seat import (
    check_players,
    judged_line_ups,
)
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import BoardMap

RULES = load_ruleset()


def walks(board: BoardMap, start: int, closed: frozenset[int] = frozenset()) -> dict[int, int]:
    steps, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        for other in board.areas[here].neighbours:
            if other in steps or other in closed or board.areas[other].terrain not in WALKABLE:
                continue
            steps[other] = steps[here] + 1
            edge.append(other)
    return steps


def fewest_that_part(board: BoardMap, site: int, steps: int) -> int:
    """By trying all sets of areas of the home."""
    reach = walks(board, site)
    home = [area for area, far in reach.items() if 0 < far <= steps]
    beyond = {area for area, far in reach.items() if far > steps}
    if not beyond:
        return 0
    for size in range(len(home) + 1):
        for closed in combinations(home, size):
            if not beyond & walks(board, site, frozenset(closed)).keys():
                return size
    raise AssertionError


@pytest.mark.rule("BS-SETUP-10")
@pytest.mark.parametrize("name", ["twin_meres", "scarred_vale"])
def test_gates_are_the_fewest_areas_that_part_a_site_from_what_is_beyond(name: str) -> None:
    board = load_map(name)
    for site in site_qualities(board, RULES, steps=1):
        assert site.gates == fewest_that_part(board, site.area, 1), site.area


@pytest.mark.rule("BS-VILLAGE-06")
def test_places_and_ways_are_those_of_a_walk() -> None:
    board = load_map("tyrants_lament")
    limits = [RULES.village_limit.get(area.terrain, 0) for area in board.areas]
    qualities = site_qualities(board, RULES, steps=2)
    assert tuple(site.area for site in qualities) == CitadelSites(board, RULES).sites
    for site in qualities:
        reach = walks(board, site.area)
        for steps, places in enumerate(site.places):
            assert places == sum(limits[area] for area, far in reach.items() if far <= steps)
        assert site.ways_in == sum(far == 1 for far in reach.values())
        assert site.gates <= site.ways_in
        coastal = (site.seas > 0) == (site.to_sea == 0)
        assert coastal, site.area


def test_images_under_a_half_turn_offer_the_same() -> None:
    board = load_map("twin_meres")
    height = max(y for area in board.areas for _, y in area.outline)
    at = {(area.x, area.y): area.id for area in board.areas}
    offers = {site.area: replace(site, area=0) for site in site_qualities(board, RULES)}
    for number, offer in offers.items():
        area = board.areas[number]
        assert offers[at[round(1 - area.x, 3), round(height - area.y, 3)]] == offer


@pytest.mark.parametrize("name", list_maps())
def test_a_map_numbered_backwards_is_the_same_map(name: str) -> None:
    board = load_map(name)
    turned = backwards(board)
    assert backwards(turned) == board
    assert not check_board(turned, RULES, name).faults
    offers = {site.area: site for site in site_qualities(board, RULES)}
    last = len(board.areas) - 1
    for site in site_qualities(turned, RULES):
        assert replace(site, area=last - site.area) == offers[last - site.area]


@pytest.mark.parametrize("steps", [0, 13])
def test_steps_out_of_range_are_refused(steps: int) -> None:
    with pytest.raises(InputError, match=rf"expected 1 to 12 steps, got {steps} \(steps\)"):
        site_qualities(load_map("twin_meres"), RULES, steps)


@pytest.mark.rule("BS-SETUP-05", "BS-SETUP-01")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_judged_line_ups_seat_every_faction_everywhere_equally_often(players: int) -> None:
    line_ups = judged_line_ups(RULES, players)
    assert len(set(line_ups)) == len(line_ups)
    seats = [{} for _ in range(players)]
    for line_up in line_ups:
        assert len(set(line_up)) == players
        for seat, faction in enumerate(line_up):
            assert RULES.factions[faction].min_players <= players
            seats[seat][faction] = seats[seat].get(faction, 0) + 1
    assert len({tuple(sorted(seat.items())) for seat in seats}) == 1
    assert len(set(seats[0].values())) == 1


def test_player_counts_that_a_map_does_not_take_are_refused() -> None:
    with pytest.raises(InputError, match=r"expected 2 to 4 players on map tyrants_lament, got 5"):
        check_players(load_map("tyrants_lament"), 5, "--players")
