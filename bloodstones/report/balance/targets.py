"""The section on the Pareto front: how near few and small changes come."""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import Any, Final

import pandas as pd

from bloodstones.batch.balance.aims import AGAINST
from bloodstones.batch.balance.finished import text_of
from bloodstones.batch.balance.targets import (
    DRAWS,
    FIRST_SEAT,
    LEAD_CHANGES,
    LENGTH,
    SKILL,
    WIN_RATE,
)
from bloodstones.plots.pareto import draw_pareto
from bloodstones.plots.style import to_svg
from bloodstones.report.balance.findings import (
    DISTANCES,
    DISTANCES_BY_LEVEL,
    FIGURES,
    FRONT,
    RETUNED,
    TRIED,
    Answer,
    BalanceFindings,
    PlayedBalance,
    distance_of,
    distance_of_rates,
)
from bloodstones.report.balance.target_figures import target_label
from bloodstones.report.balance.wording import answer_text, change_words, sizes_text
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Paragraph, Picture, Table
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.language.phrases import amount, number, rate, role, tight
from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile
from bloodstones.stats.inference.rounding import PERCENT

SHARES: Final = (WIN_RATE, FIRST_SEAT, DRAWS, SKILL)  # figures that are parts of 1
# What a figure is -> how a sentence says its value, and two of them.
SAID: Final[Mapping[str, tuple[str, str]]] = {
    WIN_RATE: ("{who} win {value}", "{who} go"),
    FIRST_SEAT: ("the first seat wins {value}", "wins of the first seat go"),
    LENGTH: ("a game takes {value} turns", "turns of a game go"),
    DRAWS: ("{value} of games are drawn", "the share of draws goes"),
    LEAD_CHANGES: ("the lead changes {value} times", "changes of the lead go"),
    SKILL: ("{stronger} wins {value} against {weaker}", "{stronger} against {weaker} goes"),
}
LEAST: Final = 0.05  # of a gap that is worth a sentence
OTHER: Final = ("“{label}” is {value}", "“{label}” goes")
KEYS: Final = ["target", "level", "players", "role"]


def furthest(findings: BalanceFindings) -> str:
    """Name the figure that is furthest from its goal as printed; "" where all are in it."""
    table = _of(findings, findings.answers[0])
    gaps = table["gap"].abs()
    if not gaps.max() > 0:
        return ""
    line = table.iloc[int(gaps.to_numpy().argmax())]
    value = _shown(line["target"], float(line["value"]))
    said = _said(findings, line, 0).format(value=value)
    return f"furthest off as printed: {said}{_at(findings, line)}, {_goal(line)}"


def moves(findings: BalanceFindings, answer: Answer) -> list[str]:
    """Name the figures that an answer brings nearest to their goal and takes furthest from it.

    Only what chance alone would not do, and what is large enough to matter, is named.
    """
    before, after = (_of(findings, each).set_index(KEYS) for each in (findings.answers[0], answer))
    gains = before["gap"].abs() - after["gap"].abs()
    spread = normal_quantile(CONFIDENCE)
    real = [
        key
        for key in gains.index
        if abs(float(after["value"][key] - before["value"][key]))
        > spread * hypot(float(after["error"][key]), float(before["error"][key]))
    ]
    if not real:
        return []
    best, worst = (pick(real, key=lambda key: float(gains[key])) for pick in (max, min))
    texts = []
    for word, key in (("most mended", best), ("most harmed", worst)):
        if (float(gains[key]) if key is best else -float(gains[key])) >= LEAST:
            line = before.loc[key].copy()
            for name, value in zip(KEYS, key, strict=True):
                line[name] = value
            ends = [float(table["value"][key]) for table in (before, after)]
            texts.append(
                f"{word}: {_said(findings, line, 1)} {_pair(line, ends)}{_at(findings, line)}"
            )
    return list(dict.fromkeys(texts))


def _of(findings: BalanceFindings, answer: Answer) -> pd.DataFrame:
    """Return the figures of an answer that count."""
    table = findings.table(FIGURES).fillna({"level": "", "role": ""})
    return table[(table["arm"] == answer.arm) & (table["share"] > 0)]


