"""The section on seats: win rates by place in turn order, or round the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Protocol

import pandas as pd

from bloodstones.report.blocks.rate_tables import (
    Keys,
    find_mixes,
    joint_tests_of,
    key_columns,
    mix_blocks,
    rate_table,
    rates_picture,
    with_mix,
)
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.contract.tested import PLACES
from bloodstones.report.document.model import Block, Content, Paragraph, Picture
from bloodstones.report.front.charts import claim_square, grid_chart, rates_caption
from bloodstones.report.front.claimed import (
    Subject,
    counts_text,
    doubt_text,
    moved_by_play,
    off_everywhere,
    range_text,
    verdicts_text,
    wins_text,
)
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.front.tested import counsel
from bloodstones.report.language.phrases import (
    capital,
    count,
    fair_at,
    listing,
    number,
    ordinal,
    players_text,
    rate,
    rate_text,
    rates,
)
from bloodstones.report.language.phrases import points_word as points
from bloodstones.report.language.terms import FACTION, SEAT, TURN_ORDER
from bloodstones.report.language.verdicts import (
    Claim,
    Hold,
    claims_of,
    interval_words,
    joint_text,
    more_games_text,
    verdict_listing,
)
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy, place_of
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.joint import joint_tests
from bloodstones.stats.table import Results, base_rows, level_games

PAIR: Final = 2


class Levelled(Protocol):
    """Findings of games at several levels of play."""

    @property
    def levels(self) -> Sequence[str]:
        """The strategies that played all seats, from plain to skilled."""

    @property
    def level_names(self) -> Mapping[str, str]:
        """How a reader names them, by their ids."""

    def table(self, name: str) -> pd.DataFrame:
        """Return one of the tables."""


def place_claims(findings: Levelled) -> tuple[Claim, ...]:
    """Return the claims on places, at every level or of games in which strategies mix."""
    by, pooled = StudyTable.PLACES_BY_STRATEGY, StudyTable.PLACES
    table = findings.table(by) if len(findings.table(by)) else findings.table(pooled)
    if table.empty:
        return ()
    place = TURN_ORDER if TURN_ORDER in table else SEAT
    return claims_of(table, [place], findings.levels, findings.level_names)


def map_claims(findings: Levelled) -> tuple[Claim, ...]:
    """Return the claims on the first place, map by map; () where maps are not compared."""
    table = findings.table(StudyTable.PLACES_ON_MAPS)
    if table.empty or table["map"].nunique() < PAIR:
        return ()
    return claims_of(table, ["map"], findings.levels, findings.level_names)


def first_place(findings: Levelled) -> str:
    """Return what the first place is called."""
    return "the first player to move" if ordered(findings) else "the first seat"


def ordered(findings: Levelled) -> bool:
    """Whether places are told in turn order, and not round the table."""
    return TURN_ORDER in findings.table(StudyTable.PLACES)


NAMED: Final = 2
MATTERS: Final = " matter"  # a title that asks for it is answered the other way round
TURNED: Final = {"Yes": "No", "Nearly": "Hardly", "Not quite": "Somewhat", "No": "Yes"}
MOST_MAPS: Final = 14  # lines of a grid


def places(findings: StudyFindings) -> Part | None:
    """Return the findings on places in turn order or on seats; None without a comparison."""
    claims = place_claims(findings)
    if not claims:
        return None
    tail = " to move" if ordered(findings) else " seats"

    def who(claim: Claim) -> str:
        return f"the {ordinal(int(str(claim.key[0])))} of {number(claim.players)}{tail}"

    what = ("place at a table", "places at a table")
    subject = Subject(who, "wins", what)
    off = off_everywhere(claims)
    reply, answer = _answer(findings, subject, claims)
    if MATTERS in findings.definition.title:
        reply = TURNED.get(reply, reply)
    lines = [range_text(subject, claim) for claim in _distinct(off)[:NAMED]]
    if not off:
        lines.append(_most_text(subject, claims))
    lines += [f"play decides for {_moved_text(subject, claim)}" for claim in _moved(claims)[:1]]
    lines.append(counts_text(subject, claims))
    if findings.mixture:
        lines.insert(0, verdicts_text(subject, off[0] if off else claims[0]))
    advice, links = counsel(findings, PLACES, off[0] if off else None)
    if not advice and off:
        advice = _turns(subject, off[0])
    elif all(claim.hold is Hold.FAIR for claim in claims):
        advice, links = "Draw lots for who starts: no change of the rules is needed.", ()
    elif not off:
        advice, links = _lots(claims), ()
    chart = _chart(findings, claims)
    doubt = doubt_text(subject, claims)
    part = Part(answer, tuple(lines), reply, advice, doubt, chart, links)
    mapped = map_claims(findings)
    return by_map(findings, part, mapped) if mapped else part


def _answer(findings: StudyFindings, subject: Subject, claims: Sequence[Claim]) -> tuple[str, str]:
    """Return the reply to whether places are fair, and the answer."""
    off = off_everywhere(claims)
    if off:
        return "No" if off[0].hold is Hold.UNFAIR else "Not quite", wins_text(subject, off[0])
    most = _most(claims)
    tables, levels = len({claim.players for claim in claims}), len(claims[0].lines)
    several = [word for word, size in (("table", tables), ("level of play", levels)) if size > 1]
    where = f" at any {' or '.join(several)}" if several else ""
    near = max(abs(line.distance) for claim in claims for line in claim.lines)
    reply = "Nearly" if near <= findings.definition.band else "Not settled"
    reply = "That depends on play" if _moved(claims) else reply
    if all(claim.hold is Hold.FAIR for claim in claims):
        return "Yes", f"no place is more than {points(most)} from its fair share{where}"
    if _most([claim for claim in claims if claim.key[0] == 0]) == most and ordered(findings):
        return reply, f"moving first gains or costs at most {points(most)}{where}"
    return reply, f"a place is at most {points(most)} from its fair share{where}"


def _most(claims: Sequence[Claim]) -> float:
    """Return how far a rate is from its fair share at most."""
    return max(abs(line.off) for claim in claims for line in claim.lines)


def _most_text(subject: Subject, claims: Sequence[Claim]) -> str:
    """Name the place that is furthest from its share in points, and at which level."""
    claim, line = max(
        ((claim, line) for claim in claims for line in claim.lines),
        key=lambda pair: abs(pair[1].off),
    )
    by = f" by {line.level}" if len(claim.lines) > 1 else ""
    return f"{subject.who(claim)} is furthest off and wins {rate(line.rate)}{by}, {_fair(claim)}"


def _fair(claim: Claim) -> str:
    return fair_at(claim.fair_share)


def _moved(claims: Sequence[Claim]) -> list[Claim]:
    return _distinct(moved_by_play(claims))


def _distinct(claims: Sequence[Claim]) -> list[Claim]:
    """Return claims without the other place of a table of two."""
    kept: list[Claim] = []
    for claim in claims:
        if claim.players == PAIR and any(one.players == PAIR for one in kept):
            continue
        kept.append(claim)
    return kept


def _moved_text(subject: Subject, claim: Claim) -> str:
    low, high = claim.extremes
    return (
        f"{subject.who(claim)}: {rate(low.rate)} by {low.level}, {rate(high.rate)} by {high.level}"
    )


def _turns(subject: Subject, claim: Claim) -> str:
    """Recommend to take turns: a place that is off at every level."""
    low, high = (line.rate for line in claim.extremes)
    return (
        f"Play as many games as players and change places after each. In one game, "
        f"{subject.who(claim)} wins {rates(low, high)}; no change that was tested mends this."
    )


def _lots(claims: Sequence[Claim]) -> str:
    """Recommend lots: no place is off the same way at every level."""
    return (
        "Draw lots for who starts and change no rule for it. "
        f"Whoever has the best place then gains at most {points(_most(claims))}."
    )


def _chart(findings: StudyFindings, claims: Sequence[Claim]) -> Chart:
    """Draw every place at every number of players."""
    squares = [claim_square(claim, int(str(claim.key[0])), claim.players) for claim in claims]
    tail = " to move" if ordered(findings) else " seat"
    lines: dict[object, str] = {
        place: capital(f"{ordinal(place)}{tail}")
        for place in sorted({int(str(claim.key[0])) for claim in claims})
    }
    columns: dict[object, str] = {
        size: players_text(size) for size in sorted({claim.players for claim in claims})
    }
    caption = rates_caption(claims, claims[0].lines[-1].level, findings.definition.band)
    return grid_chart(squares, lines, columns, caption)


def by_map(findings: StudyFindings, part: Part, claims: Sequence[Claim]) -> Part:
    """Return the part over all maps, led by the first place by map where maps make it unfair."""
    unfair = sorted(
        (claim for claim in claims if claim.hold is Hold.UNFAIR),
        key=lambda claim: claim.lines[-1].rate,
    )
    over = f"over all maps, {part.answer}"
    if not unfair:
        return replace(part, answer=over)
    named = findings.definition.map_name
    least, most = unfair[0], unfair[-1]
    who = first_place(findings)
    answer = f"{who} wins {_on(least, named(str(least.key[0])))}"
    if most is not least:
        answer += f" and {_on(most, named(str(most.key[0])))}"
    maps = Subject(lambda claim: named(str(claim.key[0])), "gives", ("map", "maps"))
    lines = (counts_text(maps, claims), over, *part.findings)
    fair = [claim for claim in claims if claim.hold is Hold.FAIR]
    best = min(fair or claims, key=lambda claim: max(abs(x.distance) for x in claim.lines))
    low, high = (line.rate for line in best.extremes)
    advice = (
        f"Choose {named(str(best.key[0]))} for an even game: {who} wins {rates(low, high)} there. "
        "On other maps play two games and change sides."
    )
    chart = place_grid(findings, claims)
    return replace(part, answer=answer, reply="Yes", findings=lines, advice=advice, chart=chart)


def _on(claim: Claim, board: str) -> str:
    low, high = (line.rate for line in claim.extremes)
    return f"{rates(low, high)} on {board}"


def place_grid(findings: StudyFindings, claims: Sequence[Claim]) -> Chart:
    """Draw what the first place wins on each map, at each level of play."""
    named = findings.definition.map_name
    order = sorted(claims, key=lambda claim: -max(abs(x.distance) for x in claim.lines))[:MOST_MAPS]
    order.sort(key=lambda claim: -claim.lines[-1].rate)
    squares = [claim_square(claim, claim.key[0], 0) for claim in order]
    lines: dict[object, str] = {claim.key[0]: named(str(claim.key[0])) for claim in order}
    column: dict[object, str] = {0: first_place(findings).removeprefix("the ")}
    caption = rates_caption(order, order[0].lines[-1].level, findings.definition.band)
    return grid_chart(squares, lines, column, caption)


def find(played: PlayedStudy) -> Tables:
    """Return the win rates of the places, where one strategy speaks and at every level."""
    by, level, place = ["players", "strategy"], played.level, played.place
    table = played.rates(level, [*by, place])
    mixed = find_mixes(played, place)
    return {
        StudyTable.PLACES: played.rates(played.rows, ["players", place]),
        StudyTable.PLACES_BY_STRATEGY: with_mix(table, mixed),
        StudyTable.PLACE_MIXES: mixed.mixes,
        StudyTable.JOINT_TESTS: joint_tests(
            level, table, place, ("players", "strategy"), played.definition.band
        ),
    }


def make(findings: StudyFindings) -> Content:
    """Write the win rates by place and player count."""
    table, place = findings.table(StudyTable.PLACES), findings.place
    edges = [
        f"{rate_text(row)} with {count(row['players'], 'player')}"
        for _, row in table[table[place] == 0].iterrows()
    ]
    by = place.replace("_", " ")
    counted = (
        "Turn order counts from the start player, who is drawn by lot, whatever the faction. "
        f"In {findings.games_text} the start player wins"
        if place == TURN_ORDER
        else f"Seats count clockwise, whatever the faction. In {findings.games_text} the first wins"
    )
    of = "in turn order" if place == TURN_ORDER else "at the table"
    blocks: list[Block] = [
        Paragraph(
            f"{counted} {listing(edges)}. Of {count(len(table), 'place')} {of} "
            f"{verdict_listing(table)}.{joint_text(joint_tests_of(findings, place), 'places')}"
            f"{more_games_text(table)}"
        ),
        Picture(
            f"win_rates_by_{place}",
            f"Win rates by {by} and player count with {interval_words(table)}.",
            f"Dots with whiskers: win rate of each {by}, beside the fair share.",
        ),
        rate_table(table, key_columns(place), f"Win rates by {by} and player count."),
        *_at_each_level(findings, place),
        *mix_blocks(
            findings.table(StudyTable.PLACE_MIXES),
            place,
            lambda each: ordinal(int(str(each))),
            findings.names.__getitem__,
        ),
    ]
    return blocks, rates_picture(findings, table, place, f"win_rates_by_{place}")


def _at_each_level(findings: StudyFindings, place: str) -> list[Block]:
    """Return the win rates of the places at each level of play; nothing with one level."""
    table = findings.table(StudyTable.PLACES_BY_STRATEGY)
    if table.empty or table["strategy"].nunique() <= 1:
        return []
    keys: Keys = {
        "players": ("players", str),
        "strategy": ("strategy", lambda name: findings.names[name]),
        place: (place.replace("_", " "), ordinal),
    }
    by = place.replace("_", " ")
    return [rate_table(table, keys, f"Win rates by {by} under each strategy.")]


def _is_measurable(results: Results) -> bool:
    """Whether the effect of a place is identified: not where each role has a single place."""
    rows = base_rows(results.rows)
    if place_of(rows) == TURN_ORDER:
        return True
    games = level_games(rows)
    return bool((games.groupby(FACTION)[SEAT].nunique() > 1).any())


SEATS: Final = Section(
    "seats",
    "What the seat is worth",
    make,
    find,
    front=places,
    applies=_is_measurable,
    published=True,
)
