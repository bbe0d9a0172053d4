"""The win rate of each role for each value of a number of the rules."""

import pandas as pd

from bloodstones.plots.doses import draw_doses

table = pd.read_csv("reports/battalia_what_ifs/tables/dose_curves.csv")
table = table.rename(columns={"number": "panel", "faction": "line", "rate": "height"})
table["printed"] = table["arm"] == "base"
panels = {name: name.replace("_", " ") for name in table["panel"].unique()[:2]}
lines = {name: name for name in sorted(set(table["line"]))}
figure = draw_doses(table[table["panel"].isin(panels)], panels, lines, "win rate")
