"""The games of the laboratory, one package a title; no game sees another.

A game imports `core`, `odds` and `kit`; its questions, sections and commands import what stands
above, too. Start with `registry`, then with the `game` of one title.
"""
