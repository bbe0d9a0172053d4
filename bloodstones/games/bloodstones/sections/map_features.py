"""The section on maps of a study of many: which of their features go with fairness."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pandas as pd

from bloodstones.core.errors import expected
from bloodstones.games.bloodstones.maps.finding import find_board
from bloodstones.games.bloodstones.maps.sites import FEATURES, map_features
from bloodstones.plots.matrix import draw_matrix
from bloodstones.plots.style import PAGE_WIDTH, to_svg
from bloodstones.report.blocks.rows import largest
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.front.charts import effects_chart
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.language.phrases import (
    amount,
    capital,
    count,
    listing,
    rate,
    the,
    tight,
    title,
)
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.stats.inference.regression import regressions
from bloodstones.stats.inference.rounding import PERCENT, with_sign

PICTURE: Final = "map_features"
MAPS: Final = "maps_by_feature"
EFFECTS: Final = "map_effects"
FACTIONS: Final = "uneven_factions"
FIRST: Final = "first_seat"
TOGETHER: Final = (FACTIONS, FIRST)  # outcomes that are no single faction's
FEWEST_MAPS: Final = 150  # ten for each feature
LINE_HEIGHT: Final = 0.31
FULL: Final = 0.1  # a tenth of the fair share has the deepest colour
STAR: Final = "\u2009*"
NAMED: Final = 4
LEFT, RIGHT = "left", "right"


def find(played: PlayedStudy) -> Tables:
    """Return the tables of `count_maps`, over all base games."""
    return count_maps(played.base)


def count_maps(rows: pd.DataFrame) -> Mapping[str, pd.DataFrame]:
    """Return the features and outcomes of every map, and what the features do to the outcomes.

    Outcomes are shares of the fair share: of `uneven_factions` the squared gap of the win rates of
    all factions, chance taken out; of `first_seat` and each faction the gap itself.

    Raises
    ------
    InputError
        Fewer than 150 maps were played on.
    """
    names = list(dict.fromkeys(rows["map"]))
    if len(names) < FEWEST_MAPS:
        raise expected(f"at least {FEWEST_MAPS} maps", len(names), "section map_features")
    features_of = {name: map_features(find_board(name)) for name in names}
    lines = [
        {"map": name, **features_of[str(name)], **_outcomes(map_rows)}
        for name, map_rows in rows.groupby("map", sort=False)
    ]
    table = pd.DataFrame(lines)
    outcomes = [name for name in table.columns if name not in ("map", *FEATURES)]
    effects = regressions(table, list(FEATURES), outcomes)
    return {MAPS: table, EFFECTS: effects}


def _outcomes(map_rows: pd.DataFrame) -> dict[str, float]:
    """Return how fair a map is, from its games."""
    gap = map_rows["win_credit"] * map_rows["players"] - 1
    by_faction = gap.groupby(map_rows["faction"])
    noise = by_faction.var(ddof=1) / by_faction.size()
    squared = float((by_faction.mean() ** 2 - noise).mean())
    first = float(gap[map_rows["turn_order"] == 0].mean())
    rates = {str(name): float(value) for name, value in by_faction.mean().items()}
    return {FACTIONS: squared, FIRST: first, **rates}


def make(findings: StudyFindings) -> Content:
    """Return the effects as a picture and a table."""
    tables = findings.named
    shown, typical = _shown(tables)
    maps = tables[MAPS]
    outcomes: dict[object, str] = {name: _heading(str(name)) for name in shown["outcome"].unique()}
    features: dict[object, str] = {
        name: capital(FEATURES[str(name)].words) for name in _by_effect(shown)
    }
    squares = pd.DataFrame(
        {
            "line": shown["feature"],
            "column": shown["outcome"],
            "lean": shown["effect"] / FULL,
            "text": [_signed(value) for value in shown["effect"]],
            "sure": shown["sure"],
        }
    )
    picture = Picture(
        PICTURE,
        "What one standard deviation more of a feature goes with, other features held still, in "
        "per cent of the fair share: the distance of the factions from fair, the win rate of the "
        "first seat, and that of each faction. Bordered: not told apart from nothing when all "
        f"{len(shown)} looks are allowed for.",
        "A grid of squares, a line for each feature of a map and a column for each outcome; the "
        "table below has the numbers.",
    )
    blocks: list[Block] = [
        Paragraph(_intro(shown, maps, typical)),
        Paragraph(_standouts(shown)),
        picture,
        _table(shown, maps, features, outcomes),
    ]
    drawn = draw_matrix(squares, features, outcomes, width=PAGE_WIDTH, height=LINE_HEIGHT)
    return blocks, {PICTURE: to_svg(drawn)}


def _shown(tables: Mapping[str, pd.DataFrame]) -> tuple[pd.DataFrame, float]:
    """Return the effects as shares of the fair share, and the typical distance from fair."""
    table = tables[EFFECTS]
    typical = float(np.sqrt(max(0.0, tables[MAPS][FACTIONS].mean())))
    # A squared distance moves twice the distance times its own move.
    scale = np.where(table["outcome"] == FACTIONS, 2 * typical, 1.0)
    shown = table.assign(**{name: table[name] / scale for name in ("effect", "low", "high")})
    return shown, typical


def _heading(outcome: str) -> str:
    """Return the heading of an outcome."""
    return {FACTIONS: "distance of factions", FIRST: "first seat"}.get(outcome, title(outcome))


def _by_effect(shown: pd.DataFrame) -> list[str]:
    """Return the features, those that move any outcome most first."""
    most = shown.assign(size=shown["effect"].abs()).groupby("feature")["size"].max()
    return [str(name) for name in most.sort_values(ascending=False, kind="stable").index]


def _signed(value: float) -> str:
    return with_sign(value * PERCENT, 1)


def _intro(shown: pd.DataFrame, maps: pd.DataFrame, typical: float) -> str:
    return tight(
        f"{count(len(maps), 'map')} were drawn by lot, so that size, sea, terrain and narrow "
        "places vary apart from each other, and played by the same line-ups with the same luck. "
        f"On them the win rates of the factions are typically {typical * PERCENT:.0f} % of their "
        "fair share away from it. A linear regression of each outcome on all features tells what "
        "goes with one standard deviation more of a feature while the others stay as they are. "
        f"Its intervals hold for all {len(shown)} looks together (95 %, Bonferroni), with errors "
        "that allow for unequal variances. What goes with a feature need not come from it."
    )


def _standouts(shown: pd.DataFrame) -> str:
    """Say which features stand out."""
    sure = shown[shown["sure"]]
    if sure.empty:
        return "No feature is told apart from none, once all looks are allowed for."
    uneven = sure[sure["outcome"] == FACTIONS].sort_values("effect", key=abs, ascending=False)
    others = sure[sure["outcome"] != FACTIONS].sort_values("effect", key=abs, ascending=False)
    parts = []
    if not uneven.empty:
        sides = {
            "further from": uneven[uneven["effect"] > 0],
            "nearer to": uneven[uneven["effect"] < 0],
        }
        directions = [
            f"{side} fair with {_listed(rows)}" for side, rows in sides.items() if len(rows)
        ]
        parts.append(f"Factions are {', and '.join(directions)}.")
    else:
        parts.append("No feature by itself makes the factions as a whole more or less even.")
    if not others.empty:
        moved = [
            f"{_words(row)} for {_who(str(row['outcome']))} ({_ends(row)})"
            for _, row in others.head(NAMED).iterrows()
        ]
        parts.append(f"Single seats are moved most by {listing(moved)}.")
    return tight(" ".join(parts))


def _listed(rows: pd.DataFrame) -> str:
    return listing([f"{_words(row)} ({_ends(row)})" for _, row in rows.iterrows()])


def _words(row: Any) -> str:
    return f"more {FEATURES[row['feature']].words}"


def _who(outcome: str) -> str:
    return "the first seat" if outcome == FIRST else f"the {title(outcome)}"


def _ends(row: Any) -> str:
    return f"{_signed(row['effect'])} %, {_signed(row['low'])} to {_signed(row['high'])}"


def _table(
    shown: pd.DataFrame,
    maps: pd.DataFrame,
    features: Mapping[object, str],
    outcomes: Mapping[object, str],
) -> Table:
    """Return the effects on the factions as a whole and on the first seat, and who is moved."""
    cells = {(row["feature"], row["outcome"]): row for _, row in shown.iterrows()}
    seats_alone = [name for name in outcomes if name not in TOGETHER]
    rows = []
    for name, words in features.items():
        moved = [
            f"{outcomes[who]} {_cell(cells[name, who]).removesuffix(STAR)}"
            for who in seats_alone
            if cells[name, who]["sure"]
        ]
        spread = f"{maps[str(name)].mean():.2f} ± {maps[str(name)].std():.2f}"
        effects = (_cell(cells[name, who]) for who in TOGETHER)
        rows.append((words, spread, *effects, listing(moved) or "–"))
    explained = shown.groupby("outcome")["r2"].first()
    parts = {who: f"{max(0.0, explained[str(who)]) * PERCENT:.0f} %" for who in outcomes}
    who = ", ".join(f"{outcomes[name]} {parts[name]}" for name in seats_alone)
    rows.append(("variance explained", "", *(parts[name] for name in TOGETHER), who))
    caption = (
        "Effects of one standard deviation of each feature in per cent of the fair share, with "
        "half of an interval that holds for all looks together; second column: mean and standard "
        f"deviation over the maps. {STAR.strip()}: told apart from none. Last column: factions "
        "whose win rate is told apart. The table of files has all of them."
    )
    header = (
        "feature",
        "on the maps",
        *(outcomes[name].replace(" of ", "\nof ") for name in TOGETHER),
        "factions that are moved",
    )
    align = (LEFT, RIGHT, *(RIGHT for _ in TOGETHER), LEFT)
    return Table(caption, header, align, tuple(rows), (len(rows) - 1,))


def _cell(row: Any) -> str:
    half = (row["high"] - row["low"]) / 2 * PERCENT
    return f"{_signed(row['effect'])} ± {half:.1f}{STAR if row['sure'] else ''}"


def front(findings: StudyFindings) -> Part:
    """Return what is on the first page: which features stand out, and what to do about them."""
    tables = findings.named
    shown, typical = _shown(tables)
    maps = tables[MAPS]
    uneven = shown[(shown["outcome"] == FACTIONS) & shown["sure"]]
    explained = max(0.0, float(shown[shown["outcome"] == FACTIONS]["r2"].iloc[0]))
    answer = "no feature of a map makes the factions clearly more even"
    advice = (
        "Do not look for a map that makes the factions even: change the rules of the factions. "
        f"All features together explain {rate(explained)} of how uneven a map is."
    )
    if not uneven.empty:
        row = uneven.sort_values("effect", kind="stable").iloc[0]
        values = maps[str(row["feature"])]
        other = "more" if row["effect"] < 0 else "less"
        words = FEATURES[str(row["feature"])].words
        answer = f"the factions are more even on maps with {other} of one feature, “{words}”"
        advice = (
            f"For a more even map, take one with {other} of “{words}”. One standard deviation, "
            f"{values.std():.2f}, brings rates {abs(float(row['effect'])) * PERCENT:.1f} % of a "
            "fair share nearer to fair."
        )
    lines = [
        f"on {amount(len(maps), 'drawn map', 'drawn maps')}, factions are typically "
        f"{rate(typical)} of a fair share from fair",
        f"all features together explain {rate(explained)} of how that differs from map to map",
        *_moved(shown),
        _seat(shown),
    ]
    doubt = "Maps of other kinds, other players and other sizes could change this."
    return Part(answer, tuple(lines), "", tight(advice), doubt, _chart(shown))


def _moved(shown: pd.DataFrame) -> list[str]:
    """Name the faction that a feature moves most for certain."""
    sure = shown[shown["sure"] & ~shown["outcome"].isin(TOGETHER)]
    if sure.empty:
        return []
    row = largest(sure, sure["effect"].abs())
    effect = float(row["effect"])
    more = "more" if effect > 0 else "less"
    words = FEATURES[str(row["feature"])].words
    return [
        f"a standard deviation more of “{words}” moves {the(str(row['outcome']))} most: "
        f"they win {abs(effect) * PERCENT:.0f} % {more} often"
    ]


def _chart(shown: pd.DataFrame) -> Chart:
    """Draw what each feature does to the distance of the factions from fair."""
    ordered = shown[shown["outcome"] == FACTIONS].sort_values("effect", kind="stable")
    names = [capital(FEATURES[str(name)].words) for name in ordered["feature"]]
    return effects_chart(
        ordered,
        names,
        "What one standard deviation more of a feature goes with, all looks allowed for",
        "effect",
        "distance of the factions from fair, as a share of the fair share",
    )


def _seat(shown: pd.DataFrame) -> str:
    """Say what a map does to whoever moves first."""
    sure = shown[(shown["outcome"] == FIRST) & shown["sure"]]
    if sure.empty:
        return "no feature clearly changes what it is worth to move first"
    row = largest(sure, sure["effect"].abs())
    return (
        "one feature changes what it is worth to move first: "
        f"“{FEATURES[str(row['feature'])].words}”"
    )


MAP_FEATURES: Final = Section(
    PICTURE, "Which features of a map go with fairness", make, find, front=front
)
