"""Pictures of a position: a `scene` is data, `svg` draws it, light and dark, without any package.

A game makes a scene in the module `pictures` of its package, from what one seat sees, and declares
how its boards look in `board_looks`; `boards` makes the scene of an empty one. May import `core`.
Start reading at `scene`.
"""
