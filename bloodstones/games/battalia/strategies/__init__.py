"""Strategies: random, greedy, and plans with parameters."""
