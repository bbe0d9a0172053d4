"""What to decide for each game: what to change and what to watch, by size and certainty."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, ClassVar, Final

from bloodstones.report.contract.tested import ROLES, TestedChange, decisive
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.files import HTML
from bloodstones.report.document.model import Front, Report, Section, Table
from bloodstones.report.front.page import FirstPageBasis, page_of
from bloodstones.report.language.confidence import Confidence
from bloodstones.report.language.phrases import percent_text, players_text, quoted, tight
from bloodstones.report.language.terms import TUNED_SCRIPT, searches
from bloodstones.report.summary.broken import Broken, broken_of
from bloodstones.report.summary.findings import SummaryFindings
from bloodstones.report.summary.phrases import game_title, span, whole
from bloodstones.report.summary.standing import Holds, Standing

LEFT, RIGHT = "left", "right"
LEAST: Final = 0.02  # of all games: an effect that is smaller does not matter
MOST_LINES: Final = 14  # of the list: one page
PAIR: Final = 2
TIE: Final = 1e-4  # rates that differ by rounding alone
MOST_WATCHED: Final = 4  # roles that depend on who plays
PROFILES: Final = "Profiles"  # of the roles, from all reports of the game


class Advised(StrEnum):
    """What to do about a result."""

    CHANGE = "Change"
    TEST = "Look for a change"
    WATCH = "Watch"


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """A line of the list.

    Attributes
    ----------
    action, what, players
        What to do about what; the number of players, 0 where it is not of one.
    size
        Of the effect: a share of all games.
    shown
        The size in figures.
    certainty
        How far one can rely on it.
    report
        Id of the report that says so; "" for several.
    """

    action: Advised
    what: str
    players: int
    size: float
    shown: str
    certainty: Confidence
    report: str = ""


@dataclass(frozen=True)
class Decisions(Finding):
    """What a publisher has to decide for one game."""

    findings: SummaryFindings
    game: str

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        # No other change helps at a table with a stronger player type, and none gains more with
        # this one, beyond the error.
        "best_changes": lambda f: all(
            other.rank < fix.rank
            or (
                other.rank == fix.rank
                and other.mending.gain <= fix.mending.gain + fix.mending.within
            )
            for fix in f.changes
            for other in decisive(f.tested)
            if (other.players, other.of, other.baseline) == (fix.players, fix.of, fix.baseline)
            and other.mending.helps()
        ),
        "large_enough": lambda f: all(one.size >= LEAST for one in f.decisions if one.size),
        "nothing": lambda f: not f.decisions,
    }

    @property
    def title(self) -> str:
        """The name of the game."""
        return game_title(self.game)

    @property
    def tested(self) -> list[TestedChange]:
        """Changes of this game as reports tested them."""
        return [one for one in self.findings.tests if one.game == self.game]

    @property
    def changes(self) -> list[TestedChange]:
        """The change to recommend at each table."""
        return [one for one in self.findings.recipes if one.game == self.game]

    @property
    def standing(self) -> list[Standing]:
        """What holds for the roles and places of this game."""
        return [one for one in self.findings.ranked if one.game == self.game]

    @property
    def fair(self) -> int:
        """How many roles and places are fair with every player type."""
        return sum(one.holds is Holds.EVEN for one in self.standing)

    @cached_property
    def broken(self) -> Broken | None:
        """What beats the standard player, lies idle and ends games; None where nobody looked."""
        return broken_of(self.findings.shelf, self.game)

    @cached_property
    def decisions(self) -> list[DecisionLine]:
        """All lines, by what to do, then the largest and most certain first."""
        every = [
            *self._changes(),
            *self._unfair(),
            *self._mostly(),
            *self._depending(),
            *self._exploits(),
        ]
        order, sure = list(Advised), list(Confidence)
        ranked = sorted(
            (one for one in every if one.size >= LEAST),
            key=lambda one: (order.index(one.action), -one.size, sure.index(one.certainty)),
        )
        return ranked[:MOST_LINES]

    def of(self, action: str) -> list[DecisionLine]:
        """Return the lines with something to do, such as "CHANGE"."""
        return [one for one in self.decisions if one.action is Advised[action]]

    @property
    def first_change(self) -> TestedChange | None:
        """The change that helps most; None where none does."""
        return max(self.changes, key=lambda fix: (fix.rank, fix.mending.gain), default=None)

    def _changes(self) -> list[DecisionLine]:
        return [
            DecisionLine(
                Advised.CHANGE,
                quoted(fix.words) + (f" ({fix.where})" if fix.where else ""),
                fix.players,
                fix.mending.gain,
                f"{whole(fix.mending.before)} → {whole(fix.mending.after)}",
                certainty(fix),
                fix.report,
            )
            for fix in self.changes
        ]

    @property
    def _mended(self) -> set[tuple[int, bool]]:
        """Tables with a change to recommend: the players, and whether for the roles."""
        return {(fix.players, fix.of == ROLES) for fix in self.changes}

    def _unfair(self) -> list[DecisionLine]:
        """Roles that are unfair with every player type, where no change helps."""
        unfair = [one for one in self.standing if one.holds in (Holds.ABOVE, Holds.BELOW)]
        return [
            DecisionLine(
                Advised.TEST,
                f"{one.name}, {one.holds.value}: {rates_of(one)}",
                one.players,
                one.distance * one.fair_share,
                whole(one.distance * one.fair_share),
                one.confidence,
            )
            for one in _of_pairs_one(sorted(unfair, key=lambda one: -one.highest))
            if (one.players, not one.place) not in self._mended
        ]

    @property
    def mostly(self) -> list[Standing]:
        """Roles and places that are off on one side with most player types."""
        open_ones = [one for one in self.standing if one.holds is Holds.OPEN]
        return [
            one
            for one in open_ones
            if one.mostly is not Holds.OPEN and (one.players, not one.place) not in self._mended
        ]

    def _mostly(self) -> list[DecisionLine]:
        return [
            DecisionLine(
                Advised.TEST,
                f"{one.name}, {one.mostly.value} with most player types: {rates_of(one)}",
                one.players,
                one.least_off,
                whole(one.least_off),
                Confidence.MEDIUM,
            )
            for one in self.mostly
            if one.mostly is Holds.ABOVE or one.players > PAIR
        ]

    def _depending(self) -> list[DecisionLine]:
        """Roles that are strong with some players and weak with others, the widest."""
        split = [one for one in self.standing if one.holds is Holds.DEPENDS]
        ranked = _of_pairs_one(sorted(split, key=lambda one: one.lowest - one.highest))
        return [
            DecisionLine(
                Advised.WATCH,
                f"{one.name}, depends on the players: {rates_of(one)}",
                one.players,
                one.highest - one.lowest,
                whole(one.highest - one.lowest),
                Confidence.MEDIUM,
            )
            for one in ranked[:MOST_WATCHED]
        ]

    def _exploits(self) -> list[DecisionLine]:
        """The plan that beats the standard player most; games that a limit ends."""
        found = self.broken
        if found is None:
            return []
        lines = []
        if found.claim("beaten"):
            gain = float(found.best["rate"] - found.best["fair_share"])
            answered = ", beaten in turn" if found.claim("answered") else ", unanswered"
            lines.append(
                DecisionLine(
                    Advised.WATCH,
                    f"{found.name(found.best['strategy'])} against "
                    f"{found.name(found.best['standard'])}{answered}",
                    int(found.best["players"]),
                    gain,
                    whole(gain),
                    Confidence.LOW if found.rough(found.best) else Confidence.HIGH,
                    found.sources["exploiter"].report.id,
                )
            )
        if found.stopped >= LEAST:
            lines.append(
                DecisionLine(
                    Advised.WATCH,
                    "games that a limit of turns stops",
                    0,
                    found.stopped,
                    whole(found.stopped),
                    Confidence.HIGH,
                    found.sources["endings"].report.id,
                )
            )
        return lines

    def table(self) -> Table:
        """Return the list."""
        titles = {one.id: one.title for one in self.findings.shelf}
        rows = [
            (
                one.action.value,
                one.what,
                players_text(one.players) if one.players else "all",
                one.shown,
                one.certainty.value,
                titles.get(one.report, PROFILES),
            )
            for one in self.decisions
        ]
        header = ("do", "what", "players", "points", "certainty", "report")
        return Table.grouped("", header, (LEFT, LEFT, LEFT, RIGHT, LEFT, LEFT), rows)

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """The reports that the list rests on."""
        named = dict.fromkeys(one.report for one in self.decisions if one.report)
        titles = {one.id: one.title for one in self.findings.shelf}
        rest = [(PROFILES, f"{self.game}_profiles.html")] if len(self.decisions) else []
        return (*((titles[name], f"../{name}/{HTML}") for name in named), *rest)


def _of_pairs_one(standing: Sequence[Standing]) -> list[Standing]:
    """Return findings without the second of two that share all wins of a table of two."""
    kept: list[Standing] = []
    for one in standing:
        shared = (
            (one.lowest + each.highest, each.lowest + one.highest)
            for each in kept
            if each.players == one.players == PAIR
            and (each.place, each.baseline) == (one.place, one.baseline)
        )
        if not any(abs(low - 1) + abs(high - 1) < TIE for low, high in shared):
            kept.append(one)
    return kept


def rates_of(one: Standing) -> str:
    """Return the rates of a role beside its fair share."""
    return tight(f"{span(one.lowest, one.highest)} (fair {percent_text(one.fair_share)})")


def certainty(change: TestedChange) -> Confidence:
    """Return how far one can rely on a change, by the strongest player type that tested it."""
    if searches(change.kind):
        return Confidence.HIGH
    return Confidence.MEDIUM if change.kind == TUNED_SCRIPT else Confidence.LOW


def decisions(findings: SummaryFindings, game: str) -> Report:
    """Return the decision list of a game, on one page."""

    def of_game(findings: SummaryFindings) -> Decisions:
        return Decisions(findings, game)

    section = topic("decisions", "What to decide", of_game)
    part = section.front(findings)
    blocks, pictures = section.make(findings)
    name = f"{game_title(game)}: what to decide"
    reports = [one for one in findings.shelf if one.game == game]
    page = page_of([part] if part else [], FirstPageBasis(name, {}))
    return Report(
        name,
        "What should a publisher change or watch, and how sure is that?",
        page.answer,
        (
            ("reports", str(len(reports))),
            ("playthroughs", f"{sum(one.games for one in reports):,}"),
        ),
        (Section(section.id, section.heading, tuple(blocks)),) if blocks else (),
        pictures,
        front=Front(page.front.advice, page.front.doubt, None, part.links if part else ()),
        brief=True,
    )
