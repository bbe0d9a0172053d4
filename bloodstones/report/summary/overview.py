"""The executive summary: what holds, what depends on play, what to change, what is not known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeVar

import pandas as pd

from bloodstones.plots.standing import draw_standing
from bloodstones.plots.style import to_svg
from bloodstones.report.compose import composed_sections
from bloodstones.report.contract.findings import Cover, Findings
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import (
    Block,
    Front,
    Paragraph,
    Picture,
    Report,
    Table,
)
from bloodstones.report.language.wording import (
    WORDS,
    count,
    listing,
    percent_text,
    players_text,
    tight,
)
from bloodstones.report.summary.fixes import Fix, fixes
from bloodstones.report.summary.phrases import game_title, role_name, span, whole
from bloodstones.report.summary.published_tables import fix_table, holding_table
from bloodstones.report.summary.shelf import Shipped
from bloodstones.report.summary.standing import (
    MANY_LEVELS,
    Confidence,
    Finding,
    Holds,
    findings,
    seat_set_ups,
    set_ups,
)
from bloodstones.report.summary.unknown import Unknown, unknown
from bloodstones.stats.inference.rounding import PERCENT
from bloodstones.stats.verdicts import BAND

TITLE: Final = "What is fair, and what would make it fairer"
QUESTION: Final = (
    "What do all reports together say: what is fair whoever plays, what would mend the rest, and "
    "what is not known?"
)
PICTURE: Final = "standing"
LEFT, RIGHT = "left", "right"
HELD_A_GAME: Final = 4  # findings that hold, of each game
DEPENDING_A_GAME: Final = 2
PAIR: Final = 2
ANSWERS: Final = 3
One = TypeVar("One", Finding, Fix)
BEST_FIXES: Final = 7
FIXES_A_GAME: Final = 3


@dataclass(eq=False)
class SummaryFindings(Findings):
    """The input of the summary's sections: all reports of a folder, and the findings over them."""

    shelf: Sequence[Shipped]

    @cached_property
    def rates(self) -> pd.DataFrame:
        """The set-ups of the roles, as of `standing.set_ups`."""
        return set_ups(self.shelf)

    @cached_property
    def roles(self) -> tuple[Finding, ...]:
        """What holds for every role."""
        return findings(self.rates)

    @cached_property
    def ranked(self) -> tuple[Finding, ...]:
        """What holds for every role and place, the firmest and furthest from fair first."""
        return _ranked((*self.roles, *findings(seat_set_ups(self.shelf), place=True)))

    @cached_property
    def unknown(self) -> Sequence[Unknown]:
        """What the reports leave open, by game."""
        return unknown(self.shelf, self.ranked)

    @cached_property
    def fixes(self) -> Sequence[Fix]:
        """Changes that bring a table nearer to fair, the best first."""
        return fixes(self.shelf)

    @cached_property
    def sure(self) -> list[Fix]:
        """The fixes beyond their error; last those of games that rest on assumed values."""
        resting = {one.game for one in self.unknown if one.assumed}
        sure = [fix for fix in self.fixes if fix.certain]
        return sorted(sure, key=lambda fix: fix.game in resting)

    def terms(self, section: str = "") -> Mapping[str, str]:
        """Return no words: the summary is of several games."""
        return {}

    @property
    def cover(self) -> Cover:
        """What stands around the sections."""
        facts = (
            ("games", str(len(self.unknown))),
            ("reports", str(len(self.shelf))),
            ("playthroughs", f"{sum(one.games for one in self.shelf):,}"),
        )
        return Cover(TITLE, QUESTION, facts, {}, {})


def overview(findings: SummaryFindings) -> Report:
    """Return the summary of all reports on two pages; the same findings give an equal one."""
    cover = findings.cover
    sections, pictures = composed_sections(findings, SUMMARY)
    return Report(
        cover.title,
        cover.question,
        _answer(findings.ranked),
        cover.facts,
        sections,
        pictures,
        brief=True,
        front=Front(
            holds=("",) * ANSWERS,
            advice=_advice(findings.sure[0]) if findings.sure else "",
            doubt=_doubt(findings.unknown),
        ),
    )


