"""The win rate of every role of several games, as a multiple of its fair share."""

import pandas as pd

from bloodstones.plots.standing import draw_standing

REPORTS = ("bloodstones_faction_balance", "battalia_balance", "wizard_kings_balance")
parts = []
for report in REPORTS:
    rates = pd.read_csv(f"reports/{report}/tables/win_rates_by_faction.csv")
    columns = {
        "panel": report.rpartition("_")[0].replace("_faction", "").replace("_", " ").title(),
        "row": [name.replace("_", " ").title() for name in rates["faction"]],
        "part": [f"{number} players" for number in rates["players"]],
        "share": rates["rate"] / rates["fair_share"],
    }
    parts.append(pd.DataFrame(columns))
figure = draw_standing(pd.concat(parts, ignore_index=True), 0.2)
