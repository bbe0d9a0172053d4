"""The section on boards: their terrain, and the areas that are contested."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from bloodstones.core.contract.game import Role
from bloodstones.games.registry import load_game
from bloodstones.kit.pictures.scene import Heat
from bloodstones.plots.boards import HALF_WIDTH, MAP_WIDTH, board_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.game_report import GameText
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Pair, Paragraph, Picture
from bloodstones.report.language.phrases import capital, count, listing, percent_text
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
CIRCLES: Final = (
    "The surface of a circle is the number in 100 games, over all games of the study on that map; "
    "large ones carry their area's number."
)
LAYERS: Final = 2  # pictures of a map, side by side


def find(played: PlayedStudy) -> Tables:
    """Return the measures of each area, over all base games."""
    measures = [column.name for column in played.results.measures]
    return {StudyTable.AREAS: area_rates(played.base, played.results.areas, measures)}


def make(findings: StudyFindings) -> Content:
    """Draw each board with its terrain, and the measures by area."""
    blocks: list[Block] = []
    pictures: dict[str, str] = {}
    words = findings.game.words
    dashed = f" Dashed: {words.dashed}." if words.dashed else ""
    for name, areas in findings.boards.items():
        games = int(
            findings.table(StudyTable.AREAS)
            .loc[findings.table(StudyTable.AREAS)["map"] == name, "games"]
            .iloc[0]
        )
        board = f"map_{Path(name).stem}"
        blocks.append(Paragraph(_map_text(findings, name, areas)))
        drawn, svgs, texts = _layers(findings, name, board)
        if len(drawn) != 1:  # one picture with something on it shows the ground as well
            pictures[board] = board_svg(findings.board(name))
            caption = (
                f"{findings.definition.map_name(name)}: areas with their numbers and "
                f"terrain.{dashed} {_outlines_text(areas, words)}"
            )
            blocks.append(Picture(board, caption, caption, MAP_WIDTH, board=True))
        if not drawn:
            continue
        pictures |= svgs
        if name == next(iter(findings.boards)):
            texts.append(CIRCLES)
        blocks.append(Paragraph(f"{' '.join(texts)} (n = {games:,} games)"))
        blocks += side_by_side(drawn)
    return blocks, pictures


def _layers(
    findings: StudyFindings, name: str, board: str
) -> tuple[list[Picture], dict[str, str], list[str]]:
    """Draw the measures by area of a map: pieces, and contests."""
    measures = findings.measures
    rates = findings.table(StudyTable.AREAS)[
        findings.table(StudyTable.AREAS)["map"] == name
    ].set_index("area")
    drawn, pictures, texts = [], {}, []
    shown = (*measures.of(Role.PLACE), *measures.of(Role.CONTEST))[:LAYERS]
    width = MAP_WIDTH if len(shown) == 1 else HALF_WIDTH
    for measure in shown:
        each = map(float, rates[measure.name] * PERCENT)
        values = dict(zip(map(int, rates.index), each, strict=True))
        label, caption = f"{measure.words} in 100 games", capital(measure.meaning)
        picture = f"{board}_{measure.name}"
        pictures[picture] = board_svg(findings.board(name, Heat(values, label)), width)
        named = f"{findings.definition.map_name(name)}. {caption}"
        drawn.append(Picture(picture, f"{named}: {label}.", f"{named}.", width, board=True))
        texts.append(_heat_text(values, measure.words))
    return drawn, pictures, texts


def _outlines_text(areas: Mapping[str, Sequence[Any]], words: GameText) -> str:
    """Say where the outlines are from, and what rivers and the like do."""
    if "outline" not in areas:
        return "The outlines are drawn from a point in each area and its borders."
    sentences = {"rivers": words.rivers, "waterfalls": words.waterfalls, "shoals": words.shoals}
    beside = [sentence for name, sentence in sentences.items() if name in areas and sentence]
    return " ".join(("The outlines are those of the map.", *beside))


def _map_text(findings: StudyFindings, name: str, areas: Mapping[str, Sequence[Any]]) -> str:
    terrains = [str(terrain) for terrain in areas["terrain"]]
    kinds = sorted(set(terrains), key=lambda kind: (-terrains.count(kind), kind))
    parts = [f"{terrains.count(kind)} of {kind}" for kind in kinds]
    borders = sum(map(len, areas["neighbours"])) // 2
    board = f"{findings.definition.map_name(name)}, {len(terrains)} areas with {borders} borders"
    return f"The games are played on {board}: {listing(parts)}."


def _heat_text(values: Mapping[int, float], what: str) -> str:
    """Say how concentrated a measure is."""
    used = [area for area in sorted(values, key=lambda a: (-values[a], a)) if values[area] > 0]
    if not used:
        return f"There were no {what}."
    if len(used) <= TOP:
        return f"All {what} are in {count(len(used), 'area')}: {listing(list(map(str, used)))}."
    share = sum(values[area] for area in used[:TOP]) / sum(values.values())
    shown = listing([str(area) for area in used[:TOP]])
    return (
        f"Of all {what}, {percent_text(share)} are in areas {shown}, the rest in "
        f"{count(len(used) - TOP, 'other')}."
    )


def _has_boards(results: Results) -> bool:
    """Whether there are boards to draw; InputError if one is gone."""
    names = sorted(set(results.rows["map"]) - {""})
    game = load_game(str(results.provenance["game"]), "game of the study")
    for name in names:
        game.board_table(name)
    return bool(names)


MAP: Final = Section("map", "Where it happens", make, find, applies=_has_boards)
