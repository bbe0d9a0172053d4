"""How games go: how long they last, why they end, and when the winner is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, TypeVar

import pandas as pd

from bloodstones.core.contract.columns import MOMENTS
from bloodstones.plots.lengths import draw_lengths
from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.contract.findings import Findings, Tables
from bloodstones.report.contract.section import Section, fits_all
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.language.phrases import players_text, tight
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
F = TypeVar("F", bound=Findings)


def find_length(played: PlayedStudy) -> Tables:
    """Return the length of games by players."""
    lengths = game_lengths(played.rows, ["players"], seed=played.definition.seed)
    return {StudyTable.LENGTHS: lengths, StudyTable.ROUNDS: rounds_of_games(played.rows)}


def rounds_of_games(rows: pd.DataFrame) -> pd.DataFrame:
    """Return how many games took how many rounds, by players: the last column is `games`."""
    games = one_row_a_game(rows)
    lengths = pd.DataFrame({"players": games["players"], "rounds": rounds(games)})
    return lengths.groupby(["players", "rounds"]).size().reset_index(name="games")


@dataclass(frozen=True)
class Lengths(Finding):
    """How long games last.

    Attributes
    ----------
    findings
        The tables of the report.
    """

    findings: StudyFindings

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "none_stopped": lambda f: not (f.lengths["unfinished"] > 0).any(),
    }

    @property
    def lengths(self) -> pd.DataFrame:
        """The length of games, by number of players."""
        return self.findings.table(StudyTable.LENGTHS)

    @property
    def first(self) -> pd.Series[Any]:
        """Its row for the fewest players."""
        return self.lengths.iloc[0]

    @property
    def last(self) -> pd.Series[Any]:
        """Its row for the most players."""
        return self.lengths.iloc[-1]

    @property
    def games(self) -> int:
        """How many games."""
        return int(self.lengths["games"].sum())

    @property
    def stopped(self) -> int:
        """How many of them the turn limit stopped."""
        return int(self.lengths["unfinished"].sum())

    @property
    def rounds(self) -> str:
        """What the game calls rounds."""
        return speak("rounds", self.findings.game.words.terms)

    def drawings(self) -> Mapping[str, str]:
        """Draw how many games took how many rounds; none for an older report without them."""
        return _histogram(self.findings)

    def lengths_table(self) -> Table:
        """Return how long games last as a table."""
        return _length_table(self.lengths)


def lengths_of(findings: StudyFindings) -> Lengths | None:
    """Return how long games last; None where turns are not counted."""
    return None if findings.table(StudyTable.LENGTHS).empty else Lengths(findings)


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


def _length_table(lengths: pd.DataFrame) -> Table:
    """Return how long games last."""
    half = (lengths["high"] - lengths["low"]) / 2
    places = common_decimals(half)
    by_player = common_decimals(half / lengths["players"])
    rows = [
        (
            f"{row['players']:.0f}",
            f"{row['games']:,.0f}",
            f"{row['unfinished']:,.0f}",
            f"{row['turns']:.{places}f}",
            f"{row['low']:.{places}f}–{row['high']:.{places}f}",
            f"{row['turns'] / row['players']:.{by_player}f}",
            f"{row['median']:.0f}",
            f"{row['short']:.0f}–{row['long']:.0f}",
        )
        for _, row in lengths.iterrows()
    ]
    header = (
        "players",
        "games",
        "stopped by limit",
        "turns, mean",
        "95 % interval",
        "turns a player",
        "rounds, median",
        "nine in ten games",
    )
    return Table("", header, (LEFT, *(RIGHT for _ in header[1:])), tuple(rows))


LENGTH: Final = topic(
    "length",
    "How long a game lasts",
    lengths_of,
    find=find_length,
    columns=("game_turns",),
    applies=fits_all,
    published=True,
)


SEVERAL: Final = "several strategies"


def find_endings(played: PlayedStudy) -> Tables:
    """Return how often games end for each reason."""
    return {StudyTable.ENDINGS: endings(played.base, seed=played.definition.seed)}


@dataclass(frozen=True)
class Endings(Finding):
    """Why games end.

    Attributes
    ----------
    table
        From `stats.course.endings`.
    possible
        All reasons for which games can end, with any rules and options.
    names
        Of strategies, by id.
    """

    table: pd.DataFrame
    possible: Sequence[str]
    names: Mapping[str, str]

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "all_by_the_rules": lambda f: bool(f.table["finished"].all()),
        "each_was_seen": lambda f: set(f.possible) <= set(f.table["end_reason"]),
    }

    @property
    def games(self) -> int:
        """How many games."""
        return int(self.table.drop_duplicates(["players", "strategy"])["games"].sum())

    @property
    def reasons(self) -> Sequence[tuple[str, int]]:
        """Why how many of them ended, the most first."""
        totals: Any = self.table.groupby("end_reason")["ended"].sum()
        ordered = totals.sort_values(ascending=False, kind="stable")
        return [(reason_text(str(reason)), int(number)) for reason, number in ordered.items()]

    @property
    def stopped(self) -> int:
        """How many were stopped before the rules ended them."""
        return int(self.table.loc[~self.table["finished"].astype(bool), "ended"].sum())

    @property
    def unseen(self) -> Sequence[str]:
        """The ends of the rules that no game came to."""
        seen = set(self.table["end_reason"])
        return [reason_text(each) for each in self.possible if each not in seen]

    def reasons_table(self) -> Table:
        """Return how often games end for each reason as a table."""
        return _ending_table(self.names, self.table)


def endings_of(findings: StudyFindings) -> Endings:
    """Return why games end."""
    table = findings.table(StudyTable.ENDINGS)
    return Endings(table, findings.end_reasons, findings.names)


def reason_text(reason: str) -> str:
    """Return why a game ended, as it stands in a table.

    >>> reason_text("turn_limit")
    'turn limit'
    """
    return reason.replace("_", " ")


def _ending_table(names: Mapping[str, str], table: pd.DataFrame) -> Table:
    reasons = list(dict.fromkeys(table["end_reason"]))
    places = common_decimals((table["high"] - table["low"]) / 2 * PERCENT)
    rows = []
    groups: Any = table.groupby(["players", "strategy"], sort=True)
    for (players, strategy), group in groups:
        by_reason = group.set_index("end_reason")
        shares = (_share(by_reason.loc[reason], places) for reason in reasons)
        who = SEVERAL if strategy == MIXED else names[str(strategy)]
        rows.append((str(players), who, f"{int(group['games'].iloc[0]):,}", *shares))
    header = ("players", "strategy", "games", *map(reason_text, reasons))
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Table.grouped("", header, align, rows)


def _share(row: Any, places: int) -> str:
    """Return a share with its interval."""
    return show_percent(row["share"], row["low"], row["high"], places)


def _several(results: Results) -> bool:
    """Whether games ended for more than one reason."""
    return bool(results.rows["end_reason"].nunique() > 1)


ENDINGS: Final = topic("endings", "Why games end", endings_of, find=find_endings, applies=_several)


SECTION: Final = "decided"
HEADING: Final = "When the winner is known"
ABSENT: Final = "–"
HALFWAY: Final = 1 / 2
FINAL, LEADER_WINS, BEHIND = AT_MOMENTS
KNOWN: Final = 0.9  # a leader who wins so often is the winner to all who watch
SHORT: Final[Mapping[float, str]] = dict(zip(MOMENTS.values(), ("¼", "½", "¾"), strict=True))
WORDS: Final[Mapping[float, str]] = dict(
    zip(MOMENTS.values(), ("a quarter", "half", "three quarters"), strict=True)
)


@dataclass(frozen=True)
class Moment:
    """Who wins after a part of the turns: a line of the table, and the part in words."""

    part: str
    row: Any


@dataclass(frozen=True)
class Lead:
    """How the lead passes at a number of players: lines of the table."""

    players: int
    changes: Any
    never: Any
    after: Any
    held: Sequence[Moment]
    behind: Any

    @property
    def certain(self) -> Moment | None:
        """The first moment from which on the leader wins nearly always."""
        certain = None
        for each in reversed(self.held):
            if each.row["mean"] < KNOWN:
                break
            certain = each
        return certain


@dataclass(frozen=True)
class Decided(Finding):
    """When the winner of a game is known.

    Attributes
    ----------
    table
        From `stats.course.decided`.
    speaking
        The strategy whose games the words and the picture are of; `MIXED` for those in which
        several met.
    name
        Of a strategy.
    findings
        Of a study, whose games these are; None for all games in which strategies met.
    """

    table: pd.DataFrame
    speaking: str
    name: Callable[[str], str]
    findings: StudyFindings | None = None

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        # Before the moment that is named nobody who leads wins so often, and from it on all do.
        "known_from_there": lambda f: all(
            (float(row["mean"]) >= KNOWN) == (float(row["moment"]) >= _moment(lead.certain))
            for lead in f.leads
            if lead.certain is not None
            for _, row in f.spoken[f.spoken["players"] == lead.players].iterrows()
            if row["measure"] == LEADER_WINS
        ),
    }

    @property
    def spoken(self) -> pd.DataFrame:
        """The lines of the games that the words are of."""
        spoken = self.table[self.table["strategy"] == self.speaking]
        if spoken.empty:
            spoken = self.table[self.table["strategy"] == self.table["strategy"].iloc[0]]
        return spoken

    @property
    def sizes(self) -> Sequence[Any]:
        """The numbers of players."""
        return sorted(set(self.spoken["players"]))

    @property
    def leads(self) -> Sequence[Lead]:
        """How the lead passes, by number of players."""
        spoken = self.spoken
        return [_lead(spoken[spoken["players"] == size], int(size)) for size in self.sizes]

    def drawing(self) -> str:
        """Draw how often the lead is final, and how often the leader wins."""
        return _figure(self.spoken, self.sizes)

    def moments_table(self) -> Table:
        """Return that as a table, with every strategy."""
        return _table(self.table, self.name)


def _moment(certain: Moment | None) -> float:
    return float("inf") if certain is None else float(certain.row["moment"])


def _lead(table: pd.DataFrame, players: int) -> Lead:
    """Return how the lead passes at one number of players."""
    changes, never, after = (_value(table, name) for name in LEADS)
    rows = {moment: _value(table, LEADER_WINS, moment) for moment in MOMENTS.values()}
    held = [Moment(WORDS[moment], row) for moment, row in rows.items() if row is not None]
    return Lead(players, changes, never, after, held, _value(table, BEHIND, HALFWAY))


def decided_topic(
    decided_in: Callable[[F], Decided | None], find: Callable[[Any], Tables], **further: Any
) -> Section[F, Any]:
    """Return the section for a kind of report.

    Parameters
    ----------
    decided_in
        The input of all sections -> when the winner is known; None: no such section.
    find, **further
        Of `Section`.
    """

    def decided_of(findings: F) -> Decided | None:
        return decided_in(findings)

    return topic(SECTION, HEADING, decided_of, find=find, **further)


def _value(table: pd.DataFrame, measure: str, moment: float | None = None) -> Any:
    """Return the line of a measure; None where the results do not have it."""
    rows = table[table["measure"] == measure]
    if moment is not None:
        rows = rows[rows["moment"] == moment]
    return rows.iloc[0] if len(rows) else None


def _shown(row: Any, places: int | None = None) -> str:
    return show_percent(row["mean"], row["low"], row["high"], places)


def _figure(spoken: pd.DataFrame, sizes: Sequence[Any]) -> str:
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
    return Table.grouped("", header, align, rows)


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


def decided_of_study(findings: StudyFindings) -> Decided:
    """Return from when on the winner of a game is known."""
    speaking = findings.strategy or MIXED
    names = findings.names.__getitem__
    return Decided(findings.table(StudyTable.DECIDED), speaking, names, findings)


DECIDED: Final = decided_topic(decided_of_study, find_decided, columns=COLUMNS, applies=fits_all)