def _answer(findings: Sequence[Finding]) -> tuple[str, ...]:
    """Return the findings in a sentence each: how many hold, the largest, what depends on play."""
    number = {holds: sum(one.holds is holds for one in findings) for holds in Holds}
    sentences = [
        f"Of {count(len(findings), 'combination')} of a role or a place at the table "
        "with a number of players, "
        f"{number[Holds.ABOVE]} win more than their share at every level of play measured, "
        f"{number[Holds.BELOW]} win less, and {number[Holds.EVEN]} are fair at every level; "
        f"{number[Holds.DEPENDS]} depend on how one plays and {number[Holds.OPEN]} are open."
    ]
    held = [one for one in findings if one.holds in (Holds.ABOVE, Holds.BELOW)]
    if held:
        one = held[0]
        sentences.append(
            f"Furthest from fair at every level are the {role_name(one.game, one.who)} of "
            f"{game_title(one.game)} with {count(one.players, 'player')}: they win "
            f"{span(one.lowest, one.highest)} where {percent_text(one.fair_share)} is fair "
            f"({count(one.levels, 'level')}, n = {one.games:,} games)."
        )
    split = [one for one in findings if one.holds is Holds.DEPENDS]
    if split:
        one = max(split, key=lambda one: (one.highest - one.lowest) / one.fair_share)
        sentences.append(
            f"Most depends on play for the {role_name(one.game, one.who)} of "
            f"{game_title(one.game)} with {count(one.players, 'player')}: they win "
            f"{whole(one.lowest)} % where {one.at_lowest} plays all seats and "
            f"{whole(one.highest)} % where {one.at_highest} does (n = {one.games:,} games)."
        )
    return tuple(map(tight, sentences))


def _advice(fix: Fix) -> str:
    """Return the recommendation and its expected effect."""
    most = f" over {count(fix.levels, 'level')} of play" if fix.levels > 1 else ""
    return tight(
        f"To make a table fairer, the change that does most{most} is “{fix.words}” at "
        f"{game_title(fix.game)} with {count(fix.players, 'player')}: expect the {fix.of} to be "
        f"{whole(fix.after)} % of a fair share from it on average and no longer "
        f"{whole(fix.before)} %, with {role_name(fix.game, fix.furthest)} at {whole(fix.becomes)} "
        f"% of wins after {whole(fix.was)} % (n = {fix.pairs:,} pairs of games)."
    )


def _doubt(every: Sequence[Unknown]) -> str:
    """Return what would change the answer, in a sentence."""
    assumed = [game_title(one.game) for one in every if one.assumed]
    what = "Play that none of these strategies knows, above all that of people"
    rest = f", and the true values behind the assumed ones of {listing(assumed)}" if assumed else ""
    return f"{what}{rest}."


def _holding(findings: Sequence[Finding]) -> tuple[Block, ...]:
    every = [one for one in findings if one.holds in (Holds.ABOVE, Holds.BELOW)]
    rows = [
        (
            game_title(one.game),
            role_name(one.game, one.who),
            str(one.players),
            one.holds.value,
            span(one.lowest, one.highest),
            percent_text(one.fair_share),
            str(one.levels),
            f"{one.games:,}",
            one.confidence.value,
        )
        for one in _by_game(_per_game(_first_of_each(every), HELD_A_GAME))
    ]
    header = (
        *("game", "role", "players", "is", "wins", "fair share", "levels", "games"),
        "confidence",
    )
    align = (LEFT, LEFT, RIGHT, LEFT, RIGHT, RIGHT, RIGHT, RIGHT, LEFT)
    many = WORDS[MANY_LEVELS]
    caption = (
        f"The {WORDS[HELD_A_GAME]} firmest of each game: the whole 95 % interval is on one side of "
        "the fair share in every set-up, a set-up being one report's games in which one strategy "
        "plays every seat. Wins: of the lowest and the highest set-up. Confidence is high if there "
        f"are {many} levels of play or more and all intervals are more than "
        f"{whole(BAND)} % of the fair share from it, low if there is one level."
    )
    picture = Picture(
        PICTURE,
        "Win rates in fair shares of every role in every set-up. Line: one fair share. Shaded: "
        f"within {whole(BAND)} % of it.",
        "Dots: win rates by game, role and number of players, beside the fair share.",
    )
    even = [one for one in findings if one.holds is Holds.EVEN]
    games = dict.fromkeys(one.game for one in even)
    parts = [
        f"{sum(one.game == game for one in even)} of "
        f"{sum(one.game == game for one in findings)} at {game_title(game)}"
        for game in games
    ]
    fair = f"Fair at every level, all intervals within {whole(BAND)} % of the fair share, are "
    text = Paragraph(tight(f"{fair}{listing(parts)}.")) if parts else Paragraph("None is fair.")
    return Table.grouped(caption, header, align, rows), text, picture


def _depending(findings: Sequence[Finding]) -> tuple[Block, ...]:
    every = [one for one in findings if one.holds is Holds.DEPENDS]
    if not every:
        return (Paragraph("No two set-ups contradict each other."),)
    ranked = sorted(
        every, key=lambda one: one.lowest / one.fair_share - one.highest / one.fair_share
    )
    rows = [
        (
            game_title(one.game),
            role_name(one.game, one.who),
            str(one.players),
            f"{whole(one.lowest)} %",
            one.at_lowest,
            f"{whole(one.highest)} %",
            one.at_highest,
            percent_text(one.fair_share),
        )
        for one in _per_game(ranked, DEPENDING_A_GAME)
    ]
    header = ("game", "role", "players", "least", "played by", "most", "played by", "fair share")
    align = (LEFT, LEFT, RIGHT, RIGHT, LEFT, RIGHT, LEFT, RIGHT)
    caption = (
        f"Of {len(every)} that win more than their share when played by one strategy and less when "
        "played by another, the widest of each game. No verdict on them is one on the game."
    )
    return (Table.grouped(caption, header, align, rows),)


