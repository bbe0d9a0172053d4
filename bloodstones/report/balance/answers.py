"""The answers of a balance study: how close they come, which to make, at what price."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.batch.balance.aims import AGAINST
from bloodstones.batch.balance.finished import text_of
from bloodstones.plots.before_after import draw_from_to
from bloodstones.plots.pareto import draw_pareto
from bloodstones.plots.style import to_svg
from bloodstones.report.balance.findings import (
    COURSE,
    DISTANCES,
    DISTANCES_BY_PLAYERS,
    FRONT,
    RATES,
    RETUNED,
    ROUNDS,
    TRIED,
    BalanceFindings,
    PlayedBalance,
    ShortList,
    answer_text,
    change_words,
    distance_of,
    distance_text,
    points_cell,
)
from bloodstones.report.balance.target_figures import GoalFigure, furthest, moves
from bloodstones.report.blocks.rows import largest
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.tested import PLACES, ROLES, TestedChange
from bloodstones.report.contract.topic import Finding, block_of, topic
from bloodstones.report.document.model import Table
from bloodstones.report.front.part import Chart
from bloodstones.report.front.tested import TEMPLATE, Tested, table_tests
from bloodstones.report.language.phrases import capital, players_text
from bloodstones.stats.inference.rounding import PERCENT

LEFT, RIGHT = "left", "right"
CLOSE: Final = 0.1  # a distance from the targets that is called close
BAND: Final = 0.2  # of the fair share


@dataclass(frozen=True)
class Answers(Finding):
    """The rules as printed and the best change of one number, of two, ….

    Attributes
    ----------
    findings
        The tables of the report.
    """

    findings: BalanceFindings

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "closer": lambda f: (
            f.after(f.best) < f.after(f.base) if f.targets else f.gap(f.best) < f.gap(f.base)
        ),
        "close": lambda f: f.after(f.best) <= CLOSE,
        "none_helps": lambda f: not any(f.findings.helps(each) for each in f.answers[1:]),
        "gains_with_harm": lambda f: any(
            f.gap(f.base) - f.gap(each) >= f.findings.definition.least for each in f.answers[1:]
        ),
        "nearest_printed": lambda f: all(f.after(f.base) <= f.after(each) for each in f.answers),
        "closer_with_every_type": lambda f: not f.further,
        "fair": lambda f: all(
            abs(float(row["rate"]) * row["players"] - 1) <= BAND
            for _, row in f.rates_of(f.best).iterrows()
        ),
        "least_fair": lambda f: all(
            f.findings.fair_gap(f.base, players=size)
            <= f.findings.fair_gap(f.base, players=f.unfairest)
            for size in f.findings.sizes
        ),
        "same_recipe": lambda f: all(one.change <= f.best.sets for one in f.recipes),
    }

    # The answers.

    @property
    def targets(self) -> bool:
        """Whether the study has other targets than fair win rates."""
        return not self.findings.fair_alone

    @property
    def answers(self) -> Sequence[ShortList]:
        """The rules as printed first."""
        return self.findings.answers

    @property
    def base(self) -> ShortList:
        """The rules as printed."""
        return self.answers[0]

    @property
    def best(self) -> ShortList:
        """The answer to recommend; the rules as printed where none helps."""
        return self.findings.recommended

    @property
    def nearest(self) -> ShortList:
        """The answer that is closest to the targets over all player types."""
        return min(self.answers, key=self.after)

    def after(self, answer: ShortList) -> float:
        """Return the distance from the targets with an answer, over all player types."""
        return float(distance_of(self.findings.table(DISTANCES), answer)["distance"])

    def gap(self, answer: ShortList) -> float:
        """Return the average distance from the fair share with the strongest player type."""
        return self.findings.fair_gap(answer, level=self.findings.deciding[-1])

    @property
    def strongest(self) -> str:
        """What the player type that decides is called."""
        return self.findings.player(self.findings.deciding[-1])

    def text(self, answer: ShortList) -> str:
        """Return the changes of an answer in words."""
        return answer_text(self.findings, answer)

    def each(self, answer: ShortList) -> list[str]:
        """Return the changes of an answer in words, one by one."""
        return [
            answer_text(self.findings, ShortList("", {name: value}))
            for name, value in answer.changes.items()
        ]

    # Player types.

    @property
    def levels(self) -> list[str]:
        """The player types, without pairs that meet."""
        return [level for level in self.findings.levels if AGAINST not in level]

    @property
    def types(self) -> Mapping[str, Sequence[str]]:
        """The player types, and the levels of the strategies of each: its spread."""
        found: dict[str, list[str]] = {}
        for level in self.levels:
            strategy = self.findings.strategies.get(level, level)
            found.setdefault(self.findings.kind(strategy), []).append(level)
        return found

    @property
    def closer(self) -> int:
        """With how many player types the answer is closer: with every strategy of the type.

        Of the recommended answer, or of the nearest one where none is recommended.
        """
        answer = self.best if self.best.changes else self.nearest
        return sum(
            all(self.level_gap(answer, each) < self.level_gap(self.base, each) for each in levels)
            for levels in self.types.values()
        )

    def level_gap(self, answer: ShortList, level: str) -> float:
        """Return the distance at a level: from the targets, or of win rates from fair."""
        if self.targets:
            return self.findings.target_gap(answer, level)
        return self.findings.fair_gap(answer, level=level)

    @property
    def further(self) -> list[tuple[str, float, float]]:
        """The players with whom the answer is no closer, with the distance before and after.

        Of the recommended answer, or of the nearest one where none is recommended.
        """
        answer = self.best if self.best.changes else self.nearest
        found = []
        for level in self.levels:
            before, after = (self.level_gap(each, level) for each in (self.base, answer))
            if after >= before:
                found.append((self.findings.player(level), before, after))
        return found

    # Win rates.

    def rates_of(self, answer: ShortList) -> pd.DataFrame:
        """Return the win rates with an answer."""
        table = self.findings.table(RATES)
        return table[table["arm"] == answer.arm]

    @property
    def unfairest(self) -> int:
        """The number of players with which the factions are furthest from fair as printed."""
        gaps = {
            size: self.findings.fair_gap(self.base, players=size) for size in self.findings.sizes
        }
        return max(gaps, key=gaps.__getitem__)

    @property
    def favourite(self) -> Any:
        """The row of the faction that wins most there as printed."""
        rows = self.rates_of(self.base)
        rows = rows[rows["players"] == self.unfairest]
        return largest(rows, rows["rate"])

    @property
    def longer(self) -> float | None:
        """By how many rounds games last longer with the answer, where it changes most."""
        table = self.findings.table(COURSE)
        if table.empty:
            return None
        rows = table[(table["measure"] == ROUNDS) & (table["arm"] == self.best.arm)]
        if rows.empty:
            return None
        return float(largest(rows, rows["difference"].abs())["difference"])

    # What to do.

    def tested(self, players: int) -> Tested:
        """Return what all reports tested at a table, roles before places."""
        made = [
            table_tests(
                self.findings,
                players,
                of,
                own=self.findings.tests,
                least=self.findings.definition.least,
            )
            for of in (ROLES, PLACES)
        ]
        return next((one for one in made if one.recipe is not None), made[0])

    @cached_property
    def tables(self) -> list[Tested]:
        """What all reports tested, by number of players."""
        return [self.tested(size) for size in self.findings.sizes]

    @property
    def recipes(self) -> list[TestedChange]:
        """The recommended changes of the tables that have one."""
        return [one.recipe for one in self.tables if one.recipe is not None]

    @property
    def own_recipe(self) -> bool:
        """Whether a recommended change is an answer of this study, which helps only elsewhere."""
        return any(one.change == each.sets for one in self.recipes for each in self.answers)

    @property
    def without(self) -> list[int]:
        """The numbers of players for which no tested change helps."""
        return [one.players for one in self.tables if one.recipe is None]

    def said(self, tested: Tested, block: str) -> str:
        """Return what to do at a table, as every report says it."""
        return block_of(TEMPLATE, tested, block, self.findings.templates)

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """The reports that tested the recommended changes."""
        return tuple(dict.fromkeys(link for one in self.tables for link in one.links))

    # Figures of a study with targets.

    @property
    def furthest(self) -> GoalFigure | None:
        """The figure that is furthest from its goal as printed; None where all are met."""
        return furthest(self.findings)

    @property
    def moves(self) -> Mapping[str, GoalFigure]:
        """The figures that the recommended answer helps and harms most."""
        return moves(self.findings, self.best)

    @property
    def retuned(self) -> tuple[float, float] | None:
        """The distance of win rates before and after strategies were tuned for the answer."""
        change = text_of(tuple(self.best.changes.items()))
        table = self.findings.table(RETUNED)
        if table.empty or not self.best.changes:
            return None
        rows = table[table["change"].fillna("") == change]
        if rows.empty:
            return None
        before, after = (
            float((rows.loc[rows["tuned"] == tuned, "rate"] - 1 / rows["players"]).abs().mean())
            for tuned in (False, True)
        )
        return before, after

    @property
    def tried(self) -> int:
        """The number of settings that were tried, without the rules as printed."""
        return int(self.findings.table(TRIED)["change"].fillna("").nunique()) - 1

    @property
    def held(self) -> int:
        """The number of predictions for the confirming games that held."""
        return sum(each["holds"] is True for each in self.findings.claims)

    @property
    def chart(self) -> Chart | None:
        """The front of a study with targets; else the distances from fair by table."""
        if self.targets:
            return Chart(front_picture(self.findings), "", "")
        sizes = self.findings.sizes
        before, after = (
            [self.findings.fair_gap(answer, players=size) * PERCENT for size in sizes]
            for answer in (self.base, self.best)
        )
        labels = [capital(players_text(size)) for size in sizes]
        drawn = pd.DataFrame({"label": labels, "before": before, "after": after, "sure": True})
        unit = "average distance of the win rates from the fair share, points"
        return Chart(to_svg(draw_from_to(drawn, unit)), "", "")

    # The section.

    def short_list(self) -> Table:
        """Return the answers with their distances as a table."""
        findings, sizes = self.findings, self.findings.sizes
        rows = [
            (
                str(len(answer.changes)),
                self.text(answer),
                *(
                    (distance_text(distance_of(findings.table(DISTANCES), answer), interval=True),)
                    if self.targets
                    else ()
                ),
                points_cell(findings.fair_gap(answer)),
                points_cell(self.gap(answer)),
                *(
                    points_cell(findings.fair_gap(answer, players=size))
                    for size in sizes
                    if len(sizes) > 1
                ),
            )
            for answer in self.answers
        ]
        wanted = ("from the targets (95 %)",) if self.targets else ()
        more = tuple(players_text(size) for size in sizes) if len(sizes) > 1 else ()
        header = ("changes", "change", *wanted, "from fair, points", "strongest type", *more)
        align = (RIGHT, LEFT, *(RIGHT for _ in header[2:]))
        return Table("", header, align, tuple(rows))

    @property
    def games(self) -> int:
        """The fewest games of an answer."""
        return int(self.findings.table(DISTANCES)["games"].min())


def finding_of(findings: BalanceFindings) -> Answers:
    """Return the answers."""
    return Answers(findings)


def find(played: PlayedBalance) -> Tables:
    """Return the distances from the targets by arm, over all and by players."""
    return {
        DISTANCES: played.distances(["arm"]),
        DISTANCES_BY_PLAYERS: played.distances(["arm", "players"]),
    }


ANSWERS: Final = topic("answers", "What to change", finding_of, find=find)


@dataclass(frozen=True)
class ShortFront(Finding):
    """How close few and small changes come."""

    findings: BalanceFindings

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "none_beaten": lambda f: (
            not any(
                (
                    (f.table["distance"] < row["distance"])
                    & (f.table["changes"] <= row["changes"])
                    & (f.table["size"] <= row["size"])
                ).any()
                for _, row in f.on_front.iterrows()
            )
        ),
    }

    @property
    def table(self) -> pd.DataFrame:
        """The settings of the search."""
        return self.findings.table(FRONT)

    @property
    def on_front(self) -> pd.DataFrame:
        """Those on the front."""
        front = self.table[self.table["front"]]
        return front.sort_values(["changes", "size"], kind="stable")

    def drawing(self) -> str:
        """Draw the front with the confirmed answers."""
        return front_picture(self.findings)

    def settings(self) -> Table:
        """Return the settings on the front as a table."""
        rows = tuple(
            (
                str(int(row["changes"])),
                f"{row['size']:.2f}",
                distance_text(row),
                change_words(self.findings, str(row["change"])),
            )
            for _, row in self.on_front.assign(change=self.on_front["change"].fillna("")).iterrows()
        )
        header = ("changes", "size", "distance", "setting")
        return Table("", header, (RIGHT, RIGHT, RIGHT, LEFT), rows)


def front_picture(findings: BalanceFindings) -> str:
    """Draw the front with the confirmed answers."""
    best = findings.recommended.arm
    lines = []
    for answer in findings.answers:
        row = distance_of(findings.table(DISTANCES), answer)
        lines.append(
            {
                "changes": len(answer.changes),
                "size": findings.size(answer),
                **{name: float(row[name]) for name in ("distance", "low", "high")},
                "recommended": answer.arm == best,
            }
        )
    return to_svg(draw_pareto(findings.table(FRONT), pd.DataFrame(lines), "the targets"))


def front_of(findings: BalanceFindings) -> ShortFront | None:
    """Return the front; None of a study that has none."""
    return None if findings.table(FRONT).empty else ShortFront(findings)


def find_front(played: PlayedBalance) -> Tables:
    """Return the settings of the search, with those on the front."""
    return {FRONT: played.search.front}


FRONT_SECTION: Final = topic(
    "front", "How close few and small changes come", front_of, find=find_front
)
