"""Sources of points by faction, with the total score at the end of the bar."""

import pandas as pd

from bloodstones.core.contract.game import Role
from bloodstones.games.registry import load_game
from bloodstones.plots.points import draw_points

table = pd.read_csv("reports/bloodstones_faction_balance/tables/points_by_source.csv")
table = table[table["players"] == 4].reset_index(drop=True)
columns = [each for each in load_game("bloodstones").columns if Role.POINTS & each.role]
sources = {each.name: each.words for each in columns if table[each.name].abs().sum()}
colours = {each.name: each.colour for each in columns if each.colour}
factions = {name: name.replace("_", " ").title() for name in table["faction"]}
scores = {name: f"{score:.1f}" for name, score in table.set_index("faction")["score"].items()}
figure = draw_points(table, "faction", factions, sources, colours, scores)
