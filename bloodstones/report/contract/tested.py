"""Changes of the rules as the games of reports tested them, and the one to recommend at a table.

A change is tested by each player type of a report. A recommendation is made here alone, so that no
two reports contradict each other: of the changes that help with the strongest player type that
tested them, one that the strongest type of all tested; of several the one that gains most, unless
fewer changes gain as much within the error.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import pandas as pd

from bloodstones.core.files.parsing import toml_of
from bloodstones.report.language.phrases import listing
from bloodstones.report.language.terms import FACTION, KINDS, kind_of_player
from bloodstones.stats.changes import LEAST, Mending, acting_numbers, mending
from bloodstones.stats.table import BASE

ROLES: Final = "roles"
PLACES: Final = "places in turn order"
WHAT_IFS: Final = "what_ifs"
BY_STRATEGY: Final = "what_ifs_by_strategy"
SEATS: Final = "what_if_seats"
SEARCHED: Final = "win_rates_by_level"
ARM: Final = "changes_{}"


@dataclass(frozen=True, slots=True)
class TestedChange:
    """What a change did at a table with one player type.

    Attributes
    ----------
    game, baseline, where
        The game; what the table that was changed starts from, as of `baseline_of`, and in words.
    report, study, title, address
        The report whose games tested it.
    players, of
        The table; whether the rates are of `ROLES` or of `PLACES`.
    words, change
        The change in words, and what it sets, the same in every report.
    role
        What the game calls a role, in a word.
    kind, strategy, order
        The player type, the strategy of it that played, and its place from plain to skilled.
    mending
        How much closer to fair it brought the table.
    furthest, rates
        Whom it moved most; win rates before and after, by role or place.
    pairs
        Games of a role with and without the change, the fewest of any.
    """

    game: str
    baseline: str
    where: str
    report: str
    study: str
    title: str
    address: str
    players: int
    of: str
    words: str
    change: frozenset[tuple[str, str]]
    role: str
    kind: str
    strategy: str
    order: int
    mending: Mending
    furthest: str
    rates: Mapping[str, tuple[float, float]]
    pairs: int

    @property
    def rank(self) -> int:
        """How strong the player type is: higher is stronger, 0 for an unknown one."""
        return list(KINDS).index(self.kind) + 1 if self.kind in KINDS else 0

    @property
    def was(self) -> float:
        """The rate before of whom it moved most."""
        return self.rates[self.furthest][0]

    @property
    def becomes(self) -> float:
        """The rate after of whom it moved most."""
        return self.rates[self.furthest][1]


@dataclass(frozen=True, slots=True)
class Tester:
    """A report with the tables of its changes.

    Attributes
    ----------
    by
        The groups of its win rates, see `report.language.terms.GROUPS`.
    strategy
        Whose games speak, where a table is of one strategy; "" for the last one of the study.
    titles
        Titles of changes by the ids of their arms, where they are not those of the study.
    table, number, kind
        Name -> a table, empty where there is none; a number of the rules -> what it is called; a
        strategy -> what kind of player it is.
    """

    game: str
    report: str
    title: str
    by: str
    strategy: str
    role: str
    provenance: Mapping[str, Any]
    table: Callable[[str], pd.DataFrame]
    number: Callable[[str], str]
    kind: Callable[[str], str]
    address: str = ""
    where: str = ""
    titles: Mapping[str, str] = field(default_factory=dict)

    def tests(self) -> tuple[TestedChange, ...]:
        """Return every change at every table with every player type."""
        search = self.provenance.get("balance") or {}
        found = self._of_search(search.get("answers") or ())
        by = self.table(BY_STRATEGY)
        if self.by == FACTION:
            found += self._of_arms(by if len(by) else self.table(WHAT_IFS), ROLES)
        return (*found, *self._of_arms(self.table(SEATS), PLACES))

    def _of_arms(self, table: pd.DataFrame, of: str) -> list[TestedChange]:
        """Return the changes of a table of what-ifs; one that cannot act at its table is none."""
        if table.empty:
            return []
        arms = toml_of(str(self.provenance["study_file"])).get("arms", {})
        strategies = table.get("strategy", self._speaking())
        roles = set(map(str, table[FACTION])) if of == ROLES else set()
        found = []
        groups: Any = table.assign(strategy=strategies).groupby(["strategy", "players", "arm"])
        for (strategy, players, arm), group in groups:
            declared = arms.get(str(arm), {})
            overrides = declared.get("overrides", {})
            if len(acting_numbers(overrides, roles, set(group[FACTION]))) < len(overrides):
                continue
            sets = {**overrides, **declared.get("options", {})} or {"arm": arm}
            named = self.titles.get(str(arm)) or declared.get("title")
            words = named or str(arm).replace("_", " ")
            found.append(self._tested(group, int(players), of, words, sets, str(strategy)))
        return found

    def _of_search(self, answers: Sequence[Mapping[str, Any]]) -> list[TestedChange]:
        """Return the answers of a search, with the numbers alone that act at each table."""
        table = self.table(SEARCHED)
        if table.empty or not answers:
            return []
        roles = set(map(str, table[FACTION]))
        levels = toml_of(str(self.provenance["study_file"])).get("levels", {})
        found = []
        groups: Any = table.groupby(["level", "players"], sort=True)
        for (level, players), group in groups:
            base = group[group["arm"] == BASE].set_index(FACTION)
            strategy = _first(levels.get(str(level), str(level)))
            for answer in answers:
                at = group[group["arm"] == ARM.format(len(answer))].set_index(FACTION)
                acting = acting_numbers(answer, roles, set(base.index))
                if at.empty or not acting:
                    continue
                words = listing([f"{self.number(name)} {acting[name]}" for name in acting])
                rows = _joined(base, at)
                found.append(self._tested(rows, int(players), ROLES, words, acting, strategy))
        return found

    def _speaking(self) -> str:
        """Return whose games a table of one strategy is of: by default the last of the study."""
        listed = toml_of(str(self.provenance["study_file"])).get("strategies") or [""]
        return self.strategy or _first(listed[-1])

    def _order(self, strategy: str) -> int:
        """Return the place of a strategy among those of the study, from plain to skilled."""
        study = toml_of(str(self.provenance["study_file"]))
        listed = [_first(each) for each in (study.get("levels") or {}).values()]
        listed += [_first(each) for each in study.get("strategies") or ()]
        return listed.index(strategy) if strategy in listed else len(listed)

    def _tested(
        self,
        group: pd.DataFrame,
        players: int,
        of: str,
        words: str,
        sets: Mapping[str, Any],
        strategy: str,
    ) -> TestedChange:
        most = group.iloc[int(group["difference"].abs().to_numpy().argmax())]
        ends = zip(group[FACTION], group["base"], group["other"], strict=True)
        return TestedChange(
            game=self.game,
            baseline=baseline_of(self.provenance),
            where=self.where or baseline_of(self.provenance),
            report=self.report,
            study=str(self.provenance.get("study")),
            title=self.title,
            address=self.address,
            players=players,
            of=of,
            words=words,
            change=frozenset((name, str(value).lower()) for name, value in sets.items()),
            role=self.role,
            kind=self.kind(strategy),
            strategy=strategy,
            order=self._order(strategy),
            mending=mending(group, players),
            furthest=str(most[FACTION]),
            rates={str(name): (float(base), float(other)) for name, base, other in ends},
            pairs=int(group["pairs"].min()),
        )


def _joined(base: pd.DataFrame, at: pd.DataFrame) -> pd.DataFrame:
    """Return the rates of a search without and with a change, as a table of what-ifs has them."""
    at = at.loc[[name for name in base.index if name in at.index]]
    base = base.loc[at.index]
    half = [(each["high"] - each["low"]) / 2 for each in (base, at)]
    either = (half[0] ** 2 + half[1] ** 2) ** 0.5
    shift = at["rate"] - base["rate"]
    return pd.DataFrame(
        {
            FACTION: at.index,
            "base": base["rate"].to_numpy(),
            "other": at["rate"].to_numpy(),
            "difference": shift.to_numpy(),
            "low": (shift - either).to_numpy(),
            "high": (shift + either).to_numpy(),
            "pairs": at["games"].to_numpy(),
        }
    )


def baseline_of(provenance: Mapping[str, Any]) -> str:
    """Return what the table of a study has that may differ from the printed game, "" for nothing.

    >>> baseline_of({"choices": {"armies": ["buy"]}, "options": {"ties": "all"}})
    'armies: buy, ties: all'
    """
    sets = {
        **{name: _one(values) for name, values in (provenance.get("choices") or {}).items()},
        **(provenance.get("options") or {}),
        **(provenance.get("overrides") or {}),
    }
    return ", ".join(f"{name.replace('_', ' ')}: {value}" for name, value in sorted(sets.items()))


def _first(players: Any) -> str:
    """Return the strategy of a level, the first of several that mix.

    >>> _first("bold"), _first(["bold", "meek"]), _first([["bold", "meek"]])
    ('bold', 'bold', 'bold')
    """
    while not isinstance(players, str):
        players = players[0]
    return players


def _one(values: Any) -> str:
    return str(values) if isinstance(values, str) else " or ".join(map(str, values))


def kinds_of(levels: Mapping[str, str]) -> Callable[[str], str]:
    """Return what kind of player a strategy is, by the kinds that texts declare."""
    return lambda strategy: kind_of_player(strategy, levels.get(strategy, ""))


def decisive(tests: Iterable[TestedChange]) -> tuple[TestedChange, ...]:
    """Return for each change at each table the test that decides.

    It is that of the most skilled strategy of the strongest player type of a report; where the
    change gains nothing with another strategy of that type, that one decides. Of several reports
    with players of this type, the one in which the change gains least decides.
    """
    groups: dict[Any, list[TestedChange]] = {}
    for one in tests:
        key = (one.game, one.baseline, one.players, one.of, one.change)
        groups.setdefault(key, []).append(one)
    return tuple(_decisive(group) for group in groups.values())


def _decisive(group: Sequence[TestedChange]) -> TestedChange:
    strongest = max(one.rank for one in group)
    top = [one for one in group if one.rank == strongest]
    found = []
    for report in dict.fromkeys(one.report for one in top):
        mine = [one for one in top if one.report == report]
        least = min(mine, key=lambda one: one.mending.gain)
        last = max(mine, key=lambda one: one.order)
        found.append(last if least.mending.gain > 0 else least)
    return min(found, key=lambda one: one.mending.gain)


def recipe(
    tests: Iterable[TestedChange],
    players: int,
    of: str = ROLES,
    baseline: str = "",
    least: float = LEAST,
) -> TestedChange | None:
    """Return the one change to recommend at a table; None where no tested change helps.

    Parameters
    ----------
    tests
        Of all reports of a game.
    least
        The least gain that matters, a part of all games.
    """
    decided = decisive(at_table(tests, players, of, baseline))
    helpful = [one for one in decided if one.mending.helps(least)]
    if not helpful:
        return None
    rank = max(one.rank for one in helpful)
    best = max((one for one in helpful if one.rank == rank), key=lambda one: one.mending.gain)
    enough = best.mending.gain - best.mending.within
    alike = [one for one in helpful if one.rank == rank and one.mending.gain >= enough]
    return min(alike, key=lambda one: (len(one.change), -one.mending.gain))


def at_table(
    tests: Iterable[TestedChange], players: int, of: str = ROLES, baseline: str = ""
) -> list[TestedChange]:
    """Return the tests of one table."""
    return [
        one for one in tests if one.players == players and one.of == of and one.baseline == baseline
    ]


def tables_of(tests: Collection[TestedChange]) -> list[tuple[str, str, int, str]]:
    """Return the tables of some tests: game, baseline, number of players, roles or places."""
    return sorted({(one.game, one.baseline, one.players, one.of) for one in tests})