def _said(findings: BalanceFindings, line: Any, form: int) -> str:
    """Return how a sentence says a figure, its value left open."""
    target = str(line["target"])
    words = {
        "who": "",
        "stronger": "",
        "weaker": "",
        "label": target_label(findings.columns, target),
    }
    if target == WIN_RATE:
        words["who"] = role(str(line["role"]), findings.role)
    if target == SKILL:
        levels = str(line["level"]).split(AGAINST)
        words["stronger"], words["weaker"] = (f"the {findings.player(name)}" for name in levels)
    return SAID.get(target, OTHER)[form].format(value="{value}", **words)


def _at(findings: BalanceFindings, line: Any) -> str:
    """Return at which level of play a figure is taken; "" of one at all or of two that meet."""
    level = str(line["level"])
    if not level or AGAINST in level:
        return ""
    return f" with the {findings.player(level)}"


def _goal(line: Any) -> str:
    """Return the end of a goal that a figure is beyond."""
    target, low, high = str(line["target"]), float(line["goal_low"]), float(line["goal_high"])
    if low == high:
        return f"where {_shown(target, low)} is the goal"
    above = float(line["gap"]) > 0
    return f"where {_shown(target, high if above else low)} is the {'most' if above else 'least'}"


def _shown(target: object, value: float) -> str:
    """Return a value as a sentence has it."""
    return rate(value) if target in SHARES else f"{value:.3g}"


def _pair(line: Any, ends: list[float]) -> str:
    """Return two values of a figure."""
    before, after = (_shown(line["target"], value) for value in ends)
    unit = tight(" %")
    if before.endswith(unit) and after.endswith(unit):
        before = before.removesuffix(unit)
    return f"from {before} to {after}"


CAPTION: Final = (
    "Distance from {aim} against the size of the changes, in ranges of the numbers: settings of "
    "the search by the surrogate, a line for each number of changes on the front; diamonds: the "
    "answers in the confirming games, with 95 % intervals, the recommended one filled."
)
ALT: Final = (
    "Dots fall from the printed rules on the left to larger changes on the right; diamonds with "
    "whiskers are the confirmed answers."
)


def pareto_picture(findings: BalanceFindings) -> str:
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
    return to_svg(draw_pareto(findings.table(FRONT), pd.DataFrame(lines), findings.aim))


SMALL: Final = 0.1  # a distance that is called near
DOUBTS: Final = (
    "Players who learn the change could play it otherwise.",
    "Other targets and weights want other changes.",
)


def targets_page(findings: BalanceFindings) -> Part:
    """Return the first page: how near the best short list of changes comes to the targets."""
    best = findings.recommended
    lines = [furthest(findings), *(moves(findings, best) if best.changes else _nearest(findings))]
    lines.append(_learned(findings, best) or _prices(findings))
    doubts = [_levels(findings, best), *DOUBTS] if best.changes else [DOUBTS[-1]]
    doubts.insert(0, _claims(findings))
    if findings.sizes_left_out:
        doubts.append(f"Tables of {sizes_text(findings)} were not played.")
    chart = Chart(pareto_picture(findings), CAPTION.format(aim=findings.aim), ALT)
    texts = tuple(tight(text) for text in lines if text)
    doubt = tight(" ".join(filter(None, doubts)))
    return Part(tight(_answer(findings, best)), texts, "", what_to_do(findings), doubt, chart)


def _answer(findings: BalanceFindings, best: Answer) -> str:
    """Return in a sentence how near to the targets the game comes."""
    before, after = (_distance(findings, each) for each in (findings.answers[0], best))
    if best.changes:
        size = amount(len(best.changes), "change", "changes")
        verb = "takes" if len(best.changes) == 1 else "take"
        near = float(distance_of(findings.table(DISTANCES), best)["distance"]) <= SMALL
        how = "near to" if near else "nearer to, yet not to,"
        falls = f"the distance falls from {before} to {after} %"
        return f"{size} {verb} the game {how} its targets: {falls}"
    row = distance_of(findings.table(DISTANCES), findings.answers[0])
    where = "near to" if float(row["distance"]) <= SMALL else "off"
    return (
        f"as printed the game is {where} its targets, {before} % away, and no short list of "
        "changes is worth its price"
    )


def _nearest(findings: BalanceFindings) -> list[str]:
    """Say how near the answer comes that is nearest, where none is recommended."""
    table = findings.table(DISTANCES)
    answer = min(findings.answers, key=lambda each: float(distance_of(table, each)["distance"]))
    if not answer.changes:
        return ["none of the best short lists comes nearer than the printed rules"]
    size = amount(len(answer.changes), "change comes", "changes come")
    return [f"{size} nearest, to {_distance(findings, answer)} %, which is less gain than cost"]


