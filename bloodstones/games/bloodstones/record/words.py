"""The lines of a record in words; factions are spoken of in the plural."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from bloodstones.games.bloodstones.record.header import Header
from bloodstones.games.bloodstones.record.reading import RecordLine
from bloodstones.games.bloodstones.rules.names import Faction


def title(faction: Faction) -> str:
    """Return a faction's name for people.

    >>> title(Faction.DRAGON_RIDERS)
    'Dragon Riders'
    """
    return faction.id.replace("_", " ").title()


def counted(names: Sequence[str], last: str = ", ") -> str:
    """Return names with their counts.

    >>> counted(["cavalry", "siege_engine", "cavalry"])
    'cavalry*2, siege engine'
    """
    counts = Counter(names)
    items = (name if count == 1 else f"{name}*{count}" for name, count in counts.items())
    return last.join(items).replace("_", " ") or "nothing"


class Words:
    """Names of seats and areas, and every kind of line as a sentence without its subject."""

    def __init__(self, header: Header) -> None:
        self.seats = [title(faction) for faction in header.factions]
        self.terrains = [area.terrain.id for area in header.board.areas]

    def area(self, area: int) -> str:
        """Return an area with its terrain: `35 (plains)`."""
        return f"{area} ({self.terrains[area]})"

    def areas(self, areas: Sequence[int]) -> str:
        """Return areas with their terrains, repeated ones with a count."""
        return counted([self.area(area) for area in areas])

    def villages(self, villages: Sequence[Mapping[str, int]]) -> str:
        """Return captured villages by owner and area."""
        return counted([f"{self.seats[v['owner']]} in {v['area']}" for v in villages])

    def tell(self, line: RecordLine) -> str:
        """Return the line as a sentence; what it says of nobody in particular has no subject."""
        told = _TOLD[line.event](self, line)
        seat = line.keys.get("seat")
        return told if seat is None else f"{self.seats[seat]} {told}"

    def journey(self, line: Mapping[str, Any]) -> str:
        """Return where units go: `to 35 (plains) by ship over 8`."""
        over = ", ".join(map(str, line["via"]))
        return f"to {self.area(line['to'])}" + (f" by ship over {over}" if over else "")

    def step(self, step: Mapping[str, Any]) -> str:
        """Return a step of a move."""
        units = counted([u for u, count in step["units"].items() for _ in range(count)])
        return f"{units} from {step['from']} {self.journey(step)}"

    def leaving(self, line: RecordLine, verb: str) -> str:
        """Return a withdrawal or retreat with what is lost."""
        lost = f", losing {counted(line['lost'])}" if line["lost"] else ""
        if line["to"] is None:
            return f"cannot {verb} and lose {counted(line['lost'])}"
        return f"{verb} {self.journey(line.keys)}{lost}"


def _side(side: Mapping[str, Any]) -> str:
    tiles = "+".join(map(str, side["tiles"]))
    return f"{side['strength']} ({tiles} and {side['modifier']:+d})"


def _draw(_: Words, line: RecordLine) -> str:
    return f"draw {counted(line['tiles'])}"


def _build(words: Words, line: RecordLine) -> str:
    cost = f", discarding {counted(line['discarded'])}" if line["discarded"] else ""
    verb = "come back with" if line.event == "reenter" else "build"
    return f"{verb} {counted([line['unit']])} in {words.area(line['area'])}{cost}"


def _move(words: Words, line: RecordLine) -> str:
    steps = "; ".join(words.step(step) for step in line["steps"])
    return f"move {steps} (cost {line['cost']}, paid with {counted(line['paid'])})"


def _undead_move(words: Words, line: RecordLine) -> str:
    path = " to ".join(map(str, line["path"]))
    over = f" by ship over {', '.join(map(str, line['via']))}" if line["via"] else ""
    rider = " with the Cutiecorn" if line["cutiecorn"] else ""
    return f"move an undead{rider} from {path}{over}"


def _keep_out(_: Words, line: RecordLine) -> str:
    return f"keep {counted(line['units'])} out" if line["units"] else "fight with all units"


def _swap(_: Words, line: RecordLine) -> str:
    if line["in"] is None:
        return "keep their combat tiles"
    return f"swap a {line['out']} for {counted([line['in']])}"


def _settle(words: Words, line: RecordLine) -> str:
    where = f" in {words.areas(line['areas'])}" if line["areas"] else ""
    return f"pay {counted([line['paid']])} for villages{where}"


def _clash(_: Words, line: RecordLine) -> str:
    return f"clash: attacker {_side(line['attacker'])}, defender {_side(line['defender'])}"


_TOLD: Final[Mapping[str, Callable[[Words, RecordLine], str]]] = {
    "draw": _draw,
    "citadel": lambda w, e: f"place the citadel in {w.area(e['area'])}",
    "home": lambda w, e: f"start in {w.area(e['area'])}",
    "found": lambda w, e: f"found {counted([e['unit']])} in {w.area(e['area'])}",
    "turn": lambda _, e: f"begin turn {e['turn']}",
    "phase": lambda _, e: f"enter the {e['phase']} phase",
    "raid": lambda w, e: (
        f"raid with {counted([e['paid']])} the villages of {w.villages(e['villages'])}"
    ),
    "undead_move": _undead_move,
    "build": _build,
    "reenter": _build,
    "move": _move,
    "battle": lambda w, e: f"attack {w.seats[e['defender']]} in {w.area(e['area'])}",
    "withdraw": lambda w, e: w.leaving(e, "withdraw"),
    "stand": lambda _, __: "stand",
    "keep_out": _keep_out,
    "combat_draw": lambda _, e: f"draw the combat tiles {', '.join(map(str, e['tiles']))}",
    "swap": _swap,
    "reveal": lambda _, e: f"reveal {', '.join(map(str, e['tiles']))}",
    "clash": _clash,
    "refight": lambda _, __: "a tie: the battle is fought again",
    "victory": lambda w, e: f"beat {w.seats[e['loser']]} for {e['vp']} VP",
    "casualty": lambda _, e: f"lose {counted(e['units'])}",
    "retreat": lambda w, e: w.leaving(e, "retreat"),
    "capture_citadel": lambda w, e: f"capture the citadel of {w.seats[e['owner']]}",
    "raise_undead": lambda w, e: f"raise {e['count']} undead in {w.area(e['area'])}",
    "dragons_leave": lambda _, e: f"discard {counted(['dragon'] * e['count'])} after the victory",
    "settle": _settle,
    "desert": lambda w, e: f"lose {counted(e['lost'])} in the desert {w.area(e['area'])}",
    "regroup": lambda _, e: f"regroup (number {e['number']}) for {e['vp']} VP",
    "resettle": lambda w, e: f"begin again with a village in {w.area(e['area'])}",
    "eliminated": lambda _, __: "are eliminated: no area is empty",
    "cutiecorn": lambda w, e: (
        f"take control of the Cutiecorn of {w.seats[e['owner']]} in {w.area(e['area'])}"
    ),
    "final": lambda _, __: "meet the end condition; the final battles follow",
    "final_turn": lambda _, __: "fight their final battles",
    "final_capture": lambda w, e: f"capture the villages of {w.villages(e['villages'])}",
    "end": lambda _, e: f"end ({e['end_reason'].replace('_', ' ')})",
}
