"""Games by which maps are judged and chosen: line-ups, luck, both ways of numbering a map.

It plays with `batch` and measures with `stats`. Start reading in `boards`.
"""
