"""Sentences from numbers: names, lists and rates (`phrases`), verdicts, readability.

`terms` puts texts into the words of a game. Imports `document.model` alone. Start with `phrases`.
"""
