"""The shipped presets: one a family, with provenance, better than what they were tuned from."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.strategies.policy import PLANS
from bloodstones.kit.players.plans import TUNED

FILES = sorted((PLANS.folder / TUNED).glob("*.toml"))
MADE_FROM = ("seed", "generations", "population", "games", "against", "rules_version")
LEAST_DUEL = 0.6


def read(path: Path) -> dict[str, object]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def test_every_family_has_a_preset() -> None:
    families = {"builder", "raider", "warlord", "fortress", "admiral", "tempo", "opportunist"}
    assert {path.stem for path in FILES} >= {f"{family}_tuned" for family in families}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_preset_tells_where_it_comes_from_and_what_it_gained(path: Path) -> None:
    made = read(path)["provenance"]
    assert isinstance(made, dict)
    assert set(made) >= set(MADE_FROM)
    for gain in made.get("by_faction", {"all": made.get("gain")}).values():
        assert gain["low"] <= gain["gain"] <= gain["high"]
        assert gain["games"] > 0


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_preset_plays_all_factions_within_the_declared_ranges(path: Path) -> None:
    strategy = PLANS.strategies()[path.stem]
    assert strategy.traits.origin == "tuned"
    for faction in Faction:
        weights = strategy.weights_of(faction.id, 2)
        assert set(weights) == set(PLANS.parameters())
        for name, value in weights.items():
            assert PLANS.parameters()[name].low <= value <= PLANS.parameters()[name].high


@pytest.mark.statistical
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_preset_wins_60_percent_of_mirrored_games_against_its_family(path: Path) -> None:
    base = str(read(path)["of"])
    able = ("dragon_riders", "horse_lords", "hill_folk", "necromancers")
    won, games = 0.0, 0
    for first in able:
        for second in able:
            if first == second:
                continue
            for mirrored in ((path.stem, base), (base, path.stem)):
                seats = (Seat(first, mirrored[0]), Seat(second, mirrored[1]))
                setup = Setup("tyrants_lament", seats)
                credits = GAME.contest(setup, {}, 4, f"{first}/{second}", range(40))
                won += float(credits[:, mirrored.index(path.stem)].sum())
                games += len(credits)
    assert won / games >= LEAST_DUEL
