"""The section on luck: the shares of variance due to draws, seat and players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pandas as pd

from bloodstones.core.errors import InputError, expected
from bloodstones.plots.shares import draw_shares, draw_stacked, whole_percents
from bloodstones.plots.style import to_svg
from bloodstones.report.blocks.rows import largest
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.language.phrases import (
    count,
    head_is_plural,
    listing,
    players_text,
    rate,
    table_of,
    tight,
)
from bloodstones.report.language.terms import TURN_ORDER, speak
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, show_percent
from bloodstones.stats.luck import (
    BATTLES,
    FEWEST_LUCKS,
    LUCK,
    OTHERS,
    OWN,
    RESIDUAL,
    battle_shares,
    luck_shares,
)
from bloodstones.stats.table import BASE, Results, base_rows, level_games

FACTION: Final = "faction"
PLACE: Final = "turn_order"
NOTHING: Final = 0.005  # of the variance
# LUCK is called as the game calls it; what no cause decides alone is their interaction.
FACTORS: Final[dict[object, str]] = {
    LUCK: "",
    OWN: "who plays the seat",
    OTHERS: "who plays the others",
    FACTION: "faction",
    PLACE: "place in turn order",
    RESIDUAL: "their interaction",
}


def luck(findings: StudyFindings) -> Part | None:
    """Return what luck and play decide; None without the section."""
    table = split_of(findings.table(StudyTable.LUCK))
    if table.empty:
        return None
    chance = findings.game.words.chance
    decide = "decide" if head_is_plural(chance) else "decides"
    sizes = sorted(set(map(int, table["players"])))
    share = {
        (int(players), str(factor)): float(value)
        for players, factor, value in zip(
            table["players"], table["factor"], table["share"], strict=True
        )
    }
    fewest = sizes[0]
    players = share[fewest, OWN] + share[fewest, OTHERS]
    answer = (
        f"{table_of(fewest)}, {chance} alone {decide} {rate(share[fewest, LUCK])} of a result and "
        f"who plays decides {rate(players)}"
    )
    lines = [
        f"the rest, {rate(share[fewest, RESIDUAL])}, no cause decides alone: it is the interaction "
        "of luck, players and seats"
    ]
    for size in sizes[1:]:
        both = share[size, OWN] + share[size, OTHERS]
        lines.append(
            f"{table_of(size)}, {chance} alone {decide} {rate(share[size, LUCK])} and who plays "
            f"{rate(both)}"
        )
    lines += _battles_finding(findings)
    lines.append(_seats(share, fewest))
    return Part(
        answer,
        tuple(lines),
        advice=_advice(findings),
        doubt=_doubt(findings),
        chart=_chart(findings, table),
    )


def split_of(table: pd.DataFrame) -> pd.DataFrame:
    """Return the decomposition of the first pair of players: its shares sum to 1 at each table."""
    if table.empty:
        return table
    pair = (table[["first", "second"]] == table[["first", "second"]].iloc[0]).all(axis=1)
    split: pd.DataFrame = table[pair & table["factor"].isin(list(FACTORS))]
    return split


def _seats(share: dict[tuple[int, str], float], size: int) -> str:
    """Say what the role and the place decide."""
    role, place = (share.get((size, name), 0.0) for name in (FACTION, PLACE))
    if max(role, place) < NOTHING:
        return f"{table_of(size)}, neither the faction nor the place in turn order decides anything"
    return (
        f"{table_of(size)}, the faction alone decides {rate(role)} and "
        f"the place in turn order {rate(place)}"
    )


def _battles_finding(findings: StudyFindings) -> list[str]:
    """Say what battles decide between equal players: another decomposition, of other games."""
    table = findings.table(StudyTable.LUCK_OF_BATTLES)
    if table.empty:
        return []
    rows = table[(table["factor"] == BATTLES) & (table["players"] == table["players"].min())]
    row = rows.iloc[-1]
    return [
        f"between equal players in one deal, {findings.game.words.battles} decides "
        f"{rate(float(row['share']))} of a result {table_of(int(row['players']))}"
    ]


def _advice(findings: StudyFindings) -> str:
    """Say how many games tell players apart, from games in which they met."""
    met = findings.table(StudyTable.STRATEGIES)
    if met.empty:
        return ""
    fewest = met[met["players"] == met["players"].min()]
    row = largest(fewest, fewest["rate"])
    size = table_of(int(row["players"]))
    name = findings.names.get(str(row["strategy"]), str(row["strategy"]))
    battles = findings.table(StudyTable.LUCK_OF_BATTLES)
    equal = "" if battles.empty else ": there, luck in battle decides most"
    return (
        f"Trust one game between unequal players: {name} wins {rate(float(row['rate']))} {size}. "
        f"Play a match to tell equal players apart{equal}."
    )


def _doubt(findings: StudyFindings) -> str:
    """Say what the shares depend on: how unequal the two players are."""
    row = findings.table(StudyTable.LUCK).iloc[0]
    first, second = (findings.names.get(str(row[n]), str(row[n])) for n in ("first", "second"))
    return f"The gap in skill here is that of {first} and {second}; another gap gives other shares."


def _chart(findings: StudyFindings, table: pd.DataFrame) -> Chart:
    """Draw a bar that sums to 100 % for each number of players."""
    chance = findings.game.words.chance.removeprefix("the ")
    terms = findings.terms()
    causes: dict[object, str] = {
        name: speak(words, terms) or chance for name, words in FACTORS.items()
    }
    rows = []
    for players, group in table.groupby("players", sort=True):
        ordered = group.set_index("factor").reindex(list(FACTORS))["share"].fillna(0.0)
        values = [float(each) for each in ordered]
        shown = whole_percents(values)
        rows += [
            {"line": int(str(players)), "part": name, "share": value / sum(values), "shown": text}
            for name, value, text in zip(FACTORS, values, shown, strict=True)
        ]
    lines: dict[object, str] = {
        size: players_text(size) for size in sorted(set(map(int, table["players"])))
    }
    figure = draw_stacked(pd.DataFrame(rows), lines, causes)
    caption = (
        "What decides the result of a seat: shares of its variance, 100 % in all. Interaction: "
        "what no cause decides alone."
    )
    return Chart(to_svg(figure), caption, "Bars in parts: the share of each cause, 100 % in all.")


LEFT, RIGHT = "left", "right"
PICTURE = "luck"


def find(played: PlayedStudy) -> Tables:
    """Return the shares of variance of a seat's results, with that of the luck of battles."""
    seed = played.definition.seed
    return {
        StudyTable.LUCK: find_luck(played.base, seed),
        StudyTable.LUCK_OF_BATTLES: _luck_of_battles(played),
    }


