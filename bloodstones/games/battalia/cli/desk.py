"""What Battalia answers to the commands that every game has (see `bloodstones.cli.game.commands`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bloodstones.cli.game.commands import Changes, Desk
from bloodstones.cli.game.facts import NumberTold

PLANS: Final = ("builder", "raider", "fighter", "thinner")
DEFAULT_PLAYERS: Final = 4
FEWEST: Final = 2
CHOICES: Final = {
    "factions": "given, or picked in turn whatever the seats name (BA-SETUP-12)",
    "first_corner": "0 to 3: which start corner is listed first",
}
MEANINGS: Final = {
    "supply.cards": ("BA-SETUP-09", "supply cards"),
    "start.friman": ("BA-SETUP-07", "friman dealt to each player"),
    "start.chief": ("BA-SETUP-07", "chiefs dealt to each player"),
    "start.priest": ("BA-SETUP-07", "priests dealt to each player"),
    "start.supply": ("BA-SETUP-07", "supplies that each player begins with"),
    "hand.size": ("BA-END-02", "cards of a new hand"),
    "cohort.small": ("BA-COHORT-03", "cards that a cohort of three draws"),
    "cohort.middle": ("BA-COHORT-03", "cards that a cohort of four draws"),
    "cohort.big": ("BA-COHORT-03", "cards that a cohort of five draws"),
    "cohort.great": ("BA-COHORT-03", "cards that a cohort of six draws"),
    "deck.least": ("BA-AMBUSH-06", "least number of cards of a player"),
    "ambush.slots": ("BA-AMBUSH-01", "places for ambush"),
    "city.units": ("BA-BUILD-09", "units that build a city"),
    "city.upgrade_units": ("BA-BUILD-10", "units that raise one"),
    "hero.weapons": ("BA-HERO-02", "weapons that hire a hero"),
    "hero.supplies": ("BA-HERO-02", "supplies that hire one, with them"),
    "hero.ride": ("BA-ART-18", "squares that a horse carries a hero"),
    "fight.joker": ("BA-FIGHT-19", "strength of a card under a six"),
    "neutral.level": ("BA-SETUP-03", "level of neutral cities"),
    "neutral.ruins": ("BA-SETUP-01", "level of the ruins"),
    "tokens.level_1": ("BA-BUILD-13", "tokens of level 1 of each player"),
    "tokens.level_2": ("BA-BUILD-13", "tokens of level 2"),
    "tokens.level_3": ("BA-BUILD-13", "tokens of level 3"),
    "tokens.level_4": ("BA-BUILD-13", "tokens of level 4"),
    "end.cities": ("BA-SCORE-03", "cities of level 4 that end the game"),
    "oracle.step": ("BA-ORACLE-01", "symbols that the oracle turns at once"),
}


class BattaliaDesk(Desk):
    """The desk of Battalia."""

    role = "faction"
    choices = CHOICES
    chosen: Mapping[str, str] = {"factions": "picked", "first_corner": "1"}
    default_strategy = "builder"
    example_seats = "orsari:builder,lagorai:raider"
    example_clause = "BA-FIGHT-06"
    tunable = True
    of_kit = True
    bench_plans = PLANS
    bench_players = DEFAULT_PLAYERS

    def players(self) -> range:
        """Return the numbers of players."""
        return range(FEWEST, DEFAULT_PLAYERS + 1)

    def roles(self) -> tuple[str, ...]:
        """Return the factions."""
        from bloodstones.games.battalia.rules.names import Faction

        return Faction.ids()

    def boards(self) -> tuple[str, ...]:
        """Return no boards: the number of players names the one."""
        return ()

    def numbers(self, data: str = "") -> Sequence[NumberTold]:
        """Return every number of the rules that a what-if can change."""
        from bloodstones.games.battalia.rules.reading import (
            CARD_FILES,
            LISTED,
            NUMBERS,
            load_ruleset,
        )

        numbers = load_ruleset(data).numbers
        told = []
        for name, (clause, meaning) in MEANINGS.items():
            table, _, key = name.partition(".")
            low, high = NUMBERS[table][key]
            told.append(NumberTold(name, meaning, (numbers[name],), low, high, clause))
        for file, (_, columns) in CARD_FILES.items():
            for card in LISTED[file]:
                for column, (low, high) in columns.items():
                    name = f"{card}.{column}"
                    clause = "BA-CARD-11" if column == "copies" else "BA-CARD-09"
                    meaning = f"{column} of {card.replace('_', ' ')}"
                    told.append(NumberTold(name, meaning, (numbers[name],), low, high, clause))
        return told

    def read_changes(
        self, settings: Iterable[str], options: Iterable[str], data: str = ""
    ) -> Changes:
        """Return readings and rule numbers, the names of these checked."""
        return self.known_changes(super().read_changes(settings, options, data), data)


DESK: Final = BattaliaDesk
