"""Balance studies: what they find, that they are the same however run, and their faults."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from bloodstones.batch.balance.definition import DepartureCost, read_balance
from bloodstones.batch.balance.figures import Outputs, SettingFigure
from bloodstones.batch.balance.finished import verify_balance
from bloodstones.batch.balance.run import balance_run
from bloodstones.batch.balance.settings import Changeable, SearchedNumbers
from bloodstones.batch.balance.surrogate import Base, Surrogate, expected_gains, smoothed
from bloodstones.batch.result_files.result import RESULTS
from bloodstones.batch.running.progress import Silent
from bloodstones.core.errors import InputError, RunError
from bloodstones.stats.fairness import distances
from tests.batch.balance.fair_race import RETUNE, STUDY, balanced, study_in
from tests.batch.balance.handicap.game import NUMBERS, HandicapRace

FILES = (RESULTS, "tried.parquet", "tried_rates.parquet", "retuned.parquet")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("fair")
    return folder / "out", balanced(folder, STUDY + RETUNE)


def test_the_changes_that_even_the_race_are_found(found: tuple[Path, dict[str, Any]]) -> None:
    one, two, *_ = found[1]["balance"]["answers"]
    assert set(one) == {"red.handicap"} or set(one) == {"green.handicap"}
    spread = {"red.handicap": 3, "blue.handicap": 0, "green.handicap": -2, **two}
    heights = [spread[f"{role}.handicap"] for role in ("red", "blue", "green")]
    assert max(heights) - min(heights) <= 1
    assert "track.length" not in two


def test_answers_are_played_on_luck_of_their_own_beside_the_printed_rules(
    found: tuple[Path, dict[str, Any]],
) -> None:
    folder, told = found
    rows = pd.read_parquet(folder / RESULTS)
    assert set(rows["arm"]) == {"base", "changes_1", "changes_2", "changes_3"}
    assert set(rows["level"]) == {"plain", "wild"}
    assert rows.groupby("cell")["replicate"].nunique().eq(60).all()
    assert told["arms"]["changes_1"]["overrides"] == told["balance"]["answers"][0]
    assert told["fresh_games"] == rows.groupby(["cell", "replicate"]).ngroups < told["games"]


def test_every_single_change_is_played_and_what_changes_nothing_shifts_nothing(
    found: tuple[Path, dict[str, Any]],
) -> None:
    tried = pd.read_parquet(found[0] / "tried.parquet")
    rates = pd.read_parquet(found[0] / "tried_rates.parquet")
    alone = tried[(tried["stage"] == "single") & (tried["changes"] == 1)]
    assert len(alone) == 4 + 2 + 3 + 1
    length = alone[alone["change"] == "track.length=7"].iloc[0]
    shifts = rates[rates["setting"] == length["setting"]]["shift"]
    assert (shifts == 0).all()
    assert length["cost"] == pytest.approx(0.02 + 0.02)
    assert set(tried.loc[tried["stage"] == "asked", "changes"]) == {2, 3}


def test_settings_that_the_rules_refuse_are_never_played(
    found: tuple[Path, dict[str, Any]],
) -> None:
    changes = pd.read_parquet(found[0] / "tried.parquet")["change"]
    assert not any("blue.handicap=3" in each and "green" in each for each in changes)


def test_tuning_helps_whoever_is_tuned_and_is_shown_before_and_after(
    found: tuple[Path, dict[str, Any]],
) -> None:
    folder, told = found
    rates = pd.read_parquet(folder / "retuned.parquet")
    assert set(rates["change"]) == {"", *pd.read_parquet(folder / "tried.parquet")["change"]} & set(
        rates["change"]
    )
    assert rates.groupby(["change", "tuned"])["wins"].sum().round(6).nunique() == 1
    for each in told["balance"]["retuned"]:
        assert each["players"] == 3
        assert set(each["gains"]) == {"all", "red", "blue", "green"}


def test_every_number_of_players_has_as_many_games_however_few_its_line_ups(tmp_path: Path) -> None:
    text = STUDY.replace("replicates = 60", "games = 30", 1).replace("rounds = 3", "rounds = 1")
    text = text.replace("final_replicates = 40", "final_games = 18").replace(
        "replicates = 40", "games = 24"
    )
    balanced(tmp_path, text)
    rates = pd.read_parquet(tmp_path / "out" / "tried_rates.parquet").merge(
        pd.read_parquet(tmp_path / "out" / "tried.parquet")[["setting", "stage"]]
    )
    seats = rates.groupby(["setting", "stage", "players"])["seats"].sum().reset_index()
    games = seats["seats"] / seats["players"]
    assert games.eq(seats["stage"].map({"single": 24, "asked": 24, "final": 18})).all()
    rows = pd.read_parquet(tmp_path / "out" / RESULTS)
    fresh = (
        rows.groupby(["arm", "level", "players"]).size()
        / rows.groupby(["arm", "level", "players"])["players"].first()
    )
    assert fresh.eq(30).all()


class Interrupted(Silent):
    """Stops the run once so many games are stored."""

    def __init__(self, games: int) -> None:
        self.games = games

    def update(self, done: int) -> None:
        if done > self.games:
            raise KeyboardInterrupt


@pytest.fixture(scope="module")
def small() -> str:
    return STUDY.replace("replicates = 60", "replicates = 6").replace("= 40", "= 6")


def test_a_stopped_study_goes_on_to_the_same_tables_with_other_workers(
    small: str, tmp_path: Path
) -> None:
    whole = balanced(tmp_path / "whole", small, jobs=1, chunk_games=5)
    for games in (20, 600):
        with pytest.raises(RunError, match="stopped after"):
            balanced(tmp_path / "cut", small, jobs=1, resume=True, progress=Interrupted(games))
    cut = balanced(tmp_path / "cut", small, jobs=2, resume=True)
    assert cut["table_hash"] == whole["table_hash"]
    assert cut["tables"] == whole["tables"]
    assert cut["balance"] == whole["balance"]
    again = balanced(tmp_path / "cut", small, resume=True, game=Unplayable())
    assert again["table_hash"] == whole["table_hash"]


class Unplayable(HandicapRace):
    """Nothing may be played any more."""

    def simulate(self, *_: Any) -> Any:
        raise AssertionError("played")


def test_a_changed_table_is_noticed(small: str, tmp_path: Path) -> None:
    balanced(tmp_path, small, quick=True)
    path = tmp_path / "out" / "tried.parquet"
    pd.read_parquet(path).assign(distance=0.0).to_parquet(path)
    with pytest.raises(InputError, match="expected the table that provenance"):
        verify_balance(tmp_path / "out")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            '"red.handicap" = [0',
            '"red.handycap" = [0',
            "expected a number of the rules, got 'red.h",
        ),
        ('"red.handicap" = [0, 4]', '"red.handicap" = [0, 2]', "a range with the printed value 3"),
        ('"red.handicap" = [0, 4]', '"red.handicap" = [0, 40]', "expected a range from -5 to 10"),
        (
            '"red.handicap"',
            '"handicap"',
            "a number with one printed value, got one that is -2 or 0",
        ),
        ("[0, 4]", "[4, 0]", "a low end below the high end"),
        ("step = 2", "step = 3", "a step that leads from the low end to the high end"),
        (
            'player_types = ["plain"]',
            'player_types = ["grand"]',
            "player types of the study, not grand",
        ),
        ("rounds = 3", "rounds = -3", "a number of at least 0"),
        ("rounds = 3", "games = 30\nrounds = 3", "either `games` or `replicates`"),
        ("[search]", '[arms.a]\noverrides = { "track.length" = 7 }\n[search]', "without `arms`"),
    ],
)
def test_faults_of_a_study_are_reported_before_anything_is_played(
    old: str, new: str, sentence: str, tmp_path: Path
) -> None:
    path = study_in(tmp_path, STUDY.replace(old, new, 1))
    with pytest.raises(InputError) as error:
        balance_run(read_balance(path), HandicapRace(), NUMBERS)
    assert sentence in str(error.value)


def test_settings_are_counted_and_cost_what_the_study_says() -> None:
    knobs = SearchedNumbers(
        (Changeable("a", 0, 4, (1, 2)), Changeable("b", 5, 2, (4,)), Changeable("c", 0, 1, (1,)))
    )
    for changes in (1, 2, 3):
        assert len(list(knobs.of(changes))) == knobs.count(changes)
    setting = (("a", 2), ("b", 4))
    assert knobs.cost(setting, DepartureCost(change=0.1, range=0.4)) == pytest.approx(0.2 + 0.4)


OUTPUTS = Outputs(tuple(SettingFigure("", 2, role) for role in ("red", "blue")), ((), ()))


@pytest.fixture
def noisy() -> tuple[Surrogate, Base]:
    """Shifts that are 0.4 times the first of two numbers for red, and less for blue, with noise."""
    luck = np.random.default_rng(4)
    points = luck.uniform(-1, 1, (30, 2))
    truth = 0.4 * points[:, :1] * np.array([[1.0, -1.0]])
    shifts = truth + luck.normal(0, 0.05, (30, 2))
    base = Base(OUTPUTS, np.array([0.3, -0.3]), 0.0)
    return Surrogate.fitted(points, shifts, np.full(30, 0.05**2)), base


def test_the_surrogate_smooths_noise_and_leaves_the_printed_rules_where_they_are(
    noisy: tuple[Surrogate, Base],
) -> None:
    surrogate, base = noisy
    mean, deviation = surrogate.predict(np.array([[0.0, 0.0], [0.5, 0.5], [-0.75, 0.0]]))
    assert np.abs(mean[0]).max() < 0.01
    assert mean[1] == pytest.approx([0.2, -0.2], abs=0.05)
    assert deviation[0] < deviation[1]
    assert smoothed(surrogate, base, [np.array([-0.75, 0.0])])[0] < 0.05


def test_a_gain_is_expected_where_the_roles_come_together_and_costs_count(
    noisy: tuple[Surrogate, Base],
) -> None:
    surrogate, base = noisy
    points = np.array([[-0.75, 0.0], [0.75, 0.0], [-0.75, 0.0]])
    gains = expected_gains(surrogate, base, points, np.array([0.0, 0.0, 0.2]), best=0.3)
    assert gains[0] > gains[2] > gains[1]
    assert gains[0] - gains[2] == pytest.approx(0.2, abs=0.05)
    told = surrogate.believing(points[0])
    assert told.predict(points[:1])[1][0] < surrogate.predict(points[:1])[1][0]


# What the search of fairness alone found before there were other targets.
BEFORE = "487018dcd5c94d5262c4d8df8a00cf608214791425657f60819661d07703fbf6"
WEIGHTED = "[targets.win_rate]\nweight = 3\n"


def test_fairness_alone_finds_what_it_found_before_there_were_targets(
    found: tuple[Path, dict[str, Any]], small: str, tmp_path: Path
) -> None:
    assert found[1]["table_hash"] == BEFORE
    assert found[1]["balance"]["answers"][0] == {"red.handicap": 0}
    plain = balanced(tmp_path / "plain", small)
    named = balanced(tmp_path / "named", small.replace("[search]", f"{WEIGHTED}[search]", 1))
    assert named["table_hash"] == plain["table_hash"]
    assert named["tables"] == plain["tables"]
    assert named["balance"]["claims"] == plain["balance"]["claims"]
    assert named["balance"]["fair_alone"]


def test_distances_of_fairness_are_those_of_the_statistics(
    found: tuple[Path, dict[str, Any]],
) -> None:
    rows = pd.read_parquet(found[0] / RESULTS)
    by_who = rows.assign(who=rows["level"] + rows["faction"])
    theirs = distances(by_who, ["arm"], "who").set_index("arm")["distance"]
    table = pd.read_parquet(found[0] / "target_distances.parquet")
    whole = table[(table["target"] == "") & (table["players"] == 0)]
    mine = whole.set_index("arm")["distance"]
    assert mine.to_dict() == pytest.approx(theirs.to_dict(), abs=1e-9)
