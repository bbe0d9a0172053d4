"""Presets of one's own play wherever a strategy is named, in every game with parameters."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bloodstones.batch.result_files.code import files_of
from bloodstones.batch.study.definition import read_study
from bloodstones.batch.study.plan import check_plan, make_plan
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.games import registry
from bloodstones.games.registry import load_game, load_tunable, module_of
from tests.toy.game import GAME as DARE

# game -> board, roles, a shipped preset, its file, another strategy
GAMES = {
    "bloodstones": ("twin_meres", ("hill_folk", "horse_lords"), "warlord_tuned", "tuned"),
    "wizard_kings": ("westmarch+eastfen", ("eldryn", "jurak"), "expansion_tuned", "tuned"),
    "bellum_magica": ("", ("c1", "c2"), "farmer_tuned", "tuned"),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def setup_of(game_id: str, strategy: str) -> Setup:
    board, roles, *_ = GAMES[game_id]
    return Setup(board, (Seat(roles[0], strategy), Seat(roles[1], "random")))


def copied(game_id: str, path: Path) -> str:
    """Copy a shipped preset to a place; return its id."""
    preset, place = GAMES[game_id][2:]
    home = Path(str(load_module_file(game_id))).parent
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(home / "strategies" / place / f"{preset}.toml", path)
    return preset


def load_module_file(game_id: str) -> str:
    from importlib import import_module

    return str(import_module(module_of(game_id, "game")).__file__)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("mine", "mine.toml"),
        ("mine", "results/tune_mine/mine.toml"),
        ("some/where/mine.toml", "some/where/mine.toml"),
    ],
)
def test_a_preset_plays_like_the_shipped_one_that_it_is_a_copy_of(
    game_id: str, name: str, place: str
) -> None:
    preset, game = copied(game_id, Path(place)), load_game(game_id)
    own = game.simulate(setup_of(game_id, name), 3, "x", range(2)).rows
    shipped = game.simulate(setup_of(game_id, preset), 3, "x", range(2)).rows
    assert next(iter(own["strategy"])) == name
    for column in game.columns:
        if column.name != "strategy":
            assert list(own[column.name]) == list(shipped[column.name]), column.name


@pytest.mark.parametrize("game_id", GAMES)
def test_roles_play_with_parameters_of_their_own(game_id: str) -> None:
    game, base = load_tunable(game_id), GAMES[game_id][2].removesuffix("_tuned")
    first, second = GAMES[game_id][1]
    changed = game.parameters(base)[0]
    Path("mine.toml").write_text(
        f'of = "{base}"\n[factions.{first}]\n{changed.name} = {changed.high}\n', encoding="utf-8"
    )
    assert game.weights("mine", first, 2)[changed.name] == changed.high
    assert game.weights("mine", second, 2) == game.weights(base, second, 2)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_changed_file_is_another_strategy(game_id: str) -> None:
    game, base = load_game(game_id), GAMES[game_id][2].removesuffix("_tuned")
    setup, path = setup_of(game_id, "mine"), Path("mine.toml")
    path.write_text(f'of = "{base}"\n', encoding="utf-8")
    before = game.code_of("mine")  # type: ignore[attr-defined]
    plain = game.simulate(setup, 3, "x", range(3)).rows
    copied(game_id, path)
    assert game.code_of("mine") != before  # type: ignore[attr-defined]
    assert game.code_of(base) == ""  # type: ignore[attr-defined]
    for name in ("mine", "./mine.toml"):
        assert files_of(game, [setup_of(game_id, name)]) == ("mine.toml",)
    assert dict(game.simulate(setup, 3, "x", range(3)).rows) != dict(plain)


def test_the_code_of_a_preset_is_that_of_the_preset_below_it_too() -> None:
    game = load_game("bellum_magica")
    Path("mine.toml").write_text('of = "below"\n', encoding="utf-8")
    hashes = set()
    for food in (1.0, 2.0):
        below = f'of = "farmer"\n[parameters]\nfood = {food}\n'
        Path("below.toml").write_text(below, encoding="utf-8")
        hashes.add(game.code_of("mine"))  # type: ignore[attr-defined]
    assert len(hashes) == 2


@pytest.mark.parametrize("game_id", ["bellum_magica", "battalia"])
def test_a_searching_strategy_plays_with_the_parameters_of_a_preset(game_id: str) -> None:
    finder = load_game(game_id).finder_for("")  # type: ignore[attr-defined]
    text = 'of = "value"\n[parameters]\nsimulations = 4\n'
    Path("quick.toml").write_text(text, encoding="utf-8")
    found, named = finder.find("quick", "here"), finder.find("value_4", "here")
    assert dict(found.weights) == dict(named.weights)
    assert (found.values, found.policies, found.family) == (
        *(named.values, named.policies, named.family),
    )
    assert found.traits.origin == "tuned"
    Path("distant.toml").write_text('of = "quick"\n[parameters]\nhorizon = 8\n', encoding="utf-8")
    assert dict(finder.find("distant", "here").weights) == {**named.weights, "horizon": 8}


def test_a_game_of_a_preset_of_a_searching_strategy_is_that_of_its_parameters() -> None:
    game = load_game("bellum_magica")
    text = 'of = "value_32"\n[parameters]\nsimulations = 2\n'
    Path("mine.toml").write_text(text, encoding="utf-8")
    own, shipped = (
        game.simulate(setup_of("bellum_magica", name), 3, "x", range(1)).rows
        for name in ("mine", "value_2")
    )
    for column in game.columns:
        if column.name != "strategy":
            assert list(own[column.name]) == list(shipped[column.name]), column.name


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (
            "[parameters]\nhorizon = 1001\n",
            r"expected horizon from -1 to 1000, got 1001",
        ),
        ("[parameters]\nhorizon = 1.5\n", "expected a whole number of turns as horizon, got 1.5"),
        ("[parameters]\nhorzon = 2\n", "expected a parameter, got 'horzon'"),
        ("[parameters]\nopposed = 63\n", "expected opposed below the .* features of value, got 63"),
        ("[factions.c1]\nhorizon = 2\n", "a searching strategy plays all roles alike"),
    ],
)
def test_faults_of_a_preset_of_a_searching_strategy(table: str, message: str) -> None:
    Path("mine.toml").write_text(f'of = "value"\n{table}', encoding="utf-8")
    with pytest.raises(InputError, match=message):
        load_game("bellum_magica").check(setup_of("bellum_magica", "mine"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('of = "nobody"\n', "expected a strategy, got 'nobody'"),
        ('of = "random"\n', "expected a preset of a strategy with parameters|a preset of a plan"),
        ('of = "mine"\n', "expected a preset `of` another strategy"),
        ("of = 3\n", "expected of as text"),
        ('of = "{base}"\n[factions.nobody]\n', "expected a role, got 'nobody'"),
        ('of = "{base}"\n[parameters]\nnothing = 1\n', "nothing"),
        ('of = "{base}"\nparameters = 3\n', "expected parameters as a table"),
        ('of = "{base}"\nfatcions = 3\n', "expected known keys, got 'fatcions'"),
        ("of = [\n", "mine.toml"),
    ],
)
@pytest.mark.parametrize("game_id", GAMES)
def test_faults_of_a_preset_are_reported(game_id: str, text: str, message: str) -> None:
    base = GAMES[game_id][2].removesuffix("_tuned")
    Path("mine.toml").write_text(text.format(base=base), encoding="utf-8")
    with pytest.raises(InputError, match=message):
        load_game(game_id).check(setup_of(game_id, "mine"))


def test_another_file_of_the_name_and_a_path_that_is_gone_are_no_strategies() -> None:
    Path("mine.toml").write_text('id = "mine"\n', encoding="utf-8")
    game = load_game("bellum_magica")
    for name, message in {
        "mine": "expected a strategy, got 'mine'",
        "mine.toml": "expected a preset with the key `of`, the strategy that it was tuned from",
        "gone.toml": "expected a strategy or the file of a preset, got 'gone.toml'",
    }.items():
        with pytest.raises(InputError, match=message):
            game.check(setup_of("bellum_magica", name))


def test_a_board_that_is_dealt_needs_one_set_of_parameters() -> None:
    game = load_game("bellum_magica")
    setup = Setup("", (Seat("", "mine"), Seat("", "random")))
    text = 'of = "farmer"\n[factions.c1]\nfood = 1.0\n[factions.c2]\nfood = {second}\n'
    Path("mine.toml").write_text(text.format(second="1.0"), encoding="utf-8")
    game.simulate(setup, 1, "x", range(1))
    Path("mine.toml").write_text(text.format(second="0.5"), encoding="utf-8")
    with pytest.raises(InputError, match="expected a castle board for mine"):
        game.simulate(setup, 1, "x", range(1))


def test_a_game_without_roles_has_presets_and_studies_name_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(registry.GAMES, DARE.id, "tests.toy.game")
    Path("brave.toml").write_text(
        'id = "brave"\nof = "meek"\n[factions.""]\nnerve = 1.0\n', encoding="utf-8"
    )
    assert DARE.weights("brave", "", 2)["nerve"] == 1.0
    path = Path("study.toml")
    text = 'id = "s"\nquestion = "?"\ngame = "dare"\nmap = "isle"\nseed = 1\nreplicates = 1\n'
    path.write_text(
        text + 'strategies = ["brave", "./brave.toml"]\n[lineups]\nsets = [{ players = 2 }]\n',
        encoding="utf-8",
    )
    check_plan(make_plan(read_study(path).study, DARE), DARE, path.name)
