"""Win rates of the sides of Wizard Kings, as printed and with a changed initiative."""

import pandas as pd

from bloodstones.plots.before_after import draw_before_after

table = pd.read_csv("reports/wizard_kings_initiative/tables/what_if_rates.csv")
changed = next(arm for arm in table["arm"] if arm != "base")
table = table[table["arm"].isin(["base", changed])]
table = table.rename(columns={"faction": "line", "players": "panel"})
table["side"] = (table["arm"] == changed).astype(int)
lines = {name: name.replace("_", " ").title() for name in table["line"]}
panels = {number: f"{number} players" for number in table["panel"]}
figure = draw_before_after(table, lines, panels, ("as printed", changed.replace("_", " ")))
