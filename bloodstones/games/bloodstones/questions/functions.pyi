# Made from the questions of this game; a test holds it fresh.

from collections.abc import Mapping, Sequence
from fractions import Fraction

from bloodstones.core.questions.answer import Answer
from bloodstones.games.bloodstones.draws.opening import Aim
from bloodstones.games.bloodstones.maps.recipe import Symmetry
from bloodstones.games.bloodstones.odds.force import Force
from bloodstones.games.bloodstones.odds.hands import Swap
from bloodstones.games.bloodstones.rules.names import Faction, Role, Terrain, Unit
from bloodstones.games.bloodstones.rules.ruleset import BoardMap

class _Draws:
    def __call__(
        self,
        faction: Faction | str,
        want: str,
        *,
        at_least: int | str = 1,
        draws: int | str | None = None,
        by_turn: int | str | None = None,
        founding: Aim | str | None = None,
        worth: str = "",
        inland: bool = False,
        spend: int | str | None = None,
        build: int | str = 0,
        set: Mapping[str, int | str] | str = ...,
        data: str = "",
    ) -> Answer: ...
    def opening(
        self,
        faction: Faction | str,
        *,
        founding: Aim | str | None = None,
        worth: str = "",
        inland: bool = False,
        set: Mapping[str, int | str] | str = ...,
        data: str = "",
    ) -> Answer: ...
    def pips(
        self,
        faction: Faction | str,
        *,
        founding: Aim | str | None = None,
        worth: str = "",
        inland: bool = False,
        spend: int | str | None = None,
        build: int | str = 0,
        by_turn: int | str = 1,
        set: Mapping[str, int | str] | str = ...,
        data: str = "",
    ) -> Answer: ...
    def regroup(
        self,
        faction: Faction | str,
        spend: int | str,
        *,
        founding: Aim | str | None = None,
        worth: str = "",
        inland: bool = False,
        build: int | str = 0,
        set: Mapping[str, int | str] | str = ...,
        data: str = "",
    ) -> Answer: ...

draws: _Draws

def maps_check(
    names: list[str] | str,
) -> Answer: ...
def maps_compare(
    boards: tuple[BoardMap, ...] | list[str] | str,
) -> Answer: ...
def maps_draw(
    board: BoardMap | str,
    *,
    position: str | None = None,
    no_names: bool = False,
) -> Answer: ...
def maps_generate(
    players: tuple[int, int] | str,
    *,
    seed: int | str = 1,
    areas_per_player: float | str = ...,
    sea_share: float | str = ...,
    shares: Mapping[Terrain, float] | str = ...,
    seas: int | str = 2,
    inland_seas: int | str = 0,
    islands: int | str = 1,
    chokepoints: tuple[int, int] | str = ...,
    rivers: int | str = 2,
    height: float | str = ...,
    symmetry: Symmetry | str = ...,
    turns: int | str = 2,
    candidates: int | str = 1,
    fair: int | str | None = None,
    strategy: str = "warlord",
    title: str | None = None,
) -> Answer: ...
def maps_judge(
    boards: tuple[BoardMap, ...] | list[str] | str,
    players: int | str,
    *,
    games: int | str = 2000,
    strategy: str = "warlord",
    band: float | str = ...,
    seed: int | str = 1,
    jobs: int | str | None = None,
) -> Answer: ...
def maps_list() -> Answer: ...
def maps_show(
    board: BoardMap | str,
) -> Answer: ...

