"""Studies in the lab: written on a page, played by a process of their own, watched, reported.

`pages` answers; `checked_text` says what is wrong with a text and where; `runs` starts, finds and
stops runs; `run_process` is the process that plays one. Start reading at `runs`.
"""
