"""How lucky a fight was for both sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.questions.answer import (
    CHANCE,
    TEXT,
    Answer,
    Column,
    Data,
    Fact,
    Facts,
    Table,
    percent,
)
from bloodstones.core.questions.parameters import param, ref
from bloodstones.games.bloodstones.odds.battle import BattleOdds
from bloodstones.games.bloodstones.odds.hands import Hand
from bloodstones.games.bloodstones.questions.battle import OfBattle
from bloodstones.games.bloodstones.questions.battle_answer import (
    TONES,
    battle_answer,
    faction_name,
    place,
    side_of,
)
from bloodstones.games.bloodstones.questions.parameters import DRAW, SWAPPED
from bloodstones.games.bloodstones.rules.battle import ATTACKER_WINS, DEFENDER_WINS, FIGHT_AGAIN
from bloodstones.games.bloodstones.rules.names import Role

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.odds import luck

CAME: Final = replace(TEXT, number=True)
OUTCOMES: Final = {
    ATTACKER_WINS: "the attacker won",
    DEFENDER_WINS: "the defender won",
    FIGHT_AGAIN: "a tie, fought again",
}


class Luck(OfBattle):
    """How lucky a fight was, compared with all draws that could have happened."""

    name = "luck"
    asks = (
        "how lucky a fight with these combat tiles was "
        f"({ref('attacker_drew')}, {ref('defender_drew')}); {ref('attacker_swapped')} and "
        f"{ref('defender_swapped')} name what each side swapped in, unless its model says so"
    )
    asked_by = ("attacker_drew", "defender_drew", "attacker_swapped", "defender_swapped")
    examples = (
        {
            "attacker": "dragon_riders: cavalry, lizardman*2, leader",
            "defender": "horse_lords: swordsman, shieldbearer",
            "terrain": "plains",
            "attacker_drew": "5,4,3,2",
            "defender_drew": "3,3,2",
        },
    )

    attacker_drew: Hand = param(
        DRAW, "Combat tiles that the attacker drew.", option="--drew", also=("--attacker-drew",)
    )
    defender_drew: Hand = param(
        DRAW,
        "Combat tiles that the defender drew.",
        option="--enemy-drew",
        also=("--defender-drew",),
    )
    attacker_swapped: int | None = param(
        SWAPPED,
        "Tile that the attacker swapped in, or none.",
        default=None,
        option="--swapped",
        also=("--attacker-swapped",),
    )
    defender_swapped: int | None = param(
        SWAPPED,
        "Tile that the defender swapped in, or none.",
        default=None,
        option="--enemy-swapped",
        also=("--defender-swapped",),
    )

    def solve(self) -> Answer:
        """Return where both draws and the margin stand."""
        from bloodstones.games.bloodstones.odds.luck import how_lucky

        battle = self.battle()
        result = how_lucky(
            battle,
            self.attacker_drew,
            self.defender_drew,
            attacker_swapped=self.attacker_swapped,
            defender_swapped=self.defender_swapped,
        )
        margin = {"value": result.margin, **_place_data(result.margin_place)}
        data = {
            "question": self.name,
            "attacker": _side_data(result.attacker),
            "defender": _side_data(result.defender),
            "margin": margin,
            "outcome": OUTCOMES[result.outcome],
            "battle": battle_answer(battle),
        }
        odds = battle.odds
        return Answer(
            f"Luck of the fight {place(odds.terrain)}",
            [Data(data), _places(result, odds), Facts([*_facts(result, odds)])],
        )


def _places(result: luck.Luck, odds: BattleOdds) -> Table:
    """Return where the draws and the margin stand."""
    columns = [
        Column("", ""),
        Column("", "came", CAME),
        *(Column("", head, CHANCE) for head in ("worse", "level", "better")),
        Column("", "percentile", CHANCE, bar=True),
    ]
    rows = []
    for role, side in zip(Role, (result.attacker, result.defender), strict=True):
        name = f"{faction_name(side_of(odds, role).force.faction)} ({role.id})"
        drew = " ".join(map(str, side.drew))
        rows.append([name, f"{drew} = {side.total}", *side.place, side.place.percentile])
    place_of = result.margin_place
    rows.append(["Attacker's margin", f"{result.margin:+d}", *place_of, place_of.percentile])
    return Table(columns, rows, tones=[*TONES.values(), TONES[Role.ATTACKER]])


def _facts(result: luck.Luck, odds: BattleOdds) -> Iterator[Fact]:
    """Yield how it came out, and what was swapped."""
    strengths = f"by strength {result.attacker.strength} against {result.defender.strength}"
    before = f"before the draw the attacker won {percent(odds.p_attacker)}"
    yield Fact("", "Outcome", f"{OUTCOMES[result.outcome]} {strengths}; {before}")
    for role, side in zip(Role, (result.attacker, result.defender), strict=True):
        if side.swapped:
            yield Fact("", "Swap", f"the {role.id} swapped a {side.swapped} in")


def _side_data(side: luck.SideLuck) -> dict[str, Any]:
    return {
        "drew": list(side.drew),
        "sum": side.total,
        "swapped": side.swapped or None,
        "strength": side.strength,
        **_place_data(side.place),
    }


def _place_data(place: luck.Place) -> dict[str, Any]:
    return {
        "worse": float(place.worse),
        "level": float(place.level),
        "better": float(place.better),
        "percentile": float(place.percentile),
        "percentile_fraction": str(place.percentile),
    }
