"""The section on who wins on which map, by each strategy that played all seats, and from where."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import pandas as pd

from bloodstones.plots.matrix import draw_matrix
from bloodstones.plots.style import PAGE_WIDTH, to_svg
from bloodstones.plots.win_rates import draw_win_rates
from bloodstones.report.blocks.rate_tables import Keys, rate_table
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.front.charts import Square, claim_square, grid_chart, rates_caption
from bloodstones.report.front.claimed import Subject, counts_text, doubt_text, held, range_text
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.language.phrases import (
    capital,
    fair_at,
    of_share,
    ordinal,
    players_text,
    rate,
    rate_text,
    rates,
    role,
    title,
    within,
)
from bloodstones.report.language.verdicts import Claim, Hold, claims_of
from bloodstones.report.study.definition import Definition
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics.places import first_place, map_claims
from bloodstones.stats.balance import PAIR
from bloodstones.stats.inference.rounding import PERCENT
from bloodstones.stats.verdicts import Verdict

MARK = "+"
FEWEST = 3  # parts on a side; fewer pairs are better read in lines
EVEN = 0.5
STEEP = 2.0  # the colour is full at a quarter from even
MARKS = {
    Verdict.FAIR.value: " =",
    Verdict.BORDERLINE.value: " ~",
    Verdict.TOO_FEW.value: " ?",
    Verdict.TOO_FEW_ORDERS.value: " ?",
}
SIGNS = "=: fair, ~: borderline, ?: too few games or orders to tell, no sign: unfair"
LEFT, RIGHT = "left", "right"


def is_grid(maps: pd.Series) -> bool:
    """Tell whether the boards are all pairs of some parts with some others.

    >>> one_side = ["a", "b", "c"]
    >>> is_grid(pd.Series([f"{a}+{b}" for a in one_side for b in one_side]))
    True
    >>> is_grid(pd.Series(["a+b", "b+c", "c+a"]))
    False
    """
    names = [str(name).split(MARK) for name in maps.unique()]
    if any(len(parts) != len(("first", "second")) for parts in names):
        return False
    firsts, seconds = ({parts[side] for parts in names} for side in range(2))
    whole = len(names) == len(firsts) * len(seconds)
    return whole and min(len(firsts), len(seconds)) >= FEWEST


def draw_grid(rates: pd.DataFrame) -> str:
    """Return the picture of one strategy's win rates, first parts down, second parts across."""
    parts = rates["map"].str.split(MARK)
    squares = pd.DataFrame(
        {
            "line": parts.str[0],
            "column": parts.str[1],
            "lean": (rates["rate"] - rates["fair_share"]) * STEEP,
            "text": [
                f"{rate * PERCENT:.0f}{MARKS.get(str(verdict), '')}"
                for rate, verdict in zip(rates["rate"], rates["verdict"], strict=True)
            ],
            "sure": rates["verdict"].isin([Verdict.FAIR.value, Verdict.UNFAIR.value]),
        }
    )
    lines, columns = (
        {part: title(str(part)) for part in sorted(squares[side].unique())}
        for side in ("line", "column")
    )
    return to_svg(draw_matrix(squares, lines, columns, width=PAGE_WIDTH, height=EVEN))


def verdict_table(
    rates: pd.DataFrame, names: Mapping[str, str], board: Callable[[str], str], caption: str
) -> Table:
    """Return how many boards have which verdict by each strategy, with the two extremes.

    Parameters
    ----------
    rates
        Win rates by `strategy` and `map`.
    names
        Of the strategies by id.
    board
        Id of a board -> its name.
    """
    rows = []
    for strategy in dict.fromkeys(rates["strategy"]):
        group = rates[rates["strategy"] == strategy]
        counts = group["verdict"].astype(str).value_counts()
        far = [group.loc[group["rate"].agg(which)] for which in ("idxmin", "idxmax")]
        rows.append(
            (
                names[strategy],
                *(str(counts.get(verdict.value, 0)) for verdict in Verdict),
                *(f"{board(str(row['map']))}: {rate_text(row)}" for row in far),
            )
        )
    header = ("strategy", *(verdict.value for verdict in Verdict), "lowest", "highest")
    align = (LEFT, *(RIGHT for _ in Verdict), LEFT, LEFT)
    return Table(caption, header, align, tuple(rows))


MOST_LINES: Final = 16  # of a grid with a line a map
SIDES: Final = "+"  # between the two halves of a map's id
WHO_WINS: Final = "factions"  # the section that says who wins over all maps


