"""The first page of a balance study with targets beside fairness: how near, at what price."""

from __future__ import annotations

from typing import Final

from bloodstones.batch.balance.aims import AGAINST
from bloodstones.batch.balance.settings import text_of
from bloodstones.report.balance.findings import (
    DISTANCES,
    DISTANCES_BY_LEVEL,
    RETUNED,
    TRIED,
    Answer,
    BalanceFindings,
    distance_of,
    distance_of_rates,
)
from bloodstones.report.balance.targets.gaps import furthest, moves
from bloodstones.report.balance.targets.picture import ALT, CAPTION, pareto_picture
from bloodstones.report.balance.wording import answer_text, sizes_text
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.language.phrases import amount, number
from bloodstones.report.language.wording import tight
from bloodstones.stats.inference.rounding import PERCENT

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
