"""Pictures of a position: a `scene` is data, `svg` draws it, light and dark, without any package.

A game makes a scene in the module `pictures` of its package, from what one seat sees. May import
`core`. Start reading at `scene`.
"""
