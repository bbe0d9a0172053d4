"""The executive summary: what holds, what depends on play, what to change, what is not known."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final, TypeVar

import pandas as pd

from bloodstones.plots.standing import draw_standing
from bloodstones.plots.style import to_svg
from bloodstones.report.compose import composed_sections
from bloodstones.report.contract.section import Section
from bloodstones.report.contract.tested import PLACES, TestedChange
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Front, Report, Table
from bloodstones.report.front.page import FirstPageBasis, page_of
from bloodstones.report.language.phrases import percent_text, players_text, role, tight
from bloodstones.report.summary.findings import SummaryFindings, lead_picture
from bloodstones.report.summary.fixes import fix_table, holding_table
from bloodstones.report.summary.phrases import (
    game_title,
    name_with,
    role_name,
    role_of,
    span,
    whole,
)
from bloodstones.report.summary.standing import MANY_LEVELS, Disagreement, Holds, Standing, Unknown
from bloodstones.stats.changes import LEAST
from bloodstones.stats.inference.rounding import PERCENT
from bloodstones.stats.verdicts import BAND

LEFT, RIGHT = "left", "right"
HELD_A_GAME: Final = 3  # findings that hold, of each game
DEPENDING_A_GAME: Final = 2
PAIR: Final = 2
One = TypeVar("One", Standing, TestedChange)
BEST_FIXES: Final = 5
DISAGREEING: Final = 2  # that are named, the first on the first page
FIXES_A_GAME: Final = 3
UNFAIR: Final = (Holds.ABOVE, Holds.BELOW)


@dataclass(frozen=True)
class Overview(Finding):
    """The first page: how many roles and places are fair, the furthest, what to change first."""

    findings: SummaryFindings

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        # Each is computed from the setups themselves.
        "furthest": lambda f: all(
            nearest(f.findings, one) <= nearest(f.findings, f.furthest) + SLACK for one in f.unfair
        ),
        "widest": lambda f: all(width(one) <= width(f.widest) for one in f.split),
        "best_change": lambda f: all(
            one.mending.gain <= f.change.mending.gain
            for one in f.findings.recipes
            if f.rests_on_assumed(one) == f.rests_on_assumed(f.change)
        ),
    }

    @property
    def every(self) -> Sequence[Standing]:
        """What holds for every role and place."""
        return self.findings.ranked

    def holding(self, *names: str) -> list[Standing]:
        """Return the roles and places that hold in one of these ways, such as "EVEN"."""
        return [one for one in self.every if one.holds in [Holds[name] for name in names]]

    @property
    def unfair(self) -> list[Standing]:
        """Roles and places that are on one side of fair with every player type."""
        return [one for one in self.every if one.holds in UNFAIR]

    @property
    def furthest(self) -> Standing:
        """The one of these that is furthest from fair."""
        return max(self.unfair, key=lambda one: one.distance)

    @property
    def split(self) -> list[Standing]:
        """Roles and places that are above fair with some players, below it with others."""
        return self.holding("DEPENDS")

    @property
    def widest(self) -> Standing:
        """The one of these whose rate moves most."""
        return max(self.split, key=width)

    @property
    def disagreement(self) -> Disagreement | None:
        """The widest of the disagreements of two reports; None without any."""
        return next(iter(self.findings.disagreements), None)

    @property
    def change(self) -> TestedChange | None:
        """The change to try first; None where none helps."""
        return next(iter(self.findings.recipes), None)

    @property
    def resting(self) -> list[str]:
        """The games whose data rest on assumed values."""
        return [game_title(one.game) for one in self.findings.unknown if one.assumed]

    def rests_on_assumed(self, change: TestedChange) -> bool:
        """Return whether the data of a change's game rest on assumed values."""
        return any(one.assumed for one in self.findings.unknown if one.game == change.game)

    def game(self, one: Standing | TestedChange | Disagreement) -> str:
        """Return the name of a game."""
        return game_title(one.game)

    def who(self, one: Standing | Disagreement) -> str:
        """Return a role, or a place, as a sentence names it."""
        if isinstance(one, Standing) and one.place:
            return f"the {one.name[:1].lower()}{one.name[1:]}"
        return f"the {one.name}"

    def moved(self, fix: TestedChange) -> str:
        """Return whom a change moves most, as a sentence names it."""
        if fix.of == PLACES:
            return f"the {fix.furthest.lower()}"
        return role(fix.furthest, role_of(fix.game))

    def off(self, fix: TestedChange) -> tuple[int, int]:
        """Return the mean distance from the fair share in points, before and after a change."""
        before, after = (share * PERCENT for share in (fix.mending.before, fix.mending.after))
        return round(before), round(after)


