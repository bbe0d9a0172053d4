"""A judgement of a map on the screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Console
from rich.text import Text

from bloodstones.cli.terminal.tables import Table
from bloodstones.games.bloodstones.cli.maps_panel import WIDTH
from bloodstones.report.language.wording import ordinal, title
from bloodstones.stats.inference.rounding import PERCENT, decimals_for, show, show_percent
from bloodstones.stats.map_balance import LEAD_MEASURES
from bloodstones.stats.unevenness import as_percent

if TYPE_CHECKING:
    import pandas as pd

    from bloodstones.games.bloodstones.rules.ruleset import BoardMap
    from bloodstones.stats.judgement import MapJudgement

SITES, AREAS = 8, 8
SHARES = ("never", "settled", "winner_led", "from_behind")


def show_judgement(
    board: BoardMap,
    found: MapJudgement,
    sites: Sequence[Mapping[str, Any]],
    strategy: str,
    band: float,
) -> None:
    """Print a judgement; `sites` as in `map_sites.site_qualities`, `band` in per cent."""
    console = Console(highlight=False)
    console.width = min(console.width, WIDTH)
    head = f"  {found.players} players, {found.games:,} games, all seats {strategy}"
    console.print(Text.assemble((board.name, "bold yellow"), head))
    console.print(f"\nSeat advantage: {found.verdict.value} (band ± {band:g} % of the fair share)")
    uneven = found.unevenness
    kinds = (
        ("Factions", uneven.factions, uneven.factions_ends),
        ("Turn orders", uneven.turn_orders, uneven.turn_orders_ends),
    )
    for what, value, ends in kinds:
        low, high = map(as_percent, ends)
        console.print(
            f"{what} are {as_percent(value):.1f} % of the fair share off on average, chance taken "
            f"out ({low:.1f}, {high:.1f})"
        )
    points = found.points.set_index("turn_order")
    orders = [
        (f"{ordinal(int(row['turn_order']))} to play", row, points.loc[row["turn_order"]])
        for _, row in found.seats.iterrows()
    ]
    console.print(_rates("Turn order", orders))
    factions = [(title(str(row["faction"])), row, None) for _, row in found.factions.iterrows()]
    console.print(_rates("Faction", factions))
    console.print(_sites(found, sites))
    console.print(_leads(found.leads))
    console.print(_contested(found.contested))


def show_differences(boards: Sequence[BoardMap], told: Mapping[str, Any]) -> None:
    """Print the paired differences of two maps."""
    console = Console(highlight=False)
    console.width = min(console.width, WIDTH)
    one, other = (board.name for board in boards)
    console.print(Text.assemble((f"{one} less {other}", "bold yellow"), "  on the same luck"))
    table = _table("", "n", "Difference (95 %)", "Correlation")
    for line in told["differences"]:
        share = "win rate" in line["measure"]
        table.add_row(
            line["measure"][:1].upper() + line["measure"][1:],
            f"{line['pairs']:,}",
            _signed(line, PERCENT if share else 1, " points" if share else ""),
            f"{line['correlation']:.2f}",
        )
    console.print(table)
    gap = told["unevenness_difference"]
    if gap["high"] < 0:
        verdict = f"{one} is the more even map"
    elif gap["low"] > 0:
        verdict = f"{other} is the more even map"
    else:
        verdict = "too few games to tell which map is more even"
    scaled = {key: gap[key] for key in ("low", "high")} | {"difference": gap["total"]}
    told_gap = _signed(scaled, PERCENT * PERCENT, "")
    console.print(
        f"Unevenness (squared per cent): {told_gap}, n = {gap['games']:,} each, "
        f"correlation {gap['correlation']:.2f}: {verdict}"
    )


def _signed(line: Mapping[str, Any], scale: float, unit: str) -> str:
    value, low, high = (line[key] * scale for key in ("difference", "low", "high"))
    places = decimals_for((high - low) / 2)
    return f"{value:+.{places}f}{unit} ({low:+.{places}f} to {high:+.{places}f})"


def _table(first: str, *rest: str) -> Table:
    table = Table(first, box=box.SIMPLE)
    for name in rest:
        table.add_column(name, justify="right")
    return table


def _rates(what: str, lines: Iterable[tuple[str, Any, Any]]) -> Table:
    """Return win rates, with points where the third of a line has them."""
    lines = list(lines)
    scored = any(points is not None for _, _, points in lines)
    table = _table(what, "n", "Win rate (95 %)", "Verdict", *(["VP (95 %)"] if scored else []))
    for name, row, points in lines:
        cells = [f"{row['seats']:,}", show_percent(row["rate"], row["low"], row["high"])]
        cells.append(row["verdict"])
        if points is not None:
            cells.append(show(points["score"], points["low"], points["high"]))
        table.add_row(name, *cells)
    return table


def _sites(found: MapJudgement, sites: Sequence[Mapping[str, Any]]) -> Table:
    """Return the citadel areas that were taken most, with what they offer and how they fared."""
    table = _table(
        f"Citadel at ({len(sites)} sites)", "n", "Win rate", "Edge, points", "Homes", "Gates", "Sea"
    )
    table.caption = (
        "Edge: win rate above that of the same factions elsewhere. Homes: village places "
        f"within {len(sites[0]['places']) - 1} steps."
    )
    offers = {site["area"]: site for site in sites}
    for _, row in found.places["citadel_area"].nlargest(SITES, "seats").iterrows():
        offer = offers[int(row["citadel_area"])]
        edge = {"difference": row["edge"], "low": row["edge_low"], "high": row["edge_high"]}
        table.add_row(
            f"{offer['area']}, {offer['terrain']}",
            f"{row['seats']:,}",
            f"{row['rate']:.0%}",
            _signed(edge, PERCENT, ""),
            str(offer["places"][-1]),
            str(offer["gates"]),
            "-" if offer["to_sea"] is None else str(offer["to_sea"]),
        )
    return table


def _leads(leads: pd.DataFrame) -> Table:
    table = _table("The lead", "n", "Mean (95 %)")
    for _, row in leads.iterrows():
        shown = show_percent if row["measure"] in SHARES else show
        name = LEAD_MEASURES[row["measure"]]
        mean = shown(row["mean"], row["low"], row["high"])
        table.add_row(name[:1].upper() + name[1:], f"{row['games']:,}", mean)
    return table


def _contested(areas: pd.DataFrame) -> Table:
    table = _table("Contested area", "Battles in 100 games", "Villages captured in 100 games")
    for _, row in areas.nlargest(AREAS, "battles").iterrows():
        cells = (
            show(*(PERCENT * row[f"{what}{end}"] for end in ("", "_low", "_high")))
            for what in ("battles", "villages_captured")
        )
        table.add_row(str(row["area"]), *cells)
    return table
