"""A judgement of a map as tables for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.questions.answer import COUNT, Column, Fact, Facts, Part, Table
from bloodstones.report.language.phrases import ordinal, title
from bloodstones.stats.inference.rounding import PERCENT, decimals_for, show, show_percent
from bloodstones.stats.maps import LEAD_MEASURES
from bloodstones.stats.unevenness import as_percent

if TYPE_CHECKING:
    import pandas as pd

    from bloodstones.games.bloodstones.rules.ruleset import BoardMap
    from bloodstones.stats.maps import MapJudgement

SITES, AREAS = 8, 8
SHARES: Final = ("never", "settled", "winner_led", "from_behind")


def judgement_parts(
    board: BoardMap,
    judgement: MapJudgement,
    sites: Sequence[Mapping[str, Any]],
    strategy: str,
    band: float,
) -> Iterator[Part]:
    """Yield a judgement; `sites` as in `maps.sites.site_qualities`, `band` in per cent."""
    size = f"{judgement.players} players, {judgement.games:,} games"
    heading = f"{board.name}: {size}, all seats {strategy}"
    advantage = f"{judgement.verdict.value} (band ± {band:g} % of the fair share)"
    uneven = judgement.unevenness
    facts = [
        Fact("", "Seat advantage", advantage),
        Fact("", "Factions", _off(uneven.factions, uneven.factions_ends)),
        Fact("", "Turn orders", _off(uneven.turn_orders, uneven.turn_orders_ends)),
    ]
    yield Facts(facts, heading)
    points = judgement.points.set_index("turn_order")
    orders = [
        (f"{ordinal(int(row['turn_order']))} to play", row, points.loc[row["turn_order"]])
        for _, row in judgement.seats.iterrows()
    ]
    yield _rates("Turn order", orders)
    factions = [(title(str(row["faction"])), row, None) for _, row in judgement.factions.iterrows()]
    yield _rates("Faction", factions)
    yield _sites(judgement, sites)
    yield _leads(judgement.leads)
    yield _contested(judgement.contested)


def _off(value: float, ends: tuple[float, float]) -> str:
    """Return how far win rates are off the fair share on average."""
    low, high = map(as_percent, ends)
    return (
        f"{as_percent(value):.1f} % of the fair share off on average, chance taken out "
        f"({low:.1f}, {high:.1f})"
    )


def difference_parts(boards: Sequence[BoardMap], data: Mapping[str, Any]) -> Iterator[Part]:
    """Yield the paired differences of two maps."""
    one, other = (board.name for board in boards)
    rows = []
    for line in data["differences"]:
        share = "win rate" in line["measure"]
        rows.append(
            [
                line["measure"][:1].upper() + line["measure"][1:],
                f"{line['pairs']:,}",
                _signed(line, PERCENT if share else 1, " points" if share else ""),
                f"{line['correlation']:.2f}",
            ]
        )
    heading = f"{one} less {other}, with the same random numbers"
    yield _table(["", "n", "Difference (95 %)", "Correlation"], rows, heading)
    gap = data["unevenness_difference"]
    if gap["high"] < 0:
        verdict = f"{one} is the more even map"
    elif gap["low"] > 0:
        verdict = f"{other} is the more even map"
    else:
        verdict = "too few games to decide which map is more even"
    scaled = {key: gap[key] for key in ("low", "high")} | {"difference": gap["total"]}
    signed = _signed(scaled, PERCENT * PERCENT, "")
    n = f"n = {gap['games']:,} each, correlation {gap['correlation']:.2f}"
    uneven = Fact("", "Unevenness", f"{signed} squared per cent, {n}")
    yield Facts([uneven, Fact("", "Verdict", verdict)])


def _signed(line: Mapping[str, Any], scale: float, unit: str) -> str:
    value, low, high = (line[key] * scale for key in ("difference", "low", "high"))
    places = decimals_for((high - low) / 2)
    return f"{value:+.{places}f}{unit} ({low:+.{places}f} to {high:+.{places}f})"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], heading: str = "") -> Table:
    """Return a table of texts, all but the first at the right of their columns."""
    first, *rest = heads
    columns = [Column("", first), *(Column("", name, COUNT) for name in rest)]
    return Table(columns, rows, heading)


def _rates(what: str, lines: Iterable[tuple[str, Any, Any]]) -> Table:
    """Return win rates, with points where the third of a line has them."""
    rows, scored = [], False
    for name, row, points in lines:
        cells = [f"{row['seats']:,}", show_percent(row["rate"], row["low"], row["high"])]
        cells.append(row["verdict"])
        if points is not None:
            scored = True
            cells.append(show(points["score"], points["low"], points["high"]))
        rows.append([name, *cells])
    heads = [what, "n", "Win rate (95 %)", "Verdict", *(["VP (95 %)"] if scored else [])]
    return _table(heads, rows)


def _sites(judgement: MapJudgement, sites: Sequence[Mapping[str, Any]]) -> Table:
    """Return the citadel areas that were taken most, with what they offer and how they fared."""
    heads = ["n", "Win rate", "Edge, points", "Homes", "Gates", "Sea"]
    offers = {site["area"]: site for site in sites}
    rows = []
    for _, row in judgement.places["citadel_area"].nlargest(SITES, "seats").iterrows():
        offer = offers[int(row["citadel_area"])]
        edge = {"difference": row["edge"], "low": row["edge_low"], "high": row["edge_high"]}
        rows.append(
            [
                f"{offer['area']}, {offer['terrain']}",
                f"{row['seats']:,}",
                f"{row['rate']:.0%}",
                _signed(edge, PERCENT, ""),
                str(offer["places"][-1]),
                str(offer["gates"]),
                "-" if offer["to_sea"] is None else str(offer["to_sea"]),
            ]
        )
    return _table([f"Citadel at ({len(sites)} sites)", *heads], rows)


def _leads(leads: pd.DataFrame) -> Table:
    rows = []
    for _, row in leads.iterrows():
        shown = show_percent if row["measure"] in SHARES else show
        name = LEAD_MEASURES[row["measure"]]
        mean = shown(row["mean"], row["low"], row["high"])
        rows.append([name[:1].upper() + name[1:], f"{row['games']:,}", mean])
    return _table(["The lead", "n", "Mean (95 %)"], rows)


def _contested(areas: pd.DataFrame) -> Table:
    heads = ["Contested area", "Battles in 100 games", "Villages captured in 100 games"]
    rows = []
    for _, row in areas.nlargest(AREAS, "battles").iterrows():
        cells = (
            show(*(PERCENT * row[f"{what}{end}"] for end in ("", "_low", "_high")))
            for what in ("battles", "villages_captured")
        )
        rows.append([str(row["area"]), *cells])
    return _table(heads, rows)
