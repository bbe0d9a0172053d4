"""A balance study of the race, and what running it takes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bloodstones.batch.balance.definition import read_balance
from bloodstones.batch.balance.run import run_balance
from tests.batch.balance.handicap.game import NUMBERS, HandicapRace

HOME = "tests.batch.balance.handicap.game"
STUDY = """
id = "fair_race"
kind = "balance"
question = "What makes the race fair?"
game = "handicap_race"
map = "track"
seed = 3
replicates = 60
[player_types]
plain = ["steady"]
wild = ["bold"]
[lineups]
sets = [{ players = [2, 3] }]
[numbers]
"red.handicap" = [0, 4]
"green.handicap" = { low = -2, high = 2, step = 2 }
"blue.handicap" = [0, 3]
"track.length" = [7, 8]
[search]
replicates = 40
rounds = 3
changes = 3
player_types = ["plain"]
finalists = 2
final_replicates = 40
[quick]
replicates = 4
"""
RETUNE = """
[retune]
strategy = "steady"
players = 3
generations = 2
population = 4
games = 6
final_games = 6
measured_games = 12
replicates = 10
"""


def study_in(folder: Path, text: str = STUDY) -> Path:
    """Write a study file and return its path."""
    path = folder / "fair_race.toml"
    path.write_text(text, encoding="utf-8")
    return path


def balanced(folder: Path, text: str = STUDY, **options: Any) -> dict[str, Any]:
    """Run a study in a folder."""
    folder.mkdir(exist_ok=True)
    file = read_balance(study_in(folder, text))
    game = options.pop("game", None) or HandicapRace()
    return run_balance(file, game, NUMBERS, folder / "out", **options)
