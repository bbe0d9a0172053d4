"""Reports: documents made from finished studies, as you would send them to a publisher.

Reports never run games. Each package below says what it may import. Start with `make.py`, which
makes the report of a study, a ladder or a balance study, and with `contract/section.py`: a report
is a list of sections. `compose.py` combines them; `summary/` sums up all reports of a folder.
"""
