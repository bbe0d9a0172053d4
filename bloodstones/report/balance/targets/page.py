"""The first page of a balance study with targets beside fairness: how near, at what price."""

from __future__ import annotations

from typing import Final

from bloodstones.report.balance.findings import (
    DISTANCES,
    FIGURES,
    TARGETS,
    Answer,
    BalanceFindings,
    distance_of,
)
from bloodstones.report.balance.targets.picture import ALT, CAPTION, pareto_picture
from bloodstones.report.balance.wording import answer_text, sizes_text, target_label
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.language.wording import capital, count, tight
from bloodstones.stats.inference.rounding import PERCENT

LEAST: Final = 0.005  # of a distance that is worth a sentence
DOUBTS: Final = (
    "Players who learn the change could play it otherwise.",
    "Other targets and weights want other changes.",
)


def targets_page(findings: BalanceFindings) -> Part:
    """Return the first page: how near the best short list of changes comes to the targets."""
    best = findings.recommended
    lines = (*map(tight, _moved(findings, best)), _claims(findings))
    doubts = [*DOUBTS]
    if findings.sizes_left_out:
        doubts.append(f"Tables of {sizes_text(findings)} were not played.")
    chart = Chart(pareto_picture(findings), CAPTION.format(aim=findings.aim), ALT)
    answer = tight(_answer(findings, best))
    return Part(answer, lines, "", what_to_do(findings), " ".join(doubts), chart)


def _answer(findings: BalanceFindings, best: Answer) -> str:
    """Return in a sentence how near to the targets the game comes."""
    before, after = (_distance(findings, each) for each in (findings.answers[0], best))
    if not best.changes:
        return f"No change that was tried pays: the printed rules stay {before} % from the targets."
    size = capital(count(len(best.changes), "change"))
    verb = "brings" if len(best.changes) == 1 else "bring"
    return f"{size} {verb} the game from {before} to {after} % of distance from its targets."


def _moved(findings: BalanceFindings, best: Answer) -> list[str]:
    """Name the targets that come nearest and that go furthest off."""
    if not best.changes:
        return []
    figures = findings.table(FIGURES)
    targets = list(dict.fromkeys(figures.loc[figures["share"] > 0, "target"]))
    pairs = {name: _change_of(findings, str(name), best) for name in targets}
    gains = {name: before - after for name, (before, after) in pairs.items()}
    texts = []
    nearest, furthest = (pick(gains, key=gains.__getitem__) for pick in (max, min))
    if gains[nearest] > LEAST:
        texts.append(f"Nearest comes {_pair(findings, str(nearest), pairs[nearest])}.")
    if gains[furthest] < -LEAST:
        texts.append(f"Further off goes {_pair(findings, str(furthest), pairs[furthest])}.")
    return texts


def _pair(findings: BalanceFindings, target: str, pair: tuple[float, float]) -> str:
    before, after = pair
    label = target_label(findings, target)
    return f"the target “{label}”, from {before * PERCENT:.0f} to {after * PERCENT:.0f} % away"


def _claims(findings: BalanceFindings) -> str:
    """Say how many of the claims held."""
    held = [each["holds"] for each in findings.claims]
    claims = count(len(held), "claim")
    return f"Of {claims} written before the confirming games, {held.count(True)} held."


def what_to_do(findings: BalanceFindings) -> str:
    """Return the recommended change with what it does to the distance, as confirmed."""
    best = findings.recommended
    if not best.changes:
        return "Leave the rules as they are: no change that was tried is worth its price."
    before = _distance(findings, findings.answers[0])
    row = distance_of(findings.table(DISTANCES), best)
    ends = f"{row['low'] * PERCENT:.0f}–{row['high'] * PERCENT:.0f} %"
    these = "this change" if len(best.changes) == 1 else "these changes"
    return tight(
        f"Make {these}: {answer_text(findings, best)}. In the confirming games the distance from "
        f"the targets fell from {before} to {_distance(findings, best)} % (95 % interval {ends})."
    )


def _distance(findings: BalanceFindings, answer: Answer) -> str:
    row = distance_of(findings.table(DISTANCES), answer)
    return f"{float(row['distance']) * PERCENT:.0f}"


def _change_of(findings: BalanceFindings, target: str, answer: Answer) -> tuple[float, float]:
    """Return the distance from a target as printed and under an answer."""
    table = findings.table(TARGETS).set_index(["target", "arm"])["distance"]
    return float(table[target, findings.answers[0].arm]), float(table[target, answer.arm])
