"""The sections of findings: who wins, from which seat, by which strategy, with which points."""

from __future__ import annotations

import pandas as pd

from bloodstones.core.contract.game import Role
from bloodstones.plots.lengths import draw_lengths
from bloodstones.plots.matrix import MATRIX_WIDTH, draw_matrix
from bloodstones.plots.points import draw_points
from bloodstones.plots.style import to_svg
from bloodstones.plots.win_rates import draw_win_rates
from bloodstones.report.findings import ORDER, SEAT, Findings
from bloodstones.report.model import Block, Content, Paragraph, Picture
from bloodstones.report.tables import (
    Keys,
    activity_tables,
    key_columns,
    length_table,
    match_up_table,
    points_table,
    rate_table,
    used_sources,
)
from bloodstones.report.terms import FACTION, speak
from bloodstones.report.verdicts import band_words, joint_words, more_words, verdict_listing
from bloodstones.report.wording import (
    NO_BREAK,
    count,
    listing,
    of_share,
    ordinal,
    percent_text,
    players_text,
    rate_text,
    title,
)
from bloodstones.stats.inference.rounding import PERCENT, decimals_for
from bloodstones.stats.summary import unfinished_games
from bloodstones.stats.table import one_row_a_game
from bloodstones.stats.verdicts import Verdict

EVEN = 0.5  # two factions of equal strength
UNEVEN = 0.25  # so far from even a square has its deepest colour


def factions(findings: Findings) -> Content:
    """Win rates by faction and player count."""
    table = findings.factions
    picture = _rates_picture(findings, table, "faction", "win_rates_by_faction")
    band = of_share(findings.definition.band)
    blocks: list[Block] = [
        Paragraph(
            f"In {_games(findings)}, of {count(len(table), 'combination')} of faction and player "
            f"count {verdict_listing(table)}.{joint_words(_joint(findings, FACTION), 'factions')} "
            f"{band_words(findings.definition.band)}{more_words(table)}"
        ),
        Picture(
            "win_rates_by_faction",
            "Win rates by faction and player count with 95 % Wilson intervals. Line: fair share. "
            f"Shaded: within {band}.",
            "Dots with whiskers: win rate of each faction by player count, beside the fair share.",
        ),
        rate_table(table, key_columns("faction"), "Win rates by faction and player count."),
    ]
    if findings.by_strategy["strategy"].nunique() > 1:
        keys: Keys = {
            "players": ("players", str),
            "strategy": ("strategy", lambda name: _strategy(findings, name)),
            "faction": ("faction", title),
        }
        blocks += [
            Paragraph(
                "A faction may suit one strategy and not another. The next table has the games "
                "of every strategy that played all seats, so that its verdicts can be compared."
            ),
            rate_table(findings.by_strategy, keys, "Win rates by faction under each strategy."),
        ]
    return blocks, picture


def match_ups(findings: Findings) -> Content:
    """Who finishes ahead of whom, at each player count."""
    table = findings.match_ups
    blocks: list[Block] = [Paragraph(_match_ups_text(findings))]
    pictures = {}
    for players in sorted(int(number) for number in table["players"].unique()):
        name = f"match_ups_{players}_players"
        shown = table[table["players"] == players]
        named = {faction: title(faction) for faction in sorted(shown["faction"].unique())}
        pictures[name] = to_svg(draw_matrix(_squares(shown), named, named))
        blocks += [
            Picture(
                name,
                f"{players_text(players).capitalize()}: how often the faction of the line finishes "
                "ahead of that of the column. Full squares: fair or unfair for certain; "
                "bordered: borderline or too few games to tell.",
                "A grid of squares, one for each pair of factions, with the share in figures; the "
                "table below has the same numbers.",
                MATRIX_WIDTH,
            ),
            match_up_table(table, players),
        ]
    return blocks, pictures


def seats(findings: Findings) -> Content:
    """Win rates by turn order and player count."""
    table, place = findings.seats, findings.place
    edges = [
        f"{rate_text(row)} with {count(row['players'], 'player')}"
        for _, row in table[table[place] == 0].iterrows()
    ]
    by = place.replace("_", " ")
    counted = (
        "Turn order counts from the start player, who is drawn by lot, whatever the faction. "
        f"In {_games(findings)} the start player wins"
        if place == ORDER
        else f"Seats count clockwise, whatever the faction. In {_games(findings)} the first wins"
    )
    of = "in turn order" if place == ORDER else "at the table"
    blocks: list[Block] = [
        Paragraph(
            f"{counted} {listing(edges)}. Of {count(len(table), 'place')} {of} "
            f"{verdict_listing(table)}.{joint_words(_joint(findings, place), 'places')}"
            f"{more_words(table)}"
        ),
        Picture(
            f"win_rates_by_{place}",
            f"Win rates by {by} and player count with 95 % Wilson intervals.",
            f"Dots with whiskers: win rate of each {by}, beside the fair share.",
        ),
        rate_table(table, key_columns(place), f"Win rates by {by} and player count."),
    ]
    return blocks, _rates_picture(findings, table, place, f"win_rates_by_{place}")


def strategies(findings: Findings) -> Content:
    """Who played, and how strong the strategies are against each other."""
    texts = findings.definition.strategies
    played = sorted(findings.results.rows["strategy"].unique())
    blocks: list[Block] = [
        Paragraph(f"{texts[name].name} {texts[name].does}. It {texts[name].lacks}.")
        for name in played
    ]
    table = findings.strategies
    if table.empty:
        blocks.append(
            Paragraph("Strategies never met in these games, so their strength is not compared.")
        )
        return blocks, {}
    keys: Keys = {
        "players": ("players", str),
        "strategy": ("strategy", lambda name: _strategy(findings, name)),
    }
    blocks += [
        Paragraph(
            "Where strategies meet at one table, their win rates tell how strong they are beside "
            "each other; the fair share is that of equal strength. Seats that share a playthrough "
            "or its luck are resampled together for the intervals."
        ),
        rate_table(
            table, keys, "Win rates of the strategies in games where they meet. Games counts seats."
        ),
    ]
    return blocks, {}


