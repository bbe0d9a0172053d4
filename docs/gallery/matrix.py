"""How often the row finishes ahead of the column with four players; open pairs have a border."""

import pandas as pd

from bloodstones.plots.matrix import draw_matrix

table = pd.read_csv("reports/bloodstones_faction_balance/tables/win_rates_by_match_up.csv")
squares = table[table["players"] == 4].rename(columns={"faction": "line", "opponent": "column"})
squares["lean"] = 2 * squares["rate"] - 1
squares["text"] = [f"{100 * rate:.0f}" for rate in squares["rate"]]
squares["sure"] = squares["verdict"].isin(["fair", "unfair"])
factions = {name: name.replace("_", " ").title() for name in sorted(set(squares["line"]))}
figure = draw_matrix(squares, factions, factions)
