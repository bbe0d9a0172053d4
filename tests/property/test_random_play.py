"""Every set of 2 to 6 factions plays at random; every position keeps the invariants."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from bloodstones.core.kernels.kernel import JIT
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.bloodstones.engine import turn
from bloodstones.games.bloodstones.engine.playthrough import decision_buffer
from bloodstones.games.bloodstones.engine.state import GameState
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from tests.property.invariant_kernel import check_now, play_watched
from tests.property.random_sets import FACTION_SETS, play, tables, takes
from tests.property.second_engine import NEW_MAPS
from tests.property.watch import Fault, fresh
from tests.soaks import some

GAMES = 14  # of each of the 57 sets on the printed map: 798
SOAKED = 286  # of each in a soak: 16,302
# Below, every other set of a board is played in every run, the others in a soak.
MAP_GAMES = 5  # of each of the 113 sets that another map takes: 565
CROWDED_GAMES = 2  # of each of the 57 on three smaller boards: 342
READING_GAMES = 2  # of each of the 57 on a board, under each of two sets of readings: 798
PARTS = 2

pytestmark = pytest.mark.skipif(not JIT, reason="so many games take compiled kernels")


def name_of(factions: tuple[Faction, ...]) -> str:
    return "-".join(faction.id for faction in factions)


def parts(boards: Iterable[str]) -> list[Any]:
    """The boards with parts of the sets; which part is in every run goes round the boards."""
    return some(
        (
            (board, (place + more) % PARTS)
            for place, board in enumerate(boards)
            for more in range(PARTS)
        ),
        PARTS,
    )


def test_there_are_57_sets_of_2_to_6_factions() -> None:
    assert len(FACTION_SETS) == len({frozenset(chosen) for chosen in FACTION_SETS}) == 57


@pytest.mark.rule(
    *("BS-GEN-01", "BS-GEN-08", "BS-GEN-10", "BS-COMP-02", "BS-COMP-03", "BS-COMP-04"),
    *("BS-TURN-01", "BS-TURN-02", "BS-TURN-03", "BS-TURN-04", "BS-TURN-06", "BS-GEN-17"),
    *("BS-GEN-19", "BS-COMBAT-33", "BS-COMBAT-34", "BS-REGROUP-01", "BS-REGROUP-03"),
    *("BS-DESERT-01", "BS-VILLAGE-05", "BS-VILLAGE-06", "BS-RETREAT-10", "BS-END-01"),
    *("BS-END-06", "BS-END-08", "BS-END-09", "BS-END-11", "BS-NECRO-08", "BS-CHAOS-15"),
)
@pytest.mark.parametrize("factions", FACTION_SETS, ids=name_of)
def test_random_play_keeps_every_invariant(factions: tuple[Faction, ...]) -> None:
    watch(factions, range(GAMES))


@pytest.mark.soak
@pytest.mark.parametrize("factions", FACTION_SETS, ids=name_of)
def test_more_random_play_keeps_every_invariant(factions: tuple[Faction, ...]) -> None:
    watch(factions, range(GAMES, SOAKED))


def watch(factions: tuple[Faction, ...], games: range) -> None:
    tally = play("tyrants_lament", factions, games)
    assert tally["games"] == len(games)
    assert tally["no citadel site"] < len(games) / 10
    assert tally["battle"] > len(games)


@pytest.mark.parametrize(("board", "part"), parts(NEW_MAPS))
def test_random_play_keeps_every_invariant_on_the_maps_for_2_to_6(board: str, part: int) -> None:
    for factions in FACTION_SETS[part::PARTS]:
        if takes(board, factions):
            tally = play(board, factions, range(MAP_GAMES))
            assert tally["games"] == MAP_GAMES
            assert tally["no citadel site"] < MAP_GAMES / 2
            assert tally["battle"] > 0


@pytest.mark.rule("BS-CHAOS-13", "BS-CHAOS-15", "BS-WIPED-03", "BS-SETUP-12")
@pytest.mark.parametrize(("board", "part"), parts(["ring", "isles", "strip"]))
def test_random_play_keeps_every_invariant_on_crowded_maps(board: str, part: int) -> None:
    for factions in FACTION_SETS[part::PARTS]:
        assert play(board, factions, range(CROWDED_GAMES))["games"] == CROWDED_GAMES


@pytest.mark.rule("AMB-12", "AMB-29", "leader_carry", "retreat_ban")
@pytest.mark.parametrize(("board", "part"), parts(["tyrants_lament", "ring", "isles", "strip"]))
def test_random_play_keeps_every_invariant_under_readings_that_tell_units_apart(
    board: str, part: int
) -> None:
    options = (("leader_carry", "per_action"), ("retreat_ban", "units"))
    for factions in FACTION_SETS[part::PARTS]:
        tally = play(board, factions, range(READING_GAMES), options)
        assert tally["games"] == READING_GAMES


@pytest.mark.rule("BS-COMBAT-04", "AMB-14", "all_units_fight", "AMB-27", "undead_recycle")
@pytest.mark.parametrize(("board", "part"), parts(["tyrants_lament", "ring", "isles"]))
def test_random_play_keeps_every_invariant_under_readings_with_choices(
    board: str, part: int
) -> None:
    options = (
        ("all_units_fight", False),
        ("undead_recycle", "discard"),
        ("retreat_ban", "units"),
    )
    kept_out = 0
    for factions in FACTION_SETS[part::PARTS]:
        tally = play(board, factions, range(READING_GAMES), options)
        assert tally["games"] == READING_GAMES
        kept_out += tally["keep_out"]
    assert kept_out > READING_GAMES


def watched() -> tuple[Any, ...]:
    """A playthrough under way that the watcher finds sound."""
    packed = tables("tyrants_lament", FACTION_SETS[-1], 0)
    (s, w, x, y), out = fresh(), decision_buffer()
    turn.start(s, packed, game_key(1, "watched", 0), out)
    turn.settle_chance(s, packed, out)
    for _ in range(60):
        turn.legal_decisions(s, packed, out)
        turn.apply(s, packed, out[0], out)
        turn.settle_chance(s, packed, out)
    check_now(s, packed, w, x, y)
    return s, packed, w, x, y


def test_the_watcher_finds_a_sound_position_sound() -> None:
    assert watched()[2].faults == 0


def lose_a_tile(s: GameState) -> None:
    s.hand[0, s.hand[0].argmax()] -= 1


def add_an_uncounted_giant_at_sea(s: GameState) -> None:
    s.units[0, 0, Unit.GIANT] += 1


def add_a_giant_at_sea(s: Any) -> None:
    s.units[0, 0, Unit.GIANT] += 1
    s.force_size[0, 0] += 1
    s.total[0] += 1


def make_a_giant_of_a_unit(s: GameState) -> None:
    area = s.held[0, 0]
    s.units[0, area, s.units[0, area].argmax()] -= 1
    s.units[0, area, Unit.GIANT] += 1


def miscount_the_hand(s: GameState) -> None:
    s.hand_size[0] += 1


def miscount_an_area(s: GameState) -> None:
    s.total[1] += 1


def add_a_village(s: GameState) -> None:
    s.villages[0, 1] += 1


def lose_an_undead(s: GameState) -> None:
    s.undead_supply[int(Faction.NECROMANCERS)] -= 1


def move_the_citadel(s: GameState) -> None:
    s.citadel[0] = 0


def score(s: GameState) -> None:
    s.vp[0, 1] += 1


def regroup(s: GameState) -> None:
    s.regroups[0] += 1


def capture(s: GameState) -> None:
    s.captured[0] += 1


def unseat(s: GameState) -> None:
    s.decider = 6


def stop(s: GameState) -> None:
    s.status = 3


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lose_a_tile, Fault.TILES | Fault.PILES),
        (add_an_uncounted_giant_at_sea, Fault.PLACES),
        (add_a_giant_at_sea, Fault.TERRAIN | Fault.TILES | Fault.PLACES),
        (make_a_giant_of_a_unit, Fault.PLACES),
        (miscount_the_hand, Fault.PILES),
        (miscount_an_area, Fault.PLACES),
        (add_a_village, Fault.VILLAGES),
        (lose_an_undead, Fault.UNDEAD),
        (move_the_citadel, Fault.CAPTIVES),
        (score, Fault.SCORE),
        (regroup, Fault.REGROUPS),
        (capture, Fault.CAPTIVES),
        (unseat, Fault.SEATS),
        (stop, Fault.OFFER),
    ],
)
def test_the_watcher_sees_what_is_spoilt(spoil, fault: Fault) -> None:
    s, packed, w, x, y = watched()
    spoil(s)
    check_now(s, packed, w, x, y)
    assert fault & Fault(int(w.faults)) == fault


def test_a_playthrough_is_watched_to_its_end() -> None:
    packed = tables("tyrants_lament", FACTION_SETS[0], 0)
    s, w, x, y = fresh()
    key, out = game_key(1, "watched", 1), decision_buffer()
    decisions = play_watched(s, packed, key, out, w, x, y)
    assert w.at == decisions > 0
    assert w.turns == s.turn
