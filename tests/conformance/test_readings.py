"""Random play meets the other readings of every game: how many of them change its course."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.decision_codes import KIND_SHIFT
from bloodstones.core.kernels.kernel import JIT
from bloodstones.games.bloodstones.game import GAME as BLOODSTONES
from bloodstones.games.registry import GAMES, load_game
from tests.met import Meetings
from tests.rule_coverage import register_of

DECISIONS = 2_500 if JIT else 60  # of a game
SEEDS, MANY = 3, 40  # games until a reading is felt, in every run and in a soak
DECLINES = 0.2  # weight of the first kind of decision, mostly a pass, among the others
CROWD = ("corsairs", "necromancers", "chaos_horde", "dragon_riders")  # every rule of a faction
FELT_AT_ALL = "other readings felt"
UNPLAYED = {"tile_table": "a table is to be given with it"}
# Of the readings other than the default, how many change what is legal at least, by the games.
FELT = {
    "bloodstones": {SEEDS: 11, MANY: 11},
    "wizard_kings": {SEEDS: 7, MANY: 7},
    "battlelore": {SEEDS: 12, MANY: 12},
    "battalia": {SEEDS: 14, MANY: 14},
    "bellum_magica": {SEEDS: 6, MANY: 6},
}


def setup_of(game_id: str) -> Setup:
    """A setup in which many readings come up."""
    if game_id == BLOODSTONES.id:
        seats = tuple(Seat(faction, "random") for faction in CROWD)
        return Setup("tyrants_lament", seats, {"cutiecorn": "true"})
    return game_commands_of(game_id).bench_setups(None)["random"]


def readings_of(game_id: str) -> list[tuple[str, str]]:
    """The readings other than those of the setup, numbers left out where they are many."""
    found, usual = [], setup_of(game_id).options
    for name, option in register_of(game_id).options.items():
        numbers = sum(value.isdigit() for value in option.spellings)
        for value in option.spellings:
            if value == usual.get(name, option.spellings[0]):
                continue
            if name not in UNPLAYED and not (value.isdigit() and numbers > 2):
                found.append((name, value))
    return found


def course(game_id: str, seed: int, **options: str) -> list[bytes]:
    """What was legal at each decision of a busy game, luck and choices by the seed."""
    setup = setup_of(game_id)
    game: Any = load_game(game_id)
    play = game.playthrough(replace(setup, options={**setup.options, **options}), seed)
    luck, seen = random.Random(seed), []
    for _ in range(DECISIONS):
        if play.over:
            break
        codes = play.legal_codes()
        seen.append(codes.tobytes())
        kinds = sorted({(int(code) >> KIND_SHIFT) for code in codes})
        weights = [DECLINES if kind == kinds[0] and len(kinds) > 1 else 1.0 for kind in kinds]
        (kind,) = luck.choices(kinds, weights)
        play.apply_code(
            luck.choice([int(code) for code in codes if (int(code) >> KIND_SHIFT) == kind])
        )
    return seen


@pytest.mark.parametrize("games", [SEEDS, pytest.param(MANY, marks=pytest.mark.soak)])
@pytest.mark.parametrize("game_id", GAMES)
def test_random_play_meets_the_other_readings(game_id: str, games: int, meetings: Meetings) -> None:
    """Every reading is played; the output names those that made no difference in so many games."""
    usual = {seed: course(game_id, seed) for seed in range(games)}
    met = {FELT_AT_ALL: 0, "other readings not felt": 0}
    for name, value in readings_of(game_id):
        felt = any(course(game_id, seed, **{name: value}) != usual[seed] for seed in usual)
        met[FELT_AT_ALL if felt else "other readings not felt"] += 1
        if not felt:
            met[f"{name}={value}"] = 0
    meetings.hold(game_id, met, {FELT_AT_ALL: FELT[game_id][games] if JIT else 1})
