"""Scripted play: one module a kind of decision, compiled.

Imports the rules and the engine. Start with `campaign`, then `army`.
"""
