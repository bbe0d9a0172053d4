"""The sections around the findings: the map, the method with its limits, the provenance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bloodstones.games.bloodstones.sections.odds import tile_numbers
from bloodstones.plots.board import MAP_WIDTH, draw_map
from bloodstones.plots.heat import Heat
from bloodstones.plots.odds import draw_odds
from bloodstones.plots.style import PAGE_WIDTH, to_svg
from bloodstones.report.findings import Findings
from bloodstones.report.model import Block, Pair, Paragraph, Picture, Table
from bloodstones.report.tables import odds_cells
from bloodstones.report.wording import WORDS, count, listing, percent_text, points
from bloodstones.stats.rounding import PERCENT
from bloodstones.stats.summary import cells_of, unfinished_games

Content = tuple[list[Block], dict[str, str]]
LAYERS = {
    "citadels": ("citadels in 100 games", "Where citadels stand"),
    "battles": ("battles in 100 games", "Where battles are fought"),
}
HALF_WIDTH = 0.485 * PAGE_WIDTH
TOP = 5
WIDEST_LEAD = 6


def maps(findings: Findings) -> Content:
    """The map with its terrain, and where citadels stand and battles are fought."""
    blocks: list[Block] = []
    pictures: dict[str, str] = {}
    for name, areas in findings.maps.items():
        rates = findings.areas[findings.areas["map"] == name].set_index("area")
        games = int(rates["games"].iloc[0])
        board = f"map_{Path(name).stem}"
        blocks.append(Paragraph(_map_text(findings, name, areas)))
        pictures[board] = to_svg(draw_map(areas), rounded=True)
        caption = (
            f"{findings.definition.map_name(name)}: areas with their numbers and terrain. Dashed: "
            f"borders at sea. {_outlines_text(areas)}"
        )
        blocks.append(Picture(board, caption, caption, MAP_WIDTH))
        pair = []
        texts = []
        for measure, (label, caption) in LAYERS.items():
            each = map(float, rates[measure] * PERCENT)
            values = dict(zip(map(int, rates.index), each, strict=True))
            picture = f"{board}_{measure}"
            pictures[picture] = to_svg(
                draw_map(areas, Heat(values, label), HALF_WIDTH), rounded=True
            )
            pair.append(Picture(picture, f"{caption}: {label}.", f"{caption}.", HALF_WIDTH))
            texts.append(_heat_text(values, measure))
        blocks.append(
            Paragraph(
                f"{' '.join(texts)} The surface of a circle is the number in 100 games, over all "
                f"{games:,} games of the study; large ones carry their area's number."
            )
        )
        blocks.append(Pair((pair[0], pair[1])))
    return blocks, pictures


def _outlines_text(areas: Mapping[str, Sequence[Any]]) -> str:
    """Tell where the outlines are from, and what rivers do."""
    if "outline" not in areas:
        return "The outlines are drawn from a point in each area and its borders."
    rivers = " Rivers change nothing in play." if "rivers" in areas else ""
    return f"The outlines are those of the map.{rivers}"


def odds(findings: Findings) -> Content:
    """The combat odds behind the games."""
    table = findings.odds[~findings.odds["defender_wins_ties"]]
    shown = table[table["difference"].abs() <= WIDEST_LEAD]
    win = table.set_index(["tiles", "difference"])["win"]
    many, few, counted = tile_numbers()
    more = percent_text(float(win[f"{many} v {few}", 0]))
    one = percent_text(float(win[f"{few} v {few}", 1]))
    many_word, few_word, counted_word = WORDS[many], WORDS[few], WORDS[counted]
    blocks: list[Block] = [
        Paragraph(
            f"The side with more units draws {many_word} combat tiles, the other {few_word}, and "
            f"equal sides draw {few_word} each; the best {counted_word} count, and units add their "
            f"modifiers. With equal modifiers the larger draw lifts the attacker from "
            f"{percent_text(1 / 2)} to {more}; one point of modifier with {few_word} tiles each "
            f"lifts it to {one}. These are exact probabilities without swapped tiles, not "
            "simulations; a tie is fought again, unless a defending shieldbearer takes it."
        ),
        Picture(
            "combat_odds",
            "The attacker's win probability by tiles drawn and difference of modifiers (ties are "
            "fought again).",
            "Curves rising from left to right: win probability of the attacker.",
        ),
        odds_cells(findings),
    ]
    return blocks, {"combat_odds": to_svg(draw_odds(shown))}


def method(findings: Findings) -> Content:
    """How it was done, and what it does and does not say."""
    rows, definition = findings.results.rows, findings.definition
    told = findings.results.provenance
    games, stopped = unfinished_games(rows)
    texts = (
        f"{games:,} games were played in {count(cells_of(rows), 'cell')}, each a map, a line-up of "
        "factions in seat order and the strategies of the seats"
        f"{', with equally many games' if told.get('stopping') is None else ''}. Cells "
        "that differ only in strategies draw the same tiles, so they are not counted as "
        "independent where a table joins them.",
        "A win counts 1, a win shared by k seats 1/k. Rates carry 95 % Wilson intervals; means, "
        "and rates whose rows depend on each other, carry bootstrap intervals that resample whole "
        "games. Numbers show no decimal beyond their error.",
        f"Fair is an equivalence test against a band of {points(definition.band)} either side of "
        "the fair share: the whole 95 % interval must lie inside. The band is a choice, not a "
        "law: a narrower one calls more rates unfair. Each verdict stands alone; among "
        f"{count(len(findings.factions) + len(findings.seats), 'verdict')} on factions and turn "
        "orders an occasional false one must be expected.",
        f"The turn limit stopped {count(stopped, 'game')} of the study"
        + (". " if not stopped else "; such games count with the points scored so far. ")
        + "The study says how these strategies fare under these rules on this map, not how people "
        "would, and nothing about how much fun a game is.",
    )
    sequential = (_stopping_text(told),) if told.get("stopping") else ()
    return [Paragraph(text) for text in (*texts, *sequential)], {}


def provenance(findings: Findings) -> Content:
    """What is needed to make the same games again."""
    told = findings.results.provenance
    rows = [
        ("Study", str(told["study"])),
        ("Question of the study", str(told["question"])),
        ("Games", _games_text(told)),
        ("Seed", str(told["seed"])),
        ("Quick run", "yes" if told["quick"] else "no"),
        ("Versions", listing([f"{name} {v}" for name, v in told["versions"].items()])),
        ("Version of the rules", str(told.get("rules_version"))),
        ("Table of results", str(told["table_hash"])),
        ("Table of areas", str(told["areas_hash"])),
        ("Study file", str(told["study_sha256"])),
        ("Code and data of the games", str(told["sources_sha256"])),
    ]
    text = (
        "The same study file and version give the same tables, whatever the machine and the number "
        "of workers, and the same tables give this document byte for byte. Hashes are SHA-256; "
        "that of a table is over its names, types and values."
    )
    table = Table("Provenance.", ("what", "value"), ("left", "left"), tuple(rows))
    return [Paragraph(text), table], {}


def _games_text(told: Mapping[str, Any]) -> str:
    """Return how many games were played, in how many cells, and how many it could have been."""
    cells = f"{told['cells']:,} cells"
    if told.get("stopping") is None or "most_games" not in told:
        return f"{told['games']:,} ({cells} of {told['replicates']:,})"
    return (
        f"{told['games']:,} of up to {told['most_games']:,} ({cells} of up to "
        f"{told['replicates']:,})"
    )


def _stopping_text(told: Mapping[str, Any]) -> str:
    """Return what a wanted precision does to the intervals."""
    return (
        f"The study played until its intervals were as narrow as {points(told['half_width'])} "
        "either way, looking at them at planned numbers of games. It stopped for their width and "
        "for no other reason; the width says next to nothing about which way a rate errs, so the "
        "intervals keep their coverage however often one looked (Chow and Robbins 1965). Wilson "
        "intervals have the correction for continuity, half a game either way, that the looks had."
    )


def _map_text(findings: Findings, name: str, areas: Mapping[str, Sequence[Any]]) -> str:
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