def _luck_of_battles(played: PlayedStudy) -> pd.DataFrame:
    """Return the share of the luck of battles, where arms of the study draw it anew."""
    arms = played.study_file.get("arms", {})
    again = [name for name, arm in arms.items() if arm.get("redraw")]
    if not again:
        return pd.DataFrame()
    every = played.results.rows
    rows = every[every["arm"].isin([BASE, *again])]
    return battle_shares(level_games(rows), seed=played.definition.seed)


def find_luck(rows: pd.DataFrame, seed: int) -> pd.DataFrame:
    """Return the shares of `stats.luck.luck_shares`; InputError if they are not identified."""
    shares = luck_shares(rows, seed=seed)
    if shares.empty:
        wanted = (
            f"two strategies in every seat, each against itself and the other, {FEWEST_LUCKS} times"
        )
        raise expected(wanted, "no such games", "section luck")
    return shares


def make(findings: StudyFindings) -> Content:
    """Write the shares of each factor, for each pair of strategies and player count."""
    table = _labelled(findings)
    panels: dict[object, str] = {name: str(name) for name in dict.fromkeys(table["panel"])}
    words = findings.game.words
    terms = findings.terms()
    factors = {name: speak(text, terms) for name, text in FACTORS.items()}
    factors |= {LUCK: words.chance.removeprefix("the ")}
    figure = draw_shares(table, factors, panels, "share of the variance of a seat's results")
    blocks: list[Block] = [
        Paragraph(_intro(table)),
        Picture(
            PICTURE,
            "What makes the results of a seat differ from game to game, as shares of their "
            "variance, with 95 % intervals that resample lucks.",
            "Dots with whiskers: the share of each cause; the table below has the same numbers.",
        ),
        _table(table, factors),
        Paragraph(METHOD.format(dealt=words.dealt)),
        *_battles(findings),
    ]
    return blocks, {PICTURE: to_svg(figure)}


