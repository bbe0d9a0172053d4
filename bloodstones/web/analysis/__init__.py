"""The analysis of finished games in the lab: records, what explains them, pages to go through them.

Imports `api` and the rest of `web`. Start reading at `pages`.
"""
