"""Records of random playthroughs, replayed by a reader that knows only the rules."""

from __future__ import annotations

import random

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.bloodstones.engine.game_setup import GameSetup
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from tests.games.bloodstones.random_play import BOARDS, LINE_UPS, recorded
from tests.games.bloodstones.records import Recorder, parse_record, verify
from tests.games.bloodstones.scenario import small_map
from tests.oracle.record_reader import check_record
from tests.soaks import few


@pytest.mark.parametrize("seed", few(1, 3))
@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("line_up", LINE_UPS, ids=lambda line_up: "-".join(f.id for f in line_up))
def test_the_reader_finds_no_fault_in_random_playthroughs(line_up, board, seed) -> None:
    lines = recorded(line_up, seed, board).text().splitlines()
    assert check_record(lines) == []


SETS = (
    ((Faction.NECROMANCERS, Faction.DRAGON_RIDERS), "crowded"),
    ((Faction.HILL_FOLK, Faction.NECROMANCERS, Faction.CORSAIRS), "crowded"),
    ((Faction.HORSE_LORDS, Faction.CORSAIRS, Faction.DRAGON_RIDERS), "tyrants_lament"),
    (
        (Faction.CHAOS_HORDE, Faction.NECROMANCERS, Faction.HILL_FOLK, Faction.CORSAIRS),
        "tyrants_lament",
    ),
)
SEEDS, MORE_SEEDS = 1, 4  # the golden records are read both ways too
CHOICES: tuple[dict[str, object], ...] = (
    {"all_units_fight": False},
    {"swap_announced": False},
    {"undead_recycle": "discard"},
    {"all_units_fight": False, "undead_recycle": "discard"},
    {"move_pooling": "per_group", "corsair_fort_withdraw": True, "chain_any_terrain": False},
    {"regroup_trigger": "on_empty", "regroup_empty_discard": True},
    {"wiped_out_timing": "turn_start", "wiped_out_cost": "free"},
    {"wiped_out_timing": "turn_start", "overpay": "free"},
)

# A small ring beside a sea, where three factions soon lose everything; random play gives tiles.
BEACH = small_map(
    "plains plains forest hills plains hills forest plains plains hills sea",
    "0-1 1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9 9-0 10-0",
)
WASTEFUL = (
    ((Faction.DRAGON_RIDERS, Faction.HILL_FOLK, Faction.CORSAIRS), 16),
    ((Faction.HORSE_LORDS, Faction.CORSAIRS, Faction.NECROMANCERS), 12),
)


@pytest.mark.rule("AMB-13", "AMB-14", "AMB-18", "AMB-22", "AMB-27", "AMB-30", "AMB-31", "AMB-41")
@pytest.mark.rule("AMB-32", "AMB-33")
@pytest.mark.parametrize("seed", few(SEEDS, MORE_SEEDS))
@pytest.mark.parametrize(("place", "options"), list(enumerate(CHOICES)), ids=str)
def test_both_checks_find_no_fault_under_readings_with_choices(
    place: int, options: dict[str, object], seed: int
) -> None:
    for line_up, board in SETS[(place + seed) % 2 :: 2]:
        text = recorded(line_up, seed, board, **options).text()
        record = parse_record(text)
        assert dict(record.header.options) == options
        assert verify(record) is None
        assert check_record(text.splitlines()) == []


@pytest.mark.rule("AMB-10", "overpay")
@pytest.mark.parametrize(("line_up", "seed"), WASTEFUL)
def test_both_checks_find_no_fault_in_tiles_given_as_last_resort(
    line_up: tuple[Faction, ...], seed: int
) -> None:
    game = Playthrough(GameSetup(load_ruleset(), BEACH, line_up), seed, "last resort")
    seats = tuple(Seat(faction.id, "random") for faction in line_up)
    recorder, luck = Recorder(game, Setup(BEACH.id, seats)), random.Random(f"last resort {seed}")
    while not game.over:
        recorder.apply(luck.choice(game.legal_codes().tolist()))
    text = recorder.text()
    assert '"areas":[]' in text
    assert verify(parse_record(text)) is None
    assert check_record(text.splitlines()) == []


def test_the_reader_accepts_a_playthrough_stopped_by_the_turn_limit() -> None:
    recorder = recorded(LINE_UPS[0], 1, turn_limit=7)
    assert recorder.lines[-1]["end_reason"] == "turn_limit"
    assert recorder.lines[-1]["turns"] == 7
    assert check_record(recorder.text().splitlines()) == []


def test_the_reader_finds_a_record_that_was_tampered_with() -> None:
    lines = recorded(LINE_UPS[0], 1).text().splitlines()
    moves = [number for number, line in enumerate(lines) if '"event":"move"' in line]
    del lines[moves[len(moves) // 2]]
    assert check_record(lines) != []
