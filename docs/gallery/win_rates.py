"""Win rates by faction and number of players, with the fairness band."""

import pandas as pd

from bloodstones.plots.win_rates import draw_win_rates

table = pd.read_csv("reports/bloodstones_faction_balance/tables/win_rates_by_faction.csv")
factions = {name: name.replace("_", " ").title() for name in table["faction"]}
panels = {number: f"{number} players" for number in table["players"]}
figure = draw_win_rates(table, "faction", "players", 0.2, factions, panels)
