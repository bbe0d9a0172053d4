"""What the reports of a game leave open: assumed values, player types, maps, open verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Final

import pandas as pd

from bloodstones.core.contract.study_files import PLAYER_TYPES
from bloodstones.core.files.parsing import toml_of
from bloodstones.report.blocks.assumed_values import assumed_values
from bloodstones.report.document.files import FILE
from bloodstones.report.language.confidence import MANY_TYPES, Confidence, confidence_of
from bloodstones.report.language.phrases import ORDINALS, capital
from bloodstones.report.language.terms import (
    PLACES,
    SEAT,
    TURN_ORDER,
    kind_of_player,
    type_of,
)
from bloodstones.report.summary.phrases import name_with
from bloodstones.report.summary.shelf import Shipped
from bloodstones.stats.table import BASE
from bloodstones.stats.verdicts import BAND

RANDOM: Final = "random"
UNKNOWN_TYPE: Final = "a player type of its own"  # of a report that names no strategy
KEYS: Final = ("game", "baseline", "players", "who")
TABLE: Final = "win_rates_by_strategy_and_faction"
BALANCE_TABLE: Final = "win_rates_by_level"  # of a balance study, by arm
SEATS: Final = "win_rates_by_turn_order"
COLUMNS: Final = (
    *("game", "baseline", "report", "level", "kind", "players", "who", "games"),
    *("rate", "low", "high", "fair_share"),
)
SEATED: Final = tuple(f"{capital(place)} seat" for place in ORDINALS)
MANY_LEVELS: Final = MANY_TYPES  # player types of which a finding with high confidence needs
FEWEST_GAMES: Final = 100  # of a setup that is looked at


class Holds(StrEnum):
    """The joint verdict of the setups of a role."""

    ABOVE = "stronger"
    BELOW = "weaker"
    EVEN = "fair"
    DEPENDS = "depends on play"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Standing:
    """A finding on a role, or on a place at the table, at a number of players.

    Attributes
    ----------
    who
        Id of the role, or the words for the place.
    baseline
        What the games start from, in words, where that is not the printed game.
    lowest, highest
        Win rates, of the setup where it is least and most.
    at_lowest, at_highest
        The names of their strategies.
    levels, reports, games
        How many player types, reports and games (those of each setup counted once) show it.
    played
        Player type -> its games.
    beyond
        Whether all intervals lie outside of the band about the fair share.
    place
        Whether it is a place at the table and no role.
    mostly
        `ABOVE` or `BELOW` where most player types say so, as of `mostly_of`; otherwise `OPEN`.
    least_off
        The smallest distance from the fair share in the setups of these that say so, a part of
        all games.
    """

    game: str
    players: int
    who: str
    holds: Holds
    fair_share: float
    lowest: float
    highest: float
    at_lowest: str
    at_highest: str
    levels: int
    reports: int
    games: int
    played: Mapping[str, int]
    beyond: bool
    place: bool = False
    mostly: Holds = Holds.OPEN
    least_off: float = 0.0
    baseline: str = ""

    @property
    def name(self) -> str:
        """The role or place, with what the games start from where that is not the printed game."""
        return name_with(self.game, self.who, self.baseline)

    @property
    def confidence(self) -> Confidence:
        """How far it can be relied on: by player types, their strength and their games."""
        return confidence_of(self.played, settled=self.beyond or self.holds is Holds.EVEN)

    @property
    def distance(self) -> float:
        """How far from the fair share the setup nearest to it is, in fair shares."""
        off = [abs(rate / self.fair_share - 1) for rate in (self.lowest, self.highest)]
        return min(off) if self.holds in (Holds.ABOVE, Holds.BELOW) else max(off)


def set_ups(shelf: Sequence[Shipped]) -> pd.DataFrame:
    """Return the win rates of every role in every setup.

    Returns
    -------
    DataFrame
        `game`, `report`, `level` (the strategy's name), `kind` (the player type), `players`, `who`,
        `games`, `rate`, `low`, `high`, `fair_share`, `baseline`. Reports of changed rules, of
        rates that are not by role, and random play are left out, and so are reports whose players
        have other aims than to win.
    """
    tables = []
    for one in shelf:
        table = one.table(TABLE)
        if table.empty or not (one.tells_roles and one.as_printed):
            continue
        table = table[(table["strategy"] != RANDOM) & table["faction"].notna()]
        table = table[table["games"] >= FEWEST_GAMES]
        level = [one.level(str(strategy)) for strategy in table["strategy"]]
        kind = [_kind(one, str(strategy)) for strategy in table["strategy"]]
        renamed = table.assign(game=one.game, report=one.id, level=level, kind=kind)
        renamed = renamed.assign(baseline=one.baseline)
        tables.append(renamed.rename(columns={"faction": "who"}))
    tables += [_of_balance(one) for one in shelf if one.tells_roles and one.as_printed]
    filled = [table[list(COLUMNS)] for table in tables if not table.empty]
    return pd.concat(filled, ignore_index=True) if filled else pd.DataFrame(columns=list(COLUMNS))


def _of_balance(one: Shipped) -> pd.DataFrame:
    """Return the setups of a balance study: the rules as printed, a setup a level of play."""
    table = one.table(BALANCE_TABLE)
    if table.empty:
        return table
    table = table[(table["arm"] == BASE) & (table["games"] >= FEWEST_GAMES)]
    texts = toml_of((one.folder / FILE).read_text(encoding="utf-8")).get(PLAYER_TYPES, {})
    level = [f"{one.level(str(name))}, mixed" for name in table["level"]]
    kind = [type_of(texts.get(name, str(name))).lower() for name in table["level"]]
    renamed = table.assign(game=one.game, report=one.id, level=level, kind=kind)
    renamed = renamed.assign(baseline=one.baseline)
    return renamed.rename(columns={"faction": "who"})


def seat_set_ups(shelf: Sequence[Shipped]) -> pd.DataFrame:
    """Return the win rates of every place at the table, likewise; a level is a report's games."""
    tables = []
    for one in shelf:
        table = one.table(SEATS)
        if table.empty or one.apart or not one.as_printed:
            continue
        table = table[table["games"] >= FEWEST_GAMES]
        places = table[TURN_ORDER] if TURN_ORDER in table else table[SEAT]
        words = PLACES if TURN_ORDER in table else SEATED
        who = [words[int(place)] for place in places]
        kind = _kind(one, one.strategy) if one.strategy else UNKNOWN_TYPE
        told = table.assign(game=one.game, report=one.id, level=one.title, kind=kind, who=who)
        told = told.assign(baseline=one.baseline)
        tables.append(told)
    filled = [table[list(COLUMNS)] for table in tables if not table.empty]
    return pd.concat(filled, ignore_index=True) if filled else pd.DataFrame(columns=list(COLUMNS))


def _kind(one: Shipped, strategy: str) -> str:
    """Return the player type of a strategy."""
    return kind_of_player(strategy, one.kinds.get(strategy, ""))


def findings(table: pd.DataFrame, *, place: bool = False) -> tuple[Standing, ...]:
    """Return what holds for each role and number of players, furthest from fair first.

    Parameters
    ----------
    table
        As of `set_ups`.
    place
        Whether they are places at the table.
    """
    groups = table.groupby(list(KEYS), sort=True)
    listed = [_finding(group, place) for _, group in groups]
    return tuple(sorted(listed, key=lambda one: (-one.distance, one.game, one.players, one.who)))


def _finding(group: pd.DataFrame, place: bool) -> Standing:
    rates = group["rate"].to_numpy()
    least, most = group.iloc[int(rates.argmin())], group.iloc[int(rates.argmax())]
    fair = group["fair_share"]
    outside = (group["low"] > fair * (1 + BAND)) | (group["high"] < fair * (1 - BAND))
    mostly, least_off = mostly_of(group)
    return Standing(
        game=str(least["game"]),
        players=int(least["players"]),
        who=str(least["who"]),
        holds=holds_of(group),
        fair_share=float(least["fair_share"]),
        lowest=float(least["rate"]),
        highest=float(most["rate"]),
        at_lowest=str(least["level"]),
        at_highest=str(most["level"]),
        levels=int(group["kind"].nunique()),
        reports=int(group["report"].nunique()),
        games=int(group["games"].sum()),
        played={
            str(kind): int(games) for kind, games in group.groupby("kind")["games"].sum().items()
        },
        beyond=bool(outside.all()),
        place=place,
        mostly=mostly,
        least_off=least_off,
        baseline=str(least["baseline"]),
    )


def mostly_of(group: pd.DataFrame) -> tuple[Holds, float]:
    """Return what most player types say, and the smallest distance from fair with these.

    A player type says what most of its setups say. There is no answer where a setup says the
    other side.

    Examples
    --------
    >>> import pandas as pd
    >>> rows = {"kind": ["plain", "tuned", "search"], "rate": [0.2, 0.3, 0.5]}
    >>> rows |= {"low": [0.18, 0.28, 0.48], "high": [0.22, 0.32, 0.52], "fair_share": 0.2}
    >>> holds, off = mostly_of(pd.DataFrame(rows))
    >>> holds.value, round(off, 2)
    ('stronger', 0.1)
    """
    above, below = group["low"] > group["fair_share"], group["high"] < group["fair_share"]
    for holds, here, other in ((Holds.ABOVE, above, below), (Holds.BELOW, below, above)):
        by_type = here.groupby(group["kind"]).mean() > 1 / 2
        if by_type.mean() > 1 / 2 and not other.any():
            said = group[here & group["kind"].map(by_type)]
            return holds, float((said["rate"] - said["fair_share"]).abs().min())
    return Holds.OPEN, 0.0


def holds_of(group: pd.DataFrame) -> Holds:
    """Return the joint verdict of all setups."""
    fair = group["fair_share"]
    above, below = group["low"] > fair, group["high"] < fair
    inside = (group["low"] >= fair * (1 - BAND)) & (group["high"] <= fair * (1 + BAND))
    if inside.all():
        return Holds.EVEN
    if above.all():
        return Holds.ABOVE
    if below.all():
        return Holds.BELOW
    return Holds.DEPENDS if above.any() and below.any() else Holds.OPEN


VERDICTS: Final = (Holds.ABOVE, Holds.BELOW, Holds.EVEN)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two reports that contradict each other on a role at a number of players.

    Attributes
    ----------
    game, who, players
        Of whom.
    titles, verdicts, rates
        Of the two reports, the one with the higher rate first; a rate is the mean over its levels.
    """

    game: str
    who: str
    players: int
    titles: tuple[str, str]
    verdicts: tuple[Holds, Holds]
    rates: tuple[float, float]
    baseline: str = ""

    @property
    def name(self) -> str:
        """The role, with what the games start from where that is not the printed game."""
        return name_with(self.game, self.who, self.baseline)

    @property
    def apart(self) -> float:
        """How far the two rates are apart, in fair shares."""
        return (self.rates[0] - self.rates[1]) * self.players


def disagreements(rates: pd.DataFrame, titles: Mapping[str, str]) -> Sequence[Disagreement]:
    """Return where two reports contradict each other, the widest apart first.

    Parameters
    ----------
    rates
        As of `standing.set_ups`.
    titles
        Of the reports, by id.
    """
    found = []
    for (game, baseline, players, who), group in rates.groupby(list(KEYS), sort=True):
        parts = [(str(name), part) for name, part in group.groupby("report", sort=True)]
        for pair in combinations(parts, 2):
            ordered = sorted(pair, key=lambda one: -float(one[1]["rate"].mean()))
            first, second = (holds_of(part) for _, part in ordered)
            if first is second or not {first, second} <= set(VERDICTS):
                continue
            found.append(
                Disagreement(
                    str(game),
                    str(who),
                    int(str(players)),
                    (titles[ordered[0][0]], titles[ordered[1][0]]),
                    (first, second),
                    (float(ordered[0][1]["rate"].mean()), float(ordered[1][1]["rate"].mean())),
                    str(baseline),
                )
            )
    return sorted(found, key=lambda one: -one.apart)


SENSITIVITY: Final = "rule_sensitivity"
MAPS: Final = ("maps", "map")


@dataclass(frozen=True, slots=True)
class Unknown:
    """What is not known of a game.

    Attributes
    ----------
    reports, games
        Reports of it, and games played for them.
    maps
        How many boards were played on.
    assumed
        Values that no public source gives, the most of any report.
    mattering, turned
        Of the assumed values that were turned, those that move a win rate above the noise.
    counts
        How many roles at how many tables each answer was found for.
    """

    game: str
    reports: int
    games: int
    maps: int
    assumed: int
    mattering: int
    turned: int
    counts: dict[Holds, int]


def unknown(shelf: Sequence[Shipped], findings: Sequence[Standing]) -> tuple[Unknown, ...]:
    """Return what is not known of every game of the reports."""
    return tuple(
        _unknown(
            game,
            [one for one in shelf if one.game == game],
            [one for one in findings if one.game == game],
        )
        for game in dict.fromkeys(one.game for one in shelf)
    )


def _unknown(game: str, reports: Sequence[Shipped], findings: Sequence[Standing]) -> Unknown:
    assumed = [sum(map(len, assumed_values(one.provenance).values())) for one in reports]
    turned = [one.table(SENSITIVITY) for one in reports if assumed_values(one.provenance)]
    tables = [table for table in turned if not table.empty]
    numbers: pd.Series[bool] = pd.Series(dtype=bool)
    if tables:
        every = pd.concat(tables, ignore_index=True)
        numbers = every.groupby("knob")["above_noise"].any()
    return Unknown(
        game=game,
        reports=len(reports),
        games=sum(one.games for one in reports),
        maps=len({name for one in reports for name in _maps_of(one)}),
        assumed=max(assumed, default=0),
        mattering=int(numbers.sum()),
        turned=len(numbers),
        counts={holds: sum(one.holds is holds for one in findings) for holds in Holds},
    )


def _maps_of(one: Shipped) -> set[str]:
    """Return the ids of the boards that a report's games were played on."""
    boards: set[str] = set()
    for key in MAPS:
        played = one.provenance.get(key)
        names = played.values() if isinstance(played, dict) else played
        boards |= {names} if isinstance(names, str) else set(map(str, names or ()))
    return boards