def _levels(findings: BalanceFindings, best: Answer) -> str:
    """Say at how many levels of play an answer is nearer."""
    table = findings.table(DISTANCES_BY_LEVEL)
    means = table.groupby(["arm", "level"])["distance"].mean()
    first = findings.answers[0].arm
    levels = [str(level) for level in dict.fromkeys(table["level"]) if AGAINST not in str(level)]
    nearer = sum(means[best.arm, level] < means[first, level] for level in levels)
    if nearer == len(levels):
        return f"It is nearer at {'all ' if nearer > 1 else ''}{amount(nearer, 'level', 'levels')}."
    return f"It is nearer at {number(nearer)} of {amount(len(levels), 'level', 'levels')}."


def _learned(findings: BalanceFindings, best: Answer) -> str:
    """Say what becomes of the win rates once strategies are tuned for the change."""
    change = text_of(tuple(best.changes.items()))
    table = findings.table(RETUNED)
    if table.empty:
        return ""
    rows = findings.with_goals(table[table["change"].fillna("") == change])
    if rows.empty or not best.changes:
        return ""
    before, after = (
        f"{distance_of_rates(rows[rows['tuned'] == tuned]) * PERCENT:.0f}"
        for tuned in (False, True)
    )
    off = f"{after} % of a fair share off"
    if before == after:
        return f"with players tuned to the change, win rates are still {off}"
    return f"with players tuned to the change, win rates are {off}, not {before}"


def _prices(findings: BalanceFindings) -> str:
    """Say how many settings were tried."""
    tried = findings.table(TRIED)
    settings = tried["change"].fillna("").nunique() - 1
    return f"{number(settings)} changes and pairs or triples of them were tried"


def _claims(findings: BalanceFindings) -> str:
    """Say how many of the claims held."""
    size, held = len(findings.claims), sum(each["holds"] is True for each in findings.claims)
    if not size:
        return ""
    if held == size:
        return f"All {amount(size, 'prediction', 'predictions')} for the confirming games held."
    return f"Of {size} predictions for the confirming games {held} held."


def what_to_do(findings: BalanceFindings) -> str:
    """Return the recommended change with what it does to the distance, as confirmed."""
    best = findings.recommended
    if not best.changes:
        return "Leave the rules as they are: no change that was tried is worth its price."
    before = _distance(findings, findings.answers[0])
    these = "this change" if len(best.changes) == 1 else "these changes"
    return tight(
        f"Make {these}: {answer_text(findings, best)}. In the confirming games the distance from "
        f"the targets fell from {before} to {_distance(findings, best)} %."
    )


def _distance(findings: BalanceFindings, answer: Answer) -> str:
    row = distance_of(findings.table(DISTANCES), answer)
    return f"{float(row['distance']) * PERCENT:.0f}"


LEFT, RIGHT = "left", "right"
PICTURE: Final = "front"


def find(played: PlayedBalance) -> Tables:
    """Return the settings of the search, with those on the front."""
    return {FRONT: played.search.front}


def make(findings: BalanceFindings) -> Content:
    """Write the front as a picture and a table."""
    table = findings.table(FRONT)
    if table.empty:
        return [], {}
    front = table[table["front"]].sort_values(["changes", "size"], kind="stable")
    rows = tuple(
        (
            str(int(row["changes"])),
            f"{row['size']:.2f}",
            f"{row['distance'] * PERCENT:.0f} %",
            change_words(findings, str(row["change"])) or "as printed",
        )
        for _, row in front.iterrows()
    )
    text = (
        f"A setting is on the front if no other one that was tried is as near to {findings.aim} "
        "with as few changes and as small ones. The size of a change is the part of its range that "
        "a number moves through; a reading or a start counts as a whole range."
    )
    caption = (
        f"The {len(rows)} settings on the front, of {len(table)}: number and size of the changes, "
        f"and the distance from {findings.aim} by the surrogate."
    )
    header = ("changes", "size", "distance", "setting")
    return [
        Paragraph(text),
        Picture(PICTURE, CAPTION.format(aim=findings.aim), ALT),
        Table(caption, header, (RIGHT, RIGHT, RIGHT, LEFT), rows),
    ], {PICTURE: pareto_picture(findings)}


FRONT_SECTION: Final = Section("front", "How near few and small changes come", make, find)