SLACK: Final = 1e-9


def nearest(findings: SummaryFindings, one: Standing) -> float:
    """Return how far from fair the setup of a role is that is nearest to it, in fair shares."""
    if one.place:
        return one.distance
    rates = findings.rates
    mine = (rates["game"] == one.game) & (rates["who"] == one.who)
    mine &= (rates["players"] == one.players) & (rates["baseline"] == one.baseline)
    off = (rates.loc[mine, "rate"] / rates.loc[mine, "fair_share"] - 1).abs()
    return float(off.min())


def width(one: Standing) -> float:
    """Return how far apart the lowest and the highest rate are, in fair shares."""
    return (one.highest - one.lowest) / one.fair_share


OVERVIEW: Final = topic("overview", "Overview", Overview)


def overview(findings: SummaryFindings) -> Report:
    """Return the summary of all reports on two pages; the same findings give an equal one."""
    cover = findings.cover
    sections, pictures = composed_sections(findings, SUMMARY)
    chart, sections = lead_picture(sections)
    part = OVERVIEW.front(findings)
    page = page_of([part] if part else [], FirstPageBasis(cover.title, {}))
    return Report(
        cover.title,
        cover.question,
        page.answer,
        cover.facts,
        sections,
        pictures,
        brief=True,
        front=Front(page.front.advice, page.front.doubt, chart),
    )


@dataclass(frozen=True)
class Holding(Finding):
    """Roles and places that are fair, or unfair, with every player type."""

    findings: SummaryFindings

    @property
    def most(self) -> int:
        """How many of each game are listed."""
        return HELD_A_GAME

    @property
    def high_from(self) -> int:
        """How many player types make the confidence high."""
        return MANY_LEVELS

    @property
    def band(self) -> float:
        """The band around the fair share, as a part of it."""
        return BAND

    @property
    def fair(self) -> list[tuple[str, int, int]]:
        """Name of a game, fair roles and places, all roles and places; of games that have any."""
        every = self.findings.ranked
        even = [one for one in every if one.holds is Holds.EVEN]
        return [
            (
                game_title(game),
                sum(one.game == game for one in even),
                sum(one.game == game for one in every),
            )
            for game in dict.fromkeys(one.game for one in even)
        ]

    def table(self) -> Table:
        """Return the firmest of each game that are unfair."""
        every = [one for one in self.findings.ranked if one.holds in UNFAIR]
        rows = [
            (
                game_title(one.game),
                one.name,
                str(one.players),
                one.holds.value,
                span(one.lowest, one.highest),
                percent_text(one.fair_share),
                str(one.levels),
                f"{one.games:,}",
                one.confidence.value,
            )
            for one in _by_game(_per_game(first_of_each(every), HELD_A_GAME))
        ]
        header = (
            *("game", "role", "players", "is", "wins", "fair share", "player\ntypes", "games"),
            "confidence",
        )
        align = (LEFT, LEFT, RIGHT, LEFT, RIGHT, RIGHT, RIGHT, RIGHT, LEFT)
        return Table.grouped("", header, align, rows)

    def drawing(self) -> str:
        """Draw the win rates of every role in every setup."""
        rates = self.findings.rates
        trios = list(zip(rates["game"], rates["who"], rates["baseline"], strict=True))
        drawn = pd.DataFrame(
            {
                "panel": [game_title(game) for game, _, _ in trios],
                "row": [name_with(*each) for each in trios],
                "part": [players_text(int(players)) for players in rates["players"]],
                "share": rates["rate"] / rates["fair_share"],
            }
        )
        return to_svg(draw_standing(drawn, BAND), phone=draw_standing(drawn, BAND, phone=True))


@dataclass(frozen=True)
class Depending(Finding):
    """Roles that do well with some players and badly with others; reports that disagree."""

    findings: SummaryFindings

    @property
    def every(self) -> list[Standing]:
        """All of these roles."""
        return [one for one in self.findings.ranked if one.holds is Holds.DEPENDS]

    @property
    def disagreements(self) -> Sequence[Disagreement]:
        """All disagreements of two reports, the widest first."""
        return self.findings.disagreements

    @property
    def named(self) -> Sequence[Disagreement]:
        """Those that are named here, behind the one of the first page."""
        return self.disagreements[1:DISAGREEING]

    def who(self, one: Disagreement) -> str:
        """Return a role as a sentence names it."""
        return f"the {one.name}"

    def game(self, one: Disagreement) -> str:
        """Return the name of a game."""
        return game_title(one.game)

    def table(self) -> Table:
        """Return the widest of each game."""
        rows = [
            (
                game_title(one.game),
                one.name,
                str(one.players),
                f"{whole(one.lowest)} %",
                one.at_lowest,
                f"{whole(one.highest)} %",
                one.at_highest,
                percent_text(one.fair_share),
            )
            for one in _per_game(sorted(self.every, key=lambda one: -width(one)), DEPENDING_A_GAME)
        ]
        header = ("game", "role", "players", "least", "with", "most", "with", "fair share")
        align = (LEFT, LEFT, RIGHT, RIGHT, LEFT, RIGHT, LEFT, RIGHT)
        return Table.grouped("", header, align, rows)


