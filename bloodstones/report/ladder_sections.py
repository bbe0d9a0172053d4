"""The sections of a ladder's report, from its tables."""

from __future__ import annotations

from itertools import accumulate

import numpy as np
import pandas as pd

from bloodstones.plots.ladder import draw_ladder
from bloodstones.plots.style import to_svg
from bloodstones.report.assumed import assumed_limits, assumed_table
from bloodstones.report.front import page_of, spoken
from bloodstones.report.front_ladder import ladder_part
from bloodstones.report.ladder_findings import LadderFindings
from bloodstones.report.learned import learned_blocks
from bloodstones.report.meta_game import meta_blocks
from bloodstones.report.model import Block, Paragraph, Picture, Report, Section, Table
from bloodstones.report.own import Line
from bloodstones.report.pairings import pairing_blocks
from bloodstones.report.terms import speak, speak_block, terms_of
from bloodstones.report.wording import listing, percent_text, players_text, title
from bloodstones.stats.inference.rounding import (
    PERCENT,
    common_decimals,
    decimals_for,
    show_percent,
    with_sign,
)

LEFT, RIGHT = "left", "right"
PICTURE = "ladder"
MOST_GAINS = 45  # lines of a table, about a page
WHICH = "Which strategy for which faction"
ALL = "all"


def compose(findings: LadderFindings) -> Report:
    """Return the report; the same findings give an equal one."""
    labels = {name: findings.name(name) for name in findings.ratings["strategy"].unique()}
    pictures = {PICTURE: to_svg(draw_ladder(findings.ratings, labels))} if _drawn(findings) else {}
    pooled = not findings.pairings.empty
    meta, drawn = (
        pairing_blocks(findings.meta, findings.pairings, findings.name)
        if pooled
        else meta_blocks(findings.meta, findings.name)
    )
    learned, judged = learned_blocks(findings.learned, findings.name)
    terms = terms_of(findings.own.words.terms, findings.role)
    made = (
        ("ladder", "The ladder", _ladder(findings)),
        ("duels", "Two players, mirrored", _duels(findings)),
        ("pools", "Everybody who met", _pools(findings)),
        ("meta", "Which strategy beats which" if pooled else WHICH, meta),
        ("tuning", "What tuning gained", _tuning(findings)),
        ("course", "What their games look like", _course(findings)),
        ("probe", "How exploitable the field is", _probe(findings)),
        ("learned", "What the learned values know", learned),
        ("method", "Method and limits", _method(findings)),
    )
    sections = tuple(
        Section(
            name,
            speak(heading, terms),
            (
                *(speak_block(block, terms) for block in blocks),
                *(Paragraph(text) for text in findings.notes.get(name, ())),
            ),
        )
        for name, heading, blocks in made
        if blocks or name in findings.notes
    )
    told = findings.provenance
    facts = (
        ("study", str(told["study"])),
        ("games", f"{told['games']:,}"),
        ("seed", str(told["seed"])),
        ("version", str(told["versions"]["bloodstones"])),
    )
    page = page_of([spoken(ladder_part(findings), terms)], told)
    return Report(
        findings.title,
        findings.question,
        page.answer,
        facts,
        sections,
        {**pictures, **drawn, **judged, **page.pictures},
        front=page.front,
    )


def _more(sentence: str) -> str:
    """Return a sentence as it goes on a text, nothing for none."""
    return f" {sentence}" if sentence else ""


def _ladder(findings: LadderFindings) -> list[Block]:
    rows = []
    known = findings.ratings[np.isfinite(findings.ratings["strength"])]
    places = decimals_for(float(((known["high"] - known["low"]) / 2).median()))
    for players, group in findings.ratings.groupby("players"):
        for _, row in group.iterrows():
            finite = np.isfinite(row["strength"])
            strength = _strength(row, places) if finite else "always last"
            rows.append(
                (
                    str(players),
                    findings.name(row["strategy"]),
                    f"{row['games']:,}",
                    strength,
                    f"{row['rate'] * PERCENT:.1f} %",
                )
            )
    return [
        Paragraph(
            "Strategies met at tables drawn by lot and were rated by the order in which they "
            "finished, for each number of players by itself (Plackett-Luce). A strength is a "
            "logarithm: a difference of 1 makes the stronger finish before the weaker one 2.7 "
            "times as often as the other way round. Differences count, not the zero, which is "
            "the mean of those rated."
        ),
        *_drawn(findings),
        Table.grouped(
            "Strengths by number of players: log strength with 95 % interval (bootstrap by luck), "
            "and the share of wins at these tables.",
            ("players", "strategy", "games", "strength", "wins"),
            (LEFT, LEFT, RIGHT, RIGHT, RIGHT),
            rows,
        ),
    ]


