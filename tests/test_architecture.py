"""The way through the house: who may import whom, and how code is written (design.md)."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import house
from tests.house import (
    ORDER,
    PACKAGE,
    ROOT,
    circles,
    graph,
    imports_in,
    layer_of,
    modules,
    nodes_of,
    place_of,
    tree_of,
)

SHARED_BY_GAMES = {"listed", "registry", "warm_up"}
SEES_NO_GAME = {"stats", "plots"}
MOST_ARGUMENTS = 8
MOST_WIDE_FUNCTIONS = 10

# Words that say nothing to who does not know the house: no module, class or public function is
# called so, and no part of its name is one of the last set.
EMPTY_NAMES = {
    *("own", "given", "known", "found", "brought", "met", "looks", "moments", "coding"),
    *("notebook", "work", "at_once", "keeping", "sitting", "eyes", "seeing", "sights"),
    *("many", "declared", "things", "marks", "strays", "glance", "asking", "knobs"),
}
EMPTY_MODULES = {"words", "kinds", "tables"}  # of what?
EMPTY_PARTS = {"told", "desk", "crew"}
# Names that the rulebook, a library or the field has.
NAMES_WITH_A_REASON = {
    "games/bloodstones/engine/founding.py:found": "units are founded (BS-SETUP-15)",
}

OPTIONS = "the options of its command; to be declared as a question"
# Functions that take more than `MOST_ARGUMENTS`, and why.
WIDE_FUNCTIONS: dict[str, str] = {
    "cli/explain.py:command": OPTIONS,
    "cli/learn.py:command": OPTIONS,
    "cli/play.py:command": OPTIONS,
    "cli/replay.py:command": OPTIONS,
    "cli/study.py:run": OPTIONS,
    "cli/tune.py:command": OPTIONS,
}

# Each begins with what it cannot do without, which is quick to look for.
MACHINE_PATHS = (
    re.compile(r"/(?<![\w.<]/)(?:home|root|work|Users|mnt|private)/[\w.-]+"),
    re.compile(r":\\(?<=[A-Z]:\\)Users"),
)
REGISTRIES = tuple(
    re.compile(re.escape(part))
    for part in (
        *("pypi.org/simple", "files.pythonhosted.org", "index-url"),
        *("registry.npmjs.org", "proxy.golang.org"),
    )
)


@pytest.fixture(scope="module", autouse=True)
def forget_trees() -> Iterator[None]:
    """Leave no syntax trees behind."""
    yield
    house.forget()


def shown(path: Path) -> str:
    """The module's path from the root, for messages."""
    return path.relative_to(ROOT).as_posix()


def forbidden(place: tuple[str, ...], target: tuple[str, ...]) -> str | None:
    """Why a module may not import another one, None if it may."""
    layer, other = layer_of(place), layer_of(target)
    if layer not in ORDER or other not in ORDER:
        return None
    if ORDER.index(other) > ORDER.index(layer):
        return f"{layer} comes before {other}"
    if layer in SEES_NO_GAME and other == "games":
        return f"{layer} sees tables, never a game"
    if place[0] == target[0] == "games":
        own, theirs = place[1:2], target[1:2]
        if own and own[0] in SHARED_BY_GAMES:
            return None
        if own and theirs and own != theirs:
            return "no game sees another one or what leads to it"
    return None


def test_what_users_write_is_read_through_one_door() -> None:
    """`core.files.parsing` refuses odd text; `json.loads(json.dumps(…))` is no reading."""
    parser = re.compile(r"(?:tomllib\.loads|json\.loads?)\((?!json\.dumps|_line\()")
    own = {
        "core/files/parsing.py",
        "batch/result_files/tidy_tables.py",
        "games/bloodstones/questions/maps/judge.py",
    }
    faults = [
        shown(path)
        for path in modules()
        if path.relative_to(PACKAGE).as_posix() not in own
        and parser.search(path.read_text(encoding="utf-8"))
    ]
    assert faults == []


