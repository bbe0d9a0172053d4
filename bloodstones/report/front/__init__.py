"""The first page: what sections offer it (`part`), and the page made of that (`page`).

The other modules make the offers of the sections of a study; they import `study.findings`, `blocks`
and `language`, never a section. Start with `part`.
"""
