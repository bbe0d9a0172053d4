"""The questions of `bloodstones draws`, each turned into an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.cli.draws_answer import (
    Answer,
    Section,
    at_least,
    chances,
    names,
    section,
)
from bloodstones.games.bloodstones.draws.blanks import worth_of_blanks
from bloodstones.games.bloodstones.draws.by_turn import (
    MOST_TURNS,
    NEVER,
    Plan,
    TooManyStatesError,
    chance_within,
    chances_by_turn,
    pips_in_hand,
    regroup_turns,
)
from bloodstones.games.bloodstones.draws.opening import Aim, Founding, opening
from bloodstones.games.bloodstones.draws.tiles import owned
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from bloodstones.odds.distribution import Distribution
from bloodstones.odds.hypergeometric import wanted_drawn

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.draws.sampling import Sampler

ORDINALS = ("First", "Second", "Third")


@dataclass(frozen=True, slots=True)
class Asker:
    """Whose draws, under which rules, with how large a sample (0: none)."""

    faction: Faction
    rules: Ruleset
    samples: int
    seed: int

    @property
    def name(self) -> str:
        """The faction's name for people."""
        return self.faction.id.replace("_", " ").title()

    def sampler(self) -> Sampler | None:
        """Return the sampler, None without a sample."""
        if not self.samples:
            return None
        from bloodstones.games.bloodstones.draws.sampling import Sampler

        return Sampler(self.faction, self.rules, self.samples, self.seed)


def within(ask: Asker, want: frozenset[Unit], draws: int, least: int) -> Answer:
    """Answer what a number of draws from the full bag brings."""
    p = chance_within(ask.faction, want, draws, least, ask.rules)
    mine, size = owned(ask.faction, want, ask.rules), ask.rules.tiles_per_faction
    sampler = ask.sampler()
    tally = sampler.within(want, draws) if sampler else None
    wanted = names(unit.id for unit in want)
    head = chances(
        "chance",
        f"At least {least} within {draws} draws",
        [(least, f"at least {least}", p, at_least(tally, least))],
    )
    spread = section("held", "Tiles drawn", wanted_drawn(mine, size - mine, draws), tally=tally)
    return Answer(
        "within_draws",
        f"{ask.name}: {wanted} within {draws} draws",
        (("Wanted", f"{mine} of {size} tiles: {wanted}"), ("Drawn", f"{draws} from the full bag")),
        _wanted(ask, want, least) | {"draws": draws},
        (head, spread),
        p,
        ask.samples,
        ask.seed,
    )


def by_turn(ask: Asker, want: frozenset[Unit], turns: int, plan: Plan, least: int) -> Answer:
    """Answer what is held when each turn begins."""
    exact = chances_by_turn(ask.faction, want, turns, plan, least, ask.rules)
    sampler = ask.sampler()
    tallies = sampler.by_turn(want, turns, plan) if sampler else (None,) * turns
    rows = [
        (number, f"turn {number}", p, at_least(tally, least))
        for number, p, tally in zip(range(1, turns + 1), exact, tallies, strict=True)
    ]
    wanted = names(unit.id for unit in want)
    mine = owned(ask.faction, want, ask.rules)
    return Answer(
        "by_turn",
        f"{ask.name}: {wanted} by turn {turns}",
        (
            ("Wanted", f"{mine} of {ask.rules.tiles_per_faction} tiles: {wanted}; kept once drawn"),
            *_plan_facts(plan),
        ),
        _wanted(ask, want, least) | {"by_turn": turns} | _plan(plan),
        (chances("turns", f"At least {least} in hand when the turn begins", rows),),
        exact[-1],
        ask.samples,
        ask.seed,
    )


def opening_hand(ask: Asker, founding: Founding) -> Answer:
    """Answer what the founding points can buy from the starting hand."""
    found = opening(ask.faction, founding, ask.rules)
    sampler = ask.sampler()
    points, units = sampler.opening(founding) if sampler else (None, None)
    sections = [
        section("points", f"Founding points used, of {found.budget}", found.points, tally=points),
        section("units", "Units placed", found.units, tally=units),
    ]
    if founding.aim is Aim.WORTH:
        sections.append(section("worth", "Worth of the units placed", found.worth))
    return Answer(
        "opening",
        f"{ask.name}: the opening hand",
        (
            ("Hand", f"{ask.rules.starting_hand} tiles, {float(found.pips.mean()):.2f} pips"),
            ("Founding", _founding(founding)),
            ("Left", f"{float(found.pips_left.mean()):.2f} pips in hand before the refill"),
        ),
        {"faction": ask.faction.id, **_founding_details(founding)}
        | {"mean_pips": float(found.pips.mean()), "mean_pips_left": float(found.pips_left.mean())},
        tuple(sections),
        found.points.at_least(found.budget),
        ask.samples,
        ask.seed,
    )


