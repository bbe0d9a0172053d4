"""Pictures of tables: one picture a module, functions from data frames to figures.

Imports `stats.inference` alone. Start with `style`, then any picture.
"""
