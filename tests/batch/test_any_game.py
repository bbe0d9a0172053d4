"""Studies of games without boards and roles, with choices, roles that repeat, own data."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest

from bloodstones.batch.result_files.provenance import changes
from bloodstones.batch.result_files.rerun import read_rerun, rerun
from bloodstones.batch.result_files.result import AREAS, PROVENANCE, RESULTS, verify_results
from bloodstones.batch.study.definition import StudyFile, read_study
from bloodstones.batch.study.faults import Figure
from bloodstones.batch.study.lines import lines_of
from bloodstones.batch.study.plan import Plan, make_plan
from bloodstones.batch.study.run import run_study
from bloodstones.core.errors import InputError
from bloodstones.stats.inference.precision import Precision
from tests.batch.card_race import CardRace
from tests.batch.dice_race import DiceRace

STUDY = """
id = "cards"
question = "Is it fair?"
game = "card_race"
seed = 7
replicates = 6
strategies = ["bold", ["bold", "steady"]]
[lineups]
sets = [{ players = [2, 3, 4] }]
"""
CHOICES = STUDY.replace("seed = 7", 'seed = 7\nchoices = { hand = ["short", "long"], town = 3 }')
ARMS = STUDY + '[arms.ahead.overrides]\nhead_start = true\nsuit = "red"\n'
REPEATED = """
id = "twins"
question = "Do twins win?"
game = "dice_race"
map = "track"
seed = 7
replicates = 8
strategies = "bold"
[lineups]
rotate_seats = false
explicit = [["red", "red", "blue"]]
""".replace('"bold"', '["bold"]')


def planned(folder: Path, text: str = STUDY) -> tuple[StudyFile, Plan]:
    path = folder / "cards.toml"
    path.write_text(text, encoding="utf-8")
    file = read_study(path)
    return file, make_plan(file.study, CardRace())


def run(folder: Path, text: str = STUDY, name: str = "out", **options: Any) -> dict[str, Any]:
    return run_study(*planned(folder, text), CardRace(), folder / name, **options)


def test_sets_of_players_alone_seat_games_without_boards_and_roles(tmp_path: Path) -> None:
    _, plan = planned(tmp_path)
    assert [cell.id for cell in plan.cells[:4]] == [
        "2p/bold",
        "2p/bold+steady",
        "2p/steady+bold",
        "3p/bold",
    ]
    assert len(plan.cells) == 1 + 2 + 1 + 6 + 1 + 14
    assert {cell.label for cell in plan.cells} == {"2p", "3p", "4p"}
    assert {(cell.setup.board, *cell.lineup) for cell in plan.cells} == {
        ("",) * seats for seats in (3, 4, 5)
    }


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_result_has_rows_and_no_areas(tmp_path: Path, backend: str) -> None:
    result = run(tmp_path, jobs=2, backend=backend)
    assert result["games"] == 6 * 25
    assert (result["map"], result["maps"], result["choices"]) == (None, [], {})
    assert result["figures"] == ["seats"]
    table = pd.read_parquet(tmp_path / "out" / RESULTS)
    assert len(table) == 6 * (3 * 2 + 7 * 3 + 15 * 4)
    areas = pd.read_parquet(tmp_path / "out" / AREAS)
    assert areas.empty
    assert list(areas.columns) == ["cell", "area"]
    verify_results(tmp_path / "out")


def test_what_columns_declare_travels_with_the_table(tmp_path: Path) -> None:
    run(tmp_path)
    schema = pq.read_schema(tmp_path / "out" / RESULTS)
    told = {b"meaning": b"sum of the cards", b"role": b"result", b"colour": b"#336699"}
    assert told.items() <= schema.field("score").metadata.items()
    assert schema.field("arm").metadata[b"role"] == b"key"


def test_choices_are_a_factor_that_shares_its_luck(tmp_path: Path) -> None:
    _, plan = planned(tmp_path, CHOICES)
    short, long = plan.cells[:2]
    assert (short.id, long.id) == ("2p/bold/hand=short", "2p/bold/hand=long")
    assert short.label == long.label
    assert long.setup.choices == {"hand": "long", "town": 3}
    assert all(len({plan.cells[i].choices for i in group.cells}) == 1 for group in plan.groups)
    result = run(tmp_path, CHOICES)
    assert result["choices"] == {"hand": ["short", "long"], "town": [3]}
    assert {group["choices"] for group in result["groups"]} == {"hand=short", "hand=long"}
    table = pd.read_parquet(tmp_path / "out" / RESULTS)
    means = table.groupby("choices")["score"].mean()
    assert means["hand=long"] > 1.5 * means["hand=short"]


def test_plan_with_other_choices_is_another_one(tmp_path: Path) -> None:
    texts = (STUDY, CHOICES, CHOICES.replace("town = 3", "town = 4"))
    assert len({planned(tmp_path, text)[1].sha256 for text in texts}) == 3


def test_arms_turn_rules_by_text_and_truth_values(tmp_path: Path) -> None:
    file, plan = planned(tmp_path, ARMS)
    ahead = next(cell for cell in plan.cells if cell.arm == "ahead")
    assert ahead.setup.overrides == {"head_start": True, "suit": "red"}
    assert plan.figures == (Figure.SEATS, Figure.ARMS)
    told = run_study(file, plan, CardRace(), tmp_path / "out", intervals=Precision(None, True))
    assert all(group["half_width"] for group in told["groups"])
    lines = lines_of(plan, plan.groups[0], plan.figures)
    assert [(line.figure.value, line.arm, line.of) for line in lines] == [
        ("seats", "base", "0"),
        ("seats", "base", "1"),
        ("seats", "ahead", "0"),
        ("seats", "ahead", "1"),
        ("arms", "ahead", "0"),
        ("arms", "ahead", "1"),
    ]


def test_seats_with_the_same_role_count_alike(tmp_path: Path) -> None:
    path = tmp_path / "twins.toml"
    path.write_text(REPEATED)
    file = read_study(path)
    plan = make_plan(file.study, DiceRace())
    (group,) = plan.groups
    blue, red = lines_of(plan, group, [Figure.FACTIONS])
    assert (blue.of, red.of) == ("blue", "red")
    assert red.weights == {"track/red+red+blue": {(0, 0): 0.5, (0, 1): 0.5}}
    assert blue.weights == {"track/red+red+blue": {(0, 2): 1.0}}
    told = run_study(file, plan, DiceRace(), tmp_path / "out")
    assert told["games"] == 8


def test_sets_may_repeat_roles(tmp_path: Path) -> None:
    path = tmp_path / "twins.toml"
    sets = "sets = [{ players = 2, repeated = true }]"
    path.write_text(REPEATED[: REPEATED.index("explicit")] + sets)
    plan = make_plan(read_study(path).study, DiceRace())
    assert ("red", "red") in [cell.lineup for cell in plan.cells]
    assert len(plan.cells) == 6


def test_boards_are_given_where_a_game_has_them_and_only_there(tmp_path: Path) -> None:
    text = STUDY.replace("seed = 7", 'seed = 7\nmap = "island"')
    with pytest.raises(InputError, match="expected no map for card_race, got 'island'"):
        planned(tmp_path, text)
    path = tmp_path / "twins.toml"
    path.write_text(REPEATED.replace('map = "track"', ""))
    with pytest.raises(InputError, match=r"expected `map` or `maps`, got none(.|\n)*track, lane"):
        make_plan(read_study(path).study, DiceRace())


OWN = STUDY.replace("seed = 7", 'seed = 7\ndata = "mine"')
DECK = "card,value,confidence\nimp,2,\nelf,5,assumed\n"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A user's deck, beside the study file."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "deck.csv").write_text(DECK)
    return folder


def test_own_data_takes_the_place_of_shipped_files_and_is_shown(tmp_path: Path, mine: Path) -> None:
    shipped, own = run(tmp_path, name="shipped"), run(tmp_path, OWN, "own")
    assert own["table_hash"] != shipped["table_hash"]
    assert own["plan_sha256"] == shipped["plan_sha256"]
    assert own["fingerprint"] != shipped["fingerprint"]
    assert (shipped["data"], shipped["assumed"]) == ({}, ["deck.csv: ogre"])
    assert own["assumed"] == ["deck.csv: elf"]
    assert list(own["data"]) == ["deck.csv"]
    text = (tmp_path / "own" / PROVENANCE).read_text(encoding="utf-8")
    assert str(tmp_path) not in text
    scores = pd.read_parquet(tmp_path / "own" / RESULTS)["score"]
    assert scores.between(4, 11).all()


def test_rerun_notices_a_changed_own_file(tmp_path: Path, mine: Path) -> None:
    run(tmp_path, OWN)
    known = read_rerun(tmp_path / "out", str(mine))
    plan = make_plan(known.file.study, CardRace(), replicates=known.replicates)
    assert list(changes(known.data, CardRace(), plan, str(mine))) == []
    assert rerun(known, plan, CardRace()).same
    (mine / "deck.csv").write_text(DECK.replace("5", "6"))
    assert list(changes(known.data, CardRace(), plan, str(mine))) == ["your data file deck.csv"]
    assert not rerun(known, plan, CardRace()).same


def test_rerun_sees_own_data_from_the_working_folder(
    tmp_path: Path, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path, OWN)
    with pytest.raises(InputError, match="expected a folder of data files, got 'mine'"):
        read_rerun(tmp_path / "out")
    monkeypatch.chdir(tmp_path)
    assert read_rerun(tmp_path / "out").file.study.data == "mine"


def test_faults_of_own_data_are_reported_together(tmp_path: Path, mine: Path) -> None:
    (mine / "deck.csv").write_text("card,value\nimp,high\nelf,200\n")
    with pytest.raises(InputError, match="got 2:") as caught:
        run(tmp_path, OWN)
    assert str(caught.value).count("value") == 2
    assert not (tmp_path / "out").exists()


def test_a_game_that_reads_no_own_data_refuses_it(tmp_path: Path, mine: Path) -> None:
    path = tmp_path / "twins.toml"
    path.write_text(REPEATED.replace("seed = 7", 'seed = 7\ndata = "mine"'))
    with pytest.raises(InputError, match="expected a game that reads own data files, got"):
        make_plan(read_study(path).study, DiceRace())


def test_provenance_of_shipped_data_stays_readable(tmp_path: Path) -> None:
    result = run(tmp_path)
    assert json.loads((tmp_path / "out" / PROVENANCE).read_text(encoding="utf-8")) == result