def on_maps(findings: StudyFindings) -> Part | None:
    """Return who wins over all maps and on which most, by level of play; None without maps."""
    if findings.table(StudyTable.ON_MAPS).empty:
        return None
    overall = _claims(findings, StudyTable.OVER_MAPS, ["faction"])
    each = _claims(findings, StudyTable.ON_MAPS, ["map", "faction"])
    first = map_claims(findings)
    whole = overall[0]

    def on(claim: Claim) -> str:
        board = findings.definition.map_name(str(claim.key[0]))
        return f"on {board}, {role(str(claim.key[1]), findings.role)}"

    subject = Subject(on, "win", ("map", "maps"))
    far = sorted(held(each, Hold.UNFAIR), key=lambda claim: -claim.least)
    lines = [range_text(subject, claim) for claim in far[:1]]
    lines += _seat(findings, first, each)
    lines.append(counts_text(subject, each))
    lines += _play(subject, each, far)
    reply, answer = _answer(findings, whole)
    if WHO_WINS in findings.definition.sections and lines:
        reply, answer, *lines = "", *lines
    return Part(
        answer,
        tuple(lines),
        reply,
        _advice(findings, each, first),
        doubt_text(subject, each),
        _chart(findings, each, first),
    )


def _claims(findings: StudyFindings, table: str, keys: Sequence[str]) -> tuple[Claim, ...]:
    return claims_of(findings.table(table), keys, findings.levels, findings.level_names)


def _answer(findings: StudyFindings, whole: Claim) -> tuple[str, str]:
    """Return whether the roles are even over all maps, and what the first of them wins."""
    who = role(str(whole.key[0]), findings.role)
    low, high = (line.rate for line in whole.extremes)
    text = f"{who} win {rates(low, high)} over all maps, {fair_at(whole.fair_share)}"
    if whole.hold is Hold.FAIR:
        return "Yes", f"over all maps, {who} stay {within(findings.definition.band)}"
    if whole.hold in (Hold.UNFAIR, Hold.SIDED):
        return "No", text
    first, last = whole.extremes
    if first.level == last.level or not whole.disagree:
        return "Not settled", text
    return (
        "That depends on play",
        f"over all maps, {who} win {rate(first.rate)} by {first.level} and {rate(last.rate)} by "
        f"{last.level}",
    )


def _seat(findings: StudyFindings, first: Sequence[Claim], each: Sequence[Claim]) -> list[str]:
    """Say what the first seat wins where it wins least and most, and whether that is more."""
    if not first:
        return []
    lines = [(claim, line) for claim in first for line in claim.lines]
    low = min(lines, key=lambda pair: pair[1].rate)
    high = max(lines, key=lambda pair: pair[1].rate)
    named = findings.definition.map_name
    span = _range(first)
    more = " matters more than the map:" if span > _range(each) else ""
    return [
        f"{first_place(findings)}{more} wins {rate(low[1].rate)} on {named(str(low[0].key[0]))} "
        f"and {rate(high[1].rate)} on {named(str(high[0].key[0]))}".replace(": wins", ": it wins")
    ]


def _range(claims: Sequence[Claim]) -> float:
    """Return how far the rates of claims are apart over all maps and levels."""
    every = [line.rate for claim in claims for line in claim.lines]
    return max(every) - min(every)


def _play(subject: Subject, each: Sequence[Claim], said: Sequence[Claim]) -> list[str]:
    """Name the map on which play moves most."""
    moved = max(each, key=lambda claim: claim.range)
    if len(moved.lines) == 1 or not moved.range or moved in said[:1]:
        return []
    low, high = moved.extremes
    return [
        f"play moves most {subject.who(moved)}: {rate(low.rate)} by {low.level}, "
        f"{rate(high.rate)} by {high.level}"
    ]


def worst_on(claims: Sequence[Claim]) -> Mapping[str, float]:
    """Return by map how far the rate that is furthest off at any level is from fair."""
    worst: dict[str, float] = {}
    for claim in claims:
        board = str(claim.key[0])
        far = max(abs(line.distance) for line in claim.lines)
        worst[board] = max(worst.get(board, 0.0), far)
    return worst


def _advice(findings: StudyFindings, each: Sequence[Claim], first: Sequence[Claim]) -> str:
    """Recommend the map on which roles and the first seat are nearest to even at every level."""
    roles, seats = worst_on(each), worst_on(first)
    best = min(roles, key=lambda board: max(roles[board], seats.get(board, 0.0)))
    claim = next(one for one in each if str(one.key[0]) == best)
    named = findings.definition.map_name(best)
    who = role(str(claim.key[1]), findings.role)
    low, high = (line.rate for line in claim.extremes)
    text = f"{who} win {rates(low, high)} there"
    seat = next((one for one in first if str(one.key[0]) == best), None)
    if seat is not None:
        least, most = (line.rate for line in seat.extremes)
        text += f" and {first_place(findings)} {rates(least, most)}"
    even = max(roles[best], seats.get(best, 0.0)) <= findings.definition.band
    if even:
        return f"For an even game choose {named}: {text}."
    swap = " Play it twice and change sides." if seat is not None else ""
    return f"No map is even at every level. Nearest comes {named}: {text}.{swap}"


