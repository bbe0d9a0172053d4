"""The section on who wins: win rates of the factions by player count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

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
from bloodstones.report.contract.tested import ROLES
from bloodstones.report.document.model import Block, Content, Paragraph, Picture
from bloodstones.report.front.charts import claim_square, grid_chart, rates_caption
from bloodstones.report.front.claimed import (
    WIDE,
    Subject,
    counts_text,
    doubt_text,
    furthest,
    held,
    moved_by_play,
    off_everywhere,
    play_text,
    range_text,
    verdicts_text,
    wins_text,
)
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.front.tested import counsel
from bloodstones.report.language.phrases import (
    amount,
    count,
    number,
    of_share,
    players_text,
    rate,
    role,
    table_of,
    title,
    within,
)
from bloodstones.report.language.terms import FACTION
from bloodstones.report.language.verdicts import (
    Claim,
    Hold,
    band_text,
    claims_of,
    interval_words,
    joint_text,
    more_games_text,
    verdict_listing,
)
from bloodstones.report.study.definition import DEPENDS
from bloodstones.report.study.findings import StudyFindings, has_roles
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.balance import PAIR
from bloodstones.stats.joint import joint_tests

NAMED: Final = 3
COLLECTIVE: Final = ("faction", "army")  # of several people: with a verb in the plural


def factions(findings: StudyFindings) -> Part | None:
    """Return the findings on roles; None where fewer than two played."""
    claims = role_claims(findings)
    if len({claim.key for claim in claims}) < PAIR:
        return None
    several = len({claim.players for claim in claims}) > 1
    what = ("role at a table", "roles at a table") if several else ("faction", "factions")

    def who(claim: Claim) -> str:
        at = f" {table_of(claim.players)}" if several else ""
        return f"{role(str(claim.key[0]), findings.role)}{at}"

    verb = "win" if findings.role in COLLECTIVE else "wins"
    subject = Subject(who, verb, what)
    reply, answer, said = _answer(findings, subject, claims)
    lines = _findings(subject, claims, said)
    if findings.mixture:
        lines.insert(0, verdicts_text(subject, said[0] if said else furthest(claims)))
    target = next(iter(off_everywhere(claims)), None)
    advice, links = counsel(findings, ROLES, target)
    if all(claim.hold is Hold.FAIR for claim in claims):
        advice, links = "Leave the factions as they are: no change is needed.", ()
    return Part(
        answer,
        tuple(lines),
        reply,
        advice,
        doubt_text(subject, claims),
        _chart(findings, claims),
        links,
    )


def role_claims(findings: StudyFindings) -> tuple[Claim, ...]:
    """Return the claims on roles, at every level or of games in which strategies mix."""
    by, pooled = StudyTable.FACTIONS_BY_STRATEGY, StudyTable.FACTIONS
    table = findings.table(by) if len(findings.table(by)) else findings.table(pooled)
    if table.empty:
        return ()
    return claims_of(table, ["faction"], findings.levels, findings.level_names)


def _answer(
    findings: StudyFindings, subject: Subject, claims: Sequence[Claim]
) -> tuple[str, str, list[Claim]]:
    """Return the reply to whether it is fair, the answer, and the claims that it names."""
    if findings.definition.asks == DEPENDS:
        return _depends(subject, claims)
    worst, moved = off_everywhere(claims), moved_by_play(claims)
    if worst:
        return "No", wins_text(subject, worst[0]), [worst[0]]
    if all(claim.hold is Hold.FAIR for claim in claims):
        everywhere = " at every level of play" if len(claims[0].lines) > 1 else ""
        near = within(findings.definition.band)
        return "Yes", f"each faction stays {near}{everywhere}", []
    if moved:
        return "That depends on play", play_text(subject, moved[0]), [moved[0]]
    far = furthest(claims)
    return "Not settled", range_text(subject, far), [far]


def _depends(subject: Subject, claims: Sequence[Claim]) -> tuple[str, str, list[Claim]]:
    """Return whether verdicts depend on the level of play."""
    moved = [claim for claim in claims if claim.disagree]
    firm = held(claims, Hold.UNFAIR, Hold.FAIR)
    every = amount(len(claims), *subject.what)
    if not moved:
        return "No", f"no level of play contradicts another on any of {every}", []
    verdicts = "verdict depends" if len(moved) == 1 else "verdicts depend"
    same = f"{number(len(firm))} {'is' if len(firm) == 1 else 'are'} the same at every level"
    return (
        "Some do" if firm else "Yes",
        f"of {every}, {number(len(moved))} {verdicts} on the level of play and {same}",
        [],
    )


def _findings(subject: Subject, claims: Sequence[Claim], said: Sequence[Claim]) -> list[str]:
    """Return the claims that are furthest off, what play decides, and the counts."""
    off, moved = off_everywhere(claims), moved_by_play(claims)
    lines = [
        play_text(subject, claim)
        for claim in said
        if claim.hold is Hold.UNFAIR and claim.range >= WIDE
    ]
    others = [claim for claim in off if claim not in said and not _is_rest(claim, said, claims)]
    lines += [range_text(subject, claim) for claim in others[:1]]
    plays = [claim for claim in moved if claim not in said]
    lines += [f"play decides for {_after(subject, claim)}" for claim in plays[:1]]
    lines.append(counts_text(subject, claims))
    lines += [range_text(subject, claim) for claim in others[1:NAMED]]
    return list(dict.fromkeys(lines))


def _is_rest(claim: Claim, said: Sequence[Claim], claims: Sequence[Claim]) -> bool:
    """Whether a claim is of the other role of a table where two alone ever sit."""
    of_table = [one for one in claims if one.players == claim.players]
    return len(of_table) == PAIR and any(one.players == claim.players for one in said)


def _after(subject: Subject, claim: Claim) -> str:
    """Return a claim that play decides, after its subject."""
    low, high = claim.extremes
    return (
        f"{subject.who(claim)}: {rate(low.rate)} by {low.level}, {rate(high.rate)} by {high.level}"
    )


def _chart(findings: StudyFindings, claims: Sequence[Claim]) -> Chart | None:
    """Draw every role at every number of players; of one table the picture by map tells more."""
    if len({claim.players for claim in claims}) == 1 and len(findings.table(StudyTable.ON_MAPS)):
        return None
    squares = [claim_square(claim, claim.key[0], claim.players) for claim in claims]
    lines: dict[object, str] = {
        name: title(str(name)) for name in sorted({str(claim.key[0]) for claim in claims})
    }
    columns: dict[object, str] = {
        size: players_text(size) for size in sorted({claim.players for claim in claims})
    }
    level = claims[0].lines[-1].level
    caption = rates_caption(claims, level, findings.definition.band)
    return grid_chart(squares, lines, columns, caption)


def find(played: PlayedStudy) -> Tables:
    """Return the win rates of the factions, where one strategy speaks and at every level."""
    by, level = ["players", "strategy"], played.level
    table = played.rates(level, [*by, FACTION])
    mixed = find_mixes(played, FACTION)
    return {
        StudyTable.FACTIONS: played.rates(played.rows, ["players", FACTION]),
        StudyTable.FACTIONS_BY_STRATEGY: with_mix(table, mixed),
        StudyTable.FACTION_MIXES: mixed.mixes,
        StudyTable.JOINT_TESTS: joint_tests(
            level, table, FACTION, ("players", "strategy"), played.definition.band
        ),
    }


def make(findings: StudyFindings) -> Content:
    """Write the win rates by faction and player count."""
    table = findings.table(StudyTable.FACTIONS)
    picture = rates_picture(findings, table, "faction", "win_rates_by_faction")
    band = of_share(findings.definition.band)
    joint = joint_text(joint_tests_of(findings, FACTION), "factions")
    blocks: list[Block] = [
        Paragraph(
            f"In {findings.games_text}, of {count(len(table), 'combination')} of faction and "
            f"player count {verdict_listing(table)}.{joint} "
            f"{band_text(findings.definition.band)}{more_games_text(table)}"
        ),
        Picture(
            "win_rates_by_faction",
            f"Win rates by faction and player count with {interval_words(table)}. "
            "Line: fair share. "
            f"Shaded: within {band}.",
            "Dots with whiskers: win rate of each faction by player count, beside the fair share.",
        ),
        rate_table(table, key_columns("faction"), "Win rates by faction and player count."),
    ]
    by_strategy = findings.table(StudyTable.FACTIONS_BY_STRATEGY)
    if len(by_strategy) and by_strategy["strategy"].nunique() > 1:
        keys: Keys = {
            "players": ("players", str),
            "strategy": ("strategy", lambda name: findings.names[name]),
            "faction": ("faction", title),
        }
        blocks += [
            Paragraph(
                "A faction may suit one strategy and not another. The next table has the games "
                "of every strategy that played all seats, so that its verdicts can be compared."
            ),
            rate_table(by_strategy, keys, "Win rates by faction under each strategy."),
        ]
    mixes = findings.table(StudyTable.FACTION_MIXES)
    blocks += mix_blocks(mixes, FACTION, lambda each: title(str(each)), findings.names.__getitem__)
    return blocks, picture


FACTIONS: Final = Section(
    "factions",
    "Who wins",
    make,
    find,
    front=factions,
    applies=has_roles,
    published=True,
)
