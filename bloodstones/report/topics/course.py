"""How games go: how long they last, why they end, and when the winner is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import pandas as pd

from bloodstones.core.contract.columns import MOMENTS
from bloodstones.plots.lengths import draw_lengths
from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section, fits_all
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.front import fillers
from bloodstones.report.language.phrases import (
    count,
    listing,
    more,
    percent_text,
    players_text,
    tight,
)
from bloodstones.report.language.terms import speak
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.course import (
    AT_MOMENTS,
    COLUMNS,
    LEADS,
    MIXED,
    check_course,
    decided,
    endings,
)
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, show_percent
from bloodstones.stats.summary import game_lengths
from bloodstones.stats.table import Results, one_row_a_game, rounds

LEFT, RIGHT = "left", "right"
LENGTHS_CAPTION: Final = "How long games last (dotted: median)."
LENGTHS_ALT: Final = "Histograms of the number of rounds, one for each player count."


def find_length(played: PlayedStudy) -> Tables:
    """Return the length of games by players."""
    lengths = game_lengths(played.rows, ["players"], seed=played.definition.seed)
    return {StudyTable.LENGTHS: lengths, StudyTable.ROUNDS: rounds_of_games(played.rows)}


def rounds_of_games(rows: pd.DataFrame) -> pd.DataFrame:
    """Return how many games took how many rounds, by players: the last column is `games`."""
    games = one_row_a_game(rows)
    lengths = pd.DataFrame({"players": games["players"], "rounds": rounds(games)})
    return lengths.groupby(["players", "rounds"]).size().reset_index(name="games")


def make_length(findings: StudyFindings) -> Content:
    """Write how long games last."""
    table = findings.table(StudyTable.LENGTHS)
    games, stopped = int(table["games"].sum()), int(table["unfinished"].sum())
    pictures = _histogram(findings)
    ended = (
        f"Of {games:,} games {count(stopped, 'was', 'were')} stopped by the turn limit before "
        f"{findings.game.words.end}; such games stay in every table with the points scored "
        "so far."
        if stopped
        else f"All {games:,} games ended by the rules; none was stopped by the turn limit."
    )
    blocks: list[Block] = [
        Paragraph(f"A round gives every seat one turn; the last may be cut short. {ended}"),
        *(Picture(name, LENGTHS_CAPTION, LENGTHS_ALT) for name in pictures),
        _length_table(findings),
    ]
    return blocks, pictures


def _histogram(findings: StudyFindings) -> dict[str, str]:
    """Draw how many games took how many rounds; nothing where an older report has no such table."""
    table = findings.table(StudyTable.ROUNDS)
    if table.empty:
        return {}
    words = speak("rounds", findings.game.words.terms)
    titles = {
        row["players"]: f"{players_text(int(row['players']))}: median {row['median']:.0f} "
        f"{words}, n = {row['games']:,.0f}"
        for _, row in findings.table(StudyTable.LENGTHS).iterrows()
    }
    games = table.loc[table.index.repeat(table["games"])]
    return {"game_lengths": to_svg(draw_lengths(games, "players", "rounds", titles, words))}


def _length_table(findings: StudyFindings) -> Table:
    """Return how long games last."""
    rows = []
    places = common_decimals(
        (findings.table(StudyTable.LENGTHS)["high"] - findings.table(StudyTable.LENGTHS)["low"]) / 2
    )
    for _, row in findings.table(StudyTable.LENGTHS).iterrows():
        rows.append(
            (
                f"{row['players']:.0f}",
                f"{row['games']:,.0f}",
                f"{row['unfinished']:,.0f}",
                f"{row['turns']:.{places}f}",
                f"{row['low']:.{places}f}–{row['high']:.{places}f}",
                f"{row['median']:.0f}",
                f"{row['short']:.0f}–{row['long']:.0f}",
            )
        )
    header = (
        "players",
        "games",
        "stopped by limit",
        "turns, mean",
        "95 % interval",
        "rounds, median",
        "nine in ten games",
    )
    caption = (
        "Length of a game: turns of all seats together, with the interval of their mean, and "
        "rounds with the range that leaves out the shortest and the longest twentieth."
    )
    return Table(caption, header, (LEFT, *(RIGHT for _ in header[1:])), tuple(rows))


LENGTH: Final = Section(
    "length",
    "How long a game lasts",
    make_length,
    find_length,
    filler=fillers.length,
    columns=("game_turns",),
    applies=fits_all,
    published=True,
)


SEVERAL: Final = "several strategies"
ENDINGS_CAPTION: Final = (
    "Why games end, by players and by the strategy that plays all seats: share of the games, with "
    "95 % bootstrap intervals."
)


def find_endings(played: PlayedStudy) -> Tables:
    """Return how often games end for each reason."""
    return {StudyTable.ENDINGS: endings(played.base, seed=played.definition.seed)}


def make_endings(findings: StudyFindings) -> Content:
    """Write why games end, and how many the turn limit stops."""
    table = findings.table(StudyTable.ENDINGS)
    words = f"{_words(table)}{more(never_ended(table, findings.end_reasons))}"
    return [Paragraph(words), _ending_table(findings, table)], {}


def never_ended(table: pd.DataFrame, reasons: Sequence[str]) -> str:
    """Say which ends of the rules no game came to; "" where each was seen.

    Parameters
    ----------
    table
        From `stats.course.endings`.
    reasons
        All for which games can end, with any rules and options.

    Examples
    --------
    >>> never_ended(pd.DataFrame({"end_reason": ["goal"]}), ["goal", "long_winter", "war"])
    'No game here ended by long winter or war. Some ends may need other options.'
    """
    unseen = [reason_text(each) for each in reasons if each not in set(table["end_reason"])]
    if not unseen:
        return ""
    ended = f"No game here ended by {listing(unseen, 'or')}"
    return f"{ended}. Some ends may need other options."


def _words(table: pd.DataFrame) -> str:
    """Return how often each reason ended games, and what that says of the rules."""
    games = int(table.drop_duplicates(["players", "strategy"])["games"].sum())
    totals = table.groupby(["end_reason", "finished"])["ended"].sum()
    ended: Any = totals.sort_values(ascending=False).items()
    parts: list[str] = []
    stopped = 0
    for (reason, finished), number in ended:
        verb = "" if parts else " ended"
        parts.append(f"{number:,}{verb} by {reason_text(str(reason))}")
        stopped += 0 if finished else int(number)
    limit = (
        f"{count(stopped, 'game was', 'games were')} stopped before the rules ended them, and "
        "count with the result at that time."
        if stopped
        else "All of them ended by the rules."
    )
    return tight(f"Of {games:,} games, {listing(parts)}. {limit}")


def reason_text(reason: str) -> str:
    """Return why a game ended, as it stands in a table.

    >>> reason_text("turn_limit")
    'turn limit'
    """
    return reason.replace("_", " ")


def _ending_table(findings: StudyFindings, table: pd.DataFrame) -> Table:
    reasons = list(dict.fromkeys(table["end_reason"]))
    places = common_decimals((table["high"] - table["low"]) / 2 * PERCENT)
    rows = []
    groups: Any = table.groupby(["players", "strategy"], sort=True)
    for (players, strategy), group in groups:
        by_reason = group.set_index("end_reason")
        shares = (_share(by_reason.loc[reason], places) for reason in reasons)
        who = SEVERAL if strategy == MIXED else findings.names[str(strategy)]
        rows.append((str(players), who, f"{int(group['games'].iloc[0]):,}", *shares))
    header = ("players", "strategy", "games", *map(reason_text, reasons))
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Table.grouped(ENDINGS_CAPTION, header, align, rows)


def _share(row: Any, places: int) -> str:
    """Return a share with its interval."""
    return show_percent(row["share"], row["low"], row["high"], places)


def _several(results: Results) -> bool:
    """Whether games ended for more than one reason."""
    return bool(results.rows["end_reason"].nunique() > 1)


ENDINGS: Final = Section("endings", "Why games end", make_endings, find_endings, applies=_several)


SECTION: Final = "decided"
HEADING: Final = "When the winner is known"
PICTURE: Final = "winner_known"
ABSENT: Final = "–"
HALFWAY: Final = 1 / 2
FINAL, LEADER_WINS, BEHIND = AT_MOMENTS
KNOWN: Final = 0.9  # a leader who wins so often is the winner to all who watch
SHORT: Final[Mapping[float, str]] = dict(zip(MOMENTS.values(), ("¼", "½", "¾"), strict=True))
WORDS: Final[Mapping[float, str]] = dict(
    zip(MOMENTS.values(), ("a quarter", "half", "three quarters"), strict=True)
)
METHOD: Final = (
    "The lead is the most points in sight, alone, after a turn. It is final once it passes to "
    "nobody else. A winner is behind where another seat has more points at that moment."
)
CAPTION: Final = (
    "When the lead is final, by players and by the strategy at all seats, and after a quarter (¼), "
    "half (½) and three quarters (¾) of the turns: games whose lead is final, wins of a seat that "
    "leads alone, games whose winner is behind. Means with 95 % bootstrap intervals."
)


def decided_blocks(
    table: pd.DataFrame, speaking: str, name: Callable[[str], str], games: str = "games"
) -> Content:
    """Return the blocks and the picture of the section.

    Parameters
    ----------
    table
        From `stats.course.decided`.
    speaking
        The strategy whose games the words and the picture are of; `MIXED` for those in which
        several met.
    name
        Of a strategy.
    games
        Which games these are.
    """
    spoken = table[table["strategy"] == speaking]
    if spoken.empty:
        spoken = table[table["strategy"] == table["strategy"].iloc[0]]
    sizes = sorted(set(spoken["players"]))
    words = [_at_table(spoken[spoken["players"] == size], int(size)) for size in sizes]
    blocks: list[Block] = [
        Paragraph(f"{METHOD} What follows is of {games.removesuffix(',')}."),
        *(Paragraph(text) for text in words),
        Picture(
            PICTURE,
            "How often the lead is final, and how often who leads alone wins, after a quarter, "
            "half and three quarters of the turns.",
            "Dots with whiskers: shares of games by moment; the table below has the same numbers.",
        ),
        _table(table, name),
    ]
    return blocks, {PICTURE: _figure(spoken, sizes)}


def _value(table: pd.DataFrame, measure: str, moment: float | None = None) -> Any:
    """Return the line of a measure; None where the results do not have it."""
    rows = table[table["measure"] == measure]
    if moment is not None:
        rows = rows[rows["moment"] == moment]
    return rows.iloc[0] if len(rows) else None


def _shown(row: Any, places: int | None = None) -> str:
    return show_percent(row["mean"], row["low"], row["high"], places)


def _at_table(table: pd.DataFrame, players: int) -> str:
    """Say when the winner is known with one number of players."""
    changes, never, after = (_value(table, name) for name in LEADS)
    size = count(players, "player")
    text = (
        f"With {size}, the lead changes {changes['mean']:.1f} times a game "
        f"(n = {changes['games']:,}), in {percent_text(never['mean'])} of the games never. "
        f"On average it is final after {percent_text(after['mean'])} of the turns."
    )
    leads = {moment: _value(table, LEADER_WINS, moment) for moment in MOMENTS.values()}
    held = {moment: row for moment, row in leads.items() if row is not None}
    if not held:
        return tight(text)
    known = [moment for moment, row in held.items() if row["mean"] >= KNOWN]
    for moment, row in held.items():
        text += f" A seat that leads alone after {WORDS[moment]} of the turns wins {_shown(row)}."
    if known:
        text += f" The winner is all but known after {WORDS[known[0]]} of the turns."
    behind = _value(table, BEHIND, HALFWAY)
    if behind is not None:
        text += f" The winner is behind halfway in {_shown(behind)} of the games."
    return tight(text)


def _figure(spoken: pd.DataFrame, sizes: list[Any]) -> str:
    lines = spoken[spoken["measure"].isin([FINAL, LEADER_WINS])]
    shares = lines.assign(
        row=lines["measure"] + lines["moment"].astype(str),
        panel=lines["players"],
        share=lines["mean"],
    )
    what = {FINAL: "lead is final", LEADER_WINS: "who leads wins"}
    labels: dict[object, str] = {
        f"{measure}{moment}": f"{words}, {short}"
        for measure, words in what.items()
        for moment, short in SHORT.items()
        if ((lines["measure"] == measure) & (lines["moment"] == moment)).any()
    }
    panels: dict[object, str] = {size: players_text(int(size)) for size in sizes}
    return to_svg(draw_shares(shares, labels, panels, "share of the games"))


def _table(table: pd.DataFrame, name: Callable[[str], str]) -> Table:
    shares = table[table["measure"] != LEADS[0]]
    places = common_decimals((shares["high"] - shares["low"]) / 2 * PERCENT)
    timed = [measure for measure in AT_MOMENTS if (table["measure"] == measure).any()]
    rows = []
    groups: Any = table.groupby(["players", "strategy"], sort=True)
    for (players, strategy), group in groups:
        changes = _value(group, LEADS[0])
        who = SEVERAL if strategy == MIXED else name(str(strategy))
        first = (str(players), who, f"{changes['games']:,}", f"{changes['mean']:.1f}")
        cells = [_percents([_value(group, measure)], places) for measure in LEADS[1:]]
        for measure in timed:
            at_moments = [_value(group, measure, moment) for moment in MOMENTS.values()]
            cells.append(_percents(at_moments, places))
        rows.append((*first, *cells))
    heads = {
        FINAL: "lead final\n¼, ½, ¾",
        LEADER_WINS: "leader wins\n¼, ½, ¾",
        BEHIND: "winner behind\n¼, ½, ¾",
    }
    header = (
        *("players", "strategy", "games", "lead\nchanges", "never\npasses", "final\nafter"),
        *(heads[measure] for measure in timed),
    )
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Table.grouped(CAPTION, header, align, rows)


def _percents(lines: list[Any], places: int) -> str:
    """Return means in per cent; one alone with its interval."""
    if len(lines) == 1:
        return _shown(lines[0], places).replace(" (", "\n(")
    cells = [ABSENT if row is None else f"{row['mean'] * PERCENT:.{places}f}" for row in lines]
    return tight(f"{', '.join(cells)} %")


def find_decided(played: PlayedStudy) -> Tables:
    """Return how the lead passes and from when on it is final; InputError without leads."""
    check_course(played.base, f"section {SECTION}")
    return {StudyTable.DECIDED: decided(played.base, seed=played.definition.seed)}


def make_decided(findings: StudyFindings) -> Content:
    """Write from when on the winner of a game is known."""
    speaking = findings.strategy or MIXED
    names = findings.names.__getitem__
    return decided_blocks(findings.table(StudyTable.DECIDED), speaking, names, findings.games_text)


DECIDED: Final = Section(
    SECTION, HEADING, make_decided, find_decided, columns=COLUMNS, applies=fits_all
)