def pips(ask: Asker, turn: int, plan: Plan) -> Answer:
    """Answer how many pips are in hand: at the start, and when a turn begins."""
    sampler = ask.sampler()
    tally = sampler.pips(turn, plan) if sampler else None
    sections: list[Section] = []
    if not sampler:
        sections.append(section("opening", "Pips in the starting hand", _starting_pips(ask)))
    exact = None
    try:
        exact = pips_in_hand(ask.faction, turn, plan, ask.rules)
    except TooManyStatesError as error:
        if tally is None:
            tip = "an earlier turn, a smaller --spend, or --samples 100000"
            raise InputError(error.message, tip) from error
    sections.append(section("pips", f"Pips in hand when turn {turn} begins", exact, tally=tally))
    return Answer(
        "pips",
        f"{ask.name}: pips in hand",
        _plan_facts(plan) if turn > 1 else (("Founding", _founding(plan.founding)),),
        {"faction": ask.faction.id, "turn": turn, **_plan(plan)},
        tuple(sections),
        None,
        ask.samples,
        ask.seed,
    )


def regroup(ask: Asker, plan: Plan) -> Answer:
    """Answer in which turn each regroup comes."""
    exact = regroup_turns(ask.faction, plan, ask.rules)
    sampler = ask.sampler()
    tallies = sampler.regroups(plan) if sampler else (None,) * len(exact)
    never = {NEVER: f"not within {MOST_TURNS}"}
    sections = []
    for place, (turns, tally) in enumerate(zip(exact, tallies, strict=True)):
        labels = {turn: f"turn {turn}" for turn in {*turns, *(tally or ())} - {NEVER}} | never
        nth = ORDINALS[place] if place < len(ORDINALS) else f"No. {place + 1}"
        found = section(f"regroup_{place + 1}", f"{nth} regroup", turns, labels, tally)
        if NEVER in turns:
            found = Section(found.key, found.title, found.rows)
        sections.append(found)
    return Answer(
        "regroup",
        f"{ask.name}: turns until a regroup",
        (
            *_plan_facts(plan),
            ("Supposed", "no unit on the map is lost"),
            ("Counts", "the turn whose draw phase needs a tile from an empty bag"),
        ),
        {"faction": ask.faction.id, **_plan(plan)},
        tuple(sections),
        None,
        ask.samples,
        ask.seed,
    )


def blanks(ask: Asker) -> Answer:
    """Answer what the tiles without a unit type are worth."""
    found = worth_of_blanks(ask.faction, ask.rules)
    limit = ask.rules.factions[ask.faction].hand_limit
    return Answer(
        "blanks",
        f"{ask.name}: tiles without a unit type",
        (
            ("Blank", f"{found.count} of {ask.rules.tiles_per_faction} tiles"),
            ("Full hand", f"{limit} tiles from the full bag"),
            ("Battle", "no modifiers, equal numbers, own hand swapped greedily, enemy without one"),
        ),
        {"faction": ask.faction.id, "blanks": found.count},
        (section("held", "Blank tiles in a full hand", found.held),),
        measures=found.measures,
    )


def _starting_pips(ask: Asker) -> Distribution:
    return opening(ask.faction, Founding(Aim.NONE), ask.rules).pips


def _wanted(ask: Asker, want: frozenset[Unit], least: int) -> dict[str, object]:
    return {
        "faction": ask.faction.id,
        "want": sorted(unit.id for unit in want),
        "at_least": least,
    }


def _plan(plan: Plan) -> dict[str, object]:
    return {"spend": plan.spend, "build": plan.build, **_founding_details(plan.founding)}


def _founding_details(founding: Founding) -> dict[str, object]:
    worth = {unit.id: value for unit, value in founding.worth.items()}
    details = {"founding": founding.aim.value, "inland": founding.inland}
    return details | ({"unit_worth": worth} if worth else {})


def _plan_facts(plan: Plan) -> tuple[tuple[str, str], ...]:
    built = f", {plan.build} of them built" if plan.build else ""
    return (
        ("Founding", _founding(plan.founding)),
        ("A turn", f"{plan.spend} tiles spent{built}: lowest pips first, blank tiles last"),
    )


def _founding(founding: Founding) -> str:
    aim = {
        Aim.POINTS: "most points used, then most units",
        Aim.UNITS: "most units, then most points used",
        Aim.WORTH: "most worth, then most points used",
        Aim.NONE: "nothing placed",
    }[founding.aim]
    return aim + (", no ships (inland)" if founding.inland else "")
