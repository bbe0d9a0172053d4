"""Is it broken? A page on each game: what beats the standard play, what nobody does, how it ends.

Each section is that of the shipped report which has most games for it, made again from its tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.core.contract.columns import Columns
from bloodstones.core.contract.game import Role
from bloodstones.core.files.datafile import LADDER
from bloodstones.core.files.parsing import toml_of
from bloodstones.games.registry import load_game
from bloodstones.report.compose import composed_section
from bloodstones.report.contract.topic import Finding, block_of, topic
from bloodstones.report.document.model import (
    Block,
    Pair,
    Paragraph,
    Picture,
    Report,
    Section,
)
from bloodstones.report.front.page import FirstPageBasis, page_of
from bloodstones.report.language.phrases import title
from bloodstones.report.language.terms import kind_of_player, searches
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.summary.findings import SummaryFindings, lead_picture
from bloodstones.report.summary.phrases import game_title
from bloodstones.report.summary.shelf import Shipped
from bloodstones.report.topics import course, exploiter
from bloodstones.stats.course import MIXED
from bloodstones.stats.verdicts import Strength

NAMED: Final = 3
BEATS: Final = Strength.STRONGER.value
SELDOM: Final = 0.02  # share of the seats of every role at every level: what fewer do lies idle
# Section of a report -> the table that it is made from.
PARTS: Final[Mapping[str, StudyTable]] = {
    exploiter.SECTION: StudyTable.EXPLOITERS,
    "unused": StudyTable.USAGE,
    "endings": StudyTable.ENDINGS,
    course.SECTION: StudyTable.DECIDED,
    "leads": StudyTable.LEADS,
}
KIND: Final = "kind"
TRUE: Final = (True, "True")  # in a table, and in its file

KeptReport = Callable[[Path], Any]  # the folder of a finished report -> `report.make.Finished`


@dataclass(frozen=True, slots=True)
class Source(Finding):
    """A section of a shipped report, and its table."""

    section: str
    report: Shipped
    table: pd.DataFrame

    def name(self, strategy: str) -> str:
        """Return the name of a strategy, as it stands inside of a sentence."""
        return self.report.name(strategy).replace(", ", " ")

    @property
    def address(self) -> str:
        """Of the page of the report, from the folder of the summary."""
        return f"../{self.report.id}/report.html"


@dataclass(frozen=True)
class Broken(Finding):
    """What beats the standard player, what nobody does, how games end, who is ahead when.

    Attributes
    ----------
    sources
        By section; at least what beats the standard player, and how games end.
    """

    sources: Mapping[str, Source]

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "beaten": lambda f: bool(f.best["verdict"] == BEATS),
        "no_plan_beats": lambda f: (
            not any(
                row["verdict"] == BEATS and not _is_search(row["strategy"])
                for _, row in f.exploits.table.iterrows()
            )
            or f.best["verdict"] == BEATS
        ),
        "answered": lambda f: f.best["answers"] in TRUE,
        "best_answer": lambda f: bool(f.best["answer"]),
        "search_beats": lambda f: f.search is not None,
    }

    @property
    def exploits(self) -> Source:
        """Who beats the standard player."""
        return self.sources[exploiter.SECTION]

    @cached_property
    def best(self) -> Any:
        """The challenger that wins most for its fair share: one that wins for sure, if any.

        A search is stronger play, not another plan; it counts where nobody else met the standard.
        """
        table = self.exploits.table
        table = table.assign(times=table["rate"] / table["fair_share"])
        plans = ~table["strategy"].map(_is_search)
        table = table[plans] if plans.any() else table
        sure = table[table["verdict"] == BEATS]
        return (sure if len(sure) else table).sort_values("times", kind="stable").iloc[-1]

    @property
    def plan(self) -> str:
        """What the best challenger does, in the words of its game."""
        return str(self.best["plan"]).removesuffix(", with tuned numbers")

    @property
    def search(self) -> Any:
        """The search that beats the standard player most; None where none does for sure."""
        table = self.exploits.table
        table = table[(table["verdict"] == BEATS) & table["strategy"].map(_is_search)]
        if table.empty:
            return None
        table = table.assign(times=table["rate"] / table["fair_share"])
        return table.sort_values("times", kind="stable").iloc[-1]

    def rough(self, row: Any) -> bool:
        """Whether a rate is of few games."""
        return bool(row["seats"] < exploiter.ROUGH)

    def name(self, strategy: object) -> str:
        """Return the name of a strategy, as it stands inside of a sentence."""
        return self.exploits.name(str(strategy))

    @property
    def counted(self) -> int:
        """How many things are counted that players may do; 0 where none are."""
        return len(self.sources["unused"].table) if "unused" in self.sources else 0

    @property
    def idle(self) -> list[str]:
        """What hardly any player does."""
        if "unused" not in self.sources:
            return []
        source = self.sources["unused"]
        columns = Columns(tuple(load_game(source.report.game).columns))
        points = {
            name: f"points for {label}" for name, label in columns.labels(Role.POINTS).items()
        }
        labels = columns.labels(Role.ACTIVITY) | points
        rare = source.table.loc[source.table["most"] < SELDOM, "thing"]
        return [labels.get(str(name), title(str(name))) for name in rare]

    @property
    def idle_named(self) -> list[str]:
        """The first of these, and that there are others."""
        return [*self.idle[:NAMED], "others"] if len(self.idle) > NAMED else self.idle

    @property
    def ends(self) -> pd.DataFrame:
        """How games end, over all players."""
        return _over_all(self.sources["endings"].table)

    def _share(self, chosen: pd.Series[bool]) -> float:
        games = float(self.ends.drop_duplicates("players")["games"].sum())
        return float(self.ends.loc[chosen, "ended"].sum()) / games

    @property
    def by_rule(self) -> float:
        """The share of games that the last turn of the rules ends."""
        limit = self.ends["end_reason"].astype(str).str.contains("limit")
        return self._share(limit & self.ends["finished"].isin(TRUE))

    @property
    def stopped(self) -> float:
        """The share of games that a limit stops which is none of the rules."""
        return self._share(~self.ends["finished"].isin(TRUE))

    @property
    def ways(self) -> int:
        """In how many ways games end."""
        return int(self.ends["end_reason"].nunique())

    @property
    def decided(self) -> float | None:
        """After which share of the turns the lead is final; None where leads are not counted."""
        if course.SECTION not in self.sources:
            return None
        table = _over_all(self.sources[course.SECTION].table)
        return float(table.loc[table["measure"] == "final_after", "mean"].mean())

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """The reports that the page is made from."""
        return tuple({one.report.title: one.address for one in self.sources.values()}.items())


def _is_search(strategy: object) -> bool:
    return searches(kind_of_player(str(strategy)))


def broken_of(shelf: Sequence[Shipped], game: str) -> Broken | None:
    """Return what is wrong with a game; None where no report looks for it."""
    sources = {name: found for name in PARTS if (found := _source(shelf, game, name))}
    return Broken(sources) if {exploiter.SECTION, "endings"} <= set(sources) else None


def broken(findings: SummaryFindings, game: str, kept: KeptReport) -> Report | None:
    """Return the page on what is wrong with a game; None where no report looks for it.

    Parameters
    ----------
    findings
        All reports.
    game
        Its id.
    kept
        Reads a finished report, see `report.make.kept_report`.
    """
    found = broken_of(findings.shelf, game)
    if found is None:
        return None
    sections: list[Section] = []
    pictures: dict[str, str] = {}
    for source in found.sources.values():
        made, drawn = _made(source, kept)
        sections += [made] if made.blocks else []
        pictures |= drawn
    chart, shown = lead_picture(sections)

    def finding_of(_: SummaryFindings) -> Broken:
        return found

    name = f"Is {game_title(game)} broken?"
    part = topic("broken", name, finding_of).front(findings)
    page = page_of([part] if part else [], FirstPageBasis(name, {}))
    reports = {one.report.id: one.report.games for one in found.sources.values()}
    return Report(
        name,
        "Does a plan beat the standard player, what does nobody use, and how do games end?",
        page.answer,
        (("reports", str(len(reports))), ("playthroughs", f"{sum(reports.values()):,}")),
        shown,
        pictures,
        front=replace(page.front, chart=chart),
        brief=True,
    )


def _source(shelf: Sequence[Shipped], game: str, section: str) -> Source | None:
    """Return the report that has a section with most games; of who meets whom, a ladder first."""
    found = []
    for one in shelf:
        table = one.table(PARTS[section]) if one.game == game and one.as_printed else None
        if table is not None and len(table):
            found.append(Source(section, one, table))
    ladders = [one for one in found if _is_ladder(one.report)]
    chosen = ladders if section == exploiter.SECTION and ladders else found
    return max(chosen, key=lambda one: one.report.games, default=None)


def _is_ladder(report: Shipped) -> bool:
    return toml_of(str(report.provenance.get("study_file", ""))).get(KIND) == LADDER


TEMPLATE: Final = Path(__file__).with_name("broken.jinja")


def _made(source: Source, kept_report: KeptReport) -> tuple[Section, dict[str, str]]:
    """Return a section as its report has it, headed by where it comes from."""
    kept = kept_report(source.report.folder)
    section = next(each for each in kept.kind.sections if each.id == source.section)
    made, drawn = composed_section(kept.findings, section)
    where = Paragraph(block_of(TEMPLATE, source, "origin"))
    blocks = (where, *_renamed(made.blocks, source.section)) if made.blocks else ()
    pictures = {f"{source.section}_{name}": svg for name, svg in drawn.items()}
    return replace(made, blocks=blocks), pictures


def _renamed(blocks: Sequence[Block], start: str) -> Iterator[Block]:
    """Yield blocks whose pictures have the names of the page."""

    def named(picture: Picture) -> Picture:
        return replace(picture, name=f"{start}_{picture.name}")

    for block in blocks:
        if isinstance(block, Pair):
            first, second = block.pictures
            yield replace(block, pictures=(named(first), named(second)))
        else:
            yield named(block) if isinstance(block, Picture) else block


def _over_all(table: pd.DataFrame) -> pd.DataFrame:
    """Return the lines over all players of mixed games, or all where none were played."""
    mixed = table[table["strategy"] == MIXED]
    return mixed if len(mixed) else table
