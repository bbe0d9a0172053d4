"""Sentences from numbers: names, lists, rates (`wording`), verdicts, claims at several levels.

`terms` puts texts into the words of a game. Imports `document.model` alone. Start with `wording`.
"""
