"""What Wizard Kings answers to the commands that every game has (see `bloodstones.cli.desk`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from bloodstones.cli.desk import Desk
from bloodstones.cli.told import EventTold, NumberTold, told_events
from bloodstones.core.game import Seat, Setup

if TYPE_CHECKING:
    from bloodstones.core.rulebook import Register
    from bloodstones.kit.table.voice import Voice

BOARD: Final = "westmarch+eastfen"
ARMIES: Final = ("eldryn", "jurak")
MOST_PLAYERS: Final = 4
PLANS: Final = ("expansion", "hammer")
ARMY: Final = "army of a seat: standard, buy, or ranger:3*2, glader:4"
TEAM: Final = "a number that a seat shares with its allies"


class WizardKingsDesk(Desk):
    """The desk of Wizard Kings."""

    role = "army"
    default_board = BOARD
    default_strategy = "expansion"
    example_seats = "eldryn:expansion,jurak:hammer"
    example_clause = "WK-COMBAT-06"
    tunable = True
    of_kit = True
    choices: Mapping[str, str] = {
        "armies": "standard or buy: ready armies, or seats buy their own",
        **dict.fromkeys((f"army.{n}" for n in range(MOST_PLAYERS)), ARMY),
        **dict.fromkeys((f"team.{n}" for n in range(MOST_PLAYERS)), TEAM),
        "owners": "the seat of each map, as 0,1,1,0",
    }
    chosen: Mapping[str, str] = {"armies": "buy"}

    def players(self) -> range:
        """Return the numbers of players (WK-SETUP-01)."""
        return range(len(ARMIES), MOST_PLAYERS + 1)

    def roles(self) -> tuple[str, ...]:
        """Return the armies."""
        from bloodstones.games.wizard_kings.rules.names import Army

        return Army.ids()

    def boards(self) -> tuple[str, ...]:
        """Return the shipped maps, two by two."""
        from bloodstones.games.wizard_kings.rules.maps import pairs_of_maps

        return pairs_of_maps()

    def register(self) -> Register:
        """Return the register of the rules."""
        from bloodstones.games.wizard_kings.rules.register import load_register

        return load_register()

    def bench_setups(self, players: int | None) -> Mapping[str, Setup]:
        """Return two random players, and two plans."""
        if players not in (None, len(ARMIES)):
            return {}
        random = tuple(Seat(army, "random") for army in ARMIES)
        plans = tuple(Seat(army, plan) for army, plan in zip(ARMIES, PLANS, strict=True))
        return {"random": Setup(BOARD, random), "scripted": Setup(BOARD, plans)}

    def numbers(self, data: str = "") -> Sequence[NumberTold]:
        """Return every number of the rules that a what-if can change."""
        from bloodstones.games.wizard_kings.rules.meanings import meaning_of
        from bloodstones.games.wizard_kings.rules.numbers import rule_numbers
        from bloodstones.games.wizard_kings.rules.reading import load_ruleset

        rules = load_ruleset(data=data)
        spells = frozenset(spell.spell for spell in rules.spells)
        told = []
        for name, number in rule_numbers(rules).items():
            meaning = meaning_of(name, spells)
            range_ = number.values, number.low, number.high
            told.append(NumberTold(name, meaning.words, *range_, meaning.clause))
        return told

    def events(self) -> Sequence[EventTold]:
        """Return the table of events of records."""
        from bloodstones.games.wizard_kings.record.events import EVENTS

        return told_events(EVENTS)

    def voice(self) -> Voice:
        """Return how the game speaks to people at its table."""
        from bloodstones.games.wizard_kings.cli.voice import OwnVoice

        return OwnVoice(self._kit_records())


DESK: Final = WizardKingsDesk
