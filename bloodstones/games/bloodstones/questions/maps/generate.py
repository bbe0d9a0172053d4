"""A map made from parameters and a seed: the best of some by figures, or the fairest by games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from numbers import Real
from typing import Any, ClassVar, Final

from bloodstones.core.errors import InputError, expected
from bloodstones.core.extras import require_extra
from bloodstones.core.faults import Faults
from bloodstones.core.questions.answer import Answer, Data, Document, Fact, Facts
from bloodstones.core.questions.controls import choice_of
from bloodstones.core.questions.parameter_types import span
from bloodstones.core.questions.parameters import (
    Type,
    param,
    places_marked,
    real,
    ref,
    table_from,
    text_type,
    whole,
)
from bloodstones.core.questions.question import Output, check
from bloodstones.games.bloodstones.maps.reading import MAX_PLAYERS, SUFFIX, is_id
from bloodstones.games.bloodstones.maps.recipe import (
    LARGEST_SEED,
    MOST_CHOKEPOINTS,
    MOST_RIVERS,
    MOST_SEAS,
    SHARES,
    Recipe,
    Symmetry,
)
from bloodstones.games.bloodstones.questions.maps.common import OfMaps
from bloodstones.games.bloodstones.questions.maps.figures import (
    areas,
    figures,
    figures_table,
    head,
)
from bloodstones.games.bloodstones.questions.maps.judge import (
    FEWEST_GAMES,
    MOST_GAMES,
    STRATEGY,
    STRATEGY_ID,
)
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.rules.ruleset import BoardMap

Shares = Mapping[Terrain, float]
MOST_CANDIDATES: Final = 1000
FEWEST_CANDIDATES, MOST_PLAYED = 2, 128  # of those that are played
RECIPE: Final = (
    *("areas_per_player", "sea_share", "shares", "seas", "inland_seas", "islands"),
    *("chokepoints", "rivers", "height", "symmetry", "turns"),
)
LIKE_MAP_1: Final = Recipe(2, 2)


def _read_shares(text: str, where: str, _: object) -> Shares:
    """Return the shares of the land by terrain.

    >>> found = _read_shares("plains=3, forest=1", "terrain", None)
    >>> {terrain.id: share for terrain, share in found.items()}
    {'plains': 3.0, 'forest': 1.0}
    """
    shares: dict[Terrain, float] = {}
    for item in text.split(","):
        name, _, value = item.partition("=")
        terrain = Terrain.parse(name.strip(), where)
        if terrain in shares:
            raise expected(f"{terrain.id} once", text, where)
        try:
            shares[terrain] = float(value)
        except ValueError:
            raise expected("TERRAIN=SHARE for each terrain", item.strip(), where) from None
    return shares


def _written_shares(shares: Shares) -> str:
    return ",".join(f"{terrain.id}={share:g}" for terrain, share in shares.items())


def _read_symmetry(text: str, where: str, _: object) -> Symmetry:
    if text not in list(Symmetry):
        raise expected(f"one of {', '.join(Symmetry)}", text, where)
    return Symmetry(text)


def _read_name(text: str, where: str, _: object) -> str:
    from bloodstones.games.bloodstones.maps.generate import id_of

    if not (text.isprintable() and is_id(id_of(text))):
        wanted = "a name of letters, digits and blanks that begins with a letter"
        raise expected(wanted, text, where)
    return text


TERRAINS: Final = Type(
    *("SHARES", _read_shares, "Mapping[Terrain, float]", table_from(Terrain, Real)),
    write=_written_shares,
    grammar=lambda: {
        "SHARES": f"shares of the land: {_written_shares(SHARES)} (only the proportions count; a "
        "terrain "
        "left out is not on the map)"
    },
)
SYMMETRY: Final = Type(
    *("KIND", _read_symmetry, "Symmetry", lambda value: isinstance(value, Symmetry)),
    grammar=lambda: {"KIND": list(Symmetry)},
    control=partial(choice_of, list(Symmetry)),
)
NAME: Final = text_type("TEXT", _read_name)
PLAYERS: Final = span(1, MAX_PLAYERS, "player counts", grammar=lambda: {"RANGE": "3-4, or 4"})


class GenerateMap(OfMaps):
    """Generate a map from parameters and a random seed.

    The same parameters and seed always give the same map. The defaults resemble Map 1. If you name
    no file, the command prints the map.
    """

    name = "maps generate"
    examples = (
        {"players": "3-4", "seed": "7"},
        {"players": "3", "symmetry": "rotational", "turns": "3", "seas": "3"},
        {"players": "2", "candidates": "3"},
    )
    grammar: ClassVar[Mapping[str, str]] = {
        "turns": "the map is the same after 1/N of a whole turn, with a rotational symmetry",
    }
    compiled_by = ("fair",)
    output = Output("File to write.", "--out", ending=SUFFIX, key="file")

    players: tuple[int, int] = param(PLAYERS, "Numbers of players the map is for.")
    seed: int = param(whole(0, LARGEST_SEED), "Random seed.", default=1)
    areas_per_player: float = param(
        real(),
        "Number of areas per player, for the most players.",
        default=LIKE_MAP_1.areas_per_player,
    )
    sea_share: float = param(
        real(), "Share of the areas that are sea, 0 to 1.", default=LIKE_MAP_1.sea_share
    )
    shares: Shares = param(
        TERRAINS,
        "Share of each terrain in the land.",
        default=SHARES,
        option="--terrain",
        label="Terrain",
    )
    seas: int = param(
        whole(1, MOST_SEAS), "Number of separate seas.", default=LIKE_MAP_1.seas, rare=True
    )
    inland_seas: int = param(
        whole(0, MOST_SEAS),
        "Number of these seas that do not touch the edge.",
        default=LIKE_MAP_1.inland_seas,
        rare=True,
    )
    islands: int = param(
        whole(0, MAX_PLAYERS),
        "Largest number of islands besides the main land.",
        default=LIKE_MAP_1.islands,
    )
    chokepoints: tuple[int, int] = param(
        span(0, MOST_CHOKEPOINTS, "chokepoints"),
        "Number of areas whose loss splits the land, as a range.",
        default=LIKE_MAP_1.chokepoints,
        rare=True,
    )
    rivers: int = param(
        whole(0, MOST_RIVERS), "Largest number of rivers.", default=LIKE_MAP_1.rivers
    )
    height: float = param(
        real(),
        "Height of the board relative to its width.",
        default=LIKE_MAP_1.height,
        rare=True,
    )
    symmetry: Symmetry = param(
        SYMMETRY, "Symmetry of the map.", default=LIKE_MAP_1.symmetry, rare=True
    )
    turns: int = param(
        whole(1),
        "Number of turns of a rotational symmetry, 2 to 6.",
        default=LIKE_MAP_1.turns,
        rare=True,
    )
    candidates: int = param(
        whole(1, MOST_CANDIDATES),
        f"Number of maps to generate, from this {ref('seed')} on; the best one is kept.",
        default=1,
    )
    fair: int | None = param(
        whole(FEWEST_GAMES, MOST_GAMES, "GAMES"),
        "Keep the fairest map instead: play GAMES games on each, twice as many on the better half, "
        "and so on.",
        default=None,
        rare=True,
    )
    strategy: str = param(
        STRATEGY_ID,
        f"Strategy that plays all seats, with {ref('fair')}.",
        default=STRATEGY,
        goes_with="fair",
        rare=True,
    )
    title: str | None = param(
        NAME, "Name of the map (a random name if you leave it out).", default=None, option="--name"
    )

    @check("players", *RECIPE)
    def can_be_made(self, _: Faults) -> None:
        """Check that there can be such a map."""
        self.recipe()

    @check("fair", "candidates")
    def has_candidates(self, _: Faults) -> None:
        """Check that there are maps among which the fairest can be found."""
        if self.fair is None or FEWEST_CANDIDATES <= self.candidates <= MOST_PLAYED:
            return
        wanted = f"{FEWEST_CANDIDATES} to {MOST_PLAYED} candidates with {ref('fair')}"
        raise expected(wanted, self.candidates, ref("candidates"))

    def recipe(self) -> Recipe:
        """Return what the map is to be like."""
        fewest, most = self.players
        values: dict[str, Any] = {name: getattr(self, name) for name in RECIPE}
        try:
            return Recipe(fewest, most, **values)
        except InputError as error:
            raise places_marked(error, RECIPE) from None

    def solve(self) -> Answer:
        """Return the map, its figures and areas."""
        board = self._best() if self.fair is None else self._fairest(self.fair)
        if self.title is not None:
            from bloodstones.games.bloodstones.maps.generate import id_of

            board = replace(board, id=id_of(self.title), name=self.title)
        numbers = figures(board, self.rules)
        data = Data(head(board) | {"figures": numbers, "areas": areas(board)})
        what = [Fact("", "Map", board.id), Fact("", "Origin", board.origin)]
        document = Document("the map", partial(_text, board))
        return Answer(board.name, [data, Facts(what), figures_table([board], [numbers]), document])

    def _seeds(self) -> range:
        return range(self.seed, self.seed + self.candidates)

    def _best(self) -> BoardMap:
        """Return the map with the best figures."""
        from bloodstones.games.bloodstones.maps.choosing import by_statistics, ranked
        from bloodstones.games.bloodstones.maps.generate import generate_map

        if self.candidates == 1:
            return generate_map(self.recipe(), self.seed)
        return ranked(self.recipe(), self._seeds(), by_statistics)[0].board

    def _fairest(self, games: int) -> BoardMap:
        """Return the fairest map by games; its origin tells how it was chosen."""
        require_extra("study")
        from bloodstones.batch.running.progress import on_terminal
        from bloodstones.games.bloodstones.maps.generate import generate_map
        from bloodstones.games.bloodstones.questions.judging.fairest import fairest

        boards = [generate_map(self.recipe(), each) for each in self._seeds()]
        with on_terminal() as progress:
            winner = fairest(boards, games, self.strategy, self.seed, progress=progress)
        last = winner.rounds[-1].games
        how = f"fairest of {self.candidates} in games of {self.strategy}"
        by = f"{how}, {last:,} each in the last round"
        return replace(winner.board, origin=f"{winner.board.origin}, {by}")


def _text(board: BoardMap) -> str:
    """Return the file of a map."""
    from bloodstones.games.bloodstones.maps.writing import map_text

    return map_text(board)


QUESTION: Final = GenerateMap
