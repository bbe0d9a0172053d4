"""Shares with their intervals: the loss of a player who goes without an item in Battalia."""

import pandas as pd

from bloodstones.plots.shares import draw_shares

table = pd.read_csv("reports/battalia_worth/tables/worth.csv")
table = table[table["faction"] == "all"]
table = table.rename(columns={"thing": "row", "difference": "share"})
table["panel"] = [f"{number} players" for number in table["players"]]
things = {name: name.replace("_", " ") for name in table["row"]}
panels = {name: name for name in table["panel"]}
figure = draw_shares(table, things, panels, "win rate lost without it", across=True)
