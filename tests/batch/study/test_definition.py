from pathlib import Path

import pytest

from bloodstones.batch.ladder.definition import read_ladder
from bloodstones.batch.study.definition import parse_study, read_study
from bloodstones.core.errors import InputError
from bloodstones.core.files.datafile import BALANCE, LADDER, kind_of
from tests.batch.conftest import STUDY

FILE = Path("race.toml")
SHIPPED = Path(__file__).parents[3] / "analysis"


def faults_of(text: str) -> str:
    with pytest.raises(InputError, match="expected") as caught:
        parse_study(text, FILE)
    return str(caught.value)


def test_shipped_study_files_are_valid() -> None:
    paths = [path for path in sorted(SHIPPED.glob("*.toml")) if kind_of(path) != BALANCE]
    names = [
        read_ladder(path).ladder.id if kind_of(path) == LADDER else read_study(path).study.id
        for path in paths
    ]
    assert names == [path.stem for path in paths]
    assert {"bloodstones_faction_balance", "bloodstones_skill_ladder"} <= set(names)


def test_strategy_alone_is_a_mix_of_one() -> None:
    assert parse_study(STUDY, FILE).strategies == (("bold",), ("steady",), ("bold", "steady"))


def test_all_faults_are_told_at_once_with_their_key_paths() -> None:
    text = STUDY.replace("seed = 7", "seed = -1\nreplicate = 4").replace(
        "replicates = 11", 'replicates = "many"'
    )
    text = text.replace("players = 2", "players = 0").replace('id = "race"', 'id = "A race"')
    told = faults_of(text)
    assert "got 5" in told
    assert "race.toml, seed: expected a number of at least 0, got -1" in told
    assert "race.toml, replicates: expected an integer, got 'many'" in told
    assert (
        "expected a known key, got 'replicate' (did you mean replicates, most_replicates?)" in told
    )
    assert "race.toml, lineups.sets[0].players[0]: expected a number of at least 1, got 0" in told
    assert "race.toml, id: expected an id of lower-case letters" in told


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("replicates = 11", "replicates = 0", "replicates: expected a number of at least 1, got 0"),
        ("replicates = 11", "replicates = 2.5", "replicates: expected an integer, got 2.5"),
        ("seed = 7", "seed = true", "seed: expected an integer, got True"),
        ("seed = 7", "", "seed: expected a value, got none"),
        ("players = 2", "players = 4", r"sets[0]: expected at least as many roles as players"),
        ('["red", "blue", "green"] }', '["red", "red"] }', r"sets[0]: expected each role once"),
        ('["bold", "steady", [', "[[], [", "strategies[0]: expected a list that is not empty"),
        (
            'map = "track"',
            'map = "Track 1"',
            "map: expected the id of a map or the path",
        ),
        ("[quick]", "[quick]\nmap = 1", "quick.map: expected a known key, got 'map'"),
        ("[quick]", "[rules.overrides]\ngoal = 1.5\n[quick]", "rules.overrides.goal: expected an"),
        ("players = 2,", "players = 2, faction = 1,", "(did you mean factions?)"),
        ("explicit =", "rotate_seats = 1\nexplicit =", "rotate_seats: expected true or false"),
    ],
)
def test_fault_is_one_sentence(old: str, new: str, told: str) -> None:
    assert old in STUDY
    sentence = faults_of(STUDY.replace(old, new))
    assert told in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("seed = 7", 'seed = 7\nmaps = ["lane"]', "expected `map` or `maps`, got both"),
        ("seed = 7", "seed = 7\nchoices = { a = [] }", "choices.a: expected an integer, text, "),
        ("seed = 7", "seed = 7\nchoices = { a = [1, 1] }", "choices.a: expected each of the list"),
        ("seed = 7", 'seed = 7\ndata = "gone"', "expected a folder of data files, got 'gone'"),
        (
            "seed = 7",
            "seed = 7\nhalf_width = 0.1",
            "expected `replicates`, `games` or `half_width`, got both",
        ),
        (
            "replicates = 11",
            "games = { a = 9 }",
            "expected `games` as a number or one for each player type",
        ),
        ("replicates = 11", "half_width = 0.5", "half_width: expected a number below 0.5"),
        ("replicates = 11", "half_width = nan", "half_width: expected a finite number, got nan"),
        ("seed = 7", "seed = 7\nbudget_minutes = 0", "budget_minutes: expected a number above 0"),
        (
            "seed = 7",
            "seed = 7\nmost_replicates = 9",
            "`most_replicates` beside `half_width` alone",
        ),
        ("seed = 7", 'seed = 7\nfigures = ["seat"]', "figures[0]: expected a figure (factions, "),
        ("seed = 7", 'seed = 7\nfigures = ["arms"]', "expected arms to compare for the figure"),
        ("seed = 7", 'seed = 7\nfigures = ["seats", "seats"]', "expected each of the list once"),
        ("[quick]", "[arms.base]\noverrides = { goal = 3 }\n[quick]", "a name other than base"),
        (
            "[quick]",
            "[arms.far]\n[quick]",
            "arms.far: expected `options`, `overrides` or `redraw` that the",
        ),
        ("[quick]", "[arms.far]\nrules = 1\n[quick]", "arms.far.rules: expected a known key"),
        (', ["bold", "steady"]]', ', "bold"]', "strategies: expected each of the list once"),
        (
            'strategies = ["bold", "steady", ["bold", "steady"]]',
            'player_types = { a = ["bold"], b = ["steady", "bold"] }',
            "expected each mix of strategies in one player type",
        ),
    ],
)
def test_faults_of_factors_are_told(old: str, new: str, told: str) -> None:
    assert old in STUDY
    assert told in faults_of(STUDY.replace(old, new))