def _drawn(findings: LadderFindings) -> list[Block]:
    """Return the picture of strengths, unless the first page has all of it: one size of table."""
    if findings.ratings["players"].nunique() == 1:
        return []
    return [
        Picture(
            PICTURE,
            "Strengths with 95 % intervals, by number of players.",
            "Dots with whiskers: the strength of each strategy, the strongest on top.",
        )
    ]


def _strength(row: pd.Series, places: int) -> str:
    """Return a strength with its interval, with so many decimals."""
    ends = (round(float(row[name]), places) + 0.0 for name in ("strength", "low", "high"))
    value, low, high = (f"{each:.{places}f}" for each in ends)
    return f"{value} ({low} to {high})".replace("-", "−")


def _duels(findings: LadderFindings) -> list[Block]:
    if findings.duels.empty:
        return []
    places = common_decimals((findings.duels["high"] - findings.duels["low"]) / 2 * PERCENT)
    rows = tuple(
        (
            findings.name(row["first"]),
            findings.name(row["second"]),
            f"{row['games']:,}",
            f"{row['rate'] * PERCENT:.{places}f} %",
            f"{row['low'] * PERCENT:.{places}f}–{row['high'] * PERCENT:.{places}f} %",
        )
        for _, row in findings.duels.iterrows()
    )
    return [
        Paragraph(
            "Each pair played every deal twice, with seats and factions swapped."
            f"{_more(findings.own.words.duels)}"
        ),
        Table(
            "Win rate of the first of each pair in mirrored games of two players.",
            ("strategy", "against", "games", "win rate", "95 % interval"),
            (LEFT, LEFT, RIGHT, RIGHT, RIGHT),
            rows,
        ),
    ]


def _pools(findings: LadderFindings) -> list[Block]:
    """Win rates in pools that are neither rated together nor pairs of duels: the searchers."""
    shown = findings.rates[findings.rates["pool"].str.startswith("search")]
    places = common_decimals((shown["high"] - shown["low"]) / 2 * PERCENT)
    rows = []
    for (pool, players), group in shown.groupby(["pool", "players"]):
        for _, row in group.iterrows():
            rows.append(
                (
                    title(str(pool)),
                    str(players),
                    findings.name(row["strategy"]),
                    f"{row['games']:,}",
                    show_percent(row["rate"], row["low"], row["high"], places),
                    percent_text(row["fair_share"]),
                )
            )
    if not rows:
        return []
    return [
        Paragraph(
            "Searching players take far longer over a game, so they met the best scripted ones at "
            "fewer tables. The number after a name is its budget in simulations for a decision."
        ),
        Table.grouped(
            "Win rates of searching and scripted strategies at the same tables.",
            ("pool", "players", "strategy", "games", "win rate, 95 %", "fair share"),
            (LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT),
            rows,
            named=2,
        ),
    ]


def _gains(findings: LadderFindings, table: pd.DataFrame, kind: str, caption: str) -> Table:
    rows = []
    shown = table[table["kind"] == kind]
    if len(shown) > MOST_GAINS:  # of more, those by faction are in the data beside the report
        shown = shown[shown["faction"] == ALL]
        caption = f"{caption} The lines by faction are in the tables beside the report."
    for (preset, players), group in shown.groupby(["preset", "players"], sort=False):
        for _, row in group.iterrows():
            faction = "all, on average" if row["faction"] == ALL else title(row["faction"])
            rows.append(
                (
                    findings.name(str(preset)),
                    str(players),
                    faction,
                    f"{row['games']:,}",
                    percent_text(row["before"]),
                    percent_text(row["after"]),
                    _signed(row["gain"]),
                    f"{_signed(row['low'])} to {_signed(row['high'])}",
                )
            )
    return Table.grouped(
        caption,
        ("preset", "players", "faction", "games", "before", "after", "gain", "95 % interval"),
        (LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT),
        rows,
        named=2,
    )


