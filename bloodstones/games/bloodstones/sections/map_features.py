"""The section on maps of a study of many: which of their features go with fairness."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
import pandas as pd

from bloodstones.core.errors import expected
from bloodstones.games.bloodstones.maps.finding import find_board
from bloodstones.games.bloodstones.maps.sites import FEATURES, map_features
from bloodstones.plots.matrix import draw_matrix
from bloodstones.plots.style import PAGE_WIDTH, to_svg
from bloodstones.report.blocks.rows import smallest
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.front.charts import effects_chart
from bloodstones.report.front.part import Chart
from bloodstones.report.language.phrases import capital, listing, the, tight, title
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
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


@dataclass(frozen=True)
class MapFeatures(Finding):
    """Which features of a map go with even factions, and with the worth of moving first.

    Attributes
    ----------
    shown
        Effects of one standard deviation more of a feature, as shares of the fair share.
    maps
        Features and outcomes of every map.
    fair
        The fair share.
    fewest
        Games on a map, the fewest.
    """

    shown: pd.DataFrame
    maps: pd.DataFrame
    fair: float
    fewest: int

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "none_stands_out": lambda f: (
            not ((f.shown["low"] > 0) | (f.shown["high"] < 0)).where(f.shown["sure"], False).any()
        ),
        "most_even": lambda f: bool((f.uneven["effect"] >= f.evening["effect"]).all()),
        "most_moved": lambda f: bool((f.single["effect"].abs() <= abs(f.moved["effect"])).all()),
    }

    @property
    def uneven(self) -> pd.DataFrame:
        """Significant effects on how far from fair the factions are, the largest first."""
        return self._sure(self.shown["outcome"] == FACTIONS)

    @property
    def further(self) -> pd.DataFrame:
        """Those of them that go with a larger distance from fair."""
        return self.uneven[self.uneven["effect"] > 0]

    @property
    def closer(self) -> pd.DataFrame:
        """Those of them that go with a smaller distance."""
        return self.uneven[self.uneven["effect"] < 0]

    @property
    def others(self) -> pd.DataFrame:
        """Significant effects on single seats, the largest first."""
        return self._sure(self.shown["outcome"] != FACTIONS)

    @property
    def single(self) -> pd.DataFrame:
        """Those of them on factions."""
        return self._sure(~self.shown["outcome"].isin(TOGETHER))

    @property
    def evening(self) -> Any:
        """The feature that goes most with even factions; None without a significant one."""
        return None if self.uneven.empty else smallest(self.uneven, self.uneven["effect"])

    @property
    def moved(self) -> Any:
        """The faction that a feature moves most; None without a significant effect."""
        return None if self.single.empty else self.single.iloc[0]

    @property
    def first_moved(self) -> Any:
        """The feature that changes the worth of moving first most; None without one."""
        sure = self._sure(self.shown["outcome"] == FIRST)
        return None if sure.empty else sure.iloc[0]

    @property
    def explained(self) -> float:
        """The share of the variance of the distance from fair that all features explain."""
        return max(0.0, float(self.shown[self.shown["outcome"] == FACTIONS]["r2"].iloc[0]))

    @property
    def named(self) -> int:
        """How many effects on single seats are named."""
        return NAMED

    @property
    def star(self) -> str:
        """The sign behind what is significant."""
        return STAR.strip()

    def _sure(self, which: pd.Series[bool]) -> pd.DataFrame:
        chosen = self.shown[which & self.shown["sure"]]
        return chosen.sort_values("effect", key=abs, ascending=False, kind="stable")

    @property
    def distance(self) -> float:
        """The average distance of the win rates from the fair share, a part of all games."""
        gaps = self.maps[[name for name in self.outcomes if name not in TOGETHER]]
        return float(gaps.abs().to_numpy().mean()) * self.fair

    def rows(self, table: pd.DataFrame) -> list[Any]:
        """Return the rows of a table."""
        return [row for _, row in table.iterrows()]

    def words(self, row: Any) -> str:
        """Return what a feature is called."""
        return FEATURES[str(row["feature"])].words

    def who(self, row: Any) -> str:
        """Return whom an effect moves, as a sentence names it."""
        return "the first seat" if row["outcome"] == FIRST else the(str(row["outcome"]))

    def ends(self, row: Any) -> str:
        """Return an effect with its interval, in per cent of the fair share."""
        return tight(_ends(row))

    def spread(self, row: Any) -> str:
        """Return the standard deviation of a feature over the maps."""
        return f"{self.maps[str(row['feature'])].std():.2f}"

    def size(self, row: Any) -> str:
        """Return the size of an effect in points."""
        return tight(f"{abs(float(row['effect'])) * self.fair * PERCENT:.1f} points")

    @property
    def outcomes(self) -> dict[object, str]:
        """The outcomes by the headings of their columns."""
        return {name: _heading(str(name)) for name in self.shown["outcome"].unique()}

    @property
    def features(self) -> dict[object, str]:
        """The features by name, those that move any outcome most first."""
        return {name: capital(FEATURES[str(name)].words) for name in _by_effect(self.shown)}

    def drawing(self) -> str:
        """Draw all effects as a grid."""
        squares = pd.DataFrame(
            {
                "line": self.shown["feature"],
                "column": self.shown["outcome"],
                "lean": self.shown["effect"] / FULL,
                "text": [_signed(value) for value in self.shown["effect"]],
                "sure": self.shown["sure"],
            }
        )
        names = (self.features, self.outcomes)
        return to_svg(draw_matrix(squares, *names, width=PAGE_WIDTH, height=LINE_HEIGHT))

    def table(self) -> Table:
        """Return the effects as a table."""
        return _table(self.shown, self.maps, self.features, self.outcomes)

    @property
    def chart(self) -> Chart:
        """What each feature does to the distance of the factions from fair."""
        return _chart(self.shown)


def map_features_of(findings: StudyFindings) -> MapFeatures:
    """Return what the features of maps go with."""
    tables = findings.named
    fair = float(tables[StudyTable.FACTIONS]["fair_share"].iloc[0])
    played = tables[StudyTable.PLAYED]
    fewest = int(played.loc[played["what"] == "map", "games"].min())
    return MapFeatures(_shown(tables), tables[MAPS], fair, fewest)


def _shown(tables: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Return the effects as shares of the fair share."""
    table = tables[EFFECTS]
    typical = float(np.sqrt(max(0.0, tables[MAPS][FACTIONS].mean())))
    # A squared distance moves twice the distance times its own move.
    scale = np.where(table["outcome"] == FACTIONS, 2 * typical, 1.0)
    shown: pd.DataFrame = table.assign(
        **{name: table[name] / scale for name in ("effect", "low", "high")}
    )
    return shown