class _Odds:
    def __call__(
        self,
        attacker: Force | str,
        defender: Force | str,
        terrain: Terrain | str,
        *,
        attacker_hand: Sequence[int] | str = ...,
        defender_hand: Sequence[int] | str = ...,
        attacker_swap: Swap | str | None = None,
        defender_swap: Swap | str | None = None,
        pip_value: float | str = ...,
        swap_unseen: bool = False,
        corsair_ship: bool = False,
        at_citadel: bool = False,
        set: Mapping[str, int | str] | str = ...,
        data: str = "",
    ) -> Answer: ...
    def what_if(
        self,
        attacker: Force | str,
        defender: Force | str,
        terrain: Terrain | str,
        *,
        attacker_hand: Sequence[int] | str = ...,
        defender_hand: Sequence[int] | str = ...,
        attacker_swap: Swap | str | None = None,
        defender_swap: Swap | str | None = None,
        pip_value: float | str = ...,
        swap_unseen: bool = False,
        corsair_ship: bool = False,
        at_citadel: bool = False,
        side: Role | str = ...,
        set: Mapping[str, int | str] | str = ...,
        data: str = "",
    ) -> Answer: ...
    def spend(
        self,
        attacker: Force | str,
        defender: Force | str,
        terrain: Terrain | str,
        *,
        attacker_hand: Sequence[int] | str = ...,
        defender_hand: Sequence[int] | str = ...,
        attacker_swap: Swap | str | None = None,
        defender_swap: Swap | str | None = None,
        pip_value: float | str = ...,
        swap_unseen: bool = False,
        corsair_ship: bool = False,
        at_citadel: bool = False,
        side: Role | str = ...,
        set: Mapping[str, int | str] | str = ...,
        data: str = "",
    ) -> Answer: ...
    def needs(
        self,
        attacker: Force | Faction | str,
        defender: Force | Faction | str,
        terrain: Terrain | str,
        wanted: tuple[Fraction, ...] | str,
        *,
        attacker_hand: Sequence[int] | str = ...,
        defender_hand: Sequence[int] | str = ...,
        attacker_swap: Swap | str | None = None,
        defender_swap: Swap | str | None = None,
        pip_value: float | str = ...,
        swap_unseen: bool = False,
        corsair_ship: bool = False,
        at_citadel: bool = False,
        nearby: Mapping[Unit, int] | str = ...,
        tiles: Mapping[Unit, int] | str = ...,
        side: Role | str = ...,
        set: Mapping[str, int | str] | str = ...,
        data: str = "",
    ) -> Answer: ...
    def luck(
        self,
        attacker: Force | str,
        defender: Force | str,
        terrain: Terrain | str,
        attacker_drew: Sequence[int] | str,
        defender_drew: Sequence[int] | str,
        *,
        attacker_hand: Sequence[int] | str = ...,
        defender_hand: Sequence[int] | str = ...,
        attacker_swap: Swap | str | None = None,
        defender_swap: Swap | str | None = None,
        pip_value: float | str = ...,
        swap_unseen: bool = False,
        corsair_ship: bool = False,
        at_citadel: bool = False,
        attacker_swapped: int | str | None = None,
        defender_swapped: int | str | None = None,
        set: Mapping[str, int | str] | str = ...,
        data: str = "",
    ) -> Answer: ...
    def order(
        self,
        attacker: Force | str,
        defender: Force | str,
        terrain: Terrain | str,
        also: tuple[Force, ...] | str,
        *,
        attacker_hand: Sequence[int] | str = ...,
        defender_hand: Sequence[int] | str = ...,
        attacker_swap: Swap | str | None = None,
        defender_swap: Swap | str | None = None,
        pip_value: float | str = ...,
        swap_unseen: bool = False,
        corsair_ship: bool = False,
        at_citadel: bool = False,
        also_hand: tuple[Sequence[int], ...] | str = ...,
        cornered: bool = False,
        set: Mapping[str, int | str] | str = ...,
        data: str = "",
    ) -> Answer: ...

odds: _Odds

def odds_page(
    *,
    set: Mapping[str, int | str] | str = ...,
) -> Answer: ...

class Questions:
    draws: _Draws
    def maps_check(
        self,
        names: list[str] | str,
    ) -> Answer: ...
    def maps_compare(
        self,
        boards: tuple[BoardMap, ...] | list[str] | str,
    ) -> Answer: ...
    def maps_draw(
        self,
        board: BoardMap | str,
        *,
        position: str | None = None,
        no_names: bool = False,
    ) -> Answer: ...
    def maps_generate(
        self,
        players: tuple[int, int] | str,
        *,
        seed: int | str = 1,
        areas_per_player: float | str = ...,
        sea_share: float | str = ...,
        shares: Mapping[Terrain, float] | str = ...,
        seas: int | str = 2,
        inland_seas: int | str = 0,
        islands: int | str = 1,
        chokepoints: tuple[int, int] | str = ...,
        rivers: int | str = 2,
        height: float | str = ...,
        symmetry: Symmetry | str = ...,
        turns: int | str = 2,
        candidates: int | str = 1,
        fair: int | str | None = None,
        strategy: str = "warlord",
        title: str | None = None,
    ) -> Answer: ...
    def maps_judge(
        self,
        boards: tuple[BoardMap, ...] | list[str] | str,
        players: int | str,
        *,
        games: int | str = 2000,
        strategy: str = "warlord",
        band: float | str = ...,
        seed: int | str = 1,
        jobs: int | str | None = None,
    ) -> Answer: ...
    def maps_list(self) -> Answer: ...
    def maps_show(
        self,
        board: BoardMap | str,
    ) -> Answer: ...
    odds: _Odds
    def odds_page(
        self,
        *,
        set: Mapping[str, int | str] | str = ...,
    ) -> Answer: ...
