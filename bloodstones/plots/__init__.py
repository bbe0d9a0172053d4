"""Pictures of tables: one picture a module, from data frames to figures; boards in a subpackage.

Imports `stats.inference` alone. Start with `style`, then any picture.
"""
