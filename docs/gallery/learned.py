"""What learned values expected of a position, and what its seat then reached."""

import pandas as pd

from bloodstones.plots.players.learned import draw_calibration

table = pd.read_csv("reports/bloodstones_value_ladder/tables/learned_calibration.csv")
figure = draw_calibration(table)