def test_imports_go_one_way_and_no_game_sees_another() -> None:
    faults = []
    for path in modules():
        place = place_of(path)
        package = place if path.name == "__init__.py" else place[:-1]
        for target in imports_in(tree_of(path), package):
            reason = forbidden(place, target) if place else None
            if reason:
                faults.append(f"{shown(path)} imports {'.'.join(target)}: {reason}")
    assert faults == []


def test_the_figures_of_the_house_are_told() -> None:
    """Shown by `pytest -rP` and by `python -m tests.house`."""
    print(house.table())
    found = {wing.name: wing for wing in house.wings()}
    assert set(ORDER) <= set(found)
    assert all(wing.lines and wing.modules and wing.floors for wing in found.values())
    assert found["core"].arrows == {}


def empty_names(path: Path) -> Iterator[str]:
    """The names of a module, its classes and public functions that say nothing."""
    names = [path.stem] if path.stem != "__init__" else []
    if path.stem in EMPTY_MODULES:
        yield path.stem
    for node in nodes_of(tree_of(path)):
        if isinstance(node, ast.ClassDef):
            names.append(node.name)
            names += [each.name for each in node.body if isinstance(each, ast.FunctionDef)]
    names += [node.name for node in tree_of(path).body if isinstance(node, ast.FunctionDef)]
    for name in names:
        plain = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
        if not plain.startswith("_") and (
            plain in EMPTY_NAMES or EMPTY_PARTS & set(plain.split("_"))
        ):
            yield name


def test_names_say_what_they_name() -> None:
    found = {
        f"{path.relative_to(PACKAGE).as_posix()}:{name}"
        for path in modules()
        for name in empty_names(path)
    }
    assert sorted(found - set(NAMES_WITH_A_REASON)) == []
    assert set(NAMES_WITH_A_REASON) <= found, "exceptions that nothing needs any more"


def test_an_empty_name_is_found(tmp_path: Path) -> None:
    path = tmp_path / "words.py"
    path.write_text(
        "class ToldGame:\n    def own(self): ...\ndef the_desk(): ...\ndef _met(): ...\n"
    )
    assert list(empty_names(path)) == ["words", "ToldGame", "own", "the_desk"]


def test_every_module_has_a_place_in_the_order() -> None:
    folders = {place_of(path)[0] for path in modules() if len(place_of(path)) > 1}
    assert folders == set(ORDER)
    assert {path.name for path in PACKAGE.glob("*.py")} == {"__init__.py", "__main__.py"}


@pytest.mark.parametrize(
    ("place", "source", "caught"),
    [
        ("core.x", "from bloodstones.odds import bag", True),
        ("core.x", "def f():\n    import bloodstones.games.registry", True),
        ("odds.x", "from bloodstones.core.errors import expected", False),
        ("odds.x", "import_module('bloodstones.games.wizard_kings.game')", True),
        ("stats.x", "from bloodstones.games import registry", True),
        ("plots.x", "from ..games.bloodstones import maps", True),
        ("plots.x", "from ..stats import table", False),
        ("plots.x", "from . import style", False),
        ("report.x", "from bloodstones.games import registry", False),
        ("batch.x", "from bloodstones import cli", True),
        ("games.wizard_kings.x", "from bloodstones.games.bloodstones import maps", True),
        ("games.wizard_kings.x", "from ..bloodstones import maps", True),
        ("games.wizard_kings.x", "from bloodstones.games.wizard_kings import maps", False),
        ("games.wizard_kings.x", "from bloodstones.games.registry import GAMES", True),
        ("games.wizard_kings.sections.x", "from bloodstones.plots import style", False),
        ("games.wizard_kings.questions.x", "from bloodstones.plots import style", False),
        ("games.wizard_kings.questions.x", "from bloodstones.report import tables", False),
        ("games.wizard_kings.questions.x", "from bloodstones.cli import tables", True),
        ("games.wizard_kings.odds.x", "from ..questions import odds", True),
        ("games.wizard_kings.engine.x", "from bloodstones.plots import style", True),
        ("games.wizard_kings.game", "from bloodstones.games.wizard_kings.cli import odds", True),
        ("games.registry", "GAMES = {'bloodstones': 'bloodstones.games.bloodstones.game'}", False),
    ],
)
def test_a_wrong_import_is_caught(place: str, source: str, caught: bool) -> None:
    parts = tuple(place.split("."))
    targets = imports_in(ast.parse(source), parts[:-1])
    assert any(forbidden(parts, target) for target in targets) == caught


