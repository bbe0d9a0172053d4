"""Generated maps: the same recipe and seed give the same map, byte for byte."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from bloodstones.core.errors import InputError
from bloodstones.core.files.datafile import Faults, read_toml
from bloodstones.core.files.entry import Entry
from bloodstones.games.bloodstones.maps.board_shape import BoardShape
from bloodstones.games.bloodstones.maps.cells import Pair, make_cells
from bloodstones.games.bloodstones.maps.facts import LAND, SEA, chokepoints
from bloodstones.games.bloodstones.maps.faults import check_board, parts
from bloodstones.games.bloodstones.maps.plan import Plan, join_cells, place_points
from bloodstones.games.bloodstones.maps.recipe import LARGEST_SEED, Recipe
from bloodstones.games.bloodstones.maps.terrain import SeaLayer, lay_rivers, lay_terrain, sea_sizes
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.rules.reading import DATA, load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Area, BoardMap

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.maps.cells import Cells


NAMES = DATA / "names.toml"


@dataclass(frozen=True, slots=True)
class NameParts:
    """What names are made of: a beginning and an ending."""

    beginnings: tuple[str, ...]
    endings: Mapping[Terrain, tuple[str, ...]]
    map_beginnings: tuple[str, ...]
    map_endings: tuple[str, ...]


@cache
def load_words() -> NameParts:
    """Return the shipped words; raises InputError with every fault of the file."""
    faults = Faults()
    top = read_toml(NAMES, faults) or Entry({}, str(NAMES), faults)
    endings, maps = top.table("endings"), top.table("maps")
    words = NameParts(
        beginnings=top.texts("beginnings"),
        endings=MappingProxyType({terrain: endings.texts(terrain.id) for terrain in Terrain}),
        map_beginnings=maps.texts("beginnings"),
        map_endings=maps.texts("endings"),
    )
    for entry in (top, endings, maps):
        entry.finish()
    faults.raise_if_any()
    return words


def area_names(rng: np.random.Generator, terrains: Sequence[Terrain]) -> list[str]:
    """Return a name for each area, all different; no beginning comes again before all have come.

    >>> [len(set(area_names(np.random.default_rng(1), [Terrain.SEA] * 128)))]
    [128]
    """
    words = load_words()
    order: list[int] = []
    used: set[str] = set()
    names = []
    for terrain in terrains:
        endings = words.endings[terrain]
        while True:
            if not order:
                order = rng.permutation(len(words.beginnings)).tolist()
            name = words.beginnings[order.pop()] + endings[rng.integers(len(endings))]
            if name not in used:
                break
        used.add(name)
        names.append(name)
    return names


def map_name(rng: np.random.Generator) -> str:
    """Return a name for a map.

    >>> map_name(np.random.default_rng(1))
    'Long Reach'
    """
    words = load_words()
    beginning = words.map_beginnings[rng.integers(len(words.map_beginnings))]
    return f"{beginning} {words.map_endings[rng.integers(len(words.map_endings))]}"


def id_of(name: str) -> str:
    """Return the id of a map called `name`.

    >>> id_of("Tyrant's Lament")
    'tyrants_lament'
    """
    return "_".join(name.lower().replace("'", "").replace("-", " ").split())


BOARDS = 30  # tries of the cells
LAYOUTS = 12  # tries of seas and terrain on one board of cells
ROWS = 12  # the areas are numbered row by row
LEAST_ISLAND = 3  # areas
TIP = "pip install 'bloodstones[study]'"


def generate_map(recipe: Recipe, seed: int) -> BoardMap:
    """Return the map of a recipe and a seed; it passes the checker without fault or warning.

    Raises
    ------
    InputError
        If the seed is not from 0 to 2**63 - 1, or no try gives a map like the recipe.

    Examples
    --------
    >>> board = generate_map(Recipe(2, 3), seed=1)
    >>> board == generate_map(Recipe(2, 3), seed=1), len(board.areas)
    (True, 56)
    """
    if not 0 <= seed <= LARGEST_SEED:
        raise InputError(f"expected a seed from 0 to {LARGEST_SEED}, got {seed} (seed)")
    if find_spec("scipy") is None:
        raise InputError("expected the package scipy, got none (Python environment)", TIP)
    for attempt in range(BOARDS):
        rng = np.random.default_rng([seed, attempt])
        board = _try(rng, recipe, seed)
        if board is not None:
            return board
    raise InputError(
        f"expected a recipe that some map satisfies, got none in {BOARDS * LAYOUTS} tries "
        f"(seed {seed})",
        "try another seed, fewer seas or chokepoints, more islands, another share of sea or "
        "mountains",
    )


def _try(rng: np.random.Generator, recipe: Recipe, seed: int) -> BoardMap | None:
    """Return a map on one board of cells, or None if no layout will do."""
    shape = BoardShape(2 * round(recipe.height / 2, 2), recipe.symmetry, recipe.turns)
    sizes = sea_sizes(rng, recipe.sea_areas, recipe.images)
    count = recipe.areas - recipe.sea_areas + sum(sizes)
    cells = make_cells(rng, count, shape)
    if cells is None:
        return None
    for _ in range(LAYOUTS):
        plan = _plan(rng, recipe, cells, sizes)
        if plan is None:
            continue
        terrain = lay_terrain(rng, plan, recipe.shares)
        rivers = lay_rivers(rng, plan, terrain, recipe.rivers)
        board = _board(rng, recipe, plan, terrain, rivers, f"generated (seed {seed})")
        fewest, most = recipe.chokepoints
        if not fewest <= len(chokepoints(board)) <= most:
            continue
        verdict = check_board(board, load_ruleset(), board.id)
        if not (verdict.faults or verdict.warnings):
            return board
    return None


def _plan(
    rng: np.random.Generator, recipe: Recipe, cells: Cells, sizes: Sequence[int]
) -> Plan | None:
    """Return a plan whose seas and islands are as the recipe wants them."""
    seas = SeaLayer(rng, cells).lay(recipe.seas, recipe.inland_seas, sizes)
    plan = None if seas is None else join_cells(cells, seas)
    if plan is None:
        return None
    return place_points(cells, plan) if _fits(plan, recipe) else None


def _fits(plan: Plan, recipe: Recipe) -> bool:
    """Whether the seas and islands of a plan are those of the recipe."""
    areas = tuple(
        Area(number, Terrain.SEA if number in plan.seas else Terrain.PLAINS, *point, tuple(near))
        for number, (point, near) in enumerate(zip(plan.points, plan.links, strict=True))
    )
    board = BoardMap("", "", "", recipe.min_players, recipe.max_players, areas)
    islands = parts(board, LAND)[1:]
    seas = parts(board, SEA)
    inland = sum(plan.edge.isdisjoint(sea) for sea in seas)
    return (
        len(seas) == recipe.seas
        and inland == recipe.inland_seas
        and len(islands) <= recipe.islands
        and all(len(island) >= LEAST_ISLAND for island in islands)
    )


def _board(
    rng: np.random.Generator,
    recipe: Recipe,
    plan: Plan,
    terrain: Sequence[Terrain],
    rivers: Sequence[Pair],
    origin: str,
) -> BoardMap:
    """Return the finished map: areas numbered row by row, named, with outlines."""
    height = max(y for _, y in plan.corners)
    order = sorted(
        range(len(plan.points)),
        key=lambda area: (int(ROWS * plan.points[area][1] / height), plan.points[area]),
    )
    number = {area: place for place, area in enumerate(order)}
    names = area_names(rng, [terrain[area] for area in order])
    areas = tuple(
        Area(
            place,
            terrain[area],
            *plan.points[area],
            tuple(sorted(number[other] for other in plan.links[area])),
            names[place],
            tuple(plan.corners[corner] for corner in plan.outlines[area]),
        )
        for place, area in enumerate(order)
    )
    wet = [(number[one], number[other]) for one, other in rivers]
    name = map_name(rng)
    return BoardMap(
        id=id_of(name),
        name=name,
        origin=origin,
        min_players=recipe.min_players,
        max_players=recipe.max_players,
        areas=areas,
        rivers=tuple(sorted((min(pair), max(pair)) for pair in wet)),
    )
