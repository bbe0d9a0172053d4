"""Targets of balance studies: distances by brute force, duels, claims, resuming, their faults."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from bloodstones.batch.balance.aims import Aims
from bloodstones.batch.balance.claims import (
    Predicted,
    Sampled,
    claims_of,
    judged,
    lucks_of,
    part_of,
)
from bloodstones.batch.balance.confirm import Fresh
from bloodstones.batch.balance.definition import Balance, balance_of, read_balance
from bloodstones.batch.balance.figures import measured, outputs_of
from bloodstones.batch.balance.finished import CLAIMS, DUELS, verify_balance
from bloodstones.batch.balance.run import balance_run, run_balance
from bloodstones.batch.balance.settings import PRINTED, Changeable, ChangeKind, SearchedNumbers
from bloodstones.batch.balance.target_tables import pareto
from bloodstones.batch.balance.targets import Targets
from bloodstones.batch.result_files.result import RESULTS
from bloodstones.batch.running.progress import Silent
from bloodstones.batch.study.plan import Cell, make_plan
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError, RunError
from tests.batch.balance.wanted_race.game import NUMBERS, READINGS, STUDY, WantedRace

FIGURES, DISTANCES = "target_figures.parquet", "target_distances.parquet"
SMALL = STUDY.replace("replicates = 60", "replicates = 8").replace("= 40", "= 6")


def study_in(folder: Path, text: str = STUDY) -> Path:
    path = folder / "wanted.toml"
    path.write_text(text, encoding="utf-8")
    return path


def played(folder: Path, text: str = STUDY, **options: Any) -> dict[str, Any]:
    folder.mkdir(exist_ok=True)
    file = read_balance(study_in(folder, text))
    game = options.pop("game", None) or WantedRace()
    return run_balance(file, game, NUMBERS, folder / "out", readings=READINGS, **options)


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("wanted")
    return folder / "out", played(folder)


def test_the_changes_that_the_targets_want_are_found(found: tuple[Path, dict[str, Any]]) -> None:
    last = found[1]["balance"]["answers"][-1]
    assert last["laps"] == 6, "12 turns of two seats, the end of the goal"
    assert last["skill"] > 2
    front = pd.read_parquet(found[0] / "front.parquet")
    assert {each["change"] for each in front.to_dict("records")} >= {
        "",
        "photo_finish=true",
        "corner=far",
        "skill=8",
    }


def by_hand(rows: pd.DataFrame, duels: pd.DataFrame) -> dict[str, float]:
    """The gaps of every target, worked out game by game from the tidy tables."""
    gaps: dict[str, list[float]] = {}
    for _, level in rows.groupby("level"):
        games = list(level.groupby(["cell", "replicate"]))
        for role in ("red", "blue"):
            credit = [
                float(row["win_credit"]) for _, row in level.iterrows() if row["faction"] == role
            ]
            gaps.setdefault("win_rate", []).append(2 * sum(credit) / len(credit) - 1)
        first = [
            float(game.loc[game["turn_order"] == 0, "win_credit"].iloc[0]) for _, game in games
        ]
        gaps.setdefault("first_seat", []).append(2 * sum(first) / len(first) - 1)
        turns = sum(int(game["game_turns"].iloc[0]) for _, game in games) / len(games)
        outside = max(10 - turns, 0) - max(turns - 12, 0)
        gaps.setdefault("length", []).append(outside / 11)
        draws = sum(bool((game["win_credit"] < 1).all()) for _, game in games) / len(games)
        gaps.setdefault("draws", []).append(draws - 0.2)
        leads = sum(int(game["lead_changes"].iloc[0]) for _, game in games) / len(games)
        gaps.setdefault("lead_changes", []).append(leads / 6 - 1)
    strong = duels.loc[duels["strategy"] == "bold", "win_credit"]
    gaps["skill"] = [2 * float(strong.mean()) - 2 * 0.8]
    return {name: float(np.mean(np.square(each))) for name, each in gaps.items()}


def test_distances_are_those_that_one_works_out_by_hand(
    found: tuple[Path, dict[str, Any]],
) -> None:
    folder, _ = found
    rows, duels = (pd.read_parquet(folder / name) for name in (RESULTS, DUELS))
    figures, distances = (pd.read_parquet(folder / name) for name in (FIGURES, DISTANCES))
    for arm in ("base", "changes_1", "changes_3"):
        squares = by_hand(rows[rows["arm"] == arm], duels[duels["arm"] == arm])
        mine = figures[figures["arm"] == arm]
        noise = {
            name: float(np.sum(group["share"] * (group["error"] * group["times"]) ** 2))
            for name, group in mine.assign(
                times=[
                    {"win_rate": 2, "first_seat": 2, "skill": 2, "length": 1 / 11, "draws": 1}.get(
                        each, 1 / 6
                    )
                    for each in mine["target"]
                ]
            ).groupby("target")
        }
        weights = {name: 2 / 7 if name == "length" else 1 / 7 for name in squares}
        total = sum(weights[name] * squares[name] - noise[name] for name in squares)
        line = distances[(distances["arm"] == arm) & (distances["target"] == "")]
        whole = line[(line["players"] == 0) & ~line["by_level"]].iloc[0]
        assert whole["distance"] == pytest.approx(np.sqrt(max(0, total)), abs=1e-5)
        assert whole["low"] <= whole["distance"] <= whole["high"]
        for name, square in squares.items():
            alone = distances[(distances["arm"] == arm) & (distances["target"] == name)]
            wanted = np.sqrt(max(0, square - noise[name] / weights[name]))
            assert alone.iloc[0]["distance"] == pytest.approx(wanted, abs=1e-4)


def test_duels_sit_the_stronger_player_in_every_seat_of_every_line_up(
    found: tuple[Path, dict[str, Any]],
) -> None:
    duels = pd.read_parquet(found[0] / DUELS)
    assert set(duels["level"]) == {"strong>plain"}
    seated = duels[(duels["arm"] == "base") & (duels["strategy"] == "bold")]
    counts = seated.groupby(["faction", "seat"]).size()
    assert len(counts) == 4
    assert counts.nunique() == 1
    assert set(pd.read_parquet(found[0] / RESULTS)["level"]) == {"plain", "strong"}


def test_claims_stand_in_a_file_before_the_games_they_are_about(tmp_path: Path) -> None:
    before: list[dict[str, Any]] = []

    class Watching(Silent):
        def message(self, text: str) -> None:
            if text.startswith("The answers on fresh luck"):
                before.append(json.loads((tmp_path / "out" / CLAIMS).read_text()))

    result = played(tmp_path, SMALL, progress=Watching())
    file = tmp_path / "out" / CLAIMS
    assert before == [json.loads(file.read_text())]
    balance = result["balance"]
    assert balance["claims_sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
    keys = ("change", "what", "target", "level", "predicted", "low", "high")
    claimed = [{key: each[key] for key in keys} for each in balance["claims"]]
    assert claimed == before[0]["claims"]
    for each in balance["claims"]:
        assert each["holds"] == (each["low"] <= each["confirmed"] <= each["high"])
    assert {each["what"] for each in balance["claims"]} == {"distance", "gain"}
    assert {each["change"] for each in balance["claims"]} >= {""}


def cells(strategy: str = "steady") -> list[Cell]:
    tables = [("red", "blue"), ("blue", "red")]
    setups = [Setup("track", tuple(Seat(role, strategy) for role in table)) for table in tables]
    return [
        Cell("+".join(t), "+".join(t), s, level="plain")
        for t, s in zip(tables, setups, strict=True)
    ]


def sampled(rate: float, games: int, seed: int) -> Sampled:
    """A table whose first line-up is won by red at a rate."""
    luck, outputs = np.random.default_rng(seed), outputs_of(cells())
    red = [luck.random(games) < rate for _ in range(2)]
    tables = [np.stack([red[0], ~red[0]], 1), np.stack([~red[1], red[1]], 1)]
    lucks = lucks_of(outputs, cells(), [range(games)] * 2)
    return Sampled(measured(outputs, [each.astype(float) for each in tables]), lucks)


def test_intervals_of_distances_hold_the_truth_as_often_as_they_say() -> None:
    for rate in (0.5, 0.6):
        truth = abs(2 * rate - 1)
        ends = [sampled(rate, 80, seed).distance() for seed in range(200)]
        held = np.mean([low <= truth <= high for _, low, high in ends])
        assert held > 0.9
    point, low, high = sampled(0.6, 400, 1).distance()
    assert low < point < high < 0.4


def test_a_claim_fails_where_the_games_are_of_another_kind() -> None:
    same, other = {PRINTED: sampled(0.6, 200, 1)}, {PRINTED: sampled(0.9, 400, 2)}
    fresh = {PRINTED: sampled(0.6, 400, 3)}
    claims = claims_of(Predicted(same), "x", 400, 800)["claims"]
    assert [each["holds"] for each in judged(claims, Predicted(fresh))] == [True]
    assert [each["holds"] for each in judged(claims, Predicted(other))] == [False]


def test_roles_without_a_goal_share_what_the_others_leave() -> None:
    aims = Aims(Targets.model_validate({"win_rate": {"roles": {"red": {"3": 0.5, "every": 0.4}}}}))
    assert aims.role_goals(["red", "blue"]) == [(0.8, 0.8), pytest.approx((1.2, 1.2))]
    three = aims.role_goals(["blue", "red", "green"])
    assert three == [pytest.approx((0.75, 0.75)), (1.5, 1.5), pytest.approx((0.75, 0.75))]
    assert Aims().role_goals(["red"] * 49) == [(1.0, 1.0)] * 49


def test_a_target_without_weight_is_shown_and_moves_nothing(
    found: tuple[Path, dict[str, Any]],
) -> None:
    figures = pd.read_parquet(found[0] / FIGURES)
    cheers = figures[figures["target"] == "columns.cheers"]
    assert (cheers["share"] == 0).all()
    assert (cheers["gap"].abs() > 0.5).any()
    alone = pd.read_parquet(found[0] / DISTANCES).query("target == 'columns.cheers'")
    assert alone["distance"].iloc[0] > 0.5


def test_shares_of_outputs_are_the_weights_of_their_targets() -> None:
    targets = {"draws": {"goal": 0, "weight": 3}, "length": {"goal": {"2": 9}}}
    outputs = outputs_of(cells(), Aims(Targets.model_validate(targets)))
    shares: dict[str, float] = {}
    for output, share in zip(outputs.every, outputs.shares, strict=True):
        shares[output.target] = shares.get(output.target, 0) + float(share)
    assert shares == pytest.approx({"win_rate": 0.2, "draws": 0.6, "length": 0.2})
    part = part_of(outputs, [each.target == "length" for each in outputs.every])
    assert part.sum() == pytest.approx(1)


def test_the_front_is_what_nothing_beats() -> None:
    luck = np.random.default_rng(3)
    points = luck.integers(0, 4, (60, 3)).astype(float)
    for mine, kept in zip(points, pareto(points), strict=True):
        beaten = any((other <= mine).all() and (other < mine).any() for other in points)
        assert kept != beaten


def test_readings_and_starts_change_setups_and_cost_a_whole_range() -> None:
    knobs = SearchedNumbers(
        (
            Changeable("laps", 8, 4, (6,)),
            Changeable("photo_finish", "false", 1, ("true",), ChangeKind.READING),
            Changeable("corner", None, 1, ("far", "near"), ChangeKind.START),
        )
    )
    setting = (("laps", 6), ("photo_finish", "true"), ("corner", "near"))
    setup = knobs.changed(Setup("track", (), {"a": "b"}, {"skill": 1}), setting)
    assert setup.overrides == {"skill": 1, "laps": 6}
    assert setup.options == {"a": "b", "photo_finish": "true"}
    assert setup.choices == {"corner": "near"}
    assert knobs.point(setting).tolist() == [-0.5, 1.0, 0.0, 1.0]
    assert knobs.size(setting) == 2.5


def test_confirming_games_play_starts_readings_and_numbers_together(tmp_path: Path) -> None:
    file = read_balance(study_in(tmp_path))
    run = balance_run(file, WantedRace(), NUMBERS, readings=READINGS)
    setting = (("laps", 6), ("photo_finish", "true"), ("corner", "far"))
    whole = Fresh.of(run.balance, run.knobs, [setting], run.game, quick=False).whole
    arms = {cell.arm: cell.setup for cell in whole.cells}
    assert arms["changes_3"].overrides == {"laps": 6}
    assert arms["changes_3"].options == {"photo_finish": "true"}
    assert arms["changes_3"].choices == {"corner": "far"}
    assert arms["base"].choices == {}
    assert len(whole.cells) == 2 * (2 * 2 + 2 * 2)


class Interrupted(Silent):
    """Stops the run once so many games are stored."""

    def __init__(self, games: int) -> None:
        self.games = games

    def update(self, done: int) -> None:
        if done > self.games:
            raise KeyboardInterrupt


def test_a_stopped_study_goes_on_to_the_same_tables_and_claims(tmp_path: Path) -> None:
    whole = played(tmp_path / "whole", SMALL, chunk_games=5)
    for games in (30, 900):
        with pytest.raises(RunError, match="stopped after"):
            played(tmp_path / "cut", SMALL, resume=True, progress=Interrupted(games))
    cut = played(tmp_path / "cut", SMALL, jobs=2, resume=True)
    for key in ("table_hash", "tables", "balance"):
        assert cut[key] == whole[key]
    assert DUELS in cut["tables"]
    path = tmp_path / "cut" / "out" / DUELS
    pd.read_parquet(path).assign(win_credit=0.5).to_parquet(path)
    with pytest.raises(InputError, match="expected the table that provenance"):
        verify_balance(tmp_path / "cut" / "out")


def test_games_by_level_hold_for_the_duels_of_the_stronger(tmp_path: Path) -> None:
    text = SMALL.replace("replicates = 8", "games = { plain = 8, strong = 12 }", 1)
    run = balance_run(
        read_balance(study_in(tmp_path, text)), WantedRace(), NUMBERS, readings=READINGS
    )
    assert run.duels is not None
    assert [group.games for group in run.duels.groups] == [12]
    plan = make_plan(balance_of(read_balance(study_in(tmp_path, SMALL))), WantedRace())
    assert plan.games < run.terms.games


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("goal = [10, 12]", "goal = [12, 10]", "the lower number first, got [12, 10]"),
        ("goal = [10, 12]", "goal = 0", "a number above 0"),
        ("goal = [10, 12]", "goal = true", "a number or two, the lower one first"),
        ("goal = [10, 12]", "goal = { 3 = 9 }", "a goal for 2 players, got none"),
        ("goal = 0.2", "goal = 1.2", "a share from 0 to 1"),
        ("weight = 2", "weight = -2", "targets.length.weight"),
        ("columns.cheers", "columns.chears", "that wanted_race declares, got 'chears'"),
        ("columns.cheers", "columns.end_reason", "a column of numbers that wanted_race declares"),
        (
            "strong = { plain",
            "best = { plain",
            "player types of the study for the target skill, not best",
        ),
        ("strong = { plain", "strong = { strong", "each pair of two player types once"),
        ('plain = ["steady"]', 'plain = [["steady", "bold"]]', "for the player type plain of"),
        ('["true"]\n[starts]', '["yes"]\n[starts]', "expected false or true, got 'yes'"),
        ('["true"]\n[starts]', '["false"]\n[starts]', "a value other than false, got none"),
        ("photo_finish", "photo_finnish", "did you mean photo_finish"),
        ("corner = ", '"laps" = ', "a number, an option or a start, got two of these"),
        ("[targets.draws]", "[targets.win_rate.roles]\npink = 0.5\n[targets.draws]", "got 'pink'"),
        (
            "[targets.draws]",
            "[targets.win_rate.roles]\nred = 0.7\nblue = 0.4\n[targets.draws]",
            "rates that are 1 together",
        ),
    ],
)
def test_faults_of_targets_are_reported_before_anything_is_played(
    old: str, new: str, sentence: str, tmp_path: Path
) -> None:
    text = STUDY.replace(old, new, 1)
    assert text != STUDY
    with pytest.raises(InputError) as error:
        balance_run(
            read_balance(study_in(tmp_path, text)), WantedRace(), NUMBERS, readings=READINGS
        )
    assert sentence in str(error.value)


def test_a_study_that_may_change_nothing_is_refused(tmp_path: Path) -> None:
    text = STUDY[: STUDY.index("[numbers]")] + STUDY[STUDY.index("[targets.first_seat]") :]
    with pytest.raises(InputError, match="`numbers`, `options` or `starts` that may change"):
        read_balance(study_in(tmp_path, text))


def test_fairness_alone_is_the_default() -> None:
    assert Targets().fair_alone
    assert not Targets.model_validate({"draws": {"goal": 0}}).fair_alone
    assert not Targets.model_validate({"win_rate": {"roles": {"red": 0.5}}}).fair_alone
    assert Balance.model_fields["targets"].is_required() is False