def _heading(outcome: str) -> str:
    """Return the heading of an outcome."""
    return {FACTIONS: "distance of factions", FIRST: "first seat"}.get(outcome, title(outcome))


def _by_effect(shown: pd.DataFrame) -> list[str]:
    """Return the features, those that move any outcome most first."""
    most = shown.assign(size=shown["effect"].abs()).groupby("feature")["size"].max()
    return [str(name) for name in most.sort_values(ascending=False, kind="stable").index]


def _signed(value: float) -> str:
    return with_sign(value * PERCENT, 1)


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
    header = (
        "feature",
        "on the maps",
        *(outcomes[name].replace(" of ", "\nof ") for name in TOGETHER),
        "factions that are moved",
    )
    align = (LEFT, RIGHT, *(RIGHT for _ in TOGETHER), LEFT)
    return Table("", header, align, tuple(rows), (len(rows) - 1,))


def _cell(row: Any) -> str:
    half = (row["high"] - row["low"]) / 2 * PERCENT
    return f"{_signed(row['effect'])} ± {half:.1f}{STAR if row['sure'] else ''}"


def _chart(shown: pd.DataFrame) -> Chart:
    """Draw what each feature does to the distance of the factions from fair."""
    ordered = shown[shown["outcome"] == FACTIONS].sort_values("effect", kind="stable")
    names = [capital(FEATURES[str(name)].words) for name in ordered["feature"]]
    return effects_chart(
        ordered,
        names,
        "What one standard deviation more of a feature goes with, corrected for all comparisons",
        "effect",
        "distance of the factions from fair, as a share of the fair share",
    )


MAP_FEATURES: Final = topic(
    PICTURE, "Which features of a map go with fairness", map_features_of, find=find
)
