"""What everybody at the table can see: discard piles, the map, how many tiles a bag holds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.bloodstones.record.header import read_header
from bloodstones.games.bloodstones.record.standing import Position
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.kit.records.reading import RecordLine
from tests.games.bloodstones.invariants import field
from tests.games.bloodstones.random_play import MAPS, choices, deal
from tests.games.bloodstones.records import Recorder

PLENTY = 999
LINE_UPS = (
    (Faction.HILL_FOLK, Faction.DRAGON_RIDERS),
    (Faction.CORSAIRS, Faction.NECROMANCERS, Faction.HORSE_LORDS),
    (Faction.CHAOS_HORDE, Faction.NECROMANCERS, Faction.HILL_FOLK, Faction.CORSAIRS),
)


class Onlooker:
    """Follows a game without seeing hands: of a draw it sees the number, of combat tiles none."""

    def __init__(self, header: dict[str, Any]) -> None:
        self.position = Position(read_header(header, "header"), "onlooker")
        self.bags = [seat.bag.total() for seat in self.position.seats]
        for seat in self.position.seats:
            seat.hand = Counter(dict.fromkeys(Unit, PLENTY))  # whatever is played comes from it

    def see(self, number: int, keys: dict[str, Any]) -> None:
        event = keys["event"]
        if event == "draw":
            self.bags[keys["seat"]] -= len(keys["tiles"])
            return
        if event == "regroup":
            self.bags[keys["seat"]] += self.position.seats[keys["seat"]].discard.total()
        if event != "combat_draw":
            self.position.apply(RecordLine(number, event, keys))


def unseen(looker: Onlooker, recorder: Recorder) -> list[str]:
    """Where the game is not what the onlooker has seen of it."""
    state, faults = recorder.game.state, []
    for number, seen in enumerate(looker.position.seats):
        pile = {Unit(u): int(n) for u, n in enumerate(field(state, "discard")[number]) if n}
        if pile != dict(+seen.discard):
            faults.append(f"discards of seat {number}: {pile}, seen {dict(+seen.discard)}")
        if looker.bags[number] != field(state, "bag")[number].sum():
            faults.append(f"bag of seat {number}")
        for area, counts in enumerate(field(state, "units")[number]):
            force = {Unit(u): int(n) for u, n in enumerate(counts) if n}
            if force != dict(+seen.forces.get(area, Counter())):
                faults.append(f"units of seat {number} in {area}")
        villages = {a: int(n) for a, n in enumerate(field(state, "villages")[number]) if n}
        if villages != dict(+seen.villages):
            faults.append(f"villages of seat {number}")
    return faults


@pytest.mark.rule("BS-GEN-13", "BS-GEN-14")
@pytest.mark.parametrize("line_up", LINE_UPS, ids=len)
def test_piles_map_and_sizes_of_bags_follow_from_what_everybody_sees(
    line_up: tuple[Faction, ...],
) -> None:
    game = deal(line_up, 4, turn_limit=60)
    setup = Setup(
        MAPS["tyrants_lament"].id, tuple(Seat(faction.id, "random") for faction in line_up)
    )
    recorder, luck = Recorder(game, setup), choices(4)
    looker, shown, compared = Onlooker(recorder.lines[0]), 1, 0
    while not game.over:
        recorder.apply(luck.choice(game.legal_codes().tolist()))
        if recorder.writer._action is None and not game.over:
            for number, line in enumerate(recorder.lines[shown:], shown + 1):
                looker.see(number, line)
            shown = len(recorder.lines)
            assert unseen(looker, recorder) == [], recorder.lines[-1]
            compared += 1
    assert compared > 100
    assert sum(size < 20 for size in looker.bags) > 0
