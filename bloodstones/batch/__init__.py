"""Batch studies: study file -> plan of cells -> parallel run -> result store -> provenance.

Imports `core`, `kit` and, by name, `games`. Start with `study`, then `running`.
"""
