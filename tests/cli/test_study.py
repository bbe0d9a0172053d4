import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bloodstones.cli import main
from bloodstones.games import registry
from bloodstones.games.bloodstones.maps.reading import path_of
from tests.batch.conftest import STUDY


@pytest.fixture(autouse=True)
def race(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A study file of the dice race, and a working folder of its own."""
    monkeypatch.setitem(registry.GAMES, "dice_race", "tests.batch.dice_race")
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "race.toml"
    path.write_text(STUDY)
    return path


def run(*args: str) -> int:
    return main(["study", *args])


def test_study_prints_win_rates_speed_and_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("race.toml") == 0
    output = capsys.readouterr()
    assert "528 games in" in output.out
    assert "games/s" in output.out
    assert "results/race/results.parquet" in output.out
    assert output.out.count(" % (") == 2 * 2 * 3
    assert "Preparing the game" in output.err
    assert Path("results/race/provenance.json").exists()


def test_json_summary_holds_counts_and_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--quick", "--json", "--jobs", "1", "--out", "there", "race.toml") == 0
    output = json.loads(capsys.readouterr().out)
    assert output["games"] == 144
    assert output["run"]["jobs"] == 1
    assert output["files"][0] == "there/results.parquet"
    rates = {(r["players"], r["strategy"], r["faction"]): r for r in output["win_rates"]}
    assert len(rates) == 2 * 2 * 3
    line = rates[2, "bold", "blue"]
    assert line["games"] == 12
    assert 0 <= line["low"] <= line["win_rate"] <= line["high"] <= 1


def test_arms_are_compared_with_intervals_and_the_next_step_is_shown(
    race: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    race.write_text(STUDY + "[arms.far]\noverrides = { goal = 30 }\n")
    assert run("race.toml", "--jobs", "1", "--json") == 0
    lines = json.loads(capsys.readouterr().out)["differences"]
    assert {line["arm"] for line in lines} == {"far"}
    assert {line["players"] for line in lines} == {2, 3}
    assert all(line["low"] <= line["difference"] <= line["high"] for line in lines)
    assert all(line["pairs"] > 1 for line in lines)
    assert run("race.toml", "--jobs", "1", "--resume") == 0
    output = capsys.readouterr().out
    assert "Differences from the win rates of the arm base in points" in output
    assert output.count(" to +") + output.count(" to −") >= len(lines) - output.count(" to 0")
    assert "To write the report: bloodstones report results/race" in output


def test_a_single_replicate_is_too_few_for_differences(
    race: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    race.write_text(STUDY + "[arms.far]\noverrides = { goal = 30 }\n")
    assert run("race.toml", "--jobs", "1", "--replicates", "1") == 0
    output = capsys.readouterr().out
    assert "To write the report: bloodstones report results/race" in output


def test_replicates_can_be_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("race.toml", "--replicates", "2", "--json") == 0
    assert json.loads(capsys.readouterr().out)["games"] == 96


def test_plan_shows_cells_games_and_precision(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("plan", "race.toml", "--json", "--games-per-second", "100", "--jobs", "2") == 0
    output = json.loads(capsys.readouterr().out)
    assert output["games"] == 528 == len(output["cells"]) * output["replicates"]
    lines = {(e["players"], e["strategies"], e["of"]): e for e in output["precision"]}
    assert lines[2, "bold", "red"]["games"] == 4 * 11
    assert lines[3, "bold + steady", "red"]["games"] == 3 * 6 * 11
    assert lines[2, "bold", "red"]["half_width"] == pytest.approx(0.142, abs=0.002)
    mixed = lines[3, "bold + steady", "red"]["half_width"]
    assert mixed == lines[3, "bold", "red"]["half_width"], "a mix shares its luck"
    assert output["time"]["seconds"] == pytest.approx(528 / 100 / 2)
    assert not Path("results").exists()


def test_plan_measures_the_speed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("plan", "race.toml", "--json", "--jobs", "1") == 0
    output = capsys.readouterr()
    assert "Measuring the speed" in output.err
    time = json.loads(output.out)["time"]
    assert time["measured"]
    assert time["seconds"] == pytest.approx(528 / time["games_per_second"])


def test_plan_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("plan", "race.toml", "--games-per-second", "100", "--jobs", "2") == 0
    output = capsys.readouterr().out
    assert "48 cells x 11 = 528 games" in output
    assert "bold + steady" in output
    assert "about 3 s with 2 jobs (100 games/s per core, given)" in output


def test_plan_weighs_a_time_budget_and_a_wanted_precision(
    race: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    race.write_text("budget_minutes = 0.1\n" + STUDY.replace("replicates = 11", "half_width = 0.1"))
    assert run("plan", "race.toml", "--games-per-second", "1", "--jobs", "1") == 0
    output = " ".join(capsys.readouterr().out.split())
    assert "games at most, " in output
    assert "each group of cells ends when its figures are known within ± 10 points" in output
    assert "your budget of 6 s is enough for about 0% of the games, with intervals" in output
    assert run("plan", "race.toml", "--games-per-second", "1e6", "--quick") == 0
    assert "; your budget of 6 s is enough\n" in capsys.readouterr().out


def test_plan_tells_what_arms_and_maps_add(race: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = STUDY.replace('map = "track"', 'maps = ["track", "lane"]')
    text = text.replace("replicates = 11", "replicates = 23")
    race.write_text(text + "[arms.far]\noverrides = { goal = 30 }\n")
    assert run("plan", "race.toml", "--games-per-second", "100") == 0
    output = capsys.readouterr().out
    assert "Left out: 3 line-ups of 3, which do not fit on lane" in output
    assert "arms" in output
    assert run("plan", "race.toml", "--games-per-second", "100", "--json") == 0
    lines = json.loads(capsys.readouterr().out)["precision"]
    rate, difference = (
        next(line for line in lines if line["figure"] == figure) for figure in ("factions", "arms")
    )
    assert difference["half_width"] == pytest.approx(rate["half_width"] * 2**0.5, rel=0.03)
    assert difference["finds"] == pytest.approx(difference["half_width"] * 2.802 / 1.96, rel=0.001)


def test_schema_takes_shipped_files_and_names_every_key(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("schema") == 0
    output = json.loads(capsys.readouterr().out)
    assert output["additionalProperties"] is False
    for name, key in output["properties"].items():
        assert key.get("description"), name
    choices = [[key["required"] for key in each["oneOf"]] for each in output["allOf"][1:]]
    assert choices == [
        [["lineups"], ["start"]],
        [["strategies"], ["player_types"]],
        [["replicates"], ["games"], ["half_width"]],
    ]
    sets = output["$defs"]["Sets"]["properties"]["players"]
    assert {"maximum": 1_000_000_000, "minimum": 1, "type": "integer"} in sets["anyOf"]


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["none.toml"], "expected a study file, got nothing at 'none.toml'"),
        (["race.toml", "--jobs", "0"], "expected at least 1 job, got 0"),
        (["race.toml", "--jobs", "two"], "expected a whole number, got 'two' (--jobs)"),
        (["race.toml", "--replicates", "-3"], "expected at least 1, got -3"),
        (["race.toml", "--backend", "dusk"], "expected a backend, got 'dusk'"),
        (["race.toml", "--out", "race.toml"], "expected a folder, got a file at 'race.toml'"),
        (["race.toml", "--backend", "dask"], "expected the address of a dask scheduler"),
        (["race.toml", "--scheduler", "x"], "expected --scheduler only with --backend dask"),
        (["plan", "race.toml", "--games-per-second", "0"], "expected a speed above 0, got 0.0"),
        (["plan", "race.toml", "--jobs", "0"], "expected at least 1 job, got 0"),
        (["race.toml", "--qick"], "Tip: did you mean --quick?"),
        ([], "missing FILE (bloodstones study run)"),
        (["plan", "none.toml"], "expected a study file"),
    ],
)
def test_bad_arguments_end_with_a_sentence_and_exit_code_2(
    args: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*args) == 2
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert shown.out == ""
    assert not Path("results").exists()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"dice_race"', '"dice_rice"', "expected a game, got 'dice_rice'"),
        ('map = "track"', 'map = "trick"', "expected a map, got 'trick'"),
        ('"red"', '"rad"', "expected a faction, got 'rad'"),
        ('"steady"', '"stead"', "expected a strategy, got 'stead'"),
        ("seed = 7", "seed = ", "expected TOML, got a syntax error"),
    ],
)
@pytest.mark.parametrize("before", [[], ["plan"]])
def test_bad_study_files_end_with_a_sentence_and_exit_code_2(
    race: Path,
    before: list[str],
    old: str,
    new: str,
    sentence: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    race.write_text(STUDY.replace(old, new))
    assert run(*before, "race.toml") == 2
    assert sentence in capsys.readouterr().err
    assert not Path("results").exists()


def test_help_names_both_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == 0
    output = capsys.readouterr().out
    assert "run" in output
    assert "plan" in output


CARDS = """
id = "cards"
question = "Is it fair?"
game = "card_race"
seed = 7
replicates = 5
strategies = ["bold"]
choices = { hand = ["short", "long"] }
[lineups]
sets = [{ players = 2 }]
"""


def test_a_game_without_boards_and_roles_is_studied(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(registry.GAMES, "card_race", "tests.batch.card_race")
    Path("cards.toml").write_text(CARDS, encoding="utf-8")
    assert run("plan", "cards.toml", "--games-per-second", "100") == 0
    assert "hand=short" in capsys.readouterr().out
    assert run("cards.toml", "--jobs", "1") == 0
    assert "Seat" in capsys.readouterr().out
    assert run("cards.toml", "--jobs", "1", "--json") == 0
    rates = json.loads(capsys.readouterr().out)["win_rates"]
    assert {(rate["choices"], rate["seat"]) for rate in rates} == {
        ("hand=short", 0),
        ("hand=short", 1),
        ("hand=long", 0),
        ("hand=long", 1),
    }


def test_a_database_of_somebody_else_is_neither_used_nor_removed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("out").mkdir()
    with closing(sqlite3.connect("out/running.sqlite")) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    content = Path("out/running.sqlite").read_bytes()
    for more in ([], ["--resume"], ["--replace"]):
        assert run("race.toml", "--quick", "--out", "out", *more) == 2
        output = capsys.readouterr().err
        assert "--replace" not in output or not more, output
    assert Path("out/running.sqlite").read_bytes() == content


def test_letters_without_a_font_are_reported_before_a_game_is_played(
    race: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from bloodstones.report.document import fonts

    monkeypatch.setattr(fonts, "font_folders", lambda: ())
    fonts._can_set.cache_clear()
    race.write_text(STUDY.replace('question = "', 'question = "龍は ', 1), encoding="utf-8")
    assert run("race.toml", "--quick", "--jobs", "1") == 0
    fonts._can_set.cache_clear()
    output = capsys.readouterr().err
    assert output.startswith("Note: no font has は (U+306F), 龍 (U+9F8D): the PDF shows boxes")


def test_control_characters_in_a_question_are_refused(
    race: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    race.write_text(STUDY.replace('question = "', 'question = "\\u001b[2J', 1), encoding="utf-8")
    assert run("race.toml") == 2
    assert "expected text without control characters such as U+001B" in capsys.readouterr().err


MAP_STUDY = """
id = "beside"
question = "Is it fair?"
game = "bloodstones"
map = "mine.toml"
seed = 7
replicates = 3
strategies = ["random"]
[lineups]
explicit = [["dragon_riders", "horse_lords"]]
"""


def test_paths_in_a_study_are_seen_from_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "mine.toml").write_bytes(path_of("twin_meres").read_bytes())
    (tmp_path / "deep" / "study.toml").write_text(MAP_STUDY)
    assert run("plan", "deep/study.toml", "--json", "--games-per-second", "100") == 0
    output = json.loads(capsys.readouterr().out)
    assert output["cells"][0] == "mine.toml/dragon_riders+horse_lords/random"
    assert Path.cwd() == tmp_path


def test_results_of_a_study_elsewhere_go_to_the_working_folder(
    race: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "deep").mkdir()
    race.rename(tmp_path / "deep" / "race.toml")
    assert run("deep/race.toml", "--quick", "--jobs", "1") == 0
    assert "results/race/results.parquet" in capsys.readouterr().out
    assert Path("results/race/results.parquet").exists()
    assert not Path("deep/results").exists()
