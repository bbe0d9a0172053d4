"""A profile of each role of a game: what it wins, from what, against whom, from where, and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd

from bloodstones.core.contract.game import Role
from bloodstones.games.registry import load_game
from bloodstones.plots.points import draw_points
from bloodstones.plots.style import PAGE_WIDTH, to_svg
from bloodstones.report.contract.game_report import game_report_of
from bloodstones.report.document.model import Block, Paragraph, Picture, Report, Section, Table
from bloodstones.report.language.phrases import (
    count,
    least_to_most,
    listing,
    percent_text,
    players_text,
    tight,
)
from bloodstones.report.language.terms import speak
from bloodstones.report.summary.phrases import game_title, role_name, role_of, span, whole
from bloodstones.report.summary.plans import boards, for_all, profile_tables, worth
from bloodstones.report.summary.shelf import Shipped
from bloodstones.report.summary.standing import Finding, Holds, findings, set_ups
from bloodstones.stats.inference.rounding import PERCENT, decimals_for, with_sign

LEFT, RIGHT = "left", "right"
POINTS: Final = "points_by_source"
MATCH_UPS: Final = "win_rates_by_match_up"
WHAT_IFS: Final = "what_ifs"
META: Final = "meta_game"
SITES: Final = "sites_by_faction"
OPENINGS: Final = "openings_by_faction"
SURE: Final = 0.05
NAMED: Final = 3
POINTS_WIDTH: Final = 0.64 * PAGE_WIDTH
POINTS_ROW: Final = 0.24  # inches
EVERY: Final = "every"  # the section on what all roles share
HELD: Final[Mapping[Holds, str]] = {
    Holds.ABOVE: "wins more than its share with every player type",
    Holds.BELOW: "wins less than its share with every player type",
    Holds.EVEN: "is fair with every player type",
    Holds.DEPENDS: "does well with some players and badly with others",
    Holds.OPEN: "is undecided",
}


@dataclass(frozen=True, slots=True)
class Sources:
    """What the profiles of a game are made from.

    Attributes
    ----------
    game, reports
        Its id, and the reports on it.
    rates
        Its set-ups, as of `standing.set_ups`.
    found
        What holds for its roles.
    """

    game: str
    reports: tuple[Shipped, ...]
    rates: pd.DataFrame
    found: tuple[Finding, ...]

    def largest(self, name: str, players: int) -> tuple[Shipped, pd.DataFrame] | None:
        """Return the report with most games in a table of this name at so many players."""
        best = None
        for one in self.reports:
            table = one.table(name)
            if table.empty or not one.as_printed:
                continue
            part = table[table["players"] == players]
            if len(part) and (best is None or part["games"].sum() > best[1]["games"].sum()):
                best = one, part
        return best

    def every(self, name: str) -> list[tuple[Shipped, pd.DataFrame]]:
        """Return all tables of this name whose rates are by role, with their reports."""
        tables = [(one, one.table(name)) for one in self.reports if one.tells_roles]
        return [(one, table) for one, table in tables if not table.empty]


def profiles(shelf: Sequence[Shipped], game: str) -> Report | None:
    """Return a report with a profile of each role of a game; None where nobody has a role."""
    reports = tuple(one for one in shelf if one.game == game)
    rates = set_ups(reports)
    if rates.empty:
        return None
    sources = Sources(game, reports, rates, findings(rates))
    names = sorted(set(rates["who"]))
    role = role_of(game)
    sections: list[Section] = []
    pictures: dict[str, str] = {}
    for who in names:
        blocks, drawn = _page(sources, who)
        sections.append(Section(who, role_name(game, who), tuple(blocks)))
        pictures |= drawn
    common = tuple(for_all(reports))
    sections += [Section(EVERY, f"Every {role}", common)] if common else []
    return Report(
        f"{game_title(game)}: a profile of each {role}",
        f"How does each {role} do, where do its points come from, and what beats it?",
        (),
        (
            ("reports", str(len(reports))),
            ("playthroughs", f"{sum(one.games for one in reports):,}"),
        ),
        tuple(sections),
        pictures,
        brief=True,
    )


def _line(sources: Sources, who: str) -> str:
    """Summarise the findings on a role in a sentence."""
    parts = [
        f"with {count(one.players, 'player')}{started(one)} it {HELD[one.holds]} "
        f"({span(one.lowest, one.highest)} where {percent_text(one.fair_share)} is fair)"
        for one in sorted(sources.found, key=lambda one: (one.players, one.baseline))
        if one.who == who
    ]
    return tight(f"{role_name(sources.game, who)}: {listing(parts)}.")


def started(one: Finding) -> str:
    """Return what the games of a finding start from where that is not the printed game."""
    return f" and {one.baseline}" if one.baseline else ""


def _page(sources: Sources, who: str) -> tuple[list[Block], dict[str, str]]:
    blocks: list[Block] = [Paragraph(_line(sources, who)), _rates(sources, who)]
    drawn: dict[str, str] = {}
    picture = _points(sources, who)
    if picture is not None:
        blocks.append(picture[0])
        drawn[picture[0].name] = picture[1]
    for make in (_plans, _places, _openings):
        table = make(sources, who)
        if table is not None:
            blocks.append(table)
    tables = (boards(sources.reports, who), worth(sources.reports, who))
    blocks += [table for table in tables if table is not None]
    blocks += profile_tables(sources.reports, sources.game, who)
    moved = _moved(sources, who)
    return [*blocks, *([Paragraph(moved)] if moved else [])], drawn


def _rates(sources: Sources, who: str) -> Table:
    """Return the win rate by level, and how often it is ahead of each other, by players."""
    rates = sources.rates[sources.rates["who"] == who]
    most = rates.loc[rates.groupby(["level", "players"])["games"].idxmax()]
    players = sorted(int(number) for number in set(most["players"]))
    cells = {(row["level"], row["players"]): _rate(row) for _, row in most.iterrows()}
    levels = list(dict.fromkeys(most.sort_values("games", ascending=False)["level"]))
    rows = [
        ("wins if all are fair", *(percent_text(1 / number) for number in players)),
        *(
            (
                f"wins, all seats with {level}",
                *(cells.get((level, number), "–") for number in players),
            )
            for level in levels
        ),
    ]
    ahead = _opponents(sources, who, players)
    least, largest = most["games"].min(), most["games"].max()
    header = ("in per cent", *(players_text(number) for number in players))
    caption = (
        "Win rate with each strategy in all seats, and how often it finishes ahead of each other "
        "(even is 50; the hardest first), with half its 95 % interval, from the report with most "
        f"games of each (n = {least:,} to {largest:,} games a win rate)."
    )
    align = (LEFT, *(RIGHT for _ in players))
    return Table(caption, header, align, (*rows, *ahead), (1, len(rows)))


def _rate(row: Any) -> str:
    half = float(row["high"] - row["low"]) / 2 * PERCENT
    return f"{row['rate'] * PERCENT:.0f} ± {max(1, round(half))}"


def _points(sources: Sources, who: str) -> tuple[Picture, str] | None:
    """Draw where the points come from, a bar a number of players."""
    rows = []
    for players in sorted(set(sources.rates["players"])):
        largest = sources.largest(POINTS, int(players))
        if largest is not None:
            rows.append(largest[1][largest[1]["faction"] == who])
    table = pd.concat(rows, ignore_index=True) if rows else pd.DataFrame()
    if table.empty:
        return None
    columns = [each for each in load_game(sources.game).columns if Role.POINTS & each.role]
    used = {
        each.name: each.words
        for each in columns
        if each.name in table and table[each.name].abs().sum() > 0
    }
    if not used:
        return None
    figure = draw_points(
        table,
        "players",
        {number: players_text(int(number)) for number in table["players"]},
        used,
        {each.name: each.colour for each in columns if each.colour},
        {row["players"]: _score(row) for _, row in table.iterrows()},
        speak("victory points", game_report_of(sources.game).words.terms),
        POINTS_ROW,
    )
    name = f"points_{sources.game}_{who}"
    caption = "Where its points come from: means of a game, the score at the end of the bar."
    alt = "Stacked bars: mean points by source and number of players."
    return Picture(name, caption, alt, POINTS_WIDTH), to_svg(figure)


def _score(row: Any) -> str:
    return f"{row['score']:.{decimals_for((row['high'] - row['low']) / 2)}f}"


def _opponents(sources: Sources, who: str, players: Sequence[int]) -> list[tuple[str, ...]]:
    """Return how often it finishes ahead of each other role, what beats it first."""
    cells: dict[tuple[str, int], str] = {}
    rates: dict[str, list[float]] = {}
    for number in players:
        largest = sources.largest(MATCH_UPS, number)
        table = largest[1] if largest else pd.DataFrame({"faction": []})
        for _, row in table[table["faction"] == who].iterrows():
            cells[str(row["opponent"]), number] = _rate(row)
            rates.setdefault(str(row["opponent"]), []).append(float(row["rate"]))
    if len(rates) <= 1:
        return []
    order = sorted(rates, key=lambda name: sum(rates[name]) / len(rates[name]))
    return [
        (
            f"ahead of {role_name(sources.game, name)}",
            *(cells.get((name, number), "–") for number in players),
        )
        for name in order
    ]


def _plans(sources: Sources, who: str) -> Paragraph | None:
    """Return the strategies that play it best, by number of players."""
    parts = []
    for one, table in ((one, one.table(META)) for one in sources.reports):
        if table.empty or "faction" not in table:
            continue
        for players, group in table[table["faction"] == who].groupby("players"):
            best = group.sort_values(["nash", "rate"], ascending=False).head(NAMED)
            texts = [
                f"{one.name(row['strategy'])} ({whole(row['nash'])} %)"
                for _, row in best.iterrows()
            ]
            parts.append(f"with {count(int(str(players)), 'player')} {listing(texts)}")
    if not parts:
        return None
    return Paragraph(
        tight(
            "Plans that play it best, with their shares of the mix that loses least to any field "
            f"of opponents (Nash average): {'; '.join(parts)}."
        )
    )


def _places(sources: Sources, who: str) -> Table | None:
    """Return the best and worst sites."""
    rows, seats = [], []
    for one, table in ((one, one.table(SITES)) for one in sources.reports):
        of_role = table[table["faction"] == who] if not table.empty else table
        for players, group in of_role.groupby("players") if len(of_role) else ():
            ranked = group.sort_values("edge", ascending=False, kind="stable")
            good, bad = (ranked[ranked["low"] > 0], ranked[ranked["high"] < 0][::-1])
            board = one.name(str(group["map"].iloc[0]))
            rows.append((board, str(players), _sites(good), _sites(bad)))
            seats += [*good["seats"].head(NAMED), *bad["seats"].head(NAMED)]
    if not rows:
        return None
    caption = (
        "Best and worst sites to begin at: area, and percentage points of win rate above those of "
        "the same role under the same strategy elsewhere, of sites that differ for certain "
        "by intervals that hold for all sites together"
        + (f" (n = {least_to_most(seats)} seats a site)." if seats else ".")
    )
    header = ("map", "players", "best sites", "worst sites")
    return Table.grouped(tight(caption), header, (LEFT, LEFT, LEFT, LEFT), rows)


def _sites(group: pd.DataFrame) -> str:
    texts = [f"{row['place']} ({_signed(row['edge'])})" for _, row in group.head(NAMED).iterrows()]
    return "; ".join(texts) or "none for certain"


def _openings(sources: Sources, who: str) -> Table | None:
    """Return what openings go with winning."""
    tables = [table for table in (one.table(OPENINGS) for one in sources.reports) if len(table)]
    of_role = tables[0][tables[0]["faction"] == who] if tables else pd.DataFrame()
    if of_role.empty:
        return None
    cells: dict[tuple[str, int], str] = {}
    for _, row in of_role.iterrows():
        half = (row["high"] - row["low"]) / 2 * PERCENT
        cells[row["opening"], row["players"]] = f"{_signed(row['edge'])} ± {max(1, round(half))}"
    players = sorted(set(of_role["players"]))
    ranked = of_role.groupby("opening")["edge"].mean().sort_values(ascending=False)
    rows = tuple(
        (str(name), *(cells.get((name, number), "–") for number in players))
        for name in ranked.index
    )
    caption = (
        "Openings, the best first: percentage points of win rate above the mean of the role under "
        "the same strategy, with half of the interval for all openings together (n = "
        f"{of_role['seats'].min():,} to {of_role['seats'].max():,} seats). "
        "What goes with winning need not be its cause."
    )
    header = ("opening", *(players_text(int(number)) for number in players))
    return Table(caption, header, (LEFT, *(RIGHT for _ in players)), rows)


def _moved(sources: Sources, who: str) -> str:
    """Say which changes of the rules move it most."""
    changes = []
    for one, table in sources.every(WHAT_IFS):
        words, of_role = one.arms(), table[(table["faction"] == who) & (table["holm"] <= SURE)]
        changes += [
            (
                abs(row["difference"]),
                f"“{words.get(row['arm'], row['arm'])}” "
                f"({_signed(row['difference'])}, {players_text(int(row['players']))})",
            )
            for _, row in of_role.iterrows()
        ]
    if not changes:
        return ""
    most = [text for _, text in sorted(changes, reverse=True)[:NAMED]]
    return tight(f"Changes of the rules that move it most, in points: {listing(most)}.")


def _signed(share: float) -> str:
    return with_sign(share * PERCENT)