@dataclass(frozen=True)
class Changing(Finding):
    """Changes that bring a table closer to fair beyond their error."""

    findings: SummaryFindings

    @cached_property
    def shown(self) -> list[TestedChange]:
        """The change of each table, the first of each game."""
        return _per_game(self.findings.recipes, FIXES_A_GAME)[:BEST_FIXES]

    @property
    def least(self) -> float:
        """The least gain of a recommended change."""
        return LEAST

    def table(self) -> Table:
        """Return these changes."""
        rows = [
            (
                game_title(fix.game),
                str(fix.players) + (f" ({fix.where})" if fix.where else ""),
                fix.words,
                f"{whole(fix.mending.before)} → {whole(fix.mending.after)}"
                f" ± {max(1, round(PERCENT * fix.mending.within))}",
                tight(
                    f"{role_name(fix.game, fix.furthest)} {whole(fix.was)} → {whole(fix.becomes)} %"
                ),
                fix.kind,
                f"{fix.pairs:,}",
            )
            for fix in self.shown
        ]
        header = (
            *("game", "players", "change", "average distance\nfrom fair, points"),
            *("most moved", "player type", "games"),
        )
        align = (LEFT, LEFT, LEFT, RIGHT, LEFT, LEFT, RIGHT)
        return Table("", header, align, tuple(rows))


@dataclass(frozen=True)
class NotKnown(Finding):
    """What the reports of each game leave open."""

    every: Sequence[Unknown]

    @property
    def resting(self) -> list[str]:
        """The games whose data rest on assumed values."""
        return [game_title(one.game) for one in self.every if one.assumed]

    def table(self) -> Table:
        """Return what is open, by game."""
        rows = tuple(
            (
                game_title(one.game),
                str(one.reports),
                f"{one.games:,}",
                str(one.maps or "–"),
                str(one.assumed or "none"),
                f"{one.mattering} of {one.turned}" if one.turned else "–",
                str(one.counts[Holds.DEPENDS]),
                str(one.counts[Holds.OPEN]),
            )
            for one in self.every
        )
        header = (
            *("game", "reports", "playthroughs", "maps", "assumed\nvalues"),
            *("of those varied,\nmatter", "verdicts that\ndepend on play", "verdicts\nundecided"),
        )
        return Table("", header, (LEFT, *(RIGHT for _ in header[1:])), rows)


def not_known(findings: SummaryFindings) -> NotKnown:
    """Return what the reports leave open."""
    return NotKnown(findings.unknown)


def _by_game(findings: Iterable[Standing]) -> list[Standing]:
    """Return findings with those of one game together, games as they come first."""
    listed = list(findings)
    order = list(dict.fromkeys(one.game for one in listed))
    return sorted(listed, key=lambda one: order.index(one.game))


def _per_game(every: Iterable[One], most: int) -> list[One]:
    """Return the first so many of each game, in their order."""
    taken: dict[str, int] = {}
    kept: list[One] = []
    for one in every:
        taken[one.game] = taken.get(one.game, 0) + 1
        if taken[one.game] <= most:
            kept.append(one)
    return kept


def first_of_each(findings: Sequence[Standing]) -> list[Standing]:
    """Return the first finding of each role; of two that share all wins, the stronger alone."""
    kept: dict[tuple[str, str], Standing] = {}
    for one in findings:
        rivals = {each.who for each in findings if _table_of(each) == _table_of(one)}
        if len(rivals) == PAIR == one.players and one.holds is Holds.BELOW:
            continue
        kept.setdefault((one.game, one.name), one)
    return list(kept.values())


def _table_of(one: Standing) -> tuple[str, str, int, bool]:
    return one.game, one.baseline, one.players, one.place


SUMMARY: Final[tuple[Section[SummaryFindings, Any], ...]] = (
    topic(
        "holds",
        "What holds with every player type",
        Holding,
        find=lambda findings: {"what_holds": holding_table(findings.roles)},
    ),
    topic("depends", "What depends on the players", Depending),
    topic(
        "change",
        "What to change",
        Changing,
        find=lambda findings: {"changes": fix_table(findings.tests)},
    ),
    topic("unknown", "What is not known", not_known),
)
