"""The sections of a balance study's report, from its tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

import pandas as pd

from bloodstones.core.files.parsing import toml_of
from bloodstones.plots.before_after import draw_before_after
from bloodstones.plots.doses import draw_doses
from bloodstones.plots.style import to_svg
from bloodstones.report.assumed import assumed_limits
from bloodstones.report.balance_findings import (
    Answer,
    BalanceFindings,
    distance_of,
    distance_of_rates,
)
from bloodstones.report.balance_words import (
    answer_words,
    front_of,
    heading,
    least_even,
    share_text,
    sizes_text,
)
from bloodstones.report.front import Chart, Part, page_of, spoken
from bloodstones.report.model import Block, Paragraph, Picture, Report, Section, Table
from bloodstones.report.terms import speak, speak_block, terms_of
from bloodstones.report.wording import capital, count, percent_text, players_text, tight, title
from bloodstones.stats.inference.families import adjust_family
from bloodstones.stats.inference.rounding import PERCENT, decimals_for, with_sign
from bloodstones.stats.verdicts import Verdict

LEFT, RIGHT = "left", "right"
CHART: Final = "before_after"
CAPTION: Final = (
    "win rates of the factions as printed and under {}, over all levels of play, with 95 % "
    "intervals. Line: fair share. Shaded: within a fifth of it."
)
RECOMMENDED: Final = "the answer that is recommended"
ALT: Final = "Dots with whiskers: win rates before and after, beside the fair share."
DOSES: Final = "dose_curves"
MOST_DOSES: Final = 9
MOST_TRIED: Final = 24
SURE: Final = "\u2009*"
FAMILY_ERROR: Final = 0.05
OUTSIDE: Final = "\u2009°"


def compose(findings: BalanceFindings) -> Report:
    """Return the report; the same findings give an equal one."""
    terms = terms_of(findings.own.words.terms, findings.role)
    made: tuple[tuple[str, str, Callable[[BalanceFindings], list[Block]]], ...] = (
        ("answers", "What to change", _answers),
        ("rates", "Who wins then", _rates),
        ("levels", "At each level of play", _levels),
        ("course", "What it costs in the feel of the game", _course),
        ("retuned", "When players have learned the change", _retuned),
        ("doses", "What each number does alone", _doses),
        ("search", "What was searched", _search),
        ("method", "Method and limits", _method),
    )
    sections = []
    for name, words, make in made:
        blocks = [speak_block(block, terms) for block in make(findings)]
        notes = [Paragraph(text) for text in findings.definition.notes.get(name, ())]
        if blocks or notes:
            sections.append(Section(name, speak(words, terms), (*blocks, *notes)))
    told = findings.provenance
    facts = (
        ("study", str(told["study"])),
        ("games", f"{told['games']:,}"),
        ("fresh games", f"{told['fresh_games']:,}"),
        ("seed", str(told["seed"])),
        ("version", str(told["versions"]["bloodstones"])),
        *((("run", "quick"),) if told["quick"] else ()),
    )
    page = page_of([spoken(_front(findings), terms)], told)
    sizes = sorted(set(map(int, findings.rates["players"])))
    pair = (findings.answers[0], findings.recommended)
    pictures = {**page.pictures, CHART: _chart(findings, sizes, pair)}
    if not findings.doses.empty:
        pictures[DOSES] = _dose_chart(findings)
    return Report(
        findings.definition.title,
        str(told["question"]),
        page.answer,
        facts,
        tuple(sections),
        pictures,
        front=page.front,
    )


def _front(findings: BalanceFindings) -> Part:
    """Return the first page, with win rates before and after as its chart."""
    players = least_even(findings)
    words = CAPTION.format("each answer")
    caption = f"{players_text(players).capitalize()}, the least even: {words}"
    chart = Chart(_chart(findings, [players], findings.answers), caption, ALT)
    return replace(front_of(findings), chart=chart)


def _chart(findings: BalanceFindings, players: Sequence[int], answers: Sequence[Answer]) -> str:
    """Draw the win rates of all factions as printed and under answers."""
    table = findings.rates[findings.rates["players"].isin(players)]
    shown = pd.concat(
        [table[table["arm"] == answer.arm].assign(side=side) for side, answer in enumerate(answers)]
    ).rename(columns={"faction": "line", "players": "panel"})
    labels: dict[object, str] = {name: title(str(name)) for name in shown["line"].unique()}
    panels: dict[object, str] = {
        number: players_text(int(number)) for number in shown["panel"].unique()
    }
    first, *others = answers
    # The findings say which changes these are; more than one would not go on a line of the key.
    short = len(others) > 1 or any(len(each.changes) > 1 for each in others)
    keys = (
        heading(first),
        *(heading(each) if short else answer_words(findings, each) for each in others),
    )
    return to_svg(draw_before_after(shown, labels, panels, keys))


def _answers(findings: BalanceFindings) -> list[Block]:
    """The short list, with its distances from fair."""
    sizes = sorted(int(number) for number in findings.by_players["players"].unique())
    rows = []
    for answer in findings.answers:
        own = (_distance(distance_of(findings.by_players, answer, players=size)) for size in sizes)
        rows.append(
            (
                str(len(answer.changes)),
                answer_words(findings, answer),
                _distance(distance_of(findings.overall, answer), interval=True),
                *own,
            )
        )
    games = findings.overall["games"]
    caption = (
        "Distance from fair of the win rates of all factions, in per cent of their fair share: "
        f"over all numbers of players and levels of play with its 95 % interval, and at each "
        f"number of players. {games.min():,} fresh games a line."
    )
    header = ("numbers", "change", "distance (95 %)", *(players_text(size) for size in sizes))
    align = (RIGHT, LEFT, *(RIGHT for _ in header[2:]))
    return [
        Paragraph(
            "Distance from fair is the typical gap between a win rate and its fair share, one win "
            "in as many games as there are players, as a share of that: the root of the mean "
            "squared gap over all factions, with what chance adds taken out. At 0 all factions win "
            "alike; at 20 % they are typically a fifth above or below."
        ),
        Table(caption, header, align, tuple(rows)),
    ]


def _distance(row: Any, *, interval: bool = False) -> str:
    text = f"{row['distance'] * PERCENT:.0f} %"
    if interval:
        text += f" ({row['low'] * PERCENT:.0f}–{row['high'] * PERCENT:.0f} %)"
    return text


def _rates(findings: BalanceFindings) -> list[Block]:
    """Win rates of every faction over all levels."""
    caption = (
        "Win rates over all levels of play, with half of the 95 % interval (games are resampled, "
        f"so that levels that share their luck count once). {OUTSIDE.strip()}: the whole interval "
        "is more than a fifth of the fair share away from it."
    )
    return [
        Paragraph(
            "All answers are played by the same line-ups with the same luck as the rules as "
            "printed, in games that no setting was chosen by."
        ),
        _rate_table(findings, findings.rates, caption),
        Picture(CHART, capital(CAPTION.format(RECOMMENDED)), ALT),
    ]


def _levels(findings: BalanceFindings) -> list[Block]:
    """Win rates at each level, one table a level."""
    levels = findings.levels
    if len(levels) <= 1:
        return []
    blocks: list[Block] = [_level_distances(findings, levels)]
    for level in levels:
        table = findings.level_rates[findings.level_rates["level"] == level]
        caption = f"{findings.level(level)}: win rates with half of the 95 % Wilson interval."
        blocks.append(_rate_table(findings, table, caption))
    return blocks


def _level_distances(findings: BalanceFindings, levels: Sequence[str]) -> Table:
    """Return the distances from fair at each level and number of players."""
    rows = []
    for level in levels:
        own = findings.by_level[findings.by_level["level"] == level]
        for size in sorted(own["players"].unique()):
            cells = (
                _distance(
                    distance_of(findings.by_level, answer, level=level, players=size),
                    interval=True,
                )
                for answer in findings.answers
            )
            rows.append((findings.level(level), str(size), *cells))
    caption = "Distance from fair at each level of play and number of players (95 % interval)."
    header = ("level", "players", *(heading(answer) for answer in findings.answers))
    align = (LEFT, LEFT, *(RIGHT for _ in findings.answers))
    return Table.grouped(caption, header, align, rows)


def _rate_table(findings: BalanceFindings, table: pd.DataFrame, caption: str) -> Table:
    """Return win rates with a column for each answer."""
    cells = {(row["arm"], row["players"], row["faction"]): row for _, row in table.iterrows()}
    places = max(decimals_for(half) for half in (table["high"] - table["low"]) / 2 * PERCENT)
    rows = []
    for size in sorted(table["players"].unique()):
        for faction in dict.fromkeys(table.loc[table["players"] == size, "faction"]):
            own = [cells[answer.arm, size, faction] for answer in findings.answers]
            rows.append(
                (
                    f"{size} (fair {percent_text(1 / size)})",
                    title(str(faction)),
                    *(_rate(row, places) for row in own),
                    f"{own[0]['seats']:,}",
                )
            )
    header = (
        "players",
        "faction",
        *(heading(answer) for answer in findings.answers),
        "n",
    )
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Table.grouped(caption, header, align, rows)


def _rate(row: Any, places: int) -> str:
    half = float(row["high"] - row["low"]) / 2 * PERCENT
    mark = OUTSIDE if row["verdict"] == Verdict.UNFAIR.value else ""
    return f"{row['rate'] * PERCENT:.{places}f} ± {half:.{places}f} %{mark}"


def _course(findings: BalanceFindings) -> list[Block]:
    """What a game is like under each answer."""
    table = findings.course
    if table.empty:
        return []
    p_values = {
        f"{row['arm']} {row['measure']} {row['players']}": float(row["p_value"])
        for _, row in table.iterrows()
    }
    family = adjust_family(p_values, "what games are like", level=FAMILY_ERROR)
    table = table.assign(sure=family["holds"].to_numpy())
    halves = (table["high"] - table["low"]) / 2
    places = halves.map(decimals_for).groupby(table["measure"]).min().clip(lower=1)
    rows = []
    for (measure, players), own in table.groupby(["measure", "players"], sort=False):
        lines = own.set_index("arm")
        cells = (
            _change(lines.loc[answer.arm], places[str(measure)])
            if answer.arm in lines.index
            else ""
            for answer in findings.answers[1:]
        )
        size = players_text(int(str(players))) if players else "all"
        rows.append((findings.labels[str(measure)], size, f"{own['base'].iloc[0]:.1f}", *cells))
    caption = (
        "What a game is like: rounds of a game, and means of a seat. Under each answer the "
        "difference from the rules as printed, on the same luck, with half of its 95 % interval. "
        f"{SURE.strip()}: told apart from none after Holm's correction over all {len(table)} "
        "comparisons."
    )
    header = ("mean", "players", "as printed", *(heading(each) for each in findings.answers[1:]))
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return [Table.grouped(caption, header, align, rows)]


def _change(row: Any, places: int) -> str:
    half = float(row["high"] - row["low"]) / 2
    star = SURE if row["sure"] else ""
    return f"{with_sign(float(row['difference']), places)} ± {half:.{places}f}{star}"


def _retuned(findings: BalanceFindings) -> list[Block]:
    """Win rates under each answer before and after tuning."""
    table = findings.retuned
    if table.empty:
        return []
    told = findings.provenance["balance"]["retuned"]
    games = sum(each["games"] for each in told)
    strategy = title(toml_of(str(findings.provenance["study_file"]))["retune"]["strategy"])
    gained = sum(
        len([role for role in each["gains"] if role not in (*each["kept"], "all")]) for each in told
    )
    tried = sum(len(each["gains"]) - 1 for each in told)
    changes = list(dict.fromkeys(table["change"]))
    named = dict(zip(changes, findings.answers, strict=False))
    rows = []
    for (players, faction), own in table.groupby(["players", "faction"], sort=True):
        cells = []
        for change in changes:
            mine = own[own["change"] == change].set_index("tuned")
            cells.append(_before_after(mine.loc[False], mine.loc[True]))
        rows.append((str(players), title(str(faction)), *cells))
    for players, own in table.groupby("players", sort=True):
        lines = [
            [
                distance_of_rates(own[(own["change"] == change) & (own["tuned"] == tuned)])
                for tuned in (False, True)
            ]
            for change in changes
        ]
        cells = [f"{before * PERCENT:.0f} → {after * PERCENT:.0f} %" for before, after in lines]
        rows.append((str(players), "distance from fair", *cells))
    least = int(table["seats"].min())
    caption = (
        "Win rates before and after every faction was tuned for the rules of the column; 95 % "
        f"intervals reach up to {_widest(table):.0f} points to either side ({least:,} fresh games "
        "a figure or more). The last line is their distance from fair."
    )
    header = ("players", "faction", *(heading(named[change]) for change in changes))
    align = (LEFT, LEFT, *(RIGHT for _ in changes))
    text = (
        f"For the rules as printed and for each answer every faction of {strategy} was tuned anew "
        f"against the rest in a short evolution strategy, {games:,} games in all; what gained "
        f"nothing on fresh games was left as it was ({tried - gained} of {tried} searches). "
        "So this tells what the first weeks with a new rule may bring, not the years after."
    )
    return [Paragraph(text), Table.grouped(caption, header, align, rows)]


def _widest(table: pd.DataFrame) -> float:
    return float((table["high"] - table["low"]).max()) / 2 * PERCENT


def _before_after(before: Any, after: Any) -> str:
    return f"{before['rate'] * PERCENT:.0f} → {after['rate'] * PERCENT:.0f} %"


def _dose_lines(findings: BalanceFindings) -> pd.DataFrame:
    """Return mean win rates by number, value and faction, as shares of the fair share."""
    known = findings.provenance["balance"]["numbers"]
    table = findings.doses.assign(
        height=findings.doses["rate"] * findings.doses["players"],
        noise=(findings.doses["error"] * findings.doses["players"]) ** 2,
    )
    means = table.groupby(["number", "value", "faction"], sort=False).agg(
        height=("height", "mean"), noise=("noise", "sum"), groups=("noise", "size")
    )
    lines = means.reset_index().rename(columns={"number": "panel", "faction": "line"})
    printed = lines["panel"].map({name: each["printed"] for name, each in known.items()})
    return lines.assign(low=float("nan"), high=float("nan"), printed=lines["value"] == printed)


def _strongest(findings: BalanceFindings) -> dict[object, str]:
    """Return the numbers whose values differ most in distance from fair, the strongest first."""
    spans = findings.doses.groupby("number")["smoothed"].agg(lambda each: each.max() - each.min())
    order = spans.sort_values(ascending=False, kind="stable").head(MOST_DOSES)
    return {name: findings.number(str(name)) for name in order.index}


def _dose_chart(findings: BalanceFindings) -> str:
    """Draw the dose curves of the numbers that matter most."""
    lines = _dose_lines(findings)
    factions: dict[object, str] = {
        name: title(str(name)) for name in dict.fromkeys(sorted(lines["line"]))
    }
    return to_svg(draw_doses(lines, _strongest(findings), factions, "win rate / fair share"))


def _doses(findings: BalanceFindings) -> list[Block]:
    """Dose curves and the distance from fair of every value."""
    if findings.doses.empty:
        return []
    shown = findings.doses.drop_duplicates(["number", "value"])
    rows = []
    for name, own in shown.groupby("number", sort=False):
        printed = findings.printed(str(name))
        for _, row in own.iterrows():
            mark = " (printed)" if int(row["value"]) == printed else ""
            rows.append(
                (
                    findings.number(str(name)),
                    f"{int(row['value'])}{mark}".replace("-", "−"),
                    f"{row['distance'] * PERCENT:.0f} %",
                    f"{row['smoothed'] * PERCENT:.0f} %",
                )
            )
    games = int(findings.doses.groupby(["setting", "number", "value"])["seats"].sum().min())
    picture = Picture(
        DOSES,
        "Dose curves of the numbers that move the distance from fair most: mean win rate of each "
        "faction over the levels and numbers of players that were searched, as a share of its "
        "fair share. Dotted: the printed value.",
        "Small charts, one a number: a line for each faction over the values; the table below "
        "has the distance from fair of every value.",
    )
    caption = (
        "Every value of every number, changed alone: distance from fair as measured "
        f"({games:,} seats a value), and as the surrogate of all settings smooths it."
    )
    header = ("number", "value", "distance, measured", "distance, smoothed")
    table = Table.grouped(caption, header, (LEFT, RIGHT, RIGHT, RIGHT), rows)
    return [table, picture]


def _search(findings: BalanceFindings) -> list[Block]:
    """The settings that came nearest to fair."""
    table = findings.tried
    best = table.assign(objective=table["smoothed"] + table["cost"]).sort_values(
        "objective", kind="stable"
    )
    final = set(table.loc[table["stage"] == "final", "change"])
    rows = [
        (
            _change_words(findings, str(row["change"])) or "as printed",
            f"{row['distance'] * PERCENT:.0f} %",
            f"{row['smoothed'] * PERCENT:.0f} %",
            f"{row['cost'] * PERCENT:.1f} %",
            "yes" if row["change"] in final else "",
        )
        for _, row in best[best["stage"] != "final"].head(MOST_TRIED).iterrows()
    ]
    settings = table.loc[table["stage"] != "final", "change"].nunique()
    caption = (
        f"The {len(rows)} of {settings} settings that came nearest to fair for their cost: "
        "distance as measured and by the surrogate, what the departure costs, and whether the "
        "setting was played again among the finalists."
    )
    header = ("change", "measured", "smoothed", "cost", "finalist")
    return [Table(caption, header, (LEFT, RIGHT, RIGHT, RIGHT, LEFT), tuple(rows))]


def _change_words(findings: BalanceFindings, change: str) -> str:
    changes = dict(part.split("=", 1) for part in change.split(", ")) if change else {}
    answer = Answer("", {name: int(value) for name, value in changes.items()})
    return answer_words(findings, answer) if changes else ""


def _left_out(findings: BalanceFindings) -> list[str]:
    """Say which numbers of players the answers were not sought or played for."""
    if not findings.sizes_left_out:
        return []
    return [
        f"The boards take {sizes_text(findings)} players, too; such tables were neither searched "
        "nor played, to keep the cost of the search in bounds. What the answers do there is open: "
        "play them before they are printed."
    ]


def _method(findings: BalanceFindings) -> list[Block]:
    """How it was done, and what it does not say."""
    told = findings.provenance
    search, cost = told["balance"]["search"], told["balance"]["cost"]
    numbers = told["balance"]["numbers"]
    levels = [findings.level(name) for name in search["levels"] or ()]
    where = f" at the levels {', '.join(levels)}" if levels else ""
    texts = [
        f"{capital(count(len(numbers), 'number'))} of the rules could change, each in a range "
        f"that the study names. Every value was played alone{where}; then a surrogate of all win "
        "rates, a Gaussian process over the settings, asked round by round for the setting of two "
        "changes, and of more, that promised most. All settings share their luck, so that "
        "differences are those of the rules.",
        "A departure from the printed rules has its price in distance from fair: "
        f"{share_text(cost['change'])} for each number that is changed and "
        f"{share_text(cost['range'])} more for one that goes through its whole range. The best "
        "settings of each number of changes met again on fresh luck, and the answers were played "
        "once more on luck that no choice had seen: all win rates above are of those games.",
        "The search is not exhaustive, and two settings that differ by less than the intervals are "
        "equally good. Numbers outside of the list, and rules that are no numbers, were not tried. "
        "Strategies are computer players: the levels of play stand for how people of different "
        "experience may fare, not for any people in particular.",
        *_left_out(findings),
        *assumed_limits(told),
    ]
    return [Paragraph(tight(text)) for text in texts]
