"""Calibration of learned values: predicted and actual results of positions."""

import pandas as pd

from bloodstones.plots.players.ladder import draw_calibration

table = pd.read_csv("reports/bloodstones_value_ladder/tables/learned_calibration.csv")
figure = draw_calibration(table)
