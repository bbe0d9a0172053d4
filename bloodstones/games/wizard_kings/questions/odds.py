"""Exact odds of a battle fought to the death."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from bloodstones.core.contract.game import Number
from bloodstones.core.faults import Faults, nearest
from bloodstones.core.questions.answer import (
    FINE_CHANCE,
    MEAN,
    POINTS,
    SHARE,
    TEXT,
    Answer,
    Column,
    Data,
    Fact,
    Facts,
    Part,
    Table,
)
from bloodstones.core.questions.parameters import (
    FLAG,
    Type,
    choice,
    param,
    ref,
    text_type,
    whole,
)
from bloodstones.core.questions.question import Question, check
from bloodstones.games.wizard_kings.odds.battle import BEST, FIRST, Battle, line_up
from bloodstones.games.wizard_kings.odds.ends import WEAK, Ends, ends
from bloodstones.games.wizard_kings.odds.solution import CAST, LEAVE, PASS, Solution
from bloodstones.games.wizard_kings.odds.solve import changes, solve
from bloodstones.games.wizard_kings.rules.names import Army, Effect, Terrain, Trait
from bloodstones.games.wizard_kings.rules.numbers import with_overrides
from bloodstones.games.wizard_kings.rules.reading import load_ruleset
from bloodstones.games.wizard_kings.rules.ruleset import Block, Ruleset, Spell, read_blocks

IN_BATTLE: Final = (Effect.DAMAGE, Effect.PANIC, Effect.SWARM)
MOST_THRESHOLD: Final = 99
MOST_TURNS: Final = 99
SIDES: Final = ("attacker", "defender")
ACTIONS: Final = {
    PASS: "passes, though it could cast",
    WEAK: "passes; it cannot cast",
    LEAVE: "retreats",
}

Force = tuple[Block, ...]


def _read_force(text: str, where: str, rules: Ruleset) -> Force:
    """Return a force; a name that both armies have is that of the army of the others."""
    names = {part.partition(":")[0].strip() for part in text.split(",")}
    units_of = {army: {u.unit for u in rules.units_of(army)} for army in Army}
    first = max(Army, key=lambda army: len(names & units_of[army]))
    units = [u for army in (1 - first, first) for u in rules.units_of(Army(army))]
    faults = Faults()
    force = read_blocks(text, units, where, faults)
    wizards = sum(unit.has(Trait.WIZARD) for unit, _ in force)
    if len(force) - wizards > rules.stack or wizards > 1:
        most = f"at most {rules.stack} units and a wizard (WK-MOVE-03)"
        faults.note(where, most, f"{len(force)} units")
    faults.raise_if_any()
    return force


def _is_force(value: Any) -> bool:
    return isinstance(value, tuple) and all(
        isinstance(each, tuple) and len(each) == 2 and isinstance(each[1], int) for each in value
    )


def _written(force: Force) -> str:
    return ", ".join(f"{unit.unit}:{strength}" for unit, strength in force)


def _force_grammar() -> Mapping[str, str | Collection[str]]:
    rules = load_ruleset()
    units = {army.id: [unit.unit for unit in rules.units_of(army)] for army in Army}
    return {"FORCE": "UNIT:STRENGTH[*COPIES], ...   ogre:3, orc:4*2", **units}


def _spells(rules: Ruleset) -> dict[str, Spell]:
    """Return the spells that wizards cast in a battle."""
    return {spell.spell: spell for spell in rules.spells if spell.effect in IN_BATTLE}


def _read_spell(text: str, where: str, rules: Ruleset) -> str:
    spells, faults = _spells(rules), Faults()
    if text not in spells:
        faults.add(where, "a spell for battles", text, nearest(text, spells))
    faults.raise_if_any()
    return text


FORCE: Final = Type(
    *("FORCE", _read_force, "Force", _is_force, _written),
    grammar=_force_grammar,
)
TERRAIN: Final = choice(
    "TERRAIN", "a terrain", Terrain.ids, grammar=lambda: {"TERRAIN": Terrain.ids()}
)
CHOICE: Final = choice(
    "CHOICE",
    "best or first",
    lambda: (BEST, FIRST),
    grammar=lambda: {
        "CHOICE": "best: the owner picks the unit for the highest win probability; first: the unit "
        "listed first takes the hit"
    },
)
SPELL: Final = text_type("SPELL", _read_spell, grammar=lambda: {"SPELL": _spells(load_ruleset())})
THRESHOLD: Final = whole(0, MOST_THRESHOLD)


class Odds(Question):
    """Exact odds of a battle fought to the death.

    A wizard casts its spell in every round in which the spell raises the win probability of its
    side and the wizard has enough strength.
    """

    name = "odds"
    examples = (
        {
            "terrain": "forest",
            "attacker": "ogre:3, orc:4*2",
            "defender": "ranger:3, glader:4, castle:3",
        },
        {"attacker": "ogre:3", "defender": "ranger:3", "attacker_retreats_at": "1"},
        {"attacker": "wicana:3", "defender": "orc:1", "attacker_spell": "lightning"},
        {"attacker": "ogre:3", "defender": "ranger:3", "what_if": True},
    )

    attacker: Force = param(FORCE, "Units that moved into the hex.")
    defender: Force = param(FORCE, "Units that were in the hex.")
    terrain: str = param(TERRAIN, "Terrain of the hex.", default="clear")
    choice: str = param(
        CHOICE, "Which of several equally strong units takes a hit.", default=BEST, rare=True
    )
    attacker_spell: str | None = param(
        SPELL, "Spell that the attacker's wizard may cast, once a round.", default=None
    )
    defender_spell: str | None = param(
        SPELL, "Spell that the defender's wizard may cast, once a round.", default=None
    )
    wizard_leaves: bool = param(
        FLAG,
        "A wizard that does not cast retreats; otherwise it may pass (AMB-34).",
        default=False,
        rare=True,
    )
    attacker_retreats_at: int = param(
        THRESHOLD, "Total strength at which the attacker retreats.", default=0
    )
    defender_retreats_at: int = param(
        THRESHOLD, "Total strength at which the defender retreats.", default=0
    )
    turns_done: int = param(
        whole(0, MOST_TURNS),
        "Number of units that have had their turn in the current round, in the order of fire; "
        "units of the same letter and side go in the order listed.",
        default=0,
        rare=True,
    )
    what_if: bool = param(FLAG, "Show how one step more or less changes the odds.", default=False)

    @staticmethod
    def load(data: str, changes: Mapping[str, Number], where: str) -> Ruleset:
        """Return the rules of a folder of data files, numbers changed."""
        return with_overrides(load_ruleset(data=data), changes, where)

    @check("attacker", "attacker_spell")
    def attacker_can_cast(self, faults: Faults) -> None:
        """Check that the attacker's wizard can cast its spell."""
        self._check_spell(self.attacker_spell, self.attacker, "attacker_spell", faults)

    @check("defender", "defender_spell")
    def defender_can_cast(self, faults: Faults) -> None:
        """Check that the defender's wizard can cast its spell."""
        self._check_spell(self.defender_spell, self.defender, "defender_spell", faults)

    @check("attacker", "defender", "turns_done")
    def somebody_has_a_turn_left(self, faults: Faults) -> None:
        """Check that the current round is not over."""
        units = len(self.attacker) + len(self.defender)
        if self.turns_done >= units:
            wanted = f"fewer turns than the {units} units of the round"
            faults.add(ref("turns_done"), wanted, self.turns_done)

    def _check_spell(self, name: str | None, force: Force, where: str, faults: Faults) -> None:
        """Collect a fault for a spell that no wizard of a force can cast (WK-WIZ-04)."""
        if name is None:
            return
        spell = _spells(self.rules)[name]
        for unit, strength in force:
            if unit.has(Trait.WIZARD) and unit.army == spell.army and strength > spell.level:
                return
        wanted = f"a wizard that can cast {name} at {spell.level + 1} or more"
        faults.note(ref(where), wanted, "none")

    def battle(self) -> Battle:
        """Return the battle that the question is about.

        >>> battle = Odds.ask({"attacker": "ogre:3", "defender": "ranger:2"}).battle()
        >>> [fighter.name for fighter in battle.fighters]
        ['ogre', 'ranger']
        """
        land = Terrain[self.terrain.upper()]
        spells = _spells(self.rules)
        one, other = (
            None if name is None else spells[name]
            for name in (self.attacker_spell, self.defender_spell)
        )
        return Battle(
            line_up(self.attacker, self.defender, land, self.rules),
            self.choice,
            (one, other),
            (self.attacker_retreats_at, self.defender_retreats_at),
            self.turns_done,
            not self.wizard_leaves,
        )

    def solve(self) -> Answer:
        """Return the chances to win, the survivors and the losses."""
        battle = self.battle()
        solution = solve(battle)
        ended = ends(solution)
        parts = [*self._odds(solution, ended), *_wizards(battle, ended)]
        if self.what_if:
            parts.append(_changes(changes(battle)))
        at_sea = self.terrain == Terrain.SEA.id
        return Answer(f"Battle {'at sea' if at_sea else f'in {self.terrain} land'}", parts)

    def _odds(self, solution: Solution, ended: Ends) -> list[Part]:
        """Return both chances, and what becomes of the forces."""
        chance = solution.chance()
        left = [ended.strength_left(side) for side in range(len(SIDES))]
        lost = [ended.gp_lost(side) for side in range(len(SIDES))]
        data: dict[str, Any] = {
            "p_attacker": float(chance),
            "p_defender": float(1 - chance),
            "p_attacker_fraction": str(chance),
            "p_defender_fraction": str(1 - chance),
        }
        for side, name in enumerate(SIDES):
            data |= {f"strength_left_{name}": left[side], f"gp_lost_{name}": lost[side]}
        rows = [
            ("Units", _written(self.attacker), _written(self.defender)),
            ("Strength kept", *(f"{number:.2f}" for number in left)),
            ("GP lost", *(f"{number:.2f}" for number in lost)),
        ]
        columns = [Column("", head, TEXT) for head in ("", *map(str.capitalize, SIDES))]
        chances = [
            Fact("", "Attacker wins", chance, FINE_CHANCE, "first"),
            Fact("", "Defender wins", 1 - chance, FINE_CHANCE, "second"),
        ]
        return [Table(columns, rows), Facts(chances, bars=True), Data(data)]


