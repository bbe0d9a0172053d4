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
from bloodstones.report.contract.tested import TestedChange
from bloodstones.report.document.model import (
    Block,
    Front,
    Paragraph,
    Picture,
    Report,
    Table,
)
from bloodstones.report.front.tested import effect_text
from bloodstones.report.language.phrases import (
    WORDS,
    amount,
    fair_at,
    from_to,
    listing,
    number,
    percent_text,
    players_text,
    rates,
    sentence,
    table_of,
    tight,
)
from bloodstones.report.summary.broken import lead_picture
from bloodstones.report.summary.fixes import all_tested, fix_table, holding_table, recipes
from bloodstones.report.summary.phrases import game_title, role_name, span, whole
from bloodstones.report.summary.shelf import Shipped
from bloodstones.report.summary.standing import (
    MANY_LEVELS,
    Confidence,
    Disagreement,
    Finding,
    Holds,
    Unknown,
    disagreements,
    findings,
    seat_set_ups,
    set_ups,
    unknown,
)
from bloodstones.stats.changes import LEAST
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
One = TypeVar("One", Finding, TestedChange)
BEST_FIXES: Final = 7
DISAGREEING: Final = 3  # that are named, the first on the first page
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
    def disagreements(self) -> Sequence[Disagreement]:
        """Roles on which two reports contradict each other, the widest apart first."""
        return disagreements(self.rates, {one.id: one.title for one in self.shelf})

    @cached_property
    def unknown(self) -> Sequence[Unknown]:
        """What the reports leave open, by game."""
        return unknown(self.shelf, self.ranked)

    @cached_property
    def tests(self) -> Sequence[TestedChange]:
        """Changes of the rules as reports tested them."""
        return all_tested(self.shelf)

    @cached_property
    def recipes(self) -> list[TestedChange]:
        """The change to recommend at each table; last those that rest on assumed values."""
        resting = {one.game for one in self.unknown if one.assumed}
        return sorted(recipes(self.tests), key=lambda one: one.game in resting)

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
    chart, sections = lead_picture(sections)
    return Report(
        cover.title,
        cover.question,
        _answer(findings.ranked, findings.disagreements),
        cover.facts,
        sections,
        pictures,
        brief=True,
        front=Front(
            _advice(findings.recipes[0]) if findings.recipes else "",
            _doubt(findings.unknown),
            chart,
        ),
    )


def _answer(findings: Sequence[Finding], disagreements: Sequence[Disagreement]) -> tuple[str, ...]:
    """Return the answer, then findings: how many hold, the furthest, what depends on what."""
    number_of = {holds: sum(one.holds is holds for one in findings) for holds in Holds}
    uneven = number_of[Holds.ABOVE] + number_of[Holds.BELOW]
    total = amount(len(findings), "role or place", "roles and places")
    sentences = [
        f"of {total} at a table, {number(number_of[Holds.EVEN])} are fair at every level of play "
        f"and {number(uneven)} are off the same way"
    ]
    held = [one for one in findings if one.holds in (Holds.ABOVE, Holds.BELOW)]
    if held:
        sentences.append(_furthest(max(held, key=lambda one: one.distance)))
    split = [one for one in findings if one.holds is Holds.DEPENDS]
    if split:
        sentences.append(_widest(max(split, key=_width)))
    open_ = number_of[Holds.DEPENDS] + number_of[Holds.OPEN]
    sentences.append(f"the other {number(open_)} depend on play or are still open")
    if disagreements:
        sentences.append(disagreements[0].text)
    return tuple(sentence(text) for text in sentences)


def _whose(one: Finding) -> str:
    """Return a role of a game at a table, in words."""
    return (
        f"the {role_name(one.game, one.who)} of {game_title(one.game)} {table_of(one.players)}"
        if not one.place
        else f"{one.who[:1].lower()}{one.who[1:]} of {game_title(one.game)} {table_of(one.players)}"
    )


def _furthest(one: Finding) -> str:
    """Name who is furthest from fair at every level."""
    return (
        f"furthest from fair at every level are {_whose(one)}: "
        f"{rates(one.lowest, one.highest)}, {fair_at(one.fair_share)}"
    )


def _width(one: Finding) -> float:
    return (one.highest - one.lowest) / one.fair_share


def _widest(one: Finding) -> str:
    """Name whose rate play moves most."""
    return f"play moves {_whose(one)} most: {from_to(one.lowest, one.highest)}"


def _advice(change: TestedChange) -> str:
    """Return the recommendation and its measured effect."""
    return f"{game_title(change.game)}: {effect_text(change)}"


def _doubt(every: Sequence[Unknown]) -> str:
    """Return what would change the answer, in sentences."""
    assumed = [game_title(one.game) for one in every if one.assumed]
    text = "Other players, above all people, could change this."
    if not assumed:
        return text
    return f"{text} The data of {listing(assumed)} rest on assumed values."


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
        "played by another, the widest of each game."
    )
    return (Table.grouped(caption, header, align, rows),)


def _disagreeing(every: Sequence[Disagreement]) -> tuple[Block, ...]:
    """Say which reports contradict each other, the widest apart; nothing where none do."""
    if not every:
        return ()
    texts = [sentence(one.text) for one in every[1:DISAGREEING]]
    cases = amount(len(every), "case", "cases")
    lead = f"Two reports disagree on a role in {cases}; their levels of play are not the same."
    return (Paragraph(" ".join([lead, *texts])),)


def _changing(recommended: Sequence[TestedChange]) -> tuple[Block, ...]:
    shown = _per_game(recommended, FIXES_A_GAME)[:BEST_FIXES]
    if not shown:
        return (Paragraph("No change that was tested brings a table closer to fair."),)
    rows = [
        (
            game_title(fix.game),
            str(fix.players) + (f" ({fix.where})" if fix.where else ""),
            fix.words,
            f"{whole(fix.mending.before)} → {whole(fix.mending.after)}"
            f" ± {max(1, round(PERCENT * fix.mending.within))}",
            tight(f"{role_name(fix.game, fix.furthest)} {whole(fix.was)} → {whole(fix.becomes)} %"),
            fix.kind,
            f"{fix.pairs:,}",
        )
        for fix in shown
    ]
    header = (
        *("game", "players", "change", "average distance\nfrom fair, points"),
        *("most moved", "player type", "games"),
    )
    align = (LEFT, LEFT, LEFT, RIGHT, LEFT, LEFT, RIGHT)
    caption = (
        "The one change that reports recommend at each table: first those of games without assumed "
        "values. The distance is the average distance of the win rates from the fair share, in "
        "points, before and after the change, with the strongest player type that tested it. A "
        f"change is recommended only if it gains {whole(LEAST)} points or more with this type."
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
        lambda findings: (
            [*_depending(findings.ranked), *_disagreeing(findings.disagreements)],
            {},
        ),
    ),
    Section(
        "change",
        "What to change",
        lambda findings: ([*_changing(findings.recipes)], {}),
        lambda findings: {"changes": fix_table(findings.tests)},
    ),
    Section("unknown", "What is not known", lambda findings: ([*_unknown(findings.unknown)], {})),
)
