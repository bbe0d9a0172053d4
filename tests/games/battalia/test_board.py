"""The board at the table and in records: what is public is shown, what is hidden is not."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bloodstones.cli.table import view
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.battalia.cli.voice import GameVoice
from bloodstones.games.battalia.engine.playthrough import Playthrough
from bloodstones.games.battalia.engine.worlds import deal_world
from bloodstones.games.battalia.events import EVENTS
from bloodstones.games.battalia.game import GAME
from bloodstones.kit.records.forms import SEATS
from tests.games.battalia.lively import play_on
from tests.games.battalia.scene import Scene, card_of, square

NAMES = {SEATS: ("Orsari", "Lagorai", "Ardei", "Nembolari")}
WIDTH = 60
VOICE = GameVoice()


def told(scene: Scene, seat: int = 0) -> list[str]:
    return list(VOICE.board(scene.game, seat, {SEATS: NAMES[SEATS][: scene.game.seats]}))


def line(scene: Scene, start: str) -> str:
    (found,) = [text for text in told(scene) if text.startswith(start)]
    return found


@pytest.mark.rule("BA-SETUP-01", "BA-SETUP-03", "BA-BUILD-04", "AMB-12")
def test_the_board_tells_exits_owner_level_and_terrain() -> None:
    scene = Scene().city("3.3", 1, 2, exits="NES", terrain="ardei").hero("3.3").hero("3.3", 1)
    scene.road("3.4", "NS").city("5.5", -1, 4, terrain="lagorai").city("7.7", -1, 1, exits="N")
    scene.s.reverted[square("7.7")] = 1
    scene.s.what[square("1.1")] = 5
    assert line(scene, "3.3") == (
        "3.3: city of Lagorai, level 2, Ardei terrain; exits NES; heroes: 1 Orsari, 1 Lagorai"
    )
    assert line(scene, "3.4") == "3.4: road; exits NS"
    assert line(scene, "5.5") == "5.5: neutral city, level 4, Lagorai terrain; exits NESW"
    assert line(scene, "7.7").startswith("7.7: neutral city without a token, level 1")
    assert line(scene, "4.4") == "4.4: ruins, level 8; exits NESW"
    assert line(scene, "1.1") == "1.1: blocked"
    assert "2.2" in line(scene, "Empty squares")


@pytest.mark.rule("BA-ORACLE-02", "BA-ORACLE-03", "BA-CARD-11", "BA-BUILD-13")
def test_the_board_tells_the_oracle_the_pool_and_tokens() -> None:
    scene = Scene().lit("weapon").paired("tool", "horse").city("3.3").hand("o lord*2")
    scene.road("3.4", "NS").without("hammer")
    assert line(scene, "Turn").endswith("Lit: weapon; paired: tool, horse.")
    pool = line(scene, "Pool")
    assert "lord 10" in pool
    assert "supply 80" in pool
    assert "road straight 11" in line(scene, "Map cards")
    greats = line(scene, "Great artifacts")
    assert greats == "Great artifacts: sword, shield, wings, horn. Limbo: 1 hammer."
    assert "tokens left: 2 of level 1, 3 of level 2" in line(scene, "Orsari (you)")


@pytest.mark.rule("BA-ART-15", "BA-TURN-01")
def test_the_board_tells_what_lies_open_before_a_seat() -> None:
    scene = Scene().hand("o amulet, o friman").discarded("l chief*2", 1)
    scene.s.tent[1, 0], scene.s.held[1, 0, 0] = card_of("l tent"), card_of("l lord")
    scene.go().play("use o amulet as amulet", "target o friman", "die 3")
    open_cards = "Lagorai: discarded 2 Lagorai chiefs; tent 1 with Lagorai lord."
    assert line(scene, "Lagorai:") == open_cards
    own = "Orsari: played 1 Orsari amulet; converted card 1: 3 Orsari friman."
    assert line(scene, "Orsari:") == own


@pytest.mark.rule("BA-FIGHT-03")
def test_the_board_tells_a_fight_under_way() -> None:
    scene = Scene().hand("o weapon, o lord").hand("l priest", 1).city("3.3", 1, 2).hero("3.3")
    scene.go().play("fight 3.3 card 1", "play o weapon", "play o lord")
    fight = line(scene, "Fight")
    assert fight.startswith("Fight in 3.3: Orsari at the city of Lagorai; 5 in the line of the att")
    assert fight.endswith("0 in the line of the defender, heroes 0.")


def test_the_board_tells_nothing_hidden() -> None:
    game_setup = GAME.game_setup(Setup("", (Seat("", "random"),) * 3))
    game = Playthrough(replace(game_setup, turn_limit=15), 3, scripted_chance=True)
    names, compared = {SEATS: NAMES[SEATS][:3]}, 0
    for number, _ in enumerate(play_on(game, Random(3))):
        if number % 9 or game.over or game.is_chance:
            continue
        seat, twin = game.decider, game.copy()
        deal_world(twin.state, twin.tables, seat, game_key(3, "world", number), number)
        assert VOICE.board(game, seat, names) == VOICE.board(twin, seat, names)
        compared += (twin.state.hand != game.state.hand).any()
    assert compared > 10


def test_the_board_is_readable_on_sixty_columns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    scene = Scene(4).hand("o amulet*2, n friman*3").lit("scroll").city("3.3", terrain="nembolari")
    scene.hero("3.3").hero("3.3", number=1)
    view.say_all(told(scene))
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert "  3.3: city of Orsari, level 1, Nembolari terrain; exits" in lines


def test_a_record_tells_terrain_and_exits_in_words() -> None:
    place = {"seat": 0, "square": "3.2", "exits": 5}
    city = {"seat": None, "square": "4.3", "terrain": "ardei"}
    assert EVENTS["place"].tell(place, NAMES) == "Orsari places the card on 3.2 with roads to NS"
    assert EVENTS["neutral_city"].tell(city, NAMES) == "4.3 is a neutral city, Ardei terrain"