def _signed(share: float) -> str:
    """Return a difference of shares in percentage points with its sign."""
    return with_sign(share * PERCENT, 1)


def _tuning(findings: LadderFindings) -> list[Block]:
    if findings.presets.empty:
        return []
    return [
        Paragraph(
            "Every preset was found by an evolution strategy that plays candidates in the same "
            "games and drops the clearly worse ones early. The gain is measured on fresh games "
            "that no candidate was chosen by, the same ones for the strategy as it was and as it "
            f"is; games counts those of one of both.{_more(findings.own.words.fewest)}"
        ),
        _gains(
            findings,
            findings.presets,
            "gain",
            "Win rates before and after tuning against the field that it was tuned for, the "
            "difference in percentage points with a 95 % t interval over rounds of the tables.",
        ),
    ]


def _course(findings: LadderFindings) -> list[Block]:
    table, own = findings.course, findings.own.course
    if table.empty:
        return []
    head = ("", *(players_text(int(players)) for players in table["players"]))
    groups = [_lengths(table)]
    if own is not None:
        groups += map(list, own.groups(table))
    groups.append(
        [
            (f"points from {words}", *map(percent_text, table[source]))
            for source, words in findings.sources.items()
        ]
    )
    caption = f"Games of the pool {title(findings.typical)} by number of players"
    if own is not None and own.openings is not None and not findings.openings.empty:
        players = [int(number) for number in table["players"]]
        groups.append(list(own.openings.lines(findings.openings, players)))
        caption = f"{caption}; {own.openings.words}"
    groups = [group for group in groups if group]
    return [
        Table(
            f"{caption}.",
            head,
            (LEFT, *(RIGHT for _ in head[1:])),
            tuple(line for group in groups for line in group),
            tuple(accumulate(map(len, groups[:-1]), initial=0)),
        )
    ]


def _lengths(table: pd.DataFrame) -> list[Line]:
    """Return the lines on the number of games and of turns."""
    spans = zip(table["turns_short"], table["turns_long"], strict=True)
    return [
        ("games", *(f"{n:,}" for n in table["games"])),
        ("turns of a player, mean", *(f"{value:.1f}" for value in table["turns"])),
        ("turns, nine in ten games", *(f"{low:.0f}–{high:.0f}" for low, high in spans)),
    ]


def _probe(findings: LadderFindings) -> list[Block]:
    if findings.probes.empty:
        return []
    fields = listing(sorted(findings.probes["against"].unique())).replace("_", " ")
    return [
        Paragraph(
            "For each faction the best response was sought by the same tuning, against a field "
            f"that stays as it is ({fields}). What it gains there is a lower bound of how far "
            "that field can be exploited: another plan or a longer search may find more."
        ),
        _gains(
            findings,
            findings.probes[findings.probes["faction"] != ALL],
            "gain",
            "Best responses found against the fixed field: win rate of the faction before and "
            "after, the gain in percentage points with a 95 % t interval over rounds.",
        ),
    ]


def _method(findings: LadderFindings) -> list[Block]:
    told = findings.provenance
    boards = listing([f"{findings.name(name)} with {size}" for size, name in told["maps"].items()])
    maps = f"Maps by number of players: {boards}. " if boards else ""
    return [
        Paragraph(
            f"{told['games']:,} games at {told['tables']:,} tables. Factions, seats and who meets "
            "whom are drawn by lot from the seed; each table is played with its strategies turned "
            f"round it, on the same luck. {maps}Intervals resample what shares its luck as one."
        ),
        *(Paragraph(text) for text in assumed_limits(told)),
        Table(
            "Provenance.",
            ("what", "value"),
            (LEFT, LEFT),
            (
                ("Table of results", str(told["table_hash"])),
                ("Ladder file", str(told["study_sha256"])),
                ("Code and data of the games", str(told["sources_sha256"])),
                ("Version of the rules", str(told["rules_version"])),
            ),
        ),
        *assumed_table(told),
    ]
