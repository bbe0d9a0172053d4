"""Batch studies: study file -> plan of cells -> parallel run -> result store -> provenance."""
