"""The length of playthroughs: days of Bellum Magica, every seat at random."""

from random import Random

import pandas as pd

from bloodstones.environments.game_table import TableSetup, table_of
from bloodstones.kit.testing.random_play import play_out
from bloodstones.plots.lengths import draw_lengths

GAMES = 40
lengths = []
for players in (2, 3):
    table = table_of("bellum_magica", TableSetup(players))
    for number in range(GAMES):
        played = table.playthrough(seed=1, replicate=number)
        play_out(played, Random(number))
        lengths.append((players, int(played.state.turn)))
games = pd.DataFrame(lengths, columns=["players", "days"])
panels = {2: "2 players", 3: "3 players"}
figure = draw_lengths(games, "players", "days", panels, "days")
