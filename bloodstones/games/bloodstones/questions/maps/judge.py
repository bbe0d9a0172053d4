"""How fair a map is, measured by games; two maps in pairs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from bloodstones.core.errors import InputError, expected
from bloodstones.core.extras import require_extra
from bloodstones.core.faults import Faults
from bloodstones.core.questions.answer import Answer, Data, Part, Picture
from bloodstones.core.questions.parameters import (
    Type,
    param,
    real,
    ref,
    text_type,
    whole,
)
from bloodstones.core.questions.question import Output, check
from bloodstones.games.bloodstones.maps.reading import MAX_PLAYERS
from bloodstones.games.bloodstones.maps.recipe import LARGEST_SEED
from bloodstones.games.bloodstones.questions.maps.common import MAPS, Boards, OfMaps
from bloodstones.games.bloodstones.rules.ruleset import BoardMap

if TYPE_CHECKING:
    import pandas as pd

    from bloodstones.batch.in_memory import PlayedTables
    from bloodstones.core.svg import Svg
    from bloodstones.stats.maps import MapJudgement

DIGITS: Final = 15  # of numbers in JSON
GAMES: Final = 2000
FEWEST_GAMES, MOST_GAMES = 120, 1_000_000
BAND, MOST_BAND = 20.0, 100.0  # per cent of the fair share
PERCENT: Final = 100
MOST_MAPS: Final = 2
STRATEGY: Final = "warlord"


def _read_strategy(text: str, where: str, _: object) -> str:
    return text  # who plays it says whether it is one: a search, a file, a shipped one


def _read_band(text: str, where: str, rules: object) -> float:
    band: float = real().read(text, where, rules)
    if not 0 < band <= MOST_BAND:
        wanted = f"a band above 0 and up to {MOST_BAND:g} per cent of the fair share"
        raise expected(wanted, band, where)
    return band


STRATEGY_ID: Final = text_type("ID", _read_strategy)
PER_CENT: Final = Type("X", _read_band, "float", lambda value: False, "{:g}".format)


class JudgeMaps(OfMaps):
    """Evaluate a map by playing games on it.

    The result covers seats, factions, citadel areas, leads and battles. One strategy plays all
    seats, and every set of factions plays in every seating order equally often. Half of the games
    use the map with reversed area numbers, since strategies break ties by number. With two maps,
    both use the same random numbers, and the result shows paired differences.
    """

    name = "maps judge"
    examples = (
        {"boards": ("raven_coast",), "players": "3"},
        {"boards": ("twin_meres", "raven_coast"), "players": "2"},
    )
    compiled_by = ("boards",)
    pictures: ClassVar = {"battles": "the battles on the first map"}
    output = Output("Draw the battles on the first map: a .svg, .png or .pdf file.", "--picture")

    boards: Boards = param(MAPS, "One or two maps.", option="MAP", label="Maps")
    players: int = param(whole(1, MAX_PLAYERS), "Number of players.")
    games: int = param(
        whole(FEWEST_GAMES, MOST_GAMES),
        "Smallest number of games; each line-up gets the same number.",
        default=GAMES,
    )
    strategy: str = param(STRATEGY_ID, "Strategy that plays all seats.", default=STRATEGY)
    band: float = param(
        PER_CENT,
        "A win rate is fair within this percentage of the fair share.",
        default=BAND,
    )
    seed: int = param(whole(0, LARGEST_SEED), "Random seed.", default=1)
    jobs: int | None = param(
        whole(1), "Number of parallel workers (default: one per core).", default=None
    )

    @check("boards")
    def are_one_or_two(self, _: Faults) -> None:
        """Check that there are one or two maps, which differ."""
        ids = [board.id for board in self.boards]
        if not 1 <= len(ids) <= MOST_MAPS or len(set(ids)) < len(ids):
            sentence = f"expected one map or two, got {', '.join(ids)} ({ref('boards')})"
            raise InputError(sentence, "bloodstones maps list")

    @check("boards", "players")
    def seats_fit(self, _: Faults) -> None:
        """Check that so many can play on the maps (BS-SETUP-01)."""
        from bloodstones.games.bloodstones.questions.judging.factions_by_seat import check_players

        for board in self.boards:
            check_players(board, self.players, ref("players"))

    def solve(self) -> Answer:
        """Play, measure, and return the judgements."""
        require_extra("study")
        from bloodstones.batch.running.progress import on_terminal
        from bloodstones.games.bloodstones.questions.judging.boards import play_boards
        from bloodstones.games.bloodstones.questions.maps.judge_tables import (
            difference_parts,
            judgement_parts,
        )

        with on_terminal() as progress:
            played = play_boards(
                *(self.boards, self.players, self.games, self.strategy, self.seed),
                jobs=self.jobs,
                progress=progress,
            )
        judgements = [self._judged(each) for each in played]
        data = [self._data(*pair) for pair in zip(self.boards, judgements, strict=True)]
        differences = _differences(played)
        parts: list[Part] = [Data({"maps": data, **differences})]
        for board, judgement, one in zip(self.boards, judgements, data, strict=True):
            parts += judgement_parts(board, judgement, one["sites"], self.strategy, self.band)
        if differences:
            parts += difference_parts(self.boards, differences)
        first = self.boards[0]
        picture = partial(_battles, first, judgements[0])
        parts.append(Picture("battles", f"battles on {first.name}", picture))
        steps = len(data[0]["sites"][0]["places"]) - 1
        note = (
            "Edge: win rate above that of the same factions elsewhere. Homes: village places "
            f"within {steps} steps."
        )
        return Answer(" and ".join(board.name for board in self.boards), parts, [note])

    def _judged(self, played: PlayedTables) -> MapJudgement:
        from bloodstones.core.contract.columns import Columns
        from bloodstones.games.bloodstones.columns import COLUMNS, MEASURES
        from bloodstones.stats.maps import judge_map

        columns, measures = Columns(COLUMNS), Columns(MEASURES)
        return judge_map(played.rows, played.areas, columns, measures, band=self.band / PERCENT)

    def _data(self, board: BoardMap, judgement: MapJudgement) -> dict[str, Any]:
        """Return a judgement for JSON."""
        from bloodstones.games.bloodstones.maps.sites import site_qualities

        return {
            "map": board.id,
            "players": judgement.players,
            "games": judgement.games,
            "seat_advantage": judgement.verdict.value,
            "unevenness": asdict(judgement.unevenness) | {"percent": judgement.unevenness.percent},
            "turn_orders": _lines(judgement.seats),
            "points": _lines(judgement.points),
            "factions": _lines(judgement.factions),
            "sites": [asdict(site) for site in site_qualities(board, self.rules)],
            "citadel_areas": _lines(judgement.places["citadel_area"]),
            "leads": _lines(judgement.leads),
            "areas": _lines(judgement.contested),
        }


def _battles(board: BoardMap, judgement: MapJudgement) -> Svg:
    """Draw the battles on a map."""
    from bloodstones.games.bloodstones.questions.maps.figures import map_picture
    from bloodstones.kit.pictures.scene import Heat

    table = judgement.contested
    values = dict(zip(table["area"].tolist(), (table["battles"] * PERCENT).tolist(), strict=True))
    return map_picture(board, Heat(values, "battles in 100 games"))


def _differences(played: Sequence[PlayedTables]) -> dict[str, Any]:
    """Return the paired differences of two maps; nothing for one."""
    if len(played) < MOST_MAPS:
        return {}
    from bloodstones.core.contract.columns import Columns
    from bloodstones.core.contract.game import Role
    from bloodstones.games.bloodstones.columns import COLUMNS
    from bloodstones.stats.maps import map_differences
    from bloodstones.stats.unevenness import unevenness_difference

    one, other = (each.rows for each in played)
    summed = Columns(COLUMNS).labels(Role.CONTEST)
    return {
        "differences": _lines(map_differences(one, other, summed)),
        "unevenness_difference": asdict(unevenness_difference(one, other)),
    }


def _lines(table: pd.DataFrame) -> list[dict[str, Any]]:
    """Return a table as plain objects; what is not known is null."""
    rows: list[dict[str, Any]] = json.loads(
        table.drop(columns="map", errors="ignore").to_json(
            orient="records", double_precision=DIGITS
        )
    )
    return rows


QUESTION: Final = JudgeMaps
