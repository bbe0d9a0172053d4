"""A race with turn order, length and lead changes: numbers, a reading and a start move them."""

from __future__ import annotations

from zlib import crc32

import numpy as np

from bloodstones.batch.balance.settings import Stated
from bloodstones.core.contract.game import Chunk, Column, Role, Setup
from bloodstones.core.errors import expected
from tests.batch.dice_race import DiceRace

HOME = __name__
PRINTED = {"first.bonus": 3, "laps": 8, "skill": 2, "red.bonus": 0}
NUMBERS = {name: Stated((value,), -5, 20) for name, value in PRINTED.items()}
READINGS = {"photo_finish": ("false", "true")}
CORNERS = ("near", "far")
COURSE = Role.COURSE
SPREAD = 4.0
STRENGTH = {"steady": 0, "bold": 1}
STUDY = """
id = "wanted_race"
kind = "balance"
question = "What makes the race as it should be?"
game = "wanted_race"
map = "track"
seed = 5
replicates = 60
[player_types]
plain = ["steady"]
strong = ["bold"]
[lineups]
sets = [{ players = 2, factions = ["red", "blue"] }]
[numbers]
"first.bonus" = [0, 3]
"laps" = { low = 4, high = 12, step = 2 }
"skill" = { low = 0, high = 8, step = 2 }
[options]
photo_finish = ["true"]
[starts]
corner = ["far"]
[targets.first_seat]
[targets.length]
goal = [10, 12]
weight = 2
[targets.draws]
goal = 0.2
[targets.lead_changes]
goal = { 2 = 6 }
[targets.skill.wins]
strong = { plain = 0.8 }
[targets.columns.cheers]
goal = 4
weight = 0
[search]
replicates = 40
rounds = 2
changes = 3
finalists = 2
final_replicates = 40
[quick]
replicates = 4
"""


class WantedRace(DiceRace):
    """The race: who starts nearer leads, the better runner gains, a photo finish has no ties."""

    id = "wanted_race"
    columns = (
        *DiceRace.columns,
        Column("turn_order", "int8", "place in turn order, from 0", COURSE),
        Column("game_turns", "int16", "turns of all seats", COURSE),
        Column("lead_changes", "int16", "times that the lead passed on", COURSE),
        Column("cheers", "int16", "cheers for a seat", Role.ACTIVITY),
    )

    def check(self, setup: Setup) -> None:
        for name in setup.overrides:
            if name not in PRINTED:
                raise expected("a number", name, "overrides")
        for name, value in setup.choices.items():
            if name != "corner" or value not in CORNERS:
                raise expected("a corner", value, "choices")

    def simulate(self, setup: Setup, seed: int, label: str, replicates: range) -> Chunk:
        given = {**PRINTED, **setup.overrides}
        seats, count = len(setup.seats), len(replicates)
        luck = [np.random.default_rng([seed, crc32(label.encode()), each]) for each in replicates]
        total = np.array([each.normal(0, SPREAD, seats) for each in luck])
        order = np.array([each.permutation(seats) for each in luck])
        total = total + float(given["first.bonus"]) * (order == 0)
        total += [STRENGTH[seat.strategy] * float(given["skill"]) for seat in setup.seats]
        total += [float(given["red.bonus"]) * (seat.role == "red") for seat in setup.seats]
        places = total if setup.options.get("photo_finish") == "true" else total.round(-1)
        won = places == places.max(axis=1, keepdims=True)
        credit = won / won.sum(axis=1, keepdims=True)
        laps, far = int(given["laps"]), setup.choices.get("corner") == "far"
        changes = np.array([each.poisson(laps / 2 + far) for each in luck])
        rows = {
            "players": [seats] * credit.size,
            "map": [setup.board] * credit.size,
            "seat": list(range(seats)) * count,
            "faction": [seat.role for seat in setup.seats] * count,
            "strategy": [seat.strategy for seat in setup.seats] * count,
            "score": [10] * credit.size,
            "rank": np.where(won, 1, 2).ravel().tolist(),
            "win_credit": credit.ravel().tolist(),
            "finished": [True] * credit.size,
            "end_reason": ["arrived"] * credit.size,
            "turn_order": order.ravel().tolist(),
            "game_turns": [laps * seats] * credit.size,
            "lead_changes": np.repeat(changes, seats).tolist(),
            "cheers": (order.ravel() + laps).tolist(),
        }
        return Chunk(rows, {"visits": [count] * 5})


GAME = WantedRace()
