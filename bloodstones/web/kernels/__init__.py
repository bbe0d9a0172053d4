"""The kernels of games made ready for the lab, in a separate process that pages can watch.

`stages` names what a game can be ready for; `preparing` says what is ready and how long the rest
takes; `process` is the process that compiles; `pages` shows it. Imports the kit, `api` and the
pages of `web`. Start reading at `preparing`.
"""
