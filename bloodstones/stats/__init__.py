"""Intervals, fairness verdicts and summaries of tidy tables; no game is known here."""