@pytest.mark.parametrize(
    ("written", "read"),
    [("false", "false"), ('"false"', "false"), ("2", "2"), ('"2"', "2"), ('"free"', "free")],
)
def test_a_reading_may_be_text_a_truth_value_or_an_integer(written: str, read: str) -> None:
    study = parse_study(f"{STUDY}[rules.options]\nweather = {written}\n", FILE)
    assert study.rules.options == {"weather": read}


def test_all_faults_of_the_rules_are_told_at_once() -> None:
    rules = "[rules.options]\na = 1.5\nb = [true]\nc = true\n[rules.overrides]\nd = 1.5\n"
    told = faults_of(STUDY + rules)
    assert "got 3:" in told
    assert "race.toml, rules.options.a: expected text, true, false or an integer, got 1.5" in told
    assert "race.toml, rules.options.b: expected text, true, false or an integer" in told
    assert "race.toml, rules.overrides.d: expected an integer, text, true or false, got 1.5" in told


def test_an_integer_of_too_many_digits_is_told() -> None:
    assert "expected TOML, got a syntax error" in faults_of(f"seed = {'9' * 5000}\n")


def test_study_without_line_ups_is_refused() -> None:
    text = STUDY[: STUDY.index("sets =")] + STUDY[STUDY.index("[quick]") :]
    assert "lineups: expected `players`, `sets` or `explicit` line-ups" in faults_of(text)


def test_broken_toml_is_told_with_its_line() -> None:
    told = faults_of("id = 1\nseed = x\n")
    assert "expected TOML, got a syntax error" in told
    assert "line 2" in told


def test_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected a study file, got nothing at"):
        read_study(tmp_path / "none.toml")


@pytest.mark.parametrize("content", [None, b"\xff\xfe"])
def test_unreadable_file_is_told(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "study.toml"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(InputError, match="expected a readable study file, got"):
        read_study(path)


def test_a_number_of_players_is_short_for_a_set_of_all_roles() -> None:
    head = STUDY[: STUDY.index("sets =")]
    short = parse_study(head + "players = [2, 3]\n", Path("race.toml"))
    long = parse_study(head + "sets = [{ players = [2, 3] }]\n", Path("race.toml"))
    assert short.lineups.every_set == long.lineups.every_set == long.lineups.sets


def test_an_arm_of_dotted_numbers_alone_sets_these() -> None:
    short = parse_study(STUDY + "[arms]\nfar = { 'die.sides' = 3 }\n", Path("race.toml"))
    long = parse_study(STUDY + "[arms.far.overrides]\n'die.sides' = 3\n", Path("race.toml"))
    assert short.arms == long.arms


def test_strategies_in_order_exclude_the_last_alone() -> None:
    text = "in_order = true\nlast_alone = true\n" + STUDY
    assert "expected either `last_alone` or `in_order`" in faults_of(text)


LEVELS = STUDY.replace(
    'strategies = ["bold", "steady", ["bold", "steady"]]',
    'mixture = ["bold", "shy"]\nplayer_types = { plain = ["bold"], other = ["steady"] }',
)


def test_plans_of_a_mixture_meet_in_all_pairs_and_play_alone_once() -> None:
    assert LEVELS != STUDY
    assert parse_study(LEVELS, FILE).skill[-1] == ("mixture", (("shy",), ("bold", "shy")))


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ('"bold", "shy"]', '"bold"]', "mixture: expected a list that is not empty, got"),
        ('"bold", "shy"]', '"bold", "bold"]', "mixture: expected each of the list once"),
        ("other =", "mixture =", "before the table [player_types], and no type of that name"),
        ("mixture =", "last_alone = true\nmixture =", "`mixture` without `last_alone` or"),
    ],
)
def test_a_faulty_mixture_is_told(old: str, new: str, wanted: str) -> None:
    assert wanted in faults_of(LEVELS.replace(old, new, 1))


def test_a_mixture_needs_player_types() -> None:
    text = STUDY.replace("strategies =", 'mixture = ["bold", "shy"]\nstrategies =')
    assert "expected `mixture` before the table [player_types]" in faults_of(text)


def test_a_level_needs_games_at_some_table() -> None:
    games = "games = { plain = 10, other = { 2 = 0, 3 = 4 }, mixture = 4 }"
    text = LEVELS.replace("replicates = 11", games)
    study = parse_study(text, FILE)
    assert [study.games_of("other", players) for players in (2, 3)] == [0, 4]
    text = text.replace("3 = 4", "3 = 0")
    assert "expected `games` above 0 for some table of each player type" in faults_of(text)


def test_the_old_name_of_player_types_gets_a_sentence_and_recorded_studies_are_read() -> None:
    old = LEVELS.replace("player_types =", "levels =") + '\n[search]\nlevels = ["plain"]\n'
    found = faults_of(old)
    assert "levels: expected the key `player_types`, got its old name `levels`" in found
    assert "search.levels: expected the key `player_types`" in found
    assert "expected `strategies` or" not in found
    recorded = parse_study(old.partition("\n[search]")[0], FILE, recorded=True)
    assert recorded.skill == parse_study(LEVELS, FILE).skill