def _wizards(battle: Battle, ended: Ends) -> list[Table]:
    """Return what each wizard does on its turns; no table if no wizard has a choice."""
    rows = []
    for unit in filter(battle.decides, battle.order):
        side = battle.fighters[unit].side
        done = {key[1:]: times for key, times in ended.deeds.items() if key[0] == unit}
        for (kind, target), times in sorted(done.items(), key=lambda each: -each[1]):
            spell = battle.spells[side]
            action = ACTIONS[kind] if spell is None or kind != CAST else f"casts {spell.spell}"
            named = "" if target is None else battle.fighters[target].name
            rows.append((SIDES[side], battle.fighters[unit].name, action, named, times))
    columns = [
        Column("side", "Side", TEXT),
        Column("wizard", "Wizard", TEXT),
        Column("action", "What it does on its turn", TEXT),
        Column("target", "Target", TEXT),
        Column("times", "Times in a battle", MEAN),
    ]
    title = "The wizards, on average"
    return [Table(columns, rows, title, key="wizards")] if rows else []


def _changes(lines: list[dict[str, Any]]) -> Table:
    """Return what changes would make of the odds."""
    columns = [
        Column("change", "What if", TEXT),
        Column("p_attacker", "Attacker wins", SHARE),
        Column("gain", "Points", POINTS),
    ]
    rows = [[each[column.key] for column in columns] for each in lines]
    return Table(columns, rows, key="what_if")


QUESTION: Final = Odds
