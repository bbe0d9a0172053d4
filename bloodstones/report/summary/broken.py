"""Is it broken? A page on each game: what beats the standard play, what nobody does, how it ends.

Each section is that of the shipped report which has most games for it, made again from its tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import pandas as pd

from bloodstones.core.contract.columns import Columns
from bloodstones.core.contract.game import Role
from bloodstones.core.files.datafile import LADDER
from bloodstones.core.files.parsing import toml_of
from bloodstones.games.registry import load_game
from bloodstones.report.compose import composed_section
from bloodstones.report.document.model import (
    Block,
    Front,
    Pair,
    Paragraph,
    Picture,
    Report,
    Section,
)
from bloodstones.report.front.part import FINDINGS
from bloodstones.report.language.phrases import (
    amount,
    fair_at,
    listing,
    rate,
    replied,
    sentence,
    table_of,
    title,
)
from bloodstones.report.language.terms import kind_of_player, searches
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.summary.phrases import game_title
from bloodstones.report.summary.shelf import Shipped
from bloodstones.report.topics import course, exploiter
from bloodstones.stats.course import MIXED
from bloodstones.stats.verdicts import Strength


def lead_picture(sections: Sequence[Section]) -> tuple[Picture | None, tuple[Section, ...]]:
    """Return the first picture of the first section, if any, and the sections without it."""
    first, *others = sections
    picture = next((block for block in first.blocks if isinstance(block, Picture)), None)
    blocks = tuple(block for block in first.blocks if block is not picture)
    return picture, (replace(first, blocks=blocks), *others)


NAMED: Final = 3
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
UNANSWERED: Final = "Perhaps"
ANSWERED: Final = "Hardly"

KeptReport = Callable[[Path], Any]  # the folder of a finished report -> `report.make.Finished`


@dataclass(frozen=True, slots=True)
class Source:
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


def broken(shelf: Sequence[Shipped], game: str, kept: KeptReport) -> Report | None:
    """Return the page on what is wrong with a game; None where no report looks for it.

    Parameters
    ----------
    shelf
        All reports.
    game
        Its id.
    kept
        Reads a finished report, see `report.make.kept_report`.
    """
    sources = {name: found for name in PARTS if (found := _source(shelf, game, name))}
    if not {exploiter.SECTION, "endings"} <= set(sources):
        return None
    sections: list[Section] = []
    pictures: dict[str, str] = {}
    for source in sources.values():
        made, drawn = _made(source, kept)
        sections += [made] if made.blocks else []
        pictures |= drawn
    chart, shown = lead_picture(sections)
    reply, beaten = _beaten(sources[exploiter.SECTION])
    name = f"Is {game_title(game)} broken?"
    answer = (replied(name, reply, beaten), *map(sentence, _findings(sources)[:FINDINGS]))
    links = {source.report.title: source.address for source in sources.values()}
    games = sum({one.report.id: one.report.games for one in sources.values()}.values())
    return Report(
        name,
        "Does a plan beat the standard play, does anything lie idle, and how do games end?",
        answer,
        (("reports", str(len(links))), ("playthroughs", f"{games:,}")),
        shown,
        pictures,
        front=Front(_advice(sources), DOUBT, chart, links=tuple(links.items())),
        brief=True,
    )


DOUBT: Final = (
    "A strategy that nobody has looked for yet may do better. What scripts leave alone may be hard "
    "to find, not useless."
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


def _made(source: Source, kept_report: KeptReport) -> tuple[Section, dict[str, str]]:
    """Return a section as its report has it, headed by where it comes from."""
    kept = kept_report(source.report.folder)
    section = next(each for each in kept.kind.sections if each.id == source.section)
    made, drawn = composed_section(kept.findings, section)
    where = Paragraph(
        f"From the report “{source.report.title}”, over {source.report.games:,} games."
    )
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


def _best(source: Source) -> pd.Series:
    """Return the challenger that wins most for its fair share: one that wins for sure, if any.

    A search is stronger play, not another plan; it is named where nobody else met the standard.
    """
    table = source.table.assign(times=source.table["rate"] / source.table["fair_share"])
    plans = ~table["strategy"].map(lambda name: searches(kind_of_player(str(name))))
    table = table[plans] if plans.any() else table
    sure = table[table["verdict"] == Strength.STRONGER.value]
    return (sure if len(sure) else table).sort_values("times", kind="stable").iloc[-1]


def _beaten(source: Source) -> tuple[str, str]:
    """Return the reply, and whether a plan beats the standard play: a fault if nothing answers."""
    best, name = _best(source), source.name
    who, standard = name(str(best["strategy"])), name(str(best["standard"]))
    won = f"it wins {rate(float(best['rate']))} {fair_at(float(best['fair_share']))}"
    where = table_of(int(best["players"]))
    if best["verdict"] == Strength.STRONGER.value:
        reply = ANSWERED if best["answers"] else UNANSWERED
        return reply, f"{who} beats the standard play, {standard}, {where}: {won}"
    return "No", f"no plan here beats the standard play, {standard}; best is {who} {where}: {won}"


def _findings(sources: Mapping[str, Source]) -> list[str]:
    """Return what lies idle, how games end and when the winner is known."""
    texts = [_answered(sources[exploiter.SECTION])]
    if "unused" in sources:
        table = sources["unused"].table
        idle = int((table["most"] < SELDOM).sum())
        every = amount(len(table), "thing", "things")
        none = f"players do each of the {every} that are counted; none lies idle"
        some = f"of {every} that are counted, {amount(idle, 'lies', 'lie')} idle"
        texts.append(f"{some}: {_idle(sources['unused'])}" if idle else none)
    texts.append(_ended(sources["endings"]))
    if course.SECTION in sources:
        table = _over_all(sources[course.SECTION].table)
        final = float(table.loc[table["measure"] == "final_after", "mean"].mean())
        texts.append(f"the lead passes for the last time after {rate(final)} of the turns")
    texts.append(_looking_ahead(sources[exploiter.SECTION]))
    return [text for text in texts if text]


def _idle(source: Source) -> str:
    """Name what lies idle."""
    columns = Columns(tuple(load_game(source.report.game).columns))
    points = {name: f"points for {label}" for name, label in columns.labels(Role.POINTS).items()}
    labels = columns.labels(Role.ACTIVITY) | points
    rare = source.table.loc[source.table["most"] < SELDOM, "thing"]
    names = [labels.get(str(name), title(str(name))) for name in rare[:NAMED]]
    return listing([*names, "others"] if len(rare) > NAMED else names)


def _answered(source: Source) -> str:
    """Say what answers the best challenger."""
    best, name = _best(source), source.name
    if best["verdict"] != Strength.STRONGER.value or not best["answer"]:
        return ""
    who, answer = name(str(best["strategy"])), name(str(best["answer"]))
    won = f"a seat of it wins {rate(float(best['answer_rate']))}"
    if best["answers"]:
        return f"{answer} answers {who}: {won}"
    return f"nothing here answers {who} for certain; best is {answer}: {won}"


def _looking_ahead(source: Source) -> str:
    """Say how a search does against the standard, where one wins for sure."""
    table = source.table[source.table["verdict"] == Strength.STRONGER.value]
    table = table[table["strategy"].map(lambda name: searches(kind_of_player(str(name))))]
    if table.empty:
        return ""
    table = table.assign(times=table["rate"] / table["fair_share"])
    best = table.sort_values("times", kind="stable").iloc[-1]
    who, where = source.name(str(best["strategy"])), table_of(int(best["players"]))
    rough = " in a few games" if best["seats"] < exploiter.ROUGH else ""
    won = f"wins {rate(float(best['rate']))} {where}{rough}"
    return f"looking ahead beats it: the search {who} {won}"


def _ended(source: Source) -> str:
    """Say how many games end by a limit, and whether it is one of the rules."""
    table = _over_all(source.table)
    games = float(table.drop_duplicates("players")["games"].sum())
    stopped = float(table.loc[~table["finished"], "ended"].sum()) / games
    limit = table["finished"] & table["end_reason"].str.contains("limit")
    share = float(table.loc[limit, "ended"].sum()) / games
    if share:
        return f"the last turn that the rules allow ends {rate(share)} of the games"
    if stopped:
        return f"a limit of turns stops {rate(stopped)} of the games unfinished"
    ways = amount(table["end_reason"].nunique(), "way", "ways")
    return f"no game is stopped by a limit; games end in {ways}"


def _over_all(table: pd.DataFrame) -> pd.DataFrame:
    """Return the lines over all players of mixed games, or all where none were played."""
    mixed = table[table["strategy"] == MIXED]
    return mixed if len(mixed) else table


def _advice(sources: Mapping[str, Source]) -> str:
    """Return what a designer should look at."""
    source = sources[exploiter.SECTION]
    best, name = _best(source), source.name
    if best["verdict"] == Strength.STRONGER.value:
        who = name(str(best["strategy"]))
        plan = str(best["plan"]).removesuffix(", with tuned numbers")
        return f"Play against {who} before you print: {plan}."
    if "unused" in sources and (sources["unused"].table["most"] < SELDOM).any():
        return f"Ask why nobody picks this: {_idle(sources['unused'])}. No plan needs mending."
    return "Nothing here needs mending before players meet it; ask them what they never do."