def _chart(findings: StudyFindings, each: Sequence[Claim], first: Sequence[Claim]) -> Chart:
    """Draw the rates on every map: a line a map, or a grid of the halves of their ids."""
    named = findings.definition.map_name
    boards = list(dict.fromkeys(str(claim.key[0]) for claim in each))
    who = title(str(each[0].key[1]))
    level = each[0].lines[-1].level
    if len(boards) > MOST_LINES:
        squares = [_half_square(claim) for claim in each]
        firsts: dict[object, str] = {
            half: half.upper() for half in sorted({str(one.line) for one in squares})
        }
        seconds: dict[object, str] = {
            half: half.upper() for half in sorted({str(one.column) for one in squares})
        }
        single = [Claim(claim.players, claim.key, claim.lines[-1:]) for claim in each]
        caption = rates_caption(single, level, findings.definition.band).partition(". ")[2]
        by = f", by {level}" if level else ""
        heading = f"Win rates of {role(str(each[0].key[1]), findings.role)}, its map by the other's"
        border = "" if all(one.sure for one in squares) else " Border: levels disagree."
        return grid_chart(squares, firsts, seconds, f"{heading}{by}. {caption}{border}")
    squares = [claim_square(claim, str(claim.key[0]), who) for claim in each]
    seat = capital(first_place(findings).removeprefix("the "))
    squares += [claim_square(claim, str(claim.key[0]), seat) for claim in first]
    lines: dict[object, str] = {board: named(board) for board in boards}
    columns: dict[object, str] = {who: who, **({seat: seat} if first else {})}
    caption = rates_caption([*each, *first], level, findings.definition.band)
    return grid_chart(squares, lines, columns, caption)


def _half_square(claim: Claim) -> Square:
    """Return the square of a map whose id has two halves, at the strongest level."""
    one, _, other = str(claim.key[0]).partition(SIDES)
    last = claim.lines[-1]
    return Square(one, other, last.distance, f"{last.rate * PERCENT:.0f}", not claim.disagree)


NAME: Final = "on_maps"
Rates = Callable[[pd.DataFrame, Sequence[str]], pd.DataFrame]


def find(played: PlayedStudy) -> Tables:
    """Return win rates by map for each strategy; see `find_on_maps`."""
    return find_on_maps(played.level, played.place, played.rates, played.level_strategies)


def find_on_maps(level: pd.DataFrame, place: str, rates: Rates, order: Sequence[str]) -> Tables:
    """Return win rates by map for each strategy that plays all seats.

    Of two factions that only meet each other, the first is listed: the other has the rest.

    Parameters
    ----------
    level
        Rows of the games in which one strategy played all seats.
    place
        The column that tells the place of a seat.
    rates
        Rows and columns -> win rates by those columns.
    order
        The strategies as the study names them, from plain to skilled.
    """
    factions = rates(level, ["players", "strategy", "map", "faction"])
    overall = rates(level, ["players", "strategy", "faction"])
    places = rates(_begun_by_all(level, place), ["players", "strategy", "map", place])
    first = places[places[place] == 0].drop(columns=place)
    parts = {
        StudyTable.ON_MAPS: _one_side(factions),
        StudyTable.PLACES_ON_MAPS: first,
        StudyTable.OVER_MAPS: _one_side(overall),
    }
    return {name: _ascending(part, order) for name, part in parts.items()}


def _begun_by_all(level: pd.DataFrame, place: str) -> pd.DataFrame:
    """Return the games on boards where no faction always has the first place.

    Elsewhere the effects of place and faction are confounded.
    """
    begun = level[level[place] == 0].groupby("map")["faction"].nunique()
    shared = level[level["map"].map(begun) > min(1, begun.max() - 1)]
    return shared if level["faction"].nunique() > 1 else level


