"""Reports: the documents that one would hand to a publisher, made from finished studies.

No report plays a game. Each room below says what it may import; start with `make.py`, which makes
the report of a study, a ladder or a balance study, and `contract/section.py`: a report is a list
of sections. `compose.py` puts them together; `summary/` sums up all reports of a folder.
"""
