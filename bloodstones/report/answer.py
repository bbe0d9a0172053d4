"""The answer on the title page: one sentence each on factions, turn order and strategies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd

from bloodstones.report.assumed import assumed_answer
from bloodstones.report.findings import SEAT, Findings
from bloodstones.report.luck import luck_answer
from bloodstones.report.maps import answer_maps
from bloodstones.report.on_maps import NAME, on_maps_answer
from bloodstones.report.sensitivity import sensitivity_answer
from bloodstones.report.terms import speak, terms_of
from bloodstones.report.verdicts import verdict_counts, verdict_listing
from bloodstones.report.what_ifs import what_if_answer
from bloodstones.report.wording import (
    count,
    listing,
    ordinal,
    percent_text,
    points,
    rate_text,
    title,
)
from bloodstones.report.worth import asked_answers, worth_answer
from bloodstones.stats.balance import Verdict
from bloodstones.stats.table import GAME, base_rows

SHOWN = 2
ORDERING = ("Turn order", "in turn order", "the start player")
SEATING = ("The order of the seats", "at the table", "the first seat")
OF_SEVERAL = {"luck", "worth"}  # sections that are not about the games of one strategy
GROUPED_ANSWERS = {"sensitivity", "what_ifs"}  # sections that may be told by the strategy
OF_ONE = {"factions", "match_ups", "seats", "maps", "sensitivity", "what_ifs"}


def answer(findings: Findings) -> tuple[str, ...]:
    """Return the answer, every rate with its interval and n: what the sections are about.

    Judged maps, luck, restricted play, rule numbers and what-ifs answer first; who played is told
    wherever the answer is from the games of one strategy.
    """
    wanted = findings.definition.sections
    makers: Mapping[str, Callable[[Findings], str]] = {
        NAME: on_maps_answer,
        "luck": luck_answer,
        "worth": worth_answer,
        "sensitivity": sensitivity_answer,
        "what_ifs": what_if_answer,
        "factions": faction_answer,
        "seats": seat_answer,
    }
    words = findings.own.words.terms, findings.role
    plain = terms_of(*words)
    told = list(answer_maps(findings)) if "maps" in wanted else []
    told += asked_answers(findings) if "worth" in wanted else []
    told = [speak(text, plain) for text in told]
    told += [
        speak(make(findings), terms_of(*words, name, findings.definition.by))
        for name, make in makers.items()
        if name in wanted
    ]
    if not OF_SEVERAL & set(wanted) or OF_ONE & set(wanted):
        told.append(speak(strategy_answer(findings), plain))
    return *told, *assumed_answer(findings.results.provenance)


def faction_answer(findings: Findings) -> str:
    """Say how many factions are fair and which are furthest off."""
    table, band = findings.factions, findings.definition.band
    verdicts = verdict_counts(table)
    what = f"{count(len(table), 'combination')} of faction and player count"
    if verdicts[Verdict.FAIR] == len(table):
        return (
            f"The factions are fair: in all {what} the win rate is within {points(band)} of its "
            f"fair share, furthest off {_named(furthest(table).iloc[0], 'faction')}."
        )
    named = ", and ".join(_named(row, "faction") for _, row in furthest(table).iterrows())
    if verdicts[Verdict.UNFAIR]:
        return (
            f"The factions are not fair within {points(band)}: of {what}, "
            f"{verdict_listing(table)}; furthest off are {named}."
        )
    return (
        f"Nothing unfair was found within {points(band)}, but of {what} {verdict_listing(table)}; "
        f"furthest off are {named}."
    )


def seat_answer(findings: Findings) -> str:
    """Say what starting is worth at each player count."""
    table, place = findings.seats, findings.place
    starts = table[table[place] == 0]
    shown = [
        f"{rate_text(row)} with {count(row['players'], 'player')} "
        f"(fair share {percent_text(row['fair_share'])}: {row['verdict']})"
        for _, row in starts.iterrows()
    ]
    what, of, who = SEATING if place == SEAT else ORDERING
    lead = (
        f"{what} is fair"
        if _all_fair(table)
        else (f"Of {count(len(table), 'place')} {of} {verdict_listing(table)}")
    )
    return f"{lead}: {who} wins {listing(shown)}{_later_seat(table, place)}."


def strategy_answer(findings: Findings) -> str:
    """Say who played, how strong that strategy is beside the others, and what it does not know."""
    texts = findings.definition.strategies
    if findings.strategy is None:
        played = sorted(findings.results.rows["strategy"].unique())
        names = listing([texts[name].name for name in played])
        if findings.definition.by == "strategy" and GROUPED_ANSWERS & set(
            findings.definition.sections
        ):
            return (
                f"This holds for tables at which {names} meet. None of them was tuned anew for a "
                "change, so people may find another balance."
            )
        return f"Strategies were mixed in every playthrough ({names}), so this says nothing of one."
    text = texts[findings.strategy]
    met = findings.strategies
    own = met[met["strategy"] == findings.strategy] if not met.empty else met
    wins = [f"{rate_text(row)} with {count(row['players'], 'player')}" for _, row in own.iterrows()]
    others = _opponents(findings.results.rows, findings.strategy)
    against = listing([texts[name].name for name in others])
    beside = f", which wins {listing(wins)} where it meets {against}" if wins else ""
    return (
        f"This holds for games between seats all played by {text.name}{beside}; "
        f"it {text.lacks}, so people may find another balance."
    )


def _opponents(rows: pd.DataFrame, strategy: str) -> list[str]:
    """Return the strategies that a strategy met at a table."""
    games = base_rows(rows)
    own = games.loc[games["strategy"] == strategy, list(GAME)].drop_duplicates()
    return sorted(set(games.merge(own, on=list(GAME))["strategy"]) - {strategy})


def furthest(table: pd.DataFrame) -> pd.DataFrame:
    """Return the factions whose rate is furthest from the fair share, unfair ones first."""
    distance = (table["rate"] - table["fair_share"]).abs()
    unfair = table["verdict"] == Verdict.UNFAIR.value
    order = table.assign(_unfair=unfair, _distance=distance)
    ranked = order.sort_values(["_unfair", "_distance"], ascending=False, kind="stable")
    return ranked.drop_duplicates("faction").head(SHOWN)


def _later_seat(table: pd.DataFrame, place: str) -> str:
    """Name the unfair place that is furthest off, unless it is the first."""
    later = table[(table[place] > 0) & (table["verdict"] == Verdict.UNFAIR.value)]
    if later.empty:
        return ""
    distance = (later["rate"] - later["fair_share"]).abs().to_numpy()
    row = later.iloc[int(distance.argmax())]
    which, number = ordinal(row[place]), count(row["players"], "player")
    return f", and the {which} of {number} wins {rate_text(row)}, which is unfair"


def _named(row: Any, column: str) -> str:
    return (
        f"the {title(row[column])} with {count(row['players'], 'player')}, who win "
        f"{rate_text(row)} where {percent_text(row['fair_share'])} is fair"
    )


def _all_fair(table: pd.DataFrame) -> bool:
    return verdict_counts(table)[Verdict.FAIR] == len(table)
