"""Random play with the Cutiecorn: invariants, the second generator, records, positions."""

from __future__ import annotations

import random
from functools import cache

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.kernel import JIT
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.record.position.reader import parse_position
from bloodstones.games.bloodstones.record.position.writer import format_position
from bloodstones.games.bloodstones.record.standing import Position
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.register import read_options
from tests.games.bloodstones.invariants import broken
from tests.games.bloodstones.records import Recorder, parse_record, verify
from tests.golden.make import play_and_record
from tests.oracle.record_reader import check_record
from tests.property.perft import choose
from tests.property.random_sets import FACTION_SETS
from tests.property.random_sets import play as play_watched
from tests.property.second_engine import Deal, named, other
from tests.property.test_second_engine import play
from tests.soaks import few

READINGS = (
    (),
    ("cutie_moves_alone",),
    ("cutie_casualty",),
    ("cutie_casualty", "cutie_recycle"),
    ("cutie_moves_alone", "cutie_retreat_marker"),
    ("all_units_fight", "retreat_ban", "leader_carry"),
    ("all_units_fight", "cutie_casualty", "undead_recycle=discard"),
)
WATCHED = 3  # games of each of the 57 sets on the printed map
CROWDED = 2  # on the ring
COMPARED, MORE_COMPARED = 8, 15  # the rest as a soak
RECORDED, MORE_RECORDED = 7, 10  # the rest as a soak
STRIDE = 22  # decisions between positions that are written and read
LOOKS = 8  # decisions between positions whose invariants are looked at: a broken one stays so
NECRO, RIDERS, LORDS = "necromancers", "dragon_riders", "horse_lords"
STRATEGIES = ("warlord", "builder", "random")


def deal_number(number: int, players: int) -> Deal:
    """Deals of all readings on crowded maps; a third of them with the Necromancers."""
    luck = random.Random(f"cutiecorn {number}")
    factions = luck.sample([name for name in Faction.ids() if name != NECRO], players)
    if number % 3 == 0:
        factions[luck.randrange(players)] = NECRO
    board = ("ring", "isles", "tyrants_lament")[number % 3 if number % 2 else 0]
    return Deal(
        board, tuple(factions), number, other("cutiecorn", *READINGS[number % len(READINGS)])
    )


@pytest.mark.skipif(not JIT, reason="so many games take compiled kernels")
@pytest.mark.rule("cutiecorn", "BS-CUTIE-01", "BS-CUTIE-06", "BS-CUTIE-08", "BS-CUTIE-10")
@pytest.mark.parametrize("place", range(len(READINGS)))
def test_random_play_keeps_every_invariant(place: int) -> None:
    passed = 0
    for number, factions in enumerate(FACTION_SETS):
        if number % len(READINGS) != place:
            continue
        names = READINGS[(number // len(READINGS)) % len(READINGS)]
        options = other("cutiecorn", *names)
        for board, games in (("tyrants_lament", WATCHED), ("ring", CROWDED)):
            tally = play_watched(board, factions, range(games), options)
            assert tally["games"] == games
            passed += tally["cutiecorn"]
    assert passed > 0


@pytest.mark.rule("BS-CUTIE-02", "BS-CUTIE-05", "BS-CUTIE-06", "BS-CUTIE-08", "BS-CUTIE-09")
@pytest.mark.parametrize("number", few(COMPARED, MORE_COMPARED))
def test_engine_and_second_generator_play_the_same_game(number: int) -> None:
    assert play(deal_number(number, 2 + number % 3)) > 0


def recorded(deal: Deal, visit) -> Recorder:
    """Play a deal at random and record it; `visit` sees the playthrough before every decision."""
    game, luck, count = deal.engine(), deal.luck(), 0
    seats = tuple(Seat(faction, "random") for faction in deal.factions)
    recorder = Recorder(game, Setup(game.board.id, seats, dict(deal.options)))
    while names := named(game):
        visit(game, count)
        recorder.apply(names[choose(deal, luck, list(names))])
        count += 1
    return recorder


def record_deal(number: int) -> Deal:
    """Deals that the rules allow: few players without Corsairs and the Horde."""
    deal = deal_number(number, 4)
    if number % 2:
        return Deal("ring", (NECRO, RIDERS, LORDS)[: 2 + number % 4 // 2], number, deal.options)
    return Deal("tyrants_lament", deal.factions, number, deal.options)


@cache
def looked_at(number: int) -> tuple[Recorder, tuple[object, ...]]:
    """A deal played once for the two tests below, and what they find wrong on the way."""
    deal = record_deal(number)
    options = read_options(dict(deal.options))
    faults: list[object] = []

    def visit(game: Playthrough, count: int) -> None:
        if count % LOOKS == 0:
            faults.extend(broken(game))
        if count % STRIDE == 0:
            line = format_position(game)
            twin = parse_position(line, board=game.board, readings=options)
            if format_position(twin) != line or twin.legal() != game.legal():
                faults.append((count, line))

    recorder = recorded(deal, visit)
    return recorder, (*faults, *broken(recorder.game))


@pytest.mark.rule("BS-CUTIE-05", "BS-CUTIE-06", "BS-CUTIE-08", "BS-CUTIE-10")
@pytest.mark.parametrize("number", few(RECORDED, MORE_RECORDED))
def test_records_are_legal_by_both_checks_and_hold_the_final_position(number: int) -> None:
    recorder, _ = looked_at(number)
    text = recorder.text()
    assert check_record(text.splitlines()) == []
    record = parse_record(text)
    assert verify(record) is None
    position = Position(record.header, record.name)
    for line in record.lines:
        position.apply(line)
    units = recorder.game.state.units
    for seat, own in enumerate(position.seats):
        for area, force in own.forces.items():
            assert sum(force.values()) == units[seat, area].sum(), (seat, area)


@pytest.mark.parametrize("number", few(RECORDED, MORE_RECORDED))
def test_positions_are_sound_written_and_read(number: int) -> None:
    assert looked_at(number)[1] == ()


@pytest.mark.parametrize("seed", range(6))
def test_scripted_strategies_build_it_take_it_along_and_stay_legal(seed: int) -> None:
    line_up = (NECRO, "chaos_horde", "corsairs", RIDERS)[: 2 if seed % 3 == 0 else 4]
    line_up = (NECRO, RIDERS) if seed % 3 == 0 else line_up
    seats = tuple(
        Seat(faction, STRATEGIES[(place + seed) % 2 if seed < 4 else (place + seed) % 3])
        for place, faction in enumerate(line_up)
    )
    names = ("cutiecorn", *READINGS[seed % len(READINGS)])
    options = dict(other(*names))
    recorder = play_and_record(Setup("tyrants_lament", seats, options), seed)
    text = recorder.text()
    assert verify(parse_record(text)) is None
    assert check_record(text.splitlines()) == []
    told = [line for line in recorder.lines if "cutiecorn" in str(line)]
    assert any(line.get("unit") == "cutiecorn" for line in told[1:])
