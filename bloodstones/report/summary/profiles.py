"""A profile of each role of a game: what it wins, from what, against whom, from where, and how."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.core.contract.game import Role
from bloodstones.games.registry import load_game
from bloodstones.plots.points import draw_points
from bloodstones.plots.style import PAGE_WIDTH, to_svg
from bloodstones.report.contract.game_report import game_report_of
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Report, Section, Table
from bloodstones.report.language.phrases import SMALLEST, least_to_most, percent_text, players_text
from bloodstones.report.language.terms import speak
from bloodstones.report.summary.findings import SummaryFindings
from bloodstones.report.summary.phrases import game_title, role_name, role_of
from bloodstones.report.summary.plans import Every, Lost, OnBoards, boards, profile_tables, worth
from bloodstones.report.summary.shelf import Shipped
from bloodstones.report.summary.standing import Holds, Standing
from bloodstones.stats.inference.rounding import PERCENT, decimals_for, with_sign

LEFT, RIGHT = "left", "right"
POINTS: Final = "points_by_source"
MATCH_UPS: Final = "win_rates_by_match_up"
WHAT_IFS: Final = "what_ifs"
META: Final = "meta_game"
SITES: Final = "sites_by_faction"
OPENINGS: Final = "openings_by_faction"
SURE: Final = 0.05
# What a role wins beyond its fair share where a sentence speaks of every player type.
HELD: Final[Mapping[Holds, Callable[[float], bool]]] = {
    Holds.ABOVE: lambda off: off > 0,
    Holds.BELOW: lambda off: off < 0,
}
NAMED: Final = 3
POINTS_WIDTH: Final = 0.64 * PAGE_WIDTH
POINTS_ROW: Final = 0.24  # inches
EVERY: Final = "every"  # the section on what all roles share


@dataclass(frozen=True)
class Points:
    """A picture of where the points of a role come from: its name and itself."""

    name: str
    svg: str


@dataclass(frozen=True)
class Move:
    """A change of the rules that moves a role: its words, how far, at which table."""

    words: str
    points: str
    players: int


@dataclass(frozen=True)
class Counted:
    """A table, and how many seats a figure of it rests on; "" where none does."""

    table: Table
    seats: str


@dataclass(frozen=True)
class Profile(Finding):
    """What a role of a game wins, from what, against whom, from where, and how.

    Attributes
    ----------
    findings
        Of the reports on the game.
    game, who
        Ids of the game and of the role.
    """

    findings: SummaryFindings
    game: str
    who: str

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        # What a sentence says of every player type is so in each setup that counts.
        "holds_everywhere": lambda f: all(
            HELD[one.holds](row["rate"] - row["fair_share"])
            for one in f.standings
            if one.holds in HELD
            for _, row in f.of(one).iterrows()
        ),
    }

    @property
    def reports(self) -> Sequence[Shipped]:
        """The reports on the game."""
        return self.findings.shelf

    @property
    def rates(self) -> pd.DataFrame:
        """Its setups, as of `standing.set_ups`."""
        rates = self.findings.rates
        return rates[rates["who"] == self.who]

    def of(self, one: Standing) -> pd.DataFrame:
        """Return the setups that a standing is of."""
        rates = self.rates
        return rates[(rates["players"] == one.players) & (rates["baseline"] == one.baseline)]

    @property
    def word(self) -> str:
        """What the game calls a role."""
        return role_of(self.game)

    @property
    def standings(self) -> Sequence[Standing]:
        """What holds for it, by number of players."""
        found = (one for one in self.findings.roles if one.who == self.who)
        return sorted(found, key=lambda one: (one.players, one.baseline))

    def largest(self, name: str, players: int) -> pd.DataFrame:
        """Return the lines at so many players of the table of this name with most games."""
        best = pd.DataFrame()
        for one in self.reports:
            table = one.table(name)
            if table.empty or not one.as_printed:
                continue
            part = table[table["players"] == players]
            if len(part) and (best.empty or part["games"].sum() > best["games"].sum()):
                best = part
        return best

    # Win rates.

    @cached_property
    def _most(self) -> pd.DataFrame:
        """Of each strategy and number of players the setup with most games."""
        rates = self.rates
        most: pd.DataFrame = rates.loc[rates.groupby(["level", "players"])["games"].idxmax()]
        return most

    @property
    def games(self) -> str:
        """How many games a win rate rests on, from the fewest to the most."""
        return least_to_most(self._most["games"])

    def rates_table(self) -> Table:
        """Return the win rates by strategy, and how often it is ahead of each other role."""
        return _rates(self, self._most)

    # Where points come from.

    @cached_property
    def points(self) -> Points | None:
        """A picture of its points by source; None without sources."""
        return _points(self)

    @property
    def width(self) -> float:
        """Of that picture."""
        return POINTS_WIDTH

    # Plans, sites, openings, boards, things.

    @property
    def plans(self) -> Sequence[tuple[int, Sequence[str]]]:
        """The strategies that play it best with their shares of the mix, by number of players."""
        return list(_plans(self))

    @cached_property
    def sites(self) -> Counted | None:
        """The best and the worst sites to begin at; None where none are compared."""
        return _places(self)

    @cached_property
    def openings(self) -> Counted | None:
        """What openings go with winning; None where none are compared."""
        return _openings(self)

    @cached_property
    def boards(self) -> OnBoards | None:
        """The boards on which it wins most and least."""
        return boards(self.reports, self.who)

    @cached_property
    def lost(self) -> Lost | None:
        """What it loses without a thing."""
        return worth(self.reports, self.who)

    def tables(self) -> Sequence[Table]:
        """Return the tables that the game wants in its profile, with their captions."""
        return profile_tables(self.reports, self.game, self.who)

    @property
    def moves(self) -> Sequence[Move]:
        """The changes of the rules that move it most."""
        return _moved(self)


def profiles(shelf: Sequence[Shipped], game: str) -> Report | None:
    """Return a report with a profile of each role of a game; None where nobody has a role."""
    reports = tuple(one for one in shelf if one.game == game)
    findings = SummaryFindings(reports)
    if findings.rates.empty:
        return None
    role = role_of(game)
    sections: list[Section] = []
    pictures: dict[str, str] = {}
    for who in sorted(set(findings.rates["who"])):

        def of_role(findings: SummaryFindings, who: str = who) -> Profile:
            return Profile(findings, game, who)

        blocks, drawn = topic("profile", "", of_role).make(findings)
        sections.append(Section(who, role_name(game, who), tuple(blocks)))
        pictures |= drawn

    def of_all(findings: SummaryFindings) -> Every:
        return Every(findings.shelf)

    common, _ = topic(EVERY, "", of_all).make(findings)
    sections += [Section(EVERY, f"Every {role}", tuple(common))] if common else []
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


def _rates(profile: Profile, most: pd.DataFrame) -> Table:
    """Return the win rate by strategy, and how often it is ahead of each other, by players."""
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
    ahead = _opponents(profile, players)
    header = ("in per cent", *(players_text(number) for number in players))
    align = (LEFT, *(RIGHT for _ in players))
    return Table("", header, align, (*rows, *ahead), (1, len(rows)))


def _rate(row: Any) -> str:
    half = float(row["high"] - row["low"]) / 2 * PERCENT
    return f"{row['rate'] * PERCENT:.0f} ± {max(1, round(half))}"


def _points(profile: Profile) -> Points | None:
    """Draw where the points come from, a bar a number of players."""
    rows = []
    for players in sorted(set(profile.findings.rates["players"])):
        largest = profile.largest(POINTS, int(players))
        if len(largest):
            rows.append(largest[largest["faction"] == profile.who])
    table = pd.concat(rows, ignore_index=True) if rows else pd.DataFrame()
    if table.empty:
        return None
    columns = [each for each in load_game(profile.game).columns if Role.POINTS & each.role]
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
        speak("victory points", game_report_of(profile.game).words.terms),
        POINTS_ROW,
    )
    return Points(f"points_{profile.game}_{profile.who}", to_svg(figure))


def _score(row: Any) -> str:
    return f"{row['score']:.{decimals_for((row['high'] - row['low']) / 2)}f}"


def _opponents(profile: Profile, players: Sequence[int]) -> list[tuple[str, ...]]:
    """Return how often it finishes ahead of each other role, what beats it first."""
    cells: dict[tuple[str, int], str] = {}
    rates: dict[str, list[float]] = {}
    for number in players:
        table = profile.largest(MATCH_UPS, number)
        if table.empty:
            continue
        for _, row in table[table["faction"] == profile.who].iterrows():
            cells[str(row["opponent"]), number] = _rate(row)
            rates.setdefault(str(row["opponent"]), []).append(float(row["rate"]))
    if len(rates) <= 1:
        return []
    order = sorted(rates, key=lambda name: sum(rates[name]) / len(rates[name]))
    return [
        (
            f"ahead of {role_name(profile.game, name)}",
            *(cells.get((name, number), "–") for number in players),
        )
        for name in order
    ]


def _plans(profile: Profile) -> Iterator[tuple[int, Sequence[str]]]:
    """Yield the strategies that play it best, by number of players."""
    for one, table in ((one, one.table(META)) for one in profile.reports):
        if table.empty or "faction" not in table:
            continue
        for players, group in table[table["faction"] == profile.who].groupby("players"):
            held = group[group["nash"] >= SMALLEST]
            best = held.sort_values(["nash", "rate"], ascending=False).head(NAMED)
            yield (
                int(str(players)),
                [
                    f"{one.name(row['strategy'])} ({percent_text(row['nash'])})"
                    for _, row in best.iterrows()
                ],
            )


def _places(profile: Profile) -> Counted | None:
    """Return the best and worst sites."""
    rows, seats = [], []
    for one, table in ((one, one.table(SITES)) for one in profile.reports):
        of_role = table[table["faction"] == profile.who] if not table.empty else table
        for players, group in of_role.groupby("players") if len(of_role) else ():
            ranked = group.sort_values("edge", ascending=False, kind="stable")
            good, bad = (ranked[ranked["low"] > 0], ranked[ranked["high"] < 0][::-1])
            board = one.name(str(group["map"].iloc[0]))
            rows.append((board, str(players), _sites(good), _sites(bad)))
            seats += [*good["seats"].head(NAMED), *bad["seats"].head(NAMED)]
    if not rows:
        return None
    header = ("map", "players", "best sites", "worst sites")
    listed = Table.grouped("", header, (LEFT, LEFT, LEFT, LEFT), rows)
    return Counted(listed, least_to_most(seats) if seats else "")


def _sites(group: pd.DataFrame) -> str:
    texts = [f"{row['place']} ({_signed(row['edge'])})" for _, row in group.head(NAMED).iterrows()]
    return "; ".join(texts) or "none"


def _openings(profile: Profile) -> Counted | None:
    """Return what openings go with winning."""
    found = [table for table in (one.table(OPENINGS) for one in profile.reports) if len(table)]
    of_role = found[0][found[0]["faction"] == profile.who] if found else pd.DataFrame()
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
    header = ("opening", *(players_text(int(number)) for number in players))
    listed = Table("", header, (LEFT, *(RIGHT for _ in players)), rows)
    return Counted(listed, least_to_most(of_role["seats"]))


def _moved(profile: Profile) -> Sequence[Move]:
    """Return the changes of the rules that move it most."""
    changes = []
    for one in profile.reports:
        table = one.table(WHAT_IFS)
        if table.empty or not one.tells_roles:
            continue
        words = one.arms()
        of_role = table[(table["faction"] == profile.who) & (table["holm"] <= SURE)]
        changes += [
            (
                abs(float(row["difference"])),
                Move(
                    str(words.get(row["arm"], row["arm"])),
                    _signed(row["difference"]),
                    int(row["players"]),
                ),
            )
            for _, row in of_role.iterrows()
        ]
    return [move for _, move in sorted(changes, key=lambda one: -one[0])[:NAMED]]


def _signed(share: float) -> str:
    return with_sign(share * PERCENT)