def arguments_of(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> int:
    """How many arguments a function names, `self` too; `*args` and `**kwargs` are no names."""
    named = function.args
    return len(named.posonlyargs) + len(named.args) + len(named.kwonlyargs)


def test_functions_take_few_arguments() -> None:
    faults, wide = [], set()
    for path in modules():
        for node in nodes_of(tree_of(path)):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                continue
            count = arguments_of(node)
            if count > MOST_ARGUMENTS:
                name = f"{path.relative_to(PACKAGE).as_posix()}:{getattr(node, 'name', 'lambda')}"
                wide.add(name)
                if name not in WIDE_FUNCTIONS:
                    faults.append(f"{name}, line {node.lineno}: {count}")
    assert faults == []
    assert set(WIDE_FUNCTIONS) <= wide, "exceptions that nothing needs any more"
    assert len(WIDE_FUNCTIONS) <= MOST_WIDE_FUNCTIONS


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("def f(a, /, b, *, c): ...", 3),
        ("def f(self, *rest, **more): ...", 1),
        ("async def f(a, b=1, *, c=2): ...", 3),
        ("f = lambda a, b: a", 2),
    ],
)
def test_every_kind_of_argument_counts(source: str, count: int) -> None:
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    (found,) = (node for node in ast.walk(ast.parse(source)) if isinstance(node, kinds))
    assert arguments_of(found) == count


def test_everything_public_says_what_it_is() -> None:
    faults = []
    for path in modules():
        tree = tree_of(path)
        if not ast.get_docstring(tree):
            faults.append(shown(path))
        for node in tree.body:
            faults += _unsaid(path, node)
    assert faults == []


def _unsaid(path: Path, node: ast.stmt) -> list[str]:
    """The public functions, classes and methods without a docstring."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return []
    if node.name.startswith("_"):
        return []
    found = [] if ast.get_docstring(node) else [f"{shown(path)}:{node.lineno} {node.name}"]
    if isinstance(node, ast.ClassDef):
        found += [fault for inner in node.body for fault in _unsaid(path, inner)]
    return found


def tracked_files() -> list[Path]:
    """The files under version control; without it, those of the package, its tests and analysis."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False, text=True
    )
    if listed.returncode == 0:
        return [ROOT / name for name in listed.stdout.split("\0") if name]
    folders = (PACKAGE, ROOT / "tests", ROOT / "analysis")
    return [path for folder in folders for path in folder.rglob("*.*") if path.is_file()]


def local_addresses(text: str) -> list[str]:
    """Paths of a machine and addresses of package registries in a text."""
    return [match[0] for found in (*MACHINE_PATHS, *REGISTRIES) for match in found.finditer(text)]


def test_tracked_files_name_no_machine_and_no_registry() -> None:
    faults = []
    for path in tracked_files():
        if path == Path(__file__).resolve() or not path.is_file():
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        faults += [f"{shown(path)}: {found}" for found in local_addresses(text)]
    assert faults == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("see /home/someone/games", 1),
        ("--index-url https://pypi.org/simple", 2),
        ("C:\\Users\\someone", 1),
        ("https://example.org/work/page", 0),
        ("results/work/one", 0),
    ],
)
def test_local_addresses_are_found(text: str, count: int) -> None:
    assert len(local_addresses(text)) == count


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports inside functions and for types count, too."""
    assert list(circles(graph())) == []


def test_a_circle_is_found() -> None:
    assert list(circles({"a": ["b"], "b": ["c"], "c": ["b"], "d": []})) == [["b", "c"]]
    assert list(circles({"a": ["b"], "b": ["c"], "c": []})) == []