METHOD = (
    "Each deal{dealt}, with its line-up and start player, is played four times: either strategy "
    "in the first seat, against either in all others. An analysis of variance by mean squares "
    "splits the results of the first seat: what all four games of a deal share is the deal's, and "
    "of that what goes with the place in turn order and with the faction is theirs. The rest is "
    "how all these fall together, and whatever luck only some of the decisions bring about; it "
    "belongs to luck and to play alike. A wider gap between the two strategies would give play a "
    "larger share, so the shares are those of these two."
)


def _battles(findings: StudyFindings) -> list[Block]:
    """Return the rows on the luck of battles, if it was drawn anew."""
    table, texts = findings.table(StudyTable.LUCK_OF_BATTLES), findings.definition.strategies
    if table.empty:
        return []
    rows = [
        (
            str(row["players"]),
            texts[row["strategy"]].name,
            f"{row['lucks']:,}",
            f"{row['games']:,}",
            show_percent(row["share"], row["low"], row["high"]),
        )
        for _, row in table.iterrows()
    ]
    what = findings.game.words.battles
    caption = (
        f"Share of the variance of a seat's results that {what} makes: deals, seats and strategies "
        "stay, and it alone is drawn anew. 95 % intervals resample deals."
    )
    header = ("players", "played by all", "deals", "games", "share")
    return [Table.grouped(caption, header, (LEFT, LEFT, RIGHT, RIGHT, RIGHT), rows)]


def _labelled(findings: StudyFindings) -> pd.DataFrame:
    """Return the shares with what stands over each group of them."""
    texts, table = findings.definition.strategies, findings.table(StudyTable.LUCK)
    panels = [
        f"{players_text(int(row['players'])).capitalize()}, {texts[row['first']].name} and "
        f"{texts[row['second']].name}"
        for _, row in table.iterrows()
    ]
    order = {name: place for place, name in enumerate(FACTORS)}
    labelled = table.assign(panel=panels, row=table["factor"], _place=table["factor"].map(order))
    return labelled.sort_values(["players", "first", "second", "_place"], kind="stable")


def _intro(table: pd.DataFrame) -> str:
    deals = [
        f"{group['lucks'].iloc[0]:,} with {count(int(str(players)), 'player')}"
        for players, group in table.drop_duplicates("panel").groupby("players")
    ]
    return tight(
        "How much of a win is luck? Where the same deals are played by different players, the part "
        "of the results that stays with the deal is told apart from the part that goes with the "
        f"player. Deals played: {listing(deals)}."
    )


def _shown(row: pd.Series) -> str:
    return show_percent(row["share"], row["low"], row["high"])


def _table(table: pd.DataFrame, factors: Mapping[object, str]) -> Table:
    rows = []
    places = common_decimals((table["high"] - table["low"]) / 2 * PERCENT)
    for _, row in table.iterrows():
        share, low, high = (f"{row[n] * PERCENT:.{places}f}" for n in ("share", "low", "high"))
        rows.append(
            (
                str(row["panel"]),
                factors[row["factor"]],
                f"{row['games']:,}",
                f"{share} %",
                f"{low}–{high} %",
            )
        )
    header = ("games of", "cause", "games", "share", "95 % interval")
    caption = "Shares of the variance of a seat's results (win credit), by cause."
    align = (LEFT, LEFT, RIGHT, RIGHT, RIGHT)
    return Table.grouped(caption, header, align, rows)


def _is_measurable(results: Results) -> bool:
    """Whether two strategies each met themselves and the other in every seat."""
    rows = base_rows(results.rows)
    games = rows.groupby(["cell", "replicate"], sort=False)["strategy"].agg(["first", "nunique"])
    if games["first"].nunique() < len(("own", "other")) or games["nunique"].nunique() < len("12"):
        return False
    try:
        return not find_luck(rows, 0).empty
    except InputError:
        return False  # too few games, or other ones


LUCK_SECTION: Final = Section(
    "luck",
    "What is luck, and what is play",
    make,
    find,
    front=luck,
    columns=(TURN_ORDER,),
    applies=_is_measurable,
)
