"""The section on what to change: the short list, with its distances from fair."""

from __future__ import annotations

from typing import Final

import pandas as pd

from bloodstones.plots.before_after import draw_from_to
from bloodstones.plots.style import to_svg
from bloodstones.report.balance.findings import (
    COURSE,
    DISTANCES,
    DISTANCES_BY_LEVEL,
    DISTANCES_BY_PLAYERS,
    RATES,
    ROUNDS,
    Answer,
    BalanceFindings,
    PlayedBalance,
    distance_of,
)
from bloodstones.report.balance.wording import answer_text, distance_text, sizes_text
from bloodstones.report.blocks.rows import largest
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Paragraph, Table
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.language.phrases import (
    amount,
    capital,
    fair_at,
    from_to,
    listing,
    number,
    players_text,
    rate,
    role,
    table_of,
    tight,
)
from bloodstones.stats.changes import acting_numbers
from bloodstones.stats.inference.rounding import PERCENT, with_sign

DISTANCES_CAPTION: Final = (
    "How far the win rates are from fair with each number of players: as printed (ring) and under "
    "the recommended changes (arrow)."
)
DISTANCES_ALT: Final = "Arrows, one a number of players, from the distance before to that after."
BAND: Final = 0.2  # of the fair share


def first_page(findings: BalanceFindings) -> Part:
    """Return the first page: how far short lists of changes go, and which to make."""
    best = findings.recommended
    before, after = (_distance(findings, answer) for answer in (findings.answers[0], best))
    size = amount(len(best.changes), "changed number", "changed numbers")
    verb = "helps" if len(best.changes) == 1 else "help"
    shares = f"from {before} to {after} % of a fair share"
    if not best.changes:
        answer = "no short list of changed numbers makes the factions fairer by more than it costs"
    elif float(distance_of(findings.table(DISTANCES), best)["high"]) <= BAND:
        answer = f"{size} make the factions fair: the distance from fair falls {shares}"
    else:
        answer = f"{size} {verb} most, yet not enough: the distance from fair falls {shares}"
    lines = [_as_printed(findings)]
    if best.changes:
        lines += [_most_moved(findings, best), _held(findings, best), *_fewer(findings, best)]
    doubts = "Players who learn the change could play it otherwise."
    if findings.sizes_left_out:
        doubts += f" Tables of {sizes_text(findings)} were not played."
    chart = _distances_chart(findings, best)
    return Part(answer, tuple(lines), "", what_to_do(findings), doubts, chart)


def least_even(findings: BalanceFindings) -> int:
    """Return the number of players with which the factions are furthest from fair as printed."""
    table = findings.table(DISTANCES_BY_PLAYERS)
    played = table["players"].isin(findings.table(RATES)["players"])
    base = table[played & (table["arm"] == findings.answers[0].arm)]
    return int(base.sort_values("distance", kind="stable")["players"].iloc[-1])


def _as_printed(findings: BalanceFindings) -> str:
    """Return who wins most at the table that is least even as printed."""
    table, players = findings.table(RATES), least_even(findings)
    rows = table[(table["arm"] == findings.answers[0].arm) & (table["players"] == players)]
    row = largest(rows, rows["rate"])
    return (
        f"as printed, tables {table_of(players)} are least even: {role(str(row['faction']))} win "
        f"{rate(float(row['rate']))}, {fair_at(1 / players)}"
    )


def _most_moved(findings: BalanceFindings, best: Answer) -> str:
    """Say at which table the recommended answer helps most, and whom it moves there."""
    table = findings.table(DISTANCES_BY_PLAYERS).set_index(["arm", "players"])["distance"]
    sizes = sorted(set(map(int, findings.table(RATES)["players"])))
    first = findings.answers[0].arm
    gain = {size: float(table[first, size] - table[best.arm, size]) for size in sizes}
    size = max(gain, key=gain.__getitem__)
    rates = findings.table(RATES).set_index(["players", "arm", "faction"])["rate"].sort_index()
    moved = rates[size, best.arm] - rates[size, first]
    who = str(moved.abs().idxmax())
    was, becomes = (float(rates[size, arm, who]) for arm in (first, best.arm))
    return f"it helps most {table_of(size)}: {role(who)} go {from_to(was, becomes)}"


def _held(findings: BalanceFindings, answer: Answer) -> str:
    """Say at how many levels of play an answer is nearer to fair."""
    table, levels = findings.table(DISTANCES_BY_LEVEL), findings.levels
    means = table.assign(squared=table["distance"] ** 2).groupby(["arm", "level"])["squared"].mean()
    first = findings.answers[0].arm
    better = [level for level in levels if means[answer.arm, level] < means[first, level]]
    if len(better) == len(levels):
        return f"it is nearer to fair at {_all_levels(len(levels))}"
    return f"it is nearer to fair at {number(len(better))} of {number(len(levels))} levels of play"


def _all_levels(count_: int) -> str:
    return "the one level of play" if count_ == 1 else f"all {number(count_)} levels of play"


def _fewer(findings: BalanceFindings, best: Answer) -> list[str]:
    """Name the answer with fewer changes, and the distance that it leaves."""
    fewer = [each for each in findings.answers[1:] if len(each.changes) < len(best.changes)]
    if not fewer:
        return []
    least = findings.cheapest(fewer)
    size = amount(len(least.changes), "number", "numbers")
    return [f"{size} alone would leave {_distance(findings, least)} % of a fair share"]


