"""The section on seats: win rates by place in turn order, or round the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Protocol

import pandas as pd

from bloodstones.report.blocks.rate_tables import (
    Keys,
    Mix,
    best_mix,
    find_mixes,
    joint_tests_of,
    key_columns,
    rate_table,
    rates_picture,
    with_mix,
)
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.tested import PLACES
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.front.charts import claim_square, grid_chart
from bloodstones.report.front.claimed import moved_by_play, off_with_most
from bloodstones.report.front.part import Chart
from bloodstones.report.front.tested import Counsel, counsel
from bloodstones.report.language.phrases import capital, ordinal, players_text
from bloodstones.report.language.terms import FACTION, SEAT, TURN_ORDER
from bloodstones.report.language.verdicts import Hold, LevelRate, RateClaim, claims_of
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


def place_claims(findings: Levelled) -> tuple[RateClaim, ...]:
    """Return the claims on places, at every level or of games in which strategies mix."""
    by, pooled = StudyTable.PLACES_BY_STRATEGY, StudyTable.PLACES
    table = findings.table(by) if len(findings.table(by)) else findings.table(pooled)
    if table.empty:
        return ()
    place = TURN_ORDER if TURN_ORDER in table else SEAT
    return claims_of(table, [place], findings.levels, findings.level_names)


def map_claims(findings: Levelled) -> tuple[RateClaim, ...]:
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


ASKING: Final = (" matter", " favour")  # titles that ask for it are answered the other way round
MOST_MAPS: Final = 14  # lines of a grid


@dataclass(frozen=True)
class Places(Finding):
    """Win rates of the places in turn order, or round the table where turns have no order.

    Attributes
    ----------
    findings
        The tables of the report.
    places
        A claim a place and number of players; none where no strategy played all seats.
    maps
        A claim on the first place a map; none where maps are not compared.
    """

    findings: StudyFindings
    places: tuple[RateClaim, ...]
    maps: tuple[RateClaim, ...]

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "all_fair": lambda f: all(line.verdict == "fair" for _, line in f.lines),
        "within_band": lambda f: all(abs(line.distance) <= f.band for _, line in f.lines),
        "furthest": lambda f: all(abs(line.off) <= abs(f.furthest_line.off) for _, line in f.lines),
        "first_is_furthest": lambda f: (
            f.ordered
            and f.most == max(abs(line.off) for claim, line in f.lines if claim.key[0] == 0)
        ),
        "unfair_at_most_types": lambda f: all(
            2
            * sum(
                {line.verdict for line in claim.lines if line.type == kind} == {"unfair"}
                for kind in {line.type for line in claim.lines}
            )
            > len({line.type for line in claim.lines})
            for claim in f.unfair
        ),
        "below_or_above_with_all_types": lambda f: all(
            all(line.low > line.fair_share for line in claim.lines)
            or all(line.high < line.fair_share for line in claim.lines)
            for claim in f.one_sided
        ),
    }

    # What all sentences speak of.

    @property
    def band(self) -> float:
        """How far from its fair share a rate counts as fair, as a part of the share."""
        return self.findings.definition.band

    @property
    def ordered(self) -> bool:
        """Whether places are in turn order, and not round the table."""
        return ordered(self.findings)

    @property
    def asks_if_it_matters(self) -> bool:
        """Whether the title asks if the place matters: "yes" then means that it is unfair."""
        return any(word in self.findings.definition.title for word in ASKING)

    @property
    def lines(self) -> list[tuple[RateClaim, LevelRate]]:
        """Every place with every player type."""
        return [(claim, line) for claim in self.places for line in claim.lines]

    # The first page.

    @property
    def unfair(self) -> list[RateClaim]:
        """The places that are unfair with most player types, the furthest from fair first."""
        return _distinct(off_with_most(self.places))

    @property
    def one_sided(self) -> list[RateClaim]:
        """At each other size the place furthest from fair on one side with every player type."""
        if self.types == 1:
            return []
        named = {claim.players for claim in self.unfair}
        sided = [claim for claim in self.places if claim.hold is Hold.SIDED]
        best = [
            max((claim for claim in sided if claim.players == size), key=lambda claim: claim.least)
            for size in sorted({claim.players for claim in sided} - named)
        ]
        return sorted(best, key=lambda claim: -claim.least)

    @property
    def furthest(self) -> RateClaim:
        """The place that is furthest from its fair share with any player type, in points."""
        return max(self.lines, key=lambda pair: abs(pair[1].off))[0]

    @property
    def furthest_line(self) -> LevelRate:
        """Its rate with that player type."""
        return max(self.furthest.lines, key=lambda line: abs(line.off))

    @property
    def most(self) -> float:
        """How far a rate is from its fair share at most."""
        return max(abs(line.off) for _, line in self.lines)

    @property
    def moved(self) -> list[RateClaim]:
        """The places on which player types disagree, the widest first."""
        return _distinct(moved_by_play(self.places))

    @property
    def sizes(self) -> list[int]:
        """The numbers of players."""
        return sorted({claim.players for claim in self.places})

    @property
    def types(self) -> int:
        """The number of player types."""
        return max(len(claim.types) for claim in self.places)

    def holding(self, *holds: str) -> list[RateClaim]:
        """Return the places of which the claims hold in one of these ways."""
        return [claim for claim in self.places if claim.hold.name in holds]

    @property
    def counsel(self) -> Counsel:
        """The change of the rules that games tested for the place furthest from fair."""
        return counsel(self.findings, PLACES, self.unfair[0] if self.unfair else None)

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """The report that tested it."""
        return self.counsel[1]

    @property
    def chart(self) -> Chart | None:
        """Every place at every number of players; maps where these are compared and unfair."""
        if self.unfair_maps:
            return _grid(self.findings, self.shown)
        return _chart(self.findings, self.places) if self.places else None

    @property
    def shown(self) -> Sequence[RateClaim]:
        """What it shows; of many maps those furthest from fair."""
        if not self.unfair_maps:
            return self.places
        far = sorted(self.maps, key=lambda claim: -max(abs(x.distance) for x in claim.lines))
        return sorted(far[:MOST_MAPS], key=lambda claim: -claim.lines[-1].rate)

    # Maps.

    @property
    def unfair_maps(self) -> list[RateClaim]:
        """Maps on which the first place is unfair with every player type, the lowest rate first."""
        unfair = [claim for claim in self.maps if claim.hold is Hold.UNFAIR]
        return sorted(unfair, key=lambda claim: claim.lines[-1].rate)

    @property
    def even_map(self) -> RateClaim | None:
        """The map on which places and roles are closest to fair; None where none is in the band."""
        roles = self.findings.table(StudyTable.ON_MAPS)

        def off(claim: RateClaim) -> float:
            far = [abs(line.distance) for line in claim.lines]
            if len(roles):
                here = roles[roles["map"] == claim.key[0]]
                far.append(float((here["rate"] / here["fair_share"] - 1).abs().max()))
            return max(far)

        best = min(self.maps, key=off)
        return best if off(best) <= self.band else None

    def map_name(self, claim: RateClaim) -> str:
        """Return the name of a map."""
        return self.findings.definition.map_name(str(claim.key[0]))

    # The section.

    @property
    def place(self) -> str:
        """The column of the place: `turn_order`, or `seat`."""
        return place_of(self.rates)

    @property
    def rates(self) -> pd.DataFrame:
        """Win rates by players and place, of the strategy that speaks for the report."""
        return self.findings.table(StudyTable.PLACES)

    @property
    def first(self) -> list[Any]:
        """The rows of the first place, one a number of players."""
        table = self.rates
        return [row for _, row in table[table[self.place] == 0].iterrows()]

    @property
    def joint(self) -> pd.DataFrame:
        """Tests of all places of a table at once."""
        return joint_tests_of(self.findings, self.place)

    def drawing(self) -> str:
        """Draw the rates of the places."""
        name = "places"
        return rates_picture(self.findings, self.rates, self.place, name)[name]

    def rates_table(self) -> Table:
        """Return the rates of the places as a table."""
        return rate_table(self.rates, key_columns(self.place), "")

    @property
    def several_strategies(self) -> bool:
        """Whether several strategies played all seats."""
        table = self.findings.table(StudyTable.PLACES_BY_STRATEGY)
        return len(table) > 0 and table["strategy"].nunique() > 1

    def strategies_table(self) -> Table:
        """Return the rates of the places with each strategy as a table."""
        keys: Keys = {
            "players": ("players", str),
            "strategy": ("strategy", lambda name: self.findings.names[name]),
            self.place: (self.place.replace("_", " "), ordinal),
        }
        return rate_table(self.findings.table(StudyTable.PLACES_BY_STRATEGY), keys, "")

    @property
    def mix(self) -> Mix | None:
        """What the best mix of plans is made of."""
        return best_mix(
            self.findings.table(StudyTable.PLACE_MIXES),
            self.place,
            lambda each: ordinal(int(str(each))),
            self.findings.names.__getitem__,
        )


def finding_of(findings: StudyFindings) -> Places:
    """Return what is found on places in turn order, or on seats."""
    return Places(findings, place_claims(findings), map_claims(findings))


def _distinct(claims: Sequence[RateClaim]) -> list[RateClaim]:
    """Return claims without the other place of a table of two."""
    kept: list[RateClaim] = []
    for claim in claims:
        if claim.players == PAIR and any(one.players == PAIR for one in kept):
            continue
        kept.append(claim)
    return kept


def _chart(findings: StudyFindings, claims: Sequence[RateClaim]) -> Chart:
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
    return grid_chart(squares, lines, columns)


def _grid(findings: StudyFindings, claims: Sequence[RateClaim]) -> Chart:
    """Draw what the first place wins on each map, with each player type."""
    named = findings.definition.map_name
    squares = [claim_square(claim, claim.key[0], 0) for claim in claims]
    lines: dict[object, str] = {claim.key[0]: named(str(claim.key[0])) for claim in claims}
    column: dict[object, str] = {0: first_place(findings).removeprefix("the ")}
    return grid_chart(squares, lines, column)


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


def _is_measurable(results: Results) -> bool:
    """Whether the effect of a place is identified: not where each role has a single place."""
    rows = base_rows(results.rows)
    if place_of(rows) == TURN_ORDER:
        return True
    games = level_games(rows)
    return bool((games.groupby(FACTION)[SEAT].nunique() > 1).any())


SEATS: Final = topic(
    "seats",
    "Win rates by place in turn order",
    finding_of,
    find=find,
    applies=_is_measurable,
    published=True,
)
