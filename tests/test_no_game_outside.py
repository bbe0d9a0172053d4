"""Only a game's own folder names it, its factions, its units and its ends; no circle of modules."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from bloodstones.core.names import Name
from bloodstones.games.registry import GAMES, module_of
from tests.test_architecture import PACKAGE, imports_in, modules, place_of, shown, tree_of

ROOMS = ("core", "odds", "kit", "batch", "stats", "plots", "report", "api", "web", "cli")
ENDINGS = (".py", ".js", ".css", ".html", ".jinja", ".typ", ".toml", ".mplstyle")
# Where a game names its things, and the enumerations that do.
NAMED_IN = ("rules.names", "engine.state")
NAMING = ("Faction", "Army", "Unit", "Creature", "Piece", "Castle", "Scenario", "Ending")
EXAMPLES = re.compile(r"^ +Examples\n +-{8}\n.*?^ +\"{3}$", re.M | re.S)
OWN_NAME = PACKAGE.name  # of the package, and of the first game

# Words of games that are plain English too, and what they mean outside of a game.
PLAIN = {
    "blank": "an empty text",
    "goal": "what is to be reached",
    "leader": "who is ahead in a race of candidates",
    "none": "nothing",
    "over": "more than, or above",
    "turn_limit": "the limit of turns that every game may have",
}


def bare(name: str) -> str:
    """A name without the s of the plural."""
    return name[:-1] if name.endswith("s") else name


def enumerations(game_id: str) -> Iterator[type[Name]]:
    """The enumerations that name a game's things."""
    for place in NAMED_IN:
        name = module_of(game_id, place)
        if GAMES[game_id].count(".") < 2 or not _there(name):
            continue
        module = import_module(name)
        for each in NAMING:
            if hasattr(module, each):
                yield getattr(module, each)


def _there(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


@cache
def words_of_games() -> Mapping[str, str]:
    """Every word that only a game may say -> the game that it is of."""
    found = {}
    for game_id in GAMES:
        found |= {bare(game_id): game_id} if game_id != OWN_NAME else {}
        for names in enumerations(game_id):
            for member in names:
                if member.id not in PLAIN:
                    found[bare(member.id)] = game_id
    return found


@cache
def pattern() -> re.Pattern[str]:
    """Any of these words, alone or as part of a name, with blanks or underscores between."""
    words = sorted(words_of_games(), key=len, reverse=True)
    either = "|".join(re.escape(word).replace("_", "[ _-]") for word in words)
    modules_of_game = rf"games[./]{OWN_NAME}"
    return re.compile(rf"(?<![a-z])(?:{either})s?(?![a-z])|{modules_of_game}", re.IGNORECASE)


def named_in(text: str) -> list[str]:
    """The words of games in a text, line by line."""
    return [
        f"{number}: {found.group()}"
        for number, line in enumerate(text.splitlines(), start=1)
        for found in pattern().finditer(line)
    ]


def files() -> Iterator[Path]:
    """The files of the rooms that may not name a game."""
    for room in ROOMS:
        for path in sorted((PACKAGE / room).rglob("*")):
            if path.suffix in ENDINGS and path.is_file():
                yield path


def text_of(path: Path) -> str:
    """The text of a file; the front door shows games in its examples, and has to."""
    text = path.read_text(encoding="utf-8")
    return EXAMPLES.sub(lambda found: "\n" * found[0].count("\n"), text) if is_api(path) else text


def is_api(path: Path) -> bool:
    """Whether a file is of the front door."""
    return path.is_relative_to(PACKAGE / "api")


def test_games_tell_their_words() -> None:
    assert {"horse_lord", "dragon", "citadel", "regroup"} <= set(words_of_games())


@pytest.mark.parametrize(
    ("text", "caught"),
    [
        ("the Horse Lords win", True),
        ("vp_captured_citadels", True),
        ('FINISHED = "regroups"', True),
        ("a dragon's strength", True),
        ("from bloodstones.games.bloodstones.maps import reading", True),
        ("reports/bloodstones_luck", False),
        ("shipped with the package, a friendship", False),
        ("the leader of the race", False),
    ],
)
def test_a_word_of_a_game_is_caught(text: str, caught: bool) -> None:
    assert bool(named_in(text)) == caught


def test_nothing_outside_a_game_names_it() -> None:
    faults = [f"{shown(path)}:{place}" for path in files() for place in named_in(text_of(path))]
    assert faults == []


@cache
def names() -> frozenset[str]:
    """The dotted names of all modules of the package."""
    return frozenset(".".join(place_of(path)) for path in modules())


def imports_at_all(path: Path) -> Iterator[str]:
    """The modules of the package that a module imports, wherever in it, as dotted names."""
    place = place_of(path)
    package = place if path.name == "__init__.py" else place[:-1]
    for target in imports_in(tree_of(path), package):
        for end in range(len(target), 0, -1):
            name = ".".join(target[:end])
            if name in names():
                yield name
                break


@pytest.mark.parametrize("room", ["stats", "plots", "report"])
def test_no_circle_of_modules(room: str) -> None:
    graph = {
        name: {other for other in imports_at_all(path) if other.startswith(f"{room}.")} - {name}
        for path in modules()
        if (name := ".".join(place_of(path))).startswith(f"{room}.")
    }
    assert set(TopologicalSorter(graph).static_order()) >= set(graph)


ENGINES = re.compile(r"^games\.\w+\.engine\.(turn|play)")
PLAYING = {"simulate", "contest", "play_out", "play_at_once", "run_study"}


def test_no_report_plays_a_game() -> None:
    """Neither a report nor a game's own sections call what plays."""
    homes = [PACKAGE / "report", *sorted((PACKAGE / "games").glob("*/sections"))]
    faults = []
    for path in (path for home in homes for path in sorted(home.rglob("*.py"))):
        for node in ast.walk(tree_of(path)):
            name = getattr(node, "attr", None) or getattr(node, "id", None)
            if name in PLAYING:
                faults.append(f"{shown(path)}: {name}")
        played = filter(ENGINES.search, imports_at_all(path))
        faults += [f"{shown(path)} imports {name}" for name in played]
    assert faults == []
