"""The first page on luck: what the draws, the battles and the players decide."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.front.part import Chart, Finding, Part
from bloodstones.report.language.terms import speak
from bloodstones.report.language.wording import count, listing, players_text, tight
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import show_percent
from bloodstones.stats.luck import BATTLES, LUCK, OTHERS, OWN, RESIDUAL

SHOWN: Final = (LUCK, BATTLES, "faction", OWN, OTHERS, RESIDUAL)
FACTORS: dict[object, str] = {  # LUCK is called as the game calls it
    LUCK: "",
    "turn_order": "place in turn order",
    "faction": "faction",
    OWN: "who plays the seat",
    OTHERS: "who plays the others",
    RESIDUAL: "all together",
}


def luck(findings: StudyFindings) -> Part | None:
    """Return what luck and play decide; None without the section."""
    table = findings.table(StudyTable.LUCK)
    if table.empty:
        return None
    chance = findings.game.words.chance
    lines = [
        Finding(f"Decided by {chance} of a deal: {_by_players(table, LUCK)} of a seat's result."),
        Finding(
            f"Decided by who plays the seat: {_by_players(table, OWN)}; by who plays the others: "
            f"{_by_players(table, OTHERS)}."
        ),
    ]
    if not findings.table(StudyTable.LUCK_OF_BATTLES).empty:
        lines.insert(1, Finding(_battles(findings)))
    lines.append(
        Finding(
            f"Decided by the faction: {_by_players(table, 'faction')}; by the place in turn order: "
            f"{_by_players(table, 'turn_order')}."
        )
    )
    first, second = _names(findings)
    holds = f"of games by {first} and {second}"
    lines = [Finding(tight(one.text), holds) for one in lines]
    doubt = f"a gap in skill other than that of {first} and {second}"
    return Part(tuple(lines), _advice(findings), doubt, _chart(findings))


def _by_players(table: pd.DataFrame, factor: str) -> str:
    rows = table[table["factor"] == factor]
    return listing(
        [
            f"{show_percent(row['share'], row['low'], row['high'])[:-1]}, "
            f"n = {row['games']:,}) with {count(int(row['players']), 'player')}"
            for _, row in rows.iterrows()
        ]
    )


def _battles(findings: StudyFindings) -> str:
    table, texts = findings.table(StudyTable.LUCK_OF_BATTLES), findings.definition.strategies
    parts = [
        f"{_by_players(table[table['strategy'] == name], BATTLES)} when all play {texts[name].name}"
        for name in dict.fromkeys(table["strategy"])
    ]
    return (
        f"Decided by {findings.game.words.battles}, where deals and players stay and it alone is "
        f"drawn anew: {'; '.join(parts)}."
    )


def _names(findings: StudyFindings) -> tuple[str, str]:
    texts, row = findings.definition.strategies, findings.table(StudyTable.LUCK).iloc[0]
    return texts[row["first"]].name, texts[row["second"]].name


def _advice(findings: StudyFindings) -> str:
    """Say what playing better is worth at these tables."""
    met = findings.table(StudyTable.STRATEGIES)
    fewest = met[met["players"] == met["players"].min()] if not met.empty else met
    if fewest.empty:
        return ""
    row = fewest.iloc[int(fewest["rate"].to_numpy().argmax())]
    name = findings.definition.strategies[row["strategy"]].name
    shown = show_percent(row["rate"], row["low"], row["high"])
    return tight(
        "Let a single game decide between unequal players, and a match between equals. Expect the "
        f"better of these two, {name}, to win {shown[:-1]}, n = {row['seats']:,}) where they meet "
        f"with {count(int(row['players']), 'player')}."
    )


def _chart(findings: StudyFindings) -> Chart:
    """Draw the causes for each number of players."""
    words = findings.game.words
    terms = findings.terms()
    labels: dict[object, str] = {
        name: speak(str(name_of), terms) for name, name_of in FACTORS.items()
    }
    labels |= {LUCK: words.chance.removeprefix("the "), BATTLES: words.battles.removeprefix("the ")}
    crossed, battles = findings.table(StudyTable.LUCK), findings.table(StudyTable.LUCK_OF_BATTLES)
    pair = (crossed[["first", "second"]] == crossed[["first", "second"]].iloc[0]).all(axis=1)
    parts = [crossed[pair]]
    if not battles.empty:
        parts.append(battles[battles["strategy"] == findings.strategy])
    shares = pd.concat(parts, ignore_index=True)
    shares = shares[shares["factor"].isin(SHOWN)]
    panels: dict[object, str] = {n: players_text(int(n)) for n in sorted(set(shares["players"]))}
    drawn = shares.rename(columns={"players": "panel", "factor": "row"})
    shown: dict[object, Any] = {name: labels[name] for name in SHOWN if name in set(drawn["row"])}
    figure = draw_shares(drawn, shown, panels, "share of a seat's results")
    return Chart(
        to_svg(figure),
        "What decides the results of a seat, with 95 % intervals; the luck of battles where all "
        "play alike.",
        "Dots with whiskers: the share of each cause.",
    )