def _one_side(table: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of one faction where two factions meet only each other."""
    names = sorted(table["faction"].unique())
    if len(names) > PAIR or (table["players"] > PAIR).any():
        return table
    shown: pd.DataFrame = table[table["faction"] == names[0]]
    return shown


def _ascending(table: pd.DataFrame, order: Sequence[str]) -> pd.DataFrame:
    """Return a table with its strategies in an order, unnamed ones first."""
    places = {name: place for place, name in enumerate(order)}
    ranks = table["strategy"].map(lambda name: places.get(name, -1))
    by = [name for name in ("map", "faction") if name in table]
    ranked = table.assign(_rank=ranks).sort_values(["players", "_rank", *by], kind="stable")
    return ranked.drop(columns="_rank").reset_index(drop=True)


def make(findings: StudyFindings) -> Content:
    """Win rates on each map by each strategy: picture, tables, and what the place is worth."""
    definition = findings.definition
    factions = findings.table(StudyTable.ON_MAPS)
    first = findings.table(StudyTable.PLACES_ON_MAPS)
    blocks: list[Block] = [Paragraph(_intro(factions, first, definition))]
    pictures: dict[str, str] = {}
    squared = is_grid(factions["map"]) and factions["faction"].nunique() == 1
    for players, group in factions.groupby("players"):
        number = int(str(players))
        if squared:
            blocks += _squares(group, number, definition, pictures)
            continue
        name = f"{NAME}_{number}_players"
        pictures[name] = _picture(group, definition)
        heading = players_text(number).capitalize()
        caption = (
            f"{heading}: win rates of {_whose(group)} by map and strategy with 95 % intervals. "
            f"Line: fair share. Shaded: within {of_share(definition.band)}."
        )
        alt = "Dots with whiskers: win rate on each map by strategy; the table has the numbers."
        blocks.append(Picture(name, caption, alt))
    keys = _keys(definition)
    several = factions["faction"].nunique() > 1
    faction: Keys = {"faction": ("faction", title)} if several else {}
    caption = f"Win rates of {_whose(factions)} on each map."
    if squared:
        names = findings.names
        caption = f"Verdicts on the win rates of {_whose(factions)} on all maps."
        blocks.append(verdict_table(factions, names, definition.map_name, caption))
    else:
        blocks.append(rate_table(factions, {**keys, **faction}, caption))
    words = (
        f"Win rates of the {ordinal(0)} seat on each map, whatever the faction: what the place "
        "where it begins is worth."
    )
    blocks.append(rate_table(first, keys, words))
    return blocks, pictures


def _squares(
    group: pd.DataFrame, players: int, definition: Definition, pictures: dict[str, str]
) -> list[Block]:
    """Draw the boards of each strategy as a square, whose pictures are added to those given."""
    blocks: list[Block] = []
    for strategy in dict.fromkeys(group["strategy"]):
        name = f"{NAME}_{players}_players_{strategy}"
        of_strategy = group[group["strategy"] == strategy]
        pictures[name] = draw_grid(of_strategy)
        least = int(of_strategy["games"].min())
        caption = (
            f"{definition.strategies[strategy].name} on both sides: how often {_whose(group)} win, "
            f"in percent, {least:,} games a square; the first part of a map by lines, the second "
            f"by columns. {SIGNS}."
        )
        alt = "A square of squares with the win rate on each map; the table of files has them all."
        blocks.append(Picture(name, caption, alt))
    return blocks


def _keys(definition: Definition) -> Keys:
    return {
        "players": ("players", str),
        "strategy": ("strategy", lambda name: definition.strategies[name].name),
        "map": ("map", definition.map_name),
    }


def _whose(table: pd.DataFrame) -> str:
    names = sorted(table["faction"].unique())
    return f"the {title(names[0])}" if len(names) == 1 else "the factions"


def _intro(factions: pd.DataFrame, first: pd.DataFrame, definition: Definition) -> str:
    least, most = (first.loc[first["rate"].agg(which)] for which in ("idxmin", "idxmax"))
    alone = ""
    if factions["faction"].nunique() == 1:
        alone = (
            f" Only two factions played, so only the {title(factions['faction'].iloc[0])} "
            "are shown; the rate of the other is the rest."
        )
    return (
        "Every row is of games in which one strategy played all seats; the factions changed places "
        f"so that each began from each equally often.{alone} The first seat wins from "
        f"{rate_text(least)} ({_where(least, definition)}) to {rate_text(most)} "
        f"({_where(most, definition)})."
    )


def _picture(group: pd.DataFrame, definition: Definition) -> str:
    several = group["faction"].nunique() > 1
    strategies = list(dict.fromkeys(group["strategy"]))
    lines = [
        definition.map_name(row["map"]) + (f", {title(row['faction'])}" if several else "")
        for _, row in group.iterrows()
    ]
    table = group.assign(line=lines, panel=group["strategy"].map(strategies.index))
    names = (definition.strategies[name].name for name in strategies)
    panels: dict[object, str] = dict(enumerate(names))
    labels: dict[object, str] = {line: line for line in lines}
    return to_svg(draw_win_rates(table, "line", "panel", definition.band, labels, panels))


def _where(row: pd.Series, definition: Definition) -> str:
    return f"{definition.map_name(row['map'])}, {definition.strategies[row['strategy']].name}"


ON_MAPS: Final = Section("on_maps", "Who wins on which map", make, find, front=on_maps)
