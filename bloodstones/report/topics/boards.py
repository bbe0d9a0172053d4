"""The section on boards: their terrain, and the areas that are contested."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

from bloodstones.core.contract.game import Role
from bloodstones.games.registry import load_game
from bloodstones.kit.pictures.scene import Heat
from bloodstones.plots.boards import HALF_WIDTH, MAP_WIDTH, board_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Block, Pair, Picture
from bloodstones.report.language.phrases import capital
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import PERCENT
from bloodstones.stats.summary import area_rates
from bloodstones.stats.table import Results


def side_by_side(pictures: list[Picture]) -> list[Block]:
    """Return pictures in pairs; the last of an odd number stands alone."""
    pairs = zip(pictures[::2], pictures[1::2], strict=False)
    blocks: list[Block] = [Pair(pair) for pair in pairs]
    return [*blocks, *pictures[len(blocks) * 2 :]]


TOP: Final = 5
LAYERS: Final = 2  # pictures of a map, side by side


def find(played: PlayedStudy) -> Tables:
    """Return the measures of each area, over all base games."""
    measures = [column.name for column in played.results.measures]
    return {StudyTable.AREAS: area_rates(played.base, played.results.areas, measures)}


@dataclass(frozen=True)
class Layer:
    """A measure by area of a map.

    Attributes
    ----------
    name, words, meaning
        Of the measure: its column, what is counted, and what that means.
    values
        Area -> the number in 100 games.
    """

    name: str
    words: str
    meaning: str
    values: Mapping[int, float]

    @property
    def label(self) -> str:
        """What the circles of the picture count."""
        return f"{self.words} in 100 games"

    @property
    def used(self) -> Sequence[int]:
        """The areas in which it happened, the most first."""
        ordered = sorted(self.values, key=lambda area: (-self.values[area], area))
        return [area for area in ordered if self.values[area] > 0]

    @property
    def concentrated(self) -> bool:
        """Whether it happened in a few areas alone."""
        return len(self.used) <= TOP

    @property
    def top(self) -> Sequence[int]:
        """The areas in which it happened most."""
        return self.used[:TOP]

    @property
    def share(self) -> float:
        """What part of it happened in these."""
        return sum(self.values[area] for area in self.top) / sum(self.values.values())


@dataclass(frozen=True)
class Board:
    """A map: its terrain, and what happened where.

    Attributes
    ----------
    findings
        The tables of the report.
    id, name
        Of the map.
    areas
        Its table of areas.
    layers
        The measures by area.
    games
        How many games were played on it.
    """

    findings: StudyFindings
    id: str
    name: str
    areas: Mapping[str, Sequence[Any]]
    layers: Sequence[Layer]
    games: int

    @property
    def terrains(self) -> Sequence[tuple[str, int]]:
        """The terrains and in how many areas each is, the most frequent first."""
        terrains = [str(terrain) for terrain in self.areas["terrain"]]
        kinds = sorted(set(terrains), key=lambda kind: (-terrains.count(kind), kind))
        return [(kind, terrains.count(kind)) for kind in kinds]

    @property
    def borders(self) -> int:
        """How many borders its areas have."""
        return sum(map(len, self.areas["neighbours"])) // 2

    @property
    def beside(self) -> Sequence[str]:
        """Sentences of the game on what rivers and the like of this map do."""
        words = self.findings.game.words
        sides = {"rivers": words.rivers, "waterfalls": words.waterfalls, "shoals": words.shoals}
        return [sentence for name, sentence in sides.items() if name in self.areas and sentence]

    @property
    def alone(self) -> bool:
        """Whether one picture with a measure on it shows the ground as well."""
        return len(self.layers) == 1

    @property
    def picture(self) -> str:
        """The name of its picture."""
        return f"map_{Path(self.id).stem}"

    def drawing(self) -> str:
        """Draw its terrain."""
        return board_svg(self.findings.board(self.id))

    def drawings(self) -> tuple[list[Block], Mapping[str, str]]:
        """Draw its measures, side by side."""
        width = MAP_WIDTH if self.alone else HALF_WIDTH
        drawn, svgs = [], {}
        for layer in self.layers:
            picture = f"{self.picture}_{layer.name}"
            svgs[picture] = board_svg(
                self.findings.board(self.id, Heat(layer.values, layer.label)), width
            )
            named = f"{self.name}. {capital(layer.meaning)}"
            drawn.append(Picture(picture, f"{named}: {layer.label}.", f"{named}.", width, True))
        return side_by_side(drawn), svgs


@dataclass(frozen=True)
class Boards(Finding):
    """The maps of a study, and what happened where.

    Attributes
    ----------
    findings
        The tables of the report.
    """

    findings: StudyFindings

    width: ClassVar = MAP_WIDTH

    @property
    def boards(self) -> Sequence[Board]:
        """The maps."""
        return [_board(self.findings, name) for name in self.findings.boards]


def _board(findings: StudyFindings, name: str) -> Board:
    """Return a map with its measures by area."""
    table = findings.table(StudyTable.AREAS)
    rates = table[table["map"] == name].set_index("area")
    measures = findings.measures
    shown = (*measures.of(Role.PLACE), *measures.of(Role.CONTEST))[:LAYERS]
    layers = []
    for measure in shown:
        values = map(float, rates[measure.name] * PERCENT)
        by_area = dict(zip(map(int, rates.index), values, strict=True))
        layers.append(Layer(measure.name, measure.words, measure.meaning, by_area))
    named = findings.definition.map_name(name)
    games = int(rates["games"].iloc[0])
    return Board(findings, name, named, findings.boards[name], layers, games)


def finding_of(findings: StudyFindings) -> Boards:
    """Return the maps, and what happened where."""
    return Boards(findings)


def _has_boards(results: Results) -> bool:
    """Whether there are boards to draw; InputError if one is gone."""
    names = sorted(set(results.rows["map"]) - {""})
    game = load_game(str(results.provenance["game"]), "game of the study")
    for name in names:
        game.board_table(name)
    return bool(names)


MAP: Final = topic("map", "Where it happens", finding_of, find=find, applies=_has_boards)
