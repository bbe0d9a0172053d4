"""Bloodstones (Martin Wallace): rules, odds, engine and strategies."""