def _distance(findings: BalanceFindings, answer: Answer) -> str:
    """Return the distance from fair that an answer leaves, in per cent of the fair share."""
    return f"{float(distance_of(findings.table(DISTANCES), answer)['distance']) * PERCENT:.0f}"


def what_to_do(findings: BalanceFindings) -> str:
    """Return the recommendation, its measured effect, and which numbers act at small tables."""
    answer = findings.recommended
    if not answer.changes:
        return (
            "Leave the numbers as they are: no change that was tried brings the factions nearer "
            "by more than it costs."
        )
    parts = [
        f"Set {_called(findings, name)} to {value}; {findings.printed(name)} is printed."
        for name, value in answer.changes.items()
    ]
    before, after = (_distance(findings, each) for each in (findings.answers[0], answer))
    parts.append(
        f"When tested, the distance from fair fell from {before} to {after} % of a fair share"
        f"{_length(findings, answer)}."
    )
    return tight(" ".join([*parts, *_idle_at(findings, answer)]).replace("-", "−"))


def _called(findings: BalanceFindings, name: str) -> str:
    """Return what a number is called, in a sentence."""
    words = findings.number(name)
    return words if words.startswith("the ") else f"the {words}"


def _idle_at(findings: BalanceFindings, answer: Answer) -> list[str]:
    """Say which numbers act at tables where some of their roles do not sit."""
    table = findings.table(RATES)
    roles = set(map(str, table["faction"]))
    texts = []
    for players, group in table.groupby("players", sort=True):
        acting = acting_numbers(answer.changes, roles, set(map(str, group["faction"])))
        if len(acting) < len(answer.changes):
            names = listing([_called(findings, name) for name in acting]) or "none of them"
            verb = "counts" if len(acting) <= 1 else "count"
            texts.append(f"{capital(table_of(int(str(players))))}, only {names} {verb}.")
    return texts


def _length(findings: BalanceFindings, answer: Answer) -> str:
    """Return in a few words how an answer changes the length of a game."""
    table = findings.table(COURSE)
    if table.empty:
        return ""
    rows = table[(table["measure"] == ROUNDS) & (table["arm"] == answer.arm)]
    if rows.empty:
        return ""
    most = float(largest(rows, rows["difference"].abs())["difference"])
    if abs(most) < 1:
        return ", and games last as long as before, to less than a round"
    return f", and games last up to {with_sign(most, 1)} rounds longer"


def _distances_chart(findings: BalanceFindings, best: Answer) -> Chart:
    """Draw the distance from fair at each size of table, as printed and under the best answer."""
    table = findings.table(DISTANCES_BY_PLAYERS).set_index(["arm", "players"])["distance"]
    sizes = sorted(set(map(int, findings.table(RATES)["players"])))
    first = findings.answers[0].arm
    drawn = pd.DataFrame(
        {
            "label": [capital(players_text(size)) for size in sizes],
            "before": [float(table[first, size]) * PERCENT for size in sizes],
            "after": [float(table[best.arm, size]) * PERCENT for size in sizes],
            "sure": True,
        }
    )
    figure = draw_from_to(drawn, "typical distance of the win rates from fair, % of a fair share")
    return Chart(to_svg(figure), DISTANCES_CAPTION, DISTANCES_ALT)


LEFT, RIGHT = "left", "right"
FAIR: Final = (
    "Distance from fair is the typical gap between a win rate and its fair share, one win "
    "in as many games as there are players, as a share of that: the root of the mean "
    "squared gap over all factions, with what chance adds taken out. At 0 all factions win "
    "alike; at 20 % they are typically a fifth above or below."
)
WANTED: Final = (
    "Distance from the targets is the typical gap between a figure and its goal: the root of the "
    "weighted mean squared gap, with what chance adds taken out. Gaps of win rates are in fair "
    "shares, those of a share of games in parts of all games, all others in parts of the goal. A "
    "figure between the two ends of its goal has no gap. At 0 every target is met."
)


def find(played: PlayedBalance) -> Tables:
    """Return the distances from the targets by arm, over all and by players."""
    return {
        DISTANCES: played.distances(["arm"]),
        DISTANCES_BY_PLAYERS: played.distances(["arm", "players"]),
    }


def make(findings: BalanceFindings) -> Content:
    """Write the short list, with its distances from fair."""
    sizes = sorted(
        int(number) for number in findings.table(DISTANCES_BY_PLAYERS)["players"].unique()
    )
    rows = []
    for answer in findings.answers:
        answers = (
            distance_text(distance_of(findings.table(DISTANCES_BY_PLAYERS), answer, players=size))
            for size in sizes
        )
        rows.append(
            (
                str(len(answer.changes)),
                answer_text(findings, answer),
                distance_text(distance_of(findings.table(DISTANCES), answer), interval=True),
                *answers,
            )
        )
    games = findings.table(DISTANCES)["games"]
    what = (
        "Distance from fair of the win rates of all factions, in per cent of their fair share"
        if findings.fair_alone
        else "Distance from the targets"
    )
    caption = (
        f"{what}: over all numbers of players and levels of play with its 95 % interval, and at "
        f"each number of players. {games.min():,} fresh games a line."
    )
    first = "numbers" if findings.fair_alone else "changes"
    header = (first, "change", "distance (95 %)", *(players_text(size) for size in sizes))
    align = (RIGHT, LEFT, *(RIGHT for _ in header[2:]))
    text = FAIR if findings.fair_alone else WANTED
    return [Paragraph(text), Table(caption, header, align, tuple(rows))], {}


ANSWERS: Final = Section("answers", "What to change", make, find)
