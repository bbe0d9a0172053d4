"""Games that evaluate and select maps: line-ups, luck, both ways of numbering a map.

It plays with `batch` and measures with `stats`. Start reading in `boards`.
"""
