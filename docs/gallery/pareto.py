"""Distance from the targets by number and size of rule changes, with the confirmed best changes."""

import pandas as pd

from bloodstones.batch.balance.target_tables import pareto
from bloodstones.plots.pareto import draw_pareto

tables = "reports/bloodstones_targets_3/tables/"
tried = pd.read_csv(tables + "settings_tried.csv").fillna({"change": ""})
price = 0.02  # of a change, and of a move through the whole range
settings = tried[tried["stage"] != "final"].drop_duplicates("change")
settings = settings.assign(size=settings["cost"] / price - settings["changes"])
settings = settings.drop(columns="distance").rename(columns={"smoothed": "distance"})
settings["front"] = pareto(settings[["distance", "changes", "size"]].to_numpy(float))
confirmed = pd.read_csv(tables + "distances.csv")
confirmed["changes"] = confirmed["arm"].str[-1].replace("e", "0").astype(int)
finals = tried[tried["stage"] == "final"].assign(sum=lambda each: each["distance"] + each["cost"])
best = finals.sort_values("sum").drop_duplicates("changes").set_index("changes")["cost"]
confirmed["size"] = confirmed["changes"].map(best) / price - confirmed["changes"]
confirmed["recommended"] = confirmed["distance"] == confirmed["distance"].min()
figure = draw_pareto(settings, confirmed, "the targets")
