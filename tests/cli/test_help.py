"""The help of every command, of every game: whole, filled in, and about the game."""

from __future__ import annotations

import re
import shlex

import click
import pytest

from bloodstones.cli import COMMANDS, load, main, of_games
from bloodstones.cli.terminal.help_text import ByDefault
from bloodstones.cli.terminal.layout import WIDTH
from bloodstones.games import registry
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from tests.english import faults, misspelled

COLUMNS = 80
SCREEN = 45  # lines of a terminal with 100 columns
BELOW = ("More options:", "Values:", "Examples:", "Commands:")
MARKS = ("{", "}", "\b", "\\b", "⟨", "⟩", "None]")  # of templates, paragraphs, parameters
TAKE_GAME = ("bench", "play", "rules", "strategies", "tune")


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two more games: a module that knows the contract alone, and a package with game commands."""
    monkeypatch.setitem(registry.GAMES, "dice_race", "tests.batch.dice_race")
    monkeypatch.setitem(registry.GAMES, "race", "tests.cli.race.game")


def shown(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main([*args]) == 0
    return capsys.readouterr().out


def leaves(name: str, game: str) -> list[tuple[str, ...]]:
    command = load(name, game)
    below = sorted(command.commands) if isinstance(command, click.Group) else []
    return [(name,), *((name, other) for other in below)]


def helps() -> list[tuple[str, ...]]:
    own = [
        (*leaf, "--game", game.id)
        for name, having in of_games().items()
        for game in having
        for leaf in leaves(name, game.id)
    ]
    of_all = [leaf for name in COMMANDS for leaf in leaves(name, "bloodstones")]
    every = (*registry.GAMES, "dice_race", "race")
    chosen = [(name, "--game", game) for name in TAKE_GAME for game in every]
    return [*own, *of_all, *chosen]


@pytest.mark.parametrize("args", helps(), ids=" ".join)
def test_every_command_has_a_help_that_fits(
    args: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown(capsys, *args, "--help")
    assert text.startswith("Usage: bloodstones ")
    assert not [mark for mark in MARKS if mark in text]
    assert [line for line in text.splitlines() if len(line) > COLUMNS] == []


@pytest.mark.parametrize("args", helps(), ids=" ".join)
def test_common_options_fit_a_screen_and_an_example_follows(
    args: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    text = shown(capsys, *args, "--help")
    assert [line for line in text.splitlines() if len(line) > WIDTH] == []
    first, *_ = re.split(rf"(?m)^ *(?:{'|'.join(BELOW)})$", text)
    assert len(first.splitlines()) <= SCREEN
    assert "Options:" in text
    examples = text.partition("Examples:\n")[2].split()
    assert examples[:1] == ["bloodstones"]


@pytest.mark.parametrize("args", helps(), ids=" ".join)
def test_the_examples_of_a_help_have_options_that_exist(
    args: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown(capsys, *args, "--help").partition("Examples:\n")[2]
    lines = re.sub(r"\\\n\s*", "", text).split("\n")
    for line in filter(None, map(str.strip, lines)):
        _, name, *words = shlex.split(line.partition(" > ")[0])
        game = words[words.index("--game") + 1] if "--game" in words else args[-1]
        if game not in registry.GAMES:
            game = "bloodstones"
        command = load(name, game)
        while isinstance(command, click.Group):
            name, *words = command.with_command(words) if isinstance(command, ByDefault) else words
            below = command.get_command(click.Context(command), name)
            assert below is not None, line
            command = below
        context = click.Context(command, info_name=name)
        command.make_parser(context).parse_args(words)


@pytest.mark.parametrize("args", helps(), ids=" ".join)
def test_no_help_has_a_banned_word(
    args: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    text = shown(capsys, *args, "--help")
    assert [*faults(text), *misspelled(text)] == []


def test_rare_options_are_in_a_second_group(capsys: pytest.CaptureFixture[str]) -> None:
    common, _, rare = shown(capsys, "play", "--help").partition("More options:\n")
    assert "--seed N" in common
    assert "--no-code" not in common
    assert "--no-code" in rare
    common, _, rest = shown(capsys, "odds", "--help").partition("More options:\n")
    rare, _, values = rest.partition("Values:\n")
    assert "--attacker FORCE" in common
    assert "--set NAME=N" in rare
    assert "TERRAIN" in values
    assert "--json" not in rare


def commands() -> list[tuple[str, click.Command]]:
    """Each command and subcommand of each game."""
    named = [(name, "bloodstones") for name in COMMANDS]
    named += [(name, game.id) for name, having in of_games().items() for game in having]
    found: list[tuple[str, click.Command]] = []
    for name, game in named:
        todo = [(f"{name} --game {game}", load(name, game))]
        while todo:
            words, command = todo.pop()
            found.append((words, command))
            below = command.commands if isinstance(command, click.Group) else {}
            todo += [(f"{words} {other}", each) for other, each in below.items()]
    return found


def test_every_option_with_a_default_states_it() -> None:
    stated, silent = 0, []
    for words, command in commands():
        context = click.Context(command, info_name=words)
        for option in command.get_params(context):
            plain = isinstance(option, click.Option) and not (option.is_flag or option.hidden)
            if plain and isinstance(option.default, str | int | float) and option.default != "":
                _, text = option.get_help_record(context) or ("", "")
                stated += "default" in text.lower()
                silent += [] if "default" in text.lower() else [f"{words} {option.opts}"]
    assert silent == []
    assert stated > 10


@pytest.mark.parametrize(("name", "default"), [("report", "make"), ("study", "run")])
def test_a_group_with_a_default_shows_the_options_of_the_default(
    name: str, default: str, capsys: pytest.CaptureFixture[str]
) -> None:
    group, meant = shown(capsys, name, "--help"), shown(capsys, name, default, "--help")
    options = meant.partition("Options:\n")[2].partition("\n\n")[0]
    assert "--json" in options
    assert options.strip() in group
    assert group.startswith(f"Usage: bloodstones {name} [COMMAND] [OPTIONS]")


def test_the_help_of_play_is_about_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "play", "--help")
    assert "chaos_horde (4 players)  corsairs (3 players)" in text
    assert "FACTION[:STRATEGY]" in text
    text = shown(capsys, "play", "--help", "--game", "dice_race")
    assert "roles      red  blue  green" in text
    assert "ROLE[:STRATEGY],ROLE[:STRATEGY]" in text
    assert "corsairs" not in text
    text = shown(capsys, "play", "--game", "race", "--help")
    assert "SEATS      STRATEGY,STRATEGY,..." in text
    assert "length     the total that wins" in text
    assert "(default: track)" in text
    assert "roles" not in text


def test_long_lists_of_words_are_listed_by_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "odds", "--help")
    assert set(Terrain.ids()) <= set(text.split())
    assert "`bloodstones games bloodstones` lists factions and units." in text
    assert "cutiecorn" not in text
    assert "`bloodstones games bloodstones` lists factions and units." in shown(
        capsys, "draws", "--help"
    )
    listed = shown(capsys, "games", "bloodstones").replace(",", " ").split()
    assert {*Faction.ids(), *Unit.ids()} - {"blank"} <= set(listed)
