"""The sections of a study's report that every game has, one a file (what-ifs have two).

Each declares a `contract.section.Section`; imports `blocks`, `front`, `study.findings` and what is
below them, never another section. The list is `study/sections.py`; start with `factions`.
"""