def _changing(sure: Sequence[Fix]) -> tuple[Block, ...]:
    once = {(fix.game, fix.words, fix.of): fix for fix in reversed(sure)}.values()
    shown = _per_game([fix for fix in sure if fix in once], FIXES_A_GAME)[:BEST_FIXES]
    if not shown:
        return (Paragraph("No change that was tried brings a table nearer to fair for certain."),)
    rows = [
        (
            str(place),
            game_title(fix.game),
            str(fix.players),
            fix.words,
            f"{whole(fix.before)} → {whole(fix.after)} ± {max(1, round(PERCENT * fix.within))}",
            tight(f"{role_name(fix.game, fix.furthest)} {whole(fix.was)} → {whole(fix.becomes)} %"),
            str(fix.levels),
            f"{fix.pairs:,}",
        )
        for place, fix in enumerate(shown, start=1)
    ]
    header = (
        "",
        "game",
        "players",
        "change",
        "distance\nfrom fair, %",
        "most moved",
        "levels",
        "pairs",
    )
    align = (RIGHT, LEFT, RIGHT, LEFT, RIGHT, LEFT, RIGHT, RIGHT)
    caption = (
        "Changes that bring a table nearer to fair beyond their error: first those of games "
        "without assumed values, and of each those that several levels of play tell, the best "
        "first, each with the players it does most for. Mean distance of the win rates from "
        "the fair share, in per cent of it, before and after. "
        "Strategies were not tuned anew for a change unless its report says so."
    )
    return (Table(caption, header, align, tuple(rows)),)


def _unknown(every: Sequence[Unknown]) -> tuple[Block, ...]:
    rows = [
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
        for one in every
    ]
    header = (
        *("game", "reports", "playthroughs", "maps", "assumed\nvalues"),
        *("of these turned\nthat matter", "verdicts that\ndepend on play", "verdicts\nopen"),
    )
    align = (LEFT, *(RIGHT for _ in header[1:]))
    resting = [game_title(one.game) for one in every if one.assumed]
    text = (
        "No strategy was measured against people, none negotiates, and none was taught by people; "
        "all levels of play are those of programs."
    )
    if resting:
        text += f" Figures of {listing(resting)} rest on values that no public source gives."
    return Paragraph(text), Table("What the reports leave open.", header, align, tuple(rows))


def _by_game(findings: Iterable[Finding]) -> list[Finding]:
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


def _drawn(rates: pd.DataFrame) -> pd.DataFrame:
    """Return the set-ups of the picture: panel, row, part and rate in fair shares."""
    pairs = list(zip(rates["game"], rates["who"], strict=True))
    return pd.DataFrame(
        {
            "panel": [game_title(game) for game, _ in pairs],
            "row": [role_name(game, who) for game, who in pairs],
            "part": [players_text(int(players)) for players in rates["players"]],
            "share": rates["rate"] / rates["fair_share"],
        }
    )


def _ranked(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings, those that one can rely on most and furthest from fair first."""
    order = list(Confidence)
    return tuple(sorted(findings, key=lambda one: (order.index(one.confidence), -one.distance)))


def _first_of_each(findings: Sequence[Finding]) -> list[Finding]:
    """Return the first finding of each role; of two that share all wins, the stronger alone."""
    kept: dict[tuple[str, str], Finding] = {}
    for one in findings:
        rivals = {each.who for each in findings if _table_of(each) == _table_of(one)}
        if len(rivals) == PAIR == one.players and one.holds is Holds.BELOW:
            continue
        kept.setdefault((one.game, one.who), one)
    return list(kept.values())


def _table_of(one: Finding) -> tuple[str, int, bool]:
    return one.game, one.players, one.place


SUMMARY: Final[tuple[Section[SummaryFindings], ...]] = (
    Section(
        "holds",
        "What holds at every level of play",
        lambda findings: (
            [*_holding(findings.ranked)],
            {PICTURE: to_svg(draw_standing(_drawn(findings.rates), BAND))},
        ),
        lambda findings: {"what_holds": holding_table(findings.roles)},
    ),
    Section(
        "depends",
        "What depends on how one plays",
        lambda findings: ([*_depending(findings.ranked)], {}),
    ),
    Section(
        "change",
        "What to change",
        lambda findings: ([*_changing(findings.sure)], {}),
        lambda findings: {"changes": fix_table(findings.fixes)},
    ),
    Section("unknown", "What is not known", lambda findings: ([*_unknown(findings.unknown)], {})),
)
