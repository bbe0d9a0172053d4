"""The first page on luck: what the draw, the players and their interplay decide, summing to 100."""

from __future__ import annotations

from typing import Final

import pandas as pd

from bloodstones.plots.stacked import draw_stacked, whole_percents
from bloodstones.plots.style import to_svg
from bloodstones.report.blocks.rows import largest
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.language.phrases import head_is_plural, rate, table_of
from bloodstones.report.language.terms import speak
from bloodstones.report.language.wording import players_text
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.luck import BATTLES, LUCK, OTHERS, OWN, RESIDUAL

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
    lines += _battles(findings)
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


def _battles(findings: StudyFindings) -> list[str]:
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
