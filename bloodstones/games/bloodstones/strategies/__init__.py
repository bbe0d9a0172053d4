"""Strategies: what each knows and wants is data, how it decides is compiled."""