def points_section(findings: Findings) -> Content:
    """Where victory points come from, and what the factions do."""
    sources = used_sources(findings)
    blocks: list[Block] = [Paragraph(points_text(findings))]
    pictures = {}
    for players, group in findings.points.groupby("players"):
        table = group.reset_index(drop=True)
        name = f"points_{players}_players"
        figure = draw_points(
            table,
            "faction",
            _titles(table["faction"]),
            sources,
            findings.results.columns.colours(Role.POINTS),
            {row["faction"]: _score(row) for _, row in table.iterrows()},
            speak("victory points", findings.own.words.terms),
        )
        pictures[name] = to_svg(figure)
        blocks.append(
            Picture(
                name,
                f"Where the points of a seat come from with {count(int(str(players)), 'player')} "
                "(means of a game; the score is at the end of the bar).",
                "Stacked bars: mean victory points of each faction by source.",
            )
        )
    blocks += [points_table(findings), *activity_tables(findings)]
    return blocks, pictures


def length(findings: Findings) -> Content:
    """How long games last."""
    games, stopped = unfinished_games(findings.rows)
    rounds = speak("rounds", findings.own.words.terms)
    titles = {
        row["players"]: f"{players_text(int(row['players']))}: median {row['median']:.0f} "
        f"{rounds}, n = {row['games']:,.0f}"
        for _, row in findings.lengths.iterrows()
    }
    figure = draw_lengths(findings.rounds, "players", "rounds", titles, rounds)
    ended = (
        f"Of {games:,} games {count(stopped, 'was', 'were')} stopped by the turn limit before "
        f"{findings.own.words.end}; such games stay in every table with the points scored "
        "so far."
        if stopped
        else f"All {games:,} games ended by the rules; none was stopped by the turn limit."
    )
    blocks: list[Block] = [
        Paragraph(f"A round gives every seat one turn; the last may be cut short. {ended}"),
        Picture(
            "game_lengths",
            "How long games last (dotted: median).",
            "Histograms of the number of rounds, one for each player count.",
        ),
        length_table(findings),
    ]
    return blocks, {"game_lengths": to_svg(figure)}


def _squares(match_ups: pd.DataFrame) -> pd.DataFrame:
    """Return match-ups as the squares of a matrix."""
    return pd.DataFrame(
        {
            "line": match_ups["faction"],
            "column": match_ups["opponent"],
            "lean": (match_ups["rate"] - EVEN) / UNEVEN,
            "text": [f"{rate * PERCENT:.0f}" for rate in match_ups["rate"]],
            "sure": match_ups["verdict"].isin([Verdict.FAIR.value, Verdict.UNFAIR.value]),
        }
    )


def _match_ups_text(findings: Findings) -> str:
    """Name the pair that is furthest from even at each player count."""
    parts = []
    for players, group in findings.match_ups.groupby("players"):
        row = group.iloc[int(group["rate"].to_numpy().argmax())]
        parts.append(
            f"with {count(int(str(players)), 'player')} the {title(row['faction'])} finish ahead "
            f"of the {title(row['opponent'])} in {rate_text(row)} of their games"
        )
    return (
        "Two factions at one table are compared by who finishes ahead, shared ranks counting half; "
        f"even is 50 %. The most uneven pairs in {_games(findings)} are: {listing(parts)}."
    ).replace(" %", NO_BREAK + "%")


def _joint(findings: Findings, what: str) -> pd.DataFrame:
    """Return the joint tests of the games that speak for factions and seats."""
    table = findings.joint
    return table[(table["what"] == what) & (table["strategy"] == findings.strategy)]


def _games(findings: Findings) -> str:
    """Name the games that speak for factions and seats."""
    games = len(one_row_a_game(findings.rows))
    if findings.strategy is None:
        return f"all {games:,} games, whatever strategies met in them,"
    name = findings.definition.strategies[findings.strategy].name
    return f"the {games:,} games in which {name} played every seat"


def _strategy(findings: Findings, name: str) -> str:
    return findings.definition.strategies[name].name


def _titles(names: pd.Series[str]) -> dict[object, str]:
    return {name: title(name) for name in names}


def _score(row: pd.Series) -> str:
    return f"{row['score']:.{decimals_for((row['high'] - row['low']) / 2)}f}"


def _rates_picture(findings: Findings, table: pd.DataFrame, row: str, name: str) -> dict[str, str]:
    labels = {
        value: ordinal(value) if row in (ORDER, SEAT) else title(value)
        for value in table[row].unique()
    }
    panels = {value: players_text(value) for value in table["players"].unique()}
    figure = draw_win_rates(table, row, "players", findings.definition.band, labels, panels)
    return {name: to_svg(figure)}


def points_text(findings: Findings) -> str:
    """Say what share of the points each source gives over all factions."""
    sources = used_sources(findings)
    total = findings.rows[list(sources)].sum()
    share = (total / total.sum()).sort_values(ascending=False)
    parts = [
        f"{percent_text(float(value))} from {sources[str(name)]}" for name, value in share.items()
    ]
    return f"Of all points scored in {_games(findings)}, {listing(parts)}."
