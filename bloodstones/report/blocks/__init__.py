"""Tables and pictures that several sections share, and the tables of what-ifs and restricted play.

Imports `study.findings`, `contract`, `document` and `language`, never a section. Start with
`rate_tables`.
"""
